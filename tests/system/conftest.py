"""Shared by the Python suites of this folder."""
import os
import pathlib
import re
import subprocess
import sys

import pytest

from hosting import BUILD, TIMEOUT, clean_environment, configuration

HOSTS = pathlib.Path(__file__).parent / "hosts"


class Host:
    """Run programs with or without the module, and collect what the module wrote to stderr."""

    def __init__(self, folder):
        self.folder = folder

    def config(self, settings="log = info"):
        path = self.folder / f"afterburner-{abs(hash(settings))}.cnf"
        path.write_text(configuration(BUILD / "afterburner.so", settings))
        return str(path)

    def environment(self, settings):
        """Return the environment. settings: lines of the module's section; None leaves the module out."""
        return clean_environment() | {"OPENSSL_CONF": "/dev/null" if settings is None else self.config(settings)}

    def run(self, command, settings="log = info", **options):
        """Run a command, which must succeed; return its stdout and its stderr."""
        done = subprocess.run(command, env=self.environment(settings), capture_output=True, text=True,
                              timeout=TIMEOUT, check=False, **options)
        assert done.returncode == 0, f"{command}: status {done.returncode}\n{done.stdout}\n{done.stderr}"
        return done.stdout, done.stderr


@pytest.fixture
def host(tmp_path):
    return Host(tmp_path)


def served_families(stderr):
    """Return the families that the module logged at their first use: {"AES-CTR", ...}."""
    return set(re.findall(r"^afterburner: (AES-\S+): serves with \w+$", stderr, re.M))


def served_hashes(stderr):
    """Return the hash functions and curves that the module logged at their first use: {"SHA2-256", "curve25519", ...}.
    """
    return set(re.findall(r"^afterburner: ((?!AES-)\S+): serves with \S+$", stderr, re.M))


FAMILIES = {"AES-" + mode for mode in (
    "ECB", "CBC", "CBC-CTS", "CFB", "CFB8", "CFB1", "OFB", "CTR", "XTS", "GCM", "CCM", "OCB", "SIV", "GCM-SIV",
    "WRAP")}
STITCHED = {"AES-CBC-HMAC-SHA1", "AES-CBC-HMAC-SHA256"}  # if the processor has the SHA instructions


def served_names(wanted):
    """Return the names that the module offers here for an operation, the first alias of each."""
    out = subprocess.run([BUILD / "system_report"], capture_output=True, text=True, timeout=TIMEOUT, check=True).stdout
    lines = [line.split("\t") for line in out.splitlines()]
    return {names.split(":")[0] for operation, names, state, *_ in lines if (operation, state) == (wanted, "served")}


@pytest.fixture(scope="session")
def hashes():
    return served_names("digest")


@pytest.fixture(scope="session")
def offered():
    """Return all families of ciphers that the module offers here, which must be all that exist."""
    families = {re.sub(r"^AES-\d+-", "AES-", re.sub(r"(-PAD)?(-INV)?$", "", name)) for name in served_names("cipher")}
    assert families - STITCHED == FAMILIES
    return families


PYTHON = sys.executable


@pytest.fixture(scope="session")
def certificate(tmp_path_factory):
    """Make (key.pem, cert.pem) of localhost with a P-256 key by the system's openssl."""
    folder = tmp_path_factory.mktemp("certificate")
    key, cert = str(folder / "key.pem"), str(folder / "cert.pem")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                    "-subj", "/CN=localhost", "-days", "2", "-keyout", key, "-out", cert],
                   env=os.environ | {"OPENSSL_CONF": ""}, capture_output=True, timeout=TIMEOUT, check=True)
    return key, cert
