"""afterburner estimate as a whole: programs that compute one algorithm in a loop, by libcrypto or their own OpenSSL."""
import ctypes
import json
import os
import pathlib
import shutil
import subprocess
import time

import pytest

from conftest import COMMAND, as_nobody, clean_environment, not_sanitized, run

STATIC = sorted(pathlib.Path.home().glob(".cache/afterburner/openssl-*/bin/openssl"))
OPENSSL = ["openssl", "speed", "-seconds", "600", "-bytes", "16384"]


def found_in(words, *options):
    """Run the program, and return what the estimate says of it."""
    not_sanitized()
    process = subprocess.Popen(list(map(str, words)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               env=clean_environment(OPENSSL_CONF="/dev/null"))
    try:
        for _ in range(5):  # at the beginning, or on a busy machine, it may have had no processor time
            done = run("estimate", "--json", "--seconds", "3", *options, process.pid)
            if done.returncode == 2 and "may not sample" in done.stderr:
                pytest.skip(done.line)
            if done.returncode == 0:
                break
        assert done.returncode == 0 and process.poll() is None, done
    finally:
        process.kill()
        process.wait()
    found = json.loads(done.stdout)
    assert found["saving"]["low"] <= found["saving"]["high"] < 1
    return max(found["algorithms"], key=lambda a: a["share"]), found


@pytest.mark.parametrize("words,name", [
    (["-evp", "sha256"], "SHA-256"),
    (["-evp", "sha3-256"], "SHA-3"),
    (["-evp", "aes-256-cbc"], "AES-CBC"),
    (["-evp", "aes-256-gcm"], "AES-GCM"),
    (["rsa2048"], "RSA"),
    (["ecdsap256"], "P-256"),
    (["ecdhx25519"], "X25519"),
])
def test_stripped_libcrypto(words, name):
    greatest, found = found_in([*OPENSSL, *words])
    assert greatest["name"] == name and greatest["share"] > 0.5, found


@pytest.mark.parametrize("words,name", [(["-evp", "sha256"], "SHA-256"), (["-evp", "aes-256-gcm"], "AES-GCM"),
                                        (["rsa2048"], "RSA"), (["ecdsap256"], "P-256")])
def test_names_of_functions(words, name):
    if not STATIC:
        pytest.skip("no static OpenSSL in ~/.cache/afterburner; fix: make test-openssl")
    greatest, found = found_in([STATIC[0], *OPENSSL[1:], *words])
    assert greatest["name"] == name and greatest["share"] > 0.5, found


def test_program_without_names(tmp_path):
    if not STATIC or shutil.which("strip") is None:
        pytest.skip("no static OpenSSL in ~/.cache/afterburner, or no strip")
    subprocess.run(["strip", "-s", "-o", tmp_path / "openssl", STATIC[0]], check=True)
    process = subprocess.Popen([tmp_path / "openssl", *OPENSSL[1:], "-evp", "sha256"], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, env=clean_environment(OPENSSL_CONF="/dev/null"))
    try:
        done = run("estimate", "--seconds", "3", process.pid)
        if done.returncode == 2:
            pytest.skip(done.line)
        assert "has no names for its functions" in done.stdout, done
    finally:
        process.kill()
        process.wait()


def test_unprivileged(public_dir):
    """Without root's rights, one's own process is estimated like any other, or one line says what is missing."""
    program = subprocess.Popen(as_nobody("openssl", "speed", "-seconds", "600", "-evp", "sha256"),
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=clean_environment())
    try:
        words = as_nobody(str(public_dir / "afterburner"), "estimate", "--seconds", "3", str(program.pid))
        done = subprocess.run(words, capture_output=True, text=True, env=clean_environment())
    finally:
        program.kill()
        program.wait()
    if done.returncode == 2:
        assert "kernel.perf_event_paranoid is" in done.stderr and done.stderr.count("\n") == 1
    else:
        assert done.returncode in (0, 1) and "openssl" in done.stdout, done


def children_of(pid):
    return set(map(int, pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))


def wait_until(condition):
    deadline = time.monotonic() + 300
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_nothing_is_left_behind():
    """The children in which it learns die with it, even if it is killed."""
    libc = ctypes.CDLL(None)
    libc.prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER: orphans become ours
    program = subprocess.Popen([*OPENSSL, "-evp", "sha256"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    others = children_of(os.getpid())
    watcher = subprocess.Popen([COMMAND, "estimate", "--seconds", "2", str(program.pid)], stdout=subprocess.DEVNULL,
                               env=clean_environment())
    try:
        wait_until(lambda: watcher.poll() is not None or children_of(watcher.pid))
        if watcher.returncode is not None:
            pytest.skip("nothing may be sampled here, or there was no processor time")
        watcher.kill()
        watcher.wait()

        def are_gone():
            for orphan in children_of(os.getpid()) - others:
                os.waitpid(orphan, os.WNOHANG)
            return children_of(os.getpid()) <= others

        wait_until(are_gone)
    finally:
        libc.prctl(36, 0, 0, 0, 0)
        program.kill()
        program.wait()
