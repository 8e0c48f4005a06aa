"""Measure builds, explain their differences, show the result and write it."""

from __future__ import annotations

import pathlib
import sys
from dataclasses import dataclass

from afterburner_lab.compilers import causes, figures, measuring, tables
from afterburner_lab.compilers.builds import Build
from afterburner_lab.compilers.figures import Figures
from afterburner_lab.core import paths, terminal
from afterburner_lab.core.errors import LabError
from afterburner_lab.speed.plan import MAX_RUNS


@dataclass(frozen=True)
class Wish:
    """The options. baseline: a toolchain's name, or None for the newest gcc. runs: None for the default. json, csv:
    files; a result without a path of its own goes to the folder of results."""

    baseline: str | None = None
    runs: int | None = None
    quick: bool = False
    json: pathlib.Path | None = None
    csv: pathlib.Path | None = None
    command: str = "afterburner-lab compilers"

    def check(self, toolchains: list[str], releases: int) -> None:
        """Check the options before any time is spent."""
        if self.runs is not None and not 1 <= self.runs <= MAX_RUNS:
            raise LabError(f"--runs {self.runs}: 1 to {MAX_RUNS} are possible")
        if self.baseline is not None and self.baseline not in toolchains:
            raise LabError(f"--baseline {self.baseline}: not built here; there are {', '.join(toolchains)}")
        if releases > 1 and (self.json or self.csv):
            raise LabError("--json and --csv hold the results of one release; name one with --openssl")


def run(builds: list[Build], wish: Wish) -> list[Figures]:
    """Measure release by release, since only builds of one are compared. The last result may be of an interrupted run.
    """
    results: list[Figures] = []
    for openssl in dict.fromkeys(build.openssl for build in builds):
        results.append(_run([build for build in builds if build.openssl == openssl], wish))
        if not results[-1].complete:
            break
    return results


def _run(builds: list[Build], wish: Wish) -> Figures:
    out = wish.json or paths.results() / f"compilers-{builds[0].openssl}.json"
    baseline = measuring.baseline_of(builds, wish.baseline)
    result = measuring.measure(builds, baseline, out, wish.quick, wish.runs, wish.command)
    if result.complete:
        _count(result, builds, wish.quick)
    if result.complete:
        result.logs = measuring.keep_logs(out)
    _save(result, out, wish.csv)
    tables.show(result, terminal.console())
    print(f"{out}: the result, for `afterburner-lab report DIR --from {out}`", file=sys.stderr)
    return result


def _save(result: Figures, out: pathlib.Path, csv: pathlib.Path | None) -> None:
    figures.save_json(result, out)
    if csv is not None:
        figures.save_csv(result, csv)


def _count(result: Figures, builds: list[Build], quick: bool) -> None:
    """Count events. The times are in the journal, with which the same command continues if counting is interrupted."""
    try:
        result.counts = causes.count(result, builds, quick)
    except KeyboardInterrupt:
        result.complete = False
