"""A table of the section, ready to render."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Table:
    """A table: texts under headings; the first of each row is its name.

    left: how many columns are words, not figures. notes: sentences below it; warning: one above it."""

    id: str
    heading: str
    note: str
    headings: tuple[str, ...]
    rows: list[tuple[str, ...]]
    left: int = 1
    is_open: bool = False
    notes: tuple[str, ...] = ()
    warning: str = ""
