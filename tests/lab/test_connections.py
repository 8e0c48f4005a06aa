"""`connections`: the format of its results, what it measures, how samples become figures, and the command."""

from __future__ import annotations

import copy
import csv
import io
import json
import math
import os
import signal
import subprocess
import time

import pytest
from rich.console import Console

import synthetic_connections as synthetic
from afterburner_lab.connections import memory, results, table, work
from afterburner_lab.connections.results import BULK, FULL, RESUMED
from afterburner_lab.core import schema, sides
from afterburner_lab.core.driver import TLS, Measurement, Timing
from afterburner_lab.core.errors import LabError
from afterburner_lab.core.sides import CANDIDATE
from afterburner_lab.speed.journal import Header, Journal, Record
from afterburner_lab.speed.plan import Plan


@pytest.fixture
def written(tmp_path) -> dict:
    results.save_json(synthetic.result(), tmp_path / "r.json")
    return json.loads((tmp_path / "r.json").read_text())


def test_a_result_is_valid_and_survives_writing_and_reading(tmp_path, written):
    made = synthetic.result()
    made.machine = written["machine"]
    assert schema.fault(written, results.SCHEMA) is None
    assert results.load(tmp_path / "r.json") == made


def test_rows_as_csv(tmp_path):
    made = synthetic.result()
    results.save_csv(made, tmp_path / "r.csv")
    read = list(csv.DictReader((tmp_path / "r.csv").open()))
    assert len(read) == len(made.rows) and list(read[0]) == results.CSV_COLUMNS
    assert [float(row["cpu_s"]) for row in read] == [row.cpu_s for row in made.rows]


def test_summary_by_side_and_kind():
    made = synthetic.result()
    found = made.summary(CANDIDATE, results.BULK)
    assert (
        len(found) == 6 and {row.side for row in found} == {CANDIDATE} and {row.what for row in found} == {results.BULK}
    )
    assert found[0].pair == "P-256/X25519"


BROKEN = {
    "no rows": lambda r: r.pop("rows"),
    "a machine without processor": lambda r: r["machine"].pop("processor"),
    "an unknown part": lambda r: r.update(remark="fast"),
    "a threshold under 2 %": lambda r: r["control"].update(threshold=0.001),
    "settings without runs": lambda r: r["settings"].pop("runs"),
    "a row without path": lambda r: r["rows"][0].pop("path"),
    "a path in words": lambda r: r["rows"][0].update(path="default"),
    "a cost in words": lambda r: r["rows"][0].update(cpu_s="little"),
    "an unknown column": lambda r: r["rows"][0].update(colour="red"),
}
BROKEN_VALUES = {  # what only the schema finds
    "a cost of nothing": lambda r: r["rows"][0].update(cpu_s=0),
    "no connection": lambda r: r["rows"][0].update(connections=0),
    "an unknown server": lambda r: r["rows"][0].update(mode="gopher"),
    "an unknown kind": lambda r: r["rows"][0].update(what="half"),
    "a version that is none": lambda r: r["rows"][0].update(version="SSLv2"),
}


@pytest.mark.parametrize("name", [*BROKEN, *BROKEN_VALUES])
def test_broken_results_are_not_valid(tmp_path, written, name):
    data = copy.deepcopy(written)
    {**BROKEN, **BROKEN_VALUES}[name](data)
    fault = schema.fault(data, results.SCHEMA)
    assert fault and "\n" not in fault
    if name in BROKEN:
        (tmp_path / "broken.json").write_text(json.dumps(data))
        with pytest.raises(LabError, match="broken.json: not a complete result .*; measure again"):
            results.load(tmp_path / "broken.json")


def test_another_format_is_refused(tmp_path, written):
    (tmp_path / "other.json").write_text(json.dumps({**written, "schema": "afterburner-lab/1"}))
    with pytest.raises(LabError, match="schema afterburner-lab/1; this lab reads afterburner-lab-connections/2 here"):
        results.load(tmp_path / "other.json")


# ---- what is measured ----


def test_the_default_selection():
    works = work.usual()
    assert len(works) == len(set(works)) and all(w.is_possible() for w in works)
    assert {(w.certificate, w.group) for w in works if w.what == FULL} == {*work.PAIRS, (work.PAIRS[0][0], work.HYBRID)}
    assert [w.connections for w in works if w.what == FULL and (w.version, w.pair) == (work.TLS13, work.PAIRS[0])] == [
        32,
        *(n for n in work.SCAN if n != 32),
    ]
    assert {(w.cipher, w.bytes) for w in works if w.what == BULK} == {
        (c, s) for _, c in work.BULK_CIPHERS for s in work.SIZES
    }
    assert len(work.usual(quick=True)) < len(works)
    assert [work.Work.of(w.key) for w in works] == works


@pytest.mark.parametrize(
    "words, wanted",
    [
        (["full", "TLSv1.3", "P-256/X25519"], {("full", "TLSv1.3", "P-256", "X25519", "AES-128-GCM", 32, None)}),
        (["FULL", "tlsv1.3", "rsa-3072"], {("full", "TLSv1.3", "RSA-3072", "X25519", "AES-128-GCM", 32, None)}),
        (
            ["full", "TLSv1.2", "RSA-2048", "ffdhe2048", "AES-256-*"],
            {("full", "TLSv1.2", "RSA-2048", "ffdhe2048", c, 32, None) for c in ("AES-256-GCM", "AES-256-CBC-SHA")},
        ),
        (["resumed-id", "P-384"], {("resumed-id", "TLSv1.2", "P-384", "P-384", "AES-128-GCM", 32, None)}),
        (
            ["bulk", "chacha20-*", "TLSv1.3"],
            {("bulk", "TLSv1.3", "P-256", "X25519", "CHACHA20-POLY1305", 1, size) for size in (64, 1350, 16384)},
        ),
        (
            ["full", "ML-DSA-65/X25519MLKEM768"],
            {("full", "TLSv1.3", "ML-DSA-65", "X25519MLKEM768", "AES-128-GCM", 32, None)},
        ),
        (["full", "ML-DSA-44"], {("full", "TLSv1.3", "ML-DSA-44", "X25519", "AES-128-GCM", 32, None)}),
        (["full", "X25519MLKEM768"], {("full", "TLSv1.3", "P-256", "X25519MLKEM768", "AES-128-GCM", 32, None)}),
    ],
)
def test_words_select(words, wanted):
    found = {
        (w.what, w.version, w.certificate, w.group, w.cipher, w.connections, w.bytes) for w in work.named(words, (), ())
    }
    assert found == wanted


def test_words_of_one_part_are_alternatives():
    found = work.named(["P-256", "RSA-4096", "full", "resumed"], (1, 64), ())
    assert {w.pair for w in found} == {("P-256", "X25519"), ("RSA-4096", "X25519")} and {w.what for w in found} == {
        FULL,
        RESUMED,
    }
    assert {w.connections for w in found} == {1, 64} and len(found) == 16


@pytest.mark.parametrize(
    "words, reason",
    [
        (["nope"], "nope: no such connection; such as full, TLSv1.3,"),
        (["RSA-2047"], "near: RSA-2048"),
        (["P-256/RSA"], "TLS has no such connection"),
        (["TLSv1.2", "ML-DSA-65"], "TLS has no such connection"),
        (["TLSv1.3", "RSA-2048/RSA"], "TLS has no such connection"),
        (["TLSv1.3", "AES-128-CBC-SHA"], "TLS has no such connection"),
    ],
)
def test_words_that_select_nothing(words, reason):
    with pytest.raises(LabError, match=reason):
        work.named(words, (), ())


# ---- samples and rows ----

ONE = work.Work(FULL, work.TLS13, "P-256", "X25519", connections=4)
DATA = work.Work(BULK, work.TLS13, "P-256", "X25519", connections=1, bytes=1000)
MISSING = work.Work(FULL, work.TLS13, "P-256", work.HYBRID)
PATH = {
    "exchange": "default",
    "signature": "default",
    "cipher": "default",
    "digest": "default",
    "derivation": "default",
}


def timing(side: str, w: work.Work, ns: float, units: int) -> Timing:
    return Timing(
        side,
        provider="default",
        bytes=w.bytes or 0,
        per_slice=1,
        ns=(ns, ns * 1.001, ns * 0.999),
        details={"units": units, "overhead": 0.01, "path": PATH},
    )


@pytest.fixture(scope="module")
def drawn() -> results.Result:
    """Two runs: 1 ms for four handshakes, half of that with the module; 10 records of 1000 bytes in 5 µs."""
    the_sides = tuple(sides.standard())
    plan = Plan(the_sides, rows=tuple(w.key for w in (ONE, DATA, MISSING)), runs=2, program=TLS)
    about = [{"name": s.name, "libcrypto": "3.0.0", "provider": s.provider} for s in the_sides]
    book = Journal(Header(plan, "2026-01-01T00:00:00+00:00", {}, about))
    for run in (1, 2):
        for w, ns, units in ((ONE, 1e6, 4), (DATA, 5e3, 10)):
            timings = [timing(s.name, w, ns / (2 if s.name == CANDIDATE else 1), units) for s in the_sides]
            book.add(Record(run, w.key, (Measurement(2e9, tuple(timings)),)))
        book.add(Record(run, MISSING.key, (Measurement(2e9, (Timing(CANDIDATE, error="no such group"),)),)))
    return memory.summarise(book, True)


def test_figures_are_of_one_handshake(drawn):
    before, after = (drawn.summary(side, FULL)[0] for side in (sides.BASELINE, CANDIDATE))
    assert (
        before.cpu_s == pytest.approx(2.5e-4) and before.value == pytest.approx(4000) and before.unit == "handshakes/s"
    )
    assert before.cycles == pytest.approx(5e5) and before.connections == 4 and before.ratio == 1
    assert after.ratio == pytest.approx(2) and after.ratio_low <= after.ratio <= after.ratio_high
    assert after.value == pytest.approx(8000)


def test_figures_are_of_one_record(drawn):
    row = drawn.summary(sides.BASELINE, BULK)[0]
    assert (
        row.cpu_s == pytest.approx(5e-7)
        and row.value == pytest.approx(2000)
        and (row.unit, row.bytes) == ("MB/s", 1000)
    )


def test_runs_control_and_missing_rows(drawn):
    one = [row for row in drawn.rows if row.side == CANDIDATE and row.what == FULL]
    assert [row.run for row in one] == [1, 2, "all"] and [len(row.samples) for row in one] == [3, 3, 0]
    assert one[0].samples == pytest.approx([1.25e-4, 1.25e-4 * 1.001, 1.25e-4 * 0.999])
    assert drawn.control["median"] == pytest.approx(1) and drawn.control["threshold"] == 0.02
    assert [(s["group"], s["side"], s["reason"]) for s in drawn.skipped] == [(work.HYBRID, CANDIDATE, "no such group")]


def test_the_table_shows_before_and_after():
    out = Console(file=io.StringIO(), width=200)
    table.show(synthetic.result(), out)
    text = out.file.getvalue()
    assert "P-256/X25519" in text and "▲4.00" in text and "A/A control: median 1.000" in text
    assert "metering takes at most 0.4 % of a measured time" in text and "CHACHA20-POLY1305" in text


# ---- the command ----

LAB = os.environ["AB_LAB"]


def lab(*arguments: object) -> subprocess.CompletedProcess:
    return subprocess.run([LAB, "connections", *map(str, arguments)], capture_output=True, text=True, timeout=600)


def test_the_command_measures_and_writes(tmp_path):
    done = lab(
        "full",
        "P-256/X25519",
        "TLSv1.3",
        "--connections",
        2,
        "--quick",
        "--runs",
        1,
        "--json",
        tmp_path / "r.json",
        "--csv",
        tmp_path / "r.csv",
    )
    assert done.returncode == 0 and "P-256/X25519" in done.stdout
    assert schema.fault(json.loads((tmp_path / "r.json").read_text()), results.SCHEMA) is None
    result = results.load(tmp_path / "r.json")
    assert result.complete and {row.side for row in result.rows} == {"default", "afterburner", "control"}
    assert all(row.cpu_s > 0 and row.connections == 2 and row.overhead > 0 for row in result.rows)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["r.csv", "r.json"]


def test_the_companion_is_a_side(tmp_path):
    """It has a process of its own, whose turns alternate with the others'."""
    wanted = ("full", "P-256/X25519", "TLSv1.3", "--connections", 2, "--quick", "--runs", 2, "--companion")
    done = lab(*wanted, "--json", tmp_path / "r.json")
    assert done.returncode == 0 and "default/companion" in done.stdout and "not measured" not in done.stdout
    assert schema.fault(json.loads((tmp_path / "r.json").read_text()), results.SCHEMA) is None
    result = results.load(tmp_path / "r.json")
    assert [side["name"] for side in result.sides] == ["default", "afterburner", "companion", "control"]
    assert [side["preload"] is not None for side in result.sides] == [False, False, True, False]
    (row,) = result.summary("companion")
    assert row.path["signature"] == "afterburner" and 0.5 < row.ratio < 20
    assert {len(r.samples) for r in result.rows if r.run != "all"} == {len(result.rows[0].samples)}


def test_threads_serve_together(tmp_path):
    file = tmp_path / "r.json"
    done = lab(
        "full",
        "resumed",
        "P-256/X25519",
        "TLSv1.3",
        "--connections",
        "1,5",
        "--threads",
        2,
        "--quick",
        "--runs",
        1,
        "--json",
        file,
    )
    assert done.returncode == 0 and "in memory, 2 threads at once" in done.stdout and "not measured" not in done.stdout
    assert schema.fault(json.loads(file.read_text()), results.SCHEMA) is None
    result = results.load(file)
    assert result.complete and result.settings["threads"] == result.threads == 2
    assert {(row.what, row.connections) for row in result.rows} == {
        (what, n) for what in (FULL, RESUMED) for n in (2, 5)
    }
    assert all(
        0 < row.cpu_s < math.inf and row.value == pytest.approx(1 / row.cpu_s) and row.ratio > 0 for row in result.rows
    )


def test_an_interrupted_run_is_resumed(tmp_path):
    file = tmp_path / "r.json"
    process = subprocess.Popen(
        [
            LAB,
            "connections",
            "full",
            "TLSv1.3",
            "P-256/X25519",
            "--connections",
            "1,2",
            "--quick",
            "--runs",
            "5",  # a few seconds are left when the signal comes, on a busy machine, too
            "--json",
            file,
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    book = tmp_path / "r.json.journal"
    while process.poll() is None and not (book.exists() and len(book.read_text().splitlines()) > 2):
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=600)[1]
    assert process.returncode == 130 and f"connections --resume {book}" in said and not results.load(file).complete
    assert "does not accept words" in lab("--resume", book, "bulk").stderr
    assert lab("--resume", book, "--json", file).returncode == 0
    result = results.load(file)
    assert result.complete and not book.exists() and {row.run for row in result.rows} == {1, 2, 3, 4, 5, "all"}


@pytest.mark.parametrize(
    "arguments, wanted",
    [
        (["nope"], "nope: no such connection"),
        (["--connections", "0"], "--connections 0: 1 to 1024 are possible"),
        (["--connections", "many"], "--connections many: numbers separated by commas"),
        (["--sizes", "16385"], "--sizes 16385: 1 to 16384 are possible"),
        (["--threads", "0"], "--threads 0: 1 to 256 are possible"),
        (["--threads", "257"], "--threads 257: 1 to 256 are possible"),
        (["--threads", "2", "--profile"], "--profile samples one thread; leave out --threads"),
        (["--threads", "2", "--classic"], "--classic measures what the older study did"),
        (["--companion", "--classic"], "--classic measures what the older study did"),
        (["--threads", "2", "--servers", "nginx"], "--threads: cannot be used with --servers"),
        (["--runs", "0"], "--runs 0: 1 to 1000 are possible"),
        (["--set", "nope=1"], "--set nope"),
        (["--libcrypto", "/nowhere"], "/nowhere: no such file"),
        (["--resume", "/nowhere"], "/nowhere: No such file"),
    ],
)
def test_a_wrong_call_gets_one_line(arguments, wanted):
    done = lab(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1 and done.stderr.startswith("afterburner-lab: ") and wanted in done.stderr
