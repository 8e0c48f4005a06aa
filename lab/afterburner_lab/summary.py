"""Turns a journal's records into a result: rows of each run and of all runs, the A/A control, fits, and what is missing."""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from afterburner_lab import statistics
from afterburner_lab.driver import Timing
from afterburner_lab.journal import Journal, Record
from afterburner_lab.plan import Key, Plan
from afterburner_lab.results import ALL_RUNS, Fit, Result, Row
from afterburner_lab.sides import CONTROL
from afterburner_lab.statistics import Interval

DIGITS = 6  # significant digits of a sample in a result


@dataclass
class Series:
    """All samples of one row and side: an array of nanoseconds a run, the clock of each run, and who served."""
    key: Key
    side: str
    provider: str
    ns: dict[int, np.ndarray] = field(default_factory=dict)
    hz: dict[int, float] = field(default_factory=dict)


def summarise(plan: Plan, journal: Journal, complete: bool) -> Result:
    header = journal.header
    limits = _median_limits(list(journal.limits.values()))
    rows = list(_rows(plan, header.sides, _series(journal.records), limits))
    summed = [row for row in rows if row.run == ALL_RUNS]
    return Result(created=header.created, command=plan.command, settings=_settings(plan), machine=header.machine,
                  sides=header.sides, limits=limits, control=_control(summed), rows=rows, fits=list(_fits(summed)),
                  skipped=_skipped(plan, journal.records), complete=complete)


def _settings(plan: Plan) -> dict:
    return {name: value for name, value in plan.to_json().items() if name not in ("sides", "command", "keys")}


def _series(records: list[Record]) -> dict[Key, dict[str, Series]]:
    """By row and side, in the order of the algorithms. A row's length is what the driver made of the wish: where two wishes
    came to the same, the first counts."""
    found: dict[Key, dict[str, Series]] = defaultdict(dict)
    wishes: dict[Key, int | None] = {}
    for record in sorted(records, key=lambda r: (r.key[:3], r.key[3] or 0, r.run)):
        for part in record.parts:
            for timing in part.timings:
                key = (*record.key[:3], timing.bytes or None)
                if timing.error is None and wishes.setdefault(key, record.key[3]) == record.key[3]:
                    _add(found[key], key, record.run, timing, part.clock_hz)
    return found


def _add(sides: dict[str, Series], key: Key, run: int, timing: Timing, hz: float) -> None:
    series = sides.setdefault(timing.side, Series(key, timing.side, timing.provider))
    series.ns[run] = np.array(timing.ns)
    series.hz[run] = hz


def _rows(plan: Plan, sides: list[dict], found: dict[Key, dict[str, Series]], limits: dict) -> Iterator[Row]:
    known = {side["name"]: side for side in sides}
    for by_side in found.values():
        base = by_side.get(plan.baseline)
        for name in [side.name for side in plan.sides if side.name in by_side]:
            maker = _RowMaker(plan, known[name], by_side[name], base, limits)
            yield from (maker.row(run, [run]) for run in by_side[name].ns)
            yield maker.row(ALL_RUNS, list(by_side[name].ns))


@dataclass
class _RowMaker:
    plan: Plan
    about: dict
    series: Series
    base: Series | None
    limits: dict

    def row(self, run: int | str, runs: list[int]) -> Row:
        s, (kind, algorithm, operation, size) = self.series, self.series.key
        ns = _middle([s.ns[r] for r in runs], self.plan)
        cycles = _middle([s.ns[r] * (s.hz[r] * 1e-9) for r in runs], self.plan)
        ratio = self._ratio(runs)
        samples = s.ns[run] if run in s.ns else ()
        return Row(kind=kind, algorithm=algorithm, operation=operation, bytes=size, side=s.side, provider=s.provider,
                   level=self.about["level"] if s.provider == self.about["provider"] else None,
                   value=1e9 / ns if size is None else 1e3 * size / ns, unit="op/s" if size is None else "MB/s", ns_per_op=ns,
                   cycles_per_byte=None if size is None else cycles / size, cycles_per_op=cycles,
                   ratio=ratio and ratio.value, ratio_low=ratio and ratio.low, ratio_high=ratio and ratio.high,
                   limit_share=None, limit=None, libcrypto=self.about["libcrypto"], run=run,
                   outliers=sum(statistics.count_outliers(s.ns[r]) for r in runs),
                   samples=[float(f"{ns:.{DIGITS}g}") for ns in samples])

    def _ratio(self, runs: list[int]) -> Interval | None:
        """To the baseline, over the runs that have both; None without one."""
        if self.series is self.base:
            return Interval(1.0, 1.0, 1.0)
        both = [r for r in runs if self.base is not None and r in self.base.ns]
        if not both:
            return None
        return statistics.ratio([self.base.ns[r] for r in both], [self.series.ns[r] for r in both], self.plan.seed)


def _middle(runs: list[np.ndarray], plan: Plan) -> float:
    """The median over runs of each run's median; the mean of means where the plan counts loops as the older studies did."""
    of = np.mean if plan.loops else np.median
    return float(of([of(run) for run in runs]))


def _median_limits(runs: list[dict]) -> dict:
    """One limits dictionary out of each run's."""
    if not runs:
        return {}
    return {name: {**limit, "value": float(np.median([run[name]["value"] for run in runs if name in run]))}
            for name, limit in runs[0].items()}


def _control(summed: list[Row]) -> dict:
    """The A/A control: the distribution of its ratios over all rows, and the threshold below which nothing is claimed."""
    ratios = np.array([row.ratio for row in summed if row.side == CONTROL and row.ratio is not None])
    low, median, high = np.quantile(ratios, (0.025, 0.5, 0.975)).tolist() if len(ratios) else (1.0, 1.0, 1.0)
    return {"median": median, "low": low, "high": high, "threshold": statistics.control_threshold(ratios)}


def _fits(summed: list[Row]) -> Iterator[Fit]:
    """Of every algorithm, operation and side with two lengths or more; the control is the baseline once again."""
    groups: dict[tuple[str, str, str, str], list[Row]] = defaultdict(list)
    for row in summed:
        if row.bytes is not None and row.side != CONTROL:
            groups[row.kind, row.algorithm, row.operation, row.side].append(row)
    for name, rows in groups.items():
        if len(rows) > 1:
            slope, intercept = statistics.fit_line([r.bytes for r in rows], [r.cycles_per_op for r in rows])
            yield Fit(*name, slope, intercept)


def _skipped(plan: Plan, records: list[Record]) -> list[dict]:
    """Every algorithm, operation and side that gave nothing at some length, once for each reason."""
    found: dict[tuple, None] = {}
    for record in records:
        if record.error is not None:
            found.update({(*record.key[:3], side.name, record.error): None for side in plan.sides})
        found.update({(*record.key[:3], t.side, t.error): None for part in record.parts for t in part.timings if t.error})
    return [dict(zip(("kind", "algorithm", "operation", "side", "reason"), entry)) for entry in sorted(found)]
