"""`threads`: how bulk work scales with the module's thread pool."""
from __future__ import annotations

import pathlib
import shlex
import sys
from typing import Annotated, Optional

import typer
from rich.console import Console

from afterburner_lab import options, results, scaling, sides
from afterburner_lab.plan import Plan

ALGORITHMS = ("AES-256-CTR", "AES-256-GCM", "AES-256-CBC", "AES-256-XTS")


def register(app: typer.Typer) -> None:
    app.command()(threads)


def threads(algorithms: Annotated[Optional[list[str]], typer.Argument(metavar="ALGORITHM", help="names, globs or kinds")] = None,
            counts: Annotated[str, typer.Option(metavar="N,N", help="values of the setting threads")] = "0,1,2,4",
            sizes: Annotated[str, typer.Option(metavar="N,N", help="bytes of a message")] = "16384,65536,262144,1048576,4194304,16777216",
            operation: Annotated[str, typer.Option(metavar="OP", help="what is done to it")] = "decrypt",
            runs: Annotated[int, typer.Option(min=1, help="each a new process")] = 3,
            quick: Annotated[bool, typer.Option("--quick", help="a tenth of the time, wider intervals")] = False,
            module: Annotated[Optional[pathlib.Path], typer.Option(help="the module to measure")] = None,
            set_: Annotated[Optional[list[str]], typer.Option("--set", metavar="KEY=VALUE", help="another setting of it")] = None,
            libcrypto: Annotated[str, typer.Option(help="libcrypto to load: a file or its folder")] = "libcrypto.so.3",
            csv: Annotated[Optional[pathlib.Path], typer.Option(help="write the rows here")] = None,
            json: Annotated[Optional[pathlib.Path], typer.Option(help="write the result here")] = None) -> None:
    """Measures bulk decryption at several values of the module's setting threads, in wall time, and marks the best of each size.

    A module without a thread pool gives one line that says so, results without rows, and exit status 0."""
    options.outputs(csv, json)
    wanted = options.numbers(counts, "--counts")
    candidate = sides.choose((sides.CANDIDATE,), module, options.settings(set_))[0]
    plan = Plan(scaling.sides(candidate, wanted), tuple(algorithms or ALGORITHMS), (operation,), options.numbers(sizes, "--sizes"),
                runs=runs, wall=True, libcrypto=libcrypto, command=shlex.join(["afterburner-lab", *sys.argv[1:]]))
    plan = plan.quick() if quick else plan
    result = scaling.measure(plan)
    if scaling.has_pool(result):
        scaling.show(result, wanted, Console())
    else:
        print(f"{plan.sides[0].provider} has no thread pool: with threads = {max(wanted)} it uses no workers, so nothing scales")
    if json:
        results.save_json(result, json)
    if csv:
        results.save_csv(result, csv)
