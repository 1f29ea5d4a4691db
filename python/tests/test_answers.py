"""Answers are those of the command line, and their numbers are at hand."""

import pickle
import subprocess

import numpy as np
import pytest

import killcurve as kc


def report_of(program, folder, *words):
    """The files of the only report that a command writes."""
    subprocess.run([program, *words, "--quiet", "--out", "out"], cwd=folder, check=True, capture_output=True)
    (report,) = (folder / "out").iterdir()
    return {path.name: path.read_bytes() for path in report.iterdir() if path.name != ".killcurve.json"}


@pytest.mark.parametrize(
    ("file", "options", "words"),
    [
        ("space-infantry/titan-with-costs.toml", {}, []),
        ("space-infantry/volume-or-penetration.toml", {"at_rounds": [1]}, ["--at-round", "1"]),
        (
            "deadzone/worked-example.toml",
            {"method": "monte-carlo", "trials": 20_000, "seed": 7, "set": {"rounds": 2}},
            ["--method", "monte-carlo", "--trials", "20000", "--seed", "7", "--set", "rounds=2"],
        ),
        (
            "space-infantry/titan-with-costs.toml",
            {"method": "monte-carlo", "precision": 0.01},
            ["--method", "monte-carlo", "--precision", "0.01"],
        ),
    ],
)
def test_reports_are_those_of_the_command_line(program, root, tmp_path, monkeypatch, file, options, words):
    monkeypatch.chdir(root)
    path = f"scenarios/{file}"
    (tmp_path / "scenarios").symlink_to(root / "scenarios")
    expected = report_of(program, tmp_path, "run", path, *words)
    assert kc.run(path, **options).files() == expected


def test_battles_and_matrices_are_those_of_the_command_line(program, root, tmp_path, monkeypatch):
    monkeypatch.chdir(root)
    (tmp_path / "scenarios").symlink_to(root / "scenarios")
    path = "scenarios/battles/titan-hunt.toml"
    words = ["--method", "monte-carlo", "--trials", "3000"]
    assert kc.battle(path, method="monte-carlo", trials=3000).files() == report_of(
        program, tmp_path, "battle", path, *words
    )
    path = "scenarios/rosters/space-infantry.toml"
    printed = subprocess.run(
        [program, "matrix", path, "--rounds", "2", "--format", "csv"], cwd=root, check=True, capture_output=True
    )
    assert kc.matrix(path, rounds=2).csv().encode() == printed.stdout


def test_numbers_and_intervals(titan):
    exact = kc.run(titan)
    assert exact.base.method == "exact" and exact.kill.exact and exact.kill.low == exact.kill.value
    # Each of 12 draws hits with 2/3 · 1/2, and two hits kill.
    assert exact.kill.value == pytest.approx(1 - (2 / 3) ** 12 - 12 * (1 / 3) * (2 / 3) ** 11, abs=1e-12)
    sampled = kc.run(titan, method="monte-carlo", trials=50_000, seed=3)
    assert (sampled.base.trials, sampled.base.seed) == (50_000, 3)
    kill = sampled.kill
    assert not kill.exact and kill.low < kill.value < kill.high
    # Both methods agree: the interval of 95 % is widened to one that misses once in 10,000.
    assert abs(kill.value - exact.kill.value) < 2 * (kill.high - kill.low)
    assert sampled.base.mean("hits", 1).low < exact.base.mean("hits", 1).value < sampled.base.mean("hits", 1).high
    assert exact["sharp"].settings == {"attacker.pen": 1}
    assert [run.label for run in exact] == ["base", "sharp"] and len(exact) == 2
    with pytest.raises(KeyError, match="there are: base, sharp"):
        exact["blunt"]
    with pytest.raises(IndexError):
        exact.base.mean("hits", 5)


def test_distributions_are_arrays(titan):
    run = kc.run(titan, method="monte-carlo", trials=5_000)["sharp"]
    arrays, low, high = (run.distributions(what) for what in ("value", "low", "high"))
    for name, array in arrays.items():
        assert array.dtype == np.float64 and array.shape[0] == 4
        assert np.allclose(array.sum(axis=1), 1)
        assert (low[name] <= array).all() and (array <= high[name]).all()
        for row, numbers in zip(array, run.data["rounds"]):
            known = numbers["measures"][name]["distribution"]
            assert row[: len(known)].tolist() == known and not row[len(known) :].any()
    mean = arrays["hits"][0] @ np.arange(arrays["hits"].shape[1])
    assert mean == pytest.approx(run.mean("hits", 1).value)
    with pytest.raises(ValueError, match="expected 'value'"):
        run.distributions("middle")


def test_frames_are_tidy(titan):
    result = kc.run({**titan, "sweep": {"attacker.ap": [1, 2, 3]}})
    pandas, polars = result.to_pandas(), result.to_polars()
    assert list(pandas.columns) == polars.columns and len(pandas) == len(polars)
    kills = pandas[(pandas["quantity"] == "kill") & (pandas["round"] == 4)]
    assert kills["value"].tolist()[: len(result)] == [run.kill[-1].value for run in result]
    again = polars.filter((polars["quantity"] == "kill") & (polars["round"] == 4))
    assert again["value"].to_list() == kills["value"].tolist()


def test_a_notebook_shows_charts(titan, tmp_path):
    result = kc.run(titan)
    chart = next(iter(result.charts.values()))
    assert chart._repr_svg_().startswith("<svg")
    page = result._repr_html_()
    assert page.count("<svg") == len(result.charts) and "Titan" in page
    folder = result.save(tmp_path / "report")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == result.files()


def test_what_was_asked(titan, root):
    assert kc.check(titan) == ("scenario", "Space Infantry", 2)
    assert kc.check(root / "games/risk/game.toml").kind == "game"
    assert kc.check(root / "games/risk/scenario.toml").kind == "scenario"
    assert kc.run(root / "games/risk/scenario.toml").base.method == "exact"
    compared = kc.compare(titan).data
    assert "better" in str(compared) or "verdict" in str(compared)
    both = kc.compare(titan, {**titan, "name": "other", "attacker": {"ap": 2, "av_skill": 3}})
    assert "other" in both.table()
    assert "attacker.ap" in kc.sensitivity(titan).csv()
    story = kc.explain(titan, seed=3)
    assert "# Round 1" in story and kc.explain(titan, script=story).splitlines()[-1] == story.splitlines()[-1]
    assert "# Round 1" in kc.explain(root / "scenarios/battles/titan-hunt.toml", seed=3)
    swept = kc.sweep(root / "scenarios/space-infantry/titan-with-costs.toml", {"attacker.pen": "0..=2"})
    assert len([run for run in swept if run.data["origin"] == "cell"]) == 3


def test_prices(root):
    roster = root / "scenarios/rosters/space-infantry.toml"
    options = {"armies": "pure", "max_trials": 1024, "precision": 0.5, "army": 2, "rounds": 10}
    prices = kc.balance(roster, **options)
    assert "fair" in prices.table() and prices.to_pandas()["quantity"].notna().all()
    again = pickle.loads(pickle.dumps(prices))
    assert (again.json(), again.files(), str(again)) == (prices.json(), prices.files(), str(prices))


def test_answers_can_be_sent_to_other_processes(titan):
    result = kc.run(titan, method="monte-carlo", trials=3000)
    again = pickle.loads(pickle.dumps(result))
    assert again.json() == result.json() and again.kill == result.kill
    for what in ("value", "low", "high"):
        known, found = result["sharp"].distributions(what), again["sharp"].distributions(what)
        assert known.keys() == found.keys() and all((known[name] == found[name]).all() for name in known)
