"""Explain why builds differ: for each algorithm that differs by more than a tenth, count what an operation costs."""

from __future__ import annotations

import os
import pathlib
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

from afterburner_lab.compilers import callgrind, perf, symbols
from afterburner_lab.compilers.builds import Build
from afterburner_lab.compilers.callgrind import Callgrind, Profile
from afterburner_lab.compilers.figures import Count, Figures, Hot
from afterburner_lab.compilers.measuring import side
from afterburner_lab.core import paths
from afterburner_lab.core.driver import Driver, DriverEnded, Offer
from afterburner_lab.core.errors import LabError
from afterburner_lab.core.progress import Progress
from afterburner_lab.speed.plan import Key

PERF, CALLGRIND = "perf", "callgrind"
MOST_MS, QUICK_MS = 400, 100  # of simulated operations, in simulated time


def wanted(figures: Figures) -> dict[str, list[Key]]:
    """List what to count, by build: both builds of every marked ratio."""
    found: dict[str, dict[Key, None]] = {}
    for row in figures.rows:
        for ratio in row.marked:
            for build in (row.build, ratio.over):
                found.setdefault(build, {})[row.key] = None
    return {build: list(keys) for build, keys in found.items()}


def tool() -> str | None:
    """Return what can count on this machine; None if nothing can."""
    return PERF if perf.counts_here() else CALLGRIND if callgrind.is_there() else None


def count(figures: Figures, builds: list[Build], quick: bool, progress: bool = True) -> list[Count]:
    """Count all wanted operations, several builds at a time, which affects times but not counts.

    Returns nothing if nothing can count. An interruption raises KeyboardInterrupt once the current operation is
    counted."""
    tasks, source = wanted(figures), tool()
    if source is None or not tasks:
        return []
    stop = threading.Event()
    known = {build.id: build for build in builds}
    with (
        Progress(sum(map(len, tasks.values())), 0, progress) as shown,
        ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool,
    ):
        jobs = [
            pool.submit(
                _Counter(figures, known[build], source, QUICK_MS if quick else MOST_MS, shown, stop).count, keys
            )
            for build, keys in tasks.items()
        ]
        try:
            return [found for job in jobs for found in job.result()]
        except BaseException:
            stop.set()
            pool.shutdown(cancel_futures=True)
            raise


class _Counter:
    """Counts one build. stop: ends it before the next operation."""

    lock = threading.Lock()  # for the progress output

    def __init__(
        self, figures: Figures, build: Build, source: str, most_ms: int, shown: Progress, stop: threading.Event
    ):
        self.figures, self.build, self.source, self.most_ms = figures, build, source, most_ms
        self.shown, self.stop = shown, stop
        self._callgrind: Callgrind | None = None
        self._refused: LabError | None = None

    def count(self, keys: Iterable[Key]) -> list[Count]:
        try:
            return [self._one(key) for key in keys if not self.stop.is_set()]
        finally:
            self._end_callgrind()

    def _one(self, key: Key) -> Count:
        with self.lock:
            self.shown.doing(f"{self.source}: {self.build.id} {key[1]} {key[2]}")
        try:
            found = self._by_perf(key) if self.source == PERF else self._by_callgrind(key)
        except (LabError, OSError) as e:
            found = {"error": str(e)}
        with self.lock:
            self.shown.advance()
        return Count(*key, self.build.id, self.source, **found)

    def _by_perf(self, key: Key) -> dict:
        row = self.figures.by_key()[key][self.build.id]
        events = perf.count(side(self.build), paths.keys(), _offer(key), key[3] or 0, row.ns_per_op)
        names = {
            "instructions": "instructions",
            "cycles": "cycles",
            "branch_misses": "branch-misses",
            "l1_misses": "L1-dcache-load-misses",
            "cache_misses": "cache-misses",
        }
        hot = self._hot(self._profile(key)[0]) if callgrind.is_there() else None
        return {**{name: events.get(event) for name, event in names.items()}, "hot": hot}

    def _by_callgrind(self, key: Key) -> dict:
        profile, operations = self._profile(key)
        each = {event: number / operations for event, number in profile.events.items()}
        return {
            "instructions": each["Ir"],
            "branch_misses": each["Bcm"] + each["Bim"],
            "l1_misses": each["D1mr"] + each["D1mw"],
            "cache_misses": each["ILmr"] + each["DLmr"] + each["DLmw"],
            "hot": self._hot(profile),
            "cycles": self._cycles(key),
        }

    def _profile(self, key: Key) -> tuple[Profile, int]:
        """Do not use a driver again that has ended, and do not retry a build that does not start."""
        if self._refused is not None:
            raise self._refused
        try:
            self._callgrind = self._callgrind or Callgrind(side(self.build), paths.keys())
            return self._callgrind.count(_offer(key), key[3] or 0, self.most_ms)
        except LabError as e:
            if isinstance(e.__cause__, DriverEnded):
                self._refused = e if self._callgrind is None else None
                self._end_callgrind()
            raise

    def _cycles(self, key: Key) -> float:
        """Return the cycles of the simulated code: as measured, or, where OpenSSL chooses its code by the processor,
        measured again with only the features that the simulated processor has."""
        if self._callgrind.processor is None:
            return self.figures.by_key()[key][self.build.id].cycles_per_op
        masked = side(self.build, ia32cap=self._callgrind.processor)
        with Driver([masked], keys=paths.keys()) as driver:
            measured = driver.measure(_offer(key), key[3] or 0, [masked.name], slices=9, slice_us=300, most_ms=60)
        ns = sorted(measured.timings[0].ns)
        return ns[len(ns) // 2] * measured.clock_hz * 1e-9

    def _hot(self, profile: Profile) -> Hot | None:
        """Find the hottest of the build's own functions."""
        install = self.build.install.resolve()
        inside = {
            name: cost for name, cost in profile.functions.items() if pathlib.Path(name[0]).is_relative_to(install)
        }
        if not inside:
            return None
        file, function = max(inside, key=inside.get)
        return Hot(
            function,
            pathlib.Path(file).name,
            inside[file, function] / profile.events["Ir"],
            symbols.sizes(file).get(function),
        )

    def _end_callgrind(self) -> None:
        if self._callgrind is not None:
            self._callgrind.close()
            self._callgrind = None


def _offer(key: Key) -> Offer:
    kind, algorithm, operation, size = key
    return Offer(kind, algorithm, operation, size is not None, True, {})
