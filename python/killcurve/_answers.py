"""Answers, with their numbers, tables and charts."""

from __future__ import annotations

import html
import io
import json
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Estimate:
    """A number. A sampled one has a 95 % interval; an exact one is its own interval."""

    value: float
    low: float
    high: float
    exact: bool

    def __float__(self) -> float:
        return self.value

    def __format__(self, spec: str) -> str:
        return format(self.value, spec) if spec else str(self)

    def __str__(self) -> str:
        return f"{self.value:.6g}" if self.exact else f"{self.value:.6g} ({self.low:.6g} to {self.high:.6g})"


def _estimate(value: float | None, low: float | None, high: float | None) -> Estimate | None:
    if value is None:
        return None
    exact = low is None
    return Estimate(value, value if exact else low, value if exact else high, exact)


class _Stored:
    """What a native answer gives, for another process."""

    def __init__(self, kind, remarks, text, rows, table, charts, files) -> None:
        self.kind, self.remarks = kind, remarks
        self._text, self._rows, self._table, self._charts, self._files = text, rows, table, charts, files

    def json(self) -> str:
        return self._text

    def csv(self) -> bytes:
        return self._rows

    def table(self, width: int) -> str:
        return self._table

    def charts(self) -> list[tuple[str, str, str]]:
        return self._charts

    def files(self) -> dict[str, bytes]:
        return dict(self._files)

    def distributions(self, place: int, what: str) -> dict:
        import numpy

        data = json.loads(self._text)
        rounds = (data["runs"] + data["variant_runs"])[place]["rounds"]
        found = {}
        for name in rounds[0]["measures"]:
            rows = [_numbers(entry["measures"][name], what) for entry in rounds]
            array = numpy.zeros((len(rows), max(map(len, rows))))
            for row, numbers in zip(array, rows):
                row[: len(numbers)] = numbers
            found[name] = array
        return found


def _numbers(measure: dict, what: str) -> list[float]:
    if what == "value":
        return measure["distribution"]
    end = 0 if what == "low" else 1
    known = zip(measure["distribution"], measure["distribution_interval"])
    return [value if interval is None else interval[end] for value, interval in known]


class Answer:
    """An answer: `data` has every number, `table()` is for people, and a notebook shows the charts."""

    def __init__(self, native) -> None:
        self._native = native

    @property
    def remarks(self) -> list[str]:
        """What is to be said of the answer: why a run was sampled, or that an interval is wider than asked."""
        return self._native.remarks

    @cached_property
    def data(self) -> dict[str, Any]:
        """Every number, as `--format json` of the command line."""
        return json.loads(self.json())

    def json(self) -> str:
        """The text of `--format json`."""
        return self._native.json()

    def csv(self) -> str:
        """The text of `--format csv`: a row for each number."""
        return self._native.csv().decode()

    def table(self, width: int = 100) -> str:
        """The summary that the command line prints."""
        return self._native.table(width)

    def __reduce__(self):
        native = self._native
        stored = native if isinstance(native, _Stored) else _Stored(
            native.kind, native.remarks, native.json(), native.csv(), native.table(100), native.charts(), native.files()
        )
        return type(self), (stored,)

    def __str__(self) -> str:
        return self.table()

    def __repr__(self) -> str:
        return f"<killcurve {self._native.kind}: {self.data.get('scenario') or self.data.get('base', '')}>"

    @cached_property
    def charts(self) -> dict[str, Chart]:
        """The charts by name."""
        return {name: Chart(name, title, svg) for name, title, svg in self._native.charts()}

    def files(self) -> dict[str, bytes]:
        """The files of the report that the command line writes."""
        return self._native.files()

    def save(self, folder: str | os.PathLike) -> Path:
        """Writes the files of the report into a folder, each whole or not at all."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in self.files().items():
            handle, draft = tempfile.mkstemp(dir=folder, prefix=".killcurve-")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(content)
                os.replace(draft, folder / name)
            except BaseException:
                Path(draft).unlink(missing_ok=True)
                raise
        return folder

    def to_pandas(self):
        """Every number in tidy form, as a data frame of pandas."""
        import pandas

        return pandas.read_csv(io.BytesIO(self._native.csv()))

    def to_polars(self):
        """Every number in tidy form, as a data frame of polars."""
        import polars

        return polars.read_csv(self._native.csv(), infer_schema_length=None)

    def _repr_html_(self) -> str:
        charts = "".join(f"<div>{chart.svg}</div>" for chart in self.charts.values())
        return f"<pre>{html.escape(self.table())}</pre>{charts}"


@dataclass(frozen=True)
class Chart:
    """A chart, which a notebook shows."""

    name: str
    title: str
    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<chart {self.name}: {self.title}>"


class Run:
    """A run of a scenario: the base, a variant, or a cell of the sweep."""

    def __init__(self, data: dict[str, Any], native, place: int) -> None:
        self.data = data
        self._native = native
        self._place = place

    @property
    def label(self) -> str:
        """`base`, the variant's name, or the cell's values."""
        return self.data["label"]

    @property
    def settings(self) -> dict[str, Any]:
        """The fields that differ from the base."""
        return self.data["settings"]

    @property
    def method(self) -> str:
        """`exact` or `monte-carlo`."""
        return self.data["method"]

    @property
    def trials(self) -> int | None:
        """The number of trials, if it was sampled."""
        return self.data["trials"]

    @property
    def seed(self) -> int | None:
        """The seed, if it was sampled."""
        return self.data["seed"]

    @property
    def kill(self) -> list[Estimate]:
        """The probability that the target is dead by the end of each round."""
        kills = [entry["kill"] for entry in self.data["rounds"]]
        return [_estimate(kill["probability"], kill["low"], kill["high"]) for kill in kills]

    @property
    def attacks_to_kill(self) -> dict[str, Any]:
        """Median, percentiles and mean of the attacks until the target is dead."""
        return self.data["attacks_to_kill"]

    def mean(self, measure: str, round: int) -> Estimate:
        """The mean of a measure, such as `hits`, in a round, from 1."""
        found = self._round(round)["measures"][measure]
        return _estimate(found["mean"], *(found["mean_interval"] or (None, None)))

    def event(self, name: str, round: int) -> Estimate:
        """The probability of an event by the end of a round, from 1."""
        found = self._round(round)
        return _estimate(found["events"][name], *(found["events_interval"][name] or (None, None)))

    def _round(self, round: int) -> dict[str, Any]:
        rounds = self.data["rounds"]
        if not 1 <= round <= len(rounds):
            raise IndexError(f"there are rounds 1 to {len(rounds)}, not {round}")
        return rounds[round - 1]

    def distributions(self, what: str = "value") -> dict:
        """By measure, an array of numpy with a row for each round and a column for each count from 0.

        `what` is `value`, or `low` or `high` for the ends of the intervals."""
        if what not in ("value", "low", "high"):
            raise ValueError(f"what is {what!r}: expected 'value', 'low' or 'high'")
        return self._native.distributions(self._place, what)

    def __repr__(self) -> str:
        kill = self.kill
        return f"<run {self.label}: killed by round {len(kill)}: {kill[-1]}>"


class ScenarioAnswer(Answer):
    """The answer to a scenario."""

    @cached_property
    def runs(self) -> list[Run]:
        """The base, the variants and the cells of the sweep."""
        return [Run(data, self._native, place) for place, data in enumerate(self.data["runs"])]

    @cached_property
    def variant_runs(self) -> list[Run]:
        """The cells of swept variants; `data["variant"]` says whose."""
        first = len(self.runs)
        return [Run(data, self._native, first + place) for place, data in enumerate(self.data["variant_runs"])]

    @property
    def base(self) -> Run:
        """The scenario as it is written."""
        return self.runs[0]

    @property
    def kill(self) -> Estimate:
        """The probability that the base kills its target by the end of the last round."""
        return self.base.kill[-1]

    def __getitem__(self, label: str) -> Run:
        for run in self.runs:
            if run.label == label:
                return run
        known = ", ".join(run.label for run in self.runs[:20])
        raise KeyError(f"there is no run {label!r}; there are: {known}")

    def __iter__(self) -> Iterator[Run]:
        return iter(self.runs)

    def __len__(self) -> int:
        return len(self.runs)


_CLASSES = {"run": ScenarioAnswer}


def answer(native) -> Any:
    """The object of a native answer."""
    return _CLASSES.get(native.kind, Answer)(native)
