"""`limits`: what this processor can do, and the resulting bound of each algorithm."""

from __future__ import annotations

import csv as csv_format
import io
import itertools
import json as json_format
import pathlib
from dataclasses import asdict, dataclass
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from afterburner_lab.core import calls, files, metadata, options, sides
from afterburner_lab.core.driver import Driver, Offer
from afterburner_lab.core.sides import Side
from afterburner_lab.limits import measured
from afterburner_lab.limits.bounds import bound
from afterburner_lab.speed.plan import MAX_RUNS, MAX_SIZE

SCHEMA = "afterburner-lab-limits/1"


@dataclass(frozen=True)
class BoundRow:
    """A bound. value: the most that the silicon allows, in `unit` as in a result's rows; limit: the execution unit that
    sets it. All are None if no bound is known."""

    kind: str
    algorithm: str
    operation: str
    bytes: int | None
    value: float | None = None
    unit: str | None = None
    cycles_per_op: float | None = None
    cycles_per_byte: float | None = None
    limit: str | None = None


def register(app: typer.Typer) -> None:
    app.command("limits")(show_limits)


def show_limits(
    size: Annotated[int, typer.Option("--size", min=1, max=MAX_SIZE, help="Bytes of a message.")] = 16384,
    runs: Annotated[int, typer.Option(min=1, max=MAX_RUNS, help="Number of processes; the median counts.")] = 3,
    cpu: Annotated[
        str | None, typer.Option(metavar="LEVEL", help="Leave out instruction sets above this level: none to avx512.")
    ] = None,
    libcrypto: options.Libcrypto = "libcrypto.so.3",
    module: options.Module = None,
    json: Annotated[pathlib.Path | None, typer.Option(metavar="FILE", help="Write both tables as JSON.")] = None,
    csv: Annotated[pathlib.Path | None, typer.Option(metavar="FILE", help="Write both tables as CSV.")] = None,
) -> None:
    """Measure the processor's own limits, and show how fast each algorithm that OpenSSL offers could be at best."""
    options.outputs(json, csv)
    found, offers = _measure(sides.standard(module), libcrypto, cpu, runs)
    rows = [_row(offer, size, found) for offer in offers]
    console = Console()
    console.print(_limits_table(found))
    console.print(_bounds_table(rows, size))
    console.print(_unknown(rows), highlight=False)
    if json:
        files.write_whole(json, _json(found, rows, cpu))
    if csv:
        files.write_whole(csv, _csv(found, rows))


def _measure(chosen: list[Side], libcrypto: str, cpu: str | None, runs: int) -> tuple[measured.Limits, list[Offer]]:
    """Return the limits, the median of `runs` processes, and the commonly used ones of the sides' offers, each called
    in the one way that has a bound."""
    each: list[measured.Limits] = []
    offers: list[Offer] = []
    for _ in range(runs):
        with Driver(chosen, libcrypto=libcrypto) as driver:
            each.append(measured.measure(driver, cpu))
            offers = offers or [offer for offer in driver.offers() if offer.common and _is_kept(offer)]
    return measured.median(each), offers


def _is_kept(offer: Offer) -> bool:
    return calls.split(offer.operation)[1] == calls.KEPT


def _row(offer: Offer, size: int, found: measured.Limits) -> BoundRow:
    name = offer.kind, offer.algorithm, offer.operation, size if offer.sized else None
    best = bound(*name, found)
    if best is None:
        return BoundRow(*name)
    seconds = best.cycles / found["clock"]["value"]
    if offer.sized:
        return BoundRow(*name, size / seconds / 1e6, "MB/s", best.cycles, best.cycles / size, best.unit)
    return BoundRow(*name, 1 / seconds, "op/s", best.cycles, None, best.unit)


def _limits_table(found: measured.Limits) -> Table:
    table = Table("limit", "what", title="The silicon, one core", box=box.SIMPLE_HEAD)
    table.add_column("", justify="right", no_wrap=True)
    for name, limit in found.items():
        table.add_row(name, limit["what"], measured.text(limit))
    return table


def _bounds_table(rows: list[BoundRow], size: int) -> Table:
    """Show the bounds; operations of an algorithm with the same bound share a line."""
    table = Table(title=f"The best that it allows, messages of {size} bytes", box=box.SIMPLE_HEAD)
    for name in ("algorithm", "operation"):
        table.add_column(name, no_wrap=name == "algorithm")
    for name in ("at most", "cycles"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("set by")
    known = [row for row in rows if row.value is not None]
    for _, same in itertools.groupby(known, key=lambda row: (row.kind, row.algorithm, row.cycles_per_op)):
        row, *others = same
        cycles = f"{row.cycles_per_op:,.0f}" if row.cycles_per_byte is None else f"{row.cycles_per_byte:.3f}/byte"
        operations = " ".join(r.operation for r in (row, *others))
        table.add_row(row.algorithm, operations, f"{row.value:,.0f} {row.unit}", cycles, row.limit)
    return table


def _unknown(rows: list[BoundRow]) -> str:
    unknown = [row for row in rows if row.value is None]
    lines = [
        f"{kind}: {', '.join(dict.fromkeys(row.algorithm for row in same))}"
        for kind, same in itertools.groupby(unknown, key=lambda row: row.kind)
    ]
    return "\n".join(["No bound is known for", *lines] if lines else ["Every algorithm has a bound."])


def _json(found: measured.Limits, rows: list[BoundRow], cpu: str | None) -> str:
    machine = metadata.machine(found["clock"]["value"], None)
    return json_format.dumps(
        {
            "schema": SCHEMA,
            "created": metadata.now(),
            "machine": machine,
            "cpu": cpu,
            "limits": found,
            "bounds": [asdict(row) for row in rows],
        }
    )


def _csv(found: measured.Limits, rows: list[BoundRow]) -> str:
    """Write the limits as rows of kind "limit", then the bounds."""
    text = io.StringIO()
    writer = csv_format.DictWriter(text, list(BoundRow.__dataclass_fields__))
    writer.writeheader()
    writer.writerows(
        {"kind": "limit", "algorithm": name, "value": limit["value"], "unit": limit["unit"]}
        for name, limit in found.items()
    )
    writer.writerows(asdict(row) for row in rows)
    return text.getvalue()
