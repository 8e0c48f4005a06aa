"""Charts of cores and servers without and with Afterburner: for one plan, and from a site to the internet."""

from __future__ import annotations

from collections.abc import Iterator

from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, NullLocator

from afterburner_lab.connections import capacity
from afterburner_lab.connections.capacity import Need
from afterburner_lab.connections.capacity_part import Capacity
from afterburner_lab.connections.capacity_view import words
from afterburner_lab.connections.demand import Demand
from afterburner_lab.core.sides import BASELINE, CANDIDATE
from afterburner_lab.report import palette, wording
from afterburner_lab.report.canvas import SMALL, Canvas, Chart, quiet

_BAR, _GAP, _TOP, _LEFT, _WIDTH = 11, 10, 48, 112, 150
_PANEL_LEFT, _PANEL_WIDTH, _PANEL_HEIGHT, _PANEL_STEP = 40, 308, 120, 172
_SIDES = ((BASELINE, "before"), (CANDIDATE, "after"))


def draw(found: Capacity, prefix: str) -> Iterator[Chart]:
    yield _cores(found, prefix)
    yield _servers(found, prefix)


def _cores(found: Capacity, prefix: str) -> Chart:
    """Draw the cores; each line has a scale of its own, full at the side that needs most."""
    needs = list(_examples(found))
    step = 2 * _BAR + _GAP
    canvas = Canvas("Busy cores", _TOP + step * len(needs), [(name, name) for name, _ in _SIDES])
    axes = canvas.axes(_LEFT, _TOP - _BAR / 2, _WIDTH, step * len(needs))
    for i, (side, _) in enumerate(_SIDES):
        cores = [_both(need)[i] for need in needs]
        axes.barh(
            [step * n + _BAR * i for n in range(len(needs))],
            [c / max(_both(need)) for c, need in zip(cores, needs)],
            _BAR * 0.86,
            color=palette.light(side),
            linewidth=0,
        )
        for n, value in enumerate(cores):
            canvas.text(
                _LEFT + _WIDTH + 42, _TOP + step * n + _BAR * i + 3.5, wording.figure(value), size=SMALL, ha="right"
            )
    for n, need in enumerate(needs):
        y = _TOP + step * n + _BAR / 2 + 3.5
        canvas.text(
            _LEFT - 6,
            y,
            "the plan" if need.demand == found.demand else f"{words(need.demand)}/s".replace("/s/s", "/s"),
            size=SMALL,
            ha="right",
        )
        canvas.text(356, y, f"{-100 * need.saved.value:+.0f} %", _ink(need), size=SMALL, ha="right")
    axes.set_xlim(0, 1)
    axes.set_ylim(step * len(needs) - _BAR / 2, -_BAR / 2)
    axes.xaxis.set_major_locator(NullLocator())
    axes.yaxis.set_major_locator(NullLocator())
    quiet(axes, "x")
    alt = "; ".join(f"{words(n.demand)}: {wording.figure(n.before)} and {wording.figure(n.after.value)}" for n in needs)
    return canvas.finish(
        wording.slug(prefix, "capacity-cores"), f"Bars: busy cores without Afterburner and with it. {alt}."
    )


def _examples(found: Capacity) -> Iterator[Need]:
    if found.demand is not None:
        yield found.need()
    for cost, wanted in (
        (found.costs.full, Demand(full=1e5)),
        (found.costs.resumed, Demand(resumed=1e5)),
        (found.costs.byte, Demand(bytes=1e11 / 8)),
    ):
        if cost is not None:
            yield capacity.need(found.costs, wanted, found.servers)


def _both(need: Need) -> tuple[float, float]:
    return need.before, need.after.value


def _ink(need: Need) -> str:
    return "accent" if need.saved.low > 0 else "loss" if need.saved.high < 0 else "muted"


def _servers(found: Capacity, prefix: str) -> Chart:
    panels = [
        (name, needs)
        for name, needs in (
            ("full handshakes per second", [n for n in found.scales() if n.demand.full]),
            ("resumed handshakes per second", [n for n in found.scales() if n.demand.resumed]),
            ("bit/s", [n for n in found.scales() if n.demand.bytes]),
        )
        if needs
    ]
    canvas = Canvas("Servers needed", 60 + _PANEL_STEP * len(panels), [(name, name) for name, _ in _SIDES])
    for i, (name, needs) in enumerate(panels):
        top = 62 + _PANEL_STEP * i
        canvas.text(_PANEL_LEFT, top - 8, name, "muted", size=SMALL, weight="bold")
        _panel(canvas.axes(_PANEL_LEFT, top, _PANEL_WIDTH, _PANEL_HEIGHT), needs)
    most = max((need for _, needs in panels for need in needs), key=lambda need: need.servers_before)
    alt = (
        f"Lines: servers over {wording.listed([name for name, _ in panels])}, both scales logarithmic; at most "
        f"{most.servers_before} without Afterburner and {most.servers_after} with it."
    )
    return canvas.finish(wording.slug(prefix, "capacity-servers"), alt)


def _panel(axes: Axes, needs: list[Need]) -> None:
    x = [need.demand.full or need.demand.resumed or 8 * need.demand.bytes for need in needs]
    for side, servers in _SIDES:
        axes.plot(
            x,
            [getattr(need, f"servers_{servers}") for need in needs],
            color=palette.light(side),
            linewidth=2,
            marker="o",
            markersize=4,
        )
    axes.set_xscale("log")
    axes.set_yscale("log")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(FuncFormatter(lambda value, _: wording.short(value)))
        axis.set_minor_locator(NullLocator())
    axes.set_xticks(x)
    quiet(axes, "both", ("bottom",))
