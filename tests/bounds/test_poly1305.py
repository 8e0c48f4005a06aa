"""Poly1305 in words of 64 bits (RFC 8439 sec. 2.5): no sum overflows, h stays in bounds, and is congruent modulo p."""

import pytest
from exact import Refuted, poly_add, poly_mul
from kinds import ULONG, Ptr
from proof import Kernel, congruent, contract, limbs, weights, within

WORDS = "kernels/chacha/poly1305_words.h"
P = 2**130 - 5
WORD_WEIGHTS, FACTOR_WEIGHTS = weights([0, 64, 128]), weights([0, 44, 88])


def kernel():
    return Kernel(WORDS)


def words(world, name, highest):
    return limbs(world, name, [2**64, 2**64, highest + 1])


def is_bounded(world, h, highest):
    within(world, h, [2**64, 2**64, highest + 1], "h")


def clamped(world):
    """r1 is a multiple of four."""
    (bound,) = contract(WORDS, "Bounds: r0, r1 < {2^60}, so s1 < 5/4 2^60.")
    return [world.input("r0", 0, bound - 1), world.shifted(world.input("r1", 0, bound // 4 - 1), 2)]


def prove_block(poly):
    def claim(world, machine):
        (highest,) = contract(WORDS, "top <= 1. h[2] <= {4} before and after.")
        h, r, m = words(world, "h", highest), clamped(world), limbs(world, "m", [2**64, 2**64, 2])
        out = list(h)
        machine.call("poly_words", out, r, *m)
        is_bounded(world, out, highest)
        total = poly_add(world.value(h, WORD_WEIGHTS), world.value(m, WORD_WEIGHTS))
        congruent(world, world.value(out, WORD_WEIGHTS), poly_mul(total, world.value(r, WORD_WEIGHTS[:2])), P)

    poly.prove(claim)


def factor_bounds():
    (top,) = contract(WORDS, "From h < {5 2^128}: f[0], f[1] < 2^44, f[2] < 2^43.")
    low, high = contract(WORDS, "From h < 5 2^128: f[0], f[1] < {2^44}, f[2] < {2^43}.")
    return top // 2**128 - 1, [low, low, high]


def prove_split(poly):
    def claim(world, machine):
        highest, bounds = factor_bounds()
        h, f = words(world, "h", highest), [None] * 3
        machine.call("poly_split", f, h)
        within(world, f, bounds, "a factor")
        congruent(world, world.value(f, FACTOR_WEIGHTS), world.value(h, WORD_WEIGHTS), 0)

    poly.prove(claim)


def prove_finish(poly):
    """The tag is h + s + 5 [h >= p] modulo 2^128, for either bit; h + 5 - 2^130 has the sign of it."""

    def claim(world, machine):
        contract(WORDS, "h < 5 2^128 < 2 p, so p is subtracted at most once: if h + 5 reaches 2^130.")
        highest, _ = factor_bounds()
        h, s = words(world, "h", highest), limbs(world, "s", [2**64] * 2)
        state = machine.new("ab_poly1305_state")
        state.update(h=list(h), s=list(s))
        tag = [None] * 16  # words in place of bytes, at the same offsets
        machine.call("poly_finish", state, Ptr(tag, 0, ULONG))
        got = world.value([tag[0], tag[8]], WORD_WEIGHTS[:2])
        value = world.value(h, WORD_WEIGHTS)
        bit = 1 - world.decided[0]  # of the mask, from -1 on
        expected = poly_add(poly_add(value, world.value(s, WORD_WEIGHTS[:2])), {(): 5 * bit})
        congruent(world, got, expected, 2**128)
        above = poly_add(value, {(): 5 - 2**130})
        world.facts = [{m: c << 128 for m, c in fact.items()} for fact in world.facts]  # the bit is that of h[2]
        if not world.is_not_negative(above if bit else poly_add({(): -1}, above, -1)):
            raise Refuted("the wrong representative")

    assert poly.prove(claim) == 2


PROOFS = (prove_block, prove_split, prove_finish)


@pytest.mark.parametrize("prove", PROOFS)
def test_poly1305(prove):
    prove(kernel())
