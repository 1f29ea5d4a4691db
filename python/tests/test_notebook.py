"""The notebook runs from the first cell to the last, and shows its charts."""

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")


def test_the_notebook_runs(root):
    notebook = nbformat.read(root / "examples/tank-hunters.ipynb", as_version=4)
    nbformat.validate(notebook)
    resources = {"metadata": {"path": str(root / "examples")}}
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", resources=resources).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    shown = [output["data"] for output in outputs if "data" in output]
    assert sum("image/svg+xml" in data for data in shown) >= 2
    assert any("<svg" in data.get("text/html", "") for data in shown)
