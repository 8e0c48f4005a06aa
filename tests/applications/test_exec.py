"""Under `afterburner exec` the module offers what the command line names: HMAC alone, with the hash functions that it
needs."""
import pytest

from application import find
from bench import served
from hosting import BUILD
from tunnels import SELF_TEST


def test_openvpn_by_hmac_alone(bench):
    if not find("openvpn"):
        pytest.skip("no openvpn; fix: scripts/bootstrap.sh applications")
    bench.stock.run([find("openvpn"), "--genkey", "secret", "static.key"])
    bench.stock.log = ""
    alone = [BUILD / "afterburner", "exec", "--log", "info", "--algorithms", "HMAC", "--"]
    said = bench.stock.run([*alone, find("openvpn"), *SELF_TEST]).decode()
    assert "self-test mode SUCCEEDED" in said
    families = served(said + bench.stock.log)
    assert "SHA2-256" in families and not {name for name in families if name.startswith("AES")}
