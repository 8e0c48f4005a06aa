"""`report`: results as a page."""
from __future__ import annotations

import pathlib
from typing import Annotated, Optional

import typer


def register(app: typer.Typer) -> None:
    app.command()(report)


def report(
        folder: Annotated[pathlib.Path, typer.Argument(metavar="DIR", help="folder of results (*.json)")],
        source: Annotated[Optional[list[pathlib.Path]], typer.Option(
            "--from", metavar="RESULT.json", help="copy this result into DIR first (repeatable)")] = None,
        title: Annotated[Optional[str], typer.Option(help="heading of the page")] = None) -> None:
    """Writes DIR/index.html, one self-contained page of every result in DIR, and each chart as SVG and PNG."""
    from afterburner_lab.report import add, write_folder  # matplotlib takes half a second, which other commands need not wait

    add(source or [], folder)
    print(write_folder(folder, title))
