"""Why a request has no answer."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with an input."""

    file: str
    line: int | None
    column: int | None
    message: str
    suggestion: str | None


class Error(Exception):
    """A request has no answer."""


class RunError(Error):
    """The work failed: an exact answer would take too long, for example."""


class InputError(Error):
    """An input or an argument is wrong. The text shows each fault with its line and a caret."""

    def __init__(self, text: str, faults: list[dict] = ()) -> None:
        super().__init__(text)
        self.faults = [Fault(**fault) if isinstance(fault, dict) else fault for fault in faults]

    def __reduce__(self):
        return type(self), (self.args[0], self.faults)

    def _first(self, name: str):
        return getattr(self.faults[0], name) if self.faults else None

    @property
    def file(self) -> str | None:
        """The file of the first fault."""
        return self._first("file")

    @property
    def line(self) -> int | None:
        """The line of the first fault, from 1."""
        return self._first("line")

    @property
    def column(self) -> int | None:
        """The column of the first fault, from 1."""
        return self._first("column")

    @property
    def suggestion(self) -> str | None:
        """What to write instead, as far as it is known for the first fault."""
        return self._first("suggestion")
