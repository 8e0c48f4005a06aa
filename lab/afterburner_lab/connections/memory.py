"""Connections in memory: the lab's driver measures the work of libssl's server, alone and side by side."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from afterburner_lab.connections.results import BULK, MEMORY, Result, Row
from afterburner_lab.connections.work import Work
from afterburner_lab.core.sides import CONTROL
from afterburner_lab.speed import engine, summary
from afterburner_lab.speed.journal import Journal
from afterburner_lab.speed.plan import Plan
from afterburner_lab.speed.results import ALL_RUNS
from afterburner_lab.speed.summary import DIGITS, Series

# A slice holds at least one crowd of connections. The clients' work, which is not counted, takes as long as the counted
# work.
PACE: dict[str, Any] = {"slices": 9, "slice_us": 20000, "most_ms": 600}
SETTINGS = ("runs", "slices", "slice_us", "most_ms", "threads", "seed", "libcrypto")


def measure(
    plan: Plan, *, journal: pathlib.Path | None = None, resume: pathlib.Path | None = None, progress: bool = True
) -> Result:
    """Measure. plan: for the program TLS, with rows of Work. journal, resume, progress: as in speed's engine."""
    return summarise(*engine.record(plan, journal=journal, resume=resume, progress=progress))


def summarise(book: Journal, complete: bool) -> Result:
    header, plan = book.header, book.header.plan
    found = summary.series(plan, book.records)
    libcrypto = {side["name"]: side["libcrypto"] for side in header.sides}
    rows = [row for key in plan.rows if key in found for row in _rows(plan, found[key], libcrypto)]
    ratios = [row.ratio for row in rows if (row.side, row.run) == (CONTROL, ALL_RUNS) and row.ratio is not None]
    return Result(
        created=header.created,
        command=plan.command,
        settings={name: getattr(plan, name) for name in SETTINGS},
        machine=header.machine,
        sides=header.sides,
        control=summary.control(ratios),
        rows=rows,
        skipped=list(_skipped(plan, book)),
        complete=complete,
    )


def _rows(plan: Plan, by_side: dict[str, Series], libcrypto: dict[str, str]) -> Iterator[Row]:
    base = by_side.get(plan.baseline)
    for series in (by_side[side.name] for side in plan.sides if side.name in by_side):
        maker = _RowMaker(plan, series, base, libcrypto[series.side])
        yield from (maker.row(run, [run]) for run in series.samples)
        yield maker.row(ALL_RUNS, list(series.samples))


@dataclass(frozen=True)
class _RowMaker:
    plan: Plan
    series: Series
    base: Series | None
    libcrypto: str

    def row(self, run: int | str, runs: list[int]) -> Row:
        s, work = self.series, Work.of(self.series.key)
        samples = [s.samples[r] for r in runs]
        details = samples[0].details
        units = details["units"]
        cpu = float(np.median([x.middle for x in samples])) * 1e-9 / units
        cycles = float(np.median([x.middle * x.hz for x in samples])) * 1e-9 / units
        ratio = s.ratio_to(self.base, runs, self.plan.seed)
        bulk = work.what == BULK
        return Row(
            mode=MEMORY,
            what=work.what,
            version=work.version,
            certificate=work.certificate,
            group=work.group,
            cipher=work.cipher,
            connections=work.connections,
            bytes=work.bytes,
            side=s.side,
            run=run,
            value=work.bytes / cpu * 1e-6 if bulk else 1 / cpu,
            unit="MB/s" if bulk else "handshakes/s",
            cpu_s=cpu,
            cycles=cycles,
            path=details["path"],
            libcrypto=self.libcrypto,
            ratio=ratio and ratio.value,
            ratio_low=ratio and ratio.low,
            ratio_high=ratio and ratio.high,
            overhead=float(np.median([x.details["overhead"] for x in samples])),
            outliers=sum(x.outliers for x in samples),
            samples=[] if run == ALL_RUNS else [float(f"{ns * 1e-9 / units:.{DIGITS}g}") for ns in samples[0].ns],
        )


def _skipped(plan: Plan, book: Journal) -> Iterator[dict]:
    for key, side, reason in dict.fromkeys(summary.missing(plan, book.records)):
        yield {"mode": MEMORY, **vars(Work.of(key)), "side": side, "reason": reason}
