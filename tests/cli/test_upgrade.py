"""An upgrade and a removal while a program computes: it goes on with the module that it has mapped; doctor says so."""
import mmap
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

from conftest import COMMAND, MODULE, MOUNT, clean_environment, may_mount, not_sanitized, run

ROOT = pathlib.Path(__file__).parents[2]
MODULE_PATH = "usr/lib/ossl-modules/afterburner.so"

# For each line on stdin, encrypt and hash with names that the line gives, and print the results. The first use of a
# name runs code of the module that was not in memory before.
PROGRAM = """
import ctypes, hashlib, sys
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.asymmetric import ec, rsa, x25519
KEY = b"k" * 32
WORK = {
    "ctr": lambda: Cipher(algorithms.AES(KEY), modes.CTR(b"i" * 16)).encryptor().update(bytes(1 << 20)),
    "gcm": lambda: Cipher(algorithms.AES(KEY), modes.GCM(b"i" * 12)).encryptor().update(bytes(1 << 20)),
    "sha3": lambda: (lambda h: (h.update(bytes(1 << 20)), h.finalize())[1])(hashes.Hash(hashes.SHA3_256())),
    "p256": lambda: ec.derive_private_key(7, ec.SECP256R1()).exchange(
        ec.ECDH(), ec.derive_private_key(9, ec.SECP256R1()).public_key()),
    "x25519": lambda: x25519.X25519PrivateKey.from_private_bytes(KEY).exchange(
        x25519.X25519PrivateKey.from_private_bytes(KEY[::-1]).public_key()),
}
print("up", flush=True)
for line in sys.stdin:
    print(*(hashlib.blake2b(WORK[name]()).hexdigest() for name in line.split()), flush=True)
"""
NAMES = ["ctr", "gcm", "sha3", "p256", "x25519"]


class Computing:
    """A program that computes on demand."""

    def __init__(self, conf):
        self.process = subprocess.Popen([sys.executable, "-c", PROGRAM], stdin=subprocess.PIPE, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        env=clean_environment(OPENSSL_CONF=conf))
        assert self.process.stdout.readline() == "up\n"

    def compute(self, *names):
        self.process.stdin.write(" ".join(names) + "\n")
        self.process.stdin.flush()
        results = self.process.stdout.readline().split()
        assert len(results) == len(names), f"the program ended with {self.process.wait()}"
        return dict(zip(names, results))

    def modules(self):
        lines = pathlib.Path(f"/proc/{self.process.pid}/maps").read_text().splitlines()
        return {x.split(None, 5)[5] for x in lines if "afterburner.so" in x}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()


def stage(tmp_path, name, tail=b""):
    """Make a tree to install: the module, which differs by its tail."""
    path = tmp_path / name / "lib" / "ossl-modules" / "afterburner.so"
    path.parent.mkdir(parents=True)
    path.write_bytes(pathlib.Path(MODULE).read_bytes() + tail)
    return tmp_path / name


def install(tree, destination):
    subprocess.run([ROOT / "packaging" / "place.sh", tree, destination, "/usr"], check=True, capture_output=True,
                   env=clean_environment())


def mapped_device(path):
    """Return the device of a file as /proc/PID/maps shows it."""
    with open(path, "rb") as f, mmap.mmap(f.fileno(), 0, prot=mmap.PROT_READ):
        line = next(x for x in pathlib.Path("/proc/self/maps").read_text().splitlines() if x.endswith(str(path)))
    return os.makedev(*(int(x, 16) for x in line.split()[3].split(":")))


def restarts(pid):
    """Return the lines of doctor that name a process. Other processes of this machine may have lines too."""
    return [x for x in run("doctor", env={"OPENSSL_CONF": "/dev/null"}).stdout.splitlines()
            if x.startswith("restart: ") and f"process {pid} " in x]


@pytest.fixture
def installed(tmp_path):
    destination = tmp_path / "root"
    install(stage(tmp_path, "old"), destination)
    conf = tmp_path / "openssl.cnf"
    conf.write_text(run("config", "--module", destination / MODULE_PATH).stdout)
    return destination, conf


def test_upgrade_and_removal_while_a_program_computes(installed, tmp_path):
    not_sanitized()
    destination, conf = installed
    module = str(destination / MODULE_PATH)
    with Computing("/dev/null") as plain:
        expected = plain.compute(*NAMES)
    with Computing(conf) as program:
        assert program.compute("ctr")["ctr"] == expected["ctr"] and program.modules() == {module}
        assert restarts(program.process.pid) == []
        install(stage(tmp_path, "new", tail=b"new"), destination)
        assert program.compute(*NAMES) == expected and program.modules() == {f"{module} (deleted)"}
        line, = restarts(program.process.pid)
        assert f"{module} as it was before it was replaced or removed; fix: " in line and "restart" in line
        with Computing(conf) as second:
            assert second.compute(*NAMES) == expected and second.modules() == {module}
            assert restarts(second.process.pid) == []
            os.unlink(module)
            assert second.compute(*NAMES) == program.compute(*NAMES) == expected
            line, = restarts(program.process.pid)
            assert " and 1 more of it still use " in line, "both are of one program"
    with Computing(conf) as third:
        assert third.compute(*NAMES) == expected and third.modules() == set()


# Starts the program, mounts another file at the module's place, and prints the program's id and what doctor says.
MOUNTING = """
import subprocess, sys
program, command, other, module = sys.argv[1:]
p = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
p.stdout.readline()
print("ctr", file=p.stdin, flush=True)
p.stdout.readline()
before = subprocess.run([command, "doctor"], capture_output=True, text=True).stdout
subprocess.run(["mount", "--bind", other, module], check=True)
print(p.pid, f"process {p.pid} " in before, subprocess.run([command, "doctor"], capture_output=True, text=True).stdout)
p.kill()
"""


@pytest.mark.skipif(os.geteuid() != 0 or not may_mount(), reason="may not mount in a namespace of its own here")
def test_another_file_at_its_place(installed, tmp_path):
    """A mount puts another file at the module's place; the old one is not deleted."""
    not_sanitized()
    destination, conf = installed
    module = destination / MODULE_PATH
    other = shutil.copy(module, tmp_path / "other.so")
    if os.stat(module).st_dev != mapped_device(module):
        pytest.skip("this file system shows other devices to stat than to maps")
    done = subprocess.run([*MOUNT, 'exec "$0" "$@"', sys.executable, "-c", MOUNTING, PROGRAM, COMMAND, other, module],
                          capture_output=True, text=True, timeout=600, env=clean_environment(OPENSSL_CONF=conf))
    pid, before, text = done.stdout.split(" ", 2)
    assert before == "False" and f"restart: process {pid} " in text, done
