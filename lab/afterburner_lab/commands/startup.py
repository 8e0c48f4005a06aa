"""`startup`: what a process pays once for the module."""

from __future__ import annotations

import shlex
import sys
from typing import Annotated

import typer

from afterburner_lab.core import options, sides, terminal
from afterburner_lab.core.options import INTERRUPTED, Companion, Cpu, Csv, Json, Libcrypto, Module, Seed, Set
from afterburner_lab.speed.plan import MAX_RUNS
from afterburner_lab.startup import figures, measure, scenarios, show
from afterburner_lab.startup.measure import Plan

ROUNDS, QUICK_ROUNDS = 20, 7

Names = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[SCENARIO]...", help=f"Of {', '.join(s.name for s in scenarios.SCENARIOS)}; all by default."
    ),
]
Program = Annotated[
    str | None, typer.Option(metavar="COMMAND", help="A program with its arguments, as one more scenario.")
]
Runs = Annotated[int, typer.Option(metavar="N", min=2, max=MAX_RUNS, help="Runs, each in another order.")]
Quick = Annotated[bool, typer.Option("--quick", help="3 runs of fewer processes, so wider intervals.")]


def register(app: typer.Typer) -> None:
    app.command()(startup)


def startup(
    names: Names = None,
    program: Program = None,
    companion: Companion = False,
    runs: Runs = 5,
    quick: Quick = False,
    module: Module = None,
    cpu: Cpu = None,
    settings: Set = None,
    libcrypto: Libcrypto = "libcrypto.so.3",
    seed: Seed = 1,
    csv: Csv = None,
    json: Json = None,
) -> None:
    """Measure what a process pays once: processes with and without the module in turn, by phase, with page faults and
    memory."""
    options.outputs(csv, json)
    own = options.settings(settings) | ({} if cpu is None else {"cpu": cpu})
    plan = Plan(
        sides.standard(module, own, companion),
        scenarios.choose(names or [], program),
        libcrypto,
        3 if quick else runs,
        QUICK_ROUNDS if quick else ROUNDS,
        seed,
        shlex.join(["afterburner-lab", *sys.argv[1:]]),
    )
    found = measure.measure(plan)
    show.show(found, terminal.console())
    if json:
        figures.save_json(found, json)
    if csv:
        figures.save_csv(found, csv)
    if not found.complete:
        raise typer.Exit(INTERRUPTED)
