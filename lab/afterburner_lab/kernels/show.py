"""The comparison of builds of the kernels, as tables and files."""
from __future__ import annotations

import json
import pathlib
from dataclasses import asdict, fields

from rich import box
from rich.console import Console
from rich.table import Table

from afterburner_lab import files, metadata, statistics
from afterburner_lab.kernels.measure import NOTABLE, Row

SCHEMA = "afterburner-lab-kernels/1"


def show(rows: list[Row], shipped: list[str], console: Console) -> None:
    """shipped: the builds at the project's own flags, which ought to be best everywhere."""
    by_kernel = _by_kernel(rows)
    builds = list(dict.fromkeys(row.build for row in rows))
    notable = {k: found for k, found in by_kernel.items() if any(found[b].is_notable for b in shipped)}
    worst = sorted(notable, key=lambda k: -max(notable[k][b].behind for b in shipped))
    table = Table("kernel", "best", "ns", *builds, box=box.SIMPLE, title_justify="left",
                  title=f"Kernels that a shipped build ({', '.join(shipped)}) runs more than {100 * (NOTABLE - 1):.0f} % slower "
                  "than the best: times of the best's time")
    for kernel in worst:
        best = next(row for row in notable[kernel].values() if row.is_best)
        table.add_row(kernel, best.build, f"{best.ns:.4g}", *(_cell(notable[kernel][b]) for b in builds))
    console.print(table)
    console.print(_summary(by_kernel, builds, shipped))
    console.print(f"{len(notable)} of {len(by_kernel)} kernels have a shipped build that far behind")


def _cell(row: Row) -> str:
    return f"[bold red]{row.behind:.2f}[/]" if row.is_notable else f"{row.behind:.2f}"


def _summary(by_kernel: dict[str, dict[str, Row]], builds: list[str], shipped: list[str]) -> Table:
    table = Table("build", "best of", f"within {100 * (NOTABLE - 1):.0f} %", "mean", "worst", box=box.SIMPLE, title_justify="left",
                  title="Builds: kernels that it is best at, kernels where it is near the best, and times of the best's time")
    for build in builds:
        rows = [found[build] for found in by_kernel.values()]
        table.add_row(build + (" (shipped)" if build in shipped else ""), str(sum(r.is_best for r in rows)),
                      str(sum(not r.is_notable for r in rows)), f"{statistics.geometric_mean([r.behind for r in rows]):.3f}",
                      f"{max(r.behind for r in rows):.2f}")
    return table


def _by_kernel(rows: list[Row]) -> dict[str, dict[str, Row]]:
    found: dict[str, dict[str, Row]] = {}
    for row in rows:
        found.setdefault(row.kernel, {})[row.build] = row
    return found


def write_json(path: pathlib.Path, rows: list[Row], compilers: dict[str, str], settings: dict) -> None:
    """compilers: by build, the first line of the version. Times are nanoseconds a call."""
    result = {"schema": SCHEMA, "created": metadata.now(), "machine": metadata.place(), "settings": settings,
              "builds": compilers, "rows": [asdict(row) for row in rows]}
    files.write_whole(path, json.dumps(result, indent=1) + "\n")


def write_csv(path: pathlib.Path, rows: list[Row]) -> None:
    files.write_csv(path, [field.name for field in fields(Row)], map(asdict, rows))
