#!/usr/bin/env python3
"""Writes the constants of src/kernels/curve25519/base_table.h as C, from those of RFC 8032 sec. 5.1.

usage: make_curve25519_table.py OUT
"""
from __future__ import annotations

import pathlib
import sys

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
SQRT_M1 = pow(2, (P - 1) // 4, P)
Point = tuple[int, int]


def on_curve(p: Point) -> bool:
    x, y = p
    return (-x * x + y * y - 1 - D * x * x * y * y) % P == 0


def add(p: Point, q: Point) -> Point:
    (x1, y1), (x2, y2) = p, q
    k = D * x1 * x2 * y1 * y2
    return ((x1 * y2 + y1 * x2) * pow(1 + k, -1, P) % P, (y1 * y2 + x1 * x2) * pow(1 - k, -1, P) % P)


def times(n: int, p: Point) -> Point:
    product = (0, 1)
    for bit in bin(n)[2:]:
        product = add(product, product)
        product = add(product, p) if bit == "1" else product
    return product


def base() -> Point:
    """y = 4/5 and the even x (sec. 5.1)."""
    y = 4 * pow(5, -1, P) % P
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * SQRT_M1 % P
    b = (x if x % 2 == 0 else P - x, y)
    assert on_curve(b) and times(ORDER, b) == (0, 1)
    return b


def word(n: int, i: int) -> str:
    return f"0x{n >> 64 * i & 2**64 - 1:016x}"


def field(n: int) -> str:
    return "{ { " + ", ".join(word(n, i) for i in range(4)) + " } }"


def entry(p: Point, indent: str) -> str:
    x, y = p
    assert on_curve(p)
    lanes = ((y - x) % P, (y + x) % P, 2, 2 * D * x * y % P)
    lines = ["{ " + ", ".join(word(lane, i) for lane in lanes) + " }" for i in range(4)]
    return "{ { " + f",\n{indent}    ".join(lines) + " } }"


def rows(b: Point) -> list[list[Point]]:
    made = []
    for _ in range(32):
        row = [b]
        while len(row) < 8:
            row.append(add(row[-1], b))
        made.append(row)
        b = times(256, b)
    return made


def odd(b: Point) -> list[Point]:
    made, step = [b], add(b, b)
    while len(made) < 64:
        made.append(add(made[-1], step))
    return made


def text() -> str:
    b = base()
    lines = ["/* Made by generate/make_curve25519_table.py. */", '#include "kernels/curve25519/base_table.h"', "",
             f"const struct fe ab_ed25519_d = {field(D)};", f"const struct fe ab_ed25519_2d = {field(2 * D % P)};",
             f"const struct fe ab_ed25519_sqrt_m1 = {field(SQRT_M1)};", "",
             "const struct ab_ed25519_entry ab_ed25519_base[32][8] = {"]
    for row in rows(b):
        lines.append("    {\n        " + ",\n        ".join(entry(p, " " * 8) for p in row) + ",\n    },")
    lines += ["};", "", "const struct ab_ed25519_entry ab_ed25519_odd[64] = {"]
    lines += [f"    {entry(p, '    ')}," for p in odd(b)]
    return "\n".join([*lines, "};"]) + "\n"


if __name__ == "__main__":
    pathlib.Path(sys.argv[1]).write_text(text())
