"""
Object code: products of the build's own objects, from the disassembly. Each carry is a number, and one that the code
drops is shown to be 0. AB_OBJECTS names the objects, separated by colons.
"""

import os
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest
from exact import Refuted, paths, poly_add
from processor import Code64, NotUnderstood, Processor, function_of, without_dropped
from proof import congruent, contract, limbs, product, within
from test_words import Modulus, is_reduced, number, scaled, weights_of

ADX = "kernels/bignum/adx_words.h"
MUL, SQR = "words_mul_adx.S.o", "words_sqr_adx.S.o"
RESULT, A, B, M = (i << 20 for i in (1, 2, 3, 4))


def code_of(file, name):
    """A function of the object of this file. Assembly always has it; a compiler may have put it into its callers."""
    objects = [Path(path) for path in os.environ.get("AB_OBJECTS", "").split(":") if path.endswith("/" + file)]
    if not objects:
        pytest.skip(f"no {file} among AB_OBJECTS")
    data = function_of(objects[0], name)
    if data is None and not file.endswith(".S.o"):
        pytest.skip(f"the compiler left no {name} in {file}")
    return Code64(data)


def prove_words(code, num_blocks, is_square):
    """t = a b or a^2, exactly."""
    num = 8 * num_blocks

    def claim(world):
        contract(ADX, "t = a b, of 16 num_blocks words, for a and b of 8 num_blocks words.")
        contract(ADX, "t = a^2, likewise.")
        a, b = number(world, "a", num), number(world, "b", num)
        processor = Processor(world, code)
        processor.store(A, a)
        processor.store(B, b)
        processor.run(RESULT, A, *(() if is_square else (B,)), num_blocks)
        got = world.value(processor.load(RESULT, 2 * num), weights_of(2 * num))
        expected = product(world, a, a if is_square else b, weights_of(num))
        congruent(world, without_dropped(processor, poly_add(got, expected, -1), 0), {}, 0)

    paths(claim)


class Field(NamedTuple):
    """Elements are words below a bound, in and out."""
    object: str
    prime: int
    num: int
    below: int


FIELDS = {
    "25519": Field("curve25519_adx.c.o", 2**255 - 19, 4, 2**256),
    "P-384": Field("p384_adx.c.o", 2**384 - 2**128 - 2**96 + 2**32 - 1, 6, 2**384),
    "P-521": Field("p521_adx.c.o", 2**521 - 1, 9, 2**522),
}


def prove_field(field, code, is_square):
    """a b or a^2 modulo p."""
    num = field.num

    def element(world, name):
        return limbs(world, name, [1 << 64] * (num - 1) + [field.below >> 64 * (num - 1)])

    def claim(world):
        a, b = element(world, "a"), element(world, "b")
        processor = Processor(world, code)
        processor.store(A, a)
        processor.store(B, b)
        processor.run(RESULT, A, *(() if is_square else (B,)))
        r = processor.load(RESULT, num)
        within(world, r[-1:], [field.below >> 64 * (num - 1)], "the highest word")
        got, expected = (world.value(r, weights_of(num)), product(world, a, a if is_square else b, weights_of(num)))
        difference = without_dropped(processor, poly_add(got, expected, -1), field.prime)
        congruent(world, difference, {}, field.prime)

    paths(claim)


def prove_montgomery(code, num):
    """
    r = a b / 2^(64 num) modulo m, below m, for a b < 2^(64 num) m and every odd m. What the code first stores at r is
    the low words of t = (a b + m f) / 2^(64 num); t < 2 m, so that r must be t, or t - m where that is not negative.
    """

    def claim(world):
        contract(ADX, "r = a b / R modulo n, for numbers of the length in the name, b < n and any a; r < n.")
        m, a, b = Modulus(world, num), number(world, "a", num), number(world, "b", num)
        processor = Processor(world, code, m.factor_of)
        for place, words in ((A, a), (B, b), (M, m.words)):
            processor.store(place, words)
        processor.run(RESULT, A, B, M, m.inverse)
        t = world.value(processor.first_stored(RESULT, num), weights_of(num))
        scale = 1 << 64 * num
        rest = poly_add(m.multiple(product(world, a, b, weights_of(num))), t, -scale)
        rest = without_dropped(processor, rest, scale**2)
        if any(c % scale**2 for c in rest.values()):
            raise Refuted("t is another number")
        t = poly_add(t, rest, Fraction(1, scale))
        t = {monomial: int(c) for monomial, c in t.items()}
        world.facts.insert(0, poly_add(poly_add(scaled(m.value, 2), t, -1), {(): -1}))
        is_reduced(world, processor.load(RESULT, num), m.value, [t, poly_add(t, m.value, -1)], 1)

    paths(claim)


def prove_reduction(code, num_blocks):
    """
    r = t / R modulo m for any t < R^2: from s = (t + m f) / R, which is below R + m, the code subtracts m if s >= R.
    The words are s - R then, which is less than m, so the subtraction borrows; shown is r = s - m - R (1 - borrow).
    """
    num = 8 * num_blocks
    end = 1 << 64 * num

    def claim(world):
        contract(ADX, "r = t / R modulo n, for t < R^2 of 16 num_blocks words and R = 2^(512 num_blocks). "
                 "r is below R, but not always below n.")
        m, t = Modulus(world, num), number(world, "t", 2 * num)
        processor = Processor(world, code, m.factor_of)
        processor.store(A, t)
        processor.store(M, m.words)
        processor.run(RESULT, A, M, m.inverse, num_blocks)
        r = world.value(processor.load(RESULT, num), weights_of(num))
        s = m.multiple(world.value(t, weights_of(2 * num)))
        is_above, borrow = world.decided[num_blocks - 1], world.decided[-1]  # the last carry and the last borrow
        if is_above:
            s = poly_add(poly_add(s, m.value, -end), {(): end**2 * (borrow - 1)})
        congruent(world, without_dropped(processor, poly_add(scaled(r, end), s, -1), 0), {}, 0)

    paths(claim)


# Blocks of eight words: the first, an inner and the last one.
@pytest.mark.parametrize("num_blocks", [1, 2, 3])
def test_words_mul(num_blocks):
    prove_words(code_of(MUL, "ab_words_mul_adx"), num_blocks, False)


@pytest.mark.parametrize("num_blocks", [1, 2, 3])
def test_words_sqr(num_blocks):
    prove_words(code_of(SQR, "ab_words_sqr_adx"), num_blocks, True)


# Longer ones keep words in memory.
@pytest.mark.parametrize("num", [2, 3, 4, 5, 6, 7, 8])
def test_montgomery(num):
    prove_montgomery(code_of(f"mont_mul_{num}_adx.S.o", f"ab_mont_mul_{num}_adx"), num)


@pytest.mark.parametrize("num_blocks", [1, 2])
def test_reduction(num_blocks):
    prove_reduction(code_of("mont_reduce_adx.S.o", "ab_mont_reduce_adx"), num_blocks)


@pytest.mark.parametrize("name", ["fe_mul", "fe_sqr"])
@pytest.mark.parametrize("field", FIELDS)
def test_field(field, name):
    try:
        prove_field(FIELDS[field], code_of(FIELDS[field].object, name), name == "fe_sqr")
    except NotUnderstood as unknown:
        pytest.skip(f"what the compiler made of it: {unknown}")


# ---- offenders: code without one of its instructions ----

# The carries are 0 where a row clears them, and the first row does not carry out of its highest word.
NOT_NEEDED = {"endbr64": 1, "xor eax,eax": 3, "adox r12,rax": 1, "adcx r12,rax": 1}


def is_refuted(code):
    try:
        prove_montgomery(code, 3)
    except (Refuted, NotUnderstood):
        return True
    return False


def test_every_other_instruction_is_needed():
    code = code_of("mont_mul_3_adx.S.o", "ab_mont_mul_3_adx")
    assert len(code.at) > 100
    assert Counter(str(code.at[ip]) for ip in code.at if not is_refuted(code.without(ip))) == NOT_NEEDED
