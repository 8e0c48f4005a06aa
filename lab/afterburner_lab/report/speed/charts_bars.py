"""Before and after: throughput of each side as bars; one chart for each mode and operation, one panel for each length,
one group for each key length."""

from __future__ import annotations

from collections.abc import Iterator

from afterburner_lab.report import bars, wording
from afterburner_lab.report.bars import Group, Panel
from afterburner_lab.report.canvas import Chart
from afterburner_lab.report.speed.ratios import VERDICT_INK
from afterburner_lab.report.speed.view import Comparison, View, grouped

_MOST_VARIANTS = 4  # in one panel; more are legible only in a chart of their own


def draw(view: View, prefix: str) -> Iterator[Chart]:
    """Draw the charts. prefix: of the charts' names."""
    for (title, operation), members in grouped(view.interesting("MB/s"), _chart_of):
        variants = list(dict.fromkeys(c.group.variant for c in members))
        for i in range(0, len(variants), _MOST_VARIANTS):
            part = variants[i : i + _MOST_VARIANTS]
            number = f" ({i // _MOST_VARIANTS + 1})" if len(variants) > _MOST_VARIANTS else ""
            yield _chart(view, [c for c in members if c.group.variant in part], f"{title} {operation}{number}", prefix)


def _chart_of(comparison: Comparison) -> tuple[str, str]:
    return comparison.group.title, comparison.any.operation


def _chart(view: View, members: list[Comparison], title: str, prefix: str) -> Chart:
    sides = [s for s in view.sides if any(s in c.rows for c in members)]
    panels = [
        Panel(f"{size} bytes", [_group(view, c, sides) for c in group])
        for size, group in grouped(sorted(members, key=lambda c: c.any.bytes), lambda c: c.any.bytes)
    ]
    return bars.chart(
        f"{title}, MB/s", panels, sides, wording.slug(prefix, "bars", title), _describe(view, title, members)
    )


def _group(view: View, comparison: Comparison, sides: list[str]) -> Group:
    values = {side: comparison.rows[side].value for side in sides if side in comparison.rows}
    row = comparison.rows.get(view.subject)
    if row is None or row.ratio is None:
        return Group(comparison.group.variant, values)
    return Group(comparison.group.variant, values, wording.times(row.ratio), VERDICT_INK[view.verdict(row)])


def _describe(view: View, title: str, members: list[Comparison]) -> str:
    ratios = [c.rows[view.subject].ratio for c in members if view.subject in c.rows and c.rows[view.subject].ratio]
    if not ratios:
        return f"Bars: throughput of {title} by message length."
    return (
        f"Bars: throughput of {title} by message length and key length. {view.subject} reaches "
        f"{wording.times(min(ratios))} "
        f"to {wording.times(max(ratios))} of {view.baseline}."
    )
