"""What shards and calls from Python cost: the figures of docs/src/clusters.md.

    python python/benches/figures.py            (a release build; nothing else should run)
"""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import killcurve as kc

TITAN = {
    "system": "space-infantry",
    "name": "Titan",
    "rounds": 4,
    "attacker": {"ap": 3, "av_skill": 3},
    "target": {"heavy_armor": True, "dmg": 4, "sp": 2},
}
SAMPLED = {"method": "monte-carlo", "seed": 1}


def median(times: int, act) -> float:
    """The median of some measurements in milliseconds."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        act()
        taken.append((time.perf_counter() - start) * 1000)
    return statistics.median(taken)


def calls() -> None:
    program = os.environ.get("KILLCURVE", "killcurve")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "titan.toml")
        from killcurve._source import toml

        file.write_text(toml(TITAN))
        words = [program, "run", str(file), "--format", "json", "--quiet"]
        print(f"kc.run                     {median(200, lambda: kc.run(file)):8.2f} ms")
        print(f"kc.run and its JSON        {median(200, lambda: kc.run(file).data):8.2f} ms")
        command = median(50, lambda: subprocess.run(words, check=True, capture_output=True))
        print(f"the command                {command:8.2f} ms")


def shards() -> None:
    print("shards     plan    a shard's file    merge    peak memory of this process")
    for count in (10, 100, 1_000, 10_000):
        trials = count * 1024
        start = time.process_time()
        plan = kc.plan(TITAN, shards=count, trials=trials, **SAMPLED)
        planned = time.process_time() - start
        one = kc.play_shard(plan, 1, threads=1)
        merge, merging = kc.Merge(plan), 0.0
        for shard in range(1, count + 1):
            counts = kc.play_shard(plan, shard)
            start = time.process_time()
            merge.add(counts)
            merging += time.process_time() - start
        merge.finish()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{count:6}  {planned * 1000:6.1f} ms   {len(one):7} bytes  {merging * 1000:7.1f} ms   {peak:6.1f} MB")


def workers() -> None:
    from dask.distributed import Client, LocalCluster

    import killcurve.dask

    trials = int(os.environ.get("TRIALS", 400_000_000))
    times = {}
    for turn in range(2):
        for count in (1, 2):
            with LocalCluster(n_workers=count, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster:
                with Client(cluster) as client:
                    killcurve.dask.run(client, TITAN, shards=2, trials=2048, **SAMPLED)
                    start = time.perf_counter()
                    killcurve.dask.run(client, TITAN, shards=32, trials=trials, **SAMPLED)
                    times.setdefault(count, []).append(time.perf_counter() - start)
    one, two = (min(times[count]) for count in (1, 2))
    print(f"{trials} trials: one worker {one:.1f} s, two workers {two:.1f} s, {one / two:.2f} times as fast")


def cells() -> None:
    from dask.distributed import Client, LocalCluster

    import killcurve.dask

    over = {
        "attacker.ap": "1..=10", "attacker.av_skill": "2..=6", "target.dmg": "2..=6",
        "attacker.pen": "0..=3", "target.sp": "1..=10",
    }
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster:
        with Client(cluster) as client:
            start = time.perf_counter()
            swept = killcurve.dask.sweep(client, TITAN, over, shards=64)
            taken = time.perf_counter() - start
    start = time.perf_counter()
    alone = kc.sweep(TITAN, over)
    print(f"{len(swept)} runs: Dask with two workers {taken:.1f} s, one process {time.perf_counter() - start:.1f} s")
    files = alone.files()
    assert swept.files() == files
    print(f"all {len(files)} files are the same, {sum(map(len, files.values()))} bytes")


if __name__ == "__main__":
    for part in sys.argv[1:] or ["calls", "shards", "workers", "cells"]:
        {"calls": calls, "shards": shards, "workers": workers, "cells": cells}[part]()
