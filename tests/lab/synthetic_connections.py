"""Synthetic results of `connections` with known truth."""

from __future__ import annotations

from dataclasses import replace

from afterburner_lab.connections.results import BULK, FULL, RESUMED, Result, Row
from afterburner_lab.core import metadata
from afterburner_lab.core.sides import BASELINE, CANDIDATE, CONTROL
from afterburner_lab.speed.results import ALL_RUNS

HZ = 3e9
SIDES = {BASELINE: "baseline", CANDIDATE: "candidate", CONTROL: "control"}
PAIRS = (("RSA-2048", "X25519"), ("RSA-4096", "X25519"), ("P-256", "X25519"), ("P-384", "P-384"), ("Ed25519", "X25519"))


def row(
    side: str,
    what: str = FULL,
    *,
    mode: str = "memory",
    version: str = "TLSv1.3",
    certificate: str = "P-256",
    group: str = "X25519",
    cipher: str = "AES-128-GCM",
    connections: int = 32,
    size: int | None = None,
    cost: float = 2e-4,
    gain: float = 2.0,
    **more,
) -> Row:
    """Make a row. cost: the baseline's CPU seconds for an operation; gain: the candidate's speed relative to that."""
    ratio = gain if side == CANDIDATE else 1.0
    cpu = cost / ratio
    served = CANDIDATE if side == CANDIDATE else "default"
    return Row(
        mode=mode,
        what=what,
        version=version,
        certificate=certificate,
        group=group,
        cipher=cipher,
        connections=connections,
        bytes=size,
        side=side,
        run=ALL_RUNS,
        value=1 / cpu if size is None else size / cpu / 1e6,
        unit="handshakes/s" if size is None else "MB/s",
        cpu_s=cpu,
        cycles=cpu * HZ,
        libcrypto="3.0.0",
        ratio=ratio,
        ratio_low=ratio * 0.99,
        ratio_high=ratio * 1.01,
        overhead=0.004,
        path={"exchange": served, "signature": served, "cipher": served, "digest": served},
        **more,
    )


def rows() -> list[Row]:
    """Make the five pairs, full and resumed, one of them at every concurrency, and bulk data; Ed25519 has no gain."""
    made = []
    for side in SIDES:
        made += [
            row(
                side,
                FULL,
                version=version,
                certificate=certificate,
                group=group,
                cost=1e-4 * (1 + i),
                gain=1.0 if certificate == "Ed25519" else 2.0 + i,
            )
            for i, (certificate, group) in enumerate(PAIRS)
            for version in ("TLSv1.2", "TLSv1.3")
        ]
        made += [row(side, RESUMED, version=version, cost=5e-5, gain=1.2) for version in ("TLSv1.2", "TLSv1.3")]
        made += [row(side, FULL, connections=n, cost=1e-4 + 1e-7 * n) for n in (1, 64, 128, 256)]
        made += [
            row(side, BULK, cipher=cipher, size=size, connections=1, cost=1e-7 + 1e-9 * size, gain=1.5)
            for cipher in ("AES-128-GCM", "CHACHA20-POLY1305")
            for size in (64, 1350, 16384)
        ]
    return made


def result(made: list[Row] | None = None, **parts) -> Result:
    """Make a result. made: the rows of all runs together; each run gets the same figures. parts: profile, capacity,
    classic."""
    summed = rows() if made is None else made
    of_runs = [replace(row, run=run, samples=[row.cpu_s, row.cpu_s]) for row in summed for run in range(1, 6)]
    sides = [
        {
            "name": name,
            "role": role,
            "provider": CANDIDATE if name == CANDIDATE else "default",
            "version": "1",
            "level": None,
            "workers": None,
            "module": None,
            "module_sha256": None,
            "settings": {},
            "libcrypto": "3.0.0",
            "libcrypto_path": "/lib/libcrypto.so.3",
            "ia32cap": None,
        }
        for name, role in SIDES.items()
    ]
    return Result(
        created="2026-01-01T00:00:00+00:00",
        command="afterburner-lab connections",
        settings={"runs": 5, "seed": 1, "libcrypto": "libcrypto.so.3"},
        machine=metadata.machine(HZ, None),
        sides=sides,
        control={"median": 1.0, "low": 0.99, "high": 1.01, "threshold": 0.02},
        rows=of_runs + summed,
        skipped=[],
        **parts,
    )
