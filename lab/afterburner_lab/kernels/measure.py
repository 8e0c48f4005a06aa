"""Run bench/builds on several builds, and find the best for each kernel and how far the others are behind."""

from __future__ import annotations

import pathlib
import subprocess
from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from afterburner_lab.core import statistics
from afterburner_lab.core.errors import LabError
from afterburner_lab.kernels.figures import Row

Samples = dict[str, dict[int, list[np.ndarray]]]  # by kernel and build: an array of nanoseconds for each run


def measure(
    host: pathlib.Path, objects: list[pathlib.Path], rows: str, runs: int, rounds: int, seed: int
) -> Iterator[Samples]:
    """Run all builds; yield all samples so far after each run.

    Every run is a new process with another order. Raises LabError if builds return different results."""
    samples: Samples = defaultdict(lambda: defaultdict(list))
    for run in range(runs):
        command: list[str | pathlib.Path] = [
            host,
            "--rows",
            rows,
            "--rounds",
            str(rounds),
            "--seed",
            str(seed + run + 1),
            *objects,
        ]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode != 0:
            raise LabError(
                f"{(done.stderr.strip() or 'bench/builds ended badly').splitlines()[-1]} "
                f"({', '.join(f'{i} is {path}' for i, path in enumerate(objects))})"
            )
        for line in done.stdout.splitlines():
            kernel, build, *ns = line.split(",")
            samples[kernel][int(build)].append(np.array(ns, float))
        yield samples


def compare(samples: Samples, names: list[str], seed: int) -> list[Row]:
    """Compare by kernel and build. names: of the builds, in the order in which they were measured."""
    return [row for kernel in sorted(samples) for row in _of_kernel(kernel, samples[kernel], names, seed)]


def _of_kernel(kernel: str, samples: dict[int, list[np.ndarray]], names: list[str], seed: int) -> list[Row]:
    times = {build: statistics.median(runs, seed).value for build, runs in samples.items()}
    best = min(times, key=times.__getitem__)
    behind = {build: statistics.ratio(runs, samples[best], seed) for build, runs in samples.items()}
    return [Row(kernel, names[build], times[build], *behind[build], build == best) for build in sorted(samples)]
