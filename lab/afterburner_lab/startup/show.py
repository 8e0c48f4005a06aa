"""A result of `startup` as tables: what each phase takes, and what it takes more than the baseline's."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from afterburner_lab.core import terminal
from afterburner_lab.startup.figures import Figures, Row


def show(figures: Figures, out: Console) -> None:
    baseline = figures.sides[0]["name"]
    for side in figures.candidates():
        _show_phases(figures, side, baseline, out)
    _show_memory(figures, out)
    for gap in figures.skipped:
        out.print(f"{gap['scenario']}, {gap['side']}: {gap['reason']}", style="dim")
    control = figures.control
    out.print(
        f"A/A control: 95 % of the ratios from {control['low']:.3f} to {control['high']:.3f}; "
        f"differences below {control['threshold']:.1%} count as noise"
    )


def _show_phases(figures: Figures, side: str, baseline: str, out: Console) -> None:
    headings = "scenario", "phase", f"us {baseline}", f"us {side}", "more", "from .. to", "faults"
    table = terminal.new_table(*headings, left=2)
    base, before = figures.of_side(baseline), None
    for row in figures.of_side(side).values():
        its = base.get(row.key)
        table.add_row(
            row.scenario if row.scenario != before else "",
            row.phase,
            "" if its is None else f"{its.us:.0f}",
            f"{row.us:.0f}",
            _more(figures, row),
            "" if row.more_us is None else f"{row.more_low:+.0f} .. {row.more_high:+.0f}",
            f"{row.faults:.0f}" if row.more_faults is None else f"{row.more_faults:+.0f}",
        )
        before = row.scenario
    terminal.print_table(out, f"Microseconds of processor time a process, {side} against {baseline}", table, spare=2)


def _more(figures: Figures, row: Row) -> Text:
    if row.more_us is None:
        return Text("new", style="dim")
    verdict = figures.verdict(row)
    return Text(f"{terminal.MARKS[verdict]}{row.more_us:+.0f}", style=terminal.STYLES[verdict])


def _show_memory(figures: Figures, out: Console) -> None:
    table = terminal.new_table("scenario", "side", "resident", "proportional", "private, written", left=2)
    for memory in figures.memory:
        table.add_row(
            memory.scenario, memory.side, f"{memory.rss_kib:.0f}", f"{memory.pss_kib:.0f}", f"{memory.dirty_kib:.0f}"
        )
    terminal.print_table(out, "KiB of memory after the last phase", table)
