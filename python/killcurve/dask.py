"""Runs on the workers of a Dask cluster: the answer is that of one machine, byte for byte.

    from dask.distributed import Client
    import killcurve.dask

    result = killcurve.dask.run(Client("scheduler:8786"), "titan.toml", shards=64, trials=5_000_000_000)

The plan is made here, its shards are played on the workers, and their counts are added up here as they arrive. Dask plays
the shards of a worker that dies on another one. Workers need this package and no file.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from dask.distributed import Client, as_completed

import killcurve as kc

from ._source import Source, load


def run(
    client: Client,
    source: Source,
    *,
    shards: int | None = None,
    retries: int = 3,
    progress: kc.Progress = None,
    **options,
) -> kc.ScenarioAnswer:
    """Plays a scenario. Without `shards` there are four for each thread of the cluster.

    `progress` is called with shards done and expected. `retries` is Dask's: how often a shard that fails is played again.
    Other options are those of `killcurve.run`."""
    shards = shards or 4 * max(1, sum(client.nthreads().values()))
    text = kc.plan(source, shards, **options)
    merge = kc.Merge(text)
    name = f"killcurve-{uuid.uuid4().hex[:8]}"
    # A task, unlike scattered data, is made again if its worker dies.
    plan = client.submit(_same, text, key=f"{name}-plan")
    keys = [f"{name}-{shard}" for shard in range(1, shards + 1)]
    futures = client.map(_play, range(1, shards + 1), plan=plan, key=keys, retries=retries)
    try:
        for done, future in enumerate(as_completed(futures), 1):
            merge.add(future.result(), future.key)
            future.release()
            if progress is not None:
                progress(done, shards)
    finally:
        client.cancel([future for future in futures if not future.done()])
    return merge.finish()


def sweep(client: Client, source: Source, over: Mapping[str, Any], **options) -> kc.ScenarioAnswer:
    """Plays a scenario for every combination of values. Options are those of `run`."""
    return run(client, kc.with_sweep(source, over), **options)


def balance(
    client: Client, rosters: Mapping[str, Source], *, retries: int = 3, progress: kc.Progress = None, **options
) -> dict[str, kc.Answer]:
    """Finds what units should cost in several versions of a roster, each on one worker.

    A price search moves prices after every round of battles, so one search is not divided. A roster that names a game file
    needs that file on the workers. Options are those of `killcurve.balance`."""
    options.setdefault("threads", 1)
    futures = {
        client.submit(kc.balance, load(roster), **options, pure=False, retries=retries): name
        for name, roster in rosters.items()
    }
    answers = {}
    try:
        for done, future in enumerate(as_completed(list(futures)), 1):
            answers[futures[future]] = future.result()
            if progress is not None:
                progress(done, len(futures))
    finally:
        client.cancel([future for future in futures if not future.done()])
    return {name: answers[name] for name in rosters}


def _same(text: str) -> str:
    return text


def _play(shard: int, plan: str) -> str:
    # A worker has a thread for each shard that it plays at the same time.
    return kc.play_shard(plan, shard, threads=1)
