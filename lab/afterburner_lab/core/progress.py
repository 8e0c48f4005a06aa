"""Progress of a run: a bar with the remaining time on a terminal, an occasional line elsewhere."""

from __future__ import annotations

import time

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

LINES = 10  # number of lines in a whole run


class Progress:
    """Progress on stderr. done: how many of the total measurements an earlier run has made."""

    def __init__(self, total: int, done: int, show: bool):
        self.total, self.done, self.first = total, done, done
        self.show = show
        self.console = Console(stderr=True)
        self.start = time.monotonic()
        self.bar = self._make_bar() if show and self.console.is_terminal else None

    def _make_bar(self) -> Bar:
        bar = Bar(
            TextColumn("{task.description}"),
            BarColumn(bar_width=None),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
            console=self.console,
            transient=True,
            refresh_per_second=4,
        )
        self.task = bar.add_task("measuring", total=self.total, completed=self.done)
        return bar

    def at(self, run: int, what: str) -> None:
        self.doing(f"run {run}: {what}")

    def doing(self, what: str) -> None:
        if self.bar is not None:
            self.bar.update(self.task, description=f"{what:<44.44}")

    def advance(self) -> None:
        self.done += 1
        if self.bar is not None:
            self.bar.advance(self.task)
        elif self.show and self.done * LINES // self.total > (self.done - 1) * LINES // self.total:
            spent = time.monotonic() - self.start
            left = spent / (self.done - self.first) * (self.total - self.done)
            self.console.print(f"{self.done} of {self.total} measured, {left:.0f} s left", highlight=False)

    def __enter__(self) -> Progress:
        if self.bar is not None:
            self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.stop()
