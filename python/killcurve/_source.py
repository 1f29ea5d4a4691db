"""Inputs: the path of a file, or a dictionary with the same content."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from datetime import date, time
from pathlib import Path
from typing import Any, Union

Source = Union[str, os.PathLike, Mapping[str, Any]]


def native(source: Source, name: str = "input") -> dict:
    """What the native module takes: a path, and a text if there is no such file."""
    if isinstance(source, Mapping):
        return {"path": f"{name}.toml", "text": toml(source)}
    if isinstance(source, (str, os.PathLike)):
        return {"path": os.fspath(source), "text": None}
    raise TypeError(f"expected a path or a dictionary, not {type(source).__name__}")


def read(source: Source) -> tuple[dict, Path]:
    """The content of an input as a dictionary, and the folder that its paths start from."""
    if isinstance(source, Mapping):
        return dict(source), Path()
    try:
        import tomllib
    except ModuleNotFoundError:  # Python 3.10
        import tomli as tomllib
    path = Path(source)
    return tomllib.loads(path.read_text(encoding="utf-8-sig")), path.parent


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
