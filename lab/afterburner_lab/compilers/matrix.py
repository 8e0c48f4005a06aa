"""Select the wanted builds and make all of them, several at once. One failure does not stop the rest."""

from __future__ import annotations

import itertools
import threading
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field

from afterburner_lab.compilers import recipe
from afterburner_lab.compilers.builds import Build
from afterburner_lab.compilers.progress import Progress
from afterburner_lab.compilers.recipe import Spec
from afterburner_lab.compilers.sources import Source
from afterburner_lab.compilers.steps import BuildFailed, Steps, Stopped
from afterburner_lab.compilers.toolchains import Toolchain
from afterburner_lab.compilers.variants import Variant


@dataclass(frozen=True)
class Plan:
    """What to build. specs: in this order. skipped: what cannot be built here, and why."""

    specs: tuple[Spec, ...]
    skipped: tuple[tuple[str, str], ...]


@dataclass
class Outcome:
    built: list[Build] = field(default_factory=list)
    failed: list[tuple[Spec, BuildFailed]] = field(default_factory=list)


def plan(sources: list[Source], toolchains: list[Toolchain], variants: list[Variant], asm: tuple[bool, ...]) -> Plan:
    """Plan every combination. The plain comparison of all toolchains comes first, so that an interrupted run has
    something."""
    specs, skipped = [], []
    for source, variant, with_asm, toolchain in itertools.product(sources, variants, asm, toolchains):
        spec = Spec(source, toolchain, variant, with_asm)
        if (why := variant.obstacle(toolchain)) is None:
            specs.append(spec)
        else:
            skipped.append((spec.id, why))
    return Plan(tuple(specs), tuple(skipped))


def run(specs: tuple[Spec, ...], jobs: int, progress: Progress) -> Outcome:
    """Make the builds that do not exist yet, on `jobs` processors together.

    An interruption ends the running ones, and is raised again."""
    todo = [spec for spec in specs if not spec.is_built()]
    workers = max(1, min(jobs, len(todo)))
    outcome, stop = Outcome(), threading.Event()
    with ThreadPoolExecutor(workers) as pool:
        running = {pool.submit(_make, spec, stop, max(1, jobs // workers), progress): spec for spec in todo}
        try:
            for future in as_completed(running):
                _note(running[future], future, outcome, progress)
        except BaseException:
            stop.set()
            pool.shutdown(cancel_futures=True)
            raise
    outcome.built = [spec.build() for spec in specs if spec.is_built()]
    return outcome


def _make(spec: Spec, stop: threading.Event, jobs: int, progress: Progress) -> Build:
    if stop.is_set():
        raise Stopped
    steps = Steps(spec.log, stop, lambda step: progress.at(spec, step))
    return recipe.make(spec, steps, jobs)


def _note(spec: Spec, future: Future, outcome: Outcome, progress: Progress) -> None:
    try:
        build = future.result()
    except BuildFailed as failure:
        outcome.failed.append((spec, failure))
        progress.failed(spec, failure)
    else:
        progress.done(spec, build)
