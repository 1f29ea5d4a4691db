"""What goes wrong is an exception with its place, and Ctrl-C works."""

import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import pytest

import killcurve as kc


def test_faults_have_places(tmp_path):
    file = tmp_path / "bad.toml"
    file.write_text('system = "space-infantry"\n[attacker]\nap = 3\nav_skil = 3\n[target]\nsp = 1\n')
    with pytest.raises(kc.InputError) as caught:
        kc.run(file)
    error = caught.value
    assert (error.file, error.line, error.column) == (str(file), 4, 1)
    assert error.suggestion == "did you mean `av_skill`?"
    assert "av_skil = 3" in str(error) and "^" in str(error)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.faults) == (str(error), error.faults)


def test_a_setting_has_its_place(titan):
    with pytest.raises(kc.InputError) as caught:
        kc.run(titan, set={"attacker.ap": "many"})
    assert caught.value.file.startswith("--set")


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(kc.InputError, match="there is no such file") as caught:
        kc.run(tmp_path / "none.toml")
    assert caught.value.line is None
    with pytest.raises(TypeError, match="a path or a dictionary"):
        kc.run(7)
    with pytest.raises(TypeError, match="a value is"):
        kc.run({"system": object()})


@pytest.mark.parametrize(
    "options",
    [
        {"method": "magic"}, {"method": "both"}, {"trials": 0}, {"trials": 10**13}, {"precision": 0.9},
        {"precision": 0.01, "trials": 5}, {"threads": 0}, {"threads": 10**6}, {"at_rounds": [1]},
    ],
)
def test_arguments_out_of_range(titan, options):
    with pytest.raises(kc.InputError):
        kc.run(titan, **options)


def test_arguments_that_there_are_not(titan):
    with pytest.raises(TypeError, match="trails"):
        kc.run(titan, trails=5)


def test_the_wrong_kind_of_input(titan, root):
    with pytest.raises(kc.InputError, match="is a roster, and a scenario is needed"):
        kc.run(root / "scenarios/rosters/space-infantry.toml")
    with pytest.raises(kc.InputError, match="is a scenario, and a battle is needed"):
        kc.battle(titan)


def test_work_that_cannot_be_done(root):
    with pytest.raises(kc.RunError, match="too large to solve exactly"):
        kc.run(root / "scenarios/deadzone/worked-example.toml", method="exact", max_paths=1)


def test_other_threads_run_meanwhile(titan):
    counted, done = 0, threading.Event()

    def count():
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    seen = []
    kc.run(titan, method="monte-carlo", trials=3_000_000, progress=lambda *now: seen.append(now))
    done.set()
    thread.join()
    assert counted > 10
    assert all(0 <= now <= expected for now, expected in seen)


def test_an_exception_of_progress_stops_the_work(titan):
    def stop(done, expected):
        raise RuntimeError("enough")

    start = time.monotonic()
    with pytest.raises(RuntimeError, match="enough"):
        kc.run(titan, method="monte-carlo", trials=10**12, progress=stop)
    assert time.monotonic() - start < 10


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_ctrl_c():
    code = (
        "import killcurve as kc\n"
        "print('ready', flush=True)\n"
        "kc.run({'system': 'space-infantry', 'attacker': {'ap': 3, 'av_skill': 3},"
        " 'target': {'heavy_armor': True, 'dmg': 4, 'sp': 2}}, method='monte-carlo', trials=10**12)\n"
    )
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen([sys.executable, "-c", code], text=True, **pipes)
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.5)
    start = time.monotonic()
    os.kill(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert "KeyboardInterrupt" in errors and "panicked" not in errors
    assert time.monotonic() - start < 10
