"""
Programs that live on MACs and derivations, under `afterburner exec`: a SCRAM login to PostgreSQL (RFC 7677: PBKDF2 and HMAC with
SHA-256, in the server and in psql) and the crypto self-test of OpenVPN (HMAC of every packet). Machines that lack them get their
packages unpacked, not installed, into the cache.
"""
import os
import pathlib
import pwd
import shutil
import subprocess
import tempfile

import pytest

from conftest import BUILD, TIMEOUT, served_families, served_hashes
from packages import find_program
from programs import running

PASSWORD = "correct horse battery staple"


@pytest.fixture(scope="module")
def user():
    """Who runs the programs: PostgreSQL does not run as root."""
    name = "nobody" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
    if os.geteuid() == 0 and not shutil.which("setpriv"):
        pytest.skip("no setpriv: PostgreSQL does not run as root")
    return name


@pytest.fixture(scope="module")
def folder(user):
    """The user's, with copies of the command and the module."""
    with tempfile.TemporaryDirectory(prefix="ab-keyed-") as name:
        path = pathlib.Path(name)
        for file in ("afterburner", "afterburner.so"):
            shutil.copy(BUILD / file, path)
        if os.geteuid() == 0:
            shutil.chown(path, user)
        yield path


def drop(user):
    return ["setpriv", f"--reuid={user}", "--clear-groups"] if os.geteuid() == 0 else []


def environment(libraries, **more):
    clean = {k: v for k, v in os.environ.items() if k not in ("AFTERBURNER_CPU", "OPENSSL_ia32cap", "OPENSSL_MODULES")}
    return clean | {"OPENSSL_CONF": "/dev/null", "LC_ALL": "C"} | more \
        | ({"LD_LIBRARY_PATH": ":".join(map(str, libraries))} if libraries else {})


def served(folder, *options):
    return [folder / "afterburner", "exec", "--log", "info", *options, "--"]


def run(command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=TIMEOUT, check=False, **options)


# ---- PostgreSQL ----

POSTGRES = ["postgresql-{version}", "postgresql-client-{version}", "libpq5"]


def find_postgres():
    """The folder of its programs, and folders with libraries if they were unpacked."""
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    if found:
        return found[-1].parent, []
    shown = run(["apt-cache", "depends", "postgresql"]).stdout if shutil.which("apt-cache") else ""
    version = next((line.split("-")[-1] for line in shown.splitlines() if "Depends: postgresql-" in line
                    and line.split("-")[-1].isdigit()), None)
    if version is None:
        pytest.skip("no PostgreSQL here, nor a package of it")
    path, libraries = find_program("postgres", [name.format(version=version) for name in POSTGRES],
                                   f"usr/lib/postgresql/{version}/bin")
    return path.parent, libraries


@pytest.fixture(scope="module")
def postgres(folder, user):
    """A server under `afterburner exec` that listens on a socket in `folder`, and wants SCRAM of everybody."""
    programs, libraries = find_postgres()
    data, secret = folder / "data", folder / "password"
    secret.write_text(PASSWORD)
    secret.chmod(0o644)
    made = run([*drop(user), programs / "initdb", "-D", data, "-U", "user", "-A", "scram-sha-256", "--pwfile", secret, "--no-sync",
                "--no-locale"], env=environment(libraries), cwd=folder)
    if made.returncode == 127:
        pytest.skip(f"PostgreSQL does not run: {made.stderr}")
    assert made.returncode == 0, made.stderr
    command = [*drop(user), *served(folder), programs / "postgres", "-D", data, "-k", folder, "-c", "listen_addresses="]
    with running(command, environment(libraries), folder) as server:
        server.wait_for_text(b"ready to accept connections")
        yield server, programs, libraries


def log_in(folder, user, postgres, password):
    _, programs, libraries = postgres
    return run([*drop(user), *served(folder), programs / "psql", "-h", folder, "-U", "user", "-d", "postgres", "-w", "-Atc",
                "select 6 * 7"], env=environment(libraries, PGPASSWORD=password), cwd=folder)


def test_postgres_login(folder, user, postgres):
    """The right password and no other; both ends were served, SHA-256 by the module."""
    good, bad = log_in(folder, user, postgres, PASSWORD), log_in(folder, user, postgres, PASSWORD + "r")
    assert (good.returncode, good.stdout.strip()) == (0, "42"), good.stderr
    assert bad.returncode != 0 and "password authentication failed" in bad.stderr
    for log in (good.stderr, bad.stderr, postgres[0].err.decode()):
        assert "SHA2-256" in served_hashes(log), log


# ---- OpenVPN ----

OPENVPN = ["openvpn", "liblzo2-2", "liblz4-1", "libpkcs11-helper1", "libnl-3-200", "libnl-genl-3-200", "libcap-ng0"]


@pytest.fixture(scope="module")
def openvpn(folder):
    path, libraries = find_program("openvpn", OPENVPN, "usr/sbin")
    if run([path, "--version"], env=environment(libraries)).returncode == 127:
        pytest.skip("OpenVPN does not run: libraries are missing")
    key = folder / "static.key"
    made = run([path, "--genkey", "secret", key], env=environment(libraries))
    assert made.returncode == 0, made.stdout
    return path, libraries, key


def self_test(folder, openvpn, *options):
    path, libraries, key = openvpn
    return run([*served(folder, *options), path, "--test-crypto", "--secret", key, "--verb", "3", "--cipher", "AES-256-CBC",
                "--auth", "SHA256"], env=environment(libraries))


def test_openvpn(folder, openvpn):
    done = self_test(folder, openvpn)
    assert done.returncode == 0 and "self-test mode SUCCEEDED" in done.stdout, done.stdout
    log = done.stdout + done.stderr
    assert "AES-CBC" in served_families(log) and "SHA2-256" in served_hashes(log)


def test_openvpn_by_hmac_alone(folder, openvpn):
    """The module offers HMAC and nothing else: the hash functions that then serve are inside HMAC."""
    done = self_test(folder, openvpn, "--algorithms", "HMAC")
    assert done.returncode == 0 and "self-test mode SUCCEEDED" in done.stdout, done.stdout
    log = done.stdout + done.stderr
    assert "SHA2-256" in served_hashes(log) and not served_families(log)
