"""The comparison of builds of the kernels, as tables."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table

from afterburner_lab.kernels.figures import NOTABLE, Figures, Row, best


def show(figures: Figures, console: Console) -> None:
    behind, names = figures.behind(), figures.names()
    table = Table(
        "kernel",
        "best",
        "ns",
        *names,
        box=box.SIMPLE,
        title_justify="left",
        title=f"Kernels that a shipped build ({', '.join(figures.shipped())}) runs more than "
        f"{100 * (NOTABLE - 1):.0f} % slower than the best: times of the best's time",
    )
    for kernel, rows in behind.items():
        table.add_row(kernel, best(rows).build, f"{best(rows).ns:.4g}", *(_cell(rows[name]) for name in names))
    console.print(table)
    console.print(_summary(figures))
    console.print(f"{len(behind)} of {len(figures.by_kernel())} kernels have a shipped build that is this far behind")


def _cell(row: Row) -> str:
    return f"[bold red]{row.behind:.2f}[/]" if row.is_notable else f"{row.behind:.2f}"


def _summary(figures: Figures) -> Table:
    table = Table(
        "build",
        "best of",
        f"within {100 * (NOTABLE - 1):.0f} %",
        "mean",
        "worst",
        box=box.SIMPLE,
        title_justify="left",
        title="Builds: kernels that it is best at, kernels where it is near the best, and times of the best's time",
    )
    for name in figures.names():
        rows = [row for row in figures.rows if row.build == name]
        table.add_row(
            name + (" (shipped)" if name in figures.shipped() else ""),
            str(sum(r.is_best for r in rows)),
            str(sum(not r.is_notable for r in rows)),
            f"{figures.mean(name):.3f}",
            f"{max(r.behind for r in rows):.2f}",
        )
    return table
