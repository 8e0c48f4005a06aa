"""`list`: what can be measured here."""

from __future__ import annotations

from typing import Annotated

import typer
from rich import box
from rich.table import Table

from afterburner_lab.core import options, sides, terminal
from afterburner_lab.core.driver import Driver
from afterburner_lab.core.sides import BASELINE, CANDIDATE
from afterburner_lab.speed import selection

Algorithms = Annotated[
    list[str] | None,
    typer.Argument(metavar="[ALGORITHM]...", help="Only what speed would measure for these names, globs or kinds."),
]


def register(app: typer.Typer) -> None:
    app.command("list")(show_list)


def show_list(
    algorithms: Algorithms = None, module: options.Module = None, libcrypto: options.Libcrypto = "libcrypto.so.3"
) -> None:
    """List every algorithm and operation that OpenSSL offers here, and the provider that each side would use."""
    with Driver(sides.standard(module), libcrypto=libcrypto) as driver:
        offers = driver.offers()
    chosen = selection.of_patterns(offers, tuple(algorithms)) if algorithms else offers
    shown = Table("kind", "algorithm", "operation", BASELINE, CANDIDATE, "", box=box.SIMPLE)
    for o in chosen:
        shown.add_row(
            o.kind,
            o.algorithm,
            o.operation,
            *(o.providers[side] or "-" for side in (BASELINE, CANDIDATE)),
            "" if o.common else "only when named",
        )
    terminal.console().print(shown)
