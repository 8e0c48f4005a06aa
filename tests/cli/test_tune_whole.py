"""afterburner tune measures every name that the module serves here, in passes, also on a busy machine."""
import json
import os
import re

import pytest

from conftest import run

SLOW_MODULE = os.environ.get("AB_SLOW_MODULE", "")
KEYS = ("keymgmt", "exchange", "signature", "asym_cipher", "kem")
PARTS = {"RSA-PSS": "RSA", "ECDSA": "EC", "ECDH": "EC", "DHX": "DH"}  # names that go with a type of key


def status():
    done = run("status", "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["algorithms"]


def unit(row):
    """Return the name that this one is taken away with."""
    if row["operation"] not in KEYS:
        return row["name"]
    name = PARTS.get(row["name"], row["name"])
    whole = re.fullmatch("(RSA|ECDSA|DSA)-.*|(ED25519|ED448)(ph|ctx)", name)
    return name if whole is None else PARTS.get(whole[1], whole[1]) or whole[2]


SERVED = {unit(row) for row in status() if row["provider"] == "afterburner"}


@pytest.mark.skipif("SHA2-256" not in SERVED, reason="no fast SHA2-256")
def test_every_name_is_measured_and_the_planted_one_found(tmp_path):
    conf = tmp_path / "openssl.cnf"
    conf.write_text(run("config", "--module", SLOW_MODULE).stdout)
    done = run("tune", "--quick", "--json", "--config", conf)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    names = {n["name"]: n for n in report["names"]}
    assert set(names) == SERVED and names["SHA2-256"]["verdict"] == "slower" and "-SHA2-256" in report["algorithms"]
    for name in names.values():
        reasons = {p["reason"] for p in name["points"]}
        if name["verdict"] == "unmeasured":
            assert len(reasons) == 1 and (reasons == {None} or "not offered" in reasons.pop()), name
        else:
            assert any(p["pass"] == 1 and p["rounds"] >= 6 for p in name["points"]), name
        assert "the outputs differ" not in reasons
    assert sum(n["verdict"] == "unmeasured" for n in names.values()) < len(names) / 4
    gains = {"AES-128-SIV", "AES-256-WRAP", "X25519", "ED25519", "EC"} & SERVED  # twice as fast and more, everywhere
    assert {names[name]["verdict"] for name in gains} == {"faster"}
