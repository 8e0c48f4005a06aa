"""`report`: results as a web page."""

from __future__ import annotations

import pathlib
from typing import Annotated

import typer
from rich.console import Console


def register(app: typer.Typer) -> None:
    app.command()(report)


def report(
    folder: Annotated[pathlib.Path, typer.Argument(metavar="DIR", help="folder of results (*.json)")],
    source: Annotated[
        list[pathlib.Path] | None,
        typer.Option("--from", metavar="RESULT.json", help="copy this result into DIR first (repeatable)"),
    ] = None,
    title: Annotated[str | None, typer.Option(help="heading of the page")] = None,
) -> None:
    """Write DIR/index.html, one self-contained page of every result in DIR, and each chart as SVG and PNG."""
    from afterburner_lab.report import (  # importing matplotlib takes half a second
        add,
        write_folder,
    )

    with Console(stderr=True).status("Drawing the charts ..."):
        add(source or [], folder)
        page = write_folder(folder, title)
    print(page)
