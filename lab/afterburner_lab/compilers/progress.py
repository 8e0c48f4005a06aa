"""Progress of the builds: one bar for all, and a line for each running one; without a terminal, a line per event."""

from __future__ import annotations

import threading

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bars

from afterburner_lab.compilers.builds import Build
from afterburner_lab.compilers.recipe import Spec
from afterburner_lab.compilers.steps import BuildFailed

WIDTH = 46


class Progress:
    """Progress on stderr. total: builds to be made."""

    def __init__(self, total: int, console: Console | None = None):
        self.console = console or Console(stderr=True)
        self._lock = threading.Lock()
        self._lines: dict[str, TaskID] = {}
        self._bars = Bars(
            TextColumn("{task.description}"),
            BarColumn(bar_width=20),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=self.console,
            transient=True,
            disable=not self.console.is_terminal,
        )
        self._all = self._bars.add_task(f"{'building':<{WIDTH}}", total=total)

    def at(self, spec: Spec, step: str) -> None:
        """Show the step of a running build."""
        with self._lock:
            if spec.id not in self._lines:
                self._lines[spec.id] = self._bars.add_task("", total=None)
                self._say(f"{spec.id} started; log: {spec.log}")
            self._bars.update(self._lines[spec.id], description=f"  {spec.id}: {step}"[:WIDTH].ljust(WIDTH))

    def done(self, spec: Spec, build: Build) -> None:
        self._end(spec, f"{spec.id} built in {build.seconds:.0f} s")

    def failed(self, spec: Spec, failure: BuildFailed) -> None:
        self._end(spec, f"{spec.id} FAILED while {failure.step}; the others continue")

    def _end(self, spec: Spec, words: str) -> None:
        with self._lock:
            if spec.id in self._lines:
                self._bars.remove_task(self._lines.pop(spec.id))
            self._bars.advance(self._all)
            self._say(words)

    def _say(self, words: str) -> None:
        self._bars.console.print(words, highlight=False, soft_wrap=True)

    def __enter__(self) -> Progress:
        self._bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bars.stop()
