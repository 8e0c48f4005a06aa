"""Cycles per byte over message length, both logarithmic, with the limit of the processor: one chart for each mode and
operation."""

from __future__ import annotations

import math
from collections.abc import Iterator

from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from afterburner_lab.report import palette, wording
from afterburner_lab.report.canvas import SMALL, Canvas, Chart, quiet
from afterburner_lab.report.speed.view import Comparison, View, grouped

_DASHES = ("-", (0, (4, 2)))  # the shortest and the longest key; the others lie between
_LEFT, _TOP, _WIDTH, _HEIGHT = 34, 46, 316, 168


def draw(view: View, prefix: str) -> Iterator[Chart]:
    for (title, operation), members in grouped(view.interesting("MB/s"), lambda c: (c.group.title, c.any.operation)):
        variants = list(dict.fromkeys(c.group.variant for c in members))
        ends = variants if len(variants) < 2 else [variants[0], variants[-1]]
        if len({c.any.bytes for c in members}) > 1:
            yield _chart(view, members, f"{title} {operation}", ends, prefix)


def _chart(view: View, members: list[Comparison], title: str, variants: list[str], prefix: str) -> Chart:
    sides = [s for s in view.sides if any(s in c.rows for c in members)]
    limited = any(r.limit_share for c in members for r in c.rows.values())
    legend = [(s, s) for s in sides] + ([("limit of the silicon", "ink")] if limited else [])
    canvas = Canvas(f"{title}, cycles per byte", _TOP + _HEIGHT + 32, legend)
    axes = canvas.axes(_LEFT, _TOP, _WIDTH, _HEIGHT)
    for dashes, variant in zip(_DASHES, variants):
        lines = [c for c in members if c.group.variant == variant]
        for side in sides:
            _line(axes, [c.rows[side] for c in lines if side in c.rows], side, dashes)
        _limit(axes, [c.rows[view.subject] for c in lines if view.subject in c.rows], dashes)
    _scales(axes, sorted({c.any.bytes for c in members}))
    keys = f"; solid {variants[0]}, dashed {variants[1]}" if len(variants) > 1 else ""
    canvas.text(_LEFT + _WIDTH, _TOP + _HEIGHT + 27, f"bytes a message{keys}", "muted", size=SMALL, ha="right")
    return canvas.finish(wording.slug(prefix, "cycles", title), _describe(view, title, members))


def _line(axes: Axes, rows: list, side: str, dashes: object) -> None:
    rows = [r for r in rows if r.cycles_per_byte]
    axes.plot(
        [r.bytes for r in rows],
        [r.cycles_per_byte for r in rows],
        color=palette.light(side),
        linestyle=dashes,
        linewidth=1.8,
        marker="o",
        markersize=3,
        clip_on=False,
    )


def _limit(axes: Axes, rows: list, dashes: object) -> None:
    """Draw the limit, computed from the share of it that was reached."""
    rows = [r for r in rows if r.limit_share and r.cycles_per_byte]
    axes.plot(
        [r.bytes for r in rows],
        [r.cycles_per_byte * r.limit_share for r in rows],
        color=palette.light("ink"),
        linestyle=dashes,
        linewidth=1,
    )


def _scales(axes: Axes, sizes: list[int]) -> None:
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xticks(sizes, _labels(sizes))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5), numticks=8))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.yaxis.set_minor_formatter(NullFormatter())
    quiet(axes, "both")


def _labels(sizes: list[int]) -> list[str]:
    """Label the sizes, from the longest down, except where a label would touch the one before."""
    labels, last = {}, math.inf
    for size in reversed(sizes):
        place = math.log2(size / sizes[0]) / math.log2(sizes[-1] / sizes[0]) * _WIDTH
        labels[size] = str(size) if last - place > 36 else ""
        last = place if labels[size] else last
    return [labels[size] for size in sizes]


def _describe(view: View, title: str, members: list[Comparison]) -> str:
    rows = [c.rows[view.subject] for c in members if view.subject in c.rows and c.rows[view.subject].cycles_per_byte]
    if not rows:
        return f"Lines: cycles per byte of {title} against message length."
    best = min(rows, key=lambda r: r.cycles_per_byte)
    return (
        f"Lines: cycles per byte of {title} against message length. Least of {view.subject}: "
        f"{wording.figure(best.cycles_per_byte)} with {best.algorithm} at {best.bytes} bytes."
    )
