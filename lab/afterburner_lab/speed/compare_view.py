"""A comparison as text: the differences between the two results, what is slower and what is faster, and the number of
the rest."""

from __future__ import annotations

from collections import defaultdict

from rich import box
from rich.console import Console
from rich.table import Table

from afterburner_lab.speed.compare import By, Change, Comparison
from afterburner_lab.speed.plan import Key


def show(comparison: Comparison, names: tuple[str, str], console: Console) -> None:
    """Show a comparison. names: of the two results, such as their files."""
    console.print(
        f"Side {comparison.side}: "
        f"{'gain over the baseline' if comparison.by is By.GAIN else 'core cycles per operation'}"
    )
    _show_differences(comparison, console)
    for verdict in ("slower", "faster"):
        if changes := comparison.of(verdict):
            console.print("", _table(comparison, f"{verdict.capitalize()}: {len(changes)}", changes))
    _show_counts(comparison, console)
    for name, keys in zip(names, (comparison.only_before, comparison.only_after)):
        if keys:
            console.print(f"Only in {name}: {_named(keys)}", soft_wrap=True)


def _show_differences(comparison: Comparison, console: Console) -> None:
    if not comparison.differences:
        console.print("The same machine, OpenSSL, module and settings.")
        return
    table = Table(
        "",
        "A",
        "B",
        title="What differs",
        title_justify="left",
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        show_edge=False,
    )
    for difference in comparison.differences:
        table.add_row(*difference)
    console.print(table)


def _table(comparison: Comparison, title: str, changes: list[Change]) -> Table:
    unit = "gain" if comparison.by is By.GAIN else "cycles"
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
    for heading in ("Algorithm", "operation"):
        table.add_column(heading, overflow="fold")
    for heading in ("bytes", f"{unit} A", f"{unit} B", "change %", "95 % interval"):
        table.add_column(heading, justify="right", no_wrap=True)
    if any(c.tries for c in changes):
        table.add_column("again", justify="right")
    for c in changes:
        interval = f"{_percent(c.change.low)} .. {_percent(c.change.high)}"
        table.add_row(
            c.key[1],
            c.key[2],
            _bytes(c.key),
            _figure(c.before),
            _figure(c.after),
            _percent(c.change.value),
            interval,
            *([str(c.tries)] if c.tries else []),
        )
    return table


def _show_counts(comparison: Comparison, console: Console) -> None:
    number = len(comparison.changes)
    console.print(
        f"\nUnchanged: {len(comparison.of('same'))} of {rows(number)} (threshold {100 * comparison.threshold:.1f} %)."
    )
    if number:
        console.print(f"Geometric mean of the change: {comparison.mean:.3f} over {rows(number)}.")
    if comparison.without_gain:
        console.print(f"Left out: {rows(comparison.without_gain)} with the baseline's own code in both.")


def rows(number: int) -> str:
    return f"{number} row" if number == 1 else f"{number} rows"


def line(change: Change) -> str:
    """Return a change as one line."""
    c = change.change
    again = f", measured again {change.tries} {'time' if change.tries == 1 else 'times'}" if change.tries else ""
    name = " ".join(filter(None, (*change.key[1:3], _bytes(change.key))))
    return f"{name}: {c.value:.3f} ({c.low:.3f} .. {c.high:.3f}){again}"


def _named(keys: tuple[Key, ...]) -> str:
    """Return the number of rows, then each algorithm and operation with its lengths."""
    sizes: dict[str, list[str]] = defaultdict(list)
    for key in keys:
        sizes[f"{key[1]} {key[2]}"].append(_bytes(key))
    return f"{rows(len(keys))}: " + "; ".join(
        f"{name} {','.join(filter(None, of))}".strip() for name, of in sizes.items()
    )


def _bytes(key: Key) -> str:
    return "" if key[3] is None else str(key[3])


def _percent(ratio: float) -> str:
    return f"{100 * (ratio - 1):+.1f}"


def _figure(value: float) -> str:
    return f"{value:.2f}" if value < 100 else f"{value:.0f}"
