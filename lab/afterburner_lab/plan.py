"""What a run of the lab measures, and how long it takes over each piece."""
from __future__ import annotations

import pathlib
from dataclasses import dataclass

from afterburner_lab.sides import Side

SIZES = (16, 64, 256, 1350, 8192, 16384)
CLASSIC_SIZES = (256, 512, 1024, 2048, 4096, 8192, 16384)


@dataclass(frozen=True)
class Plan:
    """sides: the first is the baseline of every ratio. patterns: algorithms (globs, any case) or kinds; empty: all that any
    side offers. operations: empty: all. runs: each a new process. slices: rounds a run, each of slice_us microseconds a side;
    most_ms: what one measurement may take in all, fewer rounds if need be. threads: above 1, throughput of that many
    threads together. keys: where generated keys are kept between runs. command: reproduces it."""
    sides: tuple[Side, ...]
    patterns: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()
    sizes: tuple[int, ...] = SIZES
    runs: int = 5
    slices: int = 9
    slice_us: int = 300
    most_ms: int = 200
    threads: int = 1
    libcrypto: str = "libcrypto.so.3"
    seed: int = 1
    preset: str | None = None
    keys: pathlib.Path | None = None
    command: str = "afterburner-lab speed"
