"""How bulk work scales with the module's setting `threads`: one side for each count, in wall time, since other threads
do part of the work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby, takewhile

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from afterburner_lab.core.errors import LabError
from afterburner_lab.core.sides import CONTROL, Side
from afterburner_lab.speed import engine, selection, summary
from afterburner_lab.speed.journal import Journal
from afterburner_lab.speed.plan import Plan
from afterburner_lab.speed.results import Result, Row

MOST_COUNTS = 7  # one side each, and the A/A control
MOST_THREADS = 1024


@dataclass(frozen=True)
class Scaling:
    """One algorithm and length: a row for each count. best: the least count that no other beats beyond the noise."""

    rows: dict[int, Row]
    best: int


def sides(side: Side, counts: tuple[int, ...]) -> tuple[Side, ...]:
    """Return this side with each count, the first as the baseline, and that once more as the A/A control."""
    if len(counts) > MOST_COUNTS or max(counts) > MOST_THREADS:
        raise LabError(f"--counts: at most {MOST_COUNTS} of them, each 0 to {MOST_THREADS}")
    of_counts = [
        replace(side, name=_name(count), settings={**side.settings, "threads": str(count)}) for count in counts
    ]
    return *of_counts, replace(of_counts[0], name=CONTROL)


def _name(count: int) -> str:
    return f"threads-{count}"


def measure(plan: Plan, progress: bool = True) -> Result:
    """Measure the plan.

    The result has no row if the module would use no worker at any of these counts; an invalid plan is refused even
    then."""
    with engine.Session(plan) as session:
        header = session.header()
        selection.select(session.offers(), plan)
    if not any(side["workers"] for side in header.sides):
        return summary.summarise(Journal(header), complete=True)
    return engine.measure(plan, progress=progress)


def has_pool(result: Result) -> bool:
    return any(side["workers"] for side in result.sides)


def scalings(result: Result, counts: tuple[int, ...]) -> Iterator[Scaling]:
    threshold = result.control["threshold"]
    count_of = {_name(count): count for count in counts}
    rows = [row for row in result.summary() if row.side in count_of and row.ratio is not None]
    for _, group in groupby(rows, lambda row: row.key):
        of_counts = {count_of[row.side]: row for row in group}
        unbeaten = (
            count
            for count, row in of_counts.items()
            if not any(_beats(other, row, threshold) for other in of_counts.values())
        )
        yield Scaling(of_counts, min(unbeaten))


@dataclass(frozen=True)
class Verdict:
    """The verdict on an algorithm of which the first and the last count were measured.

    pays_from: the least size from which on more threads than the first count are best for every larger size; None if
    they are not even for the largest."""

    algorithm: str
    operation: str
    smallest: Scaling
    pays_from: int | None


def verdicts(result: Result, counts: tuple[int, ...]) -> Iterator[Verdict]:
    for (algorithm, operation), group in groupby(scalings(result, counts), lambda scaling: _first(scaling).key[1:3]):
        by_size = sorted(group, key=lambda scaling: _first(scaling).bytes)
        served = reversed([_first(scaling).bytes for scaling in by_size])
        paying = takewhile(lambda pair: pair[1].best != counts[0], zip(served, reversed(by_size)))
        yield Verdict(algorithm, operation, by_size[0], min((size for size, _ in paying), default=None))


def _first(scaling: Scaling) -> Row:
    return next(iter(scaling.rows.values()))


def _beats(row: Row, other: Row, threshold: float) -> bool:
    """Return whether a row beats another beyond the noise and with its whole interval."""
    return row.ratio_low > other.ratio_high and row.ratio > other.ratio * (1 + threshold)


def show(result: Result, counts: tuple[int, ...], out: Console) -> None:
    shown = Table(title="Throughput and its ratio by the setting threads, in wall time (*: best)", box=box.SIMPLE_HEAD)
    for heading in ("algorithm", "operation", "bytes", *(f"threads = {count}" for count in counts)):
        shown.add_column(heading, justify="left" if heading in ("algorithm", "operation") else "right")
    for scaling in scalings(result, counts):
        first = _first(scaling)
        shown.add_row(
            first.algorithm,
            f"{first.operation}, {first.unit}",
            str(first.bytes or ""),
            *(_cell(scaling, count) for count in counts),
        )
    out.print(shown)
    for verdict in verdicts(result, counts):
        out.print(_in_words(verdict, counts[0]))
    out.print(
        f"A/A control: {result.control['low']:.3f} to {result.control['high']:.3f}; "
        f"differences below {result.control['threshold']:.1%} count as noise"
    )


def _in_words(verdict: Verdict, baseline: int) -> str:
    size, most = _first(verdict.smallest).bytes, max(verdict.smallest.rows)
    pays = (
        "threads gain at none of these sizes"
        if verdict.pays_from is None
        else f"threads gain from {verdict.pays_from} bytes on"
    )
    if verdict.smallest.best == baseline:
        pays += f"; at {size} bytes they gain nothing ({verdict.smallest.rows[most].ratio:.2f}x with {most})"
    return f"{verdict.algorithm} {verdict.operation}: {pays}"


def _cell(scaling: Scaling, count: int) -> Text:
    if (row := scaling.rows.get(count)) is None:
        return Text("-")
    best = count == scaling.best
    return Text(f"{row.value:,.0f} {row.ratio:.2f}x{'*' if best else ' '}", style="bold green" if best else "")
