"""Charts of builds: each algorithm's speed-ups, one dot for each toolchain; and the means of toolchains and of
variants."""

from __future__ import annotations

import math
from collections.abc import Iterator

from matplotlib.ticker import NullLocator

from afterburner_lab.compilers import algorithms, tables
from afterburner_lab.compilers.figures import Figures, Ratio, Row
from afterburner_lab.core.statistics import geometric_mean
from afterburner_lab.report import dots, palette, wording
from afterburner_lab.report.canvas import SMALL, Canvas, Chart, quiet
from afterburner_lab.report.dots import Dot, Line
from afterburner_lab.report.speed.ratios import set_ratio_ticks
from afterburner_lab.speed.plan import Key

_BAR_ROW, _BAR_LEFT, _BAR_WIDTH = 20, 178, 126


def colour(figures: Figures, toolchain: str) -> str:
    """Return a toolchain's colour, which is the same in all charts of a result."""
    others = [name for name in dict.fromkeys(side["toolchain"] for side in figures.sides) if name != figures.baseline]
    return f"hue{others.index(toolchain) % palette.HUES + 1}"


def speedups(figures: Figures, configuration: str, prefix: str) -> Iterator[Chart]:
    """Draw a chart for symmetric and one for asymmetric algorithms, if there is something to compare."""
    for name, keys in (("symmetric", algorithms.SYMMETRIC), ("asymmetric", algorithms.ASYMMETRIC)):
        rows = {
            key: [row for row in rows.values() if row.speedup and _is_of(figures, row, configuration)]
            for key, rows in figures.by_key().items()
            if key in keys
        }
        if any(rows.values()):
            yield _dots(figures, configuration, name, {key: some for key, some in rows.items() if some}, prefix)


def _is_of(figures: Figures, row: Row, configuration: str) -> bool:
    return figures.side(row.build)["configuration"] == configuration


def _dots(figures: Figures, configuration: str, name: str, rows: dict[Key, list[Row]], prefix: str) -> Chart:
    toolchains = [side["toolchain"] for side in figures.builds(configuration)[1:]]
    place = {side["name"]: toolchains.index(side["toolchain"]) for side in figures.builds(configuration)[1:]}
    lines = [
        Line(algorithms.title(key), [_dot(row.speedup, place[row.build]) for row in some]) for key, some in rows.items()
    ]
    return dots.chart(
        f"{tables.heading(configuration)}, {name}: over {figures.baseline}",
        [(toolchain, colour(figures, toolchain)) for toolchain in toolchains],
        lines,
        wording.slug(prefix, "speedups", configuration, name),
        _describe(figures, configuration, name, rows),
        figures.control["threshold"],
    )


def _dot(ratio: Ratio, series: int) -> Dot:
    return Dot(series, ratio.value, ratio.low, ratio.high)


def _describe(figures: Figures, configuration: str, name: str, rows: dict[Key, list[Row]]) -> str:
    every = sorted((row for some in rows.values() for row in some), key=lambda row: row.speedup.value)
    ends = "; ".join(
        f"{end} {wording.times(row.speedup.value)}, {algorithms.title(row.key)} by "
        f"{figures.side(row.build)['toolchain']}"
        for end, row in (("least", every[0]), ("most", every[-1]))
    )
    return f"Dots: speed of {name} algorithms over {figures.baseline}, {tables.heading(configuration)}; {ends}."


def means(figures: Figures, prefix: str) -> Iterator[Chart]:
    """Draw the means of every build over the baseline's of the same configuration, and of every variant over plain -O3.
    """
    for which, title in (
        ("speedup", f"Geometric means over {figures.baseline}"),
        ("gain", "Variants over plain -O3, means"),
    ):
        bars = []
        for side in figures.sides:
            ratios = [
                getattr(row, which).value for row in figures.rows if row.build == side["name"] and getattr(row, which)
            ]
            if ratios:
                bars.append((f"{side['toolchain']}, {tables.heading(side['configuration'])}", geometric_mean(ratios)))
        if bars:
            yield _bars(title, bars, wording.slug(prefix, "means", which))


def _bars(title: str, bars: list[tuple[str, float]], name: str) -> Chart:
    canvas = Canvas(title, 46 + _BAR_ROW * len(bars))
    axes = canvas.axes(_BAR_LEFT, 26, _BAR_WIDTH, _BAR_ROW * len(bars))
    logs = [math.log2(mean) for _, mean in bars]
    colours = [palette.light("afterburner" if log >= 0 else "loss") for log in logs]
    axes.barh(range(len(bars)), logs, 0.6, color=colours, linewidth=0)
    low, high = min(-0.05, *logs), max(0.05, *logs)
    axes.set_xlim(low * 1.05, high * 1.05)
    axes.set_ylim(len(bars) - 0.5, -0.5)
    set_ratio_ticks(axes.xaxis, low, high)
    axes.yaxis.set_major_locator(NullLocator())
    quiet(axes, "x")
    for i, (text, mean) in enumerate(bars):
        canvas.text(_BAR_LEFT - 6, 26 + _BAR_ROW * (i + 0.5) + 3.5, text, size=SMALL, ha="right")
        canvas.text(356, 26 + _BAR_ROW * (i + 0.5) + 3.5, wording.times(mean), size=SMALL, weight="bold", ha="right")
    return canvas.finish(
        name, f"Bars: {title.lower()}: " + "; ".join(f"{text} {wording.times(mean)}" for text, mean in bars) + "."
    )
