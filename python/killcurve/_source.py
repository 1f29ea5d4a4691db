"""Inputs: the path of a file, or a dictionary with the same content."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, time
from pathlib import Path
from typing import Any, Union



@dataclass(frozen=True)
class Loaded:
    """A file that was read where it is, for a process that may not have it."""

    path: str
    text: str


Source = Union[str, os.PathLike, Mapping[str, Any], Loaded]


def load(source: Source) -> Source:
    """Reads a file; a dictionary stays as it is."""
    if isinstance(source, (str, os.PathLike)):
        return Loaded(os.fspath(source), Path(source).read_text(encoding="utf-8-sig"))
    return source


def native(source: Source, name: str = "input") -> dict:
    """What the native module takes: a path, and a text if there is no such file."""
    if isinstance(source, Mapping):
        return {"path": f"{name}.toml", "text": toml(source)}
    if isinstance(source, Loaded):
        return {"path": source.path, "text": source.text}
    if isinstance(source, (str, os.PathLike)):
        return {"path": os.fspath(source), "text": None}
    raise TypeError(f"expected a path or a dictionary, not {type(source).__name__}")


def changed(source: Source, entries: Mapping[str, Any]) -> Source:
    """An input with other entries at its top. What was a file keeps its path, so that paths in it keep their meaning."""
    if isinstance(source, Mapping):
        return {**source, **entries}
    try:
        import tomllib
    except ModuleNotFoundError:  # Python 3.10
        import tomli as tomllib
    file = load(source)
    return Loaded(file.path, toml({**tomllib.loads(file.text), **entries}))


def toml(entries: Mapping[str, Any]) -> str:
    """A dictionary as the text of a file: values first, then a section for each table."""
    values, sections = [], []
    for key, value in entries.items():
        if isinstance(value, Mapping):
            lines = [f"{_key(inner)} = {_value(item)}" for inner, item in value.items()]
            sections.append("\n".join([f"[{_key(key)}]", *lines]))
        elif _is_tables(value):
            for table in value:
                lines = [f"{_key(inner)} = {_value(item)}" for inner, item in table.items()]
                sections.append("\n".join([f"[[{_key(key)}]]", *lines]))
        else:
            values.append(f"{_key(key)} = {_value(value)}")
    return "\n\n".join(["\n".join(values), *sections] if values else sections) + "\n"


def _is_tables(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and bool(value) and all(isinstance(item, Mapping) for item in value)


def _key(key: Any) -> str:
    if not isinstance(key, str):
        raise TypeError(f"a key is {key!r}, and keys are texts")
    plain = key.isascii() and key.replace("-", "").replace("_", "").isalnum()
    return key if plain else json.dumps(key)


def _value(value: Any) -> str:
    if hasattr(value, "item") and not isinstance(value, (str, bytes)):
        value = value.item()  # a number of numpy
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, str):
        # JSON escapes what TOML does, but for the character that deletes.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, (list, tuple, range)):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    raise TypeError(f"a value is {value!r}, and a {type(value).__name__} cannot stand in a file")
