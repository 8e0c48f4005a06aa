"""Measure again before a gate fails: a row that only seemed slow, because of noise, recovers when both modules run side
by side."""

from __future__ import annotations

import hashlib
import pathlib
from collections.abc import Callable

from afterburner_lab.core import metadata, statistics
from afterburner_lab.core.sides import CONTROL, Side
from afterburner_lab.core.statistics import Interval
from afterburner_lab.speed.claims import Claims
from afterburner_lab.speed.compare import By, Change, Comparison, side_of
from afterburner_lab.speed.plan import Plan
from afterburner_lab.speed.results import Result, Row

BEFORE, AFTER = "before", "after"
TRIES = 3
AS_BEFORE = ("slices", "slice_us", "most_ms", "loops", "threads", "wall", "seed")  # of a result's settings
MACHINE = ("processor", "family", "model", "stepping", "cores")


def below(comparison: Comparison, least: float) -> list[Change]:
    """Return the changes that fail a gate at `least`: slower beyond the noise, with the whole interval below it."""
    return [c for c in comparison.of("slower") if c.change.high < least]


def obstacle(before: Result, after: Result, side: str) -> str | None:
    """Return why the two modules cannot be measured side by side on this machine, or None if they can."""
    was, became = side_of(before, side), side_of(after, side)
    here = metadata.machine(0, None)
    if any(here[name] != result.machine.get(name) for result in (before, after) for name in MACHINE):
        return "measured on another machine"
    if any(was.get(name) != became.get(name) for name in ("libcrypto", "libcrypto_path", "ia32cap")):
        return "measured with two OpenSSLs"
    if before.settings.get("threads") != after.settings.get("threads"):
        return "measured with different numbers of threads"
    return _module_obstacle("first", was) or _module_obstacle("second", became)


def _module_obstacle(which: str, side: dict) -> str | None:
    if side.get("module") is None:
        return f"side {side['name']} is OpenSSL's own, with no module to measure"
    try:
        now = hashlib.sha256(pathlib.Path(side["module"]).read_bytes()).hexdigest()
    except OSError as e:
        return f"the {which} module is gone: {side['module']}: {e.strerror}"
    return None if now == side.get("module_sha256") else f"the {which} module has changed since: {side['module']}"


def plan(before: Result, after: Result, side: str) -> Plan:
    """Plan both modules in one process if they preload the same, and the first once more as the control.

    Everything else is as in the second result, with at least as many runs as an interval needs."""
    was, became = side_of(before, side), side_of(after, side)
    like = {name: after.settings[name] for name in AS_BEFORE if name in after.settings}
    runs = max(statistics.ENOUGH_RUNS, after.settings.get("runs", 0))
    return Plan(
        (_side(BEFORE, was), _side(AFTER, became), _side(CONTROL, was)),
        runs=runs,
        **like,
        libcrypto=became["libcrypto_path"],
        command="afterburner-lab compare",
    )


def _side(name: str, recorded: dict) -> Side:
    preload = recorded.get("preload")
    return Side(
        name,
        pathlib.Path(recorded["module"]),
        recorded["settings"],
        preload=None if preload is None else pathlib.Path(preload),
    )


def settle(comparison: Comparison, least: float, plan: Plan, measure: Callable[[Plan], Result]) -> Comparison:
    """Measure what lies below `least` again, up to three times, longer each time, and drop rows that no longer do. An
    interruption ends the attempts."""
    for tries in range(1, TRIES + 1):
        failing = {c.key: c for c in below(comparison, least)}
        if not failing:
            break
        result = measure(plan.just(list(failing), tries + 1))
        comparison = comparison.updated(
            [
                _measured(failing[row.key], row, comparison.by, result, tries)
                for row in result.summary(AFTER)
                if row.key in failing and row.ratio is not None
            ]
        )
        if not result.complete:
            break
    return comparison


def _measured(change: Change, row: Row, by: By, result: Result, tries: int) -> Change:
    """Keep `before`, and compute `after` from the new change."""
    now = Interval(row.ratio, row.ratio_low, row.ratio_high)
    after = change.before * now.value if by is By.GAIN else change.before / now.value
    return Change(change.key, change.before, after, now, Claims(result).ratio_verdict(row), tries)
