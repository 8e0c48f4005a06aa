"""Measure a plan: every run in new processes, all sides of a row in turn, each measurement in the journal."""

from __future__ import annotations

import contextlib
import os
import pathlib
import random
from collections.abc import Callable

from afterburner_lab.core import metadata
from afterburner_lab.core.driver import DRIVER, Driver, DriverEnded, DriverRefused, Measurement, Offer, Timing
from afterburner_lab.core.progress import Progress
from afterburner_lab.core.sides import CONTROL, Side
from afterburner_lab.speed import outputs, selection, summary
from afterburner_lab.speed.journal import Header, Journal, Record
from afterburner_lab.speed.plan import Plan
from afterburner_lab.speed.results import KEY_GENERATION, Result
from afterburner_lab.speed.selection import Task

ALIKE_SHARE = 3  # rows with the same code on all sides get this part of the rounds and of the time
RANDOM_LENGTH = 10  # key generation, whose duration is random, gets this many times the time, for more rounds


def measure(
    plan: Plan, *, journal: pathlib.Path | None = None, resume: pathlib.Path | None = None, progress: bool = True
) -> Result:
    """Measure a plan.

    journal: where to write one. resume: one to continue, which must be of the same plan and machine. An interruption
    (Ctrl-C, SIGTERM) ends the measurement; the result then contains what was measured so far, with complete false.
    """
    return summary.summarise(*record(plan, journal=journal, resume=resume, progress=progress))


def record(
    plan: Plan, *, journal: pathlib.Path | None = None, resume: pathlib.Path | None = None, progress: bool = True
) -> tuple[Journal, bool]:
    """Return the journal and whether it is complete; arguments as for measure."""
    with Session(plan) as session:
        book = Journal(session.header())
        tasks = selection.select(session.offers(), plan)
    if resume is not None:
        book.go_on(resume)
    elif journal is not None:
        book.create(journal)
    with contextlib.closing(book):
        try:
            _measure_all(plan, tasks, book, progress)
            complete = True
        except KeyboardInterrupt:
            complete = False
    return book, complete


def _measure_all(plan: Plan, tasks: list[Task], book: Journal, show: bool) -> None:
    done = {(record.run, record.key) for record in book.records}
    with Progress(len(tasks) * plan.runs, len(done), show) as progress:
        for run in range(1, plan.runs + 1):
            left = [(task, seed) for task, seed in _order(plan, tasks, run) if (run, task.key) not in done]
            if left:
                _measure_run(plan, run, left, book, progress)


def _measure_run(plan: Plan, run: int, tasks: list[tuple[Task, int]], book: Journal, progress: Progress) -> None:
    with Session(plan) as session:
        if plan.program == DRIVER and run not in book.limits:
            book.add_limits(run, session.limits())
        for task, seed in tasks:
            progress.at(run, task.name)
            book.add(session.measure(run, task, seed))
            progress.advance()


def _order(plan: Plan, tasks: list[Task], run: int) -> list[tuple[Task, int]]:
    """Return the run's own random order, and a seed for each task: both depend only on the plan."""
    rng = random.Random(f"{plan.seed}/{run}")
    return [(task, rng.randrange(1, 1 << 30)) for task in rng.sample(tasks, len(tasks))]


class Session:
    """The drivers of one run.

    Sides with the same ia32cap, libcrypto and preloaded library share a process and are interleaved there, slice by
    slice. Several processes measure a row one after the other, in random order, never at once; with another libssl or a
    preloaded library (sides.Side) they take turns, round by round, on one processor. A driver that ends is started
    again."""

    def __init__(self, plan: Plan):
        self.plan = plan
        groups: dict[tuple, list[Side]] = {}
        for side in plan.sides:
            groups.setdefault(side.process, []).append(side)
        self._groups = list(groups.values())
        self._has_libssl = any(side.libssl is not None for side in plan.sides)
        self._in_turns = self._has_libssl or any(side.preload is not None for side in plan.sides)
        self._drivers: list[Driver] = []
        try:
            for group in self._groups:
                self._drivers.append(self._start(group))
        except BaseException:
            self.close()
            raise

    def _start(self, group: list[Side]) -> Driver:
        driver = Driver(group, libcrypto=self.plan.libcrypto, keys=self.plan.keys, program=self.plan.program)
        if self._in_turns and self.plan.threads == 1:
            driver.stay_on(max(os.sched_getaffinity(0)))
        return driver

    def header(self) -> Header:
        hellos = {side.name: driver.hello() for driver in self._drivers for side in driver.sides}
        modules = [side.module for side in self.plan.sides if side.module is not None]
        clock = hellos[self.plan.baseline]["clock_hz"]
        machine = metadata.machine(clock, modules[0] if modules else None)
        return Header(
            self.plan,
            metadata.now(),
            machine,
            [metadata.describe(side, self._role(side), hellos[side.name]) for side in self.plan.sides],
        )

    def _role(self, side: Side) -> str:
        if side.name == self.plan.baseline:
            return "baseline"
        return "control" if side.name == CONTROL else "candidate"

    def offers(self) -> list[Offer]:
        """Return the offers of all processes, each with the providers of all sides."""
        return selection.merge([driver.offers() for driver in self._drivers])

    def limits(self) -> dict:
        """Measure the processor's limits, in a process that sees all of its features, if there is one."""
        driver = min(self._drivers, key=lambda driver: driver.sides[0].ia32cap is not None)
        return driver.ask("limits")["limits"]

    def measure(self, run: int, task: Task, seed: int) -> Record:
        if self._in_turns:
            return Record(run, task.key, outputs.refuse_odd(self._measure_in_turns(task, seed), self.plan.sides))
        parts: list[Measurement] = []
        order = list(range(len(self._drivers)))
        random.Random(seed).shuffle(order)
        for index in order:
            try:
                driver, timing = self._drivers[index], self._timing(task, seed)
                parts.append(driver.measure(task.offer, task.size or 0, _names(driver.sides), **timing))
            except DriverEnded as e:
                parts.append(self._start_again(index, e))
            except DriverRefused as e:
                return Record(run, task.key, (), e.reason)
        return Record(run, task.key, outputs.refuse_odd(parts, self.plan.sides))

    def _measure_in_turns(self, task: Task, seed: int) -> list[Measurement]:
        """Let all drivers prepare, those of OpenSSL first, since they write the keys; then let each time a round, in
        random order, until all have timed theirs."""
        timing, random_order = self._timing(task, seed), random.Random(seed)
        parts: dict[int, Measurement | None] = {
            index: self._part(index, lambda d: d.begin(task.offer, task.size or 0, _names(d.sides), turns=1, **timing))
            for index in sorted(range(len(self._drivers)), key=lambda i: self._groups[i][0].libssl is not None)
        }
        waiting = [index for index, part in parts.items() if part is None]
        while waiting:
            for index in random_order.sample(waiting, len(waiting)):
                parts[index] = self._part(index, Driver.go_on)
            waiting = [index for index in waiting if parts[index] is None]
        return [part for part in parts.values() if part is not None]

    def _part(self, index: int, ask: Callable[[Driver], Measurement | None]) -> Measurement | None:
        """Return a driver's answer, which may be that it failed."""
        try:
            return ask(self._drivers[index])
        except DriverEnded as e:
            return self._start_again(index, e)
        except DriverRefused as e:
            return self._failed(index, e.reason)

    def _start_again(self, index: int, ended: DriverEnded) -> Measurement:
        self._drivers[index].close()
        self._drivers[index] = self._start(self._groups[index])
        return self._failed(index, str(ended))

    def _failed(self, index: int, reason: str) -> Measurement:
        return Measurement(0.0, tuple(Timing(side.name, error=reason) for side in self._groups[index]))

    def _timing(self, task: Task, seed: int) -> dict[str, int | str]:
        plan = self.plan
        share = ALIKE_SHARE if self._alike(task) else 1
        longer = RANDOM_LENGTH if share == 1 and task.offer.kind == KEY_GENERATION else 1
        return {
            "slices": max(1, plan.slices // share),
            "slice_us": plan.slice_us,
            "most_ms": plan.most_ms * longer // share,
            "seed": seed,
            "loops": plan.loops,
            "threads": plan.threads,
            "clock": "wall" if plan.wall else "cpu",
            **({"clients": "own"} if self._has_libssl else {}),
        }

    def _alike(self, task: Task) -> bool:
        """Return whether all sides run the same code: one of OpenSSL's providers has it for all of them, in one
        process."""
        providers = set(task.offer.providers.values())
        modules = {side.provider for side in self.plan.sides if side.module is not None}
        return len(self._groups) == 1 and len(providers) == 1 and not providers & modules

    def close(self) -> None:
        for driver in self._drivers:
            driver.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _names(sides: list[Side]) -> list[str]:
    return [side.name for side in sides]
