"""A real cluster of worker processes gives the bytes of one machine, even if workers die or come late."""

import os
import signal
import sys
import warnings

import pytest

import killcurve as kc

distributed = pytest.importorskip("distributed")
import killcurve.dask  # noqa: E402

OPTIONS = {"method": "monte-carlo", "seed": 11}


@pytest.fixture(scope="module")
def cluster():
    warnings.simplefilter("ignore")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as cluster:
        yield cluster


@pytest.fixture
def client(cluster):
    with distributed.Client(cluster) as client:
        yield client


def test_a_run(client, titan):
    seen = []
    result = kc.dask.run(
        client, titan, shards=5, trials=20_000, progress=lambda *now: seen.append(now), **OPTIONS
    )
    assert result.files() == kc.run(titan, trials=20_000, **OPTIONS).files()
    assert seen == [(done, 5) for done in range(1, 6)]


def test_a_file_that_the_workers_do_not_have(client, tmp_path):
    file = tmp_path / "here.toml"
    file.write_text('system = "space-infantry"\nattacker = { ap = 1, av_skill = 3 }\ntarget = { dmg = 4, sp = 1 }\n')
    alone = kc.run(file, trials=5000, **OPTIONS).files()
    text = file.read_text()
    plan = kc.plan(file, shards=2, trials=5000, **OPTIONS)
    file.unlink()
    merge = kc.Merge(plan)
    for counts in client.gather(client.map(kc.play_shard, [plan, plan], [1, 2])):
        merge.add(counts)
    assert merge.finish().files() == alone and text


def test_a_sweep(client, titan):
    over = {"attacker.ap": "1..=6", "target.dmg": "2..=6"}
    result = kc.dask.sweep(client, titan, over)
    assert len(result) == 2 + 30
    assert result.files() == kc.sweep(titan, over).files()


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is of Unix")
def test_a_worker_is_killed_and_another_joins_late(cluster, client, titan):
    shards, trials = 24, 24 * 400 * 1024
    alone = kc.run(titan, trials=trials, **OPTIONS).files()
    workers = client.run(os.getpid)
    killed = []

    def disturb(done, expected):
        if done == 4:
            killed.extend(list(workers.values())[:1])
            os.kill(killed[0], signal.SIGKILL)
            cluster.scale(3)

    result = kc.dask.run(client, titan, shards=shards, trials=trials, progress=disturb, **OPTIONS)
    assert killed and killed[0] not in client.run(os.getpid).values()
    assert result.files() == alone


def test_errors_come_back(client, titan, monkeypatch):
    with pytest.raises(kc.InputError, match="a plan has 1 to"):
        kc.dask.run(client, titan, shards=10**6)
    wrong = kc.plan(titan, shards=2).replace('"shards": 2', '"shards": 0')
    with pytest.raises(kc.InputError, match="the plan was changed"):
        client.submit(kc.play_shard, wrong, 1).result()


def test_prices_of_several_versions(client, root):
    roster = root / "scenarios/rosters/space-infantry.toml"
    options = {"armies": "pure", "max_trials": 1024, "precision": 0.5, "army": 2, "rounds": 6}
    found = kc.dask.balance(client, {"now": roster, "again": roster}, **options)
    alone = kc.balance(roster, **options)
    assert list(found) == ["now", "again"]
    assert found["now"].files() == found["again"].files() == alone.files()
