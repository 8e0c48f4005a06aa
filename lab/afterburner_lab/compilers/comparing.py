"""Turn measurements of builds into figures: each build against the baseline toolchain, each variant against -O3."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass

import numpy as np

from afterburner_lab.compilers import algorithms
from afterburner_lab.compilers.builds import Build
from afterburner_lab.compilers.figures import Figures, Ratio, Row
from afterburner_lab.core import metadata, statistics
from afterburner_lab.speed.plan import Key
from afterburner_lab.speed.results import ALL_RUNS, Result
from afterburner_lab.speed.results import Row as Measured

PLAIN = "O3"  # the variant that gains of the others are relative to


@dataclass(frozen=True)
class Samples:
    """Nanoseconds per operation, slice by slice, of each run of one build."""

    runs: dict[int | str, np.ndarray]

    def ratio(self, base: Samples, over: str, result: Result) -> Ratio | None:
        """Return the ratio of speeds, over the runs that both have; None if there are none."""
        both = [run for run in self.runs if run in base.runs]
        if not both:
            return None
        mine, others = ([samples.runs[run] for run in both] for samples in (self, base))
        interval = statistics.ratio(others, mine, result.settings["seed"])
        verdict = statistics.is_change(
            interval, result.control["threshold"], min(sum(map(len, runs)) for runs in (mine, others))
        )
        return Ratio(over, *interval, verdict)


def figures(result: Result, builds: list[Build], baseline: str) -> Figures:
    """Make the figures. result: its sides are the builds' ids, and the control. baseline: the toolchain that speed-ups
    are relative to."""
    sides = [_side(side, build) for side in result.sides for build in builds if build.id == side["name"]]
    gone = {(s["kind"], s["algorithm"], s["operation"]) for s in result.skipped}
    known = {row.key for row in result.rows}
    absent = [algorithms.title(key) for key in algorithms.ALL if key not in known and key[:3] not in gone]
    return Figures(
        created=result.created,
        command=result.command,
        openssl=builds[0].openssl,
        baseline=baseline,
        settings=result.settings,
        machine=result.machine,
        sides=sides,
        control=result.control,
        rows=list(_rows(result, builds, baseline)),
        absent=absent,
        skipped=result.skipped,
        complete=result.complete,
    )


def _side(side: dict, build: Build) -> dict:
    """Describe a build, and the libcrypto that was loaded."""
    made = {**asdict(build), "options": " ".join(build.options), "configuration": build.configuration}
    return {
        "name": build.id,
        **{k: v for k, v in made.items() if k not in ("id", "created")},
        "built": build.created,
        **{name: side[name] for name in ("libcrypto", "libcrypto_path")},
        "libcrypto_sha256": metadata.sha256(build.libcrypto),
        "libcrypto_bytes": build.libcrypto.stat().st_size,
    }


def _rows(result: Result, builds: list[Build], baseline: str) -> Iterator[Row]:
    """Yield the rows by algorithm, in the order of algorithms.ALL, and then by build."""
    samples: dict[tuple[str, Key], dict[int | str, np.ndarray]] = {}
    for row in result.rows:
        if row.run != ALL_RUNS:
            samples.setdefault((row.side, row.key), {})[row.run] = np.array(row.samples)
    summed = {(row.side, row.key): row for row in result.summary()}
    for key in algorithms.ALL:
        found = {build.id: Samples(samples[build.id, key]) for build in builds if (build.id, key) in summed}
        for build in (build for build in builds if build.id in found):
            speedup, gain = (
                found[build.id].ratio(found[other], other, result) if other in found else None
                for other in (_same_configuration(build, builds, baseline), _plain(build, builds))
            )
            yield _row(summed[build.id, key], build, speedup, gain, found[build.id])


def _row(measured: Measured, build: Build, speedup: Ratio | None, gain: Ratio | None, samples: Samples) -> Row:
    same = (
        "kind",
        "algorithm",
        "operation",
        "bytes",
        "provider",
        "value",
        "unit",
        "ns_per_op",
        "cycles_per_op",
        "outliers",
    )
    return Row(
        **{name: getattr(measured, name) for name in same},
        build=build.id,
        speedup=speedup,
        gain=gain,
        samples=sum(map(len, samples.runs.values())),
    )


def _same_configuration(build: Build, builds: list[Build], baseline: str) -> str | None:
    """Find the baseline toolchain's build of the same configuration, if it is another build."""
    like = (baseline, build.configuration)
    return next((b.id for b in builds if (b.toolchain, b.configuration) == like and b is not build), None)


def _plain(build: Build, builds: list[Build]) -> str | None:
    """Find the same toolchain's build with plain -O3, if it is another build."""
    like = (build.toolchain, build.asm, PLAIN)
    return next((b.id for b in builds if (b.toolchain, b.asm, b.variant) == like and b is not build), None)
