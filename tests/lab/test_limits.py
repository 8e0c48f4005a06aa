"""The limits of the silicon are measured right, the bounds follow from the formulas, and no measurement beats them."""

from __future__ import annotations

import csv
import itertools
import json
import os
import pathlib
import re
import statistics
import subprocess
from collections.abc import Callable

import pytest

from afterburner_lab.core import paths, sides
from afterburner_lab.core.driver import Driver, DriverRefused, Offer
from afterburner_lab.core.sides import Side
from afterburner_lab.limits import bounds, cipher_bounds, hash_bounds, keyed_bounds, measured, public_key_bounds
from afterburner_lab.limits.bounds import bound

FLAGS = set(
    next(line for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("flags")).split()
)
DOCS = (paths.SOURCE / "docs" / "limits.md").read_text()
NOISE = 1.06  # for a short run beside other tests
WHOLE = ("mulx_latency", "aes_latency_128", "aes_latency_256", "clmul_latency_128", "sha256_latency")
needs_aes = pytest.mark.skipif("aes" not in FLAGS, reason="no AES instructions: the module offers nothing")


def measure(level: str | None = None, ia32cap: str | None = None) -> measured.Limits:
    with Driver([Side("default", ia32cap=ia32cap)]) as driver:
        return measured.measure(driver, level)


# ---- measured ----


def settled(is_right: Callable[[measured.Limits], bool]) -> measured.Limits:
    """Measure until the medians are right, three to forty times: a busy host disturbs single measurements."""
    taken = [measure(), measure()]
    while len(taken) < 40:
        taken.append(measure())
        if is_right(measured.median(taken)):
            break
    return measured.median(taken)


def off_whole(found: measured.Limits) -> dict[str, float]:
    """The latencies that are not whole cycles."""
    values = {name: found[name]["value"] for name in WHOLE if name in found}
    return {name: value for name, value in values.items() if value <= 1 or abs(value - round(value)) >= 0.15}


def test_latencies_are_whole_cycles():
    """A chain of one instruction takes a whole number of cycles, and no unit exceeds its throughput: this checks clock
    and loops."""
    found = settled(lambda found: not off_whole(found))
    assert off_whole(found) == {}
    assert 1 < found["add"]["value"] < 16
    assert 0.5e9 < found["clock"]["value"] < 10e9
    assert found["read_l1"]["value"] > found["read_dram"]["value"] > 1


@pytest.mark.skipif("vaes" not in FLAGS, reason="one width only")
def test_the_mix_of_gcm_is_bounded_by_both_of_its_units():
    def shares(found: measured.Limits) -> list[float]:
        units = [
            min(found["aes_256"]["value"] * 2 / rounds, found["clmul_256"]["value"] * 2 / 3) for rounds in (10, 12, 14)
        ]
        return [found[f"gcm_{rounds}_256"]["value"] / unit for rounds, unit in zip((10, 12, 14), units)]

    found = settled(lambda found: all(0.5 < share < NOISE for share in shares(found)))
    assert all(0.5 < share < NOISE for share in shares(found)), shares(found)


def test_lower_levels_leave_out_what_lies_above():
    names = [set(measure(level)) for level in ("none", "aesni", "avx2", "vaes256", "vaes512")]
    for low, high in itertools.pairwise(names):
        assert low <= high
    assert {"add", "mul", "mul32_128", "copy_l1"} <= names[0] and not any("aes" in name for name in names[0])
    assert ("aes_128" in names[1]) == ("aes" in FLAGS) and not any(name.endswith(("_256", "_512")) for name in names[1])
    assert ("mulx" in names[2]) == ("mul32_256" in names[2]) and "aes_256" not in names[2]
    assert not any(name.endswith("_512") for name in names[3])
    assert names[4] == set(measure())


@needs_aes
def test_the_mask_of_the_software_side_counts():
    assert not {"aes_128", "clmul_128", "sha256", "mulx", "alu_256"} & set(measure(ia32cap=sides.SOFTWARE_IA32CAP))


def test_an_unknown_level_is_refused():
    with pytest.raises(DriverRefused, match="no such level"):
        measure("avx3")
    with pytest.raises(DriverRefused, match="not a request"):
        measure("avx2 width=256")


def test_median_takes_each_limit_from_the_runs_that_have_it():
    def run(**values):
        return {name: {"value": value, "unit": "cycles", "what": name} for name, value in values.items()}

    found = measured.median([run(a=1, b=5), run(a=3), run(a=2, b=7)])
    assert {name: limit["value"] for name, limit in found.items()} == {"a": 2, "b": 6}


# ---- known answers ----

SYNTHETIC = {
    "clock": 4e9,
    "add": 5,
    "rotate": 3,
    "mul": 1,
    "mulx": 1,
    "aes_128": 2,
    "aes_256": 2,
    "aes_512": 2,
    "aes_latency_128": 4,
    "aes_latency_512": 4.5,
    "clmul_128": 0.5,
    "clmul_512": 0.5,
    "gcm_10_128": 1 / 6,
    "gcm_10_512": 4 / 6,
    "gcm_14_512": 4 / 7,
    "sha1_latency": 6,
    "sha256_latency": 4,
    "alu_128": 4,
    "alu_512": 4,
    "rotate_512": 2,
    "mul32_128": 0.001,
}


def cycles(
    kind: str, algorithm: str, operation: str, size: int | None = 16384, without: str = "\0", **changed: float
) -> float:
    chosen = {name: {"value": value} for name, value in {**SYNTHETIC, **changed}.items() if without not in name}
    return bound(kind, algorithm, operation, size, chosen).cycles


@pytest.mark.parametrize(
    "algorithm, operation, bytes_a_cycle",
    [
        ("AES-128-CTR", "encrypt", 12.8),  # 2 aesenc per cycle * 4 blocks * 16 bytes / 10 rounds
        ("AES-128-ECB", "decrypt", 12.8),
        ("AES-256-CTR", "encrypt", 128 / 14),
        ("AES-192-CBC", "decrypt", 128 / 12),
        ("AES-128-CBC", "encrypt", 0.4),  # 16 bytes / (10 rounds * 4 cycles)
        ("AES-256-CFB", "encrypt", 16 / 56),
        ("AES-128-OFB", "decrypt", 0.4),
        ("AES-128-CFB8", "encrypt", 1 / 40),
        ("AES-128-CFB8", "decrypt", 0.8),
        ("AES-128-CFB1", "encrypt", 1 / 320),
        ("AES-128-WRAP", "encrypt", 8 / 240),
        ("AES-128-CBC-CTS", "encrypt", 0.4),
    ],
)
def test_aes_bytes_a_cycle(algorithm, operation, bytes_a_cycle):
    assert 16384 / cycles("cipher", algorithm, operation) == pytest.approx(bytes_a_cycle)


def test_aes_bounds_with_more_than_one_part():
    assert cycles("cipher", "AES-128-GCM", "encrypt") == pytest.approx(1028 / (4 / 6))  # 1025 blocks fill 257 vectors
    assert cycles("cipher", "AES-128-XTS", "encrypt") == pytest.approx(1280 + 40)
    assert cycles("cipher", "AES-128-OCB", "encrypt") == pytest.approx(257 * 5)  # 1026 blocks fill 257 vectors
    assert cycles("cipher", "AES-128-CCM", "encrypt") == pytest.approx(1026 * 40)
    assert cycles("cipher", "AES-128-SIV", "encrypt") == pytest.approx(1024 * 40 + 1280)
    assert cycles("cipher", "AES-128-SIV", "decrypt") == pytest.approx(1024 * 40)
    assert cycles("cipher", "AES-128-GCM-SIV", "encrypt") == pytest.approx(
        1540 + 258 * 5
    )  # 3 * 1026 multiplies / 4 / 0.5
    assert cycles("cipher", "AES-128-CBC-HMAC-SHA1", "decrypt") == pytest.approx(
        258 * 120
    )  # 13 + 16384 bytes: 257 blocks
    assert cycles("cipher", "AES-128-CBC-HMAC-SHA1", "encrypt") == pytest.approx(1024 * 40)
    assert cycles("cipher", "AES-128-WRAP-PAD", "encrypt", 8) == pytest.approx(40)


def test_a_narrower_processor_is_bounded_lower():
    assert 16384 / cycles("cipher", "AES-128-CTR", "encrypt", without="_512") == pytest.approx(6.4)
    assert 16384 / cycles("cipher", "AES-128-CTR", "encrypt", aes_256=0.5, aes_512=0.25) == pytest.approx(3.2)


def test_a_block_fills_a_vector():
    assert (
        cycles("cipher", "AES-128-ECB", "encrypt", 16)
        == cycles("cipher", "AES-128-ECB", "encrypt", 64)
        == pytest.approx(5)
    )


@pytest.mark.parametrize(
    "digest, size, expected",
    [
        ("SHA1", 16384, 257 * 120),
        ("SHA-1", 55, 120),
        ("SHA-1", 56, 240),
        ("SHA2-256", 16384, 257 * 128),
        ("SHA-256", 0, 128),
        ("SHA2-224", 64, 256),
        ("SHA2-512", 111, 320),
        ("SHA2-512", 112, 640),
        ("SHA2-512/256", 111, 320),
        ("SHA512-224", 111, 320),
        ("MD5", 64, 576),
        ("RIPEMD-160", 64, 704),
        ("SM3", 64, 768),
        ("MD5-SHA1", 0, 288),
        ("BLAKE2B-512", 128, 288),
        ("BLAKE2B-512", 129, 576),
        ("BLAKE2S-256", 64, 240),
        ("SHA3-256", 135, 24 * 26),
        ("SHA3-256", 136, 48 * 26),
        ("SHAKE-128", 167, 24 * 26),
        ("SHAKE-128", 168, 48 * 26),
    ],
)
def test_hashes(digest, size, expected):
    assert cycles("digest", digest, "digest", size) == pytest.approx(expected)


def test_hashes_use_what_the_processor_has():
    assert cycles("digest", "SHA2-256", "digest", 0, without="sha256") == pytest.approx(256)
    assert cycles("digest", "SHA2-256", "digest", 0, without="sha256", alu_latency=1) == pytest.approx(192)
    assert cycles("digest", "SHA2-512", "digest", 0, sha512_latency=5) == pytest.approx(200)
    assert cycles("digest", "SM3", "digest", 0, sm3_latency=4) == pytest.approx(128)
    assert cycles("digest", "MD5", "digest", 0, alu_latency=1) == pytest.approx(256)
    assert cycles("digest", "SHA3-256", "digest", 0, alu_latency=1, permute_latency=3) == pytest.approx(24 * 11)


def test_macs_derivations_and_random_numbers():
    assert cycles("mac", "HMAC/SHA2-256", "mac") == pytest.approx(258 * 128)
    assert cycles("mac", "HMAC/SHA2-256", "fresh", 64) == pytest.approx(4 * 128)
    assert cycles("mac", "KMAC-256", "fresh", 100) == pytest.approx(2 * 24 * 26)
    assert cycles("mac", "CMAC/AES-256-CBC", "fresh") == cycles("mac", "CMAC/AES-256-CBC", "mac")
    assert cycles("mac", "CMAC/AES-256-CBC", "mac") == pytest.approx(1024 * 56)
    assert cycles("mac", "GMAC/AES-128-GCM", "mac") == pytest.approx(769 * 2)  # 3 * 1025 multiplies, 4 in a vector
    assert cycles("mac", "KMAC-256", "mac", 100) == pytest.approx(24 * 26)
    assert cycles("mac", "SIPHASH", "mac", 16) == pytest.approx(4 * (2 * 3 + 4))
    assert cycles("mac", "BLAKE2BMAC", "mac", 128) == pytest.approx(288)
    assert cycles("kdf", "HKDF/SHA2-256", "derive", None) == pytest.approx(6 * 128)
    assert cycles("kdf", "TLS13-KDF/SHA2-256", "derive", None) == pytest.approx(3 * 128)
    assert cycles("kdf", "PBKDF2/SHA2-256", "derive", None) == pytest.approx(20001 * 128)
    assert cycles("kdf", "SCRYPT", "derive", None) == pytest.approx(2 * 16384 * 16 * 96)
    assert cycles("kdf", "TLS1-PRF/SHA2-256", "derive", None) == pytest.approx(7 * 128)
    assert cycles("kdf", "KBKDF/SHA2-256", "derive", None) == pytest.approx(3 * 128)
    assert cycles("kdf", "KBKDF/AES-128-CBC", "derive", None) == pytest.approx(3 * 40)
    assert cycles("kdf", "SSHKDF/SHA2-256", "derive", None) == pytest.approx(2 * 128)
    assert cycles("kdf", "SSHKDF/MD5", "derive", None) == pytest.approx((2 + 2) * 288)
    assert cycles("rand", "CTR-DRBG", "generate", 13 * 16) == pytest.approx(4 * 7)


def test_chacha20_and_poly1305():
    assert cycles("cipher", "CHACHA20", "encrypt") == pytest.approx(256 * 992 / 16 / 4)
    assert cycles("cipher", "CHACHA20", "encrypt", without="_512") == pytest.approx(256 * 1312 / 4 / 4)
    assert cycles("cipher", "CHACHA20", "encrypt", rotate_512=0.5) == pytest.approx(256 * 320 / 16 / 0.5)
    assert cycles("mac", "POLY1305", "mac") == pytest.approx(6 * 1024)
    assert cycles("mac", "POLY1305", "mac", mul32_256=2) == pytest.approx(25 * 1024 / 4 / 2)
    assert cycles("mac", "POLY1305", "mac", ifma_256=2, ifma_512=2) == pytest.approx(18 * 1024 / 8 / 2)
    assert cycles("cipher", "CHACHA20-POLY1305", "decrypt") == pytest.approx(6 * 1026)


def test_public_keys_by_64_bit_multiplies():
    exponentiation = 1024 * (136 + 272) + (1024 / 7 + 32) * (256 + 272)  # 16 limbs; windows of six bits
    assert cycles("signature", "RSA/2048", "sign", None) == pytest.approx(2 * exponentiation)
    assert cycles("asym_cipher", "RSA/2048", "decrypt", None) == pytest.approx(2 * exponentiation)
    assert cycles("signature", "RSA-PSS/2048", "verify", None) == pytest.approx(16 * (528 + 1056) + 1024 + 1056)
    assert cycles("exchange", "X25519", "derive", None) == pytest.approx(255 * (5 * 16 + 4 * 10))
    assert cycles("keymgmt", "EC/P-256", "keygen", None) == pytest.approx(32 * (7 * 16 + 4 * 10))
    assert cycles("signature", "ECDSA/P-384", "sign", None) == pytest.approx(48 * (7 * 36 + 4 * 21))
    assert cycles("signature", "ED25519", "sign", None) == pytest.approx(2 * 320 + 253 / 8 * 7 * 16)
    assert cycles("exchange", "DH/ffdhe2048", "derive", None) == pytest.approx(224 * 1584 + (224 / 5 + 8) * 2080)


def test_public_keys_by_the_unit_that_needs_least():
    by_scalar = cycles("exchange", "X25519", "derive", None)
    by_vectors = cycles("exchange", "X25519", "derive", None, ifma_256=1, ifma_512=1)
    assert by_vectors == pytest.approx(255 * 2 * (125 + 60) / 8, rel=1e-3)
    assert cycles("exchange", "X25519", "derive", None, mul32_256=0.01) == by_scalar
    assert public_key_bounds._digit_of_32(1024) == 29


def test_mldsa_by_permutations_of_keccak():
    chain, lanes = 24 * 26, 24 * 90 / 8 / 4  # 130 operations at five a cycle; eight states, four operations a cycle
    assert cycles("signature", "ML-DSA-65", "verify", None) == pytest.approx(8 * chain)
    assert cycles("keymgmt", "ML-DSA-65", "keygen", None) == pytest.approx(16 * chain + (5 * 30 + 2 * 11) * lanes)
    assert cycles("signature", "ML-DSA-87", "sign", None) == pytest.approx(3.85 * 10 * chain)
    assert cycles("signature", "ML-DSA-87", "sign", None, add=1e4, rotate=1e4) == pytest.approx(
        3.85 * 35 * lanes, rel=1e-4
    )
    assert cycles("keymgmt", "ML-DSA-44", "keygen", None, without="_512") == pytest.approx(
        11 * chain + 96 * 24 * 184 / 2 / 4
    )


def test_slhdsa_by_hash_values():
    leaf = 35 * 16 + 10  # 22 + 560 + 9 bytes are ten blocks of SHA-256
    tree = 8 * leaf + 7
    by_vectors = (59 * 17 + 48 * 11 - 40) / 16 / 4
    assert cycles("keymgmt", "SLH-DSA-SHA2-128f", "keygen", None) == pytest.approx(tree * by_vectors, rel=1e-5)
    assert cycles("signature", "SLH-DSA-SHA2-128f", "sign", None) == pytest.approx(
        (22 * tree + 33 * (2 * 64 + 63)) * by_vectors, rel=1e-5
    )
    assert cycles("keymgmt", "SLH-DSA-SHA2-128f", "keygen", None, without="_512", sha256=0.5) == tree * 64
    assert cycles("keymgmt", "SLH-DSA-SHAKE-256f", "keygen", None) == pytest.approx(
        (16 * 67 * 16 * (23 * 90 + 30) + (16 * 17 + 15) * 24 * 90) / 8 / 4, rel=1e-5
    )
    in_sha512 = (8 * 10 + 7) * (80 * 17 + 64 * 11) / 8 / 4
    assert cycles("keymgmt", "SLH-DSA-SHA2-192f", "keygen", None) == pytest.approx(
        8 * 51 * 16 * by_vectors + in_sha512, rel=1e-5
    )


@pytest.mark.parametrize(
    "kind, algorithm, operation, without",
    [
        ("cipher", "ARIA-128-CTR", "encrypt", "\0"),
        ("cipher", "AES-128-XYZ", "encrypt", "\0"),
        ("digest", "WHIRLPOOL", "digest", "\0"),
        ("signature", "ECDSA/secp256k1", "sign", "\0"),
        ("kem", "ML-KEM-768", "encapsulate", "\0"),
        ("signature", "SLH-DSA-SHA2-128s", "verify", "\0"),
        ("keymgmt", "RSA/2048", "keygen", "\0"),
        ("exchange", "DH/ffdhe1234", "derive", "\0"),
        ("mac", "AES-128-CTR", "mac", "\0"),
        ("cipher", "AES-128-CTR", "encrypt", "aes"),
        ("cipher", "AES-128-GCM", "encrypt", "gcm"),
        ("signature", "RSA/2048", "sign", "mul"),
    ],
)
def test_operations_without_a_known_bound_have_none(kind, algorithm, operation, without):
    assert (
        bound(kind, algorithm, operation, 64, {n: {"value": v} for n, v in SYNTHETIC.items() if without not in n})
        is None
    )


# ---- documents ----


def test_each_family_and_each_limit_is_documented():
    for family in {rule.family for rule in bounds.RULES}:
        assert f"\n### {family}\n" in DOCS, family
    for name in measure():
        base = name.removesuffix("_128").removesuffix("_256").removesuffix("_512")
        assert f"`{base}" in DOCS, name
    for name in hash_bounds._HASHES:
        assert name.rstrip("0123456789/") in DOCS.replace("-", ""), name


def test_the_formulas_count_with_the_lengths_that_the_driver_gives():
    driver = paths.SOURCE / "lab" / "native" / "driver"
    text = (driver / "kind_kdf.c").read_text()

    def filling(kdf: str, parameter: str) -> str:
        return re.search(rf'\{{ "{kdf}", "{parameter}", \w+, (?:"([^"]*)", 0|NULL, (\d+)) \}}', text).expand(r"\1\2")

    assert re.search(r"OUT_LEN = (\d+)", text)[1] == str(keyed_bounds.OUT)
    for kdf, parameter, value in [
        ("", "key", keyed_bounds.KEY),
        ("", "salt", keyed_bounds.SALT),
        ("", "info", keyed_bounds.INFO),
        ("", "iter", keyed_bounds.ITERATIONS),
        ("SCRYPT", "n", keyed_bounds.SCRYPT_N),
        ("SCRYPT", "r", keyed_bounds.SCRYPT_R),
        ("TLS1-PRF", "seed", keyed_bounds.TLS1_SEED),
        ("SSHKDF", "session_id", keyed_bounds.SESSION),
        ("SSHKDF", "xcghash", keyed_bounds.KEY),
    ]:
        assert filling(kdf, parameter) == str(value), (kdf, parameter)
    label = filling("TLS13-KDF", "prefix") + filling("TLS13-KDF", "label")
    assert keyed_bounds.TLS13_INFO == 2 + 1 + len(label) + 1 + int(filling("TLS13-KDF", "data"))
    assert re.search(r"AAD_LEN = (\d+)", (driver / "kind_cipher.c").read_text())[1] == str(cipher_bounds.AAD)
    assert re.search(r"LAB_PK_MESSAGE = (\d+)", (driver / "pk.h").read_text())[1] == str(public_key_bounds.MESSAGE)


# ---- the processor ----


@needs_aes
def test_nothing_is_faster_than_its_bound():
    """A limit that was disturbed while it was measured gives too low a bound: measure a row that seems to beat it
    again, together with the limit."""
    with Driver(sides.standard()) as driver:
        found = measured.measure(driver)
        wanted = [
            o
            for o in driver.offers()
            if o.algorithm.startswith(("AES-128", "AES-256", "SHA", "HMAC/SHA2-256", "MD5"))
            and bound(o.kind, o.algorithm, o.operation, 16384, found)
        ]
        assert {"AES-128-GCM", "AES-256-CBC", "SHA2-256", "SHA3-256"} <= {o.algorithm for o in wanted}
        for _ in range(4):
            wanted = [offer for offer in wanted if largest_share(driver, offer, found) > most_share(offer)]
            found = measured.measure(driver)
        assert not wanted


def most_share(offer: Offer) -> float:
    """On processors of Intel the loop that measures sha256rnds2 takes 5 cycles a step in the driver, but 4 in a program
    of its own and in the hash (Emerald Rapids; the cause is not known). Its bound is a quarter too high."""
    is_sha256 = any(name in offer.algorithm for name in ("SHA2-224", "SHA2-256", "HMAC-SHA256"))
    return NOISE * 1.25 if is_sha256 and "GenuineIntel" in pathlib.Path("/proc/cpuinfo").read_text() else NOISE


def largest_share(driver: Driver, offer: Offer, found: measured.Limits) -> float:
    """Return the share of its bound that the faster side reaches."""
    done = driver.measure(offer, 16384, [sides.BASELINE, sides.CANDIDATE], slices=3, slice_us=100, most_ms=5)
    return max(
        (
            bound(offer.kind, offer.algorithm, offer.operation, t.bytes, found).cycles
            / (statistics.median(t.ns) * 1e-9 * done.clock_hz)
            for t in done.timings
            if t.ns
        ),
        default=0,
    )


# ---- the command ----


def run(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [os.environ["AB_LAB"], "limits", *arguments],
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, "COLUMNS": "120"},
    )


@needs_aes
def test_the_command_shows_and_writes(tmp_path):
    done = run("--runs", "1", "--csv", str(tmp_path / "l.csv"), "--json", str(tmp_path / "l.json"))
    assert done.returncode == 0, done.stderr
    assert "aes_latency_128" in done.stdout and "AES-128-GCM" in done.stdout and "ARIA-128-CBC" in done.stdout
    data = json.loads((tmp_path / "l.json").read_text())
    assert data["schema"] == "afterburner-lab-limits/1"
    ctr = next(b for b in data["bounds"] if (b["algorithm"], b["operation"]) == ("AES-128-CTR", "encrypt"))
    best = bound("cipher", "AES-128-CTR", "encrypt", 16384, data["limits"])
    assert ctr["cycles_per_op"] == pytest.approx(best.cycles) and ctr["limit"] == best.unit == "AES unit"
    assert ctr["value"] == pytest.approx(16384 * data["limits"]["clock"]["value"] / best.cycles / 1e6)
    rows = list(csv.DictReader((tmp_path / "l.csv").open()))
    assert {r["algorithm"] for r in rows if r["kind"] == "limit"} == set(data["limits"])
    assert len([r for r in rows if r["kind"] != "limit"]) == len(data["bounds"])


@needs_aes
def test_the_command_with_features_left_out(tmp_path):
    def throughput(level: str) -> dict[str, float | None]:
        done = run("--runs", "1", "--cpu", level, "--size", "8192", "--json", str(tmp_path / "l.json"))
        assert done.returncode == 0, done.stderr
        return {b["algorithm"]: b["cycles_per_op"] for b in json.loads((tmp_path / "l.json").read_text())["bounds"]}

    none, low = throughput("none"), throughput("aesni")
    assert none["AES-128-CTR"] is None and none["CHACHA20"] is not None
    assert low["AES-128-CTR"] > 8192 / 16 * 10 / 4


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["--cpu", "avx3"], "no such level"),
        (["--size", "0"], "--size"),
        (["--runs", "0"], "--runs"),
        (["--json", "/dev/null/l.json"], "/dev/null/l.json"),
        (["--module", "/nonexistent.so"], "no such module"),
        (["--libcrypto", "/nonexistent.so"], "no such file"),
        (["--sizes", "1"], "--sizes"),
    ],
)
def test_bad_input_gets_one_line_and_exit_status_2(arguments, words):
    done = run(*arguments)
    assert done.returncode == 2
    assert words in done.stderr and done.stderr.count("\n") == 1 and "Traceback" not in done.stderr
