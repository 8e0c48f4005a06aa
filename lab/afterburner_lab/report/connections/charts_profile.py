"""Where the server's time goes: a bar of parts for each kind of connection, without and with Afterburner."""

from __future__ import annotations

import math
from collections.abc import Iterator

from matplotlib.axes import Axes
from matplotlib.ticker import NullLocator

from afterburner_lab.connections.profile import Gain, Profile
from afterburner_lab.connections.profile_view import connection
from afterburner_lab.report import palette, wording
from afterburner_lab.report.canvas import SMALL, Canvas, Chart, quiet

_BAR, _HEAD, _GAP, _TOP, _LEFT, _WIDTH = 12, 30, 10, 44, 74, 240
_PARTS = (
    ("replaceable", "afterburner", lambda p: p.crypto),
    ("other", "software", lambda p: p.other_crypto),
    ("OpenSSL", "default", lambda p: p.openssl),
    ("libc", "other", lambda p: p.libc),
    ("kernel", "loss", lambda p: p.kernel),
    ("rest", "line", lambda p: p.rest),
)
_NAMED = 5  # the rest is the lab's own program, next to nothing


def draw(gains: list[Gain], prefix: str) -> Iterator[Chart]:
    if gains:
        yield _chart(gains, prefix)


def _chart(gains: list[Gain], prefix: str) -> Chart:
    step = _HEAD + 2 * _BAR + _GAP
    legend = [(name, colour) for name, colour, _ in _PARTS[:_NAMED]]
    canvas = Canvas("Where the server's time goes", _TOP + step * len(gains), legend)
    axes = canvas.axes(_LEFT, _TOP, _WIDTH, step * len(gains))
    for g, gain in enumerate(gains):
        top = step * g
        canvas.text(0, _TOP + top + 10, connection(gain.before.key), "muted", size=SMALL, weight="bold")
        canvas.text(_LEFT, _TOP + top + 24, _outcome(gain), size=SMALL)
        for i, profile in enumerate(p for p in (gain.before, gain.after) if p is not None):
            place = top + _HEAD + _BAR * i + _BAR / 2
            canvas.text(_LEFT - 6, _TOP + place + 3.5, profile.side, size=SMALL, ha="right")
            canvas.text(356, _TOP + place + 3.5, f"{100 * profile.crypto:.0f} %", size=SMALL, ha="right")
            _bar(axes, place, profile)
    axes.set_xlim(0, 1)
    axes.set_ylim(step * len(gains), 0)
    axes.xaxis.set_major_locator(NullLocator())
    axes.yaxis.set_major_locator(NullLocator())
    quiet(axes, "x")
    alt = "; ".join(
        f"{connection(g.before.key)}: {wording.percent(g.before.crypto)} replaceable, {_outcome(g)}" for g in gains
    )
    return canvas.finish(wording.slug(prefix, "profile"), f"Bars: shares of the server's time. {alt}.")


def _bar(axes: Axes, place: float, profile: Profile) -> None:
    left = 0.0
    for _, colour, share in _PARTS:
        axes.barh([place], [share(profile)], _BAR * 0.86, left=left, color=palette.light(colour), linewidth=0)
        left += share(profile)


def _outcome(gain: Gain) -> str:
    ceiling = "" if math.isinf(gain.before.ceiling) else f"ceiling {wording.times(gain.before.ceiling)}"
    reached = "" if gain.reached is None else f"reached {wording.times(gain.reached)}"
    return ", ".join(filter(None, (ceiling, reached)))
