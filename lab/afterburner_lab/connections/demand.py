"""The demand of a site, in the syntax of --plan: "20000 full, 80000 resumed, 40 Gbit/s"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from afterburner_lab.core.errors import LabError

FULL, RESUMED, TRAFFIC = "full", "resumed", "traffic"
FORM = (
    '"20000 full, 80000 resumed, 40 Gbit/s": handshakes per second (with k, M or G) and traffic (Gbit/s, MB/s)'
)

_COUNTS = {"": 1, "k": 1e3, "M": 1e6, "G": 1e9}
_BYTES = {
    f"{prefix}{unit}/s": factor / bits
    for unit, bits in (("bit", 8), ("B", 1))
    for prefix, factor in (*_COUNTS.items(), ("T", 1e12))
}
_PART = re.compile(r"(\d++(?:\.\d++)?+)\s*(\S+)(?:\s+(\S+))?", re.ASCII)


@dataclass(frozen=True)
class Demand:
    """The work of all servers in a second: full handshakes, resumed ones, and bytes of bulk data."""

    full: float = 0.0
    resumed: float = 0.0
    bytes: float = 0.0


def parse(text: str) -> Demand:
    """Parse a plan: each kind at most once, and at least one. Raises LabError otherwise."""
    found: dict[str, float] = {}
    for part in (word.strip() for word in text.split(",")):
        kind, amount = _part(part)
        if kind in found:
            raise LabError(f"--plan: {kind} is there twice; one figure for each, as in {FORM}")
        found[kind] = amount
    if not any(found.values()):
        raise LabError(f"--plan: nothing to serve ; the form is a figure above 0, as in {FORM}")
    return Demand(found.get(FULL, 0.0), found.get(RESUMED, 0.0), found.get(TRAFFIC, 0.0))


def _part(part: str) -> tuple[str, float]:
    """Parse one part of the plan: its kind, and how much per second, in handshakes or in bytes."""
    found = _PART.fullmatch(part)
    if found is None:
        raise LabError(f"--plan: {part!r} is not understood ; the form is {FORM}")
    number, unit, kind = float(found[1]), found[2], found[3]
    if kind is None and unit in (FULL, RESUMED):
        unit, kind = "", unit
    if kind is None and unit in _BYTES:
        return TRAFFIC, number * _BYTES[unit]
    if kind in (FULL, RESUMED) and unit in _COUNTS:
        return kind, number * _COUNTS[unit]
    raise LabError(f"--plan: {part!r}: {_fault(unit, kind)} ; the form is {FORM}")


def _fault(unit: str, kind: str | None) -> str:
    if kind is None:
        return f"{unit!r} is neither {FULL}, {RESUMED} nor a unit of traffic"
    return f"{kind!r} is neither {FULL} nor {RESUMED}" if kind not in (FULL, RESUMED) else f"{unit!r} is no multiple"
