"""The odds of tabletop wargame attacks and battles, exact or sampled, and what units should cost.

>>> import killcurve as kc
>>> result = kc.run({"system": "space-infantry",
...     "attacker": {"ap": 1, "av_skill": 3, "pen": 1}, "target": {"heavy_armor": True, "dmg": 4, "sp": 1}})
>>> print(result.kill)
0.444444

An input is the path of a file or a dictionary with the same content. Every function takes `set`, a dictionary such as
`{"attacker.pen": 2}`, and the options of its command as keyword arguments. `docs/src/python.md` has more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Optional

from . import _native
from ._answers import Answer, Chart, Estimate, Run, ScenarioAnswer, answer
from ._errors import Error, Fault, InputError, RunError
from ._source import Source, changed as _changed, native as _source

__version__ = _native.__version__

__all__ = [
    "Answer", "Chart", "Checked", "Error", "Estimate", "Fault", "InputError", "Merge", "Run", "RunError",
    "ScenarioAnswer", "balance", "battle", "check", "compare", "explain", "matrix", "plan", "play_shard", "run",
    "sensitivity", "sweep", "worth",
]

Settings = Optional[Mapping[str, Any]]
Progress = Optional[Callable[[int, int], None]]


class Checked(NamedTuple):
    """What a valid input holds."""

    kind: str
    """`scenario`, `battle`, `roster` or `game`."""
    system: str
    """The rules."""
    count: int
    """Runs of a scenario, units of a battle or a roster, procedures of a game."""


def _settings(settings: Settings) -> list[str]:
    from ._source import _value

    return [f"{field}={_value(value)}" for field, value in (settings or {}).items()]


def _playing(
    set: Settings = None,
    method: str = "auto",
    trials: int | None = None,
    seed: int | None = None,
    precision: float | None = None,
    max_trials: int | None = None,
    max_paths: int | None = None,
    threads: int | None = None,
    at_rounds: Sequence[int] = (),
) -> dict:
    return {
        "set": _settings(set), "method": method, "trials": trials, "seed": seed, "precision": precision,
        "max_trials": max_trials, "max_paths": max_paths, "threads": threads, "at_rounds": list(at_rounds),
    }


def _pricing(
    set: Settings = None,
    armies: str = "mixed",
    precision: float | None = None,
    army_points: float | None = None,
    army: int | None = None,
    rounds: int | None = None,
    max_trials: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> dict:
    return {
        "set": _settings(set), "armies": armies, "precision": precision, "army_points": army_points, "army": army,
        "rounds": rounds, "max_trials": max_trials, "seed": seed, "threads": threads,
    }


def check(source: Source, *, set: Settings = None) -> Checked:
    """Checks an input of any kind. What is wrong with it is an `InputError`."""
    return Checked(*_native.check(_source(source), _settings(set)))


def run(source: Source, *, progress: Progress = None, **options) -> ScenarioAnswer:
    """Plays a scenario: its base, its variants and the cells of its sweep.

    Options are those of `killcurve run`: `method` ("auto", "exact" or "monte-carlo"), `trials`, `seed`, `precision`,
    `max_trials`, `max_paths`, `threads`, `set`, `at_rounds`. `progress` is called with trials done and expected."""
    return answer(_native.run(_source(source), _playing(**options), progress))


def with_sweep(source: Source, over: Mapping[str, Any]) -> Source:
    """A scenario with this sweep in place of its own. A file is read; paths in it keep their meaning."""
    return _changed(source, {"sweep": dict(over)})


def sweep(source: Source, over: Mapping[str, Any], *, progress: Progress = None, **options) -> ScenarioAnswer:
    """Plays a scenario for every combination of values, such as `{"attacker.pen": "0..=3", "target.dmg": [4, 5]}`."""
    return run(with_sweep(source, over), progress=progress, **options)


def compare(*sources: Source, matters: float = 0.01, progress: Progress = None, **options) -> Answer:
    """Compares the variants of one scenario with its base, or several scenarios with the first."""
    several = [_source(source, f"input-{place}" if len(sources) > 1 else "input")
               for place, source in enumerate(sources, 1)]
    return answer(_native.compare(several, matters, _playing(**options), progress))


def sensitivity(source: Source, *, progress: Progress = None, **options) -> Answer:
    """Shows what one step of each number of both units changes."""
    return answer(_native.sensitivity(_source(source), _playing(**options), progress))


def matrix(
    source: Source, *, rounds: int | None = None, situation: str | None = None, progress: Progress = None, **options
) -> Answer:
    """Plays every unit of a roster against every unit."""
    return answer(_native.matrix(_source(source), rounds, situation, _playing(**options), progress))


def battle(source: Source, *, progress: Progress = None, **options) -> Answer:
    """Plays a battle between two sides of many units."""
    return answer(_native.battle(_source(source), _playing(**options), progress))


def balance(
    source: Source,
    *,
    matters: float = 0.05,
    field_only: bool = False,
    round: Sequence[float] | float = (),
    progress: Progress = None,
    **options,
) -> Answer:
    """Finds what the units of a roster should cost.

    Options are those of `killcurve balance`: `armies` ("mixed" or "pure"), `precision`, `army_points`, `army`,
    `rounds`, `max_trials`, `seed`, `threads`, `set`."""
    steps = [round] if isinstance(round, (int, float)) else list(round)
    return answer(_native.balance(_source(source), _pricing(**options), matters, field_only, steps, progress))


def worth(source: Source, unit: str, *, progress: Progress = None, **options) -> Answer:
    """Finds what one step of each number of a unit is worth, in points. Options are those of `balance`."""
    return answer(_native.worth(_source(source), unit, _pricing(**options), progress))


def explain(
    source: Source, *, run: str = "base", seed: int | None = None, script: str | None = None, set: Settings = None
) -> str:
    """Tells one attack or battle die by die: with a seed, or with the dice of an earlier story."""
    return _native.explain(_source(source), run, seed, script, _settings(set))


def plan(source: Source, shards: int, **options) -> str:
    """Divides a run into shards, and returns the plan as `killcurve plan` writes it. Options are those of `run`."""
    return _native.plan(_source(source), _playing(**options), shards)


def play_shard(plan: str, shard: int, *, threads: int | None = None, progress: Progress = None) -> str:
    """Plays a shard of a plan, from 1, and returns its counts as `killcurve run --shard` writes them."""
    return _native.play(plan, shard, threads, progress)


class Merge:
    """Adds up the shards of a plan. It holds their sums alone, however many there are."""

    def __init__(self, plan: str) -> None:
        self._native = _native.Merge(plan)

    def add(self, counts: str, name: str = "a shard") -> None:
        """Adds a shard. One that is damaged, repeated, or of another plan is an `InputError`, and changes nothing."""
        self._native.add(name, counts)

    def finish(self) -> ScenarioAnswer:
        """The answer: that of `run` on one machine, byte for byte. A missing shard is an `InputError`."""
        return answer(self._native.finish())
