"""Which rows share a chart or a table, and their order."""

from __future__ import annotations

import re
from dataclasses import dataclass

from afterburner_lab.report import wording
from afterburner_lab.speed.results import KINDS, Row

# The modes that most traffic and disks use come first, the others follow by name.
_FIRST_MODES = ("GCM", "CBC", "CTR", "XTS", "CCM", "OCB", "GCM-SIV", "SIV", "ECB", "CFB", "OFB")
_OPERATIONS = ("encrypt", "decrypt", "sign", "verify")
_KEYED = re.compile(r"^(?P<cipher>.+?)-(?P<key>\d{3})-(?P<mode>.+)$")
_SIZED = re.compile(r"^(?P<head>.+)-(?P<size>\d+)$")


@dataclass(frozen=True)
class Group:
    """A group. title: the algorithm without its key or output length, such as AES-GCM; variant: that length, such as
    128, or nothing."""

    title: str
    variant: str


def group(algorithm: str) -> Group:
    if m := _KEYED.match(algorithm):
        return Group(f"{m['cipher']}-{m['mode']}", m["key"])
    if m := _SIZED.match(algorithm):
        return Group(m["head"], m["size"])
    return Group(algorithm, "")


def family(kind: str, algorithm: str) -> str:
    """Return the heading of an algorithm's table."""
    return f"{re.split('[-/]', algorithm)[0]} ciphers" if kind == "cipher" else kind_heading(kind)


def kind_heading(kind: str) -> str:
    return KINDS.get(kind, kind.capitalize())


def order(row: Row) -> tuple:
    """Sort rows as readers look for them: kind, family, usual modes first, operation, numbers by value."""
    kinds, named = list(KINDS), group(row.algorithm)
    mode = named.title.partition("-")[2] if row.kind == "cipher" else ""
    return (
        kinds.index(row.kind) if row.kind in kinds else len(kinds),
        not row.algorithm.startswith("AES"),
        family(row.kind, row.algorithm),
        _place(_FIRST_MODES, mode),
        wording.natural(named.title),
        _place(_OPERATIONS, row.operation),
        row.operation,
        wording.natural(named.variant),
        row.bytes or 0,
    )


def _place(names: tuple[str, ...], name: str) -> int:
    return names.index(name) if name in names else len(names)
