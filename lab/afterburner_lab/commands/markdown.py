"""`markdown`: a result of `speed` or `startup` as tables for documents."""

from __future__ import annotations

import pathlib
from typing import Annotated

import typer

from afterburner_lab.core import files
from afterburner_lab.core.errors import LabError
from afterburner_lab.core.sides import CANDIDATE
from afterburner_lab.speed import markdown as of_speed
from afterburner_lab.speed import results
from afterburner_lab.startup import figures
from afterburner_lab.startup import markdown as of_startup


def register(app: typer.Typer) -> None:
    app.command("markdown")(print_markdown)


def print_markdown(
    source: Annotated[pathlib.Path, typer.Argument(metavar="RESULT.json", help="a result of `speed` or `startup`")],
    side: Annotated[str, typer.Option(help="the side that is compared with the baseline")] = CANDIDATE,
) -> None:
    """Print a result as Markdown: of `speed`, what is slower first, then the ratios of every algorithm; of `startup`,
    what a process pays more."""
    if files.read_result(source, results.SCHEMA, figures.SCHEMA)["schema"] == figures.SCHEMA:
        started = figures.load(source)
        print(of_startup.markdown(started, _checked(side, started.sides, source)), end="")
    else:
        result = results.load(source)
        print(of_speed.markdown(result, _checked(side, result.sides, source)), end="")


def _checked(side: str, sides: list[dict], source: pathlib.Path) -> str:
    names = [s["name"] for s in sides]
    if side not in names[1:]:
        raise LabError(f"{source} has no side {side} beside the baseline; there are: {', '.join(names)}")
    return side
