#!/usr/bin/env python3
"""Writes the constants of src/kernels/mldsa/mldsa_tables.h as C (FIPS 204 appendix B).

usage: make_mldsa_tables.py OUT
"""
from __future__ import annotations

import itertools
import pathlib
import sys

Q, ZETA, MONTGOMERY = 8380417, 1753, 2**32
NUM_OUTER = 32  # powers of zeta for the levels between vectors of eight


def centred(c: int, modulus: int = Q) -> int:
    """The representative of least size."""
    c %= modulus
    return c - modulus if c > (modulus - 1) // 2 else c


def bit_reversed(i: int) -> int:
    return int(f"{i:08b}"[::-1], 2)


def rows(numbers: list[int]) -> str:
    # The least number of 32 bits has no literal of its type.
    texts = [str(n) if n > -2**31 else "INT32_MIN" for n in numbers]
    return "".join("    " + ", ".join(texts[i:i + 8]) + ",\n" for i in range(0, len(texts), 8))


def product_pair(i: int) -> tuple[int, int]:
    """zeta^BitRev8(i) in Montgomery's form, and that over q modulo 2^32."""
    z = centred(pow(ZETA, bit_reversed(i), Q) * MONTGOMERY)
    return z, centred(z * pow(Q, -1, MONTGOMERY), MONTGOMERY)


def split(x: list[int], y: list[int], length: int) -> tuple[list[int], list[int]]:
    """The lanes of two vectors after split(length) of the header with this width."""
    pieces = [[v[i:i + length] for i in range(0, len(v), length)] for v in (x, y)]
    if length >= 4:  # whole halves, or 128-bit quarters, of both
        low, high = ([p[i] for p in pieces for i in range(odd, len(p), 2)] for odd in (0, 1))
    elif length == 2:  # within 128 bits: unpack
        low, high = ([p[i] for i in range(odd, len(pieces[0]), 2) for p in pieces] for odd in (0, 1))
    else:  # within 128 bits: the even or odd words of both
        low, high = ([p[4 * lane + i] for lane in range(len(x) // 4) for p in pieces for i in (odd, odd + 2)]
                     for odd in (0, 1))
    return list(itertools.chain(*low)), list(itertools.chain(*high))


def tail(width: int, inverse: bool) -> list[int]:
    """The constants of the levels inside vectors: for each pair of vectors and each length, longest first, two
    vectors."""
    numbers = []
    for start in range(0, 256, 2 * width):
        x, y = list(range(start, start + width)), list(range(start + width, start + 2 * width))
        length = width // 2
        while length >= 1:
            x, y = split(x, y, length)
            assert all(b == a + length for a, b in zip(x, y))
            blocks = [a // (2 * length) for a in x]
            pairs = [product_pair(256 // length - 1 - b if inverse else 128 // length + b) for b in blocks]
            numbers += [z for z, _ in pairs] + [over_q for _, over_q in pairs]
            length //= 2
    return numbers


def compaction() -> list[int]:
    """For each mask of eight words, the numbers of those set, then zeros."""
    rows_ = ([i for i in range(8) if mask >> i & 1] for mask in range(256))
    return [b for row in rows_ for b in (row + 8 * [0])[:8]]


TABLES = {
    "ab_mldsa_zetas": ("int32_t", [product_pair(i)[0] for i in range(256)]),
    "ab_mldsa_zetas_over_q": ("int32_t", [product_pair(i)[1] for i in range(NUM_OUTER)]),
    "ab_mldsa_tail_8": ("int32_t", tail(8, False)),
    "ab_mldsa_tail_16": ("int32_t", tail(16, False)),
    "ab_mldsa_inverse_tail_8": ("int32_t", tail(8, True)),
    "ab_mldsa_inverse_tail_16": ("int32_t", tail(16, True)),
    "ab_mldsa_compaction": ("uint8_t", compaction()),
}


def main() -> int:
    text = "/* Made by make_mldsa_tables.py. */\n#include \"kernels/mldsa/mldsa_tables.h\"\n\n"
    for name, (kind, numbers) in TABLES.items():
        text += f"_Alignas(64) const {kind} {name}[{len(numbers)}] = {{\n{rows(numbers)}}};\n"
    pathlib.Path(sys.argv[1]).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
