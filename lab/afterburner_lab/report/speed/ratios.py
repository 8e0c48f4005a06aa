"""What the charts of ratios share. Scales are in powers of two: half and double are equally far from 1."""

from __future__ import annotations

import math
from collections.abc import Callable

from matplotlib.axis import Axis
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator

from afterburner_lab.report import palette

VERDICT_FILL = {"faster": "afterburner", "slower": "loss", "same": "default"}  # names of colours
VERDICT_INK = {"faster": "ink", "slower": "loss", "same": "muted", "alike": "muted"}


def mark_noise(span: Callable, threshold: float) -> None:
    """Draw the band in which nothing is claimed. span: axhspan or axvspan of the axes."""
    edge = math.log2(1 + threshold)
    span(-edge, edge, color=palette.light("band"), linewidth=0, zorder=0)


def set_ratio_ticks(axis: Axis, low: float, high: float) -> None:
    """Set the ticks. low, high: logarithms. Powers of two if the ratios span some, else evenly spaced ratios; few
    enough to be legible."""
    if high - low > 2:
        step = math.ceil((high - low) / 6)
        places = [float(i * step) for i in range(math.ceil(low / step), math.floor(high / step) + 1)]
    else:
        ratios = MaxNLocator(5, steps=[1, 2, 5, 10]).tick_values(2.0**low, 2.0**high)
        places = [math.log2(r) for r in ratios if 2.0**low <= r <= 2.0**high]
    axis.set_major_locator(FixedLocator(places))
    axis.set_major_formatter(FuncFormatter(lambda place, _: f"{2.0**place:.3g}×"))
