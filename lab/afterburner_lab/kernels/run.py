"""`compilers --kernels`: the project's own kernels, built by several compilers, tested or measured."""
from __future__ import annotations

import pathlib
import sys
from collections.abc import Callable

import typer
from rich.console import Console
from rich.progress import Progress

from afterburner_lab import table
from afterburner_lab.errors import LabError
from afterburner_lab.kernels import builds, measure, show
from afterburner_lab.kernels.builds import KernelBuild

ROUNDS = 15


def test(plan: list[KernelBuild], jobs: int) -> None:
    """Exit status 1 if a build fails, or a test in one."""
    made = _make(plan, builds.TESTS, jobs)
    faults = _each("testing", made, lambda build: build.test(jobs))
    print(f"the tests of the kernels pass in {len(made) - len(faults)} of {len(plan)} builds: "
          f"{', '.join(b.name for b in made if b.name not in faults)}")
    if len(made) - len(faults) < len(plan):
        raise typer.Exit(1)


def compare(plan: list[KernelBuild], rows: str, runs: int, json: pathlib.Path | None, csv: pathlib.Path | None, jobs: int,
            seed: int = 1) -> None:
    """Exit status 1 if a build fails; the others are measured."""
    host, made = builds.host(), _make(plan, builds.ROWS, jobs)
    if not made:
        raise LabError("no build of the kernels succeeded: nothing to measure")
    names = [build.name for build in made]
    shipped = [build.name for build in made if build.level == builds.SHIPPED]
    found = measure.compare(_measured(host, made, rows, runs, seed), names, seed)
    show.show(found, shipped or names, table.console())
    if json is not None:
        show.write_json(json, found, {b.name: b.toolchain.version for b in made}, {"rows": rows, "runs": runs, "rounds": ROUNDS})
    if csv is not None:
        show.write_csv(csv, found)
    if len(made) < len(plan):
        raise typer.Exit(1)


def _measured(host: pathlib.Path, made: list[KernelBuild], rows: str, runs: int, seed: int) -> measure.Samples:
    samples: measure.Samples = {}
    with _bar() as bar:
        all_runs = measure.measure(host, [build.rows for build in made], rows, runs, ROUNDS, seed)
        for samples in bar.track(all_runs, runs, description="measuring"):
            pass
    return samples


def _make(plan: list[KernelBuild], target: str, jobs: int) -> list[KernelBuild]:
    """Those of which the target is there."""
    faults = _each("building", plan, lambda build: build.make(target, jobs))
    return [build for build in plan if build.name not in faults]


def _each(what: str, plan: list[KernelBuild], step: Callable[[KernelBuild], list[str]]) -> dict[str, list[str]]:
    """What a step says of each build that it fails for, by name, shown at once; the rest goes on."""
    faults = {}
    with _bar() as bar:
        task = bar.add_task(what, total=len(plan))
        for build in plan:
            bar.update(task, description=f"{what} {build.name}")
            if found := step(build):
                faults[build.name] = found
                told = "\n  ".join([f"{build.name} fails; its log: {build.log}", *found])
                bar.console.print(told, highlight=False, markup=False)
            bar.advance(task)
    return faults


def _bar() -> Progress:
    return Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
