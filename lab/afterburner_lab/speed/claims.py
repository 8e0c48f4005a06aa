"""What may be claimed about a row: whether its side runs different code than the baseline, and whether it is faster or
slower."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal, Protocol

from afterburner_lab.core import statistics
from afterburner_lab.core.statistics import Interval
from afterburner_lab.speed.results import Row

Verdict = Literal["faster", "slower", "same", "alike"]


class Rated(Protocol):
    """A row with a ratio: of `speed`, or of `connections`."""

    @property
    def side(self) -> str: ...
    @property
    def key(self) -> tuple: ...
    @property
    def ratio(self) -> float | None: ...
    @property
    def ratio_low(self) -> float | None: ...
    @property
    def ratio_high(self) -> float | None: ...
    @property
    def samples(self) -> list[float]: ...


class Compared(Protocol):
    """A result that compares sides: of `speed`, or of `connections`."""

    @property
    def sides(self) -> list[dict]: ...
    @property
    def control(self) -> dict: ...
    @property
    def rows(self) -> Sequence[Rated]: ...
    def summary(self, side: str | None = None) -> Sequence[Any]: ...


class Claims:
    """The claims of one result.

    A row is alike if its side runs the baseline's own code under another name, as where both use the default provider:
    its ratio is then a further A/A control, whatever its value."""

    def __init__(self, result: Compared):
        self.baseline = result.sides[0]
        self.threshold = result.control["threshold"]
        self._sides = {side["name"]: side for side in result.sides}
        self._rounds: Counter[tuple[str, object]] = Counter()
        for row in result.rows:  # rows of all runs together contain no samples
            self._rounds[row.side, row.key] += len(row.samples)
        self._base = {row.key: row for row in result.summary(self.baseline["name"])}

    def is_alike(self, row: Row) -> bool:
        base, side = self._base.get(row.key), self._sides[row.side]
        if base is None or (row.provider, row.level) != (base.provider, base.level):
            return False
        own = row.provider == side["provider"] == self.baseline["provider"]  # two modules with one name may differ
        process = ("ia32cap", "libcrypto_path", "preload")  # earlier results have no "preload"
        return all(side.get(what) == self.baseline.get(what) for what in process) and not (
            own and any(side[what] != self.baseline[what] for what in ("module_sha256", "settings"))
        )

    def verdict(self, row: Row) -> Verdict | None:
        """Return the verdict; None without a baseline to compare with."""
        if row.ratio is None:
            return None
        if self.is_alike(row):
            return "alike"
        return self.ratio_verdict(row)

    def ratio_verdict(self, row: Rated) -> Literal["faster", "slower", "same"]:
        """Return the verdict of the ratio alone. For a single run only its own rounds count."""
        rounds = len(row.samples) or self.rounds(row)
        return statistics.is_change(Interval(row.ratio, row.ratio_low, row.ratio_high), self.threshold, rounds)

    def rounds(self, row: Rated) -> int:
        """Return the rounds of all runs of the row's side, but no more than the baseline's."""
        return min(self._rounds[side, row.key] for side in (row.side, self.baseline["name"]))
