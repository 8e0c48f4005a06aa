"""Measurements of builds of one OpenSSL: the result of `compilers`. lab/schemas/compilers.json describes its file."""

from __future__ import annotations

import json
import pathlib
from dataclasses import asdict, dataclass, field

from afterburner_lab.core import files, schema
from afterburner_lab.core.errors import LabError
from afterburner_lab.speed.plan import Key

SCHEMA = schema.COMPILERS
MARKED = 0.10  # builds that differ by more than this get an explanation


@dataclass(frozen=True)
class Ratio:
    """The ratio of a build's throughput to that of the build `over`, above 1 if it is faster, with the 95 % interval.

    verdict: faster or slower if it is beyond the noise of the run with its whole interval, else same."""

    over: str
    value: float
    low: float
    high: float
    verdict: str

    @property
    def is_marked(self) -> bool:
        return self.verdict != "same" and max(self.value, 1 / self.value) > 1 + MARKED


@dataclass(frozen=True)
class Row:
    """One algorithm, operation and length of one build, all runs together.

    value: throughput in `unit`, as in a result of `speed`. speedup: over the baseline toolchain's build of the same
    configuration; gain: over the same toolchain's plain -O3; both None if there is no such build, or it is this one.
    outliers: how many of `samples` lie far out; all are kept."""

    kind: str
    algorithm: str
    operation: str
    bytes: int | None
    build: str
    provider: str
    value: float
    unit: str
    ns_per_op: float
    cycles_per_op: float
    speedup: Ratio | None
    gain: Ratio | None
    samples: int
    outliers: int

    @property
    def key(self) -> Key:
        return self.kind, self.algorithm, self.operation, self.bytes

    @property
    def marked(self) -> list[Ratio]:
        """Return those of its ratios that need an explanation."""
        return [ratio for ratio in (self.speedup, self.gain) if ratio is not None and ratio.is_marked]


@dataclass(frozen=True)
class Hot:
    """The function with most of an operation's instructions.

    share: of these; size: bytes of code, None if the library's symbols do not contain it."""

    function: str
    file: str
    share: float
    size: int | None


@dataclass(frozen=True)
class Count:
    """What one operation of one build does to the processor.

    source: perf, which counts, or callgrind, which simulates a processor without AVX-512. cycles: true core cycles of
    the same code (None if not measured). branch_misses, l1_misses (data), cache_misses (of the last level). error: why
    there are no counts; all numbers are then None."""

    kind: str
    algorithm: str
    operation: str
    bytes: int | None
    build: str
    source: str
    instructions: float | None = None
    cycles: float | None = None
    branch_misses: float | None = None
    l1_misses: float | None = None
    cache_misses: float | None = None
    hot: Hot | None = None
    error: str | None = None

    @property
    def key(self) -> Key:
        return self.kind, self.algorithm, self.operation, self.bytes

    @property
    def per_cycle(self) -> float | None:
        """Instructions per cycle."""
        return None if self.instructions is None or not self.cycles else self.instructions / self.cycles


@dataclass
class Figures:
    """The result.

    created: ISO 8601, UTC. command: reproduces it. openssl: its version. baseline: a toolchain. sides: a dictionary for
    each build, named by the build's id: toolchain, family, compiler, variant, asm, configuration, cflags, ldflags,
    options, log, ... control: as in a result of `speed`, of one build measured twice. absent: algorithms that no build
    has. skipped: what could not be measured: kind, algorithm, operation, side, reason. logs: the driver's output, a
    file for each run, beside this one."""

    created: str
    command: str
    openssl: str
    baseline: str
    settings: dict
    machine: dict
    sides: list[dict]
    control: dict
    rows: list[Row]
    counts: list[Count] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)
    skipped: list[dict] = field(default_factory=list)
    logs: list[str] = field(default_factory=list)
    complete: bool = True
    schema: str = SCHEMA

    def configurations(self) -> list[str]:
        """The configurations, in the order of the builds."""
        return list(dict.fromkeys(side["configuration"] for side in self.sides))

    def builds(self, configuration: str) -> list[dict]:
        """Return the builds of a configuration, the baseline first."""
        chosen = [side for side in self.sides if side["configuration"] == configuration]
        return sorted(chosen, key=lambda side: side["toolchain"] != self.baseline)

    def by_key(self) -> dict[Key, dict[str, Row]]:
        """Return the rows by algorithm, in the order in which they were made, then by build."""
        found: dict[Key, dict[str, Row]] = {}
        for row in self.rows:
            found.setdefault(row.key, {})[row.build] = row
        return found

    def side(self, build: str) -> dict:
        return next(side for side in self.sides if side["name"] == build)


def save_json(figures: Figures, path: pathlib.Path) -> None:
    files.write_whole(path, json.dumps(asdict(figures), separators=(",", ":")))


CSV_COLUMNS = [
    "kind",
    "algorithm",
    "operation",
    "bytes",
    "build",
    "toolchain",
    "variant",
    "asm",
    "provider",
    "value",
    "unit",
    "ns_per_op",
    "cycles_per_op",
    *(f"{name}{part}" for name in ("speedup", "gain") for part in ("", "_low", "_high", "_over", "_verdict")),
    "samples",
    "outliers",
    "instructions",
    "instructions_per_cycle",
    "branch_misses",
    "l1_misses",
    "cache_misses",
    "counted_by",
    "hot_function",
    "hot_size",
]


def save_csv(figures: Figures, path: pathlib.Path) -> None:
    """Write the rows, each with its build and its counts."""
    counts = {(count.key, count.build): count for count in figures.counts}
    files.write_csv(path, CSV_COLUMNS, (_flat(figures, row, counts.get((row.key, row.build))) for row in figures.rows))


def _flat(figures: Figures, row: Row, count: Count | None) -> dict:
    side = figures.side(row.build)
    line = asdict(row) | {name: side[name] for name in ("toolchain", "variant", "asm")}
    for name in ("speedup", "gain"):
        if (ratio := line.pop(name)) is not None:
            line |= {name: ratio.pop("value"), **{f"{name}_{part}": value for part, value in ratio.items()}}
    if count is not None:
        line |= {name: getattr(count, name) for name in ("instructions", "branch_misses", "l1_misses", "cache_misses")}
        line |= {"counted_by": count.source, "instructions_per_cycle": count.per_cycle}
        line |= {} if count.hot is None else {"hot_function": count.hot.function, "hot_size": count.hot.size}
    return line


def load(path: pathlib.Path) -> Figures:
    data = files.read_result(path, SCHEMA)
    if (fault := schema.fault(data, SCHEMA)) is not None:
        raise LabError(f"{path}: not a complete result ({fault}); measure again")
    rows = [
        Row(**{**row, **{name: row[name] and Ratio(**row[name]) for name in ("speedup", "gain")}})
        for row in data["rows"]
    ]
    counts = [Count(**{**count, "hot": count["hot"] and Hot(**count["hot"])}) for count in data["counts"]]
    return Figures(**{**data, "rows": rows, "counts": counts})
