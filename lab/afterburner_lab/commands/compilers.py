"""`compilers`: one OpenSSL built by several compilers."""

from __future__ import annotations

import os
import pathlib
import shlex
import sys
from typing import Annotated

import typer

from afterburner_lab.compilers import builds, listing, matrix, needs, package, run, sources, toolchains, variants
from afterburner_lab.compilers.builds import Build
from afterburner_lab.compilers.matrix import Outcome, Plan
from afterburner_lab.compilers.progress import Progress
from afterburner_lab.compilers.run import Wish
from afterburner_lab.compilers.sources import Source
from afterburner_lab.compilers.toolchains import Toolchain
from afterburner_lab.core import options, terminal
from afterburner_lab.core.errors import LabError
from afterburner_lab.kernels import builds as kernel_builds
from afterburner_lab.kernels import run as kernel_run
from afterburner_lab.kernels.builds import KernelBuild
from afterburner_lab.speed import outputs

ALL = "all"
RUNS = 5  # for --kernels
ASM = {"with": (True,), "without": (False,), "both": (True, False)}

Release = Annotated[str, typer.Option("--openssl", metavar="N,N", help="Releases of OpenSSL: 3.0, 3.5, 4.0.")]
Own = Annotated[
    pathlib.Path | None,
    typer.Option("--source", metavar="FILE", help="An archive of OpenSSL's source to build, instead of a release."),
]
Toolchains = Annotated[
    str | None,
    typer.Option(
        "--toolchain",
        metavar="NAME,NAME",
        help="gcc-N, clang-N, zig, or all that are installed; by default the newest gcc and the newest clang.",
    ),
]
Variants = Annotated[
    str, typer.Option("--variant", metavar="NAME,NAME", help=f"Of {', '.join(variants.VARIANTS)}; or all.")
]
Asm = Annotated[str, typer.Option("--asm", metavar="WHICH", help="With OpenSSL's assembly, without, or both.")]
Jobs = Annotated[int | None, typer.Option(metavar="N", min=1, help="Number of processors to build on (all).")]
Install = Annotated[
    bool, typer.Option("--install", help="Install the compilers and tools that are missing, by apt-get.")
]
List = Annotated[bool, typer.Option("--list", help="Show toolchains, variants and existing builds, and exit.")]
Package = Annotated[
    str | None, typer.Option("--package", metavar="BUILD", help="Pack a build as a relocatable archive, and exit.")
]
BuildOnly = Annotated[bool, typer.Option("--build-only", help="Measure nothing.")]
Baseline = Annotated[
    str | None, typer.Option(metavar="NAME", help="The toolchain that speed-ups are relative to (newest gcc).")
]
Quick = Annotated[bool, typer.Option("--quick", help="3 runs with fewer and shorter slices, and so wider intervals.")]
Output = Annotated[pathlib.Path | None, typer.Option(metavar="FILE", help="The archive: .tar.zst, .tar.xz or .tar.gz.")]
Kernels = Annotated[bool, typer.Option("--kernels", help="Build all of Afterburner's own kernels instead of OpenSSL.")]
Levels = Annotated[
    str, typer.Option(metavar="N,N", help="With --kernels: levels of optimisation (0, 1, 2, 3, s, g).")
]
Test = Annotated[
    bool, typer.Option("--test", help="With --kernels: run the tests of the kernels in every build, and exit.")
]
Rows = Annotated[str, typer.Option(metavar="GLOB", help="With --kernels: only these names, such as 'aes/gcm_*'.")]


def register(app: typer.Typer) -> None:
    app.command()(compilers)


def compilers(
    openssl: Release = "3.0",
    source: Own = None,
    toolchain: Toolchains = None,
    variant: Variants = "O3",
    asm: Asm = "both",
    jobs: Jobs = None,
    install: Install = False,
    show: List = False,
    package_: Package = None,
    output: Output = None,
    build_only: BuildOnly = False,
    baseline: Baseline = None,
    runs: options.Runs = None,
    quick: Quick = False,
    json: options.Json = None,
    csv: options.Csv = None,
    kernels: Kernels = False,
    levels: Levels = "2,3",
    test: Test = False,
    rows: Rows = "*",
) -> None:
    """Build OpenSSL with several compilers and flags, keep the builds in the cache until they are removed, and measure
    them.

    A build that fails is shown with the end of its log, and a build whose output differs from the others' is not timed;
    the other builds continue, and the exit status is 1."""
    jobs = jobs or len(os.sched_getaffinity(0))
    command = shlex.join(["afterburner-lab", *sys.argv[1:]])
    if kernels:
        needs.require(_words(toolchain or ""), install)
        _kernels(
            kernel_builds.plan(_toolchains(toolchain), _words(levels)),
            test,
            rows,
            runs or RUNS,
            json,
            csv,
            jobs,
            command,
        )
    elif show:
        listing.show(terminal.console())
    elif package_ is not None:
        _package(builds.named(package_), output)
    else:
        if output is not None:
            raise LabError(f"--output {output}: goes with --package BUILD")
        plan = _plan(openssl, source, toolchain, variant, asm, install)
        wish = Wish(baseline, runs, quick, json, csv, command)
        options.outputs(json, csv)
        wish.check(
            list(dict.fromkeys(spec.toolchain.name for spec in plan.specs)), len({spec.source for spec in plan.specs})
        )
        outcome = _build(plan, jobs)
        results = [] if build_only else run.run(outcome.built, wish)
        if not all(result.complete for result in results):
            raise typer.Exit(options.INTERRUPTED)
        if outcome.failed or any(outputs.are_wrong(result.skipped) for result in results):
            raise typer.Exit(1)


def _kernels(
    plan: list[KernelBuild],
    test: bool,
    rows: str,
    runs: int,
    json: pathlib.Path | None,
    csv: pathlib.Path | None,
    jobs: int,
    command: str,
) -> None:
    options.outputs(json, csv)
    if test:
        kernel_run.test(plan, jobs)
    else:
        kernel_run.compare(plan, rows, runs, json, csv, jobs, command)


def _plan(
    openssl: str, source: pathlib.Path | None, toolchain: str | None, variant: str, asm: str, install: bool
) -> Plan:
    if asm not in ASM:
        raise LabError(f"--asm {asm}: {', '.join(ASM)} is expected")
    chosen = variants.find(list(variants.VARIANTS) if variant == ALL else _words(variant))
    needs.require(_words(toolchain or ""), install)
    return matrix.plan(_sources(openssl, source), _toolchains(toolchain), chosen, ASM[asm])


def _sources(openssl: str, source: pathlib.Path | None) -> list[Source]:
    return [sources.own(source)] if source is not None else [sources.fetch(release) for release in _words(openssl)]


def _toolchains(names: str | None) -> list[Toolchain]:
    if names is not None and names != ALL:
        return toolchains.find(_words(names))
    found = (
        toolchains.find() if names == ALL else [t for f in ("gcc", "clang") if (t := toolchains.newest(f)) is not None]
    )
    if not found:
        raise LabError("no gcc and no clang here; fix: scripts/bootstrap.sh build")
    return found


def _words(text: str) -> list[str]:
    return [word for word in (w.strip() for w in text.split(",")) if word]


def _build(plan: Plan, jobs: int) -> Outcome:
    """Print what is skipped, which builds there are at the end, and which failed."""
    for name, why in plan.skipped:
        typer.echo(f"{name} skipped: {why}", err=True)
    lacking = sum(not spec.is_built() for spec in plan.specs)
    with Progress(lacking) as progress:
        outcome = matrix.run(plan.specs, jobs, progress)
    listing.show_builds(outcome.built, terminal.console())
    for spec, failure in outcome.failed:
        typer.echo(
            f"\n{spec.id} failed while {failure.step}; the whole log: {spec.log}\n  " + "\n  ".join(failure.tail),
            err=True,
        )
    return outcome


def _package(build: Build, output: pathlib.Path | None) -> None:
    archive = output or package.default_name(build)
    options.outputs(archive)
    package.write(build, archive)
    print(
        f"{archive}: {archive.stat().st_size / 1e6:.1f} MB; unpack it anywhere, then "
        f"openssl-{build.id}/bin/openssl version"
    )
