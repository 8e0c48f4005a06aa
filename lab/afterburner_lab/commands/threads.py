"""`threads`: how bulk work scales with the module's thread pool."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from typing import Annotated

import typer

from afterburner_lab.core import options, sides, terminal
from afterburner_lab.core.options import Csv, Json, Libcrypto, Module, Set
from afterburner_lab.speed import results, scaling
from afterburner_lab.speed.plan import MAX_RUNS, Plan

ALGORITHMS = ("AES-256-CTR", "AES-256-GCM", "AES-256-CBC", "AES-256-XTS")

Algorithms = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[ALGORITHM]...", help=f"Names or globs, ignoring case, or kinds; by default {', '.join(ALGORITHMS)}."
    ),
]
Counts = Annotated[str, typer.Option(metavar="N,N", help="Values of the setting threads; the first is the baseline.")]
Sizes = Annotated[str, typer.Option(metavar="N,N", help="Bytes of a message.")]
Operation = Annotated[str, typer.Option(metavar="OP", help="The operation.")]
Runs = Annotated[int, typer.Option(metavar="N", min=1, max=MAX_RUNS, help="Runs, each in new processes.")]
Quick = Annotated[bool, typer.Option("--quick", help="Fewer and shorter slices, so wider intervals.")]


def register(app: typer.Typer) -> None:
    app.command()(threads)


def threads(
    algorithms: Algorithms = None,
    counts: Counts = "0,1,2,4",
    sizes: Sizes = "16384,65536,262144,1048576,4194304,16777216,67108864",
    operation: Operation = "decrypt",
    runs: Runs = 3,
    quick: Quick = False,
    module: Module = None,
    settings: Set = None,
    libcrypto: Libcrypto = "libcrypto.so.3",
    csv: Csv = None,
    json: Json = None,
) -> None:
    """Measure bulk decryption at several values of the module's setting threads, in wall time, and mark the best of
    each size.

    For a module without a thread pool, print one line that says so, write results without rows, and exit with status 0.
    """
    options.outputs(csv, json)
    wanted = options.numbers(counts, "--counts")
    candidate = sides.choose((sides.CANDIDATE,), module, options.settings(settings))[0]
    plan = Plan(
        scaling.sides(candidate, wanted),
        tuple(algorithms or ALGORITHMS),
        (operation,),
        options.numbers(sizes, "--sizes"),
        wall=True,
        libcrypto=libcrypto,
        command=shlex.join(["afterburner-lab", *sys.argv[1:]]),
    )
    plan = replace(plan.quick() if quick else plan, runs=runs)
    result = scaling.measure(plan)
    if scaling.has_pool(result):
        scaling.show(result, wanted, terminal.console())
    else:
        print(
            f"{candidate.provider} has no thread pool: with threads = {max(wanted)} it uses no "
            "workers, so nothing scales"
        )
    if json:
        results.save_json(result, json)
    if csv:
        results.save_csv(result, csv)
