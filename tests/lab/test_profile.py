"""The profile of a server's time: shares and ceilings computed from samples, and a real profile by the driver.

AB_LAB_LIBCRYPTO names a libcrypto other than the system's."""

from __future__ import annotations

import io
import math
import os
from collections.abc import Iterator

import pytest
from rich.console import Console

import synthetic_connections as synthetic
from afterburner_lab.connections import profile, profile_view
from afterburner_lab.connections.profile import OPERATIONS, REST, Profile
from afterburner_lab.connections.results import BULK, FULL, RESUMED
from afterburner_lab.connections.work import Work
from afterburner_lab.core.driver import TLS, Driver, DriverRefused
from afterburner_lab.core.sides import BASELINE, CANDIDATE, standard

KEY = synthetic.row(BASELINE).key
LIBCRYPTO = os.environ.get("AB_LAB_LIBCRYPTO", "libcrypto.so.3")


def made(side: str = BASELINE, key=KEY, replaceable: dict | None = None, **parts: int) -> Profile:
    counts = {name: parts.get(name, 0) for name in (*OPERATIONS, *REST)}
    return Profile(key, side, sum(counts.values()), 0, counts, dict.fromkeys(counts, 0) | (replaceable or {}))


HALF = made(
    signature=400,
    exchange=100,
    rand=100,
    libcrypto=200,
    libssl=50,
    libc=50,
    kernel=60,
    program=40,
    replaceable={"signature": 400, "exchange": 100},
)


def test_shares_are_of_all_samples_and_leave_nothing_out():
    shares = (HALF.crypto, HALF.other_crypto, HALF.openssl, HALF.libc, HALF.kernel, HALF.rest)
    assert shares == pytest.approx((0.5, 0.1, 0.25, 0.05, 0.06, 0.04))
    assert sum(shares) == pytest.approx(1)
    assert HALF.largest() == [("signatures", 0.4), ("key exchange", 0.1)]


def test_the_ceiling_is_amdahls():
    assert HALF.ceiling == pytest.approx(2)
    assert made(libcrypto=10).ceiling == 1
    assert made(digest=10, replaceable={"digest": 10}).ceiling == math.inf


def test_the_error_is_binomial():
    assert HALF.error == pytest.approx(1.96 * (0.5 * 0.5 / 1000) ** 0.5)
    assert made(libcrypto=100).error == pytest.approx(1.96 / 100)  # no sample does not mean no time


def as_row(p: Profile) -> dict:
    names = ("mode", "what", "version", "certificate", "group", "cipher", "connections", "bytes")
    return dict(zip(names, p.key)) | {
        "side": p.side,
        "samples": p.samples,
        "lost": p.lost,
        "parts": p.parts,
        "replaceable": p.replaceable,
    }


def result_of(*profiles: Profile, rows=None):
    part = {"method": "samples", "interval_us": 400, "rows": [as_row(p) for p in profiles]}
    return synthetic.result(rows, profile=part)


def test_possible_gains_are_listed_beside_measured_ones():
    other = synthetic.row(BASELINE, BULK, size=99).key  # a row that does not exist
    after = made(CANDIDATE, signature=10, libcrypto=90, replaceable={"signature": 10})
    result = result_of(HALF, after, made(BASELINE, other, libc=5))
    first, second = profile.gains(result, BASELINE, CANDIDATE)
    assert (first.before, first.after) == (HALF, after)
    assert first.reached == next(r.ratio for r in result.summary(CANDIDATE) if r.key == KEY)
    assert (second.after, second.reached) == (None, None)


def test_the_table_has_every_figure():
    after = made(CANDIDATE, signature=10, libcrypto=90, replaceable={"signature": 10})
    out = Console(width=200, record=True, file=io.StringIO())
    profile_view.show(result_of(HALF, after), out)
    text = out.export_text()
    line = next(line for line in text.splitlines() if "full TLSv1.3 P-256/X25519" in line)
    for word in ("50 ± 3 %", "25 %", "2.00", "signatures 40 %"):
        assert word in line
    assert "In memory there are no sockets" in text and "--servers" in text


def test_the_kernels_share_is_that_of_the_real_servers():
    rows = [synthetic.row(BASELINE, mode="nginx", user_s=3e-4, system_s=1e-4), synthetic.row(BASELINE)]
    result = result_of(HALF, rows=rows)
    assert [share for _, share in profile.kernel_shares(result, BASELINE)] == [pytest.approx(0.25)]
    assert "took 25 to 25 %" in " ".join(profile_view.notes(result))


def test_the_default_choice_of_profiles():
    rows = [row for row in synthetic.rows() if row.side == CANDIDATE]
    chosen = profile.choose(rows)
    assert [row.pair for row in chosen if row.what == FULL] == list(
        dict.fromkeys(r.pair for r in rows if r.what == FULL)
    )
    assert {row.version for row in chosen} == {"TLSv1.3"} and {r.connections for r in chosen if r.what == FULL} == {32}
    assert [(r.what, r.bytes) for r in chosen if r.what != FULL] == [(RESUMED, None), (BULK, 16384)]
    assert profile.choose([]) == [] and profile.choose([synthetic.row(CANDIDATE, mode="nginx")]) == []


# ---- real profiles ----


@pytest.fixture(scope="module")
def driver(tmp_path_factory) -> Iterator[Driver]:
    with Driver(standard()[:2], libcrypto=LIBCRYPTO, keys=tmp_path_factory.mktemp("keys"), program=TLS) as driver:
        yield driver


def ask(driver: Driver, work: Work, side: str, samples: int) -> dict:
    kind, algorithm, operation, size = work.key
    return driver.ask(
        f"profile kind={kind} algorithm={algorithm} operation={operation} bytes={size or 0} side={side} "
        f"samples={samples} interval_us=200 most_ms=60000"
    )


@pytest.mark.parametrize("side", [BASELINE, CANDIDATE])
def test_a_handshake_dominated_by_rsa_is_attributed_to_rsa(driver, side):
    answer = ask(driver, Work(FULL, "TLSv1.3", "RSA-4096", "X25519", connections=1), side, 300)
    assert answer["side"] == side and answer["samples"] >= 300
    assert sum(counts[0] for counts in answer["parts"].values()) == answer["samples"]
    assert all(0 <= replaceable <= counted for counted, replaceable in answer["parts"].values())
    signatures, of_them = answer["parts"]["signature"]
    assert signatures > 0.5 * answer["samples"] and of_them == signatures
    assert answer["lost"] <= 0.05 * answer["samples"]


def test_long_records_are_attributed_to_ciphers(driver):
    parts = ask(driver, Work(BULK, "TLSv1.3", "P-256", "X25519", "CHACHA20-POLY1305", 1, 16384), BASELINE, 300)["parts"]
    assert parts["cipher"][0] > 0.5 * sum(counts[0] for counts in parts.values()) and parts["signature"][0] == 0


def test_measurements_become_a_part_of_the_result(driver, monkeypatch):
    monkeypatch.setattr(profile, "SAMPLES", 60)
    row = synthetic.row(BASELINE, connections=2)
    part = profile.measure(driver, [row], [BASELINE, CANDIDATE])
    found = list(profile.gains(synthetic.result(profile=part), BASELINE, CANDIDATE))
    assert len(found) == 1 and found[0].before.key == row.key and found[0].after.side == CANDIDATE
    assert 0 < found[0].before.crypto < 1 < found[0].before.ceiling


@pytest.mark.parametrize(
    "request_, said",
    [
        ("side=nobody", "no such side"),
        ("side=default samples=99999", "16384 samples at most"),
        ("side=default interval_us=1", "50 us"),
        ("side=default loops=1", "an unknown key"),
        ("side=default samples=x", "an invalid number"),
    ],
)
def test_connections_that_cannot_be_profiled_are_refused(driver, request_, said):
    kind, algorithm, operation, _ = Work(FULL, "TLSv1.3", "P-256", "X25519").key
    with pytest.raises(DriverRefused, match=said):
        driver.ask(f"profile kind={kind} algorithm={algorithm} operation={operation} {request_}")
