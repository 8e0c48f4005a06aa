"""A result in the form that the page and its charts use: rows of all sides side by side, each with its verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from afterburner_lab.core import sides
from afterburner_lab.core.statistics import geometric_mean
from afterburner_lab.report import comparison as common
from afterburner_lab.report.speed import naming
from afterburner_lab.speed.claims import Claims, Verdict
from afterburner_lab.speed.results import Result, Row


class Comparison(common.Comparison):
    """One algorithm, operation and length on every side that has it."""

    @property
    def group(self) -> naming.Group:
        return naming.group(self.any.algorithm)


class View:
    """A result seen from its subject, the side that is compared with the baseline."""

    def __init__(self, result: Result):
        self.result = result
        self.names = [s["name"] for s in result.sides]
        self.sides = sorted((n for n in self.names if n != sides.CONTROL), key=_place)
        self.baseline = self.names[0]
        self.subject = self._find_subject()
        self.claims = Claims(result)
        self.threshold = self.claims.threshold
        self.comparisons = self._compare()

    def _find_subject(self) -> str:
        others = [n for n in self.sides if n != self.baseline]
        return sides.CANDIDATE if sides.CANDIDATE in others or not others else others[0]

    def others(self) -> list[str]:
        """Sides that are neither the subject nor the baseline nor the control."""
        return [n for n in self.sides if n not in (self.subject, self.baseline)]

    def _compare(self) -> list[Comparison]:
        return sorted(map(Comparison, common.by_key(self.result.summary())), key=lambda c: naming.order(c.any))

    def side(self, name: str) -> dict:
        return next((s for s in self.result.sides if s["name"] == name), {})

    def is_served(self, comparison: Comparison, name: str | None = None) -> bool:
        """Return whether the side (the subject) runs other code than the baseline: another provider, or masked
        features."""
        row = comparison.rows.get(name or self.subject)
        return row is not None and row.side != self.baseline and not self.claims.is_alike(row)

    def verdict(self, row: Row | None) -> Verdict | None:
        return None if row is None else self.claims.verdict(row)

    def judged(self, verdict: str | None = None, name: str | None = None) -> list[Row]:
        """Return the side's (the subject's) rows with code of its own and a counterpart; only those with a verdict if
        one is given."""
        rows = [c.rows[name or self.subject] for c in self.comparisons if self.is_served(c, name)]
        return [r for r in rows if r.ratio is not None and verdict in (None, self.verdict(r))]

    def unserved(self) -> list[Row]:
        """Return the subject's rows with the same code as the baseline's: a further control."""
        rows = [c.rows[self.subject] for c in self.comparisons if self.subject in c.rows and not self.is_served(c)]
        return [r for r in rows if r.ratio is not None and r.side != self.baseline]

    def is_beyond_noise(self, row: Row) -> bool:
        """Return whether a ratio, of any row, is far enough from 1 to be claimed."""
        return self.claims.ratio_verdict(row) != "same"

    def gain(self, name: str | None = None) -> float:
        """Return the geometric mean of the ratios of the side's (the subject's) judged rows."""
        return geometric_mean([r.ratio for r in self.judged(name=name)])

    def interesting(self, unit: str) -> list[Comparison]:
        """Return the comparisons of a unit in which some side runs other code than the baseline; all if none does."""
        of_unit = [c for c in self.comparisons if c.any.unit == unit]
        chosen = [c for c in of_unit if any(self.is_served(c, name) for name in self.sides)]
        return chosen or of_unit


def _place(name: str) -> int:
    """Order sides by what they add, whichever is the baseline."""
    known = (sides.SOFTWARE, sides.BASELINE, sides.CANDIDATE)
    return known.index(name) if name in known else len(known)


def grouped(items: Iterable, key: Callable) -> Iterator[tuple]:
    """Yield lists of neighbours with equal keys."""
    for value, members in groupby(items, key):
        yield value, list(members)
