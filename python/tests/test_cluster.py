"""The workflow of Snakemake and the job of Slurm give the report of one machine."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

FILE = 'system = "space-infantry"\nattacker = { ap = 2, av_skill = 3 }\ntarget = { dmg = 4, sp = 2 }\n'
OPTIONS = "--method monte-carlo --trials 20000"


def report(folder: Path) -> dict[str, bytes]:
    (found,) = folder.iterdir()
    return {path.name: path.read_bytes() for path in found.iterdir()}


@pytest.fixture
def alone(program, tmp_path):
    (tmp_path / "titan.toml").write_text(FILE)
    words = [program, "run", "titan.toml", *OPTIONS.split(), "--quiet", "--out", "alone"]
    subprocess.run(words, cwd=tmp_path, check=True)
    return report(tmp_path / "alone")


@pytest.fixture
def environment(program, tmp_path):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/killcurve").symlink_to(shutil.which(program))
    return {**os.environ, "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"}


def test_the_job_of_slurm(program, root, tmp_path, alone, environment):
    words = [program, "plan", "titan.toml", "--shards", "12", *OPTIONS.split(), "--quiet"]
    subprocess.run(words, cwd=tmp_path, check=True)
    for task in range(1, 13):
        slurm = {**environment, "SLURM_ARRAY_TASK_ID": str(task), "SLURM_ARRAY_TASK_COUNT": "12"}
        job = ["bash", str(root / "examples/cluster/shard.sbatch"), "titan.plan.json"]
        subprocess.run(job, cwd=tmp_path, env=slurm, check=True)
    subprocess.run([program, "merge", "titan.plan.json", "--quiet", "--out", "merged"], cwd=tmp_path, check=True)
    assert report(tmp_path / "merged") == alone


def test_the_workflow_of_snakemake(root, tmp_path, alone, environment):
    pytest.importorskip("snakemake")
    words = ["--snakefile", str(root / "examples/cluster/Snakefile"), "--cores", "2", "--quiet", "all"]
    config = ["--config", "scenario=titan.toml", "shards=11", f"options={OPTIONS}"]
    subprocess.run([sys.executable, "-m", "snakemake", *words, *config], cwd=tmp_path, env=environment, check=True)
    assert report(tmp_path / "merged") == alone
