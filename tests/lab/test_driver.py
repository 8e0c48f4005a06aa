"""The C driver through its protocol: it measures everything that it lists, or gives a reason; its counts and times are
true; every request gets exactly one answer.

AB_LAB_LIBCRYPTO names a libcrypto other than the system's."""

from __future__ import annotations

import hashlib
import os
import pathlib
import statistics
import struct
import subprocess
from collections.abc import Callable, Iterator

import pytest

from afterburner_lab.core import paths
from afterburner_lab.core.driver import DRIVER, Driver, DriverEnded, DriverRefused, Measurement, Offer, Timing
from afterburner_lab.core.errors import LabError
from afterburner_lab.core.sides import BASELINE, CANDIDATE, Side, choose

LIBCRYPTO = os.environ.get("AB_LAB_LIBCRYPTO", "libcrypto.so.3")
DUMMY = paths.build() / "lab" / "dummy.so"
SPIN = Offer("digest", "SPIN", "digest", True, True, {})
SHORT = {"slices": 1, "slice_us": 1, "most_ms": 1}


def dummy(name: str, **settings: object) -> Side:
    return Side(name, DUMMY, {key: str(value) for key, value in settings.items()})


# ---- what is listed ----

# Valid reasons why an algorithm that a side offers cannot be measured, in the words of OpenSSL or the driver.
REASONS = {
    **{
        ("cipher", "RC4-HMAC-MD5", f"decrypt{way}"): "a record can be read only after all those before it"
        for way in ("", "-context", "-fetch")
    },
    **{  # 4.0: requires the public key
        ("digest", "ML-DSA-MU", f"digest{way}"): "missing key" for way in ("", "-stream", "-context", "-fetch")
    },
}


def check_timing(offer: Offer, timing: Timing, size: int) -> None:
    """Check that a side measured what it offers, by the named provider, or gave a known reason."""
    provider = offer.providers[timing.side]
    wanted = "not offered" if provider is None else REASONS.get((offer.kind, offer.algorithm, offer.operation))
    assert timing.error == wanted
    if timing.error is None:
        assert timing.provider == provider and timing.ns and min(timing.ns) > 0 and timing.per_slice >= 1
        assert timing.bytes == 0 if not offer.sized else 0 < timing.bytes <= size


def check_offers(driver: Driver, size: int = 64) -> None:
    """Measure everything that is listed."""
    sides, offers = [side.name for side in driver.sides], [o for o in driver.offers() if o.kind in KINDS]
    assert {o.kind for o in offers} == KINDS
    for offer in offers:
        for timing in driver.measure(offer, size if offer.sized else 0, sides, **SHORT).timings:
            check_timing(offer, timing, size)


KINDS = {"cipher", "digest", "mac", "kdf", "rand"}  # public keys: test_driver_keys.py


def test_every_offer_is_measured_or_says_why():
    with Driver(choose((BASELINE, CANDIDATE)), libcrypto=LIBCRYPTO) as driver:
        check_offers(driver)


def test_the_legacy_provider():
    """Of the system's OpenSSL only: another one's legacy provider may be missing."""
    with Driver([Side(BASELINE, legacy=True)]) as driver:
        by_legacy = {o.algorithm for o in driver.offers() if (o.providers[BASELINE] or "").startswith("legacy")}
        assert {"RC4-HMAC-MD5", "RC2-128", "MD4", "PBKDF1/SHA-1"} <= by_legacy
        check_offers(driver)


@pytest.fixture(scope="module")
def driver() -> Iterator[Driver]:
    with Driver([*choose((BASELINE, CANDIDATE)), dummy("dummy")], libcrypto=LIBCRYPTO) as driver:
        yield driver


@pytest.fixture(scope="module")
def offers(driver) -> dict[tuple[str, str, str], Offer]:
    return {(o.kind, o.algorithm, o.operation): o for o in driver.offers()}


LISTED = """
cipher AES-128-CBC encrypt        cipher AES-256-GCM decrypt      cipher AES-128-CBC-HMAC-SHA256 decrypt
cipher DES-EDE3-CBC encrypt       cipher CHACHA20-POLY1305 encrypt cipher ARIA-128-GCM encrypt
cipher CAMELLIA-256-CTR encrypt   cipher SM4-ECB decrypt          cipher AES-192-WRAP-PAD encrypt
digest SHA-1 digest               digest SHA2-256 digest          digest SHA512-256 digest
digest SHAKE-256 digest           digest RIPEMD-160 digest        digest BLAKE2B-512 digest
digest MD5-SHA1 digest            digest SPIN digest              rand CTR-DRBG generate
mac HMAC/SHA2-256 mac             mac HMAC/SPIN mac               mac HMAC/SHA512-256 mac
mac CMAC/AES-128-CBC mac          mac GMAC/AES-256-GCM mac        mac KMAC-128 mac
mac POLY1305 mac                  mac SIPHASH mac                 mac BLAKE2BMAC mac
mac HMAC/SHA2-256 fresh           mac CMAC/AES-128-CBC fresh      mac KMAC-128 fresh
kdf HKDF/SHA2-256 derive          kdf TLS13-KDF/SHA2-384 derive   kdf TLS1-PRF/SHA2-256 derive
kdf PBKDF2/SHA2-256 derive        kdf SCRYPT derive               kdf KBKDF/SHA2-256 derive
kdf KBKDF/AES-128-CBC derive      kdf SSKDF/SHA2-256 derive       kdf X963KDF/SHA2-256 derive
kdf X942KDF/SHA2-256 derive       kdf SSHKDF/SHA2-256 derive      kdf KRB5KDF/AES-256-CBC derive
cipher AES-128-CBC encrypt-stream cipher AES-256-GCM decrypt-context cipher AES-128-CCM encrypt-fetch
digest SHA2-256 digest-stream     digest SHA-1 digest-context     digest SHAKE-256 digest-fetch
mac HMAC/SHA2-256 mac-stream      mac CMAC/AES-128-CBC mac-fetch  kdf HKDF/SHA2-256 derive-fetch
""".split()


def test_names(offers):
    assert set(zip(*[iter(LISTED)] * 3, strict=True)) <= offers.keys()
    assert all(algorithm.count("/") <= 1 and not set(" ,") & set(algorithm) for _, algorithm, _ in offers)


@pytest.mark.parametrize(
    "algorithm", ["HMAC", "HMAC/NULL", "HMAC/SHAKE-128", "CMAC/AES-128-CTR", "CMAC/AES-128-CBC-CTS", "GMAC/AES-128-CBC"]
)
def test_operations_without_a_mac_are_not_listed(offers, algorithm):
    assert ("mac", algorithm, "mac") not in offers


def test_the_inner_algorithm_is_named_if_another_provider_has_it(offers):
    krb5, hkdf = offers["kdf", "KRB5KDF/AES-256-CBC", "derive"], offers["kdf", "HKDF/SPIN", "derive"]
    assert krb5.providers == {
        "default": "default",
        "afterburner": "default+afterburner",
        "control": "default",
        "dummy": "default",
    }
    assert hkdf.providers == {"default": None, "afterburner": None, "control": None, "dummy": "default+dummy"}


def test_rarities_are_marked(offers):
    assert offers["mac", "HMAC/SHA2-256", "mac"].common and not offers["mac", "HMAC/SM3", "mac"].common


# ---- lengths ----


@pytest.mark.parametrize(
    "algorithm, wanted",
    {
        "AES-128-CBC": 1344,
        "AES-128-ECB": 1344,
        "AES-128-CTR": 1350,
        "AES-128-GCM": 1350,
        "AES-128-XTS": 1350,
        "AES-128-WRAP": 1344,
        "AES-128-CBC-HMAC-SHA1": 1350,
        "DES-EDE3-CBC": 1344,
        "CHACHA20": 1350,
    }.items(),
)
def test_lengths_are_cut_to_what_the_mode_takes(driver, offers, algorithm, wanted):
    for operation in ("encrypt", "decrypt"):
        (timing,) = driver.measure(offers["cipher", algorithm, operation], 1350, ["default"], **SHORT).timings
        assert timing.bytes == wanted


@pytest.mark.parametrize(
    "kind, algorithm, operation, size, reason",
    [
        ("cipher", "AES-128-CBC", "encrypt", 15, "does not accept messages of this length"),
        ("cipher", "AES-128-XTS", "decrypt", 15, "does not accept messages of this length"),
        (
            "cipher",
            "AES-128-CBC-HMAC-SHA256",
            "encrypt",
            16385,
            "does not accept messages of this length",
        ),  # longer than a record
        ("cipher", "AES-128-CTR", "encrypt", 0, "does not accept messages of this length"),
        ("digest", "SHA2-256", "digest", 0, "requires a message of at least one byte"),
        ("mac", "HMAC/SHA2-256", "mac", 0, "requires a message of at least one byte"),
        ("rand", "CTR-DRBG", "generate", 0, "requires a message of at least one byte"),
        ("digest", "SHA2-256", "digest", 10**15, "no memory for such a message"),
    ],
)
def test_lengths_that_do_not_fit(driver, offers, kind, algorithm, operation, size, reason):
    (timing,) = driver.measure(offers[kind, algorithm, operation], size, ["default"], **SHORT).timings
    assert timing.error == reason


@pytest.mark.parametrize("algorithm", ["AES-128-CCM", "AES-128-SIV", "AES-128-WRAP", "AES-128-CBC-CTS"])
def test_what_takes_a_message_as_a_whole_has_no_pieces(driver, offers, algorithm):
    assert ("cipher", algorithm, "encrypt-stream") not in offers
    made_up = Offer("cipher", algorithm, "encrypt-stream", True, True, {})
    (timing,) = driver.measure(made_up, 64, ["default"], **SHORT).timings
    assert timing.error == "takes a message as a whole"


# ---- true counts, true times, true outputs ----


def count_of(driver: Driver, file: pathlib.Path) -> int:
    driver.hello()  # wait until it has started
    return struct.unpack("=Q", file.read_bytes())[0]


@pytest.mark.parametrize("timing", [{"slices": 7, "slice_us": 500}, {"slices": 1, "slice_us": 3}])
def test_the_requested_number_of_operations_is_done(tmp_path, timing):
    """One operation tests the call, then 1, 2, 4 ... fill a slice, and the last count runs thrice, as does at most each
    that a stall of the machine made look long; then rounds, each after a tenth of a slice."""
    file = tmp_path / "count"
    with Driver([dummy("counted", spin=1000, count=file)]) as driver:
        before = count_of(driver, file)
        (counted,) = driver.measure(SPIN, 64, ["counted"], most_ms=10000, **timing).timings
        done = count_of(driver, file) - before
    rounds, loops = len(counted.ns), counted.per_slice
    assert rounds == timing["slices"]
    least = 1 + (2 * loops - 1) + 2 * loops + rounds * (loops + loops // 10)
    assert least <= done <= least + 2 * (loops - 1)


def cpu_seconds(driver: Driver) -> float:
    """Return the CPU time that the process has used, in units of a clock tick."""
    fields = pathlib.Path(f"/proc/{driver._process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_times_add_up_to_the_processs_cpu_time(tmp_path):
    """One attempt of ten must agree: a host that takes the processor away lengthens some of the operations."""
    file = tmp_path / "count"
    with Driver([dummy("counted", spin=50000, count=file)]) as driver:

        def ratio() -> float:
            operations, seconds = count_of(driver, file), cpu_seconds(driver)
            (counted,) = driver.measure(SPIN, 64, ["counted"], slices=11, slice_us=40000, most_ms=60000).timings
            operations, seconds = count_of(driver, file) - operations, cpu_seconds(driver) - seconds
            assert seconds > 0.2
            return operations * statistics.mean(counted.ns) * 1e-9 / seconds

        assert any(ratio() == pytest.approx(1, rel=0.15) for _ in range(10))


def one_comes_near(expected: float, take: Callable[[], Measurement], value: Callable[[Measurement], float]) -> None:
    """Check that the value of one of a hundred measurements is within 15 % of what is expected: a busy host lengthens
    times, and where it takes the processor away, it also shortens some."""
    seen: list[float] = []
    for _ in range(100):
        seen.append(value(take()))
        if seen[-1] == pytest.approx(expected, rel=0.15):
            return
    pytest.fail(f"expected about {expected}, seen {min(seen)} to {max(seen)}, in the middle {statistics.median(seen)}")


def test_cycles_are_those_of_a_known_loop():
    """50,000 dependent adds take 50,000 cycles; EVP adds a few hundred."""
    with Driver([dummy("known", spin=50000)]) as driver:
        one_comes_near(
            50000,
            lambda: driver.measure(SPIN, 16, ["known"], slices=15, slice_us=1000),
            lambda taken: statistics.median(taken.timings[0].ns) * 1e-9 * taken.clock_hz,
        )


def test_sides_are_measured_each_on_its_own():
    with Driver([dummy("one", spin=20000), dummy("three", spin=60000)]) as driver:
        one_comes_near(
            3,
            lambda: driver.measure(SPIN, 16, ["one", "three"], slices=15, slice_us=500),
            lambda taken: statistics.median(taken.timings[1].ns) / statistics.median(taken.timings[0].ns),
        )


def test_a_wrong_byte_on_one_side_is_found():
    with Driver([dummy("right"), dummy("wrong", wrong=1), dummy("again", wrong=1)]) as driver:
        assert all(t.error is None for t in driver.measure(SPIN, 64, ["wrong", "again"], **SHORT).timings)
        for pair in (["right", "wrong"], ["wrong", "right"]):
            with pytest.raises(DriverRefused, match="the outputs of the sides differ"):
                driver.measure(SPIN, 64, pair, **SHORT)


def fnv(data: bytes) -> str:
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % (1 << 64)
    return f"{value:016x}"


def test_outputs_have_a_digest_unless_they_are_random(driver, offers):
    text = bytes(range(64))
    for algorithm, wanted in ("MD5", hashlib.md5(text)), ("SHA2-256", hashlib.sha256(text)):
        for timing in driver.measure(
            offers["digest", algorithm, "digest"], 64, ["default", "afterburner"], **SHORT
        ).timings:
            assert (timing.output, timing.keys) == (fnv(wanted.digest()), None)
    (drawn,) = driver.measure(offers["rand", "CTR-DRBG", "generate"], 64, ["default"], **SHORT).timings
    assert drawn.error is None and drawn.output is None


def test_a_side_whose_first_call_fails_leaves_the_others():
    with Driver([dummy("good"), dummy("bad", fail_after=0)]) as driver:
        good, bad = driver.measure(SPIN, 64, ["good", "bad"], **SHORT).timings
    assert good.error is None and good.ns and bad.error == "the first call failed" and not bad.ns


def test_a_call_that_fails_later_is_reported():
    failed = pytest.raises(DriverRefused, match="a call failed while it was timed")
    with Driver([dummy("tired", fail_after=20)]) as driver, failed:
        driver.measure(SPIN, 64, ["tired"], slices=9, slice_us=300)


# ---- invalid requests ----

MEASURE = "measure kind=digest algorithm=SHA2-256 operation=digest bytes=64 sides=default slices=1 slice_us=1"
MALFORMED = {
    "empty": ("", "unknown request"),
    "blanks": ("   ", "not a request"),
    "unknown": ("sing", "unknown request"),
    "no value": ("measure kind", "not a request"),
    "too many pairs": ("measure " + " ".join(f"seed={i}" for i in range(30)), "not a request"),
    "too long": ("measure algorithm=" + "A" * 10000, "the request is too long"),
    "binary": ("\x01\x7f\xff", "unknown request"),
    "nothing to measure": ("measure", "no such side, kind or operation"),
    "unknown kind": (MEASURE.replace("kind=digest", "kind=horse"), "no such side, kind or operation"),
    "unknown operation": (MEASURE.replace("operation=digest", "operation=encrypt"), "no such side, kind or operation"),
    "unknown side": (MEASURE.replace("sides=default", "sides=default,nobody"), "no such side, kind or operation"),
    "no side": (MEASURE.replace("sides=default", "sides="), "no such side, kind or operation"),
    "too many sides": (MEASURE.replace("sides=default", "sides=" + ",".join(["default"] * 9)), "too many sides"),
    "a long name": (MEASURE.replace("SHA2-256", "S" * 200), "a name is too long"),
    "an unknown key": (MEASURE + " byte=64", "an unknown key"),
    "a key twice": (MEASURE + " bytes=16", "a repeated key"),
    "no number": (MEASURE.replace("bytes=64", "bytes=many"), "an invalid number"),
    "a negative number": (MEASURE.replace("bytes=64", "bytes=-1"), "an invalid number"),
    "a huge number": (MEASURE.replace("bytes=64", "bytes=" + "9" * 30), "an invalid number"),
    "no slice": (MEASURE.replace("slices=1", "slices=0"), "at least 1"),
    "no thread": (MEASURE + " threads=0", "at least 1"),
}


@pytest.mark.parametrize("what", MALFORMED)
def test_a_wrong_request_gets_one_answer_and_the_next_its_own(driver, what):
    request, reason = MALFORMED[what]
    with pytest.raises(DriverRefused, match=reason):
        driver.ask(request)
    assert driver.ask(MEASURE)["sides"][0]["side"] == "default"


@pytest.mark.parametrize("algorithm", ["AES-999-GCM", "HMAC/NOTHING", "HMAC", "SHA2-256/HMAC", "/", "%s%n"])
@pytest.mark.parametrize(
    "kind, operation", [("cipher", "encrypt"), ("digest", "digest"), ("mac", "mac"), ("kdf", "derive")]
)
def test_an_unknown_algorithm_is_refused_by_each_side(driver, kind, operation, algorithm):
    offer = Offer(kind, algorithm, operation, True, True, {})
    reasons = {t.error for t in driver.measure(offer, 64, ["default", "afterburner"], **SHORT).timings}
    assert len(reasons) == 1 and reasons <= {"not offered", "no algorithm inside it works"}


# ---- drivers that do not start ----


def test_a_side_whose_module_does_not_load(tmp_path):
    """OpenSSL itself would ignore it silently and measure the default provider instead."""
    module = tmp_path / "module.so"
    for content in (None, "no library"):
        if content is not None:
            module.write_text(content)
        with Driver([Side(BASELINE), Side(CANDIDATE, module)]) as driver, pytest.raises(DriverEnded) as caught:
            driver.hello()
        assert str(caught.value) == f"{module}: this OpenSSL does not load it, or not with its settings"
        assert isinstance(caught.value, LabError)


def test_a_driver_that_ended_before_the_first_request(tmp_path):
    """Drop the unread request, which Python would complain about at its exit."""
    with Driver([Side(BASELINE), Side(CANDIDATE, tmp_path / "absent.so")]) as driver:
        driver._process.wait(timeout=600)
        with pytest.raises(DriverEnded, match="this OpenSSL does not load it"):
            driver.hello()
    assert driver._process.stdin.closed


def start(*arguments: object) -> subprocess.CompletedProcess:
    return subprocess.run(
        [paths.driver(DRIVER), *map(str, arguments)], input="hello\n", capture_output=True, text=True, timeout=600
    )


@pytest.mark.parametrize(
    "arguments, said",
    {
        (): "usage: driver",
        ("--libcrypto", "libcrypto.so.3"): "usage: driver",
        ("--libcrypto", "libcrypto.so.3", "--side"): "usage: driver",
        ("--libcrypto", "libcrypto.so.3", "--side", "default"): "usage: driver",
        ("--libcrypto", "libcrypto.so.3", "--horse", "1"): "usage: driver",
        (
            "--libcrypto",
            "libcrypto.so.3",
            "--side",
            "default=/nonexistent/a.cnf",
        ): "/nonexistent/a.cnf: not a configuration",
        ("--libcrypto", "libcrypto.so.3", "--side", "default=/dev/null"): None,
        ("--libcrypto", "/nonexistent/libcrypto.so"): "/nonexistent/libcrypto.so",
    }.items(),
)
def test_arguments(arguments, said):
    done = start(*arguments)
    if said is None:
        assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith('{"ok":true,')
    else:
        assert (done.returncode, done.stdout) == (2, "")
        assert said in done.stderr and len(done.stderr.splitlines()) == 1


def test_a_verbose_provider_does_not_block_the_driver(monkeypatch, tmp_path):
    script = tmp_path / "driver"
    script.write_text(
        "#!/bin/sh\nhead -c 300000 /dev/zero >&2\nread -r request\necho '{\"ok\": true}'\necho last words >&2\n"
    )
    script.chmod(0o755)
    monkeypatch.setattr(paths, "driver", lambda program: script)
    with Driver([Side(BASELINE)]) as driver:
        assert driver.ask("hello") == {"ok": True}
        driver._process.wait(timeout=600)
        with pytest.raises(DriverEnded, match="last words$"):
            driver.ask("list")


def test_another_users_build_folder_is_named(monkeypatch, tmp_path):
    (tmp_path / "lab").write_text("no folder")
    monkeypatch.setenv("AB_LAB_BUILD", str(tmp_path))
    with pytest.raises(LabError, match="lab/keys: Not a directory; the lab needs a build folder of yours"):
        paths.keys()
