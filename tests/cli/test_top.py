"""afterburner top: what it reads of running programs, and what it refuses."""
import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess

import pytest
from watched import processes, program, top

from conftest import COMMAND, as_nobody, clean_environment, not_sanitized, refused, run

PIECE = 16 * 1024  # a pipe holds two of these, so that nobody need read what comes out
OPENSSL = ["openssl", "enc", "-aes-256-ctr", "-K", "0" * 64, "-iv", "0" * 32]


@contextlib.contextmanager
def encryption(tmp_path, *settings):
    """A program that encrypts what it is fed, with the module; it has been fed one piece, and has begun with it."""
    not_sanitized()
    (tmp_path / "c.cnf").write_text(run("config", *settings).stdout)
    with program(OPENSSL, stdout=subprocess.PIPE,
                 env=clean_environment(OPENSSL_CONF=tmp_path / "c.cnf")) as process:
        feed(process)
        assert process.stdout.read1(1) != b""
        yield process
        process.stdout.close()


def feed(process):
    process.stdin.write(bytes(PIECE))
    process.stdin.flush()


def rows_of(process, *words):
    """Return the rows of its encryption."""
    (found,) = [p for p in processes(*(words or (process.pid,))) if p["pid"] == process.pid]
    assert found["name"] == "openssl" and found["counters"]
    return [r for r in found["rows"] if r["algorithm"] == "AES-256-CTR"]


def wait_for(process, num_bytes, *words):
    """Return the row once it has so many bytes: the program takes its time to read them."""
    for _ in range(60):
        rows = rows_of(process, *words)
        if rows and rows[0]["bytes"] == num_bytes:
            return rows[0]
    raise AssertionError(rows)


def test_shows_what_a_program_does(tmp_path):
    with encryption(tmp_path, "--counters", "on") as process:
        row = wait_for(process, PIECE)
        assert row["operation"] == "encrypt" and row["calls"] >= 1 and re.fullmatch("[a-z0-9]+", row["level"])
        feed(process)
        row = wait_for(process, 2 * PIECE, "openssl")  # by its name
        assert 0 <= row["bytes_per_second"] <= 1.001 * PIECE and 0 <= row["calls_per_second"] < row["calls"]
        text = top("--once").stdout  # of all that have the module
        assert f"openssl ({process.pid})" in text and re.search(r"^  AES-256-CTR +encrypt +\w+ +0 +-  ?B$", text, re.M)


def test_says_that_counters_are_off(tmp_path):
    with encryption(tmp_path) as process:
        done = top("--json", process.pid)
        assert done.returncode == 1 and "enable --counters on" in done.line
        (found,) = json.loads(done.stdout)["processes"]
        assert not found["counters"] and found["rows"] == []


def test_leaves_out_the_command_that_waits_for_a_program():
    """`exec` loads the module to try it, and counts nothing; the program that it has started is listed."""
    not_sanitized()
    with program([COMMAND, "exec", *OPENSSL], stdout=subprocess.PIPE, env=clean_environment()) as process:
        feed(process)
        assert process.stdout.read1(1) != b""
        listed = [p["name"] for p in processes() if p["pid"] == process.pid]
        (named,) = processes(process.pid)
        started = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        assert listed == [] and named["name"] == "afterburner"
        assert {int(pid) for pid in started} <= {p["pid"] for p in processes()} and started
        process.stdin.close()
        process.wait(timeout=20)
        process.stdout.close()


def test_says_that_no_process_has_the_module():
    done = top("--once", os.getpid())
    assert done.returncode == 1 and "no process has Afterburner" in done.line


def test_goes_on_until_an_interrupt(tmp_path):
    with (encryption(tmp_path, "--counters", "on") as process,
          subprocess.Popen([COMMAND, "top", str(process.pid)], stdout=subprocess.PIPE, text=True) as watching):
        for _ in range(2):
            while watching.stdout.readline().split()[:1] != ["algorithm"]:
                assert watching.poll() is None
        watching.send_signal(signal.SIGINT)
        assert watching.wait(timeout=60) == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to become another user")
def test_another_user_sees_nothing(tmp_path):
    with encryption(tmp_path, "--counters", "on") as process:
        words = as_nobody(COMMAND, "top", "--once", str(process.pid))
        done = subprocess.run(words, capture_output=True, text=True, env=clean_environment())
        assert done.returncode in (1, 2) and "AES-256-CTR" not in done.stdout


@pytest.mark.parametrize("seconds", ["0", "-1", "1.5", "x", "", "3601"])
def test_wrong_seconds(seconds):
    assert "--seconds wants a number from 1 to 3600" in refused("top", "--seconds", seconds)


def test_no_such_process():
    assert "there is no process" in refused("top", "4194305")
    assert "there is no process" in refused("top", "no\x1bsuch")
