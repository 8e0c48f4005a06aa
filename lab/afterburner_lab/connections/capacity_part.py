"""The part `capacity` of a result: which rows capacity.py calculates with, and for which demand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from afterburner_lab.connections import capacity, demand
from afterburner_lab.connections.capacity import Cost, Costs, Servers
from afterburner_lab.connections.demand import Demand
from afterburner_lab.connections.results import BULK, FULL, MEMORY, RESUMED, Result, Row
from afterburner_lab.core.errors import LabError
from afterburner_lab.core.sides import CANDIDATE
from afterburner_lab.core.statistics import Interval

USUAL_PAIR, NEWEST = "P-256/X25519", "TLSv1.3"
_KINDS = (("full", FULL), ("resumed", RESUMED), ("byte", BULK))


@dataclass(frozen=True)
class Capacity:
    """The content of the part. basis: for each cost, a description of its row. demand: None if no plan was given."""

    pair: str
    costs: Costs
    basis: dict[str, str]
    servers: Servers
    demand: Demand | None

    def scales(self) -> list[capacity.Need]:
        return list(capacity.scales(self.costs, self.servers))

    def need(self) -> capacity.Need | None:
        """Calculate what the plan needs."""
        return None if self.demand is None else capacity.need(self.costs, self.demand, self.servers)


def make(
    result: Result, *, pair: str | None = None, plan: str | None = None, servers: Servers = Servers()
) -> dict | None:
    """Make the part.

    Returns None if no capacity was requested and the result has no full handshake in memory on both sides; raises
    LabError if the requested rows were not measured."""
    rows = _rows(result)
    pairs = list(dict.fromkeys(row.pair for row in rows if row.what == FULL))
    check(plan, pair, pairs, {row.what for row in rows})
    if not pairs:
        return None
    chosen = _choose(rows, pair or (USUAL_PAIR if USUAL_PAIR in pairs else pairs[0]))
    baseline = {row.key: row for row in result.summary(result.sides[0]["name"])}
    return {
        "pair": chosen["full"].pair,
        "plan": plan,
        "cores_per_server": servers.cores,
        "headroom": servers.headroom,
        "costs": {name: _cost(baseline[row.key], row) for name, row in chosen.items()},
    }


def check(plan: str | None, pair: str | None, pairs: list[str], kinds: set[str]) -> None:
    """Raise LabError if the request cannot be answered from handshakes of these pairs and connections of these kinds.
    """
    wanted = Demand() if plan is None else demand.parse(plan)
    nothing = "no full handshake is measured in memory with and without Afterburner"
    measured = f"measured are {', '.join(pairs)}" if pairs else nothing
    if pair is not None and pair not in pairs:
        raise LabError(f"--pair {pair}: not measured with and without Afterburner; {measured}")
    if plan is not None and not pairs:
        raise LabError(f"--plan: {measured}")
    for kind, amount, what in ((RESUMED, wanted.resumed, "resumed handshakes are"), (BULK, wanted.bytes, "traffic is")):
        if amount and kind not in kinds:
            raise LabError(
                f"--plan: {what} not measured; measure it too (word {kind}), or leave it out of the plan"
            )


def read(part: dict) -> Capacity:
    costs = {
        name: Cost(c["seconds"], Interval(c["ratio"], c["ratio_low"], c["ratio_high"]))
        for name, c in part["costs"].items()
    }
    return Capacity(
        part["pair"],
        Costs(*(costs.get(name) for name, _ in _KINDS)),
        {name: c["basis"] for name, c in part["costs"].items()},
        Servers(part["cores_per_server"], part["headroom"]),
        None if part["plan"] is None else demand.parse(part["plan"]),
    )


def _rows(result: Result) -> list[Row]:
    """Return the candidate's rows in memory that the baseline has, too."""
    return [row for row in result.summary(CANDIDATE) if row.mode == MEMORY and row.ratio is not None]


def _choose(rows: list[Row], pair: str) -> dict[str, Row]:
    """Choose a row for each cost, as far as there is one: of the pair and the newest version, at the number of
    connections that most rows have.

    Resumption uses another pair of the same version if this one's was not measured (it does not sign), and traffic the
    cipher of the handshake and the longest records."""
    usual = Counter(row.connections for row in rows if row.what == FULL).most_common(1)[0][0]
    full = _best(rows, FULL, lambda row: (row.pair == pair, row.version == NEWEST, row.connections == usual))
    found = {
        "full": full,
        "resumed": _best(
            rows,
            RESUMED,
            lambda row: (
                row.version == full.version,
                row.group == full.group,
                row.pair == pair,
                row.connections == usual,
            ),
        ),
        "byte": _best(rows, BULK, lambda row: (row.version == full.version, row.cipher == full.cipher, row.bytes)),
    }
    return {name: row for name, row in found.items() if row is not None}


def _best(rows: list[Row], what: str, wish: Callable[[Row], tuple]) -> Row | None:
    return max((row for row in rows if row.what == what), key=wish, default=None)


def _cost(before: Row, row: Row) -> dict:
    """Return the seconds of a handshake or a byte without Afterburner, the ratio, and a description of the row."""
    size = "" if row.bytes is None else f", records of {row.bytes} bytes"
    words = f"{row.version}, {row.pair}, {row.cipher}{size}, {row.connections} in flight"
    return {
        "seconds": before.cpu_s / (row.bytes or 1),
        "ratio": row.ratio,
        "ratio_low": row.ratio_low,
        "ratio_high": row.ratio_high,
        "basis": words,
    }
