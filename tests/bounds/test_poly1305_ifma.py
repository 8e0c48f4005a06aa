"""
Poly1305 with IFMA (RFC 8439 sec. 2.5): limbs and the sums between reductions stay within the bounds of the comments for
all inputs, and each step is congruent modulo p. Tests of whole messages show that the powers of r are kept in
the right order, and where the first vector begins.
"""

import pytest
from exact import const, poly_add, poly_mul
from kinds import UCHAR, Ptr
from proof import Kernel, congruent, contract, limbs, vector, weights, within

IFMA = "kernels/chacha/poly1305_ifma.h"
TEMPLATE = "kernels/chacha/poly1305_ifma_template.h"
P = 2**130 - 5
LIMBS, LANES = 3, 8
WIDTHS = {"eight": LANES, "four": 4}  # the template is included twice
WEIGHTS, WORDS = weights([0, 44, 88]), weights([0, 64, 128])


def kernel():
    return Kernel(IFMA)


def carried_bounds():
    return contract(IFMA, "limbs are below {2^44 + 2^20}, {2^44} and {2^42}; twenty times as much is below 2^49.")


def block_bound():
    (bound,) = contract(IFMA, "A block with what was absorbed before it is below {2^45} in each limb.")
    return bound


def sum_bounds():
    contract(IFMA, "the sums of a group, of 3 GROUP_VECS products, below 12 2^52 + 2^45 < 2^56 and 12 2^42 < 2^46.")
    return contract(TEMPLATE, "low ones below {2^56}, upper ones below {2^46}.")


def numbers(values, lanes=LANES):
    return {"limb": [vector(value, lanes) for value in values]}


def first(vectors):
    return [lanes[0] for lanes in vectors]


def of_value(world, eight_numbers):
    return world.value(first(eight_numbers["limb"]), WEIGHTS)


def factor(world, name, lanes=LANES):
    """A factor and twenty times its upper limbs, as set_factor makes them (prove_factor)."""
    f = limbs(world, name, carried_bounds())
    return f, {"f": numbers(f, lanes), "f20": [vector(times_20(world, x), lanes) for x in f[1:]]}


def times_20(world, x):
    return world.shifted(world.add(world.shifted(x, 2), x), 2)


def sums_of(low, high, lanes=LANES):
    return {"low": [vector(x, lanes) for x in low], "high": [vector(x, lanes) for x in high]}


def value_of_sums(world, low, high):
    return poly_add(world.value(low, WEIGHTS), poly_mul(world.value(high, WEIGHTS), {(): 2**52}))


def prove_factor(poly, width):
    def claim(world, machine):
        a = limbs(world, "a", carried_bounds())
        out = machine.new(f"{width}_factor")
        machine.call(f"{width}_set_factor", out, numbers(a, WIDTHS[width]))
        within(world, first(out["f20"]), [2**49] * (LIMBS - 1))
        for x, got in zip(a[1:], first(out["f20"]), strict=True):
            congruent(world, world.value([got], [1]), poly_mul(world.value([x], [1]), {(): 20}), 0)
        congruent(world, of_value(world, out["f"]), world.value(a, WEIGHTS), 0)

    poly.prove(claim)


def prove_multiply(poly, width):
    """One product, on sums of nothing: three parts in each, of which GROUP_VECS products make a group."""

    def claim(world, machine):
        a = limbs(world, "a", [block_bound()] * LIMBS)
        lanes = WIDTHS[width]
        f, f_and_20f = factor(world, "f", lanes)
        out = sums_of([const(0)] * LIMBS, [const(0)] * LIMBS, lanes)
        machine.call(f"{width}_multiply", out, numbers(a, lanes), f_and_20f)
        low, high = first(out["low"]), first(out["high"])
        within(world, low, [3 * 2**52] * LIMBS)
        within(world, high, [3 * 2**42] * LIMBS)
        expected = poly_mul(world.value(a, WEIGHTS), world.value(f, WEIGHTS))
        congruent(world, value_of_sums(world, low, high), expected, P)

    poly.prove(claim)


def prove_carry(poly, width):
    def claim(world, machine):
        low_bound, high_bound = sum_bounds()
        low, high = limbs(world, "low", [low_bound] * LIMBS), limbs(world, "high", [high_bound] * LIMBS)
        out = machine.new(f"{width}_numbers")
        machine.call(f"{width}_carry", out, sums_of(low, high, WIDTHS[width]))
        within(world, first(out["limb"]), carried_bounds())
        congruent(world, of_value(world, out), value_of_sums(world, low, high), P)

    poly.prove(claim)


def message(world, name):
    """The words of block 0 of a vector, and the memory that holds it; other blocks are undefined."""
    words = limbs(world, name, [2**64] * 2)
    memory = [None] * (16 * LANES)
    memory[0], memory[64] = (*words, *[None] * 6), (None,) * LANES
    return words, memory


def prove_load(poly):
    def claim(world, machine):
        words, memory = message(world, "m")
        out = machine.new("eight_numbers")
        machine.call("eight_load", out, Ptr(memory, 0, UCHAR))
        within(world, first(out["limb"]), [2**44, 2**44, 2**41])
        expected = poly_add(world.value(words, WORDS[:2]), {(): 2**128})
        congruent(world, of_value(world, out), expected, 0)

    poly.prove(claim)


def prove_group(poly):
    """With the powers p: a p[3] + m_0 p[2] + m_1 p[1] + m_2 p[0] + m_3, whatever the factors are."""
    vecs = poly.constant("GROUP_VECS")

    def claim(world, machine):
        a = limbs(world, "a", carried_bounds())
        table, memory = machine.new("poly_powers"), []
        powers = [limbs(world, f"power{i}_", carried_bounds()) for i in range(vecs)]
        words = [f + [times_20(world, x) for x in f[1:]] for f in powers]
        table["words"] = [list(same_limb) for same_limb in zip(*words, strict=True)]
        expected = poly_mul(world.value(a, WEIGHTS), world.value(powers[vecs - 1], WEIGHTS))
        for i in range(vecs):
            words, part = message(world, f"m{i}_")
            memory += part
            block = poly_add(world.value(words, WORDS[:2]), {(): 2**128})
            if i != vecs - 1:
                block = poly_mul(block, world.value(powers[vecs - 2 - i], WEIGHTS))
            expected = poly_add(expected, block)
        out = numbers(a)
        machine.call("poly_group", out, table, Ptr(memory, 0, UCHAR))
        within(world, first(out["limb"]), carried_bounds())
        congruent(world, of_value(world, out), expected, P)

    poly.prove(claim)


def prove_join(poly):
    def claim(world, machine):
        (bound,) = contract(IFMA, "sums of eight limbs, so below {2^48}.")
        sums = limbs(world, "sum", [bound] * LIMBS)
        h = [None] * 3
        machine.call("eight_join", h, sums)
        within(world, h, [2**64, 2**64, 5])
        congruent(world, world.value(h, WORDS), world.value(sums, WEIGHTS), P)

    poly.prove(claim)


OF_EITHER_WIDTH = (prove_factor, prove_multiply, prove_carry)
OF_EIGHT = (prove_load, prove_group, prove_join)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("prove", OF_EITHER_WIDTH)
def test_either_width(prove, width):
    prove(kernel(), width)


@pytest.mark.parametrize("prove", OF_EIGHT)
def test_poly1305_with_ifma(prove):
    prove(kernel())
