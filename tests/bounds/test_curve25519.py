"""Curve25519: products and sums are congruent for all inputs within their bounds, and the bounds close."""

import pytest
from exact import const, poly_add, poly_mul
from kinds import VOID, Ptr
from proof import (
    Kernel,
    congruent,
    contract,
    in_all_lanes,
    in_first_lane,
    lane,
    lanes_within,
    limbs,
    product,
    vector,
    weights,
    within,
)

P = 2**255 - 19
FOLDER = "kernels/curve25519"
ANY_WORD = 2**64

# ---- four elements of one point side by side, AVX-512 IFMA ----

X4 = f"{FOLDER}/curve25519_x4_template.h"
X4_WEIGHTS = weights(range(0, 255, 51))


def x4_bounds():
    other, lowest = contract(X4, '"carried" means limbs below {2^51 + 2^13}, limb 0 below {2^51 + 19 2^13}.')
    contract(X4, "Factors must be carried.")
    return [lowest, other, other, other, other]


@pytest.fixture(scope="module")
def x4():
    return Kernel(f"{FOLDER}/curve25519_ifma.c")


def prove_x4_product(kernel):
    bounds = x4_bounds()

    def claim(world, machine):
        a, b = limbs(world, "a", bounds), limbs(world, "b", bounds)
        r = lane(machine.call("fe_x4_mul", in_first_lane(a, 4), in_first_lane(b, 4)))
        within(world, r, bounds)
        congruent(world, world.value(r, X4_WEIGHTS), product(world, a, b, X4_WEIGHTS), P)

    kernel.prove(claim)


def prove_x4_carry(kernel):
    bounds = x4_bounds()

    def claim(world, machine):
        contract(X4, "The same elements, carried, for any limbs below {2^64}.")
        a = limbs(world, "a", [ANY_WORD] * 5)
        r = lane(machine.call("fe_x4_carry", in_first_lane(a, 4)))
        within(world, r, bounds)
        congruent(world, world.value(r, X4_WEIGHTS), world.value(a, X4_WEIGHTS), P)

    kernel.prove(claim)


def prove_x4_sums(kernel):
    bounds = x4_bounds()

    def claim(world, machine):
        a, b = limbs(world, "a", bounds), limbs(world, "b", bounds)
        for plus, minus, sign in ((1, 0, 1), (0, 1, -1), (0, 0, 0)):
            r = machine.call("fe_x4_add_sub", in_first_lane(a, 4), in_first_lane(b, 4), plus, minus)
            within(world, lane(r), [ANY_WORD] * 5)
            expected = poly_add(world.value(a, X4_WEIGHTS), world.value(b, X4_WEIGHTS), sign)
            congruent(world, world.value(lane(r), X4_WEIGHTS), expected, P)

    kernel.prove(claim)


def prove_x4_words(kernel):
    bounds = x4_bounds()

    def claim(world, machine):
        words = limbs(world, "w", [ANY_WORD] * 4)
        r = lane(machine.call("fe_x4_from_words", [(word, None, None, None) for word in words]))
        within(world, r, [2**51] * 4 + [2**52])
        congruent(world, world.value(r, X4_WEIGHTS), world.value(words, weights(range(0, 256, 64))), P)
        a, out = limbs(world, "a", bounds), {"v": [None] * 4}
        machine.call("fe_x4_lane", out, in_first_lane(a, 4), 0)
        within(world, out["v"], [ANY_WORD] * 4)
        congruent(world, world.value(out["v"], weights(range(0, 256, 64))), world.value(a, X4_WEIGHTS), P)

    kernel.prove(claim)


def define_constants(world, machine):
    """Constants of the curve: any numbers of 255 bits."""
    kind = machine.tags["fe"]
    for name in ("ab_ed25519_d", "ab_ed25519_2d", "ab_ed25519_sqrt_m1"):
        machine.define(name, {"v": limbs(world, name, [ANY_WORD] * 3 + [2**63])}, kind)


def carried_factors(bounds):
    def check(machine, args):
        for factor, _ in args:
            lanes_within(machine.world, factor, bounds, range(4), "a factor")

    return {"fe_x4_mul": check}


X4_FORMULAS = {"climb": 3, "add": 2, "twice": 1, "begin_sum": 1, "negated": 1, "to_addend": 1}


def prove_x4_formula(kernel, name):
    bounds = x4_bounds()

    def claim(world, machine):
        define_constants(world, machine)
        args = [in_all_lanes(limbs(world, "a", bounds), 4) for _ in range(X4_FORMULAS[name])]
        lanes_within(world, machine.call(name, *args), bounds, range(4))

    kernel.prove(claim, tracked=False, before=carried_factors(bounds))


@pytest.mark.parametrize("prove", [prove_x4_product, prove_x4_carry, prove_x4_sums, prove_x4_words])
def test_x4_field(x4, prove):
    prove(x4)


@pytest.mark.parametrize("name", X4_FORMULAS)
def test_x4_bounds_close(x4, name):
    prove_x4_formula(x4, name)


# ---- several keys in step, one a lane: AVX-512 IFMA and AVX2 ----


class Batch:
    """A kernel over fe25519_batch_template.h. sum_of: how many carried elements the argument of a product may sum."""

    def __init__(self, name, width, offsets, bounds, sum_of):
        self.kernel, self.width = Kernel(f"{FOLDER}/{name}"), width
        self.weights, self.bounds, self.sum_of = weights(offsets), bounds, sum_of

    def sum_bounds(self, num):
        """Of a sum of that many carried elements, or of a carried element where sums are carried."""
        return [min(num, self.sum_of) * (bound - 1) + 1 for bound in self.bounds]

    def factor_bounds(self):
        return self.sum_bounds(self.sum_of)

    def element(self, numbers):
        return in_first_lane(numbers, self.width)


def batch8(**options):
    sentence = "Carried elements have limbs below {2^51 + 2^13}, limb 0 below {2^51 + 19 2^13}."
    other, lowest = contract(f"{FOLDER}/curve25519_batch8_ifma.c", sentence)
    return Batch("curve25519_batch8_ifma.c", 8, range(0, 255, 51), [lowest, other, other, other, other], 1)


def batch4(**options):
    sentence = "Carried elements have even limbs below {2^26 + 2^12} and odd limbs below {2^25 + 2^12}."
    path = f"{FOLDER}/curve25519_batch4_avx2.c"
    even, odd = contract(path, sentence)
    contract(path, "Sums of three carried elements may be multiplied.")
    offsets = [25 * i + (i + 1) // 2 for i in range(10)]
    return Batch("curve25519_batch4_avx2.c", 4, offsets, [even, odd] * 5, 3)


BATCHES = {"batch8_ifma": batch8, "batch4_avx2": batch4}


@pytest.fixture(scope="module", params=BATCHES)
def batch(request):
    return BATCHES[request.param]()


def prove_batch_products(batch):
    def claim(world, machine):
        sentence = "The three functions take what fe_add and fe_sub return, and return carried elements."
        contract(f"{FOLDER}/fe25519_batch_template.h", sentence)
        a, b = (limbs(world, name, batch.factor_bounds()) for name in "ab")
        small = world.input("n", 0, 2**32 - 1)
        expected = {
            "fe_mul": product(world, a, b, batch.weights),
            "fe_sqr": product(world, a, a, batch.weights),
            "fe_mul_small": poly_mul(world.value(a, batch.weights), small.poly),
        }
        for name, args in {"fe_mul": [batch.element(b)], "fe_sqr": [], "fe_mul_small": [small]}.items():
            r = machine.new("fe_batch")
            machine.call(name, r, batch.element(a), *args)
            within(world, lane(r), batch.bounds)
            congruent(world, world.value(lane(r), batch.weights), expected[name], P)

    batch.kernel.prove(claim)


def prove_batch_sums(batch):
    template = f"{FOLDER}/fe25519_batch_template.h"

    def claim(world, machine):
        contract(template, "r = a + b, for carried elements, or one of them a sum of two.")
        contract(template, "r = a - b + 8p, carried; 8p keeps limbs positive. a and b: carried, or sums of two.")
        one, other = (limbs(world, name, batch.bounds) for name in ("a", "b"))
        two, others = (limbs(world, name, batch.sum_bounds(2)) for name in ("c", "d"))
        for name, a, b, sign, bounds in (
            ("fe_add", one, other, 1, batch.sum_bounds(2)),
            ("fe_add", one, two, 1, batch.sum_bounds(3)),
            ("fe_add", two, one, 1, batch.sum_bounds(3)),
            ("fe_sub", two, others, -1, batch.bounds),
        ):
            r = machine.new("fe_batch")
            machine.call(name, r, batch.element(a), batch.element(b))
            within(world, lane(r), bounds, name)
            expected = poly_add(world.value(a, batch.weights), world.value(b, batch.weights), sign)
            congruent(world, world.value(lane(r), batch.weights), expected, P)

    batch.kernel.prove(claim)


def prove_batch_words(batch):
    def claim(world, machine):
        contract(f"{FOLDER}/fe25519_batch_template.h", "From four words, least significant first; bit 255 is ignored.")
        words, r = limbs(world, "w", [ANY_WORD] * 3 + [2**63]), machine.new("fe_batch")
        machine.call("fe_from_words", r, [vector(word, batch.width) for word in words])
        within(world, lane(r), batch.bounds)
        congruent(world, world.value(lane(r), batch.weights), world.value(words, weights(range(0, 256, 64))), P)

    batch.kernel.prove(claim)


def arguments_of_a_batch(batch):
    """Each function is called with what its contract allows; of the arguments of fe_add, one may be a sum of two."""

    def check(bounds):
        def run(machine, args):
            for factor, _ in args[1:]:
                if isinstance(factor, Ptr):
                    lanes_within(machine.world, factor.box[factor.key], bounds, [0], "an argument")

        return run

    checks = {name: check(batch.factor_bounds()) for name in ("fe_mul", "fe_sqr", "fe_mul_small")}
    return checks | {"fe_sub": check(batch.sum_bounds(2)), "fe_add": check(batch.sum_bounds(2))}


POINT, ADDEND, RUNG = ("x", "y", "z", "t"), ("minus", "plus", "z2", "t2d"), ("x2", "z2", "x3", "z3")


def prove_batch_formula(batch, name, members, *others):
    """A formula whose first argument is the result: carried coordinates, and addends as to_addend makes them."""

    def claim(world, machine):
        def carried(bounds):
            return batch.element(limbs(world, "a", bounds))

        point = {member: carried(batch.bounds) for member in members}
        args = []
        for other in others:
            if other == "point":
                args.append({member: carried(batch.bounds) for member in POINT})
            elif other == "addend":
                args.append({member: carried(batch.factor_bounds()) for member in ADDEND})
            else:
                args.append(carried(batch.bounds) if other == "element" else const(other))
        machine.call(name, point, *args)
        for member in members:
            lanes_within(world, point[member], batch.bounds, [0], member)

    batch.kernel.prove(claim, tracked=False, before=arguments_of_a_batch(batch))


FORMULAS = {
    "climb": ("climb", RUNG, "element"),
    "add": ("add", POINT, "point", "addend", 0),
    "add to Z = 1": ("add", POINT, "point", "addend", 1),
    "twice": ("twice", POINT, "point"),
}


@pytest.mark.parametrize("prove", [prove_batch_products, prove_batch_sums, prove_batch_words])
def test_batch_field(batch, prove):
    prove(batch)


@pytest.mark.parametrize("name", FORMULAS)
def test_batch_bounds_close(batch, name):
    prove_batch_formula(batch, *FORMULAS[name])


# ---- portable C: four words, any value below 2^256 ----


@pytest.fixture(scope="module")
def portable():
    return Kernel(f"{FOLDER}/curve25519_portable.c")


WORDS = weights(range(0, 512, 64))


def prove_portable(kernel, name):
    def claim(world, machine):
        contract(f"{FOLDER}/fe25519.h", "An element is any value below {2^256}, in and out of every function")
        a, b = (limbs(world, letter, [ANY_WORD] * 4) for letter in "ab")
        values = [world.value(x, WORDS[:4]) for x in (a, b)]
        small = world.input("n", 0, 2**32 - 1)
        args, expected = {
            "fe_add": ([{"v": b}], poly_add(*values)),
            "fe_sub": ([{"v": b}], poly_add(*values, -1)),
            "fe_mul_small": ([small], poly_mul(values[0], small.poly)),
        }[name]
        r = machine.new("fe")
        machine.call(name, r, {"v": a}, *args)
        result = [world.word(word, 64) for word in r["v"]]
        congruent(world, world.value(result, WORDS[:4]), expected, P)

    kernel.prove(claim)


def prove_portable_product(kernel):
    """The eight words of a product are exact, and every eight words are reduced."""

    def is_exact(world, machine):
        a, b = (limbs(world, letter, [ANY_WORD] * 4) for letter in "ab")
        machine.call("fe_mul", machine.new("fe"), {"v": a}, {"v": b})
        assert len(reduced) == 1
        congruent(world, world.value(reduced.pop(), WORDS), product(world, a, b, WORDS[:4]), 0)

    def take(machine, args):
        reduced.append([machine.world.word(word, 64) for word in args[1][0].box])
        return None, VOID

    def is_reduced(world, machine):
        w, r = limbs(world, "w", [ANY_WORD] * 8), machine.new("fe")
        machine.call("fe_reduce", r, w)
        result = [world.word(word, 64) for word in r["v"]]
        congruent(world, world.value(result, WORDS[:4]), world.value(w, WORDS), P)

    reduced = []
    kernel.prove(is_exact, instead={"fe_reduce": take})
    kernel.prove(is_reduced)


@pytest.mark.parametrize("name", ["fe_add", "fe_sub", "fe_mul_small"])
def test_portable(portable, name):
    prove_portable(portable, name)


def test_portable_product(portable):
    prove_portable_product(portable)
