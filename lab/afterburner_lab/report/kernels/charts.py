"""Charts of builds of the kernels: the time of each build relative to the best build of each kernel."""

from __future__ import annotations

from afterburner_lab.kernels.figures import NOTABLE, Figures, Row, families
from afterburner_lab.report import dots, palette, wording
from afterburner_lab.report.canvas import Chart
from afterburner_lab.report.dots import Dot, Line

MOST = 24  # kernels in a chart
_LEFT = 180  # pixels for names of kernels


def means(figures: Figures, prefix: str) -> Chart:
    """Draw the mean of every build over all kernels."""
    found = {name: figures.mean(name) for name in figures.names()}
    lines = [Line(name, [_dot(0, mean)]) for name, mean in found.items()]
    return dots.chart(
        "All kernels, means",
        [("", "afterburner")],
        lines,
        wording.slug(prefix, "means"),
        _told("Dots", found),
        NOTABLE - 1,
    )


def by_family(figures: Figures, prefix: str) -> Chart:
    """Draw the means of the shipped builds by family."""
    shipped = figures.shipped()
    lines = [
        Line(family, [_dot(i, figures.mean(name, family)) for i, name in enumerate(shipped)])
        for family in families(figures)
    ]
    return dots.chart(
        "Families of kernels, means",
        _series(shipped),
        lines,
        wording.slug(prefix, "families"),
        f"Dots: mean times of {wording.count(len(lines), 'family', 'families')} of kernels by "
        f"{wording.listed(shipped, 8)}, in the best build's.",
        NOTABLE - 1,
    )


def worst(figures: Figures, prefix: str) -> list[Chart]:
    """Draw the kernels at which a shipped build is furthest behind; none if there is no such kernel."""
    behind, shipped = dict(list(figures.behind().items())[:MOST]), figures.shipped()
    if not behind:
        return []
    lines = [
        Line(_in_two_lines(kernel), [_measured(i, rows[name]) for i, name in enumerate(shipped)])
        for kernel, rows in behind.items()
    ]
    most = {kernel: max(rows[name].behind for name in shipped) for kernel, rows in behind.items()}
    return [
        dots.chart(
            "Kernels furthest behind",
            _series(shipped),
            lines,
            wording.slug(prefix, "behind"),
            _told("Dots with intervals, of the shipped builds; the slowest", most),
            NOTABLE - 1,
            _LEFT,
        )
    ]


def _in_two_lines(kernel: str) -> str:
    """Break a name after family/kernel."""
    words = kernel.split("/")
    return "/".join(words[:2]) + "\n" + "/".join(words[2:])


def _dot(series: int, value: float) -> Dot:
    return Dot(series, value, value, value)


def _measured(series: int, row: Row) -> Dot:
    return Dot(series, row.behind, row.behind_low, row.behind_high)


def _series(builds: list[str]) -> list[tuple[str, str]]:
    return [(name, f"hue{i % palette.HUES + 1}") for i, name in enumerate(builds)]


def _told(what: str, times: dict[str, float]) -> str:
    return (
        f"{what}: times of the best build's time: "
        + "; ".join(f"{name} {wording.times(t)}" for name, t in times.items())
        + "."
    )
