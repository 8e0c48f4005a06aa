"""`speed`: measures, shows, and writes the result."""
from __future__ import annotations

import pathlib
import shlex
import sys
from dataclasses import replace
from typing import Annotated, Optional

import typer

from afterburner_lab import engine, journal, results, sides
from afterburner_lab.errors import LabError
from afterburner_lab.plan import Plan

INTERRUPTED = 130  # exit status, as of a shell's Ctrl-C


def register(app: typer.Typer) -> None:
    app.command()(speed)


def speed(algorithms: Annotated[Optional[list[str]], typer.Argument(metavar="[ALGORITHM]...")] = None,
          runs: Annotated[Optional[int], typer.Option(min=1)] = None,
          quick: bool = False,
          json: Annotated[Optional[pathlib.Path], typer.Option()] = None,
          csv: Annotated[Optional[pathlib.Path], typer.Option()] = None) -> None:
    """Measures."""
    plan = Plan(tuple(sides.standard()), patterns=tuple(algorithms or ()), command=shlex.join(["afterburner-lab", *sys.argv[1:]]))
    if quick:
        plan = plan.quick()
    if runs:
        plan = replace(plan, runs=runs)
    result = engine.measure(plan, journal=json and json.with_name(json.name + journal.SUFFIX))
    if json:
        results.save_json(result, json)
    if csv:
        results.save_csv(result, csv)
