"""
Object code: products of the build's own objects, from the disassembly. Each carry is a number, and one that the code
drops is shown to be 0. AB_OBJECTS names the objects, separated by colons.
"""

import os
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
from exact import Refuted, const, paths, poly_add, poly_mul
from processor import Code64, NotUnderstood, Object, Processor, without_dropped
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
    code = Object(objects[0]).code_of(name)
    if code is None and not file.endswith(".S.o"):
        pytest.skip(f"the compiler left no {name} in {file}")
    return Code64(*code)


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


def prove_subtraction(world, processor, m, multiple, num):
    """
    The result is below m, and congruent to a polynomial that is R times t, for R = 2^(64 num) and t from 0 to 2 m - 1:
    it is t or, where that is not negative, t - m. The last decision is whether that borrows.
    """
    scale = 1 << 64 * num
    if not world.decided:
        raise Refuted("nothing is subtracted")
    r = processor.load(RESULT, num)
    t = poly_add(world.value(r, weights_of(num)), m, 1 - world.decided[-1])  # but for a word above these
    rest = without_dropped(processor, poly_add(multiple, t, -scale), scale**2)
    if any(c % scale**2 for c in rest.values()):
        raise Refuted("t is another number")
    t = poly_add(t, {monomial: c // scale for monomial, c in rest.items()})
    world.facts[:0] = [t, poly_add(poly_add(scaled(m, 2), t, -1), {(): -1})]
    is_reduced(world, r, m, [t, poly_add(t, m, -1)], 2)


def prove_montgomery(code, num):
    """
    r = a b / 2^(64 num) modulo m, below m, for a b < 2^(64 num) m and every odd m: from t = (a b + m f) / 2^(64 num),
    which is below 2 m.
    """

    def claim(world):
        contract(ADX, "r = a b / R modulo n, for numbers of the length in the name, b < n and any a; r < n.")
        m, a, b = Modulus(world, num), number(world, "a", num), number(world, "b", num)
        processor = Processor(world, code, m.factor_of)
        for place, words in ((A, a), (B, b), (M, m.words)):
            processor.store(place, words)
        processor.run(RESULT, A, B, M, m.inverse)
        prove_subtraction(world, processor, m.value, m.multiple(product(world, a, b, weights_of(num))), num)

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


# Longer ones: test_objects_full.py.
@pytest.mark.parametrize("num", range(2, 13))
def test_montgomery(num):
    prove_montgomery(code_of(f"mont_mul_{num}_adx.S.o", f"ab_mont_mul_{num}_adx"), num)


@pytest.mark.parametrize("num_blocks", [1, 2])
def test_reduction(num_blocks):
    prove_reduction(code_of("mont_reduce_adx.S.o", "ab_mont_reduce_adx"), num_blocks)


def or_skip(prove, *arguments):
    """Prove, unless the compiler used instructions that are not understood."""
    try:
        prove(*arguments)
    except NotUnderstood as unknown:
        pytest.skip(f"what the compiler made of it: {unknown}")


@pytest.mark.parametrize("name", ["fe_mul", "fe_sqr"])
@pytest.mark.parametrize("field", FIELDS)
def test_field(field, name):
    or_skip(prove_field, FIELDS[field], code_of(FIELDS[field].object, name), name == "fe_sqr")


# ---- sums, differences and small products of these fields, which the kernels have inside other functions ----


def prove_linear(code, name, operation):
    """The result is congruent and within the bounds of elements, and no carry that counts is dropped."""
    field = FIELDS[name]
    num, top = field.num, field.below >> 64 * (field.num - 1)

    def claim(world):
        a, b = (limbs(world, letter, [1 << 64] * (num - 1) + [top]) for letter in "ab")
        small = world.input("n", 0, 2**32 - 1)
        values = [world.value(words, weights_of(num)) for words in (a, b)]
        processor = Processor(world, code)
        processor.store(A, a)
        processor.store(B, b)
        processor.run(RESULT, A, small if operation == "mul_small" else B)
        r = processor.load(RESULT, num)
        within(world, r[-1:], [top], "the highest word")
        got = world.value(r, weights_of(num))
        expected = {"add": poly_add(*values), "sub": poly_add(*values, -1),
                    "mul_small": poly_mul(values[0], small.poly)}[operation]
        difference = without_dropped(processor, poly_add(got, expected, -1), field.prime)
        congruent(world, difference, {}, field.prime)

    paths(claim)


LINEAR = [("25519", "add"), ("25519", "sub"), ("25519", "mul_small"), ("P-384", "add"), ("P-384", "sub"),
          ("P-521", "add"), ("P-521", "sub")]


def code_of_linear(name, operation):
    file = {"25519": "curve25519"}.get(name, name.lower().replace("-", ""))
    return code_of(f"{file}_field_adx.c.o", f"ab_test_{file.removeprefix('curve')}_{operation}")


@pytest.mark.parametrize("name, operation", LINEAR)
def test_linear(name, operation):
    or_skip(prove_linear, code_of_linear(name, operation), name, operation)


# ---- P-256: Montgomery's product in rows, elements below p ----

P256 = 2**256 - 2**224 + 2**192 + 2**96 - 1
P256_FIELD, P256_OBJECT = "kernels/ec/p256/p256_field_adx.h", "p256_field_adx.c.o"


class Rows(Processor):
    """Keeps what is shifted up: the factor of each row of the reduction."""

    def __init__(self, world, code):
        super().__init__(world, code)
        self.factors = []

    def on_shl(self, instruction):
        self.factors.append(self.read(instruction, 0))
        super().on_shl(instruction)


def p256_element(world, name):
    """A number below p, of which the proof of a product uses the bound of the highest word."""
    return limbs(world, name, [1 << 64] * 3 + [(P256 >> 192) + 1])


def value4(world, words):
    return world.value(words, weights_of(4))


def below_p256(value):
    """The fact that a number is below p."""
    return poly_add({(): P256 - 1}, value, -1)


def prove_p256_product(code, is_square):
    """
    r = a b / 2^256 modulo p, below p: from t = (a b + p m) / 2^256, for the factors m of the rows, which is below 2 p.
    """

    def claim(world):
        contract(P256_FIELD, "Elements are below p in and out; r may be an argument.")
        assert (P256 - 1) ** 2 + P256 * (2**256 - 1) < 2 * P256 * 2**256
        a = p256_element(world, "a")
        b = a if is_square else p256_element(world, "b")
        processor = Rows(world, code)
        processor.store(A, a)
        processor.store(B, b)
        processor.run(RESULT, A, *(() if is_square else (B,)))
        factors = processor.factors
        if len(factors) != 4:
            raise Refuted("other rows")
        within(world, factors, [1 << 64] * 4, "the factors")
        multiple = poly_add(product(world, a, b, weights_of(4)), value4(world, factors), P256)
        prove_subtraction(world, processor, {(): P256}, multiple, 4)

    paths(claim)


def prove_p256_sum(code, sign):
    """a + b or a + b - p, and a - b or a - b + p, below p."""

    def claim(world):
        a, b = number(world, "a", 4), number(world, "b", 4)
        values = [value4(world, words) for words in (a, b)]
        world.facts += [below_p256(value) for value in values]
        processor = Processor(world, code)
        processor.store(A, a)
        processor.store(B, b)
        processor.run(RESULT, A, B)
        total = poly_add(*values, sign)
        is_reduced(world, processor.load(RESULT, 4), {(): P256},
                   [poly_add(total, {(): -sign * k * P256}) for k in (0, 1)], 2)

    paths(claim)


def prove_p256_half(code):
    """2 r = a or, for an odd a, a + p: below 2 p for a < p, so r < p."""

    def claim(world, bit):
        a = number(world, "a", 4)
        a[0] = world.add(world.shifted(world.input("half of a", 0, (1 << 63) - 1), 1), const(bit))
        processor = Processor(world, code)
        processor.store(A, a)
        processor.run(RESULT, A)
        twice = scaled(value4(world, processor.load(RESULT, 4)), 2)
        difference = poly_add(poly_add(twice, value4(world, a), -1), {(): -bit * P256})
        congruent(world, without_dropped(processor, difference, 0), {}, 0)

    for bit in (0, 1):
        paths(lambda world, bit=bit: claim(world, bit))


P256_PROOFS = {
    "mul": (prove_p256_product, False),
    "sqr": (prove_p256_product, True),
    "add": (prove_p256_sum, 1),
    "sub": (prove_p256_sum, -1),
    "half": (prove_p256_half,),
}


def code_of_p256(name):
    return code_of(P256_OBJECT, f"ab_test_p256_{name}")


@pytest.mark.parametrize("name", P256_PROOFS)
def test_p256(name):
    prove, *arguments = P256_PROOFS[name]
    or_skip(prove, code_of_p256(name), *arguments)


# ---- offenders: code without one of its instructions ----

# The carries are 0 where a row clears them, and the first row does not carry out of its highest word.
NOT_NEEDED = {"endbr64": 1, "xor eax,eax": 3, "adox r12,rax": 1, "adcx r12,rax": 1}


def is_refuted(prove, code, *arguments):
    try:
        prove(code, *arguments)
    except (Refuted, NotUnderstood):
        return True
    return False


def not_needed(code, prove, *arguments):
    """The instructions without which the proof is the same."""
    return [str(code.at[ip]) for ip in code.at if not is_refuted(prove, code.without(ip), *arguments)]


def test_every_other_instruction_is_needed():
    code = code_of("mont_mul_3_adx.S.o", "ab_mont_mul_3_adx")
    assert len(code.at) > 100
    assert Counter(not_needed(code, prove_montgomery, 3)) == NOT_NEEDED


@pytest.mark.parametrize("name, operation", LINEAR)
def test_every_instruction_of_sums_is_needed(name, operation):
    """But for one that extends a factor of 32 bits."""
    code = code_of_linear(name, operation)
    or_skip(prove_linear, code, name, operation)
    assert len(code.at) > 20
    found = not_needed(code, prove_linear, name, operation)
    assert all(text.startswith(("endbr64", "nop", "mov edx,edx")) for text in found), found


@pytest.mark.parametrize("name", P256_PROOFS)
def test_every_instruction_of_p256_is_needed(name):
    """
    But for one that clears a register and carries which are 0 already; and in a half for the addition to the lowest
    word of p's, which is -1: gcc 14 puts a `neg` before it that leaves the same carry, and the lowest bit is shifted
    out.
    """
    prove, *arguments = P256_PROOFS[name]
    code = code_of_p256(name)
    or_skip(prove, code, *arguments)
    assert len(code.at) > 20
    allowed = ("xor ", "add ") if name == "half" else ("xor ",)
    found = [text for text in not_needed(code, prove, *arguments) if not text.startswith(("endbr64", "nop"))]
    assert len(found) <= 1 and all(text.startswith(allowed) for text in found), found
