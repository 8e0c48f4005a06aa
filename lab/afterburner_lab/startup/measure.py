"""Measure scenarios: in each round one process of every side, in random order."""

from __future__ import annotations

import random
import statistics as plain
from collections import defaultdict
from dataclasses import dataclass, field, replace

import numpy as np

from afterburner_lab.core import metadata, statistics
from afterburner_lab.core.driver import Driver
from afterburner_lab.core.errors import LabError
from afterburner_lab.core.progress import Progress
from afterburner_lab.core.sides import CONTROL, Side
from afterburner_lab.speed import summary
from afterburner_lab.startup.figures import Figures, Memory, Row
from afterburner_lab.startup.process import Cost, Processes, Refused
from afterburner_lab.startup.scenarios import Scenario

COMPARED = ("more_us", "more_low", "more_high", "more_faults", "ratio", "ratio_low", "ratio_high")
MEMORY = ("rss_kib", "pss_kib", "dirty_kib")


@dataclass(frozen=True)
class Plan:
    """sides: the first is the baseline. rounds: of each scenario in a run."""

    sides: list[Side]
    scenarios: list[Scenario]
    libcrypto: str
    runs: int
    rounds: int
    seed: int
    command: str


@dataclass
class Samples:
    """costs: by scenario, side and run, the costs of each process by phase; the same index is the same round."""

    costs: dict[tuple[str, str, int], list[dict[str, Cost]]] = field(default_factory=lambda: defaultdict(list))
    memory: dict[tuple[str, str], list[dict[str, float]]] = field(default_factory=lambda: defaultdict(list))
    refused: dict[tuple[str, str], str] = field(default_factory=dict)


def measure(plan: Plan, progress: bool = True) -> Figures:
    """Measure a plan. After an interruption the result has what was measured so far, with complete false."""
    with Driver([replace(side, preload=None) for side in plan.sides], libcrypto=plan.libcrypto) as driver:
        hello = driver.hello()
    modules = [side.module for side in plan.sides if side.module is not None]
    machine = metadata.machine(hello["clock_hz"], modules[0] if modules else None)
    created, samples, complete = metadata.now(), Samples(), True
    with Processes(plan.sides, plan.libcrypto) as processes:
        try:
            _measure_all(plan, processes, samples, progress)
        except KeyboardInterrupt:
            complete = False
    rows = [row for scenario in plan.scenarios for row in _rows(plan, scenario, samples)]
    return Figures(
        created,
        plan.command,
        {
            "runs": plan.runs,
            "rounds": plan.rounds,
            "seed": plan.seed,
            "program": next((list(s.program) for s in plan.scenarios if s.program), None),
        },
        machine,
        [metadata.describe(side, _role(plan, side), hello) for side in plan.sides],
        summary.control([row.ratio for row in rows if row.side == CONTROL and row.ratio is not None]),
        rows,
        [_memory(*of, found) for of, found in samples.memory.items()],
        [{"scenario": s, "side": side, "reason": why} for (s, side), why in samples.refused.items()],
        complete,
    )


def _role(plan: Plan, side: Side) -> str:
    if side == plan.sides[0]:
        return "baseline"
    return "control" if side.name == CONTROL else "candidate"


def _measure_all(plan: Plan, processes: Processes, samples: Samples, show: bool) -> None:
    with Progress(len(plan.scenarios) * plan.runs, 0, show) as progress:
        for run in range(1, plan.runs + 1):
            rng = random.Random(f"{plan.seed}/{run}")
            for scenario in rng.sample(plan.scenarios, len(plan.scenarios)):
                progress.at(run, scenario.name)
                _measure_scenario(plan, processes, scenario, run, rng, samples)
                progress.advance()


def _measure_scenario(
    plan: Plan, processes: Processes, scenario: Scenario, run: int, rng: random.Random, samples: Samples
) -> None:
    able = [side for side in plan.sides if _warm_up(processes, scenario, side, samples)]
    for _ in range(plan.rounds):
        made = {side.name: processes.run(scenario, side.name) for side in rng.sample(able, len(able))}
        for name, costs in made.items():  # only whole rounds
            samples.costs[scenario.name, name, run].append(costs)


def _warm_up(processes: Processes, scenario: Scenario, side: Side, samples: Samples) -> bool:
    """Run a process that is not timed, and keep its memory. Return whether the side can do the scenario."""
    try:
        told = processes.describe(scenario, side.name)
    except Refused as e:
        samples.refused[scenario.name, side.name] = str(e)
        return False
    if told and side.provider not in told["providers"]:
        raise LabError(f"{side.module}: not loaded in the measured process, which has {', '.join(told['providers'])}")
    if told:
        samples.memory[scenario.name, side.name].append(told["memory"])
    return True


def _memory(scenario: str, side: str, found: list[dict[str, float]]) -> Memory:
    return Memory(scenario, side, *(plain.median(one[name] for one in found) for name in MEMORY))


# ---- rows ----


def _rows(plan: Plan, scenario: Scenario, samples: Samples) -> list[Row]:
    baseline = plan.sides[0].name
    of_side = {side.name: _whole_runs(plan, scenario, side.name, samples) for side in plan.sides}
    return [
        _row(scenario.name, phase, name, runs, of_side[baseline], plan.seed)
        for name, runs in of_side.items()
        if runs
        for phase in runs[0][0]
    ]


def _whole_runs(plan: Plan, scenario: Scenario, side: str, samples: Samples) -> list[list[dict[str, Cost]]]:
    runs = (samples.costs.get((scenario.name, side, run), []) for run in range(1, plan.runs + 1))
    return [run for run in runs if run]


def _row(
    scenario: str,
    phase: str,
    side: str,
    runs: list[list[dict[str, Cost]]],
    base: list[list[dict[str, Cost]]],
    seed: int,
) -> Row:
    own = [np.array([costs[phase].us for costs in run]) for run in runs]
    faults = plain.median(costs[phase].faults for run in runs for costs in run)
    samples = [[round(float(v), 1) for v in run] for run in own]
    more: tuple[float | None, ...] = (None,) * len(COMPARED)
    if base:
        its = [np.array([costs[phase].us for costs in run]) for run in base]
        less = plain.median(costs[phase].faults for run in base for costs in run)
        difference = statistics.median([a - b for a, b in zip(own, its)], seed)
        more = (*difference, faults - less, *statistics.ratio(its, own, seed))
    us = statistics.median(own, seed).value
    return Row(scenario, phase, side, us, faults, **dict(zip(COMPARED, more)), samples=samples)
