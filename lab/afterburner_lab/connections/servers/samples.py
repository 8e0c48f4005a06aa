"""Measurements of servers before they are summarised."""

from __future__ import annotations

from dataclasses import dataclass, field

from afterburner_lab.connections.servers.load import Done
from afterburner_lab.connections.servers.machine import CpuTime
from afterburner_lab.connections.work import Work


@dataclass(frozen=True)
class Slice:
    """One load of one side: the client's result, and the CPU time that the server spent on it."""

    done: Done
    cpu: CpuTime

    @property
    def cpu_s(self) -> float:
        """CPU time per operation."""
        return self.cpu.total / self.done.done

    @property
    def seconds(self) -> float:
        """Wall time per operation, over all connections together."""
        return self.done.seconds / self.done.done

    @property
    def client_share(self) -> float:
        return self.done.cpu_seconds / self.done.seconds


@dataclass
class Sample:
    """One kind of connection to one server in one run.

    is_kept: the connections existed before. slices: by side; the same index was measured in the same round. counted: by
    side, the families of which the module counted calls."""

    mode: str
    work: Work
    run: int
    is_kept: bool
    slices: dict[str, list[Slice]] = field(default_factory=dict)
    counted: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Gap:
    """What could not be measured: on every side, since what one side lacks is compared with nothing."""

    mode: str
    work: Work
    reason: str
