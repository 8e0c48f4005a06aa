"""The parts of a `connections` result besides its rows (profile, capacity, the older study's table), as charts and
tables of its section."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from afterburner_lab.connections import (
    capacity,
    capacity_part,
    capacity_view,
    classic,
    classic_part,
    profile,
    profile_view,
)
from afterburner_lab.connections.results import Result
from afterburner_lab.core.sides import CANDIDATE
from afterburner_lab.report.canvas import Chart
from afterburner_lab.report.connections import charts_capacity, charts_classic, charts_profile
from afterburner_lab.report.connections.tables import Table
from afterburner_lab.report.section import Chapter

CAPACITY = "capacity"  # the name of its chapter and page


def chapters(result: Result, section: str) -> Iterator[Chapter]:
    """Yield the chapters. section: the id of the result's section."""
    if result.profile:
        yield _chapter(
            section,
            "profile",
            "Where the server's time goes",
            " ".join(profile_view.notes(result)),
            charts_profile.draw(list(profile.gains(result, result.sides[0]["name"], CANDIDATE)), section),
        )
    if result.capacity:
        found = capacity_part.read(result.capacity)
        yield _chapter(
            section,
            CAPACITY,
            "How many servers",
            f"{capacity_view.title(found)}. The tables say what this assumes.",
            charts_capacity.draw(found, section),
        )
    if result.classic:
        yield _chapter(
            section,
            "classic",
            "As the older study measured",
            classic_part.explanation(result),
            charts_classic.draw(classic_part.averages(result), section),
        )


def tables(result: Result, section: str) -> list[Table]:
    makers: tuple[tuple[dict | None, Callable[[Result, str], Table]], ...] = (
        (result.profile, _profile_table),
        (result.capacity, capacity_table),
        (result.classic, _classic_table),
    )
    return [make(result, section) for part, make in makers if part]


def _chapter(section: str, name: str, heading: str, text: str, charts: Iterator[Chart]) -> Chapter:
    return Chapter(f"{section}-{name}", heading, text, list(charts), uneven=True)


def _profile_table(result: Result, section: str) -> Table:
    gains = profile.gains(result, result.sides[0]["name"], CANDIDATE)
    return Table(
        f"{section}-profile-table",
        "Where the server's time goes",
        "shares of it",
        profile_view.HEADINGS,
        [cells for gain in gains for cells in profile_view.lines(gain)],
        left=2,
        notes=tuple(profile_view.notes(result)),
    )


def capacity_table(result: Result, section: str) -> Table:
    found = capacity_part.read(result.capacity)
    planned = found.need()
    needs = ([] if planned is None else [planned]) + found.scales()
    return Table(
        f"{section}-capacity-table",
        "How many servers",
        capacity_view.title(found),
        capacity_view.HEADINGS,
        [capacity_view.cells(need) for need in needs],
        notes=(*capacity_view.basis(found), *capacity.ASSUMPTIONS),
    )


def _classic_table(result: Result, section: str) -> Table:
    averages = classic_part.averages(result)
    warnings = dict.fromkeys(filter(None, (classic.warning(a.key) for a in averages)))
    return Table(
        f"{section}-classic-table",
        "Clock ticks of all new sessions",
        "as the older study measured",
        classic_part.HEADINGS,
        [classic_part.cells(a) for a in averages],
        notes=(classic_part.explanation(result),),
        warning=" ".join(warnings),
    )
