"""A result of `connections` in the form that the page and its charts use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from afterburner_lab.connections.results import BULK, FULL, OPERATION, Result, Row
from afterburner_lab.connections.work import CONCURRENCY, PAIRS
from afterburner_lab.core import sides
from afterburner_lab.report import wording
from afterburner_lab.report.comparison import Comparison, by_key
from afterburner_lab.speed.claims import Claims

MEMORY = "memory"
SAVED_OF = 1000  # cores


class View:
    """A result seen from its subject, the side that is compared with the baseline."""

    def __init__(self, result: Result):
        self.result, self.claims = result, Claims(result)
        self.baseline = result.sides[0]["name"]
        self.sides = [s["name"] for s in result.sides if s["name"] != sides.CONTROL]
        self.subject = next((name for name in self.sides if name != self.baseline), self.baseline)
        self.comparisons = [Comparison(rows) for rows in by_key(result.summary())]

    def side(self, name: str) -> dict:
        return next(side for side in self.result.sides if side["name"] == name)

    def select(self, is_wanted: Callable[[Row], bool]) -> list[Comparison]:
        """Return the wanted comparisons that have both the subject and the baseline."""
        return [c for c in self.comparisons if is_wanted(c.any) and {self.baseline, self.subject} <= c.rows.keys()]

    def verdict(self, comparison: Comparison) -> str:
        """Return "faster", "slower" or "same", for the subject."""
        return self.claims.ratio_verdict(comparison.rows[self.subject])

    def ratio(self, comparison: Comparison) -> float:
        return comparison.rows[self.subject].ratio

    def saved(self, comparison: Comparison) -> float:
        """Return how many of SAVED_OF cores that do nothing else the subject's ratio saves; negative if it needs more.
        """
        return SAVED_OF * (1 - 1 / self.ratio(comparison))

    def pairs(self, mode: str, what: str, version: str | None = None) -> list[Comparison]:
        """Return one comparison for each certificate, group and version, the usual pairs first; of several numbers of
        connections and ciphers, the usual one."""
        chosen: dict[tuple, Comparison] = {}
        rows = self.select(lambda r: (r.mode, r.what) == (mode, what) and version in (None, r.version))
        for c in sorted(rows, key=lambda c: (abs(c.any.connections - CONCURRENCY), c.any.cipher)):
            chosen.setdefault((c.any.version, c.any.certificate, c.any.group), c)
        return sorted(chosen.values(), key=lambda c: (c.any.version != "TLSv1.3", _place(c.any)))

    def modes(self) -> list[str]:
        """Return the modes, memory first."""
        return sorted(dict.fromkeys(c.any.mode for c in self.comparisons), key=lambda mode: mode != MEMORY)

    def headline(self) -> list[Comparison]:
        """Return the full handshakes of the pairs, in memory if measured there."""
        return next((found for mode in self.modes() if (found := self.pairs(mode, FULL))), [])

    def not_gained(self) -> list[Comparison]:
        """Return what is the same or slower, the worst first."""
        rows = [c for c in self.select(lambda r: True) if self.ratio(c) is not None and self.verdict(c) != "faster"]
        return sorted(rows, key=self.ratio)


def _place(row: Row) -> int:
    pair = (row.certificate, row.group)
    return PAIRS.index(pair) if pair in PAIRS else len(PAIRS)


def named(row: Row) -> str:
    """Describe a row in words: full TLSv1.3 P-256/X25519."""
    what = f"{row.cipher}, {wording.size(row.bytes)} records" if row.what == BULK else f"{row.pair}, {row.what}"
    place = "" if row.mode == MEMORY else f"{row.mode}: "
    many = f", {row.connections} at once" if row.connections not in (1, CONCURRENCY) else ""
    return f"{place}{row.version} {what}{many}"


def operation(row: Row) -> str:
    return OPERATION[row.what]


def grouped(comparisons: Iterable[Comparison], key: Callable[[Row], tuple]) -> Iterator[tuple[tuple, list[Comparison]]]:
    """Group by what rows have in common, in the order in which that first occurs."""
    groups: dict[tuple, list[Comparison]] = {}
    for c in comparisons:
        groups.setdefault(key(c.any), []).append(c)
    yield from groups.items()
