"""Turn a journal's records into a result: rows for each run and for all runs, the A/A control, fits, and gaps."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from afterburner_lab.core import statistics
from afterburner_lab.core.driver import Timing
from afterburner_lab.core.sides import CONTROL
from afterburner_lab.core.statistics import Interval
from afterburner_lab.limits import measured
from afterburner_lab.limits.bounds import bound
from afterburner_lab.limits.measured import Limits
from afterburner_lab.speed.journal import Journal, Record
from afterburner_lab.speed.plan import Key, Plan
from afterburner_lab.speed.results import ALL_RUNS, KEY_GENERATION, Fit, Result, Row

DIGITS = 6  # significant digits of a sample in a result


@dataclass(frozen=True)
class Sample:
    """A side's figures in one run: nanoseconds per operation, their middle, how many lie far out, the clock of the
    core, and what else the driver returned."""

    ns: np.ndarray
    middle: float
    outliers: int
    hz: float
    details: dict


@dataclass(frozen=True)
class Series:
    """A row of one side: its sample in each run, and its provider."""

    key: Key
    side: str
    provider: str
    samples: dict[int, Sample] = field(default_factory=dict)

    def ratio_to(self, base: Series | None, runs: Iterable[int], seed: int) -> Interval | None:
        """Return how many times faster this is, over the runs that have both, or None without a baseline."""
        if self is base:
            return Interval(1.0, 1.0, 1.0)
        both = [r for r in runs if base is not None and r in base.samples]
        return (
            statistics.ratio([base.samples[r].ns for r in both], [self.samples[r].ns for r in both], seed)
            if both
            else None
        )


def summarise(journal: Journal, complete: bool) -> Result:
    header, plan = journal.header, journal.header.plan
    silicon = measured.median(list(journal.limits.values()))
    rows = list(_rows(plan, header.sides, series(plan, journal.records), silicon))
    summed = [row for row in rows if row.run == ALL_RUNS]
    return Result(
        created=header.created,
        command=plan.command,
        settings=settings(plan),
        machine=header.machine,
        sides=header.sides,
        limits=silicon,
        control=_control(summed, plan.baseline),
        rows=rows,
        fits=list(_fits(summed)),
        skipped=_skipped(plan, journal.records),
        complete=complete,
    )


def settings(plan: Plan) -> dict:
    """Return the settings that a result records."""
    return {
        name: value for name, value in plan.to_json().items() if name not in ("sides", "command", "keys", "program")
    }


def _middle_of(plan: Plan) -> Callable[..., np.floating]:
    """Return the median, or the mean if the plan counts loops, as the older studies did."""
    return np.mean if plan.loops else np.median


def series(plan: Plan, records: list[Record]) -> dict[Key, dict[str, Series]]:
    """Return the series by row and side, in the order of the algorithms.

    A row's length is the one that the driver actually used: if two requested lengths became the same, the first counts.
    """
    found: dict[Key, dict[str, Series]] = defaultdict(dict)
    wishes: dict[Key, int | None] = {}
    for record in sorted(records, key=lambda r: (r.key[:3], r.key[3] or 0, r.run)):
        for part in record.parts:
            for timing in part.timings:
                key = (*record.key[:3], timing.bytes or None)
                if timing.error is None and wishes.setdefault(key, record.key[3]) == record.key[3]:
                    _add(plan, found[key], key, record.run, timing, part.clock_hz)
    return found


def _add(plan: Plan, sides: dict[str, Series], key: Key, run: int, timing: Timing, hz: float) -> None:
    ns = np.array(timing.ns)
    of_side = sides.setdefault(timing.side, Series(key, timing.side, timing.provider))
    of_side.samples[run] = Sample(ns, float(_middle_of(plan)(ns)), statistics.count_outliers(ns), hz, timing.details)


def _rows(plan: Plan, sides: list[dict], found: dict[Key, dict[str, Series]], silicon: Limits) -> Iterator[Row]:
    known = {side["name"]: side for side in sides}
    for by_side in found.values():
        base = by_side.get(plan.baseline)
        for name in [side.name for side in plan.sides if side.name in by_side]:
            maker = _RowMaker(plan, known[name], by_side[name], base, silicon)
            yield from (maker.row(run, [run]) for run in by_side[name].samples)
            yield maker.row(ALL_RUNS, list(by_side[name].samples))


@dataclass
class _RowMaker:
    plan: Plan
    about: dict
    series: Series
    base: Series | None
    silicon: Limits

    def row(self, run: int | str, runs: list[int]) -> Row:
        s, (kind, algorithm, operation, size) = self.series, self.series.key
        samples = [s.samples[r] for r in runs]
        middle = _middle_of(self.plan)
        ns = float(middle([x.middle for x in samples]))
        cycles = float(middle([x.middle * x.hz * 1e-9 for x in samples]))
        ratio = s.ratio_to(self.base, runs, self.plan.seed)
        best = bound(kind, algorithm, operation, size, self.silicon)
        return Row(
            kind=kind,
            algorithm=algorithm,
            operation=operation,
            bytes=size,
            side=s.side,
            provider=s.provider,
            level=self.about["level"] if self.about["provider"] in s.provider.split("+") else None,
            value=1e9 / ns if size is None else 1e3 * size / ns,
            unit="op/s" if size is None else "MB/s",
            ns_per_op=ns,
            cycles_per_byte=None if size is None else cycles / size,
            cycles_per_op=cycles,
            ratio=ratio and ratio.value,
            ratio_low=ratio and ratio.low,
            ratio_high=ratio and ratio.high,
            limit_share=None if best is None else best.cycles / (cycles * self.plan.threads),
            limit=None if best is None else best.unit,
            libcrypto=self.about["libcrypto"],
            run=run,
            outliers=sum(x.outliers for x in samples),
            samples=[] if run == ALL_RUNS else [float(f"{ns:.{DIGITS}g}") for ns in samples[0].ns],
        )


def _control(summed: list[Row], baseline: str) -> dict:
    """Return the A/A control: the distribution of its ratios, and the threshold below which nothing is claimed."""
    return control([row.ratio for row in _telling(summed, baseline) if row.side == CONTROL and row.ratio is not None])


def control(of_rows: list[float]) -> dict:
    """Return what a result records of its A/A ratios."""
    ratios = np.array(of_rows)
    low, median, high = np.quantile(ratios, (0.025, 0.5, 0.975)).tolist() if len(ratios) else (1.0, 1.0, 1.0)
    return {"median": median, "low": low, "high": high, "threshold": statistics.control_threshold(ratios)}


def _telling(summed: list[Row], baseline: str) -> list[Row]:
    """Return the rows about which a claim may be made.

    Rows with the same code on all sides are measured more briefly, and the time of key generation is random. If nothing
    else was measured, these are returned."""
    steady = [row for row in summed if row.kind != KEY_GENERATION] or summed
    served = {row.key: row.provider for row in steady if row.side == baseline}
    apart = {row.key for row in steady if row.provider != served.get(row.key)}
    return [row for row in steady if row.key in apart] or steady


def _fits(summed: list[Row]) -> Iterator[Fit]:
    """Yield a fit for every algorithm, operation and side with at least two lengths; the control is the baseline once
    again."""
    groups: dict[tuple[str, str, str, str], list[Row]] = defaultdict(list)
    for row in summed:
        if row.bytes is not None and row.side != CONTROL:
            groups[row.kind, row.algorithm, row.operation, row.side].append(row)
    for name, rows in groups.items():
        if len(rows) > 1:
            slope, intercept = statistics.fit_line([r.bytes for r in rows], [r.cycles_per_op for r in rows])
            yield Fit(*name, slope, intercept)


def _skipped(plan: Plan, records: list[Record]) -> list[dict]:
    """List every algorithm, operation and side that has no result at some length, once for each reason."""
    found = {(*key[:3], side, reason) for key, side, reason in missing(plan, records)}
    return [dict(zip(("kind", "algorithm", "operation", "side", "reason"), entry)) for entry in sorted(found)]


def missing(plan: Plan, records: list[Record]) -> Iterator[tuple[Key, str, str]]:
    """Yield row, side and reason of everything without a result, in each run."""
    for record in records:
        if record.error is not None:
            yield from ((record.key, side.name, record.error) for side in plan.sides)
        yield from ((record.key, t.side, t.error) for part in record.parts for t in part.timings if t.error)
