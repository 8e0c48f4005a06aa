"""Bounds of ML-DSA and SLH-DSA: permutations and compressions, independent ones side by side in vectors.

Polynomials are not counted. docs/limits.md, "Post-quantum signatures".
"""

from __future__ import annotations

from dataclasses import dataclass

from afterburner_lab.limits import hash_bounds
from afterburner_lab.limits.silicon import Bound, NotMeasured, Silicon, in_turn, slowest

ALU, ROTATE = "vector ALU", "vector rotates"
KECCAK_ROUNDS = 24


@dataclass(frozen=True)
class Round:
    """Operations of a round of Keccak, and how many of them are rotates; operations without AVX-512."""

    operations: int
    rotates: int
    avx2: int


# With AVX-512: 10 vpternlogq for the parities, 25 that add two parities to a lane, 25 for chi, 29 rotates, 1 for iota.
# Without: 76 exclusive ors, 25 and-nots, and rotates of three operations, but for two by whole bytes.
WHOLE_ROUND = Round(90, 29, 184)
# What the first five lanes take of it: all parities and their five rotates, then five lanes.
FIRST_ROW = Round(30, 9, 68)


def permutations(s: Silicon, count: float, last: Round = WHOLE_ROUND) -> Bound:
    """Independent permutations of Keccak that end with the round `last`, a state to each 64 bits of a vector."""
    before = KECCAK_ROUNDS - 1
    if not s.has("rotate_512"):
        return s.cycles("alu", (before * WHOLE_ROUND.avx2 + last.avx2) * count, 64, ALU)
    turns = s.cycles("rotate", (before * WHOLE_ROUND.rotates + last.rotates) * count, 64, ROTATE)
    return slowest(s.cycles("alu", (before * WHOLE_ROUND.operations + last.operations) * count, 64, ALU), turns)


def chain(s: Silicon, count: float) -> Bound:
    """Permutations that each wait for the one before."""
    one = hash_bounds.keccak(s)
    return Bound(count * one.cycles, one.unit)


def _compressions(s: Silicon, count: float, operations: int, rotates: int, bits: int) -> Bound:
    if not s.has("rotate_512"):
        raise NotMeasured("rotate_512")
    return slowest(s.cycles("alu", operations * count, bits, ALU), s.cycles("rotate", rotates * count, bits, ROTATE))


def sha256(s: Silicon, count: float) -> Bound:
    """Independent compressions of F, by the SHA unit or in vectors of AVX-512, a message to each 32 bits.

    A round has 17 operations (six rotates, four vpternlogd, seven adds), a word of the schedule 11 (four rotates, two
    shifts, two vpternlogd, three adds). What the address alone determines is not counted: five rounds, eight sigmas of
    four operations and eight adds. Shifts and rotates share units."""
    choices = [Bound(count * 32 / s.value("sha256"), "SHA unit")] if s.has("sha256") else []
    if s.has("rotate_512"):
        choices.append(_compressions(s, count, 59 * 17 + 48 * 11 - 40, 59 * 6 + 48 * 6 - 24, 32))
    if not choices:
        raise NotMeasured("sha256")
    return min(choices, key=lambda b: b.cycles)


def sha512(s: Silicon, count: float) -> Bound:
    """Independent compressions in vectors of AVX-512: 80 rounds and 64 words of the schedule."""
    return _compressions(s, count, 80 * 17 + 64 * 11, 80 * 6 + 64 * 6, 64)


# ---- ML-DSA ----


@dataclass(frozen=True)
class MLDSA:
    """k, l: the matrix. key: permutations of H(pk) and of the seed. commitment: those of c~ and of SampleInBall.
    iterations: of a signature, on average (FIPS 204, table 1)."""

    k: int
    l: int  # noqa: E741
    key: int
    commitment: int
    iterations: float


MLDSA_SETS = {"44": MLDSA(4, 4, 11, 8, 4.25), "65": MLDSA(6, 5, 16, 8, 5.1), "87": MLDSA(8, 7, 21, 10, 3.85)}


def mldsa(s: Silicon, operation: str, size: int, name: str) -> Bound:
    """Key generation: five permutations for each polynomial of the matrix and two for each of s1 and s2, side by side;
    the others in turn. An iteration of a signature: five for each mask, side by side, while those of c~ run in turn."""
    p = MLDSA_SETS[name]
    if operation == "keygen":
        return in_turn(permutations(s, 5 * p.k * p.l + 2 * (p.k + p.l)), chain(s, p.key))
    if operation == "verify":
        return chain(s, p.commitment)
    return slowest(permutations(s, 5 * p.l * p.iterations), chain(s, p.commitment * p.iterations))


# ---- SLH-DSA ----


@dataclass(frozen=True)
class SLHDSA:
    """n bytes; d layers of trees of a height; k trees of FORS of height a (FIPS 205, table 2)."""

    n: int
    height: int
    d: int
    a: int
    k: int


SLHDSA_SETS = {
    "128S": SLHDSA(16, 9, 7, 12, 14),
    "128F": SLHDSA(16, 3, 22, 6, 33),
    "192S": SLHDSA(24, 9, 7, 14, 17),
    "192F": SLHDSA(24, 3, 22, 8, 33),
    "256S": SLHDSA(32, 8, 8, 14, 22),
    "256F": SLHDSA(32, 4, 17, 9, 35),
}


def slhdsa(s: Silicon, operation: str, size: int, function: str, name: str) -> Bound:
    """A leaf has 2 n + 3 chains of 16 values (PRF and F) and the compressions of their ends, a tree a node less than
    leaves. A signature has all d trees, and k trees of FORS, each leaf two values."""
    if operation == "verify":  # a chain of layers, whose lengths the signature determines
        raise NotMeasured(operation)
    p = SLHDSA_SETS[name.upper()]
    num_chains, is_shake = 2 * p.n + 3, function.upper() == "SHAKE"
    values = 2**p.height * num_chains * 16
    if is_shake:
        ends = -(-(p.n + 32 + num_chains * p.n + 1) // 136)
    elif p.n == 16:
        ends = -(-(22 + num_chains * p.n + 9) // 64)
    else:
        ends = -(-(22 + num_chains * p.n + 17) // 128)
    nodes = 2**p.height * ends + 2**p.height - 1
    if operation == "sign":
        values, nodes = values * p.d + p.k * 2 * 2**p.a, nodes * p.d + p.k * (2**p.a - 1)
    if is_shake:
        return in_turn(permutations(s, values, FIRST_ROW), permutations(s, nodes))
    if p.n == 16:
        return sha256(s, values + nodes)
    return in_turn(sha256(s, values), sha512(s, nodes))
