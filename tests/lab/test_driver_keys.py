"""The driver's public-key operations: which are found, which are measured and by which provider, and which keys are
kept.

AB_LAB_LIBCRYPTO names a libcrypto other than the system's."""

from __future__ import annotations

import concurrent.futures
import os
import pathlib
import subprocess

import pytest

from afterburner_lab.core.driver import Driver, Offer, Timing
from afterburner_lab.core.errors import LabError
from afterburner_lab.core.sides import Side

LIBCRYPTO = os.environ.get("AB_LAB_LIBCRYPTO", "libcrypto.so.3")
MODULE = pathlib.Path(os.environ["AB_LAB_BUILD"], "lab", "borrowing.so")
KINDS = {
    "signature": ["sign", "verify"],
    "exchange": ["derive"],
    "kem": ["encapsulate", "decapsulate"],
    "asym_cipher": ["encrypt", "decrypt"],
    "keymgmt": ["keygen"],
    "load": ["pem", "der", "pem-sign", "public-pem", "public-der", "certificate", "certificate-verify", "pkcs12"],
}
SIZES = {"1024", "2048", "3072", "4096"}
CHECK = 32  # bytes of SHA-256 after the DER of a stored key


def open_driver(keys: pathlib.Path | None, **settings: str) -> Driver:
    """Open the default provider, and one that offers its public-key operations under another provider's name."""
    return Driver([Side("default"), Side("borrowing", MODULE, settings)], libcrypto=LIBCRYPTO, keys=keys)


def measure(
    driver: Driver, kind: str, algorithm: str, operation: str, sides=("default", "borrowing")
) -> dict[str, Timing]:
    offer = Offer(kind, algorithm, operation, sized=False, common=True, providers={})
    done = driver.measure(offer, 0, list(sides), slices=1, slice_us=50, most_ms=1)
    return {t.side: t for t in done.timings}


def check_measured(timings: dict[str, Timing]) -> None:
    for side, t in timings.items():
        assert t.error is None and t.provider == side and t.bytes == 0 and min(t.ns) > 1000, t


@pytest.fixture(scope="module")
def keys(tmp_path_factory) -> pathlib.Path:
    return tmp_path_factory.mktemp("kept") / "keys"


@pytest.fixture(scope="module")
def driver(keys):
    with open_driver(keys) as d:
        yield d


@pytest.fixture(scope="module")
def offers(driver) -> list[Offer]:
    return [o for o in driver.offers() if o.kind in KINDS]


def variants(offers: list[Offer], kind: str, scheme: str, common: bool | None = None) -> set[str]:
    return {
        o.algorithm.partition("/")[2]
        for o in offers
        if o.kind == kind and o.algorithm.partition("/")[0] == scheme and common in (None, o.common)
    }


# ---- what is found ----


def test_sizes_and_groups(offers):
    for kind, scheme in ("signature", "RSA"), ("signature", "RSA-PSS"), ("asym_cipher", "RSA"), ("keymgmt", "RSA-PSS"):
        assert variants(offers, kind, scheme) == SIZES | ({"512"} if (kind, scheme) == ("signature", "RSA") else set())
    assert variants(offers, "signature", "RSA", common=True) == SIZES - {"1024"}
    assert variants(offers, "signature", "DSA") == {"512", "1024", "2048", "3072"}
    assert variants(offers, "keymgmt", "DSA") == {"1024", "2048", "3072"}, "OpenSSL makes no key of 512 bits"
    assert {"ffdhe2048", "ffdhe8192", "modp_2048"} < variants(offers, "exchange", "DH")
    assert variants(offers, "keymgmt", "RSA", common=True) == {"2048"}, "of the others, one may take seconds"
    assert variants(offers, "keymgmt", "DH", common=True) == {"ffdhe2048", "ffdhe3072"}
    assert "dh_2048_256" in variants(offers, "exchange", "DHX")


def test_every_curve_is_found(offers):
    """There are as many as the openssl command lists, except SM2, which is a key type of its own."""
    listed = subprocess.run(["openssl", "ecparam", "-list_curves"], capture_output=True, text=True, check=True).stdout
    names = {line.partition(":")[0].strip() for line in listed.splitlines() if ":" in line} - {"SM2"}
    for kind, scheme in ("signature", "ECDSA"), ("exchange", "ECDH"), ("keymgmt", "EC"):
        found = variants(offers, kind, scheme)
        assert len(found) == len(names) if LIBCRYPTO == "libcrypto.so.3" else len(found) > 30
        assert {"P-256", "P-384", "P-521"} < variants(offers, kind, scheme, common=True) < found
    assert not found & {"prime256v1", "SM2"} and {"SM2"} < {o.algorithm for o in offers}


def test_each_operation_once_and_no_macs(offers):
    """No KDFs are listed, nor signatures whose names include a digest."""
    listed = [(o.kind, o.algorithm, o.operation) for o in offers]
    assert len(set(listed)) == len(listed)
    for kind, operations in KINDS.items():
        for algorithm in {o.algorithm for o in offers if o.kind == kind}:
            assert sorted(o.operation for o in offers if (o.kind, o.algorithm) == (kind, algorithm)) == sorted(
                operations
            )
    schemes = {o.algorithm.partition("/")[0].upper() for o in offers}
    assert not schemes & {
        "HMAC",
        "CMAC",
        "POLY1305",
        "SIPHASH",
        "HKDF",
        "SCRYPT",
        "TLS1-PRF",
        "RSA-SHA256",
        "ED25519PH",
    }
    assert {"X25519", "X448", "ED25519", "ED448", "SM2", "ECDSA", "ECDH", "EC", "DHX", "DSA"} < schemes
    assert not any(o.sized for o in offers)


# ---- what is measured, and by whom ----


def may_fail(offer: Offer) -> bool:
    """OpenSSL cannot sign by ECDSA on Oakley's curves, whose order it does not know; RFC 9180 defines only NIST's
    curves."""
    return "Oakley" in offer.algorithm or (
        offer.kind == "kem" and offer.algorithm.startswith("EC/") and not offer.common
    )


def test_every_line_is_measured_or_says_why(driver, offers):
    unknown = 0
    for offer in offers:
        slow = offer.operation == "keygen" and offer.algorithm.startswith("RSA")
        sides = ["borrowing"] if slow else ["default", "borrowing"]
        for side, t in measure(driver, offer.kind, offer.algorithm, offer.operation, sides).items():
            if offer.providers[side] is None:
                assert t.error == "not offered", t
                unknown += 1
            elif t.error is not None:
                assert may_fail(offer) and len(t.error) > 5, (offer, t)
            else:
                assert t.provider == offer.providers[side] == side and min(t.ns) > 1000, (offer, t)
    assert unknown >= 2, "STRANGER is the borrowing provider's alone"


@pytest.mark.parametrize(
    ("kind", "algorithm", "operation"),
    [
        ("signature", "RSA/2048", "sign"),
        ("signature", "RSA-PSS/2048", "sign"),
        ("exchange", "X25519", "derive"),
        ("kem", "ML-KEM-768", "decapsulate"),
        ("keymgmt", "RSA/1024", "keygen"),
        ("keymgmt", "EC/P-256", "keygen"),
    ],
)
def test_wrong_output_is_not_timed(keys, kind, algorithm, operation):
    """A wrong output is not timed, whether random or not; nor is the generation of a key with a wrong size or curve."""
    with open_driver(keys, faulty="1") as faulty:
        if algorithm not in {o.algorithm for o in faulty.offers()}:
            pytest.skip(f"{algorithm} is not in this OpenSSL")
        timings = measure(faulty, kind, algorithm, operation)
        check_measured({"default": timings["default"]})
        said = timings["borrowing"].error
        assert "not accept" in said or "another secret" in said or said == "the first call failed"
        check_measured(measure(faulty, "signature", "ED25519", "sign"))


@pytest.mark.parametrize("operation", ["pem-sign", "certificate-verify"])
def test_first_use_of_a_loaded_key_is_part_of_the_operation(keys, operation):
    """A provider that neither signs nor verifies loads the same keys as well as any other."""
    with open_driver(keys, faulty="1") as faulty:
        check_measured(measure(faulty, "load", "EC/P-256", operation.partition("-")[0]))
        timings = measure(faulty, "load", "EC/P-256", operation)
        assert len(timings["borrowing"].error) > 5
        check_measured({"default": timings["default"]})


@pytest.mark.parametrize("algorithm", ["RSA/7", "EC/P-257", "NONESUCH", "DH/ffdhe1", "EC/../../x"])
def test_unknown_variants_say_why(driver, algorithm):
    for kind, operation in ("keymgmt", "keygen"), ("signature", "sign"), ("load", "pem"):
        assert all(len(t.error) > 5 for t in measure(driver, kind, algorithm, operation).values())


# ---- stored keys ----


def contents(folder: pathlib.Path) -> dict[str, tuple[bytes, int]]:
    return {p.name: (p.read_bytes(), p.stat().st_mtime_ns) for p in folder.iterdir()}


def test_keys_are_kept_and_used_again(tmp_path):
    work = [("signature", "ECDSA/P-256", "sign"), ("exchange", "X25519", "derive"), ("keymgmt", "DSA/1024", "keygen")]
    seen = []
    for _ in range(2):
        with open_driver(tmp_path / "keys") as d:
            for request in work:
                check_measured(measure(d, *request))
        seen.append(contents(tmp_path / "keys"))
    assert seen[0] == seen[1]
    assert seen[0].keys() == {"EC-P-256.der", "X25519.der", "X25519.peer.der", "DSA-1024.der"}
    for path in (tmp_path / "keys").iterdir():
        assert path.stat().st_mode & 0o777 == 0o600
    assert len({content for content, _ in seen[0].values()}) == 4


def test_a_kept_key_is_pkcs8(tmp_path):
    with open_driver(tmp_path) as d:
        check_measured(measure(d, "signature", "RSA/2048", "sign"))
    der = tmp_path / "key.der"
    der.write_bytes((tmp_path / "RSA-2048.der").read_bytes()[:-CHECK])
    said = subprocess.run(
        ["openssl", "pkey", "-inform", "DER", "-in", der, "-noout", "-text"], capture_output=True, text=True
    )
    assert "2048 bit" in said.stdout, said.stderr


SPOILT = {
    "empty": lambda whole: b"",
    "cut short": lambda whole: whole[: len(whole) // 2],
    "one bit": lambda whole: whole[:60] + bytes([whole[60] ^ 1]) + whole[61:],
    "longer": lambda whole: whole + b"\0",
    "text": lambda whole: b"not a key\n" * 20,
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_corrupt_key_is_made_again(tmp_path, how):
    path = tmp_path / "EC-P-256.der"
    for _ in range(2):
        with open_driver(tmp_path) as d:
            check_measured(measure(d, "signature", "ECDSA/P-256", "verify"))
        whole = path.read_bytes()
        path.write_bytes(SPOILT[how](whole))
    with open_driver(tmp_path) as d:
        check_measured(measure(d, "exchange", "ECDH/P-256", "derive"))
    assert path.read_bytes() not in (whole, SPOILT[how](whole)) and len(path.read_bytes()) == len(whole)


@pytest.mark.parametrize(("name", "other", "peer"), [("X25519", "X448", ""), ("EC-P-256", "EC-P-384", ".peer")])
def test_a_key_under_another_name_is_made_again(tmp_path, name, other, peer):
    def derive(key: str) -> None:
        with open_driver(tmp_path) as d:
            check_measured(measure(d, "exchange", key.replace("EC-", "ECDH/"), "derive"))

    derive(name)
    derive(other)
    path = tmp_path / f"{name}{peer}.der"
    size = len(path.read_bytes())
    (tmp_path / f"{other}{peer}.der").rename(path)
    assert len(path.read_bytes()) != size
    derive(name)
    assert len(path.read_bytes()) == size


def test_processes_share_a_folder(tmp_path):
    """Several processes start on an empty folder; the files that they leave are complete."""

    def work(_: int) -> None:
        with open_driver(tmp_path / "keys") as d:
            for algorithm in "ECDSA/P-256", "ED25519", "RSA/1024":
                check_measured(measure(d, "signature", algorithm, "sign"))

    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        list(pool.map(work, range(6)))
    before = contents(tmp_path / "keys")
    assert before.keys() == {"EC-P-256.der", "ED25519.der", "RSA-1024.der"}
    work(0)
    assert contents(tmp_path / "keys") == before


def test_without_a_folder_nothing_is_kept(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with open_driver(None) as d:
        check_measured(measure(d, "signature", "RSA/1024", "sign"))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "kind, algorithm, operation",
    [
        ("signature", "RSA/2048", "sign"),
        ("signature", "ED25519", "sign"),
        ("exchange", "ECDH/P-256", "derive"),
        ("exchange", "X25519", "derive"),
    ],
)
def test_outputs_identify_their_keys(tmp_path, kind, algorithm, operation):
    """With keys from the folder all processes return the same; with a process's own keys they say so."""

    def outputs(keys: pathlib.Path | None) -> list[tuple]:
        with open_driver(keys) as driver:
            return [(t.output, t.keys) for t in measure(driver, kind, algorithm, operation).values()]

    first, again, own = outputs(tmp_path), outputs(tmp_path), outputs(None)
    assert first[0] == first[1] and first == again and None not in first[0]
    assert own[0] == own[1] and own[0][0] != first[0][0] and own[0][1] != first[0][1]


def test_random_outputs_have_no_digest(driver):
    for kind, algorithm, operation in (
        ("signature", "ECDSA/P-256", "sign"),
        ("signature", "RSA/2048", "verify"),
        ("asym_cipher", "RSA/2048", "encrypt"),
        ("kem", "RSA/2048", "encapsulate"),
    ):
        for timing in measure(driver, kind, algorithm, operation).values():
            assert timing.error is None and (timing.output, timing.keys) == (None, None)


@pytest.mark.parametrize("name", ["file", "none/keys"])
def test_a_folder_that_cannot_be_used(tmp_path, name):
    (tmp_path / "file").write_text("")
    with pytest.raises(LabError, match="--keys wants a folder") as caught, open_driver(tmp_path / name) as d:
        d.hello()
    assert "\n" not in str(caught.value)
