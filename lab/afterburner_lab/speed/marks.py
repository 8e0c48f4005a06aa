"""Marks: the least ratio that a row must reach, stored in a file and checked by `speed --check FILE`.

A line of the file is LEVEL ALGORITHM OPERATION SIZE RATIO. The first three are globs (algorithms are case-insensitive),
SIZE is bytes or *; # starts a comment. The highest matching mark counts; rows without one are not checked."""

from __future__ import annotations

import pathlib
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase

from afterburner_lab.core.errors import LabError
from afterburner_lab.core.sides import BASELINE, CANDIDATE
from afterburner_lab.speed.results import Result, Row

ATTEMPTS = 3  # how often a row is measured before it counts as missed, including the first time


@dataclass(frozen=True)
class Mark:
    """A mark. size None: every size. ratio: throughput relative to the default provider's."""

    level: str
    algorithm: str
    operation: str
    size: int | None
    ratio: float

    def applies(self, row: Row) -> bool:
        return (
            fnmatchcase(row.level or "", self.level)
            and fnmatchcase(row.algorithm.upper(), self.algorithm.upper())
            and fnmatchcase(row.operation, self.operation)
            and self.size in (None, row.bytes)
        )


@dataclass(frozen=True)
class Miss:
    """A row that stays below its mark, as last measured."""

    row: Row
    mark: float

    def __str__(self) -> str:
        r = self.row
        size = "" if r.bytes is None else f" {r.bytes}"
        return (
            f"{r.algorithm} {r.operation}{size}: {r.ratio:.2f} ({r.ratio_low:.2f} .. {r.ratio_high:.2f}), "
            f"mark {self.mark:.2f}"
        )


def read(path: pathlib.Path) -> list[Mark]:
    try:
        lines = path.read_text().splitlines()
    except (OSError, UnicodeDecodeError) as e:
        raise LabError(f"{path}: {getattr(e, 'strerror', None) or 'not text'}; --check needs a file of marks") from None
    marks = [
        parse(line, f"{path}:{number}")
        for number, text in enumerate(lines, 1)
        if (line := text.partition("#")[0].strip())
    ]
    if not marks:
        raise LabError(f"{path}: contains no mark; a line is LEVEL ALGORITHM OPERATION SIZE RATIO")
    return marks


def parse(line: str, place: str) -> Mark:
    try:
        level, algorithm, operation, size, ratio = line.split()
        mark = Mark(level, algorithm, operation, None if size == "*" else int(size), float(ratio))
    except ValueError:
        mark = None
    if mark is None or not 0 < mark.ratio < float("inf") or (mark.size is not None and mark.size <= 0):
        raise LabError(f"{place}: the form is LEVEL ALGORITHM OPERATION SIZE RATIO, as in `* AES-*-CTR * 16384 2.15`")
    return mark


def mark_of(marks: list[Mark], row: Row) -> float | None:
    return max((m.ratio for m in marks if m.applies(row)), default=None)


def held(result: Result, marks: list[Mark]) -> list[tuple[Row, float]]:
    """Return the rows of all runs together that have a mark, with it.

    Marks apply only to the module's own rows: where it offers nothing, both sides run the default provider."""
    rows = [r for r in result.summary(CANDIDATE) if r.provider != BASELINE and r.ratio_high is not None]
    return [(r, mark) for r in rows if (mark := mark_of(marks, r)) is not None]


def misses(result: Result, marks: list[Mark]) -> list[Miss]:
    """Return the rows whose whole interval is below their mark by more than the result's noise."""
    least = 1 - result.control["threshold"]
    return [Miss(row, mark) for row, mark in held(result, marks) if row.ratio_high < mark * least]


def check(result: Result, marks: list[Mark], remeasure: Callable[[list[Row], int], Result]) -> list[Miss]:
    """Return the misses that remain after each row below its mark was measured again, longer every time.

    Rows that could not be measured again, as after an interruption, remain. remeasure(rows, attempt): returns a result
    of just these rows, measured `attempt` (2, 3, ...) times as long as at first."""
    missed = misses(result, marks)
    for attempt in range(2, ATTEMPTS + 1):
        if not missed:
            break
        again = remeasure([m.row for m in missed], attempt)
        measured = {row.key for row, _ in held(again, marks)}
        missed = [*misses(again, marks), *(m for m in missed if m.row.key not in measured)]
        if not again.complete:
            break
    return missed
