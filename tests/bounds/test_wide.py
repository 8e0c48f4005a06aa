"""Numbers of 128 bits as two words, which processors of 32 bits compute with: each operation for all inputs."""

import pytest
from exact import poly_add, poly_mul
from proof import Kernel, congruent

WIDE = "kernels/wide.h"
ANY = 1 << 64


def kernel(replaced=()):
    return Kernel(WIDE, f'#undef __SIZEOF_INT128__\n#include "{WIDE}"\n', replaced=replaced)


def word(world, name, signed=False):
    return world.input(name, -ANY // 2 if signed else 0, (ANY // 2 if signed else ANY) - 1)


def number(world, name):
    return {"low": word(world, f"{name} low"), "high": word(world, f"{name} high")}


def value(world, pair):
    """Of two words, modulo 2^128."""
    return poly_add(world.word(pair["low"], 64).poly, world.word(pair["high"], 64).poly, ANY)


def prove_sums(kernel):
    def claim(world, machine):
        a, b = (number(world, name) for name in "ab")
        x, y, z = (word(world, name) for name in "xyz")
        of_a, of_b = value(world, a), value(world, b)
        of_words = poly_add(x.poly, y.poly), poly_add(x.poly, y.poly, -1)
        for name, args, expected in (
            ("u128_add", (a, b), poly_add(of_a, of_b)),
            ("u128_sub", (a, b), poly_add(of_a, of_b, -1)),
            ("u128_sum", (x, y, z), poly_add(of_words[0], z.poly)),
            ("u128_difference", (x, y, z), poly_add(of_words[1], z.poly, -1)),
        ):
            congruent(world, value(world, machine.call(name, *args)), expected, ANY**2)

    kernel.prove(claim, wraps=True)


def prove_products(kernel):
    def claim(world, machine):
        x, y, z, w = (word(world, name) for name in "xyzw")
        product = poly_mul(x.poly, y.poly)
        congruent(world, value(world, machine.call("u128_mul", x, y)), product, 0)
        total = poly_add(poly_add(product, z.poly), w.poly)
        congruent(world, value(world, machine.call("u128_mul_add", x, y, z, w)), total, ANY**2)

    kernel.prove(claim, wraps=True)


def prove_shifts(kernel):
    """By every number of bits: what is shifted out is a quotient or a remainder."""

    def claim(world, machine, num):
        a = number(world, "a")
        whole = world.add(a["low"], world.shifted(a["high"], 64))
        up, down = (machine.call(f"u128_{way}", a, num) for way in ("left", "right"))
        congruent(world, value(world, up), {m: c << num for m, c in whole.poly.items()}, ANY**2)
        congruent(world, value(world, down), world.floor(whole, num).poly, 0)

    for num in range(128):
        kernel.prove(lambda world, machine, num=num: claim(world, machine, num), wraps=True)


def prove_signed_products(kernel):
    """The sign of each factor is decided both ways."""

    def claim(world, machine):
        x, y = (word(world, name, True) for name in "xy")
        sums = number(world, "sum")
        product = poly_mul(x.poly, y.poly)
        congruent(world, value(world, machine.call("s128_mul", x, y)), product, ANY**2)
        total = poly_add(value(world, sums), product)
        congruent(world, value(world, machine.call("s128_mul_add", sums, x, y)), total, ANY**2)

    kernel.prove(claim, wraps=True)


@pytest.mark.parametrize("prove", [prove_sums, prove_products, prove_shifts, prove_signed_products])
def test_wide(prove):
    prove(kernel())
