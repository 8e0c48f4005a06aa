"""The processor's limits as the driver measures them (lab/native/measure/limits.h), and the median of several runs."""

from __future__ import annotations

import statistics

from afterburner_lab.core.driver import Driver

Limits = dict[str, dict]  # name: {"value": number, "unit": text, "what": text}


def measure(driver: Driver, level: str | None = None) -> Limits:
    """Measure once, which takes some tenths of a second. level: excludes the instruction sets above it."""
    return driver.ask("limits" if level is None else f"limits cpu={level}")["limits"]


def median(runs: list[Limits]) -> Limits:
    """Return each limit's median over the runs that have it."""
    merged = {name: limit for run in reversed(runs) for name, limit in run.items()}
    return {
        name: {**limit, "value": statistics.median(run[name]["value"] for run in runs if name in run)}
        for name, limit in merged.items()
    }


def text(limit: dict) -> str:
    """Format the value with its unit."""
    if limit["unit"] == "Hz":
        return f"{limit['value'] / 1e9:.3f} GHz"
    return f"{limit['value']:.2f} {limit['unit']}"
