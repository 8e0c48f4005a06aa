"""Before and after as bars: panels of groups, one bar for each side, and above each group the ratio of the sides."""

from __future__ import annotations

from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator

from afterburner_lab.report import palette, wording
from afterburner_lab.report.canvas import SMALL, Canvas, Chart, quiet

MOST_GROUPS = 5  # in one panel of full width; more would be illegible
_COLUMNS, _PANEL_WIDTH, _PANEL_HEIGHT = 2, 145, 78
_LEFT, _TOP, _STEP_X, _STEP_Y, _LINE = 32, 74, 181, 128, 13


@dataclass(frozen=True)
class Group:
    """A group of bars. label: below the bars, in one line or more. values: by side. note: above the bars, in the colour
    of that name."""

    label: str
    values: dict[str, float]
    note: str = ""
    colour: str = "muted"


@dataclass(frozen=True)
class Panel:
    """A panel. title: "" for none."""

    title: str
    groups: list[Group]


def chart(title: str, panels: list[Panel], sides: list[str], name: str, alt: str, columns: int = _COLUMNS) -> Chart:
    """Draw a chart. columns: panels beside each other; 1 for a single panel, which then has the whole width."""
    width = _PANEL_WIDTH if columns > 1 else 2 * _STEP_X - _LEFT - 8
    lines = -(-len(panels) // columns)
    step = _STEP_Y + _LINE * max(group.label.count("\n") for panel in panels for group in panel.groups)
    canvas = Canvas(title, _TOP + lines * step - 30, [(s, s) for s in sides])
    for i, panel in enumerate(panels):
        left, top = _LEFT + i % columns * _STEP_X, _TOP + i // columns * step
        if panel.title:
            canvas.text(left, top - 18, panel.title, "muted", size=SMALL, weight="bold")
        _draw(canvas.axes(left, top, width, _PANEL_HEIGHT), panel.groups, sides)
    return canvas.finish(name, alt)


def _draw(axes: Axes, groups: list[Group], sides: list[str]) -> None:
    width = 0.8 / len(sides)
    for i, side in enumerate(sides):
        places = [g + (i - (len(sides) - 1) / 2) * width for g in range(len(groups))]
        axes.bar(
            places,
            [group.values.get(side, 0) for group in groups],
            width * 0.92,
            color=palette.light(side),
            linewidth=0,
            clip_on=False,
        )
    for place, group in enumerate(groups):
        axes.annotate(
            group.note,
            (place, max(group.values.values())),
            (0, 2),
            textcoords="offset points",
            ha="center",
            fontsize=SMALL,
            color=palette.light(group.colour),
        )
    axes.set_xlim(-0.55, len(groups) - 0.45)
    axes.set_xticks(range(len(groups)), [group.label for group in groups])
    axes.yaxis.set_major_locator(MaxNLocator(3))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: wording.short(value)))
    quiet(axes, "y", ("bottom",))
