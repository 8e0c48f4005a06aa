"""`connections --classic`: its log, and the averages that it is made for."""
from __future__ import annotations

import pytest

from afterburner_lab.connections import classic
from afterburner_lab.connections.classic import Ticks
from afterburner_lab.errors import LabError
from afterburner_lab.sides import BASELINE, CANDIDATE


def measured(key: str = "RSA-512", gain: float = 2.0) -> list[Ticks]:
    """A million ticks a session, one per cent more in each run; the candidate's that many times fewer."""
    return [Ticks(key, run, n, side, round(n * 1e6 * (1 + run / 100) / (gain if side == CANDIDATE else 1)))
            for run in range(1, 6) for n in classic.CONNECTIONS for side in (BASELINE, CANDIDATE)]


def test_the_log_is_read_as_it_was_written():
    both = measured() + measured("RSA-2048", 1.0)
    text = classic.text(both, [("machine", "a processor"), ("version", "TLSv1.2")])
    assert classic.read(text) == both
    assert text.endswith("\n") and "machine: a processor\n" in text and f"ticks: {classic.TICKS}\n" in text
    assert "RSA-512: run 1, 32 sessions, default: 32320000 ticks\n" in text


def test_what_is_insecure_is_said_so_in_the_log():
    assert "INSECURE: RSA-512 is broken" in classic.text(measured(), [])
    assert "INSECURE: RSA-1024" in classic.text(measured("RSA-1024"), [])
    assert "INSECURE" not in classic.text(measured("RSA-2048"), [])


def test_another_file_is_refused():
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


def test_what_one_side_lacks_has_no_average():
    half = [m for m in measured() if m.side == BASELINE or m.connections != 64]
    assert 64 not in [a.connections for a in classic.averages(half, BASELINE, CANDIDATE)]
    cut = [m for m in measured() if not (m.side == CANDIDATE and m.run == 3 and m.connections == 32)]
    assert [a.connections for a in classic.averages(cut, BASELINE, CANDIDATE)][0] == 64
