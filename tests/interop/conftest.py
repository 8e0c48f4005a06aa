"""Shared by the suites of this folder: a host for the module, and a certificate that every library accepts."""
import pathlib
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).parents[1] / "system"))   # programs.py, hosting.py

import pytest

from hosting import TIMEOUT, Host, clean_environment


@pytest.fixture
def host(tmp_path):
    return Host(tmp_path)


@pytest.fixture(scope="session")
def certificate(tmp_path_factory):
    """Make (key.pem, cert.pem) of localhost, which is its own authority, with the stock library."""
    folder = tmp_path_factory.mktemp("certificate")
    key, cert = str(folder / "key.pem"), str(folder / "cert.pem")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-addext",
                    "basicConstraints=critical,CA:FALSE", "-days", "2", "-keyout", key, "-out", cert],
                   env=clean_environment() | {"OPENSSL_CONF": ""}, capture_output=True, timeout=TIMEOUT, check=True)
    return key, cert
