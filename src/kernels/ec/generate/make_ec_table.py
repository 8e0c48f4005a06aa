#!/usr/bin/env python3
"""Writes what the kernels of src/kernels/ec need of a curve, as C, from the constants of ec_curves.py.

usage: make_ec_table.py CURVE TABLE_C          multiples of the base point
       make_ec_table.py CURVE TABLE_C FIELD_H and, for a curve of prime_unrolled_template.h, its constants
"""
from __future__ import annotations

import pathlib
import sys

from ec_curves import CURVES, Curve, Point, standard_name

# The kernels' forms of an element that are not Montgomery's.
PLAIN = ("p384", "p521")
# With a row for each digit, at odd places too, and word by word of all entries of a row.
BY_WORD = ("p256",)
WITH_ROOM = ("p256", "p384", "p521")  # headers in a folder of their own under src/kernels/ec


def num_words(c: Curve) -> int:
    return -(-max(c.p, c.n).bit_length() // 64)


def windows(c: Curve) -> tuple[int, int]:
    """Of the base point's multiples: width, and an odd number of digits: the highest comes last
    (weierstrass_template.h)."""
    bits = c.n.bit_length()
    width = next(w for w in (5, 6, 7, 3) if -(-bits // w) % 2 == 1)
    return width, -(-bits // width)


def on_curve(c: Curve, q: Point) -> bool:
    x, y = q
    return (y * y - x * x * x - c.a * x - c.b) % c.p == 0


def add(c: Curve, q: Point, r: Point) -> Point:
    (x1, y1), (x2, y2) = q, r
    slope = (3 * x1 * x1 + c.a) * pow(2 * y1, -1, c.p) if q == r else (y2 - y1) * pow(x2 - x1, -1, c.p)
    x = (slope * slope - x1 - x2) % c.p
    return x, (slope * (x1 - x) - y1) % c.p


def times(c: Curve, n: int, q: Point) -> Point:
    product = q
    for bit in bin(n)[3:]:
        product = add(c, product, product)
        product = add(c, product, q) if bit == "1" else product
    return product


def rows(c: Curve, place: int) -> list[list[Point]]:
    """For digits at this place, 0 or 1, and every second above it: 1, 3, 5 ... times their power of 2 of the base
    point."""
    assert on_curve(c, c.base) and times(c, c.n - 1, c.base) == (c.base[0], c.p - c.base[1])
    (width, digits), made = windows(c), []
    first = times(c, 2 ** (place * width), c.base)
    for _ in range(place, digits, 2):
        row, step = [first], add(c, first, first)
        while len(row) < 2 ** (width - 1):
            row.append(add(c, row[-1], step))
        made.append(row)
        first = times(c, 2 ** (2 * width), first)
    return made


def words(value: int, num: int, bits: int = 64) -> str:
    return "{ " + ", ".join(f"0x{value >> bits * i & 2**bits - 1:016x}" for i in range(num)) + " }"


def field(c: Curve, value: int, factor: int | None = None) -> str:
    """An element of the field, in Montgomery's form if no factor is given."""
    num = num_words(c)
    return "{ " + words(value * (factor or 2 ** (64 * num)) % c.p, num) + " }"


def table_type(name: str) -> str:
    width, digits = windows(CURVES[name])
    return f"const struct affine ab_{name}_table[{(digits + 1) // 2}][{2 ** (width - 1)}]"


def table_rows(name: str, place: int) -> list[str]:
    c, factor = CURVES[name], 1 if name in PLAIN else None
    lines = []
    for row in rows(c, place):
        assert all(on_curve(c, q) for q in row)
        entries = (f"{{ {field(c, x, factor)},\n          {field(c, y, factor)} }}" for x, y in row)
        lines.append("    {\n        " + ",\n        ".join(entries) + ",\n    },")
    return lines


def table_by_word(name: str) -> list[str]:
    c, (width, digits) = CURVES[name], windows(CURVES[name])
    num, by_place = num_words(c), (rows(c, 0), rows(c, 1))
    lines = [f"const uint64_t ab_{name}_table[{digits}][{2 * num}][{2 ** (width - 1)}] = {{"]
    for i in range(digits):
        row = by_place[i % 2][i // 2]
        assert all(on_curve(c, q) for q in row)
        for coordinate in range(2):
            elements = [q[coordinate] * 2 ** (64 * num) % c.p for q in row]
            words_of = [[e >> 64 * k & 2**64 - 1 for e in elements] for k in range(num)]
            lines += [("    {\n" if coordinate == k == 0 else "") + f"        {{ {', '.join(map(hex, entries))} }},"
                      for k, entries in enumerate(words_of)]
        lines.append("    },")
    return lines


def table(name: str) -> str:
    room = name if name in WITH_ROOM else "prime"
    rows_of = table_by_word(name) if name in BY_WORD else [f"{table_type(name)} = {{", *table_rows(name, 0)]
    lines = [f"/* Made by generate/make_ec_table.py {name}. */", f'#include "kernels/ec/{room}/{name}_field.h"', "",
             *rows_of, "};"]
    return "\n".join(lines) + "\n"


# ---- curves over the field of prime_unrolled_template.h ----

# For the inversion of each number of words (kernels/bignum/invert.h): bits, words and limbs.
INVERSIONS = {4: (256, 4, 5), 6: (384, 6, 7), 8: (521, 9, 9)}


def modulus(c: Curve, name: str, m: int) -> list[str]:
    """m, R^2 modulo m and -1/m modulo 2^64 for Montgomery's product; its limbs for the inversion."""
    num = num_words(c)
    bits, _, limbs = INVERSIONS[num]
    return [
        f"static const uint64_t {name}[NUM_WORDS] = {words(m, num)};",
        f"static const uint64_t {name}_SQUARE[NUM_WORDS] = {words(2 ** (128 * num) % m, num)};",
        f"static const uint64_t {name}_INVERSE = 0x{-pow(m, -1, 2**64) % 2**64:x};",
        f"static const struct ab_invert{bits}_modulus {name}_LIMBS = "
        f"{{ {words(m, limbs, 62)}, 0x{pow(m, -1, 2**62):x} }};",
    ]


def coefficients(c: Curve) -> list[str]:
    lines = [f"static const struct fe CURVE_B = {field(c, c.b)};"]
    if c.a != -3:
        lines += [f"static const struct fe COEFFICIENT_A = {field(c, c.a)};", "#define CURVE_A COEFFICIENT_A"]
    return lines


def unrolled_field(name: str) -> str:
    c, (width, digits) = CURVES[name], windows(CURVES[name])
    assert c.p % 4 == 3 and c.cofactor == 1
    bits, invert_words, _ = INVERSIONS[num_words(c)]
    sizes = (
        f"NUM_WORDS = {num_words(c)}, SCALAR_BITS = {c.n.bit_length()}, BASE_WINDOW = {width}, BASE_DIGITS = {digits}"
    )
    guard = f"AB_KERNELS_EC_{name.upper()}_FIELD_H"
    lines = [
        f"/* {name}: made by generate/make_ec_table.py. */",
        f"#ifndef {guard}",
        f"#define {guard}",
        "",
        '#include "kernels/bignum/invert.h"',
        '#include "kernels/ec/words.h"',
        "",
        f"enum {{ {sizes} }};",
        f"enum {{ A_IS_ZERO = {int(c.a == 0)}, INVERT_WORDS = {invert_words} }};",
        f"#define INVERT ab_invert{bits}",
        f"#define INVERT_MODULUS struct ab_invert{bits}_modulus",
        f"#define MONT_MUL ab_mont_mul_{num_words(c)}_adx",
        "",
        "struct fe {",
        "    uint64_t v[NUM_WORDS];",
        "};",
        "struct affine {",
        "    struct fe x, y;",
        "};",
        "",
        f"extern const struct ab_curve_domain ab_{name}_domain;",
        f"extern {table_type(name)} __attribute__((aligned(64)));",
        f"#define BASE_TABLE ab_{name}_table",
        "",
        *modulus(c, "PRIME", c.p),
        *modulus(c, "ORDER", c.n),
        f"static const uint64_t ROOT_EXPONENT[NUM_WORDS] = {words((c.p + 1) // 4, num_words(c))};",
        f"static const struct fe ZERO = {field(c, 0)};",
        f"static const struct fe ONE = {field(c, 1)};",
        *coefficients(c),
    ]
    return "\n".join([*lines, "", "#endif"]) + "\n"


def domain(name: str, c: Curve) -> str:
    return f"""
const struct ab_curve_domain ab_{name}_domain = {{
    .id = AB_{name.upper()},
    .name = "{standard_name(name)}",
    .field_bits = {c.p.bit_length()},
    .order_bits = {c.n.bit_length()},
    .num_words = {num_words(c)},
    .cofactor = {c.cofactor},
    .p = {words(c.p, num_words(c))},
    .n = {words(c.n, num_words(c))},
}};
"""


def main(name: str, table_c: str, field_h: str | None = None) -> None:
    text = table(name)
    if field_h is not None:
        pathlib.Path(field_h).write_text(unrolled_field(name))
        text += domain(name, CURVES[name])
    pathlib.Path(table_c).write_text(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
