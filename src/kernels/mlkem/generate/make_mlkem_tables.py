#!/usr/bin/env python3
"""Writes the constants of src/kernels/mlkem/mlkem_tables.h as C (FIPS 203 appendix A).

usage: make_mlkem_tables.py OUT
"""
from __future__ import annotations

import itertools
import pathlib
import sys

Q, ZETA, MONTGOMERY = 3329, 17, 2**16


def centred(c: int, modulus: int = Q) -> int:
    """The representative of least size."""
    c %= modulus
    return c - modulus if c > (modulus - 1) // 2 else c


def bit_reversed(i: int) -> int:
    return int(f"{i:07b}"[::-1], 2)


def rows(numbers: list[int]) -> str:
    return "".join("    " + ", ".join(map(str, numbers[i:i + 16])) + ",\n" for i in range(0, len(numbers), 16))


def product_pair(zeta: int) -> tuple[int, int]:
    """A constant in Montgomery's form, and that over q modulo 2^16."""
    z = centred(zeta * MONTGOMERY)
    return z, centred(z * pow(Q, -1, MONTGOMERY), MONTGOMERY)


def power(i: int) -> int:
    return pow(ZETA, bit_reversed(i), Q)


def split(x: list[int], y: list[int], length: int) -> tuple[list[int], list[int]]:
    """The lanes of two vectors after split_`length` of the header with this width."""
    pieces = [[v[i:i + length] for i in range(0, len(v), length)] for v in (x, y)]
    if (length, len(x)) in ((8, 16), (16, 32), (8, 32)):  # whole halves, or 128-bit quarters, of both
        low, high = ([p[i] for p in pieces for i in range(odd, len(p), 2)] for odd in (0, 1))
    elif length == 4:  # within 128 bits: unpack
        low, high = ([p[i] for i in range(odd, len(pieces[0]), 2) for p in pieces] for odd in (0, 1))
    else:  # length == 2, within 128 bits: the even or odd dwords of both
        low, high = ([p[4 * lane + i] for lane in range(len(x) // 8) for p in pieces for i in (odd, odd + 2)]
                     for odd in (0, 1))
    return list(itertools.chain(*low)), list(itertools.chain(*high))


def tail(width: int, inverse: bool) -> list[int]:
    """The constants of the levels inside vectors: for each pair of vectors and each length, longest first, two
    vectors."""
    numbers = []
    for start in range(0, 256, 2 * width):
        x, y = list(range(start, start + width)), list(range(start + width, start + 2 * width))
        length = width // 2
        while length >= 2:
            x, y = split(x, y, length)
            assert all(b == a + length for a, b in zip(x, y))
            blocks = [a // (2 * length) for a in x]
            indices = [256 // length - 1 - b if inverse else 128 // length + b for b in blocks]
            pairs = [product_pair(power(i)) for i in indices]
            numbers += [z for z, _ in pairs] + [over_q for _, over_q in pairs]
            length //= 2
    return numbers


def factors() -> list[int]:
    """The constants of prepare: 2^16, and gamma 2^16 for odd coefficients."""
    pairs = [product_pair(MONTGOMERY * (pow(ZETA, 2 * bit_reversed(i // 2) + 1, Q) if i % 2 else 1))
             for i in range(256)]
    return [z for z, _ in pairs] + [over_q for _, over_q in pairs]


def compaction() -> list[int]:
    """For each mask of eight words, twice the numbers of those set, then zeros."""
    rows_ = ([2 * i for i in range(8) if mask >> i & 1] for mask in range(256))
    return [b for row in rows_ for b in (row + 8 * [0])[:8]]


TABLES = {
    "ab_mlkem_tail_16": ("int16_t", tail(16, False)),
    "ab_mlkem_tail_32": ("int16_t", tail(32, False)),
    "ab_mlkem_inverse_tail_16": ("int16_t", tail(16, True)),
    "ab_mlkem_inverse_tail_32": ("int16_t", tail(32, True)),
    "ab_mlkem_factors": ("int16_t", factors()),
    "ab_mlkem_compaction": ("uint8_t", compaction()),
}


def text() -> str:
    zetas = [product_pair(power(i)) for i in range(128)]
    source = "/* Made by make_mlkem_tables.py. */\n#include \"kernels/mlkem/mlkem_tables.h\"\n\n"
    source += f"_Alignas(64) const int16_t ab_mlkem_zetas[128] = {{\n{rows([z for z, _ in zetas])}}};\n"
    source += f"_Alignas(64) const int16_t ab_mlkem_zetas_over_q[128] = {{\n{rows([z for _, z in zetas])}}};\n"
    for name, (kind, numbers) in TABLES.items():
        source += f"_Alignas(64) const {kind} {name}[{len(numbers)}] = {{\n{rows(numbers)}}};\n"
    return source


def main() -> int:
    pathlib.Path(sys.argv[1]).write_text(text())
    return 0


if __name__ == "__main__":
    sys.exit(main())
