"""Shards from Python are those of the command line."""

import subprocess

import pytest

import killcurve as kc

OPTIONS = {"method": "monte-carlo", "trials": 10_000, "seed": 5}


def test_shards_merge_to_the_answer_of_one_machine(titan):
    plan = kc.plan(titan, shards=6, **OPTIONS)
    counts = [kc.play_shard(plan, shard, threads=1) for shard in range(1, 7)]
    merge = kc.Merge(plan)
    for text in reversed(counts):
        merge.add(text)
    merged = merge.finish()
    assert merged.files() == kc.run(titan, **OPTIONS).files()
    with pytest.raises(RuntimeError, match="finished"):
        merge.finish()


def test_what_is_refused(titan):
    plan = kc.plan(titan, shards=2, **OPTIONS)
    first = kc.play_shard(plan, 1)
    merge = kc.Merge(plan)
    merge.add(first, "one")
    for text, words in [(first, "already given, by one"), (first[:-30], "cut short"), ("", "not the file of a shard")]:
        with pytest.raises(kc.InputError, match=words):
            merge.add(text, "two")
    with pytest.raises(kc.InputError, match="shard 2 of 2 is missing"):
        merge.finish()
    with pytest.raises(kc.InputError, match="there is no shard 3"):
        kc.play_shard(plan, 3)
    with pytest.raises(kc.InputError, match="it is not a plan"):
        kc.Merge("{}")


def test_plans_and_shards_are_files_of_the_command_line(program, root, tmp_path, monkeypatch):
    monkeypatch.chdir(root)
    path = "scenarios/space-infantry/titan-with-costs.toml"
    words = ["--shards", "3", "--method", "monte-carlo", "--trials", "10000", "--seed", "5"]
    printed = subprocess.run([program, "plan", path, *words, "-o", "-"], cwd=root, check=True, capture_output=True)
    plan = kc.plan(path, shards=3, **OPTIONS)
    assert plan.encode() == printed.stdout
    (tmp_path / "p.json").write_text(plan)
    subprocess.run([program, "run", "--plan", "p.json", "--shard", "2/3", "--quiet"], cwd=tmp_path, check=True)
    assert (tmp_path / "p.shards/shard-2-of-3.jsonl").read_text() == kc.play_shard(plan, 2)
