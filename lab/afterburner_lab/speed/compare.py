"""What changed beyond noise between two results: two commits, two machines, two OpenSSLs."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from afterburner_lab.core import statistics
from afterburner_lab.core.errors import LabError
from afterburner_lab.core.statistics import Estimate, Interval
from afterburner_lab.speed.claims import Claims
from afterburner_lab.speed.plan import Key
from afterburner_lab.speed.results import ALL_RUNS, Result, Row

SEED_BEFORE, SEED_AFTER = 1, 2  # different draws for each result, whose noise is independent
PASSING = {"clock_hz", "load"}  # entries of a machine that change from one minute to the next


class By(StrEnum):
    """What is compared.

    GAIN: a side relative to the baseline of its own result, which is comparable across machines. SPEED: the core cycles
    of an operation, which requires the same processor."""

    GAIN = "gain"
    SPEED = "speed"


@dataclass(frozen=True)
class Change:
    """A change.

    before, after: gains (1 is the baseline's speed) or cycles per operation. change: above 1 is faster, with its 95 %
    interval. tries: how often it was measured again; change is then that of both modules side by side."""

    key: Key
    before: float
    after: float
    change: Interval
    verdict: str
    tries: int = 0


@dataclass(frozen=True)
class Comparison:
    """A comparison.

    changes: the rows in both results, slowest first. threshold: the relative change below which nothing is claimed.
    only_before, only_after: rows in one result only. without_gain: number of rows left out because both results run the
    baseline's own code there. differences: how the results differ, by name, before and after."""

    side: str
    by: By
    threshold: float
    changes: tuple[Change, ...]
    only_before: tuple[Key, ...]
    only_after: tuple[Key, ...]
    without_gain: int
    differences: tuple[tuple[str, str, str], ...]

    @property
    def mean(self) -> float:
        """Return the geometric mean of all changes."""
        return statistics.geometric_mean([c.change.value for c in self.changes])

    def of(self, verdict: str) -> list[Change]:
        return [c for c in self.changes if c.verdict == verdict]

    def updated(self, again: list[Change]) -> Comparison:
        """Return a copy in which these replace the changes with the same keys."""
        new = {c.key: c for c in again}
        return replace(self, changes=_sorted([new.get(c.key, c) for c in self.changes]))


def compare(before: Result, after: Result, side: str, by: By) -> Comparison:
    if by is By.GAIN:
        _check_baselines(baseline_of(before), baseline_of(after), side)
    ungained = _alike_rows(before, side) & _alike_rows(after, side) if by is By.GAIN else set()
    threshold = math.hypot(before.control["threshold"], after.control["threshold"])
    was, became = _figures(before, side, by, SEED_BEFORE), _figures(after, side, by, SEED_AFTER)
    changes = [
        _change(key, was[key], became[key], by, threshold) for key in was if key in became and key not in ungained
    ]
    return Comparison(
        side,
        by,
        threshold,
        _sorted(changes),
        tuple(k for k in was if k not in became),
        tuple(k for k in became if k not in was),
        len(ungained),
        tuple(_differences(before, after, side)),
    )


def _check_baselines(before: str, after: str, side: str) -> None:
    if before != after:
        raise LabError(f"the gains of one are relative to {before}, of the other to {after}; compare --by speed")
    if side == before:
        raise LabError(f"--side {side}: the baseline has no gain over itself; add --by speed")


def baseline_of(result: Result) -> str:
    """Return the baseline, which gains are relative to."""
    return result.sides[0]["name"]


def side_of(result: Result, name: str) -> dict:
    """Return a side's entry in a result. Raise LabError if there is none of this name."""
    found = {side["name"]: side for side in result.sides}
    if name not in found:
        raise LabError(f"--side {name}: the result of {result.created} has the sides {', '.join(found)}")
    return found[name]


def _change(key: Key, before: Estimate, after: Estimate, by: By, threshold: float) -> Change:
    change = after / before if by is By.GAIN else before / after
    verdict = statistics.is_change(change.interval(), threshold, change.rounds)
    return Change(key, before.value, after.value, change.interval(), verdict)


def _sorted(changes: list[Change]) -> tuple[Change, ...]:
    return tuple(sorted(changes, key=lambda c: c.change.value))


def _alike_rows(result: Result, side: str) -> set[Key]:
    """Return the rows that run the baseline's own code; none for the control, which does so on purpose."""
    if side_of(result, side)["role"] == "control":
        return set()
    claims = Claims(result)
    return {row.key for row in result.summary(side) if claims.is_alike(row)}


def _figures(result: Result, side: str, by: By, seed: int) -> dict[Key, Estimate]:
    """Return the gain, or the cycles per operation, of each row of a side."""
    rows, bases = _runs(result, side), _runs(result, baseline_of(result))
    if by is By.SPEED:
        return {
            key: statistics.estimate_median([_cycles(r) for r in runs.values()], seed) for key, runs in rows.items()
        }
    return {key: _gain(bases[key], runs, seed) for key, runs in rows.items() if bases[key].keys() & runs.keys()}


def _runs(result: Result, side: str) -> dict[Key, dict[int | str, Row]]:
    """Return the rows of single runs, by run."""
    found: dict[Key, dict[int | str, Row]] = defaultdict(dict)
    for row in result.rows:
        if row.side == side and row.run != ALL_RUNS:
            found[row.key][row.run] = row
    return found


def _gain(base: dict[int | str, Row], side: dict[int | str, Row], seed: int) -> Estimate:
    both = [run for run in side if run in base]
    return statistics.estimate_ratio([_samples(base[run]) for run in both], [_samples(side[run]) for run in both], seed)


def _samples(row: Row) -> np.ndarray:
    """Return nanoseconds per operation."""
    try:
        ns = np.asarray(row.samples, float)
    except (TypeError, ValueError):
        ns = np.zeros(1)
    if ns.ndim != 1 or ns.size == 0 or not (ns > 0).all():
        raise LabError(f"{row.algorithm} {row.operation} {row.bytes}: a row without samples; measure again")
    return ns


def _cycles(row: Row) -> np.ndarray:
    """Return core cycles per operation, by the clock of the row's run."""
    return _samples(row) * (row.cycles_per_op / row.ns_per_op)


def _differences(before: Result, after: Result, side: str) -> Iterator[tuple[str, str, str]]:
    """Yield the differences of machine, side and settings."""
    for was, became in (
        (before.machine, after.machine),
        (side_of(before, side), side_of(after, side)),
        (before.settings, after.settings),
    ):
        for name in [*was, *(n for n in became if n not in was)]:
            if name not in PASSING and was.get(name) != became.get(name):
                yield (name.replace("_", " "), *_shown(was.get(name), became.get(name)))


def _shown(before: object, after: object) -> tuple[str, str]:
    """Return both values as text; for two lists (a processor's features), only the entries that the other lacks."""
    if isinstance(before, list) and isinstance(after, list):
        before, after = [x for x in before if x not in after], [x for x in after if x not in before]
    return _text(before), _text(after)


def _text(value: object) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value)) or "-"
    if isinstance(value, dict):
        return " ".join(f"{k}={v}" for k, v in value.items()) or "-"
    return "-" if value is None else str(value)
