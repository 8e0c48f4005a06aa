"""
Numbers in 64-bit words, in C: products and squares are exact, Montgomery's products are congruent for every odd
modulus, and sums, differences and halves are reduced. The fields of P-384, P-521 and P-256, which are made of them, are
congruent.
"""

import pytest
from exact import Num, Refuted, const, poly_add, poly_mul
from kinds import VOID, Ptr
from proof import Kernel, congruent, contract, limbs, product, weights, within

WORDS, BIGNUM = "kernels/ec/words.h", "kernels/bignum/mont_portable.c"
P384 = "kernels/ec/p384/p384_field_portable.h"
ANY = 1 << 64
NUM_MODULAR = (1, 2, 3, 4)  # words: enough for a first, an inner and a last one; the loops are the same for more


def weights_of(num):
    return weights(range(0, 64 * num, 64))


def number(world, name, num):
    return limbs(world, name, [ANY] * num)


def value_of(world, words):
    """The value of what a function wrote."""
    return world.value([world.word(word, 64) for word in words], weights_of(len(words)))


def scaled(poly, factor):
    return {m: c * factor for m, c in poly.items()}


# ---- products ----


def prove_products(kernel, num):
    def claim(world, machine):
        contract(WORDS, "r = a b, in 2 num words; r must not overlap a or b.")
        contract(WORDS, "r = a^2, in 2 num words; r must not overlap a.")
        a, b = number(world, "a", num), number(world, "b", num)
        for name, args in (("words_mul", (a, b)), ("words_sqr", (a,))):
            r = [None] * (2 * num)
            machine.call(name, r, *args, num)
            # Both are from 0 to 2^(128 num), so they are equal.
            congruent(world, value_of(world, r), product(world, a, args[-1], weights_of(num)), 1 << 128 * num)

    kernel.prove(claim, wraps=True)  # bits that are shifted out


class Modulus:
    """An odd number m of any words, and -1/m modulo 2^64: m[0] times that is 2^64 k - 1 for a k of one word."""

    def __init__(self, world, num):
        self.world, self.num, self.words = world, num, number(world, "m", num)
        self.inverse, k = world.input("inverse", 0, ANY - 1), world.input("k", 0, ANY - 1)
        self.rule(self.inverse, {**scaled(k.poly, ANY), (): -1})
        self.factors = []

    @property
    def value(self):
        return self.world.value(self.words, weights_of(self.num))

    def rule(self, factor, poly):
        """The lowest word of m times this input is this polynomial."""
        pair = tuple(sorted(next(iter(x.poly))[0] for x in (factor, self.words[0])))
        self.world.rules[pair] = poly

    def factor(self, word):
        """f = word / -m modulo 2^64, so f m[0] + word is 2^64 k for a k of one word."""
        at = len(self.factors)
        f, k = (self.world.input(f"{name}{at}", 0, ANY - 1) for name in "fk")
        self.rule(f, poly_add(scaled(k.poly, ANY), word.poly, -1))
        self.factors.append(f)
        return f

    def factor_of(self, a, b):
        """The factor for one of these words if the other is the inverse."""
        for word, other in ((a, b), (b, a)):
            if other is self.inverse:
                return self.factor(word)
        return None

    def multiple(self, poly):
        """The polynomial plus m times the factors, the later ones at higher places; each is below 2^64."""
        for i, f in enumerate(self.factors):
            poly = poly_add(poly, self.world.simplified(poly_mul(f.poly, self.value)), 1 << 64 * i)
        return poly

    def reduced(self, got, of):
        """Claim: 2^(64 num) got = of + m f for an f below 2^(64 num). So got < 2 m if `of` < 2^(64 num) m."""
        congruent(self.world, scaled(got, 1 << 64 * self.num), self.multiple(of), 0)


def take_words(num):
    """In place of the last subtraction: keep what it receives."""

    def take(machine, args):
        t, over = args[1][0], machine.world.word(args[2][0], 64)
        taken[:] = [*t.box[t.key : t.key + num], over]
        return None, VOID

    taken = []
    return taken, take


def prove_montgomery(kernel, name, num):
    """
    What is left before the subtraction is (a b + m f) / 2^(64 num) for an f below 2^(64 num), so it is below 2 m if a b
    < 2^(64 num) m; in rows that add a word times a number by add_product.
    """

    def claim(world, machine):
        m, a, b = Modulus(world, num), number(world, "a", num), number(world, "b", num)
        taken, take = take_words(num)

        def reduce_row(machine, args):
            """The factor that the row takes, t[0] inverse, by a new word of which the definition is a rule."""
            if args[1][0].box is not m.words:
                return
            t, (factor, kind) = args[0][0], args[2]
            word = t.box[t.key] = world.word(t.box[t.key], 64)
            congruent(world, factor.poly, poly_mul(word.poly, m.inverse.poly), ANY)
            args[2] = m.factor(word), kind

        args = (a, b) if name == "mul" else (a,)
        machine.instead, machine.before = {"subtract_once": take}, {"add_product": reduce_row}
        machine.call(name, [None] * num, *args, m.words, m.inverse, num)
        m.reduced(value_of(world, taken), product(world, a, args[-1], weights_of(num)))

    kernel.prove(claim, wraps=True)


def prove_inline_montgomery(kernel, num):
    """The same where both rows are one, and the factor comes from clearing_factor."""

    def factor(world, machine):
        word, inverse = (world.input(name, 0, ANY - 1) for name in ("word", "inverse"))
        congruent(world, machine.call("clearing_factor", word, inverse).poly, poly_mul(word.poly, inverse.poly), ANY)

    def claim(world, machine):
        contract(WORDS, "r = a b / 2^(64 num) modulo m, for a b < m 2^(64 num) and inverse = -1/m mod 2^64; r < m.")
        m, a, b = Modulus(world, num), number(world, "a", num), number(world, "b", num)
        taken, take = take_words(num)

        def take_factor(machine, args):
            (word, kind), (inverse, _) = args
            if inverse is not m.inverse:
                raise Refuted("the inverse of another number")
            return m.factor(world.word(word, 64)), kind

        machine.instead = {"words_subtract_once": take, "clearing_factor": take_factor}
        machine.call("words_mont_mul", [None] * num, a, b, m.words, m.inverse, num)
        m.reduced(value_of(world, taken), product(world, a, b, weights_of(num)))

    kernel.prove(factor, wraps=True)
    kernel.prove(claim)


def prove_half(kernel, num):
    """2 r = a or, for an odd a, a + m: below 2 m for a < m, so r < m."""

    def claim(world, machine, bit):
        contract(WORDS, "r = a / 2 modulo an odd m, for a < m; r < m.")
        m, a = number(world, "m", num), number(world, "a", num)
        m[0], a[0] = (world.add(world.shifted(world.input(f"half of {name}", 0, ANY // 2 - 1), 1), const(low))
                      for name, low in (("m", 1), ("a", bit)))
        r = [None] * num
        machine.call("words_mod_half", r, a, m, num)
        modulus, value = (world.value(x, weights_of(num)) for x in (m, a))
        congruent(world, scaled(value_of(world, r), 2), poly_add(value, modulus, bit), 0)

    for bit in (0, 1):
        kernel.prove(lambda world, machine, bit=bit: claim(world, machine, bit), wraps=True)


# ---- the subtraction of the modulus, sums, differences, halves ----


def in_words(value, num):
    return [const(value >> 64 * i & (ANY - 1)) for i in range(num)]


def is_reduced(world, got, m, values, num_given):
    """
    Claim: one of these polynomials, from 0 to m - 1; words agree with it modulo 2^(64 num), so they are it. After the
    facts that are given, what was decided of the highest words holds at their weight. Decisions that contradict each
    other are of no interest.
    """
    num = len(got)
    world.facts[num_given:] = [scaled(fact, 1 << 64 * (num - 1)) for fact in world.facts[num_given:]]
    if world.is_not_negative({(): -1}):
        return
    found = value_of(world, got)
    for value in values:
        difference = world.final(poly_add(found, value, -1))
        if all(c % (1 << 64 * num) == 0 for c in difference.values()):
            ends = value, poly_add(poly_add(m, value, -1), {(): -1})
            if all(world.is_not_negative(end) for end in ends):
                return
            raise Refuted("a result that is not reduced")
    raise Refuted("a result of another residue")


def prove_once(kernel, name, num):
    """r = t or t - m, below m, for any t < 2 m in num words and a bit."""

    def claim(world, machine, over):
        m, t = number(world, "m", num), number(world, "t", num)
        modulus, value = world.value(m, weights_of(num)), world.value([*t, const(over)], weights_of(num + 1))
        world.facts.append(poly_add(poly_add(scaled(modulus, 2), value, -1), {(): -1}))
        r = [None] * num
        machine.call(name, r, t, over, m, num)
        is_reduced(world, r, modulus, [value, poly_add(value, modulus, -1)], 1)

    for over in (0, 1):
        kernel.prove(lambda world, machine, over=over: claim(world, machine, over), wraps=True)


MODULAR = {
    "words_mod_add": (lambda a, b: poly_add(a, b), (0, -1)),
    "words_mod_sub": (lambda a, b: poly_add(a, b, -1), (0, 1)),
}


def prove_sums(kernel, num):
    """a + b or a + b - m, and a - b or a - b + m, for a, b < m."""

    def claim(world, machine, name):
        contract(WORDS, "r = a + b, and below r = a - b, modulo m for a, b < m; r < m.")
        combine, multiples = MODULAR[name]
        m, a, b = (number(world, letter, num) for letter in "mab")
        modulus, *values = (world.value(x, weights_of(num)) for x in (m, a, b))
        world.facts += [poly_add(poly_add(modulus, value, -1), {(): -1}) for value in values]
        r = [None] * num
        machine.call(name, r, a, b, m, num)
        is_reduced(world, r, modulus, [poly_add(combine(*values), modulus, k) for k in multiples], 2)

    for name in MODULAR:
        kernel.prove(lambda world, machine, name=name: claim(world, machine, name), wraps=True)


def test_products():
    for num in (4, 6, 9):
        prove_products(Kernel(WORDS), num)


@pytest.mark.parametrize("num", NUM_MODULAR)
@pytest.mark.parametrize("name", ["mul", "sqr"])
def test_montgomery_portable(name, num):
    prove_montgomery(Kernel(BIGNUM), name, num)


@pytest.mark.parametrize("num", NUM_MODULAR)
def test_montgomery_words(num):
    prove_inline_montgomery(Kernel(WORDS), num)


@pytest.mark.parametrize("num", NUM_MODULAR)
def test_half(num):
    prove_half(Kernel(WORDS), num)


@pytest.mark.parametrize("num", NUM_MODULAR)
@pytest.mark.parametrize("path, name", [(WORDS, "words_subtract_once"), (BIGNUM, "subtract_once")])
def test_subtraction(path, name, num):
    prove_once(Kernel(path), name, num)


@pytest.mark.parametrize("num", NUM_MODULAR)
def test_sums(num):
    prove_sums(Kernel(WORDS), num)


# ---- P-384's field, of which an element is any number below 2^384 ----

P384_PRIME = 2**384 - 2**128 - 2**96 + 2**32 - 1
P384_FOLD = 2**384 - P384_PRIME
P384_END = {(): 2**384}


def prove_p384_sums(kernel):
    """a + b - j p and a - b + j p for the number j of folds."""

    def claim(world, machine, name, sign):
        contract("kernels/ec/p384/p384_field.h",
                 "An element is six words, any value below 2^384, in and out of every function")
        a, b, r = number(world, "a", 6), number(world, "b", 6), machine.new("fe")
        values = [world.value(x, weights_of(6)) for x in (a, b)]
        machine.call(name, r, {"v": a}, {"v": b})
        total = poly_add(*values, sign)
        is_reduced(world, r["v"], P384_END, [poly_add(total, {(): -sign * j * P384_PRIME}) for j in (0, 1, 2)], 0)

    for name, sign in (("fe_add", 1), ("fe_sub", -1)):
        kernel.prove(lambda world, machine, name=name, sign=sign: claim(world, machine, name, sign))


def prove_p384_fold(kernel):
    """r + 2^(64 num_r) carry = r + (2^384 mod p) a, by add_folded."""

    def claim(world, machine, num_r, num):
        r, a = number(world, "r", num_r), number(world, "a", num)
        expected = poly_add(world.value(r, weights_of(num_r)), world.value(a, weights_of(num)), P384_FOLD)
        carry = machine.call("add_folded", r, num_r, a, num)
        congruent(world, value_of(world, [*r, carry]), expected, 0)

    for num_r, num in ((9, 6), (6, 3)):
        kernel.prove(lambda world, machine, num_r=num_r, num=num: claim(world, machine, num_r, num))


def prove_p384_reduction(kernel):
    """
    What the folds leave is new words: nine, of which the value is below (1 + f) 2^384, for f = 2^384 mod p, so that the
    highest three are at most f; then six and a carry, of which the value is below 2^384 + f^2.
    """
    ends = {9: (1 + P384_FOLD) * 2**384, 6: 2**384 + P384_FOLD**2}

    def fold(machine, args):
        (r, _), (num_r, _), (a, _), (num, kind) = args
        if (num_r.lo, num.lo, a.key) not in ((9, 6, 6), (6, 3, 6)):
            raise Refuted("other folds than those of which the value is known")
        end = ends[num_r.lo]
        r.box[r.key : r.key + num_r.lo] = number(machine.world, f"r{num_r.lo} ", num_r.lo)
        carry = machine.world.input("carry", 0, (end - 1) >> 64 * num_r.lo)
        carries.append(carry)
        return carry, kind

    def claim(world, machine):
        carries.clear()
        r = machine.new("fe")
        machine.call("fe_reduce", r, number(world, "w", 12))
        none, carry = carries
        assert none.hi == 0 and carry.hi == 1
        left = world.value(number(world, "r6 ", 6), weights_of(6))
        congruent(world, value_of(world, r["v"]), poly_add(left, world.final(carry.poly), P384_FOLD), 2**384)
        # With a carry six words are left of what is below 2^384 + f^2, so the last sum does not carry.
        assert ends[6] - 2**384 + P384_FOLD <= 2**384

    carries = []
    kernel.prove(claim, instead={"add_folded": fold})


# ---- P-521's field in C, of which an element is any number below 2^522; and P-256's, made of words.h ----

P521 = "kernels/ec/p521/p521_field_portable.h"
P521_PRIME = 2**521 - 1


def p521_element(world, name):
    return limbs(world, name, [ANY] * 8 + [1 << 522 - 512])


def prove_p521(kernel):
    """Congruent, and below 2^522: sums, differences, halves, and what products of nine words are reduced to."""

    def claim(world, machine, name):
        contract("kernels/ec/p521/p521_field.h",
                 "An element is nine words, any value below 2^522, in and out of every function")
        a, b = (p521_element(world, letter) for letter in "ab")
        wide, any_nine = limbs(world, "w", [ANY] * 16 + [1 << 1044 - 1024, 1]), number(world, "n", 9)
        of_a, of_b = (world.value(x, weights_of(9)) for x in (a, b))
        r = machine.new("fe")
        args, scale, expected = {
            "fe_add": ([{"v": a}, {"v": b}], 1, poly_add(of_a, of_b)),
            "fe_sub": ([{"v": a}, {"v": b}], 1, poly_add(of_a, of_b, -1)),
            "fe_half": ([{"v": a}], 2, of_a),
            "fe_fold": ([any_nine], 1, world.value(any_nine, weights_of(9))),
            "fe_reduce": ([wide], 1, world.value(wide, weights_of(18))),
        }[name]
        machine.call(name, r, *args)
        got = [world.word(word, 64) for word in r["v"]]
        within(world, got[-1:], [1 << 522 - 512], name)
        congruent(world, scaled(world.value(got, weights_of(9)), scale), expected, P521_PRIME)

    for name in ("fe_add", "fe_sub", "fe_half", "fe_fold", "fe_reduce"):
        kernel.prove(lambda world, machine, name=name: claim(world, machine, name), wraps=True)


def prove_p521_to_words(kernel):
    """A fold leaves less than 2 p, of which words_reduce_once subtracts p once (prove_once)."""

    def claim(world, machine):
        a, given = p521_element(world, "a"), []

        def reduce_once(machine, args):
            given.extend(world.word(word, 64) for word in args[1][0].box)
            return None, machine.type_of_result("words_reduce_once")

        machine.instead = {"words_reduce_once": reduce_once}
        machine.call("fe_to_words", [None] * 9, {"v": a})
        congruent(world, world.value(given, weights_of(9)), world.value(a, weights_of(9)), P521_PRIME)
        end = poly_add({(): 2 * P521_PRIME - 1}, world.value(given, weights_of(9)), -1)
        if world.by_remainders(Num(*world.range_of(end), end))[0] < 0:
            raise Refuted("more than p too much")

    kernel.prove(claim, wraps=True)


def test_p521():
    prove_p521(Kernel(P521))
    prove_p521_to_words(Kernel("kernels/ec/p521/p521_adx.c"))


P256_PRIME = 2**256 - 2**224 + 2**192 + 2**96 - 1
CALLED = {"fe_mul": "words_mont_mul", "fe_sqr": "words_mont_mul", "fe_add": "words_mod_add", "fe_sub": "words_mod_sub",
          "fe_half": "words_mod_half", "subtract_once": "words_subtract_once"}


def prove_p256_in_words(kernel):
    """Each function of the field is one of words.h, modulo p in four words, and with -1/p modulo 2^64."""

    def claim(world, machine, name):
        called = []

        def take(machine, args):
            called.append([value for value, _ in args])
            return None, machine.type_of_result(CALLED[name])

        machine.instead = {CALLED[name]: take}
        a, b = ({"v": number(world, letter, 4)} for letter in "ab")
        words, top = b["v"], world.input("top", 0, 1)
        others = {"fe_sqr": [a], "fe_half": [a], "subtract_once": [*words, top]}.get(name, [a, b])
        machine.call(name, machine.new("fe"), *others)
        ((_, first, *rest),) = called
        modulus = [x.box for x in (first, *rest) if isinstance(x, Ptr)][-1]
        if any(word.lo != word.hi for word in modulus) or value_of(world, modulus) != {(): P256_PRIME}:
            raise Refuted("another modulus")
        if first.box[:4] != (words if name == "subtract_once" else a["v"]):
            raise Refuted("another operand")
        if name in ("fe_mul", "fe_sqr") and rest[2].lo * P256_PRIME % ANY != ANY - 1:
            raise Refuted("not the inverse of the modulus")
        if rest[-1].lo != 4 or (name == "subtract_once" and rest[0] is not top):
            raise Refuted("another number of words")

    for name in CALLED:
        kernel.prove(lambda world, machine, name=name: claim(world, machine, name))


def test_p256():
    prove_p256_in_words(Kernel("kernels/ec/p256/p256_field_portable.h"))


@pytest.mark.parametrize("prove", [prove_p384_sums, prove_p384_fold, prove_p384_reduction])
def test_p384(prove):
    prove(Kernel(P384))
