"""`connections --classic`: its log, and the averages that it reports."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from afterburner_lab.connections import classic, classic_part, memory, parts, results, work
from afterburner_lab.connections.classic import Ticks
from afterburner_lab.connections.parts import Wishes
from afterburner_lab.core.driver import TLS
from afterburner_lab.core.errors import LabError
from afterburner_lab.core.sides import BASELINE, CANDIDATE, standard
from afterburner_lab.speed.plan import Plan


def measured(key: str = "RSA-512", gain: float = 2.0) -> list[Ticks]:
    """Make a million ticks for each session, one per cent more in each run; the candidate's are divided by the gain."""
    return [
        Ticks(key, run, n, side, round(n * 1e6 * (1 + run / 100) / (gain if side == CANDIDATE else 1)))
        for run in range(1, 6)
        for n in classic.CONNECTIONS
        for side in (BASELINE, CANDIDATE)
    ]


def test_the_log_is_read_as_it_was_written():
    both = measured() + measured("RSA-2048", 1.0)
    text = classic.text(both, [("machine", "a processor"), ("version", "TLSv1.2")])
    assert classic.read(text) == both
    assert text.endswith("\n") and "machine: a processor\n" in text and f"ticks: {classic.TICKS}\n" in text
    assert "RSA-512: run 1, 32 sessions, default: 32320000 ticks\n" in text


def test_the_log_marks_insecure_rows():
    assert "INSECURE: RSA-512 is broken" in classic.text(measured(), [])
    assert "INSECURE: RSA-1024" in classic.text(measured("RSA-1024"), [])
    assert "INSECURE" not in classic.text(measured("RSA-2048"), [])


def test_a_file_that_is_no_log_is_refused():
    with pytest.raises(LabError, match="no log of afterburner-lab connections --classic"):
        classic.read("RSA-512: run 1, 32 sessions, default: 5 ticks\n")


def test_averages_are_over_the_runs():
    found = list(classic.averages(measured(), BASELINE, CANDIDATE))
    assert [a.connections for a in found] == [32, 64, 96, 128, 160, 192, 224, 256]
    first = found[0]
    assert first.before == pytest.approx(32e6 * 1.03) and first.after == pytest.approx(16e6 * 1.03)
    assert first.improvement == pytest.approx(50)
    assert first.ratio.value == pytest.approx(2) and first.ratio.low <= 2 <= first.ratio.high


def test_a_loss_is_a_negative_improvement():
    loss = next(classic.averages(measured(gain=0.8), BASELINE, CANDIDATE))
    assert loss.improvement == pytest.approx(-25) and loss.ratio.value == pytest.approx(0.8)


def test_rows_that_one_side_lacks_have_no_average():
    half = [m for m in measured() if m.side == BASELINE or m.connections != 64]
    assert 64 not in [a.connections for a in classic.averages(half, BASELINE, CANDIDATE)]
    cut = [m for m in measured() if not (m.side == CANDIDATE and m.run == 3 and m.connections == 32)]
    assert next(a.connections for a in classic.averages(cut, BASELINE, CANDIDATE)) == 64


def test_the_operations_are_the_studys():
    works = classic_part.works()
    assert all(w.is_possible() for w in works) and len(works) == 3 * 8
    assert {w.certificate for w in works} == {"RSA-512", "RSA-1024", "RSA-2048"} and {w.group for w in works} == {
        work.TRANSPORT
    }
    assert not any(w.certificate in classic.INSECURE for w in work.usual())


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> results.Result:
    """Measure two operations for real."""
    works = classic_part.works(("RSA-512",), (2, 8))
    plan = Plan(
        tuple(standard()),
        rows=tuple(w.key for w in works),
        program=TLS,
        preset=classic_part.PRESET,
        runs=2,
        keys=tmp_path_factory.mktemp("keys"),
        command="afterburner-lab connections --classic",
        **{**memory.PACE, **classic_part.PACE, "slice_us": 1},
    )
    result = memory.measure(plan, progress=False)
    parts.add(result, plan, Wishes())
    return result


def test_ticks_are_measured(small, tmp_path):
    assert small.complete and small.capacity is None
    ticks = classic_part.measured(small)
    assert len(ticks) == 2 * 2 * 2 and all(t.ticks > 0 for t in ticks)
    by = {(a.connections): a for a in classic_part.averages(small)}
    assert by[8].before > by[2].before and by[8].after > by[2].after  # four times as many sessions
    results.save_json(small, tmp_path / "r.json")
    assert classic_part.averages(results.load(tmp_path / "r.json")) == classic_part.averages(small)


def test_the_log_stands_beside_the_json_file(small, tmp_path):
    parts.save_log(small, tmp_path / "r.json")
    log = (tmp_path / "r.log").read_text()
    assert classic.read(log) == classic_part.measured(small)
    assert "INSECURE: RSA-512" in log and "OpenSSL: " in log


def test_every_row_says_that_it_is_insecure(small):
    assert {row.pair for row in small.rows} == {"RSA-512 (insecure)/RSA"}


def test_the_table_warns_and_averages(small):
    out = Console(width=132, record=True, file=io.StringIO())
    parts.show(small, out, Wishes())
    text = out.export_text()
    assert text.startswith("INSECURE: RSA-512 is broken") and "A/A control" in text
    assert len([line for line in text.splitlines() if line.startswith(" RSA-512 ")]) == 2
