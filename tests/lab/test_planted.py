"""The whole lab detects slowdowns, faults and wrong bytes planted by a provider of known speed (dummy_provider.c)."""

import os
import pathlib
import subprocess

import pytest

from afterburner_lab.core.driver import Measurement, Timing
from afterburner_lab.core.sides import Side
from afterburner_lab.core.statistics import Interval, is_change
from afterburner_lab.speed import engine, journal, results
from afterburner_lab.speed.outputs import DIFFERS, are_wrong, refuse_odd
from afterburner_lab.speed.plan import Plan

DUMMY = pathlib.Path(os.environ["AB_LAB_BUILD"], "lab", "dummy.so")
SPIN = 100_000  # core cycles of an operation: the calls around it take less than one per cent
SIZES = (16, 64, 256, 512)


def measure(spin: int, slices: int = 15, **faults: int) -> results.Result:
    """Measure the dummy against itself: `spin` adds per operation and the planted faults on the candidate's side."""

    def side(name, **settings):
        return Side(name, DUMMY, {key: str(value) for key, value in settings.items()})

    sides = side("default", spin=SPIN), side("afterburner", spin=spin, **faults), side("control", spin=SPIN)
    plan = Plan(sides, patterns=("SPIN",), operations=("digest",), sizes=SIZES, slices=slices, most_ms=2000)
    return engine.measure(plan, progress=False)


def measure_undisturbed(spin: int) -> results.Result:
    """Measure until the A/A control agrees with the baseline within a percent, each time with twice the slices: other
    work on the machine disturbs short measurements. The control does not know the planted slowdown and cannot favour a
    result."""
    for slices in (15, 30, 60, 120):
        result = measure(spin, slices)
        if result.control["low"] > 0.99 and result.control["high"] < 1.01:
            break
    return result


def verdicts(result: results.Result) -> list[str]:
    rows = result.summary("afterburner")
    assert len(rows) == len(SIZES)
    return [is_change(Interval(r.ratio, r.ratio_low, r.ratio_high), result.control["threshold"]) for r in rows]


@pytest.fixture(scope="module")
def same():
    return measure_undisturbed(SPIN)


@pytest.fixture(scope="module")
def slower():
    return measure_undisturbed(SPIN * 120 // 100)


@pytest.fixture(scope="module")
def hardly_slower():
    return measure_undisturbed(SPIN * 101 // 100)


def test_a_slowdown_of_20_percent_is_found(slower):
    assert verdicts(slower) == ["slower"] * len(SIZES)
    for row in slower.summary("afterburner"):
        assert row.ratio == pytest.approx(1 / 1.2, abs=0.02)
        assert row.ratio_low < row.ratio < row.ratio_high < 0.95


def test_a_slowdown_of_1_percent_is_not_claimed(hardly_slower):
    assert verdicts(hardly_slower) == ["same"] * len(SIZES)
    for row in hardly_slower.summary("afterburner"):
        assert row.ratio == pytest.approx(1 / 1.01, abs=0.02)


def test_the_same_twice_is_within_noise(same):
    assert verdicts(same) == ["same"] * len(SIZES)
    assert same.control["low"] <= 1.02 and same.control["high"] >= 0.98
    assert 0.02 <= same.control["threshold"] < 0.1


def test_cycles_are_the_processors_own(same):
    """A dependent add takes one cycle, and the call of the digest adds a few. Other work disturbs the fastest sample
    and the fastest reading of the clock least."""
    rows = [row for row in same.rows if row.side == "default" and row.samples]
    fastest = min(min(row.samples) for row in rows)
    cycles_per_ns = max(row.cycles_per_op / row.ns_per_op for row in rows)
    assert SPIN * 0.98 < fastest * cycles_per_ns < SPIN * 1.06


def compare(tmp_path, before, after):
    files = tmp_path / "A.json", tmp_path / "B.json"
    for file, result in zip(files, (before, after)):
        results.save_json(result, file)
    return subprocess.run(
        [os.environ["AB_LAB"], "compare", *files, "--fail-below", "0.97"], capture_output=True, text=True, timeout=600
    )


def test_compare_fails_for_20_percent_also_when_measured_again(tmp_path, same, slower):
    done = compare(tmp_path, same, slower)
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"{len(SIZES)} of {len(SIZES)} rows below 0.97" in done.stdout and "Slower: 4" in done.stdout
    assert done.stdout.count("BELOW 0.97: SPIN digest") == len(SIZES) and "measured again 3 times" in done.stdout


def test_compare_passes_1_percent(tmp_path, same, hardly_slower):
    done = compare(tmp_path, same, hardly_slower)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Slower" not in done.stdout and "Unchanged: 4 of 4" in done.stdout


def test_the_speed_of_wrong_bytes_is_not_reported():
    result = measure(SPIN, wrong=1)
    assert result.rows == [] and {s["reason"] for s in result.skipped} == {"the outputs of the sides differ"}


def test_failing_calls_get_a_reason_and_no_speed():
    """Every operation of a process fails from the 41st on: first while the first row is timed, then from the start."""
    result = measure(SPIN, slices=60, fail_after=40)  # more rounds than operations that succeed
    assert "afterburner" not in {row.side for row in result.rows}
    reasons = {s["reason"] for s in result.skipped if s["side"] == "afterburner"}
    assert any("timed" in r or "timing" in r for r in reasons) and "the first call failed" in reasons


# ---- in processes of their own ----


def apart(
    *wrong: str, names: tuple[str, ...] = ("gcc-12", "clang-16"), book: pathlib.Path | None = None
) -> results.Result:
    """Run each side in a process of its own, since each has another mask; the named sides return wrong bytes."""
    sides = tuple(
        Side(name, DUMMY, {"spin": str(SPIN), "wrong": str(int(name in wrong))}, ia32cap=f":0x{i:x}")
        for i, name in enumerate((*names, "control"))
    )
    plan = Plan(sides, patterns=("SPIN",), sizes=(64,), runs=1, slices=3)
    return engine.measure(plan, journal=book, progress=False)


def test_wrong_bytes_of_another_process_are_not_timed(tmp_path):
    result = apart("clang-16", book=tmp_path / "x.journal")
    assert {row.side for row in result.rows} == {"gcc-12", "control"} and are_wrong(result.skipped)
    assert [(s["side"], s["reason"]) for s in result.skipped] == [
        ("clang-16", "the output of clang-16 differs from that of gcc-12")
    ]
    (record,) = journal.read(tmp_path / "x.journal").records
    timings = {t.side: t for part in record.parts for t in part.timings}
    assert timings["clang-16"].ns == () and DIFFERS in timings["clang-16"].error, "also in the journal"
    assert timings["gcc-12"].output == timings["control"].output is not None


def test_the_same_bytes_of_several_processes_are_timed():
    for wrong in ((), ("gcc-12", "clang-16", "control")):
        result = apart(*wrong)
        assert {row.side for row in result.rows} == {"gcc-12", "clang-16", "control"}
        assert result.skipped == [] and not are_wrong(result.skipped)


def test_the_majority_of_builds_outvotes_a_wrong_baseline():
    result = apart("gcc-12", "control", names=("gcc-12", "clang-16", "clang-19"))
    assert {row.side for row in result.rows} == {"clang-16", "clang-19"}
    assert {(s["side"], s["reason"].partition("differs")[2]) for s in result.skipped} == {
        (side, " from that of clang-16") for side in ("gcc-12", "control")
    }


def test_only_outputs_of_the_same_input_are_compared():
    """Outputs of other keys, another length, or of random operations are not compared."""

    def part(side: str, **more) -> Measurement:
        return Measurement(1e9, (Timing(side, None, "p", ns=(1.0,), **more),))

    sides = Side("a"), Side("b")
    for one, other in (
        ({"output": "1", "keys": "k"}, {"output": "2", "keys": "l"}),
        ({"output": "1"}, {}),
        ({"output": "1", "bytes": 64}, {"output": "2", "bytes": 65}),
    ):
        parts = part("a", **one), part("b", **other)
        assert refuse_odd(list(parts), sides) == parts
    parts = [part("a", output="1", keys="k"), part("b", output="2", keys="k")]
    assert [t.error is None for p in refuse_odd(parts, sides) for t in p.timings] == [True, False]
