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
    """Of one dump: each event's number in all (Ir, Bcm, D1mr, ...), and the instructions in each function itself, which
    is (file of the object, name)."""

    events: dict[str, int]
    functions: dict[tuple[str, str], int]


def is_there() -> bool:
    return shutil.which("valgrind") is not None


class Callgrind:
    """A driver under callgrind. processor: OpenSSL's words for what the simulated processor has, as OPENSSL_ia32cap
    takes them; None where a build has no assembly that would care."""

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
        """The profile of so many operations, fewer than LOOPS if they take longer than most_ms. LabError with the
        reason if there is none."""
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
        """The slice that was timed, after those that tried how long it takes. Earlier ones have been removed."""
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
    """A dump in callgrind's format, version 1: names stand once and then as numbers; the line after a call is what the
    called function took, which is not the caller's own."""
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
