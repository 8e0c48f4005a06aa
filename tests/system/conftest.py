"""Shared by the Python suites of this folder."""
import os
import pathlib
import re
import subprocess
import sys

import pytest

from hosting import BUILD, TIMEOUT, Host

HOSTS = pathlib.Path(__file__).parent / "hosts"
CIPHER = "(?:AES-|ARIA-|Camellia-|ChaCha20|SM4-)"  # how the names of their families begin


@pytest.fixture
def host(tmp_path):
    return Host(tmp_path)


def served_families(stderr):
    """Return the families of ciphers that the module logged at their first use: {"AES-CTR", ...}."""
    return set(re.findall(rf"^afterburner: ({CIPHER}\S*): serves with \w+$", stderr, re.M))


def served_hashes(stderr):
    """Return the hash functions and curves that the module logged at their first use: {"SHA2-256", "curve25519", ...}.
    """
    return set(re.findall(rf"^afterburner: ((?!{CIPHER})\S+): serves with \S+$", stderr, re.M))


FAMILIES = {"AES-" + mode for mode in (
    "ECB", "CBC", "CBC-CTS", "CFB", "CFB8", "CFB1", "OFB", "CTR", "XTS", "GCM", "CCM", "OCB", "SIV", "GCM-SIV",
    "WRAP")}
STITCHED = {"AES-CBC-HMAC-SHA1", "AES-CBC-HMAC-SHA256"}  # if the processor has the SHA instructions
CHACHA = {"ChaCha20", "ChaCha20-Poly1305"}  # if OpenSSL's own is slower here
ARIA = {"ARIA-" + mode for mode in ("ECB", "CBC", "CFB", "CFB8", "CFB1", "OFB", "CTR", "CCM", "GCM")}
CAMELLIA = {"Camellia-" + mode for mode in ("ECB", "CBC", "CBC-CTS", "CFB", "CFB8", "CFB1", "OFB", "CTR")}
SM4 = {"SM4-" + mode for mode in ("ECB", "CBC", "CFB", "OFB", "CTR", "XTS", "CCM", "GCM")}  # what is not slower here


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
    """Return the families of ciphers that the module offers here: all of AES and ARIA must be among them. Camellia may
    be."""
    modes = {re.sub(r"(-PAD)?(-INV)?$", "", name) for name in served_names("cipher")}
    families = {re.sub(r"^(AES|ARIA|Camellia)-\d+-", r"\1-", name.replace("CAMELLIA", "Camellia")) for name in modes}
    assert families - STITCHED - CHACHA - SM4 - CAMELLIA == FAMILIES | ARIA
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
