"""Before and after: throughput of each side as bars, one chart a mode and operation, a panel a length, a group a key length."""
from __future__ import annotations

from collections.abc import Iterator

from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator

from afterburner_lab.report import palette, wording
from afterburner_lab.report.canvas import SMALL, Canvas, Chart, quiet
from afterburner_lab.report.speed import naming
from afterburner_lab.report.speed.ratios import VERDICT_INK
from afterburner_lab.report.speed.view import Comparison, View, grouped

_MOST_VARIANTS = 4  # in one panel; more are legible only in a chart of their own
_COLUMNS, _PANEL_WIDTH, _PANEL_HEIGHT = 2, 145, 78
_LEFT, _TOP, _STEP_X, _STEP_Y = 32, 74, 181, 128


def draw(view: View, prefix: str) -> Iterator[Chart]:
    """prefix: what the charts' names begin with."""
    for (title, operation), members in grouped(view.interesting("MB/s"), _chart_of):
        variants = list(dict.fromkeys(c.group.variant for c in members))
        for i in range(0, len(variants), _MOST_VARIANTS):
            part = variants[i:i + _MOST_VARIANTS]
            number = f" ({i // _MOST_VARIANTS + 1})" if len(variants) > _MOST_VARIANTS else ""
            yield _chart(view, [c for c in members if c.group.variant in part], f"{title} {operation}{number}", prefix)


def _chart_of(comparison: Comparison) -> tuple[str, str]:
    return comparison.group.title, comparison.any.operation


def _chart(view: View, members: list[Comparison], title: str, prefix: str) -> Chart:
    sides = [s for s in view.sides if any(s in c.rows for c in members)]
    panels = list(grouped(sorted(members, key=lambda c: c.any.bytes), lambda c: c.any.bytes))
    lines = -(-len(panels) // _COLUMNS)
    canvas = Canvas(f"{title}, MB/s", _TOP + lines * _STEP_Y - 30, [(s, s) for s in sides])
    for i, (size, group) in enumerate(panels):
        left, top = _LEFT + i % _COLUMNS * _STEP_X, _TOP + i // _COLUMNS * _STEP_Y
        canvas.text(left, top - 18, f"{size} bytes", "muted", size=SMALL, weight="bold")
        _panel(canvas.axes(left, top, _PANEL_WIDTH, _PANEL_HEIGHT), group, sides, view)
    return canvas.finish(wording.slug(prefix, "bars", title), _describe(view, title, members))


def _panel(axes: Axes, group: list[Comparison], sides: list[str], view: View) -> None:
    width = 0.8 / len(sides)
    for i, side in enumerate(sides):
        places = [g + (i - (len(sides) - 1) / 2) * width for g in range(len(group))]
        axes.bar(places, [c.rows[side].value if side in c.rows else 0 for c in group], width * 0.92,
                 color=palette.light(side), linewidth=0, clip_on=False)
    for g, comparison in enumerate(group):
        _label(axes, g, comparison, view)
    axes.set_xlim(-0.55, len(group) - 0.45)
    axes.set_xticks(range(len(group)), [c.group.variant for c in group])
    axes.yaxis.set_major_locator(MaxNLocator(3))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: wording.short(value)))
    quiet(axes, "y", ("bottom",))


def _label(axes: Axes, place: int, comparison: Comparison, view: View) -> None:
    """The ratio above the group."""
    row = comparison.rows.get(view.subject)
    if row is None or row.ratio is None:
        return
    highest = max(r.value for r in comparison.rows.values())
    axes.annotate(wording.times(row.ratio), (place, highest), (0, 2), textcoords="offset points", ha="center",
                  fontsize=SMALL, color=palette.light(VERDICT_INK[view.verdict(row)]))


def _describe(view: View, title: str, members: list[Comparison]) -> str:
    ratios = [c.rows[view.subject].ratio for c in members if view.subject in c.rows and c.rows[view.subject].ratio]
    if not ratios:
        return f"Bars: throughput of {title} by message length."
    return (f"Bars: throughput of {title} by message length and key length. {view.subject} reaches {wording.times(min(ratios))} "
            f"to {wording.times(max(ratios))} of {view.baseline}.")
