"""Operations without a length (keys, signatures, derivation): operations per second, one pair of bars for each
algorithm, one chart for each operation."""

from __future__ import annotations

from collections.abc import Iterator

from matplotlib.ticker import NullLocator

from afterburner_lab.report import palette, wording
from afterburner_lab.report.canvas import SMALL, Canvas, Chart, quiet
from afterburner_lab.report.speed import naming
from afterburner_lab.report.speed.ratios import VERDICT_INK
from afterburner_lab.report.speed.view import Comparison, View, grouped

_BAR, _GAP, _TOP, _LEFT, _WIDTH = 11, 8, 48, 130, 150
_MOST = 30  # algorithms in a chart


def _family(c: Comparison) -> tuple[str, str]:
    """Return the chart of a comparison: family and operation."""
    return naming.family(c.any.kind, c.any.algorithm), c.any.operation


def draw(view: View, prefix: str) -> Iterator[Chart]:
    of_unit = [c for c in view.comparisons if c.any.unit == "op/s"]
    for (family, operation), members in grouped(sorted(of_unit, key=_family), _family):
        for i in range(0, len(members), _MOST):
            number = f" ({i // _MOST + 1})" if len(members) > _MOST else ""
            yield _chart(view, f"{family}: {operation}{number}", members[i : i + _MOST], prefix)


def _chart(view: View, title: str, members: list[Comparison], prefix: str) -> Chart:
    """Draw a chart. Each algorithm has a scale of its own, full at its fastest side, since they differ by factors of
    thousands."""
    sides = [s for s in view.sides if any(s in c.rows for c in members)]
    step = _BAR * len(sides) + _GAP
    canvas = Canvas(f"{title}, op/s", _TOP + step * len(members), [(s, s) for s in sides])
    axes = canvas.axes(_LEFT, _TOP - _BAR / 2, _WIDTH, step * len(members))
    for i, side in enumerate(sides):
        places = [step * g + _BAR * i for g, c in enumerate(members) if side in c.rows]
        rows = [(c.rows[side], c) for c in members if side in c.rows]
        axes.barh(
            places,
            [r.value / max(o.value for o in c.rows.values()) for r, c in rows],
            _BAR * 0.86,
            color=palette.light(side),
            linewidth=0,
        )
        for place, (row, _) in zip(places, rows):
            canvas.text(_LEFT + _WIDTH + 34, _TOP + place + 3.5, wording.short(row.value), size=SMALL, ha="right")
    for g, comparison in enumerate(members):
        _names(canvas, view, comparison, _TOP + step * g + _BAR * (len(sides) - 1) / 2 + 3.5)
    axes.set_xlim(0, 1)
    axes.set_ylim(step * len(members) - _BAR / 2, -_BAR / 2)
    axes.xaxis.set_major_locator(NullLocator())
    axes.yaxis.set_major_locator(NullLocator())
    quiet(axes, "x")
    return canvas.finish(wording.slug(prefix, "operations", title), _describe(view, title, members))


def _names(canvas: Canvas, view: View, comparison: Comparison, y: float) -> None:
    canvas.text(_LEFT - 6, y, comparison.any.algorithm, size=SMALL, ha="right")
    row = comparison.rows.get(view.subject)
    if row is not None and row.ratio is not None and row.side != view.baseline:
        canvas.text(356, y, wording.times(row.ratio), VERDICT_INK[view.verdict(row)], size=SMALL, ha="right")


def _describe(view: View, title: str, members: list[Comparison]) -> str:
    best = max((r for c in members for r in c.rows.values()), key=lambda r: r.value)
    return (
        f"Bars: {title}, operations per second of {wording.listed(view.sides)}; most: {best.algorithm} with "
        f"{wording.figure(best.value)}."
    )
