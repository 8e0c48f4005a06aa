"""The result of `startup`. lab/schemas/startup.json describes its file."""

from __future__ import annotations

import json
import pathlib
from dataclasses import asdict, dataclass, field, fields

from afterburner_lab.core import files, schema, statistics
from afterburner_lab.core.statistics import Interval

SCHEMA = schema.STARTUP


@dataclass
class Row:
    """A phase of a scenario on one side, all processes together.

    us: microseconds of processor time, the median; more_us: that less the baseline's, with its 95 % interval; ratio:
    the baseline's time over this one's, above 1 if this side is faster, with its interval. All of these are None where
    the baseline has no such phase. faults: page faults, the median. samples: microseconds of each process, run by
    run."""

    scenario: str
    phase: str
    side: str
    us: float
    faults: float
    more_us: float | None
    more_low: float | None
    more_high: float | None
    more_faults: float | None
    ratio: float | None
    ratio_low: float | None
    ratio_high: float | None
    samples: list[list[float]] = field(default_factory=list)

    @property
    def key(self) -> tuple[str, str]:
        return self.scenario, self.phase


@dataclass
class Memory:
    """What a process has in memory after its last phase, in KiB, the median: resident, its share of what several
    processes share, and private pages that it has written."""

    scenario: str
    side: str
    rss_kib: float
    pss_kib: float
    dirty_kib: float


@dataclass
class Figures:
    """The result.

    settings: runs, rounds, seed and program. sides, machine, control: as in a result of `speed`. skipped: scenario,
    side, reason."""

    created: str
    command: str
    settings: dict
    machine: dict
    sides: list[dict]
    control: dict
    rows: list[Row]
    memory: list[Memory]
    skipped: list[dict]
    complete: bool = True
    schema: str = SCHEMA

    def of_side(self, side: str) -> dict[tuple[str, str], Row]:
        return {row.key: row for row in self.rows if row.side == side}

    def candidates(self) -> list[str]:
        """The names of the sides that are compared with the first."""
        return [side["name"] for side in self.sides if side["role"] == "candidate"]

    def verdict(self, row: Row) -> str:
        if row.ratio is None:
            return "same"
        rounds = sum(map(len, row.samples))
        return statistics.is_change(
            Interval(row.ratio, row.ratio_low, row.ratio_high), self.control["threshold"], rounds
        )


def save_json(figures: Figures, path: pathlib.Path) -> None:
    files.write_whole(path, json.dumps(asdict(figures), separators=(",", ":")))


def save_csv(figures: Figures, path: pathlib.Path) -> None:
    columns = [f.name for f in fields(Row) if f.name != "samples"]
    files.write_csv(path, columns, map(asdict, figures.rows))


def load(path: pathlib.Path) -> Figures:
    data, rows = files.read_rows(path, SCHEMA, Row)
    return Figures(**{**data, "rows": rows, "memory": [Memory(**m) for m in data["memory"]]})
