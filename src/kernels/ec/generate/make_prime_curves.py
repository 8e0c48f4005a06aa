#!/usr/bin/env python3
"""Writes what the shared body of src/kernels/ec/prime needs of each curve, as C, from the constants of ec_curves.py.

usage: make_prime_curves.py PRIME_CURVES_DEF OUT_C LEVEL ...    implementations that the processor has
"""
from __future__ import annotations

import pathlib
import re
import sys

from ec_curves import CURVES, Curve
from make_ec_table import domain, num_words, on_curve, times, words

NEEDS = {"portable": '"portable", AB_LEVEL_NONE, 0', "adx": '"adx", AB_LEVEL_AVX2, AB_BIT_ADX'}
# By the macro that lists a curve in prime_curves.def.
LEVELS = {"UNROLLED": ("portable",), "LONG": ("adx", "portable"), "SHORT": ("portable",), "FALLBACK": ("portable",)}
FUNCTIONS = ("base", "multiply", "check", "is_on_curve", "decompress", "order_mul", "order_invert")


def listed(text: str) -> list[tuple[str, str, str]]:
    """Of each curve: the macro, its name, and the name of the curve that it is."""
    return re.findall(r"^([A-Z]+)_CURVE\(\w+, (\w+), (\w+)\)", text, re.MULTILINE)


def root_of_unity(c: Curve) -> int | None:
    """Of the order 2^s, p - 1 = 2^s q, q odd; None if s is 1."""
    adicity = (c.p - 1 & 1 - c.p).bit_length() - 1
    not_square = next(z for z in range(2, c.p) if pow(z, (c.p - 1) // 2, c.p) == c.p - 1)
    return pow(not_square, c.p - 1 >> adicity, c.p) if adicity > 1 else None


def numbers(c: Curve) -> list[str]:
    """The list of prime_curve.h."""
    num, r = num_words(c), 2 ** (64 * num_words(c))
    root = root_of_unity(c)
    elements = [c.a, c.b, *c.base] + ([] if root is None else [root])
    return [words(n, num)[2:-2] for n in (r * r % c.p, r * r % c.n, r % c.p, *(e * r % c.p for e in elements))]


def constants(name: str) -> str:
    c = CURVES[name]
    assert on_curve(c, c.base) and times(c, c.n - 1, c.base) == (c.base[0], c.p - c.base[1])
    kind = {0: "ZERO", -3: "MINUS_3"}.get(c.a, "ANY")
    inverses = [-pow(m, -1, 2**64) % 2**64 for m in (c.p, c.n)]
    fields = re.sub(r"(?s).*?= \{\n(.*)};\n", r"\1", domain(name, c)).replace("    .", "        .")
    lines = ",\n        ".join(numbers(c))
    return f"""
static const struct ab_prime_curve prime_{name} = {{
    .domain = {{
{fields}    }},
    .coefficient = AB_PRIME_A_IS_{kind},
    .p_inverse = 0x{inverses[0]:x},
    .n_inverse = 0x{inverses[1]:x},
    .numbers = {{
        {lines},
    }},
}};
"""


def functions(name: str, level: str) -> str:
    arithmetic = f"ab_prime_words_{level}[{num_words(CURVES[name])}]"
    return f"""
static const struct ab_prime prime_{name}_{level} = {{ &{arithmetic}, &prime_{name} }};
#define CURVE {name}_{level}
#include "kernels/ec/prime/prime_entries_template.h"
"""


def implementation(kind: str, name: str, same: str, level: str) -> str:
    own_domain = f"ab_{name}_domain" if name != same else f"prime_{name}.domain"
    members = "".join(f"    .{f} = {f}_{same}_{level},\n" for f in FUNCTIONS)
    head = f"    {{ {NEEDS[level]}, {int(kind == 'FALLBACK')} }},\n    &{own_domain},\n"
    return f"const struct ab_ec_kernels ab_{name}_{level} = {{\n{head}{members}}};\n"


def main(listing: str, out: str, *wanted: str) -> None:
    text = "/* Made by generate/make_prime_curves.py. */\n#include \"kernels/ec/prime/prime_kernels.h\"\n"
    for kind, name, same in listed(pathlib.Path(listing).read_text()):
        levels = [level for level in LEVELS[kind] if level in wanted]
        if name == same:
            text += constants(name) + "".join(functions(name, level) for level in levels)
        else:
            text += domain(name, CURVES[same]).replace("const struct", "static const struct", 1)
        text += "\n" + "".join(implementation(kind, name, same, level) for level in levels)
    pathlib.Path(out).write_text(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
