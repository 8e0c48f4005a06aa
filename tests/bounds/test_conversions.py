"""
Elements of the kernels in lanes, and others, from and to words and bytes: the same number, and where the result is
reduced fully, it is from 0 to p - 1 for every element within its bounds.
"""

from itertools import pairwise

import pytest
import test_curve448 as curve448
import test_p256 as p256
import test_p384_p521 as x4
from exact import Num, Refuted, const, poly_add
from proof import Kernel, congruent, contract, in_first_lane, lane, limbs, vector, weights, within
from reader import parse_expression
from test_curve25519 import BATCHES, P
from test_words import scaled

ANY_WORD = 1 << 64


def is_reduced_fully(world, number, prime):
    """Claim: from 0 to p - 1, by its range or by what was decided on the way."""
    ends = number.poly, poly_add({(): prime - 1}, number.poly, -1)
    if not all(world.range_of(end)[0] >= 0 or world.is_not_negative(end) for end in ends):
        raise Refuted("not reduced")


def without_quotients(world, poly):
    """The polynomial with (B - r) / 2^k, for an r from 0 to 2^k - 1, in place of each quotient floor(B / 2^k)."""
    while atoms := [m[0] for m in poly if len(m) == 1 and m[0] in world.quotients]:
        atom = max(atoms)
        inner, k = world.quotients[atom]
        by, rest = divmod(poly.pop((atom,)), 1 << k)
        if rest:
            raise Refuted("a part of a digit")
        remainder = world.input(("remainder", atom), 0, (1 << k) - 1)
        poly = poly_add(poly_add(poly, inner, by), remainder.poly, -by)
    return poly


# ---- Curve25519, several keys in step ----


@pytest.fixture(scope="module", params=BATCHES)
def batch(request):
    return BATCHES[request.param]()


def limb_bounds(batch):
    return [above // below for below, above in pairwise([*batch.weights, 1 << 255])]


def prove_carry_through(batch):
    """Limbs within their bits, and the same value but for what exceeds 2^255, which is returned."""

    def claim(world, machine):
        a = limbs(world, "a", [2 * bound for bound in batch.factor_bounds()])
        r = batch.element(a)
        over = machine.call("fe_carry_through", r)
        within(world, lane(r), limb_bounds(batch))
        value = poly_add(world.value(lane(r), batch.weights), over[0].poly, 1 << 255)
        congruent(world, value, world.value(a, batch.weights), 0)

    batch.kernel.prove(claim)


def prove_full_reduction(batch):
    """a mod p, if carries do what was proved of them: here limb 0 holds the whole number."""

    def carry_through(machine, args):
        world, pointer = machine.world, args[0][0]
        number = pointer.box[pointer.key]["v"]
        whole = number[0][0]
        over = world.floor(whole, 255)
        if 0 <= over.lo < over.hi <= 1:
            over = const(world.decide(over))
        rest = world.sub(whole, world.shifted(over, 255))
        rest = Num(max(rest.lo, 0), min(rest.hi, (1 << 255) - 1), rest.poly)  # for it is a remainder
        number[0] = vector(rest, batch.width)
        return vector(over, batch.width), machine.type_of_result("fe_carry_through")

    def add_19_times(machine, args):
        (total, kind), (x, _) = args
        world = machine.world
        if world.tight(x[0])[1] >= 2**52 // 19:
            raise Refuted("more than 19 times can multiply")
        return vector(world.add(total[0], world.mul(x[0], const(19))), batch.width), kind

    def claim(world, machine):
        most = sum((bound - 1) * weight for bound, weight in zip(batch.factor_bounds(), batch.weights, strict=True))
        above, below = world.input("above", 0, most >> 255), world.input("below", 0, (1 << 255) - 1)
        a = world.add(world.shifted(above, 255), below)
        rest = [const(0)] * (len(batch.weights) - 1)
        r = machine.new("fe_batch")
        machine.call("fe_reduce_fully", r, batch.element([a, *rest]))
        number = lane(r)[0]
        congruent(world, number.poly, a.poly, P)
        is_reduced_fully(world, number, P)

    batch.kernel.prove(claim, instead={"fe_carry_through": carry_through, "add_19_times": add_19_times})


@pytest.mark.parametrize("prove", [prove_carry_through, prove_full_reduction])
def test_curve25519(batch, prove):
    prove(batch)


# ---- P-256: limbs of 52 bits with the factor 2^260 ----

WORDS = weights(range(0, 256, 64))


def prove_p256_from_words(kernel):
    """From plain form: limbs of any words, times 2^520."""

    def claim(world, machine):
        contract("kernels/ec/p256/p256_field_batch8.h", "From plain form, below 2^256; carried")
        w = limbs(world, "w", [ANY_WORD] * 4)
        factors = []

        def take(machine, args):
            factors.extend(lane(value) for value, _ in args)
            return args[0]

        machine.instead = {"fes_mul": take, "fes_carry": lambda machine, args: args[0]}
        machine.call("fes_from_words", [vector(word, 8) for word in w])
        plain, square = factors
        within(world, plain, p256.CARRIED)
        congruent(world, world.value(plain, p256.WEIGHTS), world.value(w, WORDS), 0)
        congruent(world, world.value(square, p256.WEIGHTS), {(): 2**520}, p256.P)

    kernel.prove(claim)


def prove_p256_division(kernel):
    """r 2^260 = a + q p for a q below 2^260; a carried a is below 2^260, so r is below p + 1, and carried."""

    def claim(world, machine):
        contract("kernels/ec/p256/p256_field_batch8.h",
                 "a / 2^260 modulo p, from 0 to p, for a carried a: 0 for a = 0, p for any other multiple of p.")
        a = limbs(world, "a", p256.CARRIED)
        r = lane(machine.call("divide_by_factor", in_first_lane(a, 8)))
        within(world, r, p256.CARRIED)
        value, got = (world.value(number, p256.WEIGHTS) for number in (a, r))
        added = poly_add({m: c << 260 for m, c in got.items()}, value, -1)
        congruent(world, added, {}, p256.P)
        lo, hi = world.range_of(without_quotients(world, {m: c // p256.P for m, c in added.items()}))
        if lo < 0 or hi >= 1 << 260:
            raise Refuted(f"the reduction adds {lo:#x} to {hi:#x} times p")

    kernel.prove(claim)


def prove_p256_to_words(kernel):
    """Carried limbs of a number from 0 to p in words; p becomes 0. Which lanes hold p is decided both ways."""

    def claim(world, machine):
        t = limbs(world, "t", [*p256.CARRIED[:4], 1 << 48])
        element = in_first_lane(t, 8)

        def is_multiple(machine, args):
            if args[1][0].lo != 1 or lane(args[0][0]) != t:
                raise Refuted("something else is compared with p")
            return const(machine.world.decide(world.input("is p", 0, 1))), machine.type_of_result("is_multiple")

        machine.instead = {"divide_by_factor": lambda machine, args: (element, machine.type_of_result("fes_one")),
                           "is_multiple": is_multiple}
        w = [(None,) * 8 for _ in range(4)]
        machine.call("fes_to_words", w, element)
        got = [world.word(word[0], 64) for word in w]
        within(world, got, [ANY_WORD] * 4)
        is_p = world.values[frozenset(world.input("is p", 0, 1).poly.items())]
        congruent(world, world.value(got, WORDS), {} if is_p else world.value(t, p256.WEIGHTS), 0)

    kernel.prove(claim)


@pytest.mark.parametrize("prove", [prove_p256_from_words, prove_p256_division, prove_p256_to_words])
def test_p256_eight(prove):
    prove(Kernel(p256.KERNELS["batch8"][0]))


def prove_p256_lane(kernel):
    """A lane of an element below 2 p, with the factor 2^260: p is subtracted from the same number once."""

    def claim(world, machine):
        contract(p256.X4, "r = one lane of a carried element below 2p, with the factor 2^256: multiply by 2^252 / "
                 "2^256.")
        a = limbs(world, "a", [*p256.CARRIED[:4], 1 << 49])
        taken, factors = [], []

        def subtract_once(machine, args):
            taken.extend(world.word(word, 64) for word, _ in args[1:])
            return None, machine.type_of_result("subtract_once")

        def multiply(machine, args):
            factors.append(args[2][0].box[args[2][0].key]["v"])
            return None, machine.type_of_result("fe_mul")

        machine.instead = {"subtract_once": subtract_once, "fe_mul": multiply}
        machine.call("fes_lane", machine.new("fe"), in_first_lane(a, 4), 0)
        congruent(world, world.value(taken, weights(range(0, 320, 64))), world.value(a, p256.WEIGHTS), 0)
        ((*zeros, top),) = factors
        assert all(word.hi == 0 for word in zeros) and top.lo == 1 << 60  # 2^252

    kernel.prove(claim)


def test_p256_four():
    prove_p256_lane(Kernel(p256.KERNELS["x4"][0]))


# ---- P-384 and P-521, four elements side by side ----


ELEMENT_BITS = {384: 384, 521: 522}  # of words, by the bits of p


def prove_x4_from(curve):
    """From words to settled limbs, in every lane: the same number."""

    def claim(world, machine):
        num = machine.number(parse_expression("NUM_WORDS"))
        top = 1 << ELEMENT_BITS[curve.prime.bit_length()] - 64 * (num - 1)
        elements = [limbs(world, f"{name}", [ANY_WORD] * (num - 1) + [top]) for name in "abcd"]
        r = machine.call("fe_x4_from", *({"v": words} for words in elements))
        for at, words in enumerate(elements):
            got = curve.limbs_of(r, at)
            within(world, got, curve.settled)
            congruent(world, world.value(got, curve.weights), world.value(words, weights(range(0, 64 * num, 64))), 0)

    curve.kernel.prove(claim)


def prove_x4_lane(curve):
    """From settled limbs to words, one more than an element has: the same number."""

    def claim(world, machine):
        num = machine.number(parse_expression("NUM_WORDS"))
        taken = []

        def from_wide(machine, args):
            taken.extend(world.word(word, 64) for word in args[1][0].box[: num + 2])
            return None, machine.type_of_result("fe_from_wide")

        machine.instead = {"fe_from_wide": from_wide}
        for at in range(4):
            a = limbs(world, f"a{at}", curve.settled)
            machine.call("fe_x4_lane", machine.new("fe"), curve.element(a, (at,)), at)
            got = world.value(taken, weights(range(0, 64 * (num + 2), 64)))
            congruent(world, got, world.value(a, curve.weights), 0)
            within(world, taken[-1:], [1], "the word beyond those that are given on")
            taken.clear()

    curve.kernel.prove(claim)


@pytest.mark.parametrize("prove", [prove_x4_from, prove_x4_lane])
@pytest.mark.parametrize("name", x4.CURVES)
def test_x4(name, prove):
    prove(x4.CURVES[name]())


# ---- Curve448, in C ----


def prove_448(kernel):
    """
    a mod p, for a carried element or a sum of two. Two carries leave V below 2 p. The function subtracts p, and adds it
    again if that borrows, modulo 2^448: so the result is V or V - p, as V is below p or not.
    """
    bounds = []

    def two_carries(world, machine):
        contract(curve448.FIELD, "r = a mod p, for a carried element or a sum of two.")
        a = limbs(world, "a", curve448.sums_of_two())
        number = {"v": list(a)}
        for _ in range(2):
            machine.call("fe_carry", number)
        congruent(world, world.value(number["v"], curve448.LIMBS), world.value(a, curve448.LIMBS), curve448.P)
        bounds.append([world.tight(limb)[1] + 1 for limb in number["v"]])
        most = sum((bound - 1) * weight for bound, weight in zip(bounds[0], curve448.LIMBS, strict=True))
        assert most < 2 * curve448.P

    def subtraction(world, machine):
        v, r = limbs(world, "v", bounds[0]), machine.new("ab_fe448")
        carries = []

        def carried(machine, args):
            carries.append(args)
            return None, machine.type_of_result("fe_carry")

        def decided(machine, args):
            mask = args[0][0].poly  # 2^64 - 1 times the negative borrow
            borrow = Num(-1, 0, {term: -(c // (ANY_WORD - 1)) for term, c in mask.items()})
            congruent(world, mask, {term: -c * (ANY_WORD - 1) for term, c in borrow.poly.items()}, 0)
            return const(world.decide(borrow) % ANY_WORD), machine.type_of_result("ab_ct_barrier")

        machine.instead = {"fe_carry": carried, "ab_ct_barrier": decided}
        machine.call("fe_reduce_fully", r, {"v": v})
        assert len(carries) == 2
        within(world, r["v"], [1 << 56] * 8)
        value, is_below = world.value(v, curve448.LIMBS), world.decided[0] == 0  # the borrow is -1
        expected = value if is_below else poly_add(value, {(): -curve448.P})
        congruent(world, world.value(r["v"], curve448.LIMBS), expected, 1 << 448)
        end = poly_add({(): curve448.P - 1}, value, -1) if is_below else expected
        world.facts = [scaled(fact, curve448.LIMBS[-1]) for fact in world.facts]  # they are of the highest limb
        if not world.is_not_negative(end):
            raise Refuted("the wrong one of V and V - p")

    kernel.prove(two_carries)
    kernel.prove(subtraction)


def test_448():
    prove_448(Kernel(curve448.PORTABLE))


# ---- Curve25519 in C: words of any value below 2^256 ----


def prove_25519(kernel):
    """
    a mod p. The function selects t, or `less`, which is t + 19 - 2^255 k for k = 0 or 1 and below 2^255: t if k = 0, so
    that t + 19 is below 2^255; else less, which is below p since t is below 2^255 + 19.
    """

    def claim(world, machine):
        taken = []
        machine.before = {"fe_select": lambda machine, args: taken.extend(list(place.box[place.key]["v"])
                                                                          for place, _ in args[:2])}
        a, r = limbs(world, "a", [ANY_WORD] * 4), machine.new("fe")
        machine.call("fe_reduce_fully", r, {"v": a})
        t, less, got = ([world.word(word, 64) for word in words] for words in (*taken, r["v"]))
        of_t, of_less, value = (world.value(words, WORDS) for words in (t, less, got))
        congruent(world, value, world.value(a, WORDS), P)
        within(world, less, [ANY_WORD] * 3 + [ANY_WORD // 2])
        is_less = value == of_less
        congruent(world, poly_add(of_t, {(): 19 - (is_less << 255)}), of_less, 0)
        lo, hi = world.by_remainders(Num(*world.range_of(of_t), of_t))
        if lo < 0 or hi >= (1 << 255) + 19 or not (is_less or value == of_t):
            raise Refuted(f"t can be from {lo:#x} to {hi:#x}")

    assert kernel.prove(claim) == 2


def test_25519():
    prove_25519(Kernel("kernels/curve25519/curve25519_portable.c"))
