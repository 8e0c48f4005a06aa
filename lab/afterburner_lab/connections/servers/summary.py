"""Turn samples into a result: rows of each run and side and of all runs, with intervals and the A/A control."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from afterburner_lab.connections.results import FULL, KEEP_ALIVE, RESUMED, Key, Result, Row
from afterburner_lab.connections.servers import path, points
from afterburner_lab.connections.servers.path import Providers
from afterburner_lab.connections.servers.plan import Plan
from afterburner_lab.connections.servers.samples import Gap, Sample, Slice
from afterburner_lab.core import statistics
from afterburner_lab.core.sides import CONTROL
from afterburner_lab.core.statistics import Interval
from afterburner_lab.speed.journal import Header
from afterburner_lab.speed.results import ALL_RUNS
from afterburner_lab.speed.summary import DIGITS, control

UNITS = {FULL: "handshakes/s", RESUMED: "handshakes/s", KEEP_ALIVE: "requests/s"}
BOUND = 0.9  # a client that is busy for this share of the time may slow the server down


def summarise(
    plan: Plan, header: Header, known: Providers, samples: list[Sample], gaps: list[Gap], settings: dict, complete: bool
) -> Result:
    """Make a result. known: the provider of each algorithm, by name. settings: of the measurement, besides the plan's.
    """
    rows = list(_rows(plan, header, known, samples))
    ratios = [row.ratio for row in rows if row.run == ALL_RUNS and row.side == CONTROL and row.ratio is not None]
    told = {
        "runs": plan.runs,
        "slices": plan.slices,
        "slice_ms": plan.slice_ms,
        "seed": plan.seed,
        "libcrypto": plan.libcrypto,
    }
    return Result(
        created=header.created,
        command=plan.command,
        settings={**told, **settings},
        machine=header.machine,
        sides=header.sides,
        control=control(ratios),
        rows=rows,
        skipped=list(_skipped(plan, gaps)),
        complete=complete,
    )


def _rows(plan: Plan, header: Header, known: Providers, samples: list[Sample]) -> Iterator[Row]:
    versions = {side["name"]: side["libcrypto"] for side in header.sides}
    groups: dict[Key, list[Sample]] = defaultdict(list)
    for sample in samples:
        groups[points.key(sample.work, sample.mode)].append(sample)
    for key in sorted(groups, key=_order(plan).index):
        group = groups[key]
        for side in plan.sides:
            served = path.path(group[0].work, group[0].is_kept, side.name, known)
            maker = _RowMaker(plan.sides[0].name, side.name, served, versions[side.name], plan.seed)
            yield from (maker.row(sample.run, [sample]) for sample in group)
            yield maker.row(ALL_RUNS, group)


def _order(plan: Plan) -> list[Key]:
    """Order the rows as the works were named, server by server."""
    return [points.key(work, server.name) for server, work in plan.tasks()]


@dataclass(frozen=True)
class _RowMaker:
    baseline: str
    side: str
    path: dict[str, str | None]
    libcrypto: str
    seed: int

    def row(self, run: int | str, samples: list[Sample]) -> Row:
        """Make a row. A figure is the median over runs of each run's median; the CPU time is divided into user and
        system by the ticks of all slices together, since a slice has few ticks."""
        mode, what, version, certificate, group, cipher, connections, size = points.key(
            samples[0].work, samples[0].mode
        )
        cpu, seconds = self._middle(samples, "cpu_s"), self._middle(samples, "seconds")
        slices = [each for sample in samples for each in sample.slices[self.side]]
        user = sum(each.cpu.user for each in slices)
        ticks = user + sum(each.cpu.system for each in slices)
        share = self._middle(samples, "client_share")
        ratio, rate = self._ratio(samples, "cpu_s"), self._ratio(samples, "seconds")
        return Row(
            mode=mode,
            what=what,
            version=version,
            certificate=certificate,
            group=group,
            cipher=cipher,
            connections=connections,
            bytes=size,
            side=self.side,
            run=run,
            value=1 / seconds if size is None else 1e-6 * size / seconds,
            unit="MB/s" if size is not None else UNITS[what],
            cpu_s=cpu,
            path=self.path,
            libcrypto=self.libcrypto,
            ratio=ratio.value,
            ratio_low=ratio.low,
            ratio_high=ratio.high,
            rate_ratio=rate.value,
            rate_ratio_low=rate.low,
            rate_ratio_high=rate.high,
            user_s=cpu * user / ticks if ticks else None,
            system_s=cpu * (1 - user / ticks) if ticks else None,
            p50_ms=self._latency(slices, "p50_us"),
            p99_ms=self._latency(slices, "p99_us"),
            client_share=share,
            client_bound=share >= BOUND,
            counted=samples[-1].counted.get(self.side) or None,
            outliers=sum(statistics.count_outliers(_array(s.slices[self.side], "cpu_s")) for s in samples),
            samples=[] if run == ALL_RUNS else [float(f"{x:.{DIGITS}g}") for x in _array(slices, "cpu_s")],
        )

    def _middle(self, samples: list[Sample], what: str) -> float:
        return float(np.median([np.median(_array(sample.slices[self.side], what)) for sample in samples]))

    def _ratio(self, samples: list[Sample], what: str) -> Interval:
        if self.side == self.baseline:
            return Interval(1.0, 1.0, 1.0)
        return statistics.ratio(
            [_array(s.slices[self.baseline], what) for s in samples],
            [_array(s.slices[self.side], what) for s in samples],
            self.seed,
        )

    def _latency(self, slices: list[Slice], which: str) -> float:
        """Return the median over slices, in milliseconds."""
        return 1e-3 * float(np.median([getattr(each.done, which) for each in slices]))


def _array(slices: list[Slice], what: str) -> np.ndarray:
    return np.array([getattr(each, what) for each in slices])


def _skipped(plan: Plan, gaps: list[Gap]) -> Iterator[dict]:
    """List gaps once for each side and reason: what one side lacks is measured on none."""
    names = ("mode", "what", "version", "certificate", "group", "cipher", "connections", "bytes", "side", "reason")
    for key, reason in dict.fromkeys((points.key(gap.work, gap.mode), gap.reason) for gap in gaps):
        yield from (dict(zip(names, (*key, side.name, reason))) for side in plan.sides)
