"""afterburner estimate: what it sees in running programs, what it refuses, and that it leaves them as they were."""
import fnmatch
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

import pytest

from conftest import COMMAND, MODULE, TIMEOUT, as_nobody, clean_environment, not_sanitized, refused, run

ROOT = pathlib.Path(__file__).parents[2]
IDLE = [sys.executable, "-c", "import time; print('up', flush=True); time.sleep(3600)"]


@pytest.fixture
def start():
    """Start programs that end with the test."""
    started = []

    def begin(words, is_up=False, **more):
        process = subprocess.Popen([*map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, **more)
        started.append(process)
        if is_up:
            assert process.stdout.readline() == b"up\n"
        return process

    yield begin
    for process in started:
        process.kill()
        process.wait()
        process.stdout.close()


def status_of(process):
    text = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return dict(line.split(":\t", 1) for line in text.splitlines() if ":\t" in line)


def assert_untouched(process):
    """It runs, sleeps, or waits for a page (D), as it would without us: it is neither stopped nor traced."""
    status = status_of(process)
    assert process.poll() is None and status["TracerPid"] == "0" and status["State"][0] in "RSD", status


def estimate(*args):
    """Run it; skip the test where nobody may sample anything."""
    done = run("estimate", *args)
    if done.returncode == 2 and "may not sample" in done.stderr:
        pytest.skip(done.line)
    return done


# ---- the names of functions ----


def rows():
    """Return (pattern, first release) of the table in symbol_names.c."""
    text = (ROOT / "cli/estimate/symbol_names.c").read_text()
    found = re.findall(r'^    \{ "([^"]+)", AB_CLASS_\w+ \},(?: */\* since (\d)\.(\d) \*/)?$', text, re.M)
    assert len(found) == text.count("AB_CLASS_") > 50
    return [(pattern, (int(major or 3), int(minor or 0))) for pattern, major, minor in found]


def builds():
    """Return {(major, minor): names of functions} of OpenSSL builds that have them: the system's, some of the cache."""
    paths = [pathlib.Path(p) for p in ("/usr/lib/x86_64-linux-gnu/libcrypto.a", "/usr/lib64/libcrypto.a")]
    for release in ("3.0", "3.5", "4.0"):
        paths += sorted(pathlib.Path.home().glob(f".cache/afterburner/openssl-{release}.*/bin/openssl"))[-1:]
    found = {}
    for path in paths:
        if not path.exists() or shutil.which("nm") is None:
            continue
        lines = subprocess.run(["nm", path], capture_output=True, text=True).stdout.splitlines()
        names = {words[2] for line in lines if len(words := line.split()) == 3 and words[1] in "tTwW"}
        version = re.search(rb"OpenSSL (\d+)\.(\d+)\.\d+ \d", path.read_bytes())
        if version and "sha256_block_data_order" in names:
            found.setdefault((int(version[1]), int(version[2])), set()).update(names)
    return found


def test_every_pattern_matches_a_function():
    libraries = builds()
    if not libraries:
        pytest.skip("no build of OpenSSL with the names of its functions here")
    reachable = [(p, since) for p, since in rows() if any(key >= since for key in libraries)]
    missing = [p for p, since in reachable
               if not any(fnmatch.filter(names, p) for key, names in libraries.items() if key >= since)]
    assert len(reachable) > 50 and len(missing) <= (0 if len(libraries) > 2 else len(reachable) // 10), missing
    early = [p for p, since in rows() for key, names in libraries.items()
             if key < since and fnmatch.filter(names, p)]
    assert early == []


# ---- running programs ----


def test_process_with_the_module(start, tmp_path):
    not_sanitized()
    conf = tmp_path / "openssl.cnf"
    conf.write_text(run("config", "--module", MODULE).stdout)
    process = start(["openssl", "speed", "-seconds", "3600", "-evp", "sha256"],
                    env=clean_environment(OPENSSL_CONF=conf))
    deadline = time.monotonic() + TIMEOUT
    while "afterburner.so" not in pathlib.Path(f"/proc/{process.pid}/maps").read_text():
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.05)
    done = estimate(process.pid)
    assert done.returncode == 0 and "runs with Afterburner already" in done.stdout
    assert json.loads(estimate("--json", process.pid).stdout)["with_afterburner"] == 1


def test_idle_program_with_a_hostile_name(start):
    name = b"\x1b[31m\nx $(id)"
    program = f"import ctypes, time; ctypes.CDLL(None).prctl(15, {name!r}); print('up', flush=True); time.sleep(3600)"
    process = start([sys.executable, "-c", program], is_up=True)
    assert pathlib.Path(f"/proc/{process.pid}/comm").read_bytes() == name + b"\n"
    for word in (process.pid, name.decode()):
        done = estimate("--seconds", "1", word)
        assert done.returncode == 1 and "too little processor time" in done.stdout
        assert "\x1b" not in done.stdout and done.stdout.count("\n") == 1
        assert_untouched(process)
    done = estimate("--json", "--seconds", "1", process.pid)
    assert done.returncode == 1 and "\x1b" not in done.stdout
    assert json.loads(done.stdout)["name"] == name.decode()


def test_interrupt_ends_the_watching(start):
    process = start(IDLE, is_up=True)
    watcher = start([COMMAND, "estimate", "--seconds", "600", process.pid], env=clean_environment())
    deadline = time.monotonic() + TIMEOUT
    while not int(status_of(watcher)["SigCgt"], 16) >> (signal.SIGINT - 1) & 1:
        if watcher.poll() is not None or status_of(watcher)["State"][0] == "Z":
            pytest.skip("nobody may sample anything here")
        assert time.monotonic() < deadline
        time.sleep(0.05)
    watcher.send_signal(signal.SIGINT)
    assert b"too little processor time" in watcher.stdout.read() and watcher.wait() == 1
    assert_untouched(process)


def test_program_that_ends_meanwhile(start):
    """One that takes next to no processor time to start and end, even where memory is short."""
    process = start(["sleep", "1"])
    done = estimate("--seconds", "600", process.pid)
    assert "too little processor time" in done.stdout or "has ended" in done.stderr, done


def test_program_that_has_ended(start):
    """It remains a process until its parent, this one, waits for it."""
    process = start(["true"])
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert f"process {process.pid} has ended" in refused("estimate", process.pid)


# ---- refusals ----


def test_wrong_calls():
    assert "wants the number or name" in refused("estimate")
    assert "there is no process" in refused("estimate", "no-such-name")
    assert "there is no process ''" in refused("estimate", "")
    assert "there is no process 4194305" in refused("estimate", "4194305")  # above the greatest
    for seconds in ("0", "601", "x", "", "1.5"):
        assert "1 to 600" in refused("estimate", "--seconds", seconds, "1")
    assert "/nonexistent" in refused("estimate", "--module", "/nonexistent", "1")


def test_process_of_another_user(public_dir):
    words = as_nobody(str(public_dir / "afterburner"), "estimate", "1")
    done = subprocess.run(words, capture_output=True, text=True, env=clean_environment())
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.count("\n") == 1
    assert "process 1 of user 0: run this as that user or as root, with sudo" in done.stderr
