"""What a run of the lab measures, and how long each measurement takes."""

from __future__ import annotations

import pathlib
from dataclasses import asdict, dataclass, replace

from afterburner_lab.core import calls
from afterburner_lab.core.driver import DRIVER
from afterburner_lab.core.sides import Side

SIZES = (16, 64, 256, 1350, 8192, 16384)
CLASSIC_SIZES = (256, 512, 1024, 2048, 4096, 8192, 16384)
CLASSIC_LOOPS = 1000
MAX_THREADS = 256  # equals the driver's LAB_MAX_THREADS
MAX_RUNS = 1000
MAX_SIZE = 1 << 28  # bytes: what a driver can hold in memory for every side and thread

Key = tuple[str, str, str, int | None]  # kind, algorithm, operation, bytes: as Row.key


@dataclass(frozen=True)
class Plan:
    """A plan.

    sides: the first is the baseline of every ratio. patterns: algorithms (globs, case-insensitive) or kinds; empty:
    everything that any side offers. operations: empty: all. rows: if not empty, only these. calls: the ways of calling
    an operation (core/calls.py). runs: each in new processes. slices: rounds in a run, each of slice_us
    microseconds for each side; most_ms: the most that one measurement may take in all, with fewer rounds if
    necessary. loops: above 0, every slice is this many operations and the mean of all counts instead of the median,
    as in the older studies. threads: above 1, throughput of this many threads together, in wall time; for
    connections, the servers' CPU time in all of them. wall: wall time instead of CPU time for one thread, too, for
    modules with threads of their own. keys: the folder where generated keys are kept between runs. program: the
    driver. command: reproduces it."""

    sides: tuple[Side, ...]
    patterns: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()
    sizes: tuple[int, ...] = SIZES
    rows: tuple[Key, ...] = ()
    calls: tuple[str, ...] = (calls.KEPT,)
    runs: int = 5
    slices: int = 15
    slice_us: int = 300
    most_ms: int = 200
    loops: int = 0
    threads: int = 1
    wall: bool = False
    libcrypto: str = "libcrypto.so.3"
    seed: int = 1
    preset: str | None = None
    keys: pathlib.Path | None = None
    program: str = DRIVER
    command: str = "afterburner-lab speed"

    @property
    def baseline(self) -> str:
        return self.sides[0].name

    def quick(self) -> Plan:
        """Return the same plan in less than a fifth of the time, with wider intervals."""
        return replace(
            self, runs=3, slices=min(self.slices, 5), slice_us=self.slice_us * 2 // 5, most_ms=self.most_ms // 5
        )

    def classic(self) -> Plan:
        """Return a plan that measures like the older studies: a thousand operations at a time, at their lengths; twice
        in a run, for an interval."""
        return replace(self, sizes=CLASSIC_SIZES, loops=CLASSIC_LOOPS, slices=2, most_ms=600)

    def threaded(self) -> Plan:
        """Use slices long enough that the time to wake the threads does not matter."""
        return replace(self, runs=3, slices=9, slice_us=3000)

    def just(self, rows: list[Key], times: int = 1) -> Plan:
        """Return a plan that measures these rows again, `times` times as long."""
        return replace(self, rows=tuple(rows), slices=self.slices * times, most_ms=self.most_ms * times)

    def to_json(self) -> dict:
        """Convert to JSON's types, as in a journal's header; from_json restores the plan."""
        return {name: _plain(value) for name, value in asdict(self).items()}

    @staticmethod
    def from_json(data: dict) -> Plan:
        files = ("module", "modules", "libssl", "preload")
        sides = tuple(Side(**{**s, **{name: _path(s.get(name)) for name in files}}) for s in data["sides"])
        lists = {name: tuple(data[name]) for name in ("patterns", "operations", "calls", "sizes")}
        return Plan(
            **{
                **data,
                **lists,
                "sides": sides,
                "rows": tuple(tuple(r) for r in data["rows"]),
                "keys": _path(data["keys"]),
            }
        )


def _path(text: str | None) -> pathlib.Path | None:
    return None if text is None else pathlib.Path(text)


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    return str(value) if isinstance(value, pathlib.Path) else value
