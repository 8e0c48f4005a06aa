"""Count events by perf, if the processor's counters are readable: the counts of 2 N operations minus those of N."""

from __future__ import annotations

import pathlib
import shutil
import subprocess
import tempfile

from afterburner_lab.core.driver import Driver, Offer
from afterburner_lab.core.errors import LabError
from afterburner_lab.core.sides import Side

EVENTS = ("instructions", "cycles", "branch-misses", "L1-dcache-load-misses", "cache-misses")
NEEDED = 2  # the first of these are necessary
SECONDS = 0.05  # of operations, so that the process's other work is small
WARM = 10  # the driver does one more for each so many operations, to warm the caches


def counts_here() -> bool:
    """Return whether perf is installed and this machine has counters that a user may read."""
    if shutil.which("perf") is None:
        return False
    with tempfile.NamedTemporaryFile("r") as said:
        done = subprocess.run([*_command(said.name), "true"], capture_output=True)
        return done.returncode == 0 and not _lacks(read(said.read()))


def count(side: Side, keys: pathlib.Path, offer: Offer, size: int, ns_per_op: float) -> dict[str, float]:
    """Count one operation, by event; events that this processor does not count are left out.

    Raise LabError with the reason if nothing is counted. ns_per_op: the known time of an operation."""
    loops = WARM * max(1, round(SECONDS * 1e9 / ns_per_op / WARM))
    once, twice = (_run(side, keys, offer, size, factor * loops) for factor in (1, 2))
    return {
        event: (twice[event] - once[event]) / (loops + loops // WARM)
        for event in EVENTS
        if event in once and event in twice
    }


def _run(side: Side, keys: pathlib.Path, offer: Offer, size: int, loops: int) -> dict[str, float]:
    with tempfile.NamedTemporaryFile("r") as said:
        with Driver([side], keys=keys, under=tuple(_command(said.name))) as driver:
            (timing,) = driver.measure(
                offer, size, [side.name], slices=1, slice_us=1, loops=loops, most_ms=60_000
            ).timings
        if timing.error is not None:
            raise LabError(timing.error)
        found = read(said.read())
    if _lacks(found):
        raise LabError("perf has counted neither instructions nor cycles")
    return found


def _lacks(found: dict[str, float]) -> bool:
    return any(event not in found for event in EVENTS[:NEEDED])


def _command(out: str) -> list[str]:
    return [
        "perf",
        "stat",
        "--field-separator",
        ";",
        "--output",
        out,
        "--event",
        ",".join(f"{event}:u" for event in EVENTS),
        "--",
    ]


def read(text: str) -> dict[str, float]:
    """Parse perf's lines: value; unit; event; ... A value that is not a number ("<not supported>", "<not counted>") was
    not counted."""
    found = {}
    for words in (line.split(";") for line in text.splitlines()):
        if len(words) > 2 and words[0].replace(".", "", 1).isdigit():
            found[words[2].partition(":")[0]] = float(words[0])
    return found
