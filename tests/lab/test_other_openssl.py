"""Test the lab with other OpenSSL releases, built once and cached (tests/evp/build_openssl.sh); full tier only."""

from __future__ import annotations

import json
import os
import pathlib
import re
import subprocess
import sys

import pytest

from afterburner_lab.connections import results as connections
from afterburner_lab.core import sides
from afterburner_lab.core.driver import Driver
from afterburner_lab.speed import results
from afterburner_lab.speed.results import Result

LAB = os.environ["AB_LAB"]
TESTS = pathlib.Path(__file__).resolve().parents[1]
BUILD = pathlib.Path(os.environ["AB_LAB_BUILD"])


def shared_libcrypto(home: pathlib.Path) -> pathlib.Path:
    """Link a release's static libcrypto and libssl into one shared library: all their objects are position-independent.
    """
    library = BUILD / "tests" / "lab" / f"{home.name}.so"
    library.parent.mkdir(parents=True, exist_ok=True)
    part = library.with_suffix(f".{os.getpid()}")
    subprocess.run(
        [
            os.environ.get("CC", "cc"),
            "-shared",
            "-o",
            part,
            "-Wl,-Bsymbolic",
            "-Wl,--whole-archive",
            home / "lib/libssl.a",
            home / "lib/libcrypto.a",
            "-Wl,--no-whole-archive",
            "-ldl",
            "-lpthread",
        ],
        check=True,
    )
    part.replace(library)
    return library


@pytest.fixture(scope="module", params=["3.0", "3.5", "4.0"])
def other(request) -> tuple[str, pathlib.Path]:
    """Return (release, its libcrypto)."""
    done = subprocess.run([TESTS / "evp" / "build_openssl.sh", request.param], stdout=subprocess.PIPE, text=True)
    if done.returncode == 77:
        pytest.skip("no cargo to fetch OpenSSL's source with")
    assert done.returncode == 0
    return request.param, shared_libcrypto(pathlib.Path(done.stdout.strip()))


def lab(*arguments: object) -> str:
    done = subprocess.run([LAB, *map(str, arguments)], stdout=subprocess.PIPE, text=True, timeout=600)
    assert done.returncode == 0
    return done.stdout


@pytest.fixture(scope="module")
def result(other, tmp_path_factory) -> Result:
    """Measure everything that this libcrypto offers, once and briefly."""
    path = tmp_path_factory.mktemp("other") / "result.json"
    lab("speed", "--quick", "--runs", 1, "--libcrypto", other[1], "--json", path)
    return results.load(path)


def test_the_result_says_which_libcrypto(other, result):
    release, library = other
    for side in result.sides:
        assert side["libcrypto"].startswith(f"{release}.") and side["libcrypto_path"] == str(library)
    assert {row.libcrypto for row in result.rows} == {side["libcrypto"] for side in result.sides}


def test_the_module_is_used(result):
    """Measure AES-128 only: the release's own cache may return the default provider's AES-256-CTR
    (docs/what-is-not-ours.md)."""
    for name in ("AES-128-GCM", "AES-128-CTR", "AES-128-XTS", "AES-128-CBC"):
        providers = {(row.side, row.provider) for row in result.summary() if row.algorithm == name}
        assert providers == {("default", "default"), ("afterburner", "afterburner"), ("control", "default")}


def test_no_output_differs_and_no_aes_mode_is_missing(other, result):
    """OpenSSL 3.0 has no AES-GCM-SIV. Several records together have a least length, on every side alike."""
    assert [s for s in result.skipped if "differ" in s["reason"]] == []
    skipped = [s for s in result.skipped if s["algorithm"].startswith("AES-")]
    short = [s for s in skipped if s["operation"] == "multi-block"]
    assert {s["reason"] for s in short} <= {"does not accept messages of this length"}
    assert {s["side"] for s in short} == {"default", "afterburner", "control"}
    rest = {(s["algorithm"], s["reason"]) for s in skipped if s not in short}
    missing = {(f"AES-{bits}-GCM-SIV", "not offered") for bits in (128, 192, 256)}
    assert rest == (missing if other[0] == "3.0" else set())


def test_algorithms_of_this_release_only_are_found(other, result):
    newer = {("kem", "ML-KEM-768"), ("signature", "ML-DSA-65"), ("cipher", "AES-128-GCM-SIV")}
    offered = {(row.kind, row.algorithm) for row in result.summary("default")}
    assert newer & offered == (set() if other[0] == "3.0" else newer)


def test_limits(other, tmp_path):
    """Limits belong to the processor, so they are equal with every OpenSSL; the bounds are for what this one offers."""
    path = tmp_path / "limits.json"
    lab("limits", "--runs", 1, "--libcrypto", other[1], "--json", path)
    found = json.loads(path.read_text())
    assert 0.5e9 < found["limits"]["clock"]["value"] < 8e9
    bounds = {(b["algorithm"], b["operation"]): b["cycles_per_byte"] for b in found["bounds"]}
    assert 0 < bounds["AES-128-GCM", "encrypt"] < 16 and ("ML-KEM-768", "encapsulate") in bounds


def test_list(other):
    assert "AES-128-GCM" in lab("list", "--libcrypto", other[1])


def test_connections_with_a_hybrid_group(other, tmp_path):
    """With OpenSSL 3.0 the group is the module's alone."""
    lab(
        "connections",
        "full",
        "resumed",
        "TLSv1.3",
        "P-256/X25519",
        "P-256/X25519MLKEM768",
        *(["ML-DSA-65/X25519MLKEM768"] if other[0] != "3.0" else []),
        "--quick",
        "--runs",
        1,
        "--connections",
        2,
        "--libcrypto",
        other[1],
        "--json",
        tmp_path / "tls.json",
    )
    result = connections.load(tmp_path / "tls.json")
    assert result.complete and {row.group for row in result.rows} == {"X25519", "X25519MLKEM768"}
    without = {(s["side"], s["group"], s["reason"]) for s in result.skipped}
    missing = {(side, "X25519MLKEM768", "this OpenSSL has no such group") for side in ("default", "control")}
    assert without == (missing if other[0] == "3.0" else set())
    assert {row.side for row in result.rows if row.group == "X25519MLKEM768"} >= {"afterburner"}
    assert all(row.libcrypto.startswith(f"{other[0]}.") and row.path["exchange"] for row in result.rows)


def test_software_masks_every_vector_of_features(other):
    (default, software, _), features = sides.choose(("default", "software")), {}
    for side in (default, software):
        with Driver([side], libcrypto=str(other[1])) as driver:
            features[side.name] = re.match(r"OPENSSL_ia32cap=([0-9a-fx:]+)", driver.hello()["cpu_settings"])[1].split(
                ":"
            )
    assert len(features["software"]) == len(features["default"]) == (2 if other[0] == "3.0" else 5)
    assert (
        {int(vector, 16) for vector in features["software"][1:]} == {0} != {int(v, 16) for v in features["default"][1:]}
    )


def test_public_keys(other):
    """Run every public-key operation, and use the folder of keys."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", TESTS / "lab/test_driver_keys.py"],
        env={**os.environ, "AB_LAB_LIBCRYPTO": str(other[1])},
        timeout=600,
    )
    assert done.returncode == 0


@pytest.mark.parametrize("suite", ["test_driver.py", "test_driver_keys.py", "test_tls_driver.py", "test_profile.py"])
def test_the_driver(other, suite):
    """Everything that this release lists is measured, or has a reason."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", pathlib.Path(__file__).with_name(suite)],
        env={**os.environ, "AB_LAB_LIBCRYPTO": str(other[1])},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout
