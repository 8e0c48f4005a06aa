"""Gains and losses: every ratio in one sorted chart, then the largest losses and the largest gains by name."""

from __future__ import annotations

import math
from collections.abc import Iterator

from matplotlib.axes import Axes
from matplotlib.ticker import NullLocator

from afterburner_lab.report import palette, wording
from afterburner_lab.report.canvas import SMALL, Canvas, Chart, quiet
from afterburner_lab.report.speed.ratios import VERDICT_FILL, mark_noise, set_ratio_ticks
from afterburner_lab.report.speed.view import View
from afterburner_lab.speed.results import Row

MOST_LOSSES, MOST_GAINS = 40, 12
_ROW, _BAR_AT, _TOP, _RIGHT = 30, 19, 26, 48  # the height of a row, and the position of the bar's middle in it


def draw(view: View, prefix: str) -> Iterator[Chart]:
    rows = sorted(view.judged(), key=lambda r: r.ratio)
    if not rows:
        return
    yield _overview(view, rows, prefix)
    losses = [r for r in rows if view.verdict(r) == "slower"]
    if losses:
        yield _named(view, losses[:MOST_LOSSES], "Slower: the largest losses", "losses", prefix)
    else:
        yield _named(view, rows[:MOST_GAINS], "No loss: the smallest ratios", "losses", prefix)
    if gains := [r for r in reversed(rows) if view.verdict(r) == "faster"]:
        yield _named(view, gains[:MOST_GAINS], "Faster: the largest gains", "gains", prefix)


def _overview(view: View, rows: list[Row], prefix: str) -> Chart:
    """Draw all rows with equal width, as bars from 1 to their ratio; losses on the left."""
    counts = {v: len(view.judged(v)) for v in VERDICT_FILL}
    canvas = Canvas(
        f"All {len(rows)} ratios, sorted", 300, [(f"{n} {v}", VERDICT_FILL[v]) for v, n in counts.items() if n]
    )
    axes = canvas.axes(36, 46, 318, 224)
    places, heights = [math.log2(r.ratio) for r in rows], {v: [0.0] * len(rows) for v in VERDICT_FILL}
    for i, row in enumerate(rows):
        heights[view.verdict(row)][i] = places[i]
    for verdict in (v for v, n in counts.items() if n):
        edges = [*heights[verdict], heights[verdict][-1]]
        axes.fill_between(
            range(len(edges)), edges, step="post", color=palette.light(VERDICT_FILL[verdict]), linewidth=0
        )
    low, high = min(-0.3, places[0]), max(0.5, places[-1])
    axes.set(xlim=(0, len(rows)), ylim=(low * 1.08, high * 1.05))
    mark_noise(axes.axhspan, view.threshold)
    set_ratio_ticks(axes.yaxis, low, high)
    axes.xaxis.set_major_locator(NullLocator())
    quiet(axes, "y")
    canvas.text(354, 288, "one column for each measurement; shaded: within noise", "muted", size=SMALL, ha="right")
    alt = (
        f"Columns: all {len(rows)} ratios of {view.subject} to {view.baseline}, sorted, from "
        f"{wording.times(rows[0].ratio)} to "
        f"{wording.times(rows[-1].ratio)}; {counts['slower']} slower, {counts['faster']} faster."
    )
    return canvas.finish(wording.slug(prefix, "changes-all"), alt)


def _named(view: View, rows: list[Row], title: str, name: str, prefix: str) -> Chart:
    """Draw a line for each row: its name, and below it a bar from 1 to the ratio, with its interval."""
    canvas = Canvas(title, _TOP + _ROW * len(rows) + 22)
    axes = canvas.axes(2, _TOP, 358 - _RIGHT, _ROW * len(rows))
    lows, highs = [math.log2(r.ratio_low) for r in rows], [math.log2(r.ratio_high) for r in rows]
    _bars(axes, rows, [palette.light(VERDICT_FILL[view.verdict(r)]) for r in rows], lows, highs)
    edge = math.log2(1 + view.threshold)
    low, high = min(-edge, *lows), max(edge, *highs)
    margin = (high - low) * 0.01
    axes.set_xlim(low - margin, high + margin)
    axes.set_ylim(len(rows) - 1 + (_ROW - _BAR_AT) / _ROW, -_BAR_AT / _ROW)
    mark_noise(axes.axvspan, view.threshold)
    set_ratio_ticks(axes.xaxis, low, high)
    axes.yaxis.set_major_locator(NullLocator())
    quiet(axes, "x")
    for i, row in enumerate(rows):
        base_line = _TOP + _ROW * i + 10
        canvas.text(2, base_line, describe_row(row), size=SMALL)
        canvas.text(356, base_line + 12, wording.times(row.ratio), weight="bold", ha="right")
    named = "; ".join(f"{describe_row(r)} {wording.times(r.ratio)}" for r in rows[:5])
    return canvas.finish(
        wording.slug(prefix, "changes", name), f"Bars: {title.lower()} against {view.baseline}: {named}."
    )


def _bars(axes: Axes, rows: list[Row], colours: list[str], lows: list[float], highs: list[float]) -> None:
    places = range(len(rows))
    axes.barh(places, [math.log2(r.ratio) for r in rows], 0.36, color=colours, linewidth=0)
    axes.hlines(places, lows, highs, color=palette.light("ink"), linewidth=1)
    axes.axvline(0, color=palette.light("muted"), linewidth=1)


def describe_row(row: Row) -> str:
    return " ".join(filter(None, [row.algorithm, row.operation, wording.size(row.bytes)]))
