"""Measure builds of OpenSSL side by side: one process per build; the builds take turns in random order."""

from __future__ import annotations

import json
import pathlib
from collections import defaultdict
from dataclasses import replace

from afterburner_lab.compilers import algorithms, comparing
from afterburner_lab.compilers.builds import Build
from afterburner_lab.compilers.figures import Figures
from afterburner_lab.core import files, paths
from afterburner_lab.core.errors import LabError
from afterburner_lab.core.sides import CONTROL, Side
from afterburner_lab.speed import engine
from afterburner_lab.speed.journal import SUFFIX
from afterburner_lab.speed.plan import Plan

SLICES, SLICE_US, MOST_MS = 11, 700, 60
LOGS = ".logs"


def baseline_of(builds: list[Build], named: str | None) -> str:
    """Return the toolchain that the others are compared with: the newest gcc, unless another is named."""
    there = list(dict.fromkeys(build.toolchain for build in builds))
    if named is not None and named not in there:
        raise LabError(
            f"--baseline {named}: no build by it to compare with; there are builds by {', '.join(there)}"
        )
    gcc = [name for name in there if name.startswith("gcc-")]
    return named or max(gcc, key=lambda name: int(name.removeprefix("gcc-")), default=there[0])


def measure(
    builds: list[Build],
    baseline: str,
    out: pathlib.Path,
    quick: bool,
    runs: int | None,
    command: str,
    progress: bool = True,
) -> Figures:
    """Measure builds of one OpenSSL.

    runs: None for as many as a plan has. An interrupted run whose journal is journal_of(out) is resumed; if this run is
    interrupted, the figures have `complete` false."""
    if len({build.openssl for build in builds}) > 1:
        raise LabError(
            f"only builds of one OpenSSL can be compared; these are of {', '.join(sorted({b.openssl for b in builds}))}"
        )
    book = journal_of(out)
    plan = _plan(builds, baseline, command)
    plan = plan.quick() if quick else plan
    plan = plan if runs is None else replace(plan, runs=runs)
    result = engine.measure(plan, progress=progress, **{"resume" if book.exists() else "journal": book})
    return comparing.figures(result, builds, baseline)


def journal_of(out: pathlib.Path) -> pathlib.Path:
    """Return the path of the journal, which holds measurements while they are made."""
    return out.with_name(out.name + SUFFIX)


def keep_logs(out: pathlib.Path) -> list[str]:
    """Turn a complete run's journal into one log for each run, each with the header; return their names relative to the
    result's folder."""
    book = journal_of(out)
    folder = out.with_name(out.stem + LOGS)
    head, *lines = book.read_text().splitlines()
    by_run: dict[int, list[str]] = defaultdict(list)
    for line in lines:
        by_run[json.loads(line)["run"]].append(line)
    try:
        folder.mkdir(exist_ok=True)
        for old in folder.glob("run-*.jsonl"):
            old.unlink()
    except OSError as e:
        raise LabError(f"{e.filename}: {e.strerror}") from None
    for run, mine in by_run.items():
        files.write_whole(folder / f"run-{run}.jsonl", "\n".join([head, *mine]) + "\n")
    book.unlink()
    return [f"{folder.name}/run-{run}.jsonl" for run in by_run]


def side(build: Build, name: str | None = None, ia32cap: str | None = None) -> Side:
    return Side(name or build.id, legacy=True, libcrypto=str(build.libcrypto), modules=build.modules, ia32cap=ia32cap)


def _plan(builds: list[Build], baseline: str, command: str) -> Plan:
    """Make the plan. The first side is one of the baseline's builds, and also the control."""
    first = next(build for build in builds if build.toolchain == baseline)
    sides = [side(first), *(side(build) for build in builds if build is not first), side(first, CONTROL)]
    return Plan(
        tuple(sides),
        rows=algorithms.ALL,
        slices=SLICES,
        slice_us=SLICE_US,
        most_ms=MOST_MS,
        keys=paths.keys(),
        command=command,
    )
