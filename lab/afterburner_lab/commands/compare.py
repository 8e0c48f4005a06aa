"""`compare`: what changed beyond noise between two results, and a gate for CI."""

from __future__ import annotations

import json as json_module
import pathlib
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console

from afterburner_lab.core import files, options
from afterburner_lab.core.errors import LabError
from afterburner_lab.core.sides import CANDIDATE
from afterburner_lab.core.statistics import ENOUGH_RUNS
from afterburner_lab.speed import compare_view, engine, remeasure, results
from afterburner_lab.speed.compare import By, Comparison, compare
from afterburner_lab.speed.compare_view import rows
from afterburner_lab.speed.results import Result

SCHEMA = "afterburner-lab-comparison/1"


def register(app: typer.Typer) -> None:
    app.command("compare")(compare_results)


def compare_results(
    before: Annotated[pathlib.Path, typer.Argument(metavar="A.json", help="the result to start from")],
    after: Annotated[pathlib.Path, typer.Argument(metavar="B.json", help="the result to compare with it")],
    fail_below: Annotated[
        float | None,
        typer.Option(
            metavar="X",
            help="exit with status 1 if a row's speed fell below X times the former (0.97: by more than 3 %) "
            "with its whole 95 % interval and beyond the noise; such rows are measured again first, "
            "both modules side by side, "
            "where both are still here",
        ),
    ] = None,
    side: Annotated[str, typer.Option(help="the side that is compared")] = CANDIDATE,
    by: Annotated[
        By,
        typer.Option(
            help="gain: relative to the baseline of the same result, comparable across machines; "
            "speed: core cycles per operation"
        ),
    ] = By.GAIN,
    json: Annotated[pathlib.Path | None, typer.Option(help="also write the comparison here")] = None,
) -> None:
    """Show what changed beyond noise between two results of `speed --json`: two commits, two machines, two OpenSSLs."""
    if fail_below is not None and not 0 < fail_below <= 1:
        raise LabError(
            f"--fail-below {fail_below:g}: give a share of the former speed, above 0 and up to 1, such as 0.97"
        )
    options.outputs(json)
    console = Console()
    old, new = results.load(before), results.load(after)
    comparison = compare(old, new, side, by)
    if not comparison.changes:
        raise LabError(
            f"{before} and {after} have no row of side {side} in common; measure the same algorithms and sizes"
        )
    first = comparison
    if fail_below is not None:
        comparison = _settle(comparison, old, new, fail_below, console)
    for letter, path, result in (("A", before, old), ("B", after, new)):
        _introduce(letter, path, result, console)
    compare_view.show(comparison, (str(before), str(after)), console)
    if json is not None:
        files.write_whole(json, json_module.dumps({"schema": SCHEMA, **asdict(comparison), "mean": comparison.mean}))
    if fail_below is not None:
        _gate(first, comparison, fail_below, console)


def _introduce(letter: str, path: pathlib.Path, result: Result, console: Console) -> None:
    runs = len({row.run for row in result.rows} - {results.ALL_RUNS})
    console.print(
        f"{letter}: {path}, {result.created}, {runs} "
        f"runs{'' if result.complete else ', interrupted: some rows or runs are missing'}",
        soft_wrap=True,
        highlight=False,
    )
    if runs < ENOUGH_RUNS:
        console.print(f"   Under {ENOUGH_RUNS} runs the intervals cover little of the differences between processes.")


def _settle(comparison: Comparison, before: Result, after: Result, least: float, console: Console) -> Comparison:
    """Measure again what would fail the gate, if possible; return the new comparison."""
    failing = remeasure.below(comparison, least)
    if not failing:
        return comparison
    if (why := remeasure.obstacle(before, after, comparison.side)) is not None:
        console.print(
            f"{rows(len(failing))} below {least:g}, cannot be measured again here ({why}): the first figures count.",
            soft_wrap=True,
        )
        return comparison
    console.print(f"{rows(len(failing))} below {least:g}: measuring again with both modules side by side.")
    return remeasure.settle(comparison, least, remeasure.plan(before, after, comparison.side), engine.measure)


def _gate(first: Comparison, comparison: Comparison, least: float, console: Console) -> None:
    """List the rows that stay below, and exit with status 1 if there are any."""
    failing = remeasure.below(comparison, least)
    recovered = len(remeasure.below(first, least)) - len(failing)
    if recovered:
        console.print(f"{rows(recovered)} below {least:g} at first, but not when measured again.")
    for change in failing:
        console.print(f"BELOW {least:g}: {compare_view.line(change)}", soft_wrap=True, highlight=False)
    console.print(f"{len(failing)} of {rows(len(comparison.changes))} below {least:g}.")
    if failing:
        raise typer.Exit(1)
