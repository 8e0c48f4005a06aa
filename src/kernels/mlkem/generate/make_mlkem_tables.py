#!/usr/bin/env python3
"""Writes the constants of src/kernels/mlkem/mlkem_kernels.h as C (FIPS 203 appendix A).

usage: make_mlkem_tables.py OUT
"""
from __future__ import annotations

import pathlib
import sys

Q, ZETA, MONTGOMERY = 3329, 17, 2**16


def centred(c: int) -> int:
    """The representative modulo q of least size."""
    c %= Q
    return c - Q if c > Q // 2 else c


def bit_reversed(i: int) -> int:
    return int(f"{i:07b}"[::-1], 2)


def rows(numbers: list[int]) -> str:
    return "".join("    " + ", ".join(map(str, numbers[i:i + 16])) + ",\n" for i in range(0, len(numbers), 16))


def main() -> int:
    zetas = [centred(pow(ZETA, bit_reversed(i), Q) * MONTGOMERY) for i in range(128)]
    text = "/* Made by make_mlkem_tables.py. */\n#include \"kernels/mlkem/mlkem_kernels.h\"\n\n"
    text += f"const int16_t ab_mlkem_zetas[AB_MLKEM_NUM_ZETAS] = {{\n{rows(zetas)}}};\n"
    pathlib.Path(sys.argv[1]).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
