"""Compare the outputs of sides in separate processes: each driver compares only its own sides."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace

from afterburner_lab.core.driver import Measurement, Timing
from afterburner_lab.core.sides import CONTROL, Side

DIFFERS = "differs from that of"


def refuse_odd(parts: list[Measurement], sides: tuple[Side, ...]) -> tuple[Measurement, ...]:
    """Return parts, with a reason instead of a time if a side's output differs from that of most sides for the same
    input; if as many sides have another output, the first side's counts."""
    order = [side.name for side in sides]
    made = sorted(
        (t for part in parts for t in part.timings if t.output is not None), key=lambda t: order.index(t.side)
    )
    by_input: dict[tuple, list[Timing]] = defaultdict(list)
    for timing in made:
        by_input[timing.bytes, timing.keys].append(timing)
    odd = {side: reason for timings in by_input.values() for side, reason in _odd(timings).items()}
    return tuple(
        replace(part, timings=tuple(Timing(t.side, error=odd[t.side]) if t.side in odd else t for t in part.timings))
        for part in parts
    )


def _odd(timings: list[Timing]) -> dict[str, str]:
    """Return reasons by side. The control is the first side once more, and has no vote of its own."""
    voices = Counter(t.output for t in timings if t.side != CONTROL)
    usual = max(timings, key=lambda t: voices[t.output])
    return {t.side: f"the output of {t.side} {DIFFERS} {usual.side}" for t in timings if t.output != usual.output}


def are_wrong(skipped: list[dict]) -> bool:
    """Return whether that is why something in a result's list was skipped."""
    return any(DIFFERS in entry["reason"] for entry in skipped)
