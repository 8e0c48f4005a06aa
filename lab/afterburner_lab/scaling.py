"""How bulk work scales with the module's setting `threads`: one side a count, in wall time, since the work is no longer the
calling thread's own."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from afterburner_lab import engine, selection, summary
from afterburner_lab.errors import LabError
from afterburner_lab.journal import Journal
from afterburner_lab.plan import Plan
from afterburner_lab.results import Result, Row
from afterburner_lab.sides import CONTROL, Side

MOST_COUNTS = 7    # one side each, and the A/A control
MOST_THREADS = 1024


@dataclass(frozen=True)
class Scaling:
    """Of one algorithm and length: a row a count. best: the least count that no other beats beyond the noise."""
    rows: dict[int, Row]
    best: int


def sides(side: Side, counts: tuple[int, ...]) -> tuple[Side, ...]:
    """That side with each count, the first the baseline, and this once more as the A/A control."""
    if len(counts) > MOST_COUNTS or max(counts) > MOST_THREADS:
        raise LabError(f"--counts: at most {MOST_COUNTS} of them, each 0 to {MOST_THREADS}")
    of_counts = [replace(side, name=_name(count), settings={**side.settings, "threads": str(count)}) for count in counts]
    return *of_counts, replace(of_counts[0], name=CONTROL)


def _name(count: int) -> str:
    return f"threads-{count}"


def measure(plan: Plan, progress: bool = True) -> Result:
    """Without a row if the module would use no worker at any of these counts; a plan that cannot be is refused also then."""
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
        unbeaten = (count for count, row in of_counts.items()
                    if not any(_beats(other, row, threshold) for other in of_counts.values()))
        yield Scaling(of_counts, min(unbeaten))


def _beats(row: Row, other: Row, threshold: float) -> bool:
    """Beyond the noise, and with the whole interval."""
    return row.ratio_low > other.ratio_high and row.ratio > other.ratio * (1 + threshold)


def show(result: Result, counts: tuple[int, ...], out: Console) -> None:
    shown = Table(title="Throughput and its ratio by the setting threads, in wall time (*: best)", box=box.SIMPLE_HEAD)
    for heading in ("algorithm", "operation", "bytes", *(f"threads = {count}" for count in counts)):
        shown.add_column(heading, justify="left" if heading in ("algorithm", "operation") else "right")
    for scaling in scalings(result, counts):
        first = next(iter(scaling.rows.values()))
        shown.add_row(first.algorithm, f"{first.operation}, {first.unit}", str(first.bytes or ""),
                      *(_cell(scaling, count) for count in counts))
    out.print(shown)
    out.print(f"A/A control: {result.control['low']:.3f} to {result.control['high']:.3f}; "
              f"what differs by less than {result.control['threshold']:.1%} counts as the same")


def _cell(scaling: Scaling, count: int) -> Text:
    if (row := scaling.rows.get(count)) is None:
        return Text("-")
    best = count == scaling.best
    return Text(f"{row.value:,.0f} {row.ratio:.2f}x{'*' if best else ' '}", style="bold green" if best else "")
