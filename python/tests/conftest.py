"""Where the samples and the program are."""

import os
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def root() -> Path:
    return ROOT


@pytest.fixture
def program() -> str:
    """The command line, of the same build."""
    found = os.environ.get("KILLCURVE") or shutil.which("killcurve")
    if found is None:
        pytest.skip("the program killcurve is not installed")
    return found


@pytest.fixture
def titan() -> dict:
    return {
        "system": "space-infantry",
        "name": "Titan",
        "rounds": 4,
        "attacker": {"ap": 3, "av_skill": 3},
        "target": {"heavy_armor": True, "dmg": 4, "sp": 2},
        "variant": [{"name": "sharp", "attacker": {"pen": 1}}],
    }
