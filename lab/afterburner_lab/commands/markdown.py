"""`markdown`: a result of `speed` as tables for documents."""

from __future__ import annotations

import pathlib
from typing import Annotated

import typer

from afterburner_lab.core.errors import LabError
from afterburner_lab.core.sides import CANDIDATE
from afterburner_lab.speed import results
from afterburner_lab.speed.markdown import markdown


def register(app: typer.Typer) -> None:
    app.command("markdown")(print_markdown)


def print_markdown(
    source: Annotated[pathlib.Path, typer.Argument(metavar="RESULT.json", help="a result of `speed --json`")],
    side: Annotated[str, typer.Option(help="the side that is compared with the baseline")] = CANDIDATE,
) -> None:
    """Print a result of `speed` as Markdown: what is slower first, then the ratios of every algorithm."""
    result = results.load(source)
    names = [s["name"] for s in result.sides]
    if side not in names[1:]:
        raise LabError(f"{source} has no side {side} beside the baseline; there are: {', '.join(names)}")
    print(markdown(result, side), end="")
