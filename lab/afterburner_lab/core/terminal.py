"""What all tables on the terminal share: the console, columns of words and figures, and the marks of a verdict."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table

PLAIN_WIDTH = 132  # columns without a terminal
WIDEST = 1000
STYLES = {"faster": "green", "slower": "bold red", "same": "dim", "alike": "dim"}
MARKS = {"faster": "▲", "slower": "▼", "same": " ", "alike": " "}


def console() -> Console:
    """Return a console on stdout."""
    made = Console(highlight=False)
    return made if made.is_terminal else Console(highlight=False, width=PLAIN_WIDTH)


def new_table(*headings: str, left: int) -> Table:
    """Create a table. left: the number of leading columns with words; the others contain figures."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for i, name in enumerate(headings):
        table.add_column(name, justify="left" if i < left else "right", no_wrap=True)
    return table


def print_table(out: Console, title: str, table: Table, spare: int = 0) -> None:
    """Print a table. spare: how many of the last columns may be left out if the terminal is too narrow.

    No figure is ever cut: the terminal wraps lines that are still too long."""
    if spare and width(table) > out.width:
        title += f" (too narrow for {', '.join(str(c.header) for c in table.columns[-spare:])}: --csv has them)"
        del table.columns[-spare:]
    out.print(title, style="bold")
    terminal, out.width = out.width, max(out.width, width(table))
    out.print(table, crop=False)
    out.width = terminal


def width(table: Table) -> int:
    """Return the terminal columns that the table needs."""
    return Console(width=WIDEST).measure(table).maximum


def thousands(value: float) -> str:
    return f"{value:,.0f}".replace(",", " ")
