#!/usr/bin/env python3
"""Write the multiples of a curve's base point for src/kernels/ec/weierstrass/weierstrass_batch8_template.h.

usage: make_ec_batch_table.py CURVE TABLE_C
"""
from __future__ import annotations

import pathlib
import sys

from ec_curves import CURVES, Curve
from make_ec_table import rows, windows

LIMB = 52  # bits


def num_limbs(c: Curve) -> int:
    return -(-c.p.bit_length() // LIMB)


def limbs(c: Curve, value: int) -> list[int]:
    """An element in Montgomery's form, the factor being all that the limbs hold."""
    num = num_limbs(c)
    element = value * 2 ** (LIMB * num) % c.p
    return [element >> LIMB * i & 2**LIMB - 1 for i in range(num)]


def table(name: str) -> str:
    """A row for each digit, as in the tables for one key; of each row limb by limb of X and 2Y, and of each limb all
    entries."""
    c = CURVES[name]
    width, digits = windows(c)
    even, odd = rows(c, 0), rows(c, 1)
    lines = [f"/* Made by generate/make_ec_batch_table.py {name}. */", "#include <stdint.h>", "",
             f"const uint64_t ab_{name}_batch8_table[{digits}][{2 * num_limbs(c)}][{2 ** (width - 1)}]",
             "    __attribute__((aligned(64))) = {"]
    for i in range(digits):
        row = (even, odd)[i % 2][i // 2]
        entries = [limbs(c, x) + limbs(c, 2 * y) for x, y in row]
        lines += ["    {", *(f"        {{ {', '.join(map(hex, limb))} }}," for limb in zip(*entries)), "    },"]
    return "\n".join([*lines, "};"]) + "\n"


def main(name: str, table_c: str) -> None:
    pathlib.Path(table_c).write_text(table(name))


if __name__ == "__main__":
    main(*sys.argv[1:])
