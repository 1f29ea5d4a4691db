"""The page on Python does what it says."""

import contextlib
import io
import re

import pytest

import killcurve as kc


def test_the_page_runs(root):
    text = (root / "docs/src/python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.S)
    assert len(blocks) >= 4
    names: dict = {}
    with contextlib.redirect_stdout(io.StringIO()):
        for block in blocks:
            exec(compile(block, "python.md", "exec"), names)


def test_the_readme_runs(root, tmp_path, monkeypatch):
    text = (root / "README.md").read_text(encoding="utf-8")
    file = re.search(r"<!-- file: titan.toml -->\n```toml\n(.*?)```", text, re.S).group(1)
    (tmp_path / "titan.toml").write_text(file)
    monkeypatch.chdir(tmp_path)
    (block,) = re.findall(r"```python\n(.*?)```", text, re.S)
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(block, "README.md", "exec"), {})


def test_the_example_of_the_package():
    doctest = pytest.importorskip("doctest")
    assert doctest.testmod(kc).failed == 0
