"""
Poly1305 in vectors (RFC 8439 sec. 2.5): limbs of the table, of the accumulator and of the sums between reductions stay
within the bounds of the comments for all inputs, and each step is congruent modulo p. Tests of whole messages show that
the table holds the powers of r in the right order.
"""

import pytest
from exact import const, poly_add, poly_mul
from kinds import UCHAR, VOID, Ptr
from proof import Kernel, congruent, contract, limbs, vector, weights, within

VECTORS = "kernels/chacha/poly1305_vectors.h"
P = 2**130 - 5
LIMBS, LANES = 5, 4
WEIGHTS, WORDS = weights(range(0, 130, 26)), weights([0, 64, 128])


def kernel():
    return Kernel(VECTORS)


def table_bound():
    (bound,) = contract(VECTORS, "limbs of the table and of h are below {2^26 + 2^25}.")
    return bound


def carried_bound():
    (bound,) = contract(VECTORS, "The limbs are then below {2^26 + 2^15}.")
    return bound


def sum_bound():
    (bound,) = contract(VECTORS, "Carry from limbs below {3/2 2^63 + 2^59}: in two chains side by side.")
    contract(VECTORS, "and a constant below 2^45: below 3/2 2^63 + 2^59.")
    return bound


def numbers(values):
    return {"limb": [vector(value, LANES) for value in values]}


def factor(world, name, bound):
    """A factor and five times it, as four_set_factor makes them."""
    f = limbs(world, name, [bound] * LIMBS)
    return f, {"f": numbers(f), "f5": numbers([world.add(world.shifted(x, 2), x) for x in f])}


def first(four_numbers):
    return [limb[0] for limb in four_numbers["limb"]]


def of_value(world, four_numbers, lane=0):
    return world.value([limb[lane] for limb in four_numbers["limb"]], WEIGHTS)


def prove_split(poly):
    def claim(world, machine):
        (highest,) = contract(VECTORS, "low + 2^64 middle + 2^128 high in limbs, with high <= {4}.")
        words = limbs(world, "word", [2**64, 2**64, highest + 1])
        out = machine.new("four_numbers")
        machine.call("four_split", out, *(vector(word, LANES) for word in words))
        within(world, first(out), [2**26] * 4 + [2**26 + 2**24 + 1])
        congruent(world, of_value(world, out), world.value(words, WORDS), 0)

    poly.prove(claim)


def prove_carry(poly):
    def claim(world, machine):
        before = limbs(world, "a", [sum_bound()] * LIMBS)
        out = numbers(before)
        machine.call("four_carry", out)
        within(world, first(out), [carried_bound()] * LIMBS)
        congruent(world, of_value(world, out), world.value(before, WEIGHTS), P)

    poly.prove(claim)


def prove_multiply(poly):
    def claim(world, machine):
        a = limbs(world, "a", [table_bound()] * LIMBS)
        f, f_and_5f = factor(world, "f", table_bound())
        out = numbers([const(0)] * LIMBS)
        machine.call("four_multiply", out, numbers(a), f_and_5f)
        within(world, first(out), [2**58] * LIMBS)
        congruent(world, of_value(world, out), poly_mul(world.value(a, WEIGHTS), world.value(f, WEIGHTS)), P)

    poly.prove(claim)


def prove_shift(poly):
    def claim(world, machine):
        (bound,) = contract(VECTORS, "the result's are below {2^26 + 480}.")
        a = limbs(world, "a", [table_bound()] * LIMBS)
        out = machine.new("four_numbers")
        machine.call("four_shift_32", out, numbers(a))
        within(world, first(out), [bound] * LIMBS)
        congruent(world, of_value(world, out), poly_mul(world.value(a, WEIGHTS), {(): 2**32}), P)

    poly.prove(claim)


def prove_top(poly):
    """The lanes of top add up to 2^64 times lanes 1 and 3 of all of even."""
    pairs = poly.constant("PAIRS")

    def claim(world, machine):
        (bound,) = contract(VECTORS, "and five times as much, shifted, is below {2^45}.")
        table, expected = machine.new("poly_table"), {}
        for i in range(pairs):
            lanes = [limbs(world, f"power{i}_{lane}_", [table_bound()] * LIMBS) for lane in range(LANES)]
            table["even"][i] = {"limb": list(zip(*lanes, strict=True))}
            for lane in (1, 3):
                expected = poly_add(expected, poly_mul(world.value(lanes[lane], WEIGHTS), {(): 2**64}))
        machine.call("poly_set_top", table)
        got = {}
        for lane in range(LANES):
            within(world, [limb[lane] for limb in table["top"]["limb"]], [bound] * LIMBS)
            got = poly_add(got, of_value(world, table["top"], lane))
        congruent(world, got, expected, P)

    poly.prove(claim)


def prove_chunk(poly):
    """h power + top + the words of the message by their multiples of powers, whatever these are."""
    pairs = poly.constant("PAIRS")

    def claim(world, machine):
        bound = table_bound()
        (top_bound,) = contract(VECTORS, "and five times as much, shifted, is below {2^45}.")
        h, top = limbs(world, "h", [bound] * LIMBS), limbs(world, "top", [top_bound] * LIMBS)
        f, f_and_5f = factor(world, "f", bound)
        table, message = machine.new("poly_table"), [None] * (32 * pairs)
        table.update(top=numbers(top), power=f_and_5f)
        expected = poly_add(poly_mul(world.value(h, WEIGHTS), world.value(f, WEIGHTS)), world.value(top, WEIGHTS))
        for i in range(pairs):
            words = limbs(world, f"word{i}_", [2**32] * 2)
            message[32 * i] = vector(world.add(words[0], world.shifted(words[1], 32)), LANES)
            for word, place in zip(words, ("even", "odd"), strict=True):
                power = limbs(world, f"{place}{i}_", [bound] * LIMBS)
                table[place][i] = numbers(power)
                expected = poly_add(expected, poly_mul(world.value([word], [1]), world.value(power, WEIGHTS)))
        out = numbers(h)
        machine.call("poly_chunk", out, table, Ptr(message, 0, UCHAR))
        within(world, first(out), [carried_bound()] * LIMBS)
        congruent(world, of_value(world, out), expected, P)

    poly.prove(claim)


def prove_join(poly):
    def claim(world, machine):
        contract(VECTORS, "h := the sum of the lanes, whose limbs are below 2^26 + 2^25.")
        lanes = limbs(world, "limb", [table_bound()] * (LIMBS * LANES))
        h = [None] * 3
        machine.call("four_join", h, lanes)
        within(world, h, [2**64, 2**64, 5])
        congruent(world, world.value(h, WORDS), world.value(lanes, [w for w in WEIGHTS for _ in range(LANES)]), P)

    poly.prove(claim)


def prove_first_powers(poly):
    """The words of r^2, 2^64 r^2, r and 2^64 r, as they are given to four_split, of which prove_split is the proof."""

    def claim(world, machine):
        r = [world.input("r0", 0, 2**60 - 1), world.shifted(world.input("r1", 0, 2**58 - 1), 2)]
        machine.call("poly_first_powers", machine.new("four_numbers"), r)
        power = world.value(r, WORDS[:2])
        square, shift = poly_mul(power, power), {(): 2**64}
        expected = [square, poly_mul(square, shift), power, poly_mul(power, shift)]
        (vectors,) = split
        for words, value in zip(zip(*vectors, strict=True), expected, strict=True):
            within(world, words, [2**64, 2**64, 5])
            congruent(world, world.value(words, WORDS), value, P)

    def taken(machine, args):
        split.append([vector for vector, _ in args[1:]])
        return None, VOID

    split = []
    poly.prove(claim, instead={"four_split": taken})


PROOFS = (
    prove_split, prove_carry, prove_multiply, prove_shift, prove_top, prove_chunk, prove_join, prove_first_powers
)


@pytest.mark.parametrize("prove", PROOFS)
def test_poly1305_in_vectors(prove):
    prove(kernel())
