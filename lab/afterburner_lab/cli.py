"""The command `afterburner-lab`: a subcommand a file in commands/, each with a function `register(app)`."""
from __future__ import annotations

import sys

import typer

from afterburner_lab.commands import ALL
from afterburner_lab.errors import LabError

app = typer.Typer(help=__doc__.splitlines()[0], no_args_is_help=True, add_completion=False,
                  pretty_exceptions_enable=False)


@app.callback()
def lab() -> None:
    """Measures what Afterburner does to an OpenSSL, side by side and against the limit of the silicon."""


for command in ALL:
    command.register(app)


def main() -> None:
    try:
        app()
    except LabError as e:
        print(f"afterburner-lab: {e}", file=sys.stderr)
        sys.exit(2)
