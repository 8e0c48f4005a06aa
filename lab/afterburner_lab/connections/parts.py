"""The parts of a result of `connections` besides its rows: profile, capacity, the older study's table."""

from __future__ import annotations

import pathlib
from dataclasses import dataclass

from rich.console import Console

from afterburner_lab.connections import capacity_part, capacity_view, classic_part, demand, profile, profile_view, table
from afterburner_lab.connections.capacity import CORES_PER_SERVER, HEADROOM, Servers
from afterburner_lab.connections.results import FULL, Result
from afterburner_lab.connections.work import Work
from afterburner_lab.core import files
from afterburner_lab.core.driver import TLS, Driver
from afterburner_lab.core.errors import LabError
from afterburner_lab.core.sides import CONTROL
from afterburner_lab.speed.plan import Plan

LOG = ".log"  # in the older study's form, beside the JSON file


@dataclass(frozen=True)
class Wishes:
    """The requested parts. plan, pair: of the capacity."""

    plan: str | None = None
    pair: str | None = None
    cores_per_server: int = CORES_PER_SERVER
    headroom: int = round(100 * HEADROOM)
    profile: bool = False

    @property
    def servers(self) -> Servers:
        return Servers(self.cores_per_server, self.headroom / 100)

    def check(self, works: list[Work] | None = None) -> None:
        """Raise LabError if the plan is invalid or, if works are given, cannot be calculated from them."""
        if self.plan is not None:
            demand.parse(self.plan)
        if works is not None:
            pairs = ["/".join(work.pair) for work in works if work.what == FULL]
            capacity_part.check(self.plan, self.pair, list(dict.fromkeys(pairs)), {work.what for work in works})

    def say_something(self) -> bool:
        """Return whether a plan or a pair was named."""
        return self.plan is not None or self.pair is not None


def add(result: Result, plan: Plan, wishes: Wishes) -> None:
    """Add the parts to a result that was just measured with that plan. If the profile is interrupted, it is left out.
    """
    if plan.preset == classic_part.PRESET:
        result.classic = classic_part.make(result)
        return
    if wishes.profile and result.complete:
        result.profile = _profile(result, plan)
    try:
        add_capacity(result, wishes)
    except LabError:
        if result.complete:  # otherwise its rows may still be missing
            raise


def add_capacity(result: Result, wishes: Wishes) -> None:
    result.capacity = capacity_part.make(result, plan=wishes.plan, pair=wishes.pair, servers=wishes.servers)


def _profile(result: Result, plan: Plan) -> dict | None:
    sides = [side for side in plan.sides if side.name != CONTROL and side.process == plan.sides[0].process]
    rows = profile.choose(result.summary(result.sides[0]["name"]))
    try:
        with (
            Console(stderr=True).status("Sampling where the time goes ..."),
            Driver(sides, libcrypto=plan.libcrypto, keys=plan.keys, program=TLS) as driver,
        ):
            return profile.measure(driver, rows, [side.name for side in sides])
    except KeyboardInterrupt:
        result.complete = False
        return None


def save_log(result: Result, json: pathlib.Path) -> None:
    """Write the log in the older study's form, if the result has it, beside the JSON file."""
    if result.classic:
        files.write_whole(json.with_suffix(LOG), classic_part.log(result))


def show(result: Result, out: Console, wishes: Wishes) -> None:
    if result.classic:
        classic_part.show(result, out)
        for line in table.footer(result, result.summary()):
            out.print(line)
        return
    table.show(result, out)
    if result.profile:
        profile_view.show(result, out)
    if result.capacity and wishes.say_something():
        show_capacity(result, out)


def show_capacity(result: Result, out: Console) -> None:
    capacity_view.show(capacity_part.read(result.capacity), out)
