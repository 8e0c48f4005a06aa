"""What `connections --servers` measures: the sides, the servers, and the connections that each server serves."""

from __future__ import annotations

from dataclasses import dataclass, replace

from afterburner_lab.connections.servers import points
from afterburner_lab.connections.servers.program import Program
from afterburner_lab.connections.servers.server import Server
from afterburner_lab.connections.work import Work
from afterburner_lab.core.sides import Side


@dataclass(frozen=True)
class Plan:
    """The plan.

    sides: the first is the baseline. servers: kinds, each with its program. works: what each must do. runs: fresh
    starts. slices: rounds in a run, each of slice_ms milliseconds for each side. openssl: the command that makes the
    certificates. command: reproduces it."""

    sides: tuple[Side, ...]
    servers: tuple[tuple[type[Server], Program], ...]
    works: tuple[Work, ...]
    openssl: Program
    runs: int = 5
    slices: int = 3
    slice_ms: int = 250
    libcrypto: str = "libcrypto.so.3"
    seed: int = 1
    command: str = "afterburner-lab connections"

    def quick(self) -> Plan:
        """Return the same plan in a third of the time, with wider intervals."""
        return replace(self, runs=3, slices=2, slice_ms=200)

    def tasks(self) -> list[tuple[type[Server], Work]]:
        return [(server, work) for server, _ in self.servers for work in points.fitted(list(self.works), server)]
