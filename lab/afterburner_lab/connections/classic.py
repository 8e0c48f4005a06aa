"""`connections --classic`: the older study's experiment. 32 to 256 new sessions at once, without and with the optimised
code; the clock ticks of all sessions together; the average of five runs.

The ticks are in a text file like the study's test.log, one line per measurement, which this module writes and reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from afterburner_lab.core import statistics
from afterburner_lab.core.errors import LabError
from afterburner_lab.core.statistics import Interval

CONNECTIONS = tuple(range(32, 257, 32))
RUNS = 5
KEYS = ("RSA-512", "RSA-1024", "RSA-2048")
SECURITY_LEVEL_0 = "DEFAULT@SECLEVEL=0"
INSECURE = {"RSA-512": "broken in hours by anyone", "RSA-1024": "too short for use today"}
TICKS = "true core cycles of the server's thread"

_HEAD = "afterburner-lab connections --classic"
_LINE = re.compile(r"(\S+): run (\d+), (\d+) sessions, (\S+): (\d+) ticks")
_SEED = 1


@dataclass(frozen=True)
class Ticks:
    """The ticks of all sessions together, in one run."""

    key: str
    run: int
    connections: int
    side: str
    ticks: int


@dataclass(frozen=True)
class Average:
    """The average over the runs.

    improvement: the share of ticks that is saved, in percent, as in the study. ratio: how many times fewer ticks, with
    its interval."""

    key: str
    connections: int
    before: float
    after: float
    ratio: Interval

    @property
    def improvement(self) -> float:
        return 100 * (1 - self.after / self.before)


def warning(key: str) -> str:
    """Return a line that says what is insecure; empty if nothing is."""
    return (
        f"INSECURE: {key} is {INSECURE[key]}; measured at security level 0, only for the comparison"
        if key in INSECURE
        else ""
    )


def text(measured: list[Ticks], facts: list[tuple[str, str]]) -> str:
    """Return the text of the log. facts: what a reader must know, one line each."""
    lines = [_HEAD, *(f"{name}: {value}" for name, value in facts), f"ticks: {TICKS}"]
    lines += [w for w in map(warning, dict.fromkeys(m.key for m in measured)) if w]
    lines += [f"{m.key}: run {m.run}, {m.connections} sessions, {m.side}: {m.ticks} ticks" for m in measured]
    return "\n".join(lines) + "\n"


def read(log: str) -> list[Ticks]:
    """Parse a log."""
    if not log.startswith(_HEAD):
        raise LabError(f"no log of {_HEAD}")
    found = filter(None, map(_LINE.fullmatch, log.splitlines()))
    return [Ticks(m[1], int(m[2]), int(m[3]), m[4], int(m[5])) for m in found]


def averages(measured: list[Ticks], baseline: str, candidate: str) -> Iterator[Average]:
    """Average by key and number of sessions, in the order in which they were measured."""
    for key, connections in dict.fromkeys((m.key, m.connections) for m in measured):
        before, after = (_runs(measured, key, connections, side) for side in (baseline, candidate))
        if before and set(before) == set(after):
            pairs = [(np.array([before[run]]), np.array([after[run]])) for run in sorted(before)]
            interval = statistics.ratio([b for b, _ in pairs], [a for _, a in pairs], _SEED)
            yield Average(
                key, connections, float(np.mean(list(before.values()))), float(np.mean(list(after.values()))), interval
            )


def _runs(measured: list[Ticks], key: str, connections: int, side: str) -> dict[int, float]:
    return {m.run: float(m.ticks) for m in measured if (m.key, m.connections, m.side) == (key, connections, side)}
