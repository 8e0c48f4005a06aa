"""A result of `startup` as Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from afterburner_lab.startup.figures import Figures, Memory, Row


def markdown(figures: Figures, side: str) -> str:
    """Return the tables of one side."""
    return "\n".join([*_about(figures, side), *_phases(figures, side), *_memory(figures, side)]) + "\n"


def _about(figures: Figures, side: str) -> Iterator[str]:
    about, control, settings = next(s for s in figures.sides if s["name"] == side), figures.control, figures.settings
    yield f"    {figures.command}"
    yield ""
    yield (
        f"OpenSSL {about['libcrypto']}, level `{about['level']}`, {figures.machine['processor']}, "
        f"{figures.created[:10]}: {settings['runs'] * settings['rounds']} processes a figure. Of the A/A control 95 % "
        f"of the rows lie between {control['low']:.3f} and {control['high']:.3f}."
    )
    yield ""


def _phases(figures: Figures, side: str) -> Iterator[str]:
    base = figures.of_side(figures.sides[0]["name"])
    yield "| process | phase | us without | us with | more, 95 % interval | page faults more |"
    yield "|---|---|---|---|---|---|"
    for row in figures.of_side(side).values():
        its = base.get(row.key)
        without = "-" if its is None else f"{its.us:.0f}"
        yield f"| {row.scenario} | {row.phase} | {without} | {row.us:.0f} | {_more(row)} |"
    yield ""


def _more(row: Row) -> str:
    if row.more_us is None:
        return "- | -"
    return f"{row.more_us:+.0f} ({row.more_low:+.0f} to {row.more_high:+.0f}) | {row.more_faults:+.0f}"


def _memory(figures: Figures, side: str) -> Iterator[str]:
    base = {m.scenario: m for m in figures.memory if m.side == figures.sides[0]["name"]}
    yield "| process | KiB resident, without / with | its share of shared pages | private, written |"
    yield "|---|---|---|---|"
    for memory in figures.memory:
        if memory.side == side:
            yield f"| {memory.scenario} | {' | '.join(_pairs(base.get(memory.scenario), memory))} |"


def _pairs(base: Memory | None, memory: Memory) -> Iterator[str]:
    for name in ("rss_kib", "pss_kib", "dirty_kib"):
        yield f"{'-' if base is None else f'{getattr(base, name):.0f}'} / {getattr(memory, name):.0f}"
