#!/usr/bin/env python3
"""Writes the multiples of a curve's base point that the kernels of src/kernels/ec add, as C, from the constants of SP 800-186.

usage: make_ec_table.py P-256|P-384|P-521 OUT
"""
from __future__ import annotations

import pathlib
import sys
from typing import NamedTuple

Point = tuple[int, int]


class Curve(NamedTuple):
    """y^2 = x^3 - 3x + b; words of a coordinate, the factor of its form (Montgomery's), window and number of digits."""
    p: int
    b: int
    n: int
    base: Point
    words: int
    factor: int
    window: int
    digits: int


CURVES = {
    "P-256": Curve(
        p=2**256 - 2**224 + 2**192 + 2**96 - 1,
        b=0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b,
        n=0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551,
        base=(0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296,
              0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5),
        words=4, factor=2**256, window=6, digits=43),
}


def on_curve(c: Curve, q: Point) -> bool:
    x, y = q
    return (y * y - x * x * x + 3 * x - c.b) % c.p == 0


def add(c: Curve, q: Point, r: Point) -> Point:
    (x1, y1), (x2, y2) = q, r
    slope = (3 * x1 * x1 - 3) * pow(2 * y1, -1, c.p) if q == r else (y2 - y1) * pow(x2 - x1, -1, c.p)
    x = (slope * slope - x1 - x2) % c.p
    return x, (slope * (x1 - x) - y1) % c.p


def times(c: Curve, n: int, q: Point) -> Point:
    product = q
    for bit in bin(n)[3:]:
        product = add(c, product, product)
        product = add(c, product, q) if bit == "1" else product
    return product


def rows(c: Curve) -> list[list[Point]]:
    """Row i: 1, 3, 5 ... times 2^(2 window i) times the base point."""
    assert on_curve(c, c.base) and times(c, c.n - 1, c.base) == (c.base[0], c.p - c.base[1])
    made, first = [], c.base
    for _ in range(0, c.digits, 2):
        row, step = [first], add(c, first, first)
        while len(row) < 2 ** (c.window - 1):
            row.append(add(c, row[-1], step))
        made.append(row)
        first = times(c, 2 ** (2 * c.window), first)
    return made


def field(c: Curve, value: int) -> str:
    value = value * c.factor % c.p
    return "{ { " + ", ".join(f"0x{value >> 64 * i & 2**64 - 1:016x}" for i in range(c.words)) + " } }"


def entry(c: Curve, q: Point) -> str:
    assert on_curve(c, q)
    return f"{{ {field(c, q[0])},\n          {field(c, q[1])} }}"


def text(name: str) -> str:
    c = CURVES[name]
    short = name.replace("-", "").lower()
    lines = [f"/* Made by scripts/make_ec_table.py {name}. */", f'#include "kernels/ec/{short}_field.h"', "",
             f"const struct affine ab_{short}_table[{(c.digits + 1) // 2}][{2 ** (c.window - 1)}] = {{"]
    for row in rows(c):
        lines.append("    {\n        " + ",\n        ".join(entry(c, q) for q in row) + ",\n    },")
    return "\n".join([*lines, "};"]) + "\n"


if __name__ == "__main__":
    pathlib.Path(sys.argv[2]).write_text(text(sys.argv[1]))
