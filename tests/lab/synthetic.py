"""Synthetic results with known truth: random samples, processed by the code that processes measured ones."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from afterburner_lab.core import metadata
from afterburner_lab.core.driver import Measurement, Timing
from afterburner_lab.core.sides import BASELINE, CANDIDATE, CONTROL, Side
from afterburner_lab.speed import summary
from afterburner_lab.speed.journal import Header, Journal, Record
from afterburner_lab.speed.plan import Key, Plan
from afterburner_lab.speed.results import Result

HZ = 3e9
BASE_NS = 1000.0
ROLES = {BASELINE: "baseline", CANDIDATE: "candidate", CONTROL: "control"}


def rows(number: int = 20) -> list[Key]:
    """Make the keys of this many rows: AES-1-GCM and so on, at 1024 bytes."""
    return [("cipher", f"AES-{i}-GCM", "encrypt", 1024) for i in range(1, number + 1)]


def result(
    gains: dict[Key, float],
    *,
    module: Path,
    seed: int = 1,
    noise: float = 0.005,
    slower: float = 1.0,
    runs: int = 5,
    settings: dict[str, str] | None = None,
    libcrypto: str = "3.0.0",
    provider: str = CANDIDATE,
    machine: dict | None = None,
    complete: bool = True,
    providers: dict[Key, str] | None = None,
) -> Result:
    """Make a result in which each row has this gain over the default provider, apart from relative noise.

    slower: a factor on all times of this machine. providers: the candidate's provider in a row, where it is not
    `provider`."""
    rng = np.random.default_rng(seed)
    sides = (Side(BASELINE), Side(CANDIDATE, module, settings or {}), Side(CONTROL))
    plan = Plan(sides, runs=runs, seed=seed)
    book = Journal(
        Header(
            plan,
            f"2026-01-{seed:02}T00:00:00+00:00",
            machine or metadata.machine(HZ, None),
            [metadata.describe(s, ROLES[s.name], _hello(s, libcrypto)) for s in sides],
        )
    )
    for run in range(1, runs + 1):
        for key, gain in gains.items():
            served = {BASELINE: "default", CONTROL: "default", CANDIDATE: (providers or {}).get(key, provider)}
            timings = [
                timing(rng, side, served[side], key, BASE_NS * slower / (gain if side == CANDIDATE else 1), noise)
                for side in (BASELINE, CANDIDATE, CONTROL)
            ]
            book.add(Record(run, key, (Measurement(HZ, tuple(timings)),)))
    return summary.summarise(book, complete)


def _hello(side: Side, libcrypto: str) -> dict:
    loaded = {"name": side.provider, "version": "1", "level": None if side.module is None else "avx512+vaes"}
    return {
        "sides": {side.name: [loaded]},
        "libcrypto_version": libcrypto,
        "libcrypto_path": f"/lib/libcrypto-{libcrypto}.so",
    }


def timing(rng: np.random.Generator, side: str, provider: str, key: Key, ns: float, noise: float) -> Timing:
    level = ns * rng.lognormal(0, noise)
    samples = tuple(float(x) for x in level * rng.lognormal(0, noise, 9))
    return Timing(side, provider=provider, bytes=key[3] or 0, per_slice=100, ns=samples)
