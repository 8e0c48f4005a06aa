"""Count events by callgrind in a simulated processor, between the driver's two clock readings.

Valgrind does not support AVX-512, so OpenSSL selects its code for processors without it, in every build alike."""

from __future__ import annotations

import pathlib
import re
import shutil
import tempfile
from collections import Counter
from dataclasses import dataclass

from afterburner_lab.core.driver import Driver, DriverEnded, Offer
from afterburner_lab.core.errors import LabError
from afterburner_lab.core.sides import Side

TIMED = "lab_time_operations"  # the function of lab/native/driver/timed.c
LOOPS = 8
REFUSED = "it does not run under valgrind, which lacks newer instructions"
_NAMED = re.compile(r"(c?(?:fn|ob))=\((\d+)\)(?: (.*))?")
_COST = re.compile(r"[+*-]?\d* ")


@dataclass(frozen=True)
class Profile:
    """One dump: the total of each event (Ir, Bcm, D1mr, ...), and the instructions of each function itself, by (object
    file, name)."""

    events: dict[str, int]
    functions: dict[tuple[str, str], int]


def is_there() -> bool:
    return shutil.which("valgrind") is not None


class Callgrind:
    """A driver under callgrind.

    processor: the value of OPENSSL_ia32cap that describes the simulated processor; None for a build without assembly,
    which ignores it."""

    def __init__(self, side: Side, keys: pathlib.Path):
        self._folder = tempfile.TemporaryDirectory(prefix="afterburner-lab-callgrind-")
        self._side = side
        try:
            self._driver = Driver(
                [side],
                keys=keys,
                under=(
                    "valgrind",
                    "-q",
                    "--tool=callgrind",
                    "--branch-sim=yes",
                    "--cache-sim=yes",
                    "--collect-atstart=no",
                    f"--toggle-collect={TIMED}",
                    f"--dump-after={TIMED}",
                    f"--callgrind-out-file={self._folder.name}/out",
                ),
            )
            said = re.match(r"OPENSSL_ia32cap=([0-9a-fx:]+)", self._driver.hello().get("cpu_settings") or "")
        except DriverEnded as e:
            self._folder.cleanup()
            raise LabError(REFUSED) from e
        self.processor = None if said is None else said[1]

    def count(self, offer: Offer, size: int, most_ms: int) -> tuple[Profile, int]:
        """Profile this many operations, or fewer than LOOPS if they take longer than most_ms. Raise LabError with the
        reason on failure."""
        try:
            measured = self._driver.measure(
                offer, size, [self._side.name], slices=1, slice_us=1, loops=LOOPS, most_ms=most_ms
            )
        except DriverEnded as e:
            raise LabError(REFUSED) from e
        (timing,) = measured.timings
        if timing.error is not None:
            raise LabError(timing.error)
        return read(self._last_dump().read_text()), timing.per_slice

    def _last_dump(self) -> pathlib.Path:
        """Return the dump of the timed slice, which follows those of calibration. Earlier dumps have been removed."""
        dumps = sorted(pathlib.Path(self._folder.name).glob("out.*"), key=lambda path: int(path.suffix[1:]))
        for old in dumps[:-1]:
            old.unlink()
        return dumps[-1]

    def close(self) -> None:
        self._driver.close()
        self._folder.cleanup()

    def __enter__(self) -> Callgrind:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def read(text: str) -> Profile:
    """Parse a dump in callgrind's format, version 1: a name occurs once and then as a number; the line after a call
    holds the callee's cost, which is not the caller's own."""
    names: dict[tuple[str, str], str] = {}
    own: Counter[tuple[str, str]] = Counter()
    events, totals, here, is_call = [], [], {"ob": "", "fn": ""}, False
    for line in text.splitlines():
        if (named := _NAMED.fullmatch(line)) is not None:
            where, number, name = named.groups()
            table = where.removeprefix("c")
            if name is not None:
                names[table, number] = name
            if where in here:
                here[where] = names[table, number]
        elif line.startswith("events: "):
            events = line.split()[1:]
        elif line.startswith("totals: "):
            totals = [int(number) for number in line.split()[1:]]
        elif line.startswith("calls="):
            is_call = True
        elif _COST.match(line):
            if not is_call:
                own[here["ob"], here["fn"]] += int(line.split()[1])
            is_call = False
    return Profile(dict(zip(events, totals + [0] * (len(events) - len(totals)))), dict(own))
