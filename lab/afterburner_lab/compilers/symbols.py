"""The symbols of a library: the code size of each function."""

from __future__ import annotations

import functools
import subprocess


@functools.lru_cache(maxsize=64)
def sizes(library: str, nm: str = "nm") -> dict[str, int]:
    """Return the size of each function by name; empty for a library without symbols, or without nm to read them."""
    try:
        done = subprocess.run(
            [nm, "--print-size", "--defined-only", library], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return {}
    return read(done.stdout)


def read(text: str) -> dict[str, int]:
    """Parse nm's lines: address, size, type and name. Names shared by several local functions are left out."""
    found: dict[str, int | None] = {}
    for words in (line.split() for line in text.splitlines()):
        if len(words) == 4 and words[2] in "tTwWiI":
            name, size = words[3].partition("@")[0], int(words[1], 16)
            found[name] = size if found.get(name, size) == size else None
    return {name: size for name, size in found.items() if size}
