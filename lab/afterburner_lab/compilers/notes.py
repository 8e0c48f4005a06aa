"""The reasons for the differences between builds, in words: one note for each marked ratio."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from afterburner_lab.compilers import algorithms
from afterburner_lab.compilers.figures import Count, Figures, Hot, Ratio, Row
from afterburner_lab.core import terminal

SOURCES = {
    "perf": "counted by perf",
    "callgrind": "instructions and misses are callgrind's, of a simulated processor without AVX-512; "
    "instructions per cycle are these divided by measured true core cycles of the same code",
}
MOSTLY = 2 / 3  # a factor with at least this share of the difference is called its reason
BRANCH_CYCLES, MISS_CYCLES = (
    15,
    10,
)  # the least that a mispredicted branch, and data from the second-level cache, cost on today's cores


@dataclass(frozen=True)
class Note:
    """A note. title: the algorithm's. reason: a few words; None if it is not known. facts: the counts, or why there are
    none."""

    title: str
    row: Row
    ratio: Ratio
    reason: str | None
    facts: list[str]

    @property
    def text(self) -> str:
        return "; ".join(filter(None, [self.reason, *self.facts]))


def notes(figures: Figures, configuration: str) -> Iterator[Note]:
    """Yield the notes of a configuration's builds, in the order of the rows: its speed-ups first, then its gains over
    -O3."""
    counts = {(count.key, count.build): count for count in figures.counts}
    names = {side["name"] for side in figures.builds(configuration)}
    for which in ("speedup", "gain"):
        for row in (row for row in figures.rows if row.build in names):
            ratio = getattr(row, which)
            if ratio is not None and ratio.is_marked:
                yield _note(row, ratio, counts.get((row.key, row.build)), counts.get((row.key, ratio.over)))


def sources(figures: Figures) -> list[str]:
    """Describe how the counts were made."""
    return [SOURCES[source] for source in dict.fromkeys(count.source for count in figures.counts)]


def _note(row: Row, ratio: Ratio, mine: Count | None, other: Count | None) -> Note:
    title = algorithms.title(row.key)
    if mine is None or other is None:
        return Note(title, row, ratio, None, ["not counted: neither perf's counters nor valgrind is available"])
    if (lacking := mine if mine.instructions is None else other if other.instructions is None else None) is not None:
        return Note(title, row, ratio, None, [f"not counted: {lacking.build}: {lacking.error}"])
    return Note(title, row, ratio, _reason(mine, other), list(_facts(mine, other)))


def _reason(mine: Count, other: Count) -> str | None:
    """Time is instructions divided by instructions per cycle: return which of the two has changed more."""
    if not mine.cycles or not other.cycles:
        return None
    time, instructions = math.log(mine.cycles / other.cycles), math.log(mine.instructions / other.instructions)
    if abs(time) < math.log(1.05):
        return "not visible in the counts: maybe the layout of the code" + (
            ", or code for AVX-512" if mine.source == "callgrind" else ""
        )
    part = instructions / time
    counted = "fewer instructions" if instructions < 0 else "more instructions"
    pace, stalls = "faster" if instructions > time else "slower", _stalls(mine, other)
    if part >= MOSTLY:
        return counted
    if abs(part) <= 1 - MOSTLY:
        return f"{pace} at as many{stalls}"
    return f"{counted}, {'but' if part < 0 else 'and'} {pace} at them{stalls}"


def _stalls(mine: Count, other: Count) -> str:
    """Explain a change of instructions per cycle by misses."""
    saved = other.cycles - mine.cycles
    for what, cycles in (("branch_misses", BRANCH_CYCLES), ("l1_misses", MISS_CYCLES)):
        before, after = getattr(other, what), getattr(mine, what)
        if before is not None and after is not None and (before - after) * cycles / saved > 1 - MOSTLY:
            return f" ({'branch' if what == 'branch_misses' else 'data cache'} misses)"
    return ""


def _facts(mine: Count, other: Count) -> Iterator[str]:
    yield f"{mine.instructions / other.instructions:.2f} times the instructions ({_number(mine.instructions)})"
    if mine.per_cycle and other.per_cycle:
        yield f"{mine.per_cycle:.2f} a cycle, not {other.per_cycle:.2f}"
    for name, text in (
        ("branch_misses", "branch misses"),
        ("l1_misses", "L1 data misses"),
        ("cache_misses", "last-level misses"),
    ):
        before, after = getattr(other, name), getattr(mine, name)
        if before is not None and after is not None and max(before, after) >= 1:
            yield f"{text} {_number(after)}, not {_number(before)}"
    if mine.hot is not None and other.hot is not None:
        yield _hot(mine.hot, other.hot)


def _hot(mine: Hot, other: Hot) -> str:
    if mine.function == other.function:
        return f"{mine.function} ({100 * mine.share:.0f} %) {_bytes(mine.size)}, not {_bytes(other.size)}"
    return f"{_function(mine)}, not {_function(other)}"


def _function(hot: Hot) -> str:
    return f"{hot.function} ({100 * hot.share:.0f} %) {_bytes(hot.size)}"


def _bytes(size: int | None) -> str:
    return "of unknown size" if size is None else f"{size} bytes"


def _number(value: float) -> str:
    return terminal.thousands(value) if value >= 10 else f"{value:.2g}"
