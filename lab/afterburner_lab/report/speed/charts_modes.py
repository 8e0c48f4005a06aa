"""The gain of each mode and operation over all its lengths and keys, sorted."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator

from matplotlib.ticker import NullLocator

from afterburner_lab.core.statistics import Interval, geometric_mean, is_change
from afterburner_lab.report import palette, wording
from afterburner_lab.report.canvas import SMALL, Canvas, Chart, quiet
from afterburner_lab.report.speed import naming
from afterburner_lab.report.speed.ratios import VERDICT_FILL, mark_noise, set_ratio_ticks
from afterburner_lab.report.speed.view import View

_ROW, _TOP, _LEFT, _WIDTH = 17, 30, 150, 162


def draw(view: View, prefix: str) -> Iterator[Chart]:
    found: dict[str, list[float]] = defaultdict(list)
    for row in view.judged():
        found[f"{naming.group(row.algorithm).title} {row.operation}"].append(row.ratio)
    if len(found) > 1:
        gains = sorted(((geometric_mean(ratios), name, ratios) for name, ratios in found.items()), reverse=True)
        yield _chart(view, gains, prefix)


def _chart(view: View, gains: list[tuple[float, str, list[float]]], prefix: str) -> Chart:
    """Draw a bar from 1 to the mean, and a thin line from the least to the largest ratio."""
    canvas = Canvas("Each mode: mean and range", _TOP + _ROW * len(gains) + 20)
    axes = canvas.axes(_LEFT, _TOP, _WIDTH, _ROW * len(gains))
    means = [math.log2(mean) for mean, _, _ in gains]
    lows, highs = ([math.log2(end(ratios)) for _, _, ratios in gains] for end in (min, max))
    colours = [palette.light(VERDICT_FILL[_verdict(mean, view.threshold)]) for mean, _, _ in gains]
    axes.barh(range(len(gains)), means, 0.62, color=colours, linewidth=0)
    axes.hlines(range(len(gains)), lows, highs, color=palette.light("ink"), linewidth=1)
    axes.axvline(0, color=palette.light("muted"), linewidth=1)
    low, high = min(-0.1, *lows), max(0.3, *highs)
    axes.set(xlim=(low * 1.05, high * 1.02), ylim=(len(gains) - 0.5, -0.5))
    mark_noise(axes.axvspan, view.threshold)
    set_ratio_ticks(axes.xaxis, low, high)
    axes.yaxis.set_major_locator(NullLocator())
    quiet(axes, "x")
    for i, (mean, name, _) in enumerate(gains):
        canvas.text(_LEFT - 6, _TOP + _ROW * i + 12, name, size=SMALL, ha="right")
        canvas.text(356, _TOP + _ROW * i + 12, wording.times(mean), size=SMALL, weight="bold", ha="right")
    (most, best, _), (least, worst, _) = gains[0], gains[-1]
    return canvas.finish(
        wording.slug(prefix, "changes-modes"),
        f"Bars: geometric mean of the ratios of each mode, from {best} "
        f"{wording.times(most)} down to {worst} {wording.times(least)}.",
    )


def _verdict(mean: float, threshold: float) -> str:
    return is_change(Interval(mean, mean, mean), threshold)
