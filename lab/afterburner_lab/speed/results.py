"""The result of `speed`, which `report` and `compare` read. lab/schemas/speed.json describes its file."""

from __future__ import annotations

import json
import pathlib
from dataclasses import asdict, dataclass, field, fields
from typing import Any, ClassVar, Protocol

from afterburner_lab.core import files, schema

SCHEMA = schema.SPEED
KEY_GENERATION = "keymgmt"  # the kind whose operations take random times
ALL_RUNS = "all"  # the `run` of a row that summarises all runs
KINDS = {  # their titles, in the order of tables
    "cipher": "Ciphers",
    "record": "Records of TLS",
    "digest": "Digests",
    "mac": "MACs",
    "kdf": "Key derivation",
    "rand": "Random numbers",
    "signature": "Signatures",
    "exchange": "Key exchange",
    "kem": "Key encapsulation",
    "asym_cipher": "Encryption with public keys",
    KEY_GENERATION: "Key generation",
    "load": "Loading keys",
}


@dataclass
class Row:
    """One measurement: one algorithm, operation, length and side in one run, or in all runs together (run "all").

    value is throughput, in `unit`: "MB/s" (10^6 bytes) or "op/s". ratio is this side's throughput divided by the
    baseline's, above 1 if this side is faster, with its 95 % bootstrap interval; the baseline's own is 1 and that of
    side "control" is the A/A control. limit_share is the share of the limit of the silicon that was reached (0..1),
    limit the unit that sets it; both None if no bound is known. samples: nanoseconds per operation, slice by slice,
    nothing left out (only in rows of one run); outliers: how many of them lie beyond 3 scaled median absolute
    deviations.
    """

    kind: str
    algorithm: str
    operation: str
    bytes: int | None
    side: str
    provider: str
    level: str | None
    value: float
    unit: str
    ns_per_op: float
    cycles_per_byte: float | None
    cycles_per_op: float
    ratio: float | None
    ratio_low: float | None
    ratio_high: float | None
    limit_share: float | None
    limit: str | None
    libcrypto: str
    run: int | str
    outliers: int = 0
    samples: list[float] = field(default_factory=list)

    @property
    def key(self) -> tuple[str, str, str, int | None]:
        """The key by which sides and results are compared."""
        return self.kind, self.algorithm, self.operation, self.bytes


CSV_COLUMNS = [f.name for f in fields(Row) if f.name != "samples"]


@dataclass
class Fit:
    """Cycles of one operation over its length: intercept (cycles per message) and slope (cycles per byte)."""

    kind: str
    algorithm: str
    operation: str
    side: str
    slope: float
    intercept: float


@dataclass
class Result:
    """The result.

    created: ISO 8601, UTC. command: reproduces it. machine, settings, limits, control: see docs/lab.md. sides: one
    dictionary for each side: name, role, provider, version, level, module, module_sha256, settings, libcrypto,
    libcrypto_path, ia32cap. skipped: what could not be measured: kind, algorithm, operation, side, reason."""

    created: str
    command: str
    settings: dict
    machine: dict
    sides: list[dict]
    limits: dict
    control: dict
    rows: list[Row]
    fits: list[Fit]
    skipped: list[dict]
    complete: bool = True
    schema: str = SCHEMA

    def summary(self, side: str | None = None) -> list[Row]:
        """Return the rows of all runs together, of one side if it is named."""
        return [r for r in self.rows if r.run == ALL_RUNS and side in (None, r.side)]


class _Dataclass(Protocol):
    __dataclass_fields__: ClassVar[dict[str, Any]]


def save_json(result: _Dataclass, path: pathlib.Path) -> None:
    files.write_whole(path, json.dumps(asdict(result), indent=None, separators=(",", ":")))


def save_csv(result: Result, path: pathlib.Path) -> None:
    files.write_csv(path, CSV_COLUMNS, (asdict(row) for row in result.rows))


def load(path: pathlib.Path) -> Result:
    data, rows = files.read_rows(path, SCHEMA, Row)
    return Result(**{**data, "rows": rows, "fits": [Fit(**fit) for fit in data["fits"]]})
