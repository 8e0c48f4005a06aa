"""The ways in which a program calls an operation, each an operation of its own: `encrypt`, `encrypt-stream` ..."""

from __future__ import annotations

KEPT, STREAM, CONTEXT, FETCH = CALLS = ("iv", "stream", "context", "fetch")
USUAL = (KEPT, STREAM)  # what `speed` measures by default


def split(operation: str) -> tuple[str, str]:
    """Return the operation without its way of calling, and that way."""
    plain, _, end = operation.rpartition("-")
    return (plain, end) if plain and end in CALLS else (operation, KEPT)


def is_among(operation: str, ways: tuple[str, ...]) -> bool:
    """Return whether the operation is called in one of the ways. A MAC's `fresh` is of two: it is in common use."""
    _, way = split(operation)
    return way in ways or (operation == "fresh" and CONTEXT in ways)
