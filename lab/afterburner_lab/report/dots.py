"""Charts of ratios: one line for each measured item, with a dot and its 95 % interval for each series."""

from __future__ import annotations

import math
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.ticker import NullLocator

from afterburner_lab.report import palette
from afterburner_lab.report.canvas import LEGEND_LINE, SMALL, WIDTH, Canvas, Chart, legend_lines, quiet
from afterburner_lab.report.speed.ratios import mark_noise, set_ratio_ticks

LEFT = 126  # pixels for the titles of lines, unless more are requested
_RIGHT, _DOT, _TEXT, _BETWEEN = (
    12,
    5,
    12,
    5,
)  # pixels: a dot's share of a line, a line of text, and the space between lines
_MARGIN = 0.03  # added to an axis beyond its values
_LEAST_SPAN = 0.1  # the least extent of the axis on either side of 1, as a logarithm


@dataclass(frozen=True)
class Dot:
    """A dot. series: its number. low, high: the interval; equal to the value if there is none."""

    series: int
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Line:
    """A line. title: one or more lines of text."""

    title: str
    dots: list[Dot]


def chart(
    title: str,
    series: list[tuple[str, str]],
    lines: list[Line],
    name: str,
    alt: str,
    threshold: float = 0,
    left: int = LEFT,
) -> Chart:
    """Draw a chart. series: (text, name of a colour); without a text it is not in the legend. threshold: of noise,
    drawn as a band around 1."""
    legend = [entry for entry in series if entry[0]]
    top = 32 + LEGEND_LINE * legend_lines(legend)
    step = max(_TEXT * max(1 + line.title.count("\n") for line in lines), _DOT * len(series)) + _BETWEEN
    canvas = Canvas(title, top + step * len(lines) + 22, legend)
    axes = canvas.axes(left, top, WIDTH - left - _RIGHT, step * len(lines))
    for i, line in enumerate(lines):
        canvas.text(left - 6, top + step * (i + 0.5), line.title, size=SMALL, ha="right", va="center")
        for dot in line.dots:
            _draw(axes, dot, i + (dot.series - (len(series) - 1) / 2) * _DOT / step, series[dot.series][1])
    _scale(axes, lines, threshold)
    return canvas.finish(name, alt)


def _draw(axes: Axes, dot: Dot, y: float, colour: str) -> None:
    axes.plot([math.log2(dot.low), math.log2(dot.high)], [y, y], color=palette.light(colour), linewidth=1)
    axes.plot([math.log2(dot.value)], [y], marker="o", markersize=4, markeredgewidth=0, color=palette.light(colour))


def _scale(axes: Axes, lines: list[Line], threshold: float) -> None:
    ends = [math.log2(end) for line in lines for dot in line.dots for end in (dot.low, dot.high)] + [
        -_LEAST_SPAN,
        _LEAST_SPAN,
    ]
    low, high = min(ends), max(ends)
    margin = (high - low) * _MARGIN
    axes.set_xlim(low - margin, high + margin)
    axes.set_ylim(len(lines) - 0.5, -0.5)
    mark_noise(axes.axvspan, threshold)
    axes.axvline(0, color=palette.light("muted"), linewidth=1)
    set_ratio_ticks(axes.xaxis, low, high)
    axes.yaxis.set_major_locator(NullLocator())
    quiet(axes, "x")
