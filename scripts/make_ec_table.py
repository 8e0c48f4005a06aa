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
    "P-384": Curve(
        p=2**384 - 2**128 - 2**96 + 2**32 - 1,
        b=0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aef,
        n=0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973,
        base=(0xaa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7,
              0x3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5f),
        words=6, factor=1, window=5, digits=77),
    "P-521": Curve(
        p=2**521 - 1,
        b=int("0051953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf"
              "073573df883d2c34f1ef451fd46b503f00", 16),
        n=int("01fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5"
              "d03bb5c9b8899c47aebb6fb71e91386409", 16),
        base=(int("00c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dbaa14b5e77efe75928fe1dc127a2ffa8"
                  "de3348b3c1856a429bf97e7e31c2e5bd66", 16),
              int("011839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c97ee72995ef42640c550b9013fad07"
                  "61353c7086a272c24088be94769fd16650", 16)),
        words=9, factor=1, window=5, digits=105),
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
