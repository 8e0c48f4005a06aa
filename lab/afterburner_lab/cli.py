"""The command `afterburner-lab`: one file per subcommand in commands/, each with a function `register(app)`."""

from __future__ import annotations

import io
import sys

import typer
from typer.exceptions import TyperException

from afterburner_lab.commands import ALL
from afterburner_lab.core.errors import LabError

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


@app.callback()
def lab() -> None:
    """Measure what Afterburner does to an OpenSSL, side by side and against the limit of the silicon."""


for command in ALL:
    command.register(app)


def main() -> None:
    """Run the command: an error that the user can fix is one line and exit status 2; typer.Exit has a subcommand's
    status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a locale may lack the characters that tables use
    try:
        sys.exit(app(prog_name="afterburner-lab", standalone_mode=False))
    except TyperException as e:
        if message := e.format_message():  # none if the help was shown instead
            context = getattr(e, "ctx", None)
            path = "afterburner-lab" if context is None else context.command_path
            print(f"afterburner-lab: {message} ({path} --help)", file=sys.stderr)
    except LabError as e:
        print(f"afterburner-lab: {e}", file=sys.stderr)
    except OSError as e:  # another user's folder, or a full disk, also that of stdout
        print(f"afterburner-lab: {e.filename or 'standard output'}: {e.strerror}", file=sys.stderr)
        sys.stdout = None  # otherwise its buffer would fail once more at exit
    sys.exit(2)
