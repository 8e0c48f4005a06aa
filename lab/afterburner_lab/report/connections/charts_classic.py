"""The older study's chart: clock ticks of new sessions at once, without and with the optimised code."""

from __future__ import annotations

from collections.abc import Iterator

from matplotlib.ticker import FuncFormatter, MaxNLocator

from afterburner_lab.connections.classic import INSECURE, Average
from afterburner_lab.core.sides import BASELINE, CANDIDATE
from afterburner_lab.report import palette, wording
from afterburner_lab.report.canvas import SMALL, Canvas, Chart, quiet

_LEFT, _TOP, _WIDTH, _HEIGHT = 40, 62, 312, 150


def draw(averages: list[Average], prefix: str) -> Iterator[Chart]:
    for key in dict.fromkeys(a.key for a in averages):
        yield _chart(key, [a for a in averages if a.key == key], prefix)


def _chart(key: str, averages: list[Average], prefix: str) -> Chart:
    insecure = ", insecure" if key in INSECURE else ""
    canvas = Canvas(
        f"{key}{insecure}: clock ticks of all new sessions",
        _TOP + _HEIGHT + 40,
        [(side, side) for side in (BASELINE, CANDIDATE)],
    )
    axes = canvas.axes(_LEFT, _TOP, _WIDTH, _HEIGHT)
    for i, (side, value) in enumerate(((BASELINE, lambda a: a.before), (CANDIDATE, lambda a: a.after))):
        axes.bar(
            [n + 0.4 * (i - 0.5) for n in range(len(averages))],
            [value(a) for a in averages],
            0.37,
            color=palette.light(side),
            linewidth=0,
        )
    for n, average in enumerate(averages):
        axes.annotate(
            f"{average.improvement:.0f} %",
            (n, max(average.before, average.after)),
            (0, 2),
            textcoords="offset points",
            ha="center",
            fontsize=SMALL,
        )
    axes.set_xticks(range(len(averages)), [str(a.connections) for a in averages])
    axes.yaxis.set_major_locator(MaxNLocator(4))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: wording.short(value)))
    quiet(axes, "y", ("bottom",))
    canvas.text(_LEFT + _WIDTH / 2, _TOP + _HEIGHT + 32, "sessions at once", "muted", size=SMALL, ha="center")
    last = averages[-1]
    alt = (
        f"Bars: clock ticks of the server for 32 to {last.connections} new sessions at once with "
        f"{key} certificates; at "
        f"{last.connections} Afterburner saves {last.improvement:.0f} %."
    )
    return canvas.finish(wording.slug(prefix, "classic", key), alt)
