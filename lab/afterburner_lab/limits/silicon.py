"""The limits as the formulas of bounds.py use them: the rate of each execution unit, at its best width."""

from __future__ import annotations

import math
from dataclasses import dataclass

WIDTHS = (128, 256, 512)


class NotMeasured(Exception):
    """This processor has no such unit, or this result does not contain its speed."""


@dataclass(frozen=True)
class Bound:
    """The least cycles of one operation. unit: the part of the processor that sets them."""

    cycles: float
    unit: str


def slowest(*bounds: Bound) -> Bound:
    """Return the bound of parts that may run in parallel."""
    return max(bounds, key=lambda b: b.cycles)


def in_turn(*bounds: Bound) -> Bound:
    """Return the bound of parts that each wait for the one before; named after the longest."""
    return Bound(sum(b.cycles for b in bounds), slowest(*bounds).unit)


class Silicon:
    """limits: as in a result."""

    def __init__(self, limits: dict):
        self._limits = limits

    def value(self, name: str) -> float:
        if name not in self._limits:
            raise NotMeasured(name)
        return self._limits[name]["value"]

    def first_of(self, *names: str) -> float:
        """Return the first of these limits that is known."""
        return self.value(next((name for name in names if name in self._limits), names[-1]))

    def has(self, *names: str) -> bool:
        return all(name in self._limits for name in names)

    def cycles(self, name: str, pieces: float, lane_bits: int, unit: str) -> Bound:
        """Return the cycles of `pieces` independent pieces of lane_bits each, at NAME_128, NAME_256 or NAME_512
        instructions per cycle, whichever width needs least. A partly filled vector takes as long as a full one."""
        return Bound(min(math.ceil(pieces / (width // lane_bits)) / rate for width, rate in self._widths(name)), unit)

    def cycles_of_blocks(self, name: str, blocks: int, unit: str) -> Bound:
        """Like `cycles`, for a limit that counts blocks of 128 bits instead of instructions."""
        return Bound(
            min(-(-blocks // (width // 128)) * (width // 128) / rate for width, rate in self._widths(name)), unit
        )

    def latency(self, name: str) -> float:
        """Return the cycles of one instruction, at the width with the shortest latency."""
        return min(latency for _, latency in self._widths(name))

    def _widths(self, name: str) -> list[tuple[int, float]]:
        """Return the widths at which this processor has a unit, with the limit of each."""
        found = [(width, self.value(f"{name}_{width}")) for width in WIDTHS if self.has(f"{name}_{width}")]
        if not found:
            raise NotMeasured(name)
        return found
