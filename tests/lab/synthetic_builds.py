"""Synthetic builds, and figures of them with known truth."""

from __future__ import annotations

import pathlib
from unittest import mock

import synthetic
from afterburner_lab.compilers import comparing
from afterburner_lab.compilers.builds import Build
from afterburner_lab.compilers.figures import Figures
from afterburner_lab.core import metadata
from afterburner_lab.core.driver import Measurement
from afterburner_lab.core.sides import CONTROL, Side
from afterburner_lab.speed import summary
from afterburner_lab.speed.journal import Header, Journal, Record
from afterburner_lab.speed.plan import Key, Plan

MD5, SIGN, RC2 = (
    ("digest", "MD5", "digest", 8192),
    ("signature", "RSA/2048", "sign", None),
    ("cipher", "RC2-128", "encrypt", 8192),
)
LIBRARY = pathlib.Path(__file__)  # its hash is in the figures


def build(toolchain: str = "gcc-12", variant: str = "O3", asm: bool = False, openssl: str = "3.0.22") -> Build:
    return Build(
        f"{openssl}-{toolchain}-{variant}{'' if asm else '-noasm'}",
        openssl,
        "0" * 64,
        toolchain,
        toolchain.split("-")[0],
        f"{toolchain} 12.2.0",
        variant,
        asm,
        f"-{variant}",
        "",
        ("shared",),
        60.0,
        "/log",
        "2026-01-01T00:00:00+00:00",
    )


def figures(
    builds: list[Build],
    gains: dict[tuple[Build, Key], float],
    *,
    baseline: str = "gcc-12",
    noise: float = 0.004,
    runs: int = 5,
    crashed: Build | None = None,
) -> Figures:
    """Make figures in which each build runs every key of `gains` this many times as fast as the first build.

    crashed: a build that has no figures."""
    rng = synthetic.np.random.default_rng(7)
    names = [*(b.id for b in builds), CONTROL]
    plan = Plan(tuple(Side(name) for name in names), runs=runs)
    hello = {
        "libcrypto_version": "3.0.22",
        "libcrypto_path": "/lib/libcrypto.so.3",
        "sides": {name: [{"name": "default", "version": "1", "level": None}] for name in names},
    }
    roles = {builds[0].id: "baseline", CONTROL: "control"}
    book = Journal(
        Header(
            plan,
            "2026-01-01T00:00:00+00:00",
            metadata.machine(synthetic.HZ, None),
            [metadata.describe(side, roles.get(side.name, "candidate"), hello) for side in plan.sides],
        )
    )
    factors = {(b.id, key): gain for (b, key), gain in gains.items()}
    for run in range(1, runs + 1):
        for key in dict.fromkeys(key for _, key in gains):
            parts = [
                Measurement(synthetic.HZ, (_timing(rng, name, key, factors.get((name, key), 1.0), noise, crashed),))
                for name in names
            ]
            book.add(Record(run, key, tuple(parts)))
    with mock.patch.object(Build, "libcrypto", LIBRARY):
        return comparing.figures(summary.summarise(book, True), builds, baseline)


def _timing(rng, name: str, key: Key, gain: float, noise: float, crashed: Build | None):
    if crashed is not None and name == crashed.id:
        return synthetic.Timing(name, error="the driver ended with status -4")
    return synthetic.timing(rng, name, "default", key, synthetic.BASE_NS / gain, noise)
