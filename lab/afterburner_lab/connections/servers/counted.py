"""What the module counts in running processes (`counters = on`): the mapping of include/afterburner/counters.h, found
and read through /proc."""

from __future__ import annotations

from collections import Counter

import numpy as np

from afterburner_lab.connections.servers.machine import PROC
from afterburner_lab.core.errors import LabError

MAGIC, VERSION = 0x53544E554F434241, 1
NUM_LINES, NUM_FAMILIES, NUM_KINDS, NAMED = 56, 144, 16, 2
COUNTER = np.dtype([("calls", "<u8"), ("bytes", "<u8")])
FAMILY = np.dtype([("state", "<u4"), ("is_cipher", "<u4"), ("name", "S24"), ("level", "S48")])
COUNTERS = np.dtype(
    [
        ("magic", "<u8"),
        ("version", "<u4"),
        ("size", "<u4"),
        ("owner", "<u8", 64),
        ("family", FAMILY, NUM_FAMILIES),
        ("unused", "u1", 48),
        ("line", COUNTER, (NUM_LINES, NUM_FAMILIES, NUM_KINDS)),
    ]
)
PAGE = 4096
MAPPED = -(-COUNTERS.itemsize // PAGE) * PAGE
MAC, CIPHER = "mac", "cipher"
OPERATIONS = (
    "digest",
    "derive",
    "exchange",
    "sign",
    "verify",
    "encrypt",
    "decrypt",
    MAC,
    "encapsulate",
    "decapsulate",
    "generate",
)  # of a family that is no cipher's, by kind

Counts = Counter[tuple[str, str, str]]  # calls by (family, level, operation); a cipher has two operations


def read(pids: list[int]) -> Counts:
    """Return the sum of what these processes have counted. A process that has ended has counted nothing."""
    total: Counts = Counter()
    for pid in pids:
        total += _of_process(pid)
    return total


def _of_process(pid: int) -> Counts:
    total: Counts = Counter()
    try:
        for address in _addresses((PROC / str(pid) / "maps").read_text(errors="replace")):
            with (PROC / str(pid) / "mem").open("rb", buffering=0) as memory:
                memory.seek(address)
                total += parse(memory.read(MAPPED))
    except (FileNotFoundError, ProcessLookupError):
        return Counter()
    except OSError as e:
        raise LabError(f"the counters of process {pid} cannot be read: {e.strerror}") from e
    return total


def _addresses(maps: str) -> list[int]:
    """Return the beginnings of the private mappings of no file that have the length of the counters, and no name but
    theirs."""
    found = []
    for line in maps.splitlines():
        span, access, _, _, inode, *name = line.split(maxsplit=5)
        first, last = (int(end, 16) for end in span.split("-"))
        ours = last - first == MAPPED and access == "rw-p" and inode == "0"
        if ours and name in ([], ["[anon:afterburner]"]):
            found.append(first)
    return found


def parse(memory: bytes) -> Counts:
    """Return the calls in a mapping, which the process may be writing; nothing if it has counted nothing yet."""
    if len(memory) < COUNTERS.itemsize:
        return Counter()
    mapping = np.frombuffer(memory, COUNTERS, 1)[0]
    if (mapping["magic"], mapping["version"], mapping["size"]) != (MAGIC, VERSION, COUNTERS.itemsize):
        return Counter()
    calls = mapping["line"]["calls"].sum(axis=0)
    found: Counts = Counter()
    for number, kind in zip(*np.nonzero(calls)):
        family = mapping["family"][number]
        if family["state"] == NAMED:
            key = family["name"].decode(), family["level"].decode(), _operation(bool(family["is_cipher"]), int(kind))
            found[key] += int(calls[number, kind])
    return found


def _operation(is_cipher: bool, kind: int) -> str:
    if is_cipher:
        return MAC if OPERATIONS[kind : kind + 1] == (MAC,) else CIPHER
    return OPERATIONS[kind] if kind < len(OPERATIONS) else ""


def told(counts: Counts) -> str:
    """Return the families and their levels as text, each once."""
    return ", ".join(dict.fromkeys(f"{family} ({level})" for family, level, _ in sorted(counts)))
