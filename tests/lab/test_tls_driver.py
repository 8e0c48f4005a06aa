"""The driver of connections: certificate, group, cipher and version are the requested ones, and resumed sessions are
resumed.

AB_LAB_LIBCRYPTO names a libcrypto other than the system's."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Iterator

import pytest

from afterburner_lab.connections.results import BULK, FULL, RESUMED, RESUMED_ID
from afterburner_lab.connections.work import CBC, KIND, KNOWN, MLDSA, TLS12, TLS13, TRANSPORT, Work
from afterburner_lab.core.driver import TLS, Driver, DriverRefused, Offer, Timing
from afterburner_lab.core.sides import BASELINE, CANDIDATE, CONTROL, standard

LIBCRYPTO = os.environ.get("AB_LAB_LIBCRYPTO", "libcrypto.so.3")
SHORT = {"slices": 1, "slice_us": 1, "most_ms": 1}


@pytest.fixture(scope="module")
def driver(tmp_path_factory) -> Iterator[Driver]:
    keys: pathlib.Path = tmp_path_factory.mktemp("keys")
    with Driver(standard(), libcrypto=LIBCRYPTO, keys=keys, program=TLS) as driver:
        yield driver


def measure(driver: Driver, work: Work, sides=(BASELINE, CANDIDATE), **timing) -> list[Timing]:
    kind, algorithm, operation, size = work.key
    offer = Offer(kind, algorithm, operation, size is not None, True, {})
    return list(driver.measure(offer, size or 0, list(sides), **(timing or SHORT)).timings)


def check(work: Work, timings: list[Timing]) -> None:
    for timing in timings:
        assert timing.error is None and min(timing.ns) > 0 and timing.bytes == (work.bytes or 0)
        path = timing.details["path"]
        assert path["cipher"] and path["digest"] and path["derivation"]
        assert (path["signature"] is not None) == (work.what in (FULL, BULK) and work.group != TRANSPORT)
        assert (path["exchange"] is not None) == (work.what in (FULL, BULK) or work.version == TLS13)
        if timing.side != CANDIDATE:
            assert set(path.values()) <= {"default", None}


FULLS = [
    Work(FULL, version, certificate, "X25519", connections=2)
    for version in KNOWN["version"]
    for certificate in KNOWN["certificate"]
    if certificate not in MLDSA
]
GROUPS = [Work(FULL, TLS13, "P-256", group, connections=1) for group in ("P-256", "P-384", "ffdhe2048")]
GROUPS += [
    Work(FULL, TLS12, "RSA-2048", "ffdhe2048", connections=1),
    Work(FULL, TLS12, "P-384", "P-256", connections=1),
]
GROUPS += [Work(FULL, TLS12, key, TRANSPORT, CBC[0], connections=2) for key in ("RSA-512", "RSA-2048")]
RESUMES = [
    Work(what, version, "P-256", "X25519", connections=3)
    for what, version in ((RESUMED, TLS13), (RESUMED, TLS12), (RESUMED_ID, TLS12))
]
BULKS = [
    Work(BULK, TLS13, "P-256", "X25519", "AES-256-GCM", 2, 16384),
    Work(BULK, TLS13, "P-256", "X25519", "CHACHA20-POLY1305", 1, 1),
]
BULKS += [Work(BULK, TLS12, "P-256", "X25519", cipher, 1, 64) for cipher in (*CBC, "AES-128-GCM", "CHACHA20-POLY1305")]


@pytest.mark.parametrize("work", [*FULLS, *GROUPS, *RESUMES, *BULKS], ids=lambda work: f"{work.key[1]}-{work.what}")
def test_connections(driver, work):
    check(work, measure(driver, work))


@pytest.mark.parametrize("certificate", MLDSA)
def test_certificates_of_mldsa(driver, certificate):
    """OpenSSL has ML-DSA from 3.5 on, and the module adds it to 3.2 to 3.4."""
    work = Work(FULL, TLS13, certificate, "X25519", connections=2)
    timings = measure(driver, work)
    check(work, [timing for timing in timings if timing.error is None])
    assert {timing.error for timing in timings} <= {None, "not offered"}
    in_12 = measure(driver, Work(FULL, TLS12, certificate, "X25519", connections=1))
    assert all("no such certificate in this version" in timing.error for timing in in_12)


@pytest.mark.parametrize("bits", [512, 1024])
def test_old_keys_at_security_level_0(driver, bits):
    work = Work(FULL, TLS12, f"RSA-{bits}", "X25519", connections=1)
    check(work, measure(driver, work))


def test_the_module_is_used(driver):
    served = measure(driver, Work(FULL, TLS13, "P-256", "X25519", connections=1), [CANDIDATE])[0]
    assert set(served.details["path"].values()) == {"afterburner"} and served.provider == "afterburner"


def test_units_are_all_connections_and_all_their_records(driver):
    assert measure(driver, Work(FULL, TLS13, "P-256", "X25519", connections=5))[0].details["units"] == 5
    works = [Work(BULK, TLS13, "P-256", "X25519", connections=n, bytes=1350) for n in (1, 3)]
    few, many = (measure(driver, work)[0].details["units"] for work in works)
    assert many == 3 * few and few > 1


@pytest.mark.parametrize("threads, share", [(2, 3), (3, 2)])
@pytest.mark.parametrize(
    "work",
    [
        Work(what, version, "P-256", "X25519", connections=5)
        for what, version in ((FULL, TLS13), (RESUMED, TLS13), (RESUMED_ID, TLS12))
    ],
    ids=lambda work: work.what,
)
def test_threads_share_connections_and_context(driver, work, threads, share):
    """libssl's own counts in the shared context: each connection is made once to test it, once as the first, and once
    in the only slice; the first thread repeats its share thrice, to time it, or less often if the machine is very
    slow. A resumed connection needs another one before it."""
    timings = measure(driver, work, threads=threads, **SHORT)
    check(work, timings)
    for details in (timing.details for timing in timings):
        resumed = details["accepted"] - (0 if work.what == FULL else work.connections)
        assert details["units"] == work.connections
        assert resumed in [3 * work.connections + runs * share for runs in (1, 2, 3)]
        assert details["resumed"] == (0 if work.what == FULL else resumed)


def test_threads_send_records(driver):
    work = Work(BULK, TLS13, "P-256", "X25519", connections=2, bytes=1350)
    check(work, timings := measure(driver, work, threads=2, slices=3, slice_us=2000, most_ms=100))
    assert all(len(timing.ns) == 3 and timing.details["accepted"] == 2 for timing in timings)


def test_each_thread_has_a_connection(driver):
    timings = measure(driver, Work(FULL, TLS13, "P-256", "X25519", connections=2), threads=3, **SHORT)
    assert [timing.error for timing in timings] == ["fewer connections than threads"] * 2


def test_the_control_and_the_metering(driver):
    """Speed is not tested: there are figures, and the metering reports its cost."""
    timings = measure(
        driver,
        Work(FULL, TLS13, "P-256", "X25519", connections=4),
        (BASELINE, CONTROL),
        slices=3,
        slice_us=2000,
        most_ms=100,
    )
    assert [t.side for t in timings] == [BASELINE, CONTROL]
    assert all(len(t.ns) == 3 and min(t.ns) > 0 and 0 < t.details["overhead"] < 1 for t in timings)


HYBRID = Work(FULL, TLS13, "P-256", "X25519MLKEM768", connections=2)


def test_a_hybrid_group(driver):
    """Before OpenSSL 3.5 the module alone has it, and the clients use the module too."""
    timings = measure(driver, HYBRID)
    if driver.hello()["libcrypto_version"] < "3.5":
        errors = {t.side: t.error for t in timings}
        assert errors[BASELINE] == "this OpenSSL has no such group" and errors[CANDIDATE] is None
        check(HYBRID, [t for t in timings if t.side == CANDIDATE])
    else:
        check(HYBRID, timings)


@pytest.mark.parametrize(
    "algorithm, operation, size, reason",
    [
        ("TLSv1.3/P-256/X25519/AES-128-GCM", "full", 0, "not of the form"),
        ("TLSv1.3/P-256/X25519/AES-128-GCM/1/1", "full", 0, "not of the form"),
        ("TLSv1.1/P-256/X25519/AES-128-GCM/1", "full", 0, "no such version"),
        ("TLSv1.3/nope/X25519/AES-128-GCM/1", "full", 0, "no such certificate"),
        ("TLSv1.3/P-257/X25519/AES-128-GCM/1", "full", 0, "no such"),
        ("TLSv1.3/P-256/nope/AES-128-GCM/1", "full", 0, "no such group"),
        ("TLSv1.3/P-256/X25519/AES-128-CBC-SHA/1", "full", 0, "no such cipher"),
        ("TLSv1.3/P-256/X25519/AES-128-GCM/0", "full", 0, "1 to 1024 connections"),
        ("TLSv1.3/P-256/X25519/AES-128-GCM/many", "full", 0, "1 to 1024 connections"),
        ("TLSv1.3/P-256/X25519/AES-128-GCM/1", "bulk", 0, "1 to 16384 bytes"),
        ("TLSv1.3/P-256/X25519/AES-128-GCM/1", "bulk", 16385, "1 to 16384 bytes"),
        ("TLSv1.2/P-256/ffdhe2048/AES-128-GCM/1", "full", 0, "no cipher match"),
    ],
)
def test_an_impossible_connection_gets_a_reason_on_each_side(driver, algorithm, operation, size, reason):
    timings = driver.measure(
        Offer(KIND, algorithm, operation, size > 0, True, {}), size, [BASELINE, CANDIDATE], **SHORT
    ).timings
    assert len(timings) == 2 and all(t.error and reason in t.error and "\n" not in t.error for t in timings)


def test_invalid_requests(driver):
    work = Work(FULL, TLS13, "P-256", "X25519", connections=1)
    with pytest.raises(DriverRefused, match="no such side, kind or operation"):
        measure(driver, work, ["nope"])
    with pytest.raises(DriverRefused, match="metered by CPU time"):
        measure(driver, work, clock="wall", **SHORT)
    with pytest.raises(DriverRefused, match="threads at most 256"):
        measure(driver, work, threads=257, **SHORT)
    assert driver.offers() == []
