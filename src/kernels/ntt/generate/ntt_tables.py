"""The tables of ML-KEM's and ML-DSA's NTT as C, for the generator of each."""
from __future__ import annotations

import itertools
from typing import NamedTuple

N = 256  # coefficients of a polynomial


def centred(c: int, modulus: int) -> int:
    """The representative of least size."""
    c %= modulus
    return c - modulus if c > (modulus - 1) // 2 else c


def split(x: list[int], y: list[int], length: int, words_per_dword: int) -> tuple[list[int], list[int]]:
    """The lanes of two vectors after split(length) of the header with this width."""
    pieces = [[v[i:i + length] for i in range(0, len(v), length)] for v in (x, y)]
    dwords = length // words_per_dword
    if dwords >= 4:  # whole halves, or 128-bit quarters, of both
        low, high = ([p[i] for p in pieces for i in range(odd, len(p), 2)] for odd in (0, 1))
    elif dwords == 2:  # within 128 bits: unpack
        low, high = ([p[i] for i in range(odd, len(pieces[0]), 2) for p in pieces] for odd in (0, 1))
    else:  # within 128 bits: the even or odd dwords of both
        low, high = ([p[4 * lane + i] for lane in range(len(pieces[0]) // 4) for p in pieces for i in (odd, odd + 2)]
                     for odd in (0, 1))
    return list(itertools.chain(*low)), list(itertools.chain(*high))


class Transform(NamedTuple):
    """An NTT modulo q."""
    q: int
    zeta: int
    levels: int
    word_bits: int  # of a coefficient, and of Montgomery's reduction

    def bit_reversed(self, i: int) -> int:
        return int(f"{i:0{self.levels}b}"[::-1], 2)

    def product_pair(self, c: int) -> tuple[int, int]:
        """A constant in Montgomery's form, and that over q modulo 2^word_bits."""
        montgomery = 2**self.word_bits
        z = centred(c * montgomery, self.q)
        return z, centred(z * pow(self.q, -1, montgomery), montgomery)

    def zeta_pair(self, i: int) -> tuple[int, int]:
        """The pair of zeta^BitRev(i)."""
        return self.product_pair(pow(self.zeta, self.bit_reversed(i), self.q))

    def tail(self, width: int, *, inverse: bool) -> list[int]:
        """The constants of the levels inside vectors: for each pair of vectors and each length, longest first, two
        vectors."""
        numbers = []
        for start in range(0, N, 2 * width):
            x, y = list(range(start, start + width)), list(range(start + width, start + 2 * width))
            length = width // 2
            while length >= N >> self.levels:
                x, y = split(x, y, length, 32 // self.word_bits)
                assert all(b == a + length for a, b in zip(x, y))
                blocks = [a // (2 * length) for a in x]
                pairs = [self.zeta_pair(N // length - 1 - b if inverse else N // 2 // length + b) for b in blocks]
                numbers += [z for z, _ in pairs] + [over_q for _, over_q in pairs]
                length //= 2
        return numbers


def compaction(step: int) -> list[int]:
    """For each mask of eight words, the numbers of those set, times step, then zeros."""
    rows = ([step * i for i in range(8) if mask >> i & 1] for mask in range(256))
    return [b for row in rows for b in (row + 8 * [0])[:8]]


def literal(n: int) -> str:
    return str(n) if n > -2**31 else "INT32_MIN"  # the least number of 32 bits has no literal of its type


def source(name: str, tables: dict[str, tuple[str, list[int]]], per_line: int) -> str:
    """The file that defines these tables of an algorithm: type and numbers of each."""
    text = f"/* Made by make_{name}_tables.py. */\n#include \"kernels/{name}/{name}_tables.h\"\n\n"
    for table, (kind, numbers) in tables.items():
        lines = (map(literal, numbers[i:i + per_line]) for i in range(0, len(numbers), per_line))
        rows = "".join("    " + ", ".join(line) + ",\n" for line in lines)
        text += f"_Alignas(64) const {kind} {table}[{len(numbers)}] = {{\n{rows}}};\n"
    return text
