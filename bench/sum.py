#!/usr/bin/env python3
"""Compare `afterburner sum` with coreutils and `openssl dgst` on the files of folders, with a warm page cache.

Usage: sum.py COMMAND ALGORITHM,... FOLDER...      COMMAND: the path of afterburner; ALGORITHM: sha256, md5 ...

Measures the processor time (user and system) of each program on one core, given all files at once; the programs take
turns in random order, and the median of the rounds counts."""

from __future__ import annotations

import os
import pathlib
import random
import resource
import shutil
import statistics
import subprocess
import sys

ROUNDS = 15


def files_of(folder: str) -> list[str]:
    return sorted(str(p) for p in pathlib.Path(folder).rglob("*") if p.is_file() and not p.is_symlink())


def processor_time(command: list[str]) -> float:
    """Return the command's processor time in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(programs: list[list[str]], files: list[str]) -> list[float]:
    samples: list[list[float]] = [[] for _ in programs]
    for _ in range(ROUNDS):
        for i in random.sample(range(len(programs)), len(programs)):
            samples[i].append(processor_time(programs[i] + files))
    return [statistics.median(s) for s in samples]


def programs_of(command: str, algorithm: str) -> list[list[str]]:
    """List the programs, afterburner first. coreutils has only some of the algorithms."""
    programs = [[command, "sum", "-a", algorithm]]
    if shutil.which(f"{algorithm}sum"):
        programs.append([f"{algorithm}sum"])
    return [*programs, ["openssl", "dgst", f"-{algorithm}"]]


def compare(programs: list[list[str]], files: list[str], size: int) -> None:
    times = measure(programs, files)
    for program, seconds in zip(programs, times):
        print(
            f"  {' '.join(program[-2:]):24} {seconds:8.4f} s {size / seconds * 1e-9:6.2f} GB/s  "
            f"sum is {seconds / times[0]:.2f} times as fast"
        )


def main() -> int:
    if len(sys.argv) < 4:
        print(__doc__, file=sys.stderr)
        return 2
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    for folder in sys.argv[3:]:
        files = files_of(folder)
        size = sum(map(os.path.getsize, files))
        print(f"{folder}: {len(files)} files, {size * 1e-6:.0f} MB")
        for algorithm in sys.argv[2].split(","):
            compare(programs_of(sys.argv[1], algorithm), files, size)
    return 0


if __name__ == "__main__":
    sys.exit(main())
