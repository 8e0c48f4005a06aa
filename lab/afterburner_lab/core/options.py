"""Options that several commands share."""

from __future__ import annotations

import os
import pathlib
import sys
from typing import Annotated

import typer

from afterburner_lab.core import files
from afterburner_lab.core.errors import LabError

Module = Annotated[pathlib.Path | None, typer.Option(metavar="PATH", help="The module to measure.")]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="A setting of the module; may be given several times."),
]
Cpu = Annotated[str | None, typer.Option(metavar="LEVEL", help="The module's level, as --set cpu=LEVEL.")]
Libcrypto = Annotated[
    str, typer.Option(metavar="PATH", help="The OpenSSL to measure under: a libcrypto or its folder.")
]
Companion = Annotated[
    bool, typer.Option("--companion", help="One more side: the module, and the companion library preloaded.")
]
Runs = Annotated[int | None, typer.Option(metavar="N", help="Runs, each in new processes (5).")]
Seed = Annotated[int, typer.Option(metavar="N", min=0, help="Seed of the random order.")]
Resume = Annotated[
    pathlib.Path | None, typer.Option(metavar="FILE", help="Continue an interrupted run from its journal.")
]
Json = Annotated[pathlib.Path | None, typer.Option(metavar="FILE", help="Write the result, for report and compare.")]
Csv = Annotated[pathlib.Path | None, typer.Option(metavar="FILE", help="Write the rows as CSV.")]


INTERRUPTED = 130  # exit status that a shell reports for Ctrl-C


def given(ctx: typer.Context) -> set[str]:
    """Return the options and arguments that the user gave."""
    return {name for name in ctx.params if ctx.get_parameter_source(name).name != "DEFAULT"}


def counted(number: int, option: str, most: int) -> int:
    """Return the number if it is 1 to most."""
    if not 1 <= number <= most:
        raise LabError(f"{option} {number}: 1 to {most} are possible")
    return number


def note_threads(number: int) -> None:
    """Note on stderr if the threads outnumber the cores."""
    if number > (cores := len(os.sched_getaffinity(0))):
        print(f"{number} threads share {cores} cores: throughput cannot grow beyond these", file=sys.stderr)


def numbers(text: str, option: str) -> tuple[int, ...]:
    """Parse decimal numbers separated by commas, as in --sizes 16,1350, and drop duplicates."""
    words = [word.strip() for word in text.split(",")]
    for word in words:
        if not (word.isascii() and word.isdigit()):
            raise LabError(f"{option} {text}: numbers separated by commas are expected, as in {option} 16,1350")
    return tuple(dict.fromkeys(int(word) for word in words))


def settings(pairs: list[str] | None) -> dict[str, str]:
    """Parse --set KEY=VALUE into entries of the module's section of openssl.cnf."""
    found = {}
    for pair in pairs or ():
        key, equals, value = pair.partition("=")
        if not (key and equals) or any(c.isspace() for c in key) or "\n" in value:
            raise LabError(f"--set {pair}: give KEY=VALUE, as in --set cpu=avx2")
        found[key] = value
    return found


def outputs(*paths: pathlib.Path | None) -> None:
    """Create the folders of output files, and refuse files that cannot be written before time is spent on measuring."""
    wanted = [path for path in paths if path is not None]
    if len({path.resolve() for path in wanted}) < len(wanted):
        raise LabError(f"{wanted[0]}: named for two different outputs; give each its own file")
    for path in wanted:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as e:
            raise LabError(f"{path}: its folder cannot be created: {e.strerror}") from None
        opened = path if files.is_written_in_place(path) and path.exists() else path.parent
        if path.is_dir() or not os.access(opened, os.W_OK):
            raise LabError(f"{path}: cannot be written; a file in a folder of yours is expected")
