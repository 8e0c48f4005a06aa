"""Calculate the cores and servers for a demand, without and with Afterburner, from the measured cost of a connection
and of a byte. The calculation is simple: costs of one core add up, and a share of each server's cores is kept free.

ASSUMPTIONS states what it leaves out. It contains no watts or prices: processor time is measured, and the share of it
that is saved is the share of whatever a core's time costs."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from afterburner_lab.connections.demand import Demand
from afterburner_lab.core.statistics import Interval

CORES_PER_SERVER, HEADROOM = 32, 0.4
HANDSHAKES = tuple(10.0**n for n in range(3, 10))  # per second: from a site to the whole internet
TRAFFIC = tuple(10.0**n / 8 for n in range(9, 15))  # bytes per second: 1 Gbit/s to 100 Tbit/s

ASSUMPTIONS = (
    "Every core of a server does as much as the one that was measured: two threads of one core, "
    "shared caches, memory and a "
    "clock that falls under load make it less, on both sides alike.",
    "Only TLS is counted, and of TLS only the server's own processor time in user space, measured in "
    "memory. The kernel's work for "
    "sockets and packets, the application and waiting come on top, on both sides alike, so that the "
    "saving is one of cores that "
    "do TLS; the rows of real servers show what share of a server that is.",
    "Costs add up: so many full handshakes, resumed handshakes and bytes a second cost the sum of "
    "what each costs alone.",
    "Traffic is what the servers send, in records of the length that was measured.",
    "The load is spread evenly, at its peak; servers are whole, and of each the headroom is kept free.",
    "A saving of servers is counted against the same kind of server. Energy and money follow it as "
    "far as they follow processor "
    "time; what they are is not measured here.",
)


@dataclass(frozen=True)
class Cost:
    """Seconds of a core for one unit of work without Afterburner, and how many times faster it is with it."""

    seconds: float
    ratio: Interval


@dataclass(frozen=True)
class Costs:
    """What a server spends on a full handshake, a resumed one, and a byte; None if not measured."""

    full: Cost | None
    resumed: Cost | None
    byte: Cost | None


@dataclass(frozen=True)
class Servers:
    """The servers of a site. headroom: the share of each server that is kept free for peaks and failures."""

    cores: int = CORES_PER_SERVER
    headroom: float = HEADROOM

    def needed(self, cores: float) -> int:
        """Return the number of servers for this many busy cores. Rounding errors above a whole number are ignored."""
        return math.ceil(round(cores / (self.cores * (1 - self.headroom)), 9))


@dataclass(frozen=True)
class Need:
    """Busy cores and whole servers for a demand. after: with Afterburner; its interval is that of the measured ratios.
    """

    demand: Demand
    before: float
    after: Interval
    servers_before: int
    servers_after: int

    @property
    def saved_servers(self) -> int:
        return self.servers_before - self.servers_after

    @property
    def saved(self) -> Interval:
        """The share of processor time that is saved: 0.25 is a quarter; negative if more is spent."""
        return Interval(*(1 - cores / self.before for cores in (self.after.value, self.after.high, self.after.low)))


def need(costs: Costs, demand: Demand, servers: Servers) -> Need:
    """Calculate the need. Raises ValueError if the demand has a part whose cost was not measured."""
    before, after = 0.0, [0.0, 0.0, 0.0]
    for cost, amount in _parts(costs, demand):
        spent = cost.seconds * amount
        before += spent
        for i, ratio in enumerate((cost.ratio.value, cost.ratio.high, cost.ratio.low)):
            after[i] += spent / ratio
    return Need(demand, before, Interval(*after), servers.needed(before), servers.needed(after[0]))


def _parts(costs: Costs, demand: Demand) -> Iterator[tuple[Cost, float]]:
    for name, cost, amount in (
        ("full", costs.full, demand.full),
        ("resumed", costs.resumed, demand.resumed),
        ("byte", costs.byte, demand.bytes),
    ):
        if amount and cost is None:
            raise ValueError(f"no cost of {name}")
        if amount:
            yield cost, amount


def scales(costs: Costs, servers: Servers) -> Iterator[Need]:
    """Yield the needs from a site to the whole internet: full handshakes, resumed ones, traffic. Costs of a site add
    up."""
    if costs.full is not None:
        yield from (need(costs, Demand(full=amount), servers) for amount in HANDSHAKES)
    if costs.resumed is not None:
        yield from (need(costs, Demand(resumed=amount), servers) for amount in HANDSHAKES)
    if costs.byte is not None:
        yield from (need(costs, Demand(bytes=amount), servers) for amount in TRAFFIC)
