"""Figures formatted for people."""

from __future__ import annotations

import re
from datetime import UTC, datetime


def figure(value: float | None, digits: int = 3) -> str:
    """Format a value with this many significant digits, without powers of ten, with thin spaces between thousands."""
    if value is None:
        return "–"
    if value == 0:
        return "0"
    whole = len(f"{abs(value):.0f}")
    return f"{value:,.{max(0, digits - whole)}f}".replace(",", "\u2009") if abs(value) >= 1 else f"{value:.{digits}g}"


def short(value: float) -> str:
    """Format a tick of a chart: 1.2k, 35M."""
    for unit, name in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= unit:
            return f"{value / unit:.3g}{name}"
    return f"{value:.3g}"


def times(ratio: float | None) -> str:
    """Format a ratio of speeds: 0.0312×, 0.97×, 2.31×, 12.4×, 259×."""
    if ratio is None:
        return "–"
    digits = next((d for limit, d in ((0.0995, 4), (9.995, 2), (99.95, 1)) if ratio < limit), 0)
    return f"{ratio:.{digits}f}×"


def percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f} %"


def size(num: int | None) -> str:
    return "" if num is None else f"{num}\u00a0B" if num < 65536 or num % 1024 else f"{num // 1024}\u00a0KiB"


def count(num: int, one: str, many: str | None = None) -> str:
    return f"{num} {one if num == 1 else many or one + 's'}"


def listed(names: list[str], most: int = 4) -> str:
    """Join names: a, b and c; with "and 7 more" if there are too many."""
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]])) if names else "nothing"


def date(created: str) -> str:
    """Format ISO 8601 to the minute, in UTC; unchanged if it is not a date."""
    try:
        return datetime.fromisoformat(created).astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")
    except ValueError:
        return created


def brackets(name: str) -> str:
    """Put a name that says more than "yes" in brackets, to follow a word."""
    return "" if name == "yes" else f" ({name})"


def cell(value: object) -> str:
    """Format any value of the metadata."""
    if isinstance(value, dict):
        return ", ".join(f"{k} = {cell(v)}" for k, v in value.items()) or "–"
    if isinstance(value, (list, tuple)):
        return " ".join(map(cell, value)) or "–"
    if isinstance(value, float):
        return figure(value, 6)
    return "–" if value is None or value == "" else "yes" if value is True else "no" if value is False else str(value)


def natural(name: str) -> list[tuple[int, str]]:
    """Return a sort key that puts RSA/1024 before RSA/15360."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", name)]


def slug(*words: str) -> str:
    """Make a file name of lower-case words."""
    return re.sub(r"[^a-z0-9]+", "-", " ".join(words).lower()).strip("-")
