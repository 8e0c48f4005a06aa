"""`compilers --kernels`: the project's own kernels, built by several compilers, tested or measured."""

from __future__ import annotations

import pathlib
import sys
from collections.abc import Callable

import typer
from rich.console import Console
from rich.progress import Progress

from afterburner_lab.core import metadata, options, terminal
from afterburner_lab.core.driver import Driver
from afterburner_lab.core.errors import LabError
from afterburner_lab.core.sides import BASELINE, Side
from afterburner_lab.kernels import builds, figures, measure, show
from afterburner_lab.kernels.builds import KernelBuild
from afterburner_lab.kernels.figures import Figures

ROUNDS = 15


def test(plan: list[KernelBuild], jobs: int) -> None:
    """Test the builds. Exit with status 1 if a build, or a test in one, fails."""
    made = _make(plan, builds.TESTS, jobs)
    faults = _each("testing", made, lambda build: build.test(jobs))
    print(
        f"the tests of the kernels pass in {len(made) - len(faults)} of {len(plan)} builds: "
        f"{', '.join(b.name for b in made if b.name not in faults)}"
    )
    if len(made) - len(faults) < len(plan):
        raise typer.Exit(1)


def compare(
    plan: list[KernelBuild],
    rows: str,
    runs: int,
    json: pathlib.Path | None,
    csv: pathlib.Path | None,
    jobs: int,
    command: str,
    seed: int = 1,
) -> None:
    """Measure the builds. command: reproduces the result.

    Exit with status 1 if a build fails; the others are measured. If the run is interrupted, show what was measured so
    far."""
    host, made = builds.host(), _make(plan, builds.ROWS, jobs)
    if not made:
        raise LabError("no build of the kernels succeeded: nothing to measure")
    settings = {"rows": rows, "runs": runs, "rounds": ROUNDS, "seed": seed}
    found = Figures(
        metadata.now(), command, settings, metadata.machine(_clock(), None), [build.side() for build in made], []
    )
    samples, found.complete = _measured(host, made, settings)
    found.rows = measure.compare(samples, found.names(), seed)
    show.show(found, terminal.console())
    if json is not None:
        figures.save_json(found, json)
    if csv is not None:
        figures.save_csv(found, csv)
    if not found.complete:
        raise typer.Exit(options.INTERRUPTED)
    if len(made) < len(plan):
        raise typer.Exit(1)


def _clock() -> float:
    """Return the clock of a core, as a driver measures it."""
    with Driver([Side(BASELINE)]) as driver:
        return driver.hello()["clock_hz"]


def _measured(host: pathlib.Path, made: list[KernelBuild], settings: dict) -> tuple[measure.Samples, bool]:
    """Return the samples and whether they are complete; an interruption during the first run is raised."""
    samples: measure.Samples = {}
    with _bar() as bar:
        all_runs = measure.measure(host, [build.rows for build in made], **settings)
        try:
            for so_far in bar.track(all_runs, settings["runs"], description="measuring"):
                samples = so_far
        except KeyboardInterrupt:
            if not samples:
                raise
            return samples, False
    return samples, True


def _make(plan: list[KernelBuild], target: str, jobs: int) -> list[KernelBuild]:
    """Build a target; return the builds that have it then."""
    faults = _each("building", plan, lambda build: build.make(target, jobs))
    return [build for build in plan if build.name not in faults]


def _each(what: str, plan: list[KernelBuild], step: Callable[[KernelBuild], list[str]]) -> dict[str, list[str]]:
    """Run a step for each build; print the output of failed ones at once, by name, and continue with the rest."""
    faults = {}
    with _bar() as bar:
        task = bar.add_task(what, total=len(plan))
        for build in plan:
            bar.update(task, description=f"{what} {build.name}")
            if found := step(build):
                faults[build.name] = found
                told = "\n  ".join([f"{build.name} failed; its log: {build.log}", *found])
                bar.console.print(told, highlight=False, markup=False)
            bar.advance(task)
    return faults


def _bar() -> Progress:
    return Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
