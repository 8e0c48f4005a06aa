#!/usr/bin/env python3
"""Writes the constants of src/kernels/mldsa/mldsa_tables.h as C (FIPS 204 appendix B).

usage: make_mldsa_tables.py OUT
"""
from __future__ import annotations

import pathlib
import sys

Q, ZETA, MONTGOMERY = 8380417, 1753, 2**32


def centred(c: int, modulus: int = Q) -> int:
    """The representative of least size."""
    c %= modulus
    return c - modulus if c > (modulus - 1) // 2 else c


def bit_reversed(i: int) -> int:
    return int(f"{i:08b}"[::-1], 2)


def rows(numbers: list[int]) -> str:
    return "".join("    " + ", ".join(map(str, numbers[i:i + 8])) + ",\n" for i in range(0, len(numbers), 8))


def zetas() -> list[int]:
    return [centred(pow(ZETA, bit_reversed(i), Q) * MONTGOMERY) for i in range(256)]


TABLES = {
    "ab_mldsa_zetas": ("int32_t", zetas()),
}


def main() -> int:
    text = "/* Made by make_mldsa_tables.py. */\n#include \"kernels/mldsa/mldsa_tables.h\"\n\n"
    for name, (kind, numbers) in TABLES.items():
        text += f"_Alignas(64) const {kind} {name}[{len(numbers)}] = {{\n{rows(numbers)}}};\n"
    pathlib.Path(sys.argv[1]).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
