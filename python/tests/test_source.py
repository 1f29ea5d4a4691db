"""Dictionaries become the text of a file that says the same."""

import numpy as np
import pytest

from killcurve._source import toml

tomllib = pytest.importorskip("tomllib")


@pytest.mark.parametrize(
    "entries",
    [
        {},
        {"a": 1, "b": 2.5, "c": True, "d": "x", "e": [1, 2], "f": {"g": 1, "h": {"i": []}}},
        {"section": {"x": 1}, "after": 2, "variant": [{"name": "a", "attacker": {"pen": 1}}, {"name": "b"}]},
        {"text": "quotes \" and \\ and\nlines\t\x00\x7f\u2028é😀", "odd key": 1, "a.b": {"c.d": 2}, "": 3},
        {"numbers": [1e300, -0.0, 1e-7, float("inf")], "deep": [[1], [{"a": 1}]], "empty": [], "mixed": [1, {"a": 2}]},
    ],
)
def test_a_dictionary_is_read_as_it_was(entries):
    assert tomllib.loads(toml(entries)) == entries


def test_numbers_of_numpy():
    assert tomllib.loads(toml({"a": np.int64(3), "b": np.float64(0.5), "c": range(3)})) == {"a": 3, "b": 0.5, "c": [0, 1, 2]}
    with pytest.raises(TypeError, match="keys are texts"):
        toml({1: 2})
    with pytest.raises(TypeError, match="cannot stand"):
        toml({"a": None})
