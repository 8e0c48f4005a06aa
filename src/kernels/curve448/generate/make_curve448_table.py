#!/usr/bin/env python3
"""Writes the constants of src/kernels/curve448/base_table.h as C, from those of RFC 8032 sec. 5.2.

usage: make_curve448_table.py OUT
"""
from __future__ import annotations

import pathlib
import sys

P = 2**448 - 2**224 - 1
ORDER = 2**446 - 13818066809895115352007386748515426880336692474882178609894547503885
D = -39081
BASE = (
    int(
        "22458004029592430018760433409989603624678964163256413424612546168695041546740603290902919286935795328257803207"
        "51464"
        "46173674602635247710"
    ),
    int(
        "29881921007848149267601793044393067343754404015408024209592824137233150618983587600353687865541878473398230323"
        "35034"
        "62500531545062832660"
    ),
)
LIMBS, LIMB_BITS = 8, 56
ROWS, COLUMNS, ROW_BITS, ODD = 28, 8, 16, 64
Point = tuple[int, int]


def on_curve(p: Point) -> bool:
    x, y = p
    return (x * x + y * y - 1 - D * x * x * y * y) % P == 0


def add(p: Point, q: Point) -> Point:
    (x1, y1), (x2, y2) = p, q
    k = D * x1 * x2 * y1 * y2
    return ((x1 * y2 + y1 * x2) * pow(1 + k, -1, P) % P, (y1 * y2 - x1 * x2) * pow(1 - k, -1, P) % P)


def times(n: int, p: Point) -> Point:
    product = (0, 1)
    for bit in bin(n)[2:]:
        product = add(product, product)
        product = add(product, p) if bit == "1" else product
    return product


def limb(n: int, i: int) -> str:
    return f"0x{n >> LIMB_BITS * i & 2**LIMB_BITS - 1:014x}"


def entry(p: Point, indent: str) -> str:
    x, y = p
    assert on_curve(p)
    lanes = [n % P for n in (x, y, x + y, D * x * y)]
    lines = ["{ " + ", ".join(limb(lane, i) for lane in lanes) + " }" for i in range(LIMBS)]
    return "{ { " + f",\n{indent}    ".join(lines) + " } }"


def rows(b: Point) -> list[list[Point]]:
    made = []
    for _ in range(ROWS):
        row = [b]
        while len(row) < COLUMNS:
            row.append(add(row[-1], b))
        made.append(row)
        b = times(2**ROW_BITS, b)
    return made


def odd(b: Point) -> list[Point]:
    made, step = [b], add(b, b)
    while len(made) < ODD:
        made.append(add(made[-1], step))
    return made


def text() -> str:
    assert on_curve(BASE) and times(ORDER, BASE) == (0, 1)
    lines = ["/* Made by generate/make_curve448_table.py. */", '#include "kernels/curve448/base_table.h"', "",
             "const struct ab_ed448_entry ab_ed448_base[AB_ED448_ROWS][AB_ED448_COLUMNS] = {"]
    for row in rows(BASE):
        lines.append("    {\n        " + ",\n        ".join(entry(p, " " * 8) for p in row) + ",\n    },")
    lines += ["};", "", "const struct ab_ed448_entry ab_ed448_odd[AB_ED448_ODD] = {"]
    lines += [f"    {entry(p, '    ')}," for p in odd(BASE)]
    return "\n".join([*lines, "};"]) + "\n"


if __name__ == "__main__":
    pathlib.Path(sys.argv[1]).write_text(text())
