"""scripts/venv.sh, which makes the lab's Python environment: once, by one process at a time, and with one line if it
fails."""

from __future__ import annotations

import os
import pathlib
import subprocess

import pytest

VENV = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "venv.sh"
NO_NETWORK = {"PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_RETRIES": "0", "PIP_NO_CACHE_DIR": "1"}


def make(requirements: pathlib.Path, folder: pathlib.Path, **environment: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [VENV, requirements, folder],
        env={**os.environ, **NO_NETWORK, **environment},
        capture_output=True,
        text=True,
        timeout=600,
    )


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> tuple[pathlib.Path, pathlib.Path]:
    folder = tmp_path_factory.mktemp("environment")
    requirements = folder / "requirements.txt"
    requirements.write_text("# nothing\n")
    done = make(requirements, folder / "venv")
    assert done.returncode == 0 and done.stdout == ""
    return requirements, folder / "venv"


def test_an_existing_environment_is_reused(made):
    before = (made[1] / "bin" / "python").lstat().st_mtime_ns
    done = make(*made)
    assert (done.returncode, done.stderr) == (0, "")
    assert (made[1] / "bin" / "python").lstat().st_mtime_ns == before


def test_an_environment_without_its_python_is_made_again(made):
    (made[1] / "bin" / "python").unlink()
    assert make(*made).returncode == 0
    assert subprocess.run([made[1] / "bin" / "python", "-c", ""]).returncode == 0


def test_a_missing_network_is_reported_in_one_line(tmp_path):
    requirements = tmp_path / "requirements.txt"
    requirements.write_text("rich==15.0.0\n")
    done = make(requirements, tmp_path / "venv")
    said = [line for line in done.stderr.splitlines() if not line.startswith("Making ")]
    assert done.returncode == 1 and len(said) == 1
    assert said[0].startswith(f"afterburner: pip cannot install {requirements}: ERROR: ") and "no network?" in said[0]
    assert not (tmp_path / "venv" / "requirements.txt").exists(), "taken for whole the next time"


def test_an_old_python_is_named(tmp_path):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python3").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "bin" / "python3").chmod(0o755)
    (tmp_path / "requirements.txt").write_text("# nothing\n")
    done = make(tmp_path / "requirements.txt", tmp_path / "venv", PATH=f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    assert done.returncode == 1
    assert done.stderr == "afterburner: Python 3.11 or later with venv is wanted; fix: scripts/bootstrap.sh run\n"
