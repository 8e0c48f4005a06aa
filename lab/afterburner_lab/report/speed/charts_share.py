"""The share of the processor's limit that each algorithm reaches at the longest message: one sorted chart for each
operation."""

from __future__ import annotations

from collections.abc import Iterator

from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from afterburner_lab.report import palette, wording
from afterburner_lab.report.canvas import SMALL, Canvas, Chart, quiet
from afterburner_lab.report.speed import naming
from afterburner_lab.report.speed.view import Comparison, View, grouped

_ROW, _TOP, _LEFT, _WIDTH = 17, 46, 148, 170


def _operation(c: Comparison) -> tuple[str, str]:
    """Return the chart of a comparison."""
    return c.any.kind, c.any.operation


def draw(view: View, prefix: str) -> Iterator[Chart]:
    limited = [
        c
        for c in view.comparisons
        if view.subject in c.rows and c.rows[view.subject].limit_share is not None and view.is_served(c)
    ]
    longest = [members[-1] for _, members in grouped(limited, lambda c: c.any.key[:3])]
    for (kind, operation), members in grouped(sorted(longest, key=_operation), _operation):
        yield _chart(view, kind, operation, sorted(members, key=lambda c: -c.rows[view.subject].limit_share), prefix)


def _chart(view: View, kind: str, operation: str, members: list[Comparison], prefix: str) -> Chart:
    rows = [c.rows[view.subject] for c in members]
    bases = [(i, c.rows[view.baseline].limit_share) for i, c in enumerate(members) if view.baseline in c.rows]
    bases = [(i, share) for i, share in bases if share is not None]
    title = naming.kind_heading(kind) + (f": {operation}" if operation != kind else "")
    legend = [(view.subject, view.subject)] + ([(f"{view.baseline} (mark)", "ink")] if bases else [])
    canvas = Canvas(f"{title}, share of the limit", _TOP + _ROW * len(rows) + 18, legend)
    axes = canvas.axes(_LEFT, _TOP, _WIDTH, _ROW * len(rows))
    places = range(len(rows))
    axes.barh(places, [r.limit_share for r in rows], 0.62, color=palette.light(view.subject), linewidth=0)
    axes.vlines(
        [s for _, s in bases],
        [i - 0.42 for i, _ in bases],
        [i + 0.42 for i, _ in bases],
        color=palette.light("ink"),
        linewidth=2,
    )
    axes.axvline(1, color=palette.light("muted"), linewidth=1)
    axes.set_xlim(0, max(1.02, *(r.limit_share for r in rows)))
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.xaxis.set_major_locator(FixedLocator([0, 0.25, 0.5, 0.75, 1]))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:.0f} %"))
    axes.yaxis.set_major_locator(NullLocator())
    quiet(axes, "x")
    for i, row in enumerate(rows):
        y = _TOP + _ROW * i + 12
        canvas.text(_LEFT - 6, y, row.algorithm, size=SMALL, ha="right")
        canvas.text(356, y, wording.percent(row.limit_share), size=SMALL, ha="right")
    return canvas.finish(wording.slug(prefix, "share", kind, operation), _describe(title, rows))


def _describe(title: str, rows: list) -> str:
    best, least = rows[0], rows[-1]
    return (
        f"Bars: {title}, share of the limit of the silicon at the longest message, from "
        f"{wording.percent(best.limit_share)} "
        f"({best.algorithm}) down to {wording.percent(least.limit_share)} ({least.algorithm})."
    )
