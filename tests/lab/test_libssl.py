"""Another libssl as a side of `connections`: what is no such build gets one line; AWS-LC, where it has been built
(tests/interop/aws-lc/build.sh), is measured in turns with OpenSSL, by the same source."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
from collections.abc import Iterator

import pytest

from afterburner_lab.connections import results
from afterburner_lab.connections.results import BULK, FULL, RESUMED, RESUMED_ID
from afterburner_lab.connections.work import CBC, HYBRID, KNOWN, MLDSA, TLS12, TLS13, TRANSPORT, Work
from afterburner_lab.core import libssl, schema
from afterburner_lab.core.driver import TLS, Driver, DriverRefused, Measurement, Offer, Timing
from afterburner_lab.core.errors import LabError
from afterburner_lab.core.sides import BASELINE, CANDIDATE, CONTROL, Side, standard
from afterburner_lab.speed import engine
from afterburner_lab.speed.plan import Plan
from afterburner_lab.speed.selection import Task

BUILD_SH = pathlib.Path(__file__).resolve().parents[1] / "interop" / "aws-lc" / "build.sh"
SHORT = {"slices": 2, "slice_us": 1, "most_ms": 1000}


def lab(*arguments: object) -> subprocess.CompletedProcess[str]:
    argv = [os.environ["AB_LAB"], "connections", *map(str, arguments)]
    return subprocess.run(argv, capture_output=True, text=True, timeout=600)


# ---- what is no such build ----


def folder_of(home: pathlib.Path, *files: str, base: str = "#define OPENSSL_IS_AWSLC\n") -> pathlib.Path:
    for name in files:
        file = home / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(base if name.endswith("base.h") else "")
    return home


BASE, HEADER, SSL, CRYPTO = "include/openssl/base.h", "include/openssl/ssl.h", "lib/libssl.a", "lib/libcrypto.a"


@pytest.mark.parametrize(
    "files, base, reason",
    [
        ((), "", "no include/openssl/base.h in it: no build of AWS-LC or BoringSSL"),
        (("include/openssl/opensslv.h",), "", "an OpenSSL; --libcrypto takes it, --libssl a build of AWS-LC or "),
        ((BASE,), "#define OPENSSL_IS_AWSLC\n", "no include/openssl/ssl.h in it: no build of AWS-LC or "),
        ((BASE, HEADER, SSL, CRYPTO), "#define OTHER\n", "base.h is neither AWS-LC's nor BoringSSL's"),
        ((BASE, HEADER), "#define OPENSSL_IS_AWSLC\n", "no lib/libssl.a or lib/libssl.so in it"),
        ((BASE, HEADER, SSL), "#define OPENSSL_IS_AWSLC\n", "no lib/libcrypto.a or lib/libcrypto.so in it"),
    ],
)
def test_what_is_missing_is_said(tmp_path, files, base, reason):
    done = lab("full", "--libssl", folder_of(tmp_path, *files, base=base))
    assert (done.returncode, done.stdout) == (2, "") and len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith(f"afterburner-lab: --libssl {tmp_path}: ") and reason in done.stderr


def test_a_build_that_cannot_be_compiled_with_is_one_line(tmp_path):
    folder = folder_of(tmp_path, BASE, HEADER, SSL, CRYPTO)
    done = lab("full", "--libssl", folder)
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1
    assert f"--libssl {folder}: the lab's driver cannot be compiled with it: " in done.stderr and "error" in done.stderr


def test_without_a_compiler(tmp_path, monkeypatch):
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(LabError, match="a C compiler is needed; set CC, or install gcc"):
        libssl.program(folder_of(tmp_path, BASE, HEADER, SSL, CRYPTO))


@pytest.mark.parametrize(
    "define, libraries, wanted",
    [
        ("OPENSSL_IS_AWSLC", (SSL, CRYPTO), ("aws-lc", "AWS-LC", "libssl.a")),
        ("OPENSSL_IS_BORINGSSL", ("lib/libssl.so", "lib/libcrypto.so"), ("boringssl", "BoringSSL", "libssl.so")),
    ],
)
def test_a_build_is_recognised(tmp_path, define, libraries, wanted):
    build = libssl.find(folder_of(tmp_path, BASE, HEADER, *libraries, base=f"#define {define}\n"))
    assert (build.side, build.provider, build.libraries[0].name) == wanted


@pytest.mark.parametrize(
    "arguments, wanted",
    [
        (["--servers", "nginx"], "--libssl: cannot be used with --servers"),
        (["--classic"], "--classic measures what the older study did"),
        (["--from", "r.json"], "--from measures nothing; it does not accept libssl"),
        (["--resume", "r.json"], "--resume continues the interrupted run; it does not accept libssl"),
    ],
)
def test_options_that_do_not_go_together(tmp_path, arguments, wanted):
    done = lab(*arguments, "--libssl", folder_of(tmp_path, BASE, HEADER, SSL, CRYPTO))
    assert done.returncode == 2 and wanted in done.stderr and len(done.stderr.splitlines()) == 1


# ---- turns, which the drivers of OpenSSL take too ----


def offer_of(work: Work) -> Offer:
    return Offer(*work.key[:3], work.bytes is not None, True, {})


ONE = Work(FULL, TLS13, "P-256", "X25519", connections=1)


def test_a_driver_waits_for_its_turns(tmp_path):
    with Driver(standard(), keys=tmp_path, program=TLS) as driver:
        names, timing = [BASELINE, CANDIDATE], {"slices": 3, "slice_us": 1, "most_ms": 1000}
        assert driver.begin(offer_of(ONE), 0, names, turns=1, **timing) is None
        turns = [driver.go_on() for _ in range(3)]
        assert turns[:2] == [None, None] and turns[2] is not None
        assert [len(t.ns) for t in turns[2].timings] == [3, 3]
        assert driver.begin(offer_of(ONE), 0, names, **timing) is not None


def test_a_wrong_word_ends_the_turns(tmp_path):
    with Driver(standard(), keys=tmp_path, program=TLS) as driver:
        assert driver.begin(offer_of(ONE), 0, [BASELINE], turns=1, **SHORT) is None
        with pytest.raises(DriverRefused, match="a call failed while it was timed"):
            driver.ask("stop")
        assert driver.hello()["ok"]


def test_clients_of_the_sides_own(tmp_path):
    with Driver(standard(), keys=tmp_path, program=TLS) as driver:
        own = driver.measure(offer_of(ONE), 0, [BASELINE, CANDIDATE], clients="own", **SHORT)
    assert [t.error for t in own.timings] == [None, None]
    assert [t.provider for t in own.timings] == ["default", CANDIDATE]


def test_all_sides_are_asked_for_turns_and_own_clients(tmp_path, monkeypatch):
    """A fork's clients are its own: those of OpenSSL's sides must be, too."""
    asked = []

    def begin(driver: Driver, offer: Offer, size: int, names: list[str], **timing: int | str) -> Measurement:
        asked.append(timing)
        return Measurement(1e9, tuple(Timing(name, ns=(1.0,)) for name in names))

    monkeypatch.setattr(Driver, "begin", begin)
    sides = (*standard(), Side("aws-lc", libssl=tmp_path, fork="AWS-LC"))
    monkeypatch.setattr(libssl, "program", lambda folder: pathlib.Path("/bin/cat"))
    task = Task(offer_of(ONE), None)
    with engine.Session(Plan(sides, rows=(ONE.key,), program=TLS)) as session:
        record = session.measure(1, task, 1)
    assert [t.side for part in record.parts for t in part.timings] == [side.name for side in sides]
    assert len(asked) == 2 and all((t["turns"], t["clients"]) == (1, "own") for t in asked)
    with engine.Session(Plan(sides[:3], rows=(ONE.key,), program=TLS)) as session:
        session.measure(1, task, 1)
    assert "turns" not in asked[2] and "clients" not in asked[2]


# ---- AWS-LC ----


@pytest.fixture(scope="module")
def aws_lc() -> pathlib.Path:
    """Return the folder of a build that is there."""
    asked = [
        subprocess.run([BUILD_SH, *options], capture_output=True, text=True)
        for options in (["--fast", "--built"], ["--built"])
    ]
    folders = [pathlib.Path(done.stdout.strip()) for done in asked if done.returncode == 0]
    if not folders:
        pytest.skip("AWS-LC has not been built: tests/interop/aws-lc/build.sh does")
    return folders[0]


@pytest.fixture(scope="module")
def drivers(aws_lc, tmp_path_factory) -> Iterator[tuple[Driver, Driver]]:
    """The drivers of OpenSSL and of AWS-LC, with the same keys."""
    keys = tmp_path_factory.mktemp("keys")
    fork = Side("aws-lc", libssl=aws_lc, fork="AWS-LC")
    with Driver([standard()[0]], keys=keys, program=TLS) as ours, Driver([fork], keys=keys, program=TLS) as theirs:
        yield ours, theirs


def both(drivers: tuple[Driver, Driver], work: Work) -> tuple[Timing, Timing]:
    ours, theirs = (
        driver.measure(offer_of(work), work.bytes or 0, [driver.sides[0].name], **SHORT).timings[0]
        for driver in drivers
    )
    return ours, theirs


def test_it_says_what_it_is(drivers):
    hello = drivers[1].hello()
    assert hello["libcrypto_version"].startswith("AWS-LC ") and hello["libcrypto_path"].endswith("/lib/libssl.a")
    assert [p["name"] for p in hello["sides"]["aws-lc"]] == ["AWS-LC"] and drivers[1].offers() == []


CERTIFICATES = [c for c in KNOWN["certificate"] if c not in MLDSA]
HANDSHAKES = [Work(FULL, version, c, "X25519", connections=2) for version in (TLS13, TLS12) for c in CERTIFICATES]
HANDSHAKES += [Work(FULL, TLS13, "P-256", group, "AES-256-GCM", 1) for group in ("P-256", "P-384")]
HANDSHAKES += [
    Work(FULL, TLS13, "RSA-2048", "X25519", "CHACHA20-POLY1305", 1),
    Work(FULL, TLS12, "RSA-2048", TRANSPORT, CBC[0], 1),
    Work(RESUMED, TLS12, "P-256", "X25519", connections=2),
    Work(RESUMED_ID, TLS12, "P-256", "X25519", connections=2),
    Work(BULK, TLS13, "P-256", "X25519", "AES-256-GCM", 1, 1350),
]


@pytest.mark.parametrize("work", HANDSHAKES, ids=str)
def test_it_does_what_openssl_does(drivers, work):
    ours, theirs = both(drivers, work)
    assert ours.error is theirs.error is None and theirs.provider == "AWS-LC" and min(theirs.ns) > 0
    assert theirs.details["units"] == ours.details["units"] and theirs.bytes == ours.bytes
    mine, path = ours.details["path"], theirs.details["path"]
    assert {part: name for part, name in path.items() if name} == {part: "AWS-LC" for part in mine if mine[part]}


@pytest.mark.parametrize("version", [TLS13, TLS12])
def test_the_tickets_are_sent_on_both_sides(drivers, version):
    """AWS-LC keeps those of TLS 1.3 back until it is asked: otherwise it would be spared their encryption."""
    for timing in both(drivers, Work(FULL, version, "P-256", "X25519", connections=1)):
        assert (timing.details["unread"] > 200) == (version == TLS13)


def test_a_hybrid(drivers):
    theirs = drivers[1].measure(offer_of(Work(FULL, TLS13, "P-256", HYBRID, connections=1)), 0, ["aws-lc"], **SHORT)
    assert theirs.timings[0].error is None


@pytest.mark.parametrize(
    "work, reason",
    [
        (Work(RESUMED, TLS13, "P-256", "X25519"), "with this libssl the lab resumes no session of TLS 1.3"),
        (Work(FULL, TLS13, "RSA-2048", "ffdhe2048"), "this libssl has no such group"),
        (Work(FULL, TLS13, "ML-DSA-65", "X25519"), "no other side has written such a key"),
    ],
)
def test_what_it_does_not_do_has_a_reason(drivers, work, reason):
    (timing,) = drivers[1].measure(offer_of(work), 0, ["aws-lc"], **SHORT).timings
    assert timing.error == reason


def test_the_program_is_compiled_once(aws_lc):
    program = libssl.program(aws_lc)
    made = program.stat().st_mtime_ns
    assert libssl.program(aws_lc) == program and program.stat().st_mtime_ns == made


@pytest.fixture(scope="module")
def measured(aws_lc, tmp_path_factory) -> tuple[str, pathlib.Path]:
    """Return what the command printed and its result."""
    file = tmp_path_factory.mktemp("libssl") / "r.json"
    words = ("full", "bulk", TLS13, "P-256/X25519", "AES-128-GCM", "--connections", 2, "--sizes", 1350)
    done = lab(*words, "--quick", "--runs", 2, "--libssl", aws_lc, "--json", file, "--csv", file.with_suffix(".csv"))
    assert done.returncode == 0, done.stderr
    return done.stdout, file


def test_a_result_has_all_sides(measured):
    assert schema.fault(json.loads(measured[1].read_text()), results.SCHEMA) is None
    result = results.load(measured[1])
    assert result.complete and not result.skipped
    names = [side["name"] for side in result.sides]
    assert names == [BASELINE, CANDIDATE, CONTROL, "aws-lc"] and result.sides[3]["provider"] == "AWS-LC"
    assert result.sides[3]["libcrypto"].startswith("AWS-LC ") and result.sides[3]["role"] == "candidate"
    for what in (FULL, BULK):
        rows = {row.side: row for row in result.summary(what=what)}
        assert set(rows) == set(names) and rows["aws-lc"].served == "AWS-LC"
        assert rows["aws-lc"].ratio_low <= rows["aws-lc"].ratio <= rows["aws-lc"].ratio_high


def test_all_sides_have_their_turn_in_every_round(measured):
    """The samples of equal index are of one round, as those of one process."""
    result = results.load(measured[1])
    for what in (FULL, BULK):
        for run in (1, 2):
            counts = {row.side: len(row.samples) for row in result.rows if (row.what, row.run) == (what, run)}
            assert len(counts) == 4 and len(set(counts.values())) == 1 and counts["aws-lc"] > 1


def test_the_table_shows_the_times_beside_each_other(measured):
    said, file = measured
    assert "Full handshakes: the server's time in µs on each side, for one handshake" in said
    assert "Full handshakes, aws-lc, in memory" in said and "default/aws-lc" in said and ", AWS-LC " in said
    assert ",aws-lc," in file.with_suffix(".csv").read_text()
    times = {row.side: row.cpu_s for row in results.load(file).summary(what=FULL)}
    line = next(line for line in said.splitlines() if line.startswith(" P-256/X25519"))
    assert line.split()[4:7] == [f"{1e6 * times[side]:.4g}" for side in (BASELINE, CANDIDATE, "aws-lc")]
