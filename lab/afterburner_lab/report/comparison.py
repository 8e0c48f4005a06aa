"""The rows of a result that have the same key on every side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Comparison:
    """The measurements of one key, by the name of the side."""

    rows: dict

    @property
    def any(self) -> Any:
        return next(iter(self.rows.values()))


def by_key(rows: Iterable) -> list[dict]:
    """Group rows by key, and then by the name of the side, in the order in which a key first occurs."""
    found: dict[tuple, dict] = {}
    for row in rows:
        found.setdefault(row.key, {})[row.side] = row
    return list(found.values())
