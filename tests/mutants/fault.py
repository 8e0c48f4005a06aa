"""What a fault is: faults.py."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    name: str
    path: str
    old: str
    new: str
    check: str


@dataclass(frozen=True)
class Equivalent:
    name: str
    path: str
    old: str
    new: str
    reason: str
