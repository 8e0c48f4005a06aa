"""Curve448: products and sums are congruent for all inputs within their bounds, and the bounds close."""

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
    weights,
    within,
)

P = 2**448 - 2**224 - 1
FOLDER = "kernels/curve448"
IFMA, PORTABLE, FIELD = f"{FOLDER}/curve448_ifma.c", f"{FOLDER}/curve448_portable.c", f"{FOLDER}/fe448.h"

# ---- field elements of one point side by side, AVX-512 IFMA ----

X8 = weights(range(0, 450, 45))


def x8_carried():
    return contract(IFMA, '"Carried" means limbs below {2^45 + 2^18}.') * 10


def x8_factors():
    return contract(IFMA, "a b, carried, for limbs of a and b below {2^49}.") * 10


@pytest.fixture(scope="module")
def ifma():
    return Kernel(IFMA)


def prove_x8_product(kernel):
    def claim(world, machine):
        a, b = limbs(world, "a", x8_factors()), limbs(world, "b", x8_factors())
        r = lane(machine.call("fe_x8_mul", in_first_lane(a, 8), in_first_lane(b, 8)))
        within(world, r, x8_carried())
        congruent(world, world.value(r, X8), product(world, a, b, X8), P)

    kernel.prove(claim)


def prove_x8_carry(kernel):
    def claim(world, machine):
        a = limbs(world, "a", contract(IFMA, "The same elements, carried, for limbs below {2^61}.") * 10)
        r = lane(machine.call("fe_x8_carry", in_first_lane(a, 8)))
        within(world, r, x8_carried())
        congruent(world, world.value(r, X8), world.value(a, X8), P)

    kernel.prove(claim)


def prove_x8_sums(kernel):
    def claim(world, machine):
        contract(IFMA, "b: carried, or a sum of two.")
        a, b = limbs(world, "a", x8_factors()), limbs(world, "b", [2 * bound - 1 for bound in x8_carried()])
        for plus, minus, sign in ((1, 0, 1), (0, 1, -1), (0, 0, 0)):
            r = lane(machine.call("fe_x8_add_sub", in_first_lane(a, 8), in_first_lane(b, 8), plus, minus))
            within(world, r, [2**64] * 10)
            congruent(world, world.value(r, X8), poly_add(world.value(a, X8), world.value(b, X8), sign), P)

    kernel.prove(claim)


def prove_x8_limbs(kernel):
    """From eight limbs of 56 bits to ten of 45, and back."""

    def claim(world, machine):
        wide = weights(range(0, 448, 56))
        words = limbs(world, "w", contract(IFMA, "From w[i] = limb i of each lane, below {2^56}.") * 8)
        r = lane(machine.call("fe_x8_from_limbs", [(word,) + (None,) * 7 for word in words]))
        within(world, r, x8_carried())
        congruent(world, world.value(r, X8), world.value(words, wide), 0)
        a, out = limbs(world, "a", x8_carried()), machine.new("ab_fe448")
        machine.call("fe_x8_lane", out, in_first_lane(a, 8), 0)
        within(world, out["v"], portable_carried())
        congruent(world, world.value(out["v"], wide), world.value(a, X8), P)

    kernel.prove(claim)


LANES = {"climb": (3, range(4)), "add": (2, range(4)), "twice": (1, range(4))}


def x8_arguments(machine, args):
    for factor, _ in args:
        lanes_within(machine.world, factor, x8_factors(), range(4), "a factor")


def prove_x8_formula(kernel, name):
    """Factors are below 2^49, and a sum takes carried points and addends, also negated ones, which are not carried."""

    def claim(world, machine):
        num, lanes = LANES[name]
        args = [in_all_lanes(limbs(world, "a", x8_carried()), 8) for _ in range(num)]
        if name == "add":
            args[1] = machine.call("negated", args[1])
        lanes_within(world, machine.call(name, *args), x8_carried(), lanes)

    kernel.prove(claim, tracked=False, before={"fe_x8_mul": x8_arguments})


@pytest.mark.parametrize("prove", [prove_x8_product, prove_x8_carry, prove_x8_sums, prove_x8_limbs])
def test_x8_field(ifma, prove):
    prove(ifma)


@pytest.mark.parametrize("name", LANES)
def test_x8_bounds_close(ifma, name):
    prove_x8_formula(ifma, name)


# ---- eight limbs of 56 bits, portable C and BMI2 ----

LIMBS = weights(range(0, 448, 56))


def portable_carried():
    (most,) = contract(FIELD, "a carried element has limbs of at most {2^56 + 2^10}.")
    return [most + 1] * 8


def sums_of_two():
    return [2 * bound - 1 for bound in portable_carried()]


@pytest.fixture(scope="module")
def portable():
    return Kernel(PORTABLE)


def prove_portable_products(kernel):
    def claim(world, machine):
        contract(FIELD, "a and b: carried, or sums of two, so that no column reaches 2^119.")
        a, b = limbs(world, "a", sums_of_two()), limbs(world, "b", sums_of_two())
        small = world.input("n", 0, 2**32 - 1)
        for name, args, expected in (
            ("fe_mul", [{"v": b}], product(world, a, b, LIMBS)),
            ("fe_sqr", [], product(world, a, a, LIMBS)),
            ("fe_mul_small", [small], poly_mul(world.value(a, LIMBS), small.poly)),
        ):
            r = machine.new("ab_fe448")
            machine.call(name, r, {"v": a}, *args)
            within(world, r["v"], portable_carried(), name)
            congruent(world, world.value(r["v"], LIMBS), expected, P)

    kernel.prove(claim)


def prove_portable_sums(kernel):
    def claim(world, machine):
        contract(FIELD, "r = a - b + 4p; 4p keeps limbs positive. a and b: carried, or sums of two.")
        a, b = limbs(world, "a", sums_of_two()), limbs(world, "b", sums_of_two())
        c, d = limbs(world, "c", portable_carried()), limbs(world, "d", portable_carried())
        for name, x, y, sign, bounds in (
            ("fe_add", c, d, 1, sums_of_two()),
            ("fe_sub", a, b, -1, portable_carried()),
        ):
            r = machine.new("ab_fe448")
            machine.call(name, r, {"v": x}, {"v": y})
            within(world, r["v"], bounds, name)
            expected = poly_add(world.value(x, LIMBS), world.value(y, LIMBS), sign)
            congruent(world, world.value(r["v"], LIMBS), expected, P)

    kernel.prove(claim)


def proved_product(machine, args):
    """In place of a product: arguments as prove_portable_products has them, and any result that it allows."""
    world, result = machine.world, args[0][0]
    for factor, _ in args[1:]:
        if isinstance(factor, Ptr):
            within(world, factor.box[factor.key]["v"], sums_of_two(), "a factor")
    result.box[result.key] = {"v": limbs(world, "product", portable_carried())}
    return None, VOID


def carried_terms(machine, args):
    for term, _ in args[1:]:
        within(machine.world, term.box[term.key]["v"], portable_carried(), "a term")


FORMULAS = {
    "climb": (("x2", "z2", "x3", "z3"), ["element"]),
    "add": (("x", "y", "z", "t"), ["point", "point"]),
    "add_entry": (("x", "y", "z", "t"), ["point", "entry"]),
    "twice": (("x", "y", "z", "t"), ["point", 1]),
}


def prove_portable_formula(kernel, name):
    members, kinds = FORMULAS[name]

    def claim(world, machine):
        def carried(names):
            return {member: {"v": limbs(world, "a", portable_carried())} for member in names}

        result = carried(members)
        given = {"element": {"v": limbs(world, "a", portable_carried())}, "point": carried(members),
                 "entry": carried(("x", "y", "sum", "td")), 1: const(1)}
        machine.call(name, result, *(given[kind] for kind in kinds))
        for member in members:
            within(world, result[member]["v"], portable_carried(), member)

    instead = dict.fromkeys(("fe_mul", "fe_sqr", "fe_mul_small"), proved_product)
    kernel.prove(claim, tracked=False, before={"fe_add": carried_terms}, instead=instead)


@pytest.mark.parametrize("prove", [prove_portable_products, prove_portable_sums])
def test_portable_field(portable, prove):
    prove(portable)


@pytest.mark.parametrize("name", FORMULAS)
def test_portable_bounds_close(portable, name):
    prove_portable_formula(portable, name)
