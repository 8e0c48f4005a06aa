"""Select which of the offers a plan measures, and at which sizes."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from afterburner_lab.core import calls
from afterburner_lab.core.driver import TLS, Offer
from afterburner_lab.core.errors import LabError
from afterburner_lab.speed.plan import MAX_SIZE, Key, Plan


@dataclass(frozen=True)
class Task:
    """One measurement of each run. size: the requested message length; None if there is none."""

    offer: Offer
    size: int | None

    @property
    def key(self) -> Key:
        return self.offer.kind, self.offer.algorithm, self.offer.operation, self.size

    @property
    def name(self) -> str:
        return f"{self.offer.algorithm} {self.offer.operation}{'' if self.size is None else f' {self.size}'}"


def select(offers: list[Offer], plan: Plan) -> list[Task]:
    if plan.program == TLS:  # it lists nothing: the plan names all rows
        return [Task(Offer(*row[:3], row[3] is not None, True, {}), row[3]) for row in plan.rows]
    if plan.rows:
        by_name = {(o.kind, o.algorithm, o.operation): o for o in offers}
        return [Task(by_name[row[:3]], row[3]) for row in plan.rows if row[:3] in by_name]
    check_sizes(plan.sizes)
    chosen = _of_operations(of_patterns(offers, plan.patterns), plan)
    sizes = tuple(dict.fromkeys(plan.sizes))
    return [Task(offer, size) for offer in chosen for size in (sizes if offer.sized else (None,))]


def merge(lists: list[list[Offer]]) -> list[Offer]:
    """Merge the lists of several processes into one, each offer with the providers of all sides."""
    merged: dict[tuple[str, str, str], Offer] = {}
    sides = [side for offers in lists for side in (offers[0].providers if offers else ())]
    for offer in (offer for offers in lists for offer in offers):
        name = offer.kind, offer.algorithm, offer.operation
        known = merged[name].providers if name in merged else dict.fromkeys(sides)
        merged[name] = replace(offer, providers={**known, **offer.providers})
    return list(merged.values())


def check_sizes(sizes: tuple[int, ...]) -> None:
    if not sizes:
        raise LabError("no size to measure; as in --sizes 16,1350")
    for size in sizes:
        if not 1 <= size <= MAX_SIZE:
            raise LabError(f"size {size}: a message has 1 to {MAX_SIZE} bytes")


def _named(offer: Offer, pattern: str) -> bool:
    return fnmatchcase(offer.algorithm.upper(), pattern.upper())


def _of_family(offer: Offer, pattern: str) -> bool:
    """Return whether a pattern is the offer's kind, or its name before the slash."""
    return pattern.lower() == offer.kind or fnmatchcase(offer.algorithm.upper().partition("/")[0], pattern.upper())


def _matching(offers: list[Offer], pattern: str) -> list[Offer]:
    """Return what a pattern matches by its whole name; for a family (RSA, signature), the members in common use, or all
    if none is."""
    family = [offer for offer in offers if _of_family(offer, pattern)]
    common = [offer for offer in family if offer.common]
    found = [offer for offer in offers if _named(offer, pattern) or offer in (common or family)]
    if not found:
        raise LabError(f"{pattern}: no such algorithm or kind here; {_near(offers, pattern)}")
    return found


def of_patterns(offers: list[Offer], patterns: tuple[str, ...]) -> list[Offer]:
    """Return what the patterns select; without any, everything in common use."""
    if not patterns:
        return [offer for offer in offers if offer.common]
    chosen = [offer for pattern in patterns for offer in _matching(offers, pattern)]
    return [offer for offer in offers if offer in chosen]


def _near(offers: list[Offer], pattern: str) -> str:
    names = {
        name.upper(): name
        for offer in offers
        for name in (offer.algorithm, offer.algorithm.partition("/")[0], offer.kind)
    }
    near = difflib.get_close_matches(pattern.upper(), names, n=3, cutoff=0.5)
    return f"near: {', '.join(names[n] for n in near)}" if near else "`afterburner-lab list` shows all"


def _of_operations(offers: list[Offer], plan: Plan) -> list[Offer]:
    """Return the offers with the plan's operations, called in its ways; `encrypt-context` names its way itself."""
    known = {calls.split(offer.operation)[0] for offer in offers} | {offer.operation for offer in offers}
    for operation in plan.operations:
        if operation not in known:
            raise LabError(f"--operation {operation}: what is selected has {', '.join(sorted(known))}")
    return [offer for offer in offers if _is_chosen(offer.operation, plan)]


def _is_chosen(operation: str, plan: Plan) -> bool:
    plain, way = calls.split(operation)
    if way != calls.KEPT and operation in plan.operations:
        return True
    return calls.is_among(operation, plan.calls) and (not plan.operations or plain in plan.operations)
