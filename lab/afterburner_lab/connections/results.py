"""The result of `connections`. lab/schemas/connections.json describes its file."""

from __future__ import annotations

import pathlib
from collections import Counter
from dataclasses import asdict, dataclass, field, fields

from afterburner_lab.connections.classic import INSECURE
from afterburner_lab.core import files, schema
from afterburner_lab.speed import results
from afterburner_lab.speed.results import ALL_RUNS

SCHEMA = schema.CONNECTIONS
MEMORY = "memory"  # the mode that is not a server's name

FULL, RESUMED, RESUMED_ID, BULK, KEEP_ALIVE, FILE = "full", "resumed", "resumed-id", "bulk", "keep-alive", "file"
OPERATION = {
    FULL: "handshake",
    RESUMED: "handshake",
    RESUMED_ID: "handshake",
    BULK: "record",
    KEEP_ALIVE: "request",
    FILE: "file",
}  # what one operation of each `what` is

Key = tuple[str, str, str, str, str, str, int, int | None]


@dataclass
class Row:
    """One measurement: one kind of connection and side in one run, or in all runs together (run "all").

    mode: "memory" or the server's name. what: "full" and "resumed" (by ticket; "resumed-id": by session id) are
    handshakes, each with a whole connection that carries no data; "bulk" is records of `bytes` that the server sends;
    "keep-alive" is requests on kept connections; "file" is files of `bytes`. connections: how many are in flight at
    once. OPERATION says what one operation is.

    value is the rate in `unit`, higher is better: operations per second ("handshakes/s", "requests/s"), "MB/s" (10^6
    bytes); in memory, of one core that does only the server's work; for a real server, as its client saw it. cpu_s: the
    server's CPU seconds per operation, user_s and system_s its parts; cycles: core cycles per operation. ratio: the
    baseline's cpu_s divided by this side's, above 1 if this side takes less, with its 95 % bootstrap interval;
    rate_ratio: this side's value divided by the baseline's, where it was measured separately. The baseline's own ratio
    is 1; that of side "control" is the A/A control. p50_ms, p99_ms: latency of an operation. client_share: CPU time of
    the client divided by wall time; client_bound: the client was too busy to load the server fully. path: the provider
    of "exchange", "signature", "cipher", "digest" and whatever else is known; None: not used. counted: of what the
    module counted calls in a server: families and levels. overhead: the share of cpu_s that the metering added.
    outliers: how many samples lie far out; samples: CPU seconds per operation, slice by slice, nothing left out (only
    in rows of one run)."""

    mode: str
    what: str
    version: str
    certificate: str
    group: str
    cipher: str
    connections: int
    bytes: int | None
    side: str
    run: int | str
    value: float
    unit: str
    cpu_s: float
    path: dict[str, str | None]
    libcrypto: str
    cycles: float | None = None
    ratio: float | None = None
    ratio_low: float | None = None
    ratio_high: float | None = None
    rate_ratio: float | None = None
    rate_ratio_low: float | None = None
    rate_ratio_high: float | None = None
    user_s: float | None = None
    system_s: float | None = None
    p50_ms: float | None = None
    p99_ms: float | None = None
    client_share: float | None = None
    client_bound: bool = False
    counted: str | None = None
    overhead: float | None = None
    outliers: int = 0
    samples: list[float] = field(default_factory=list)

    @property
    def key(self) -> Key:
        """The key by which sides are compared."""
        return (
            self.mode,
            self.what,
            self.version,
            self.certificate,
            self.group,
            self.cipher,
            self.connections,
            self.bytes,
        )

    @property
    def pair(self) -> str:
        insecure = " (insecure)" if self.certificate in INSECURE else ""
        return f"{self.certificate}{insecure}/{self.group}"

    @property
    def served(self) -> str:
        """Return the provider of most parts of the path, and the parts that another provider has."""
        parts = {part: name for part, name in self.path.items() if name is not None}
        most = Counter(parts.values()).most_common(1)[0][0] if parts else ""
        return ", ".join([most, *(f"{part}: {name}" for part, name in parts.items() if name != most)])


CSV_COLUMNS = [f.name for f in fields(Row) if f.name != "samples"]


@dataclass
class Result:
    """The result.

    created, command, machine, sides, complete: as in a result of `speed`. settings: how it was measured. control:
    median, low and high of the A/A ratios and the threshold below which nothing is claimed. skipped: what could not be
    measured: the fields of a row's key, side and reason. profile, capacity, classic: further parts, of the modules with
    these names; None if not requested."""

    created: str
    command: str
    settings: dict
    machine: dict
    sides: list[dict]
    control: dict
    rows: list[Row]
    skipped: list[dict]
    complete: bool = True
    profile: dict | None = None
    capacity: dict | None = None
    classic: dict | None = None
    schema: str = SCHEMA

    @property
    def threads(self) -> int:
        """The number of threads in memory."""
        return self.settings.get("threads", 1)

    def summary(self, side: str | None = None, what: str | None = None) -> list[Row]:
        """Return the rows of all runs together, of one side and one kind if they are named."""
        return [r for r in self.rows if r.run == ALL_RUNS and side in (None, r.side) and what in (None, r.what)]


def save_json(result: Result, path: pathlib.Path) -> None:
    results.save_json(result, path)


def save_csv(result: Result, path: pathlib.Path) -> None:
    files.write_csv(path, CSV_COLUMNS, (asdict(row) for row in result.rows))


def load(path: pathlib.Path) -> Result:
    """Load a result. Raises LabError if the file is not one."""
    data, rows = files.read_rows(path, SCHEMA, Row)
    return Result(**{**data, "rows": rows})
