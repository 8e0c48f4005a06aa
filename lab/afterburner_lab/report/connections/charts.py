"""The charts of connections: by pair, by number of connections at once, and bulk data by length of record."""

from __future__ import annotations

from collections.abc import Iterator

from matplotlib.ticker import FuncFormatter, MaxNLocator

from afterburner_lab.connections.results import BULK, FULL, RESUMED, Row
from afterburner_lab.report import bars, palette, wording
from afterburner_lab.report.bars import Group, Panel
from afterburner_lab.report.canvas import SMALL, Canvas, Chart, quiet
from afterburner_lab.report.comparison import Comparison
from afterburner_lab.report.connections.view import MEMORY, View, grouped
from afterburner_lab.report.speed.ratios import VERDICT_INK

_LEFT, _TOP, _WIDTH, _HEIGHT = 38, 46, 312, 168
_LEAST_COUNTS = 3  # least numbers of connections for a line


def by_pair(view: View, prefix: str) -> Iterator[Chart]:
    """Draw a chart for each mode, kind and version."""
    for mode in view.modes():
        for what in (FULL, RESUMED):
            for (version,), members in grouped(view.pairs(mode, what), lambda row: (row.version,)):
                title = f"{what.capitalize()} {version} handshakes per second{_at(mode, ' and core')}"
                groups = [_group(view, c, c.any.pair.replace("/", "\n")) for c in members]
                panels = [Panel("", groups[i : i + bars.MOST_GROUPS]) for i in range(0, len(groups), bars.MOST_GROUPS)]
                yield bars.chart(
                    title,
                    panels,
                    view.sides,
                    wording.slug(prefix, "pairs", mode, what, version),
                    _describe(view, title, members),
                    columns=1,
                )


def _work(row: Row) -> tuple[str, ...]:
    """Return what rows share that differ only in the number of connections."""
    return row.mode, row.what, row.version, row.pair, row.cipher, row.unit


def by_concurrency(view: View, prefix: str) -> Iterator[Chart]:
    for (mode, what, version, pair, *_), members in grouped(view.select(lambda row: row.what != BULK), _work):
        if len(members) >= _LEAST_COUNTS:
            title = f"{what.capitalize()} {version}, {pair}{_at(mode)}"
            yield _lines(
                view,
                sorted(members, key=lambda c: c.any.connections),
                title,
                wording.slug(prefix, "at-once", mode, what, version, pair),
            )


def bulk(view: View, prefix: str) -> Iterator[Chart]:
    """Draw a chart for each mode and version, with a panel for each length and a group for each cipher."""
    members = view.select(lambda row: row.what == BULK)
    for (mode, version), of_version in grouped(members, lambda row: (row.mode, row.version)):
        title = f"Bulk data of {version}, MB/s{_at(mode, ' of one core')}"
        by_size = sorted(grouped(of_version, lambda row: (row.bytes,)), key=lambda item: item[0])
        panels = [
            Panel(f"{size} bytes a record", [_group(view, c, _short(c.any.cipher)) for c in group])
            for (size,), group in by_size
        ]
        yield bars.chart(
            title,
            panels,
            view.sides,
            wording.slug(prefix, "bulk", mode, version),
            _describe(view, title, of_version),
            columns=1,
        )


def _at(mode: str, memory: str = "") -> str:
    """Return the end of a title. memory: its text for connections in memory."""
    return memory if mode == MEMORY else f", {mode}"


def _short(cipher: str) -> str:
    return cipher.replace("CHACHA20-POLY1305", "ChaCha20").replace("AES-128-CBC-", "CBC-")


def _group(view: View, c: Comparison, label: str) -> Group:
    return Group(
        label,
        {side: c.rows[side].value for side in view.sides if side in c.rows},
        wording.times(view.ratio(c)),
        VERDICT_INK[view.verdict(c)],
    )


def _lines(view: View, members: list[Comparison], title: str, name: str) -> Chart:
    canvas = Canvas(title, _TOP + _HEIGHT + 32, [(s, s) for s in view.sides])
    axes = canvas.axes(_LEFT, _TOP, _WIDTH, _HEIGHT)
    for side in view.sides:
        rows = [c.rows[side] for c in members if side in c.rows]
        axes.plot(
            [r.connections for r in rows],
            [r.value for r in rows],
            color=palette.light(side),
            linewidth=1.8,
            marker="o",
            markersize=3,
            clip_on=False,
        )
    axes.set_ylim(0, None)
    counts = [c.any.connections for c in members]
    axes.set_xticks(counts, [str(n) if n in (counts[0], counts[-1]) or n % 64 == 0 else "" for n in counts])
    axes.yaxis.set_major_locator(MaxNLocator(4))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: wording.short(value)))
    quiet(axes, "both")
    canvas.text(
        _LEFT + _WIDTH,
        _TOP + _HEIGHT + 27,
        f"connections at once; {members[0].any.unit}",
        "muted",
        size=SMALL,
        ha="right",
    )
    return canvas.finish(name, _describe(view, title, members))


def _describe(view: View, title: str, members: list[Comparison]) -> str:
    ratios = [view.ratio(c) for c in members]
    return (
        f"{title}: {view.subject} against {view.baseline} takes between 1/{wording.times(min(ratios))[:-1]} and "
        f"1/{wording.times(max(ratios))[:-1]} of the processor's time."
    )
