"""The part `classic` of a result: what is measured for it, and its table, chart and log."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rich.console import Console

from afterburner_lab.connections import classic
from afterburner_lab.connections.classic import Average, Ticks
from afterburner_lab.connections.results import FULL, Result
from afterburner_lab.connections.work import TLS12, TRANSPORT, Work
from afterburner_lab.core import terminal
from afterburner_lab.core.sides import CANDIDATE, CONTROL
from afterburner_lab.speed.results import ALL_RUNS

PRESET = "classic"  # of the plan's settings
CIPHER = "AES-128-CBC-SHA"
PACE: dict[str, Any] = {"slices": 3}  # the study measured once in each of its runs
HEADINGS = ("key", "sessions at once", "ticks default", "ticks afterburner", "improvement", "ratio", "from .. to")


def works(keys: tuple[str, ...] = classic.KEYS, connections: tuple[int, ...] = classic.CONNECTIONS) -> list[Work]:
    """List what is measured."""
    return [Work(FULL, TLS12, key, TRANSPORT, CIPHER, count) for key in keys for count in connections]


def make(result: Result) -> dict:
    """Make the part from a result of just these measurements: the ticks of all sessions of a crowd, run by run."""
    found = [
        Ticks(row.certificate, int(row.run), row.connections, row.side, round(row.cycles * row.connections))
        for row in result.rows
        if row.run != ALL_RUNS and row.what == FULL and row.side != CONTROL
    ]
    return {"ticks": classic.TICKS, "measured": [asdict(ticks) for ticks in found]}


def measured(result: Result) -> list[Ticks]:
    return [Ticks(**entry) for entry in result.classic["measured"]]


def averages(result: Result) -> list[Average]:
    return list(classic.averages(measured(result), result.sides[0]["name"], CANDIDATE))


def log(result: Result) -> str:
    """Return the text of the log."""
    machine, libcrypto = result.machine, result.sides[0]["libcrypto"]
    facts = [
        ("measured", result.created),
        ("command", result.command),
        ("machine", machine["processor"]),
        ("clock", f"{machine['clock_hz']} Hz"),
        ("OpenSSL", libcrypto),
        ("sessions", f"new, {TLS12}, {TRANSPORT}, {CIPHER}"),
    ]
    return classic.text(measured(result), facts)


def explanation(result: Result) -> str:
    ticks, runs = result.classic["ticks"], result.settings["runs"]
    return (
        f"New sessions of {TLS12}, {TRANSPORT} and {CIPHER}, all at once; ticks: {ticks}, of all "
        "sessions together, the "
        f"average of {runs} runs. Improvement is the share of ticks that is saved, as the study gave it."
    )


def cells(average: Average) -> tuple[str, ...]:
    """Return a line of the table, in the order of HEADINGS."""
    low, high = average.ratio.low, average.ratio.high
    return (
        average.key,
        str(average.connections),
        f"{average.before:,.0f}",
        f"{average.after:,.0f}",
        f"{average.improvement:.1f} %",
        f"{average.ratio.value:.2f}",
        f"{low:.2f} .. {high:.2f}",
    )


def show(result: Result, out: Console) -> None:
    made, found = terminal.new_table(*HEADINGS, left=1), averages(result)
    for average in found:
        made.add_row(*cells(average))
    for key in dict.fromkeys(a.key for a in found):
        if warning := classic.warning(key):
            out.print(warning, style="bold red")
    terminal.print_table(out, "Clock ticks of all new sessions", made)
    out.print(explanation(result))
