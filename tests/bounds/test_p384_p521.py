"""P-384 and P-521 with AVX-512 IFMA: products are congruent for all settled limbs, and the bounds of formulas close."""

import pytest
from proof import Kernel, congruent, contract, limbs, product, weights, within

TEMPLATE = "kernels/ec/weierstrass/fe_x4_template.h"


class Curve:
    def __init__(self, name, prime, num_limbs, limb_bits, bounds):
        self.kernel, self.prime = Kernel(f"kernels/ec/{name}/{name}_ifma.c"), prime
        self.half, self.settled = num_limbs // 2, bounds
        self.weights = weights(range(0, num_limbs * limb_bits, limb_bits))

    def element(self, numbers, lanes=(0,)):
        """Limb i of these elements in lanes 0 to 3 of vector i, limb half + i in lanes 4 to 7."""
        halves = [[number if at in lanes else None for at in range(4)] for number in numbers]
        return {"v": [(*halves[i], *halves[self.half + i]) for i in range(self.half)]}

    def limbs_of(self, element, at=0):
        return [v[at] for v in element["v"]] + [v[4 + at] for v in element["v"]]


def p384():
    (bound,) = contract("kernels/ec/p384/p384_field_x4.h", "Settled limbs are below {2^49 + 2^15}.")
    return Curve("p384", 2**384 - 2**128 - 2**96 + 2**32 - 1, 8, 48, [bound] * 8)


def p521():
    sentence = "Settled limbs are below {2^44 + 2^19}, limb 0 below {2^44 + 2^26}."
    other, lowest = contract("kernels/ec/p521/p521_field_x4.h", sentence)
    return Curve("p521", 2**521 - 1, 12, 44, [lowest] + [other] * 11)


CURVES = {"p384": p384, "p521": p521}


@pytest.fixture(scope="module", params=CURVES)
def curve(request):
    return CURVES[request.param]()


def settle_bounds():
    return contract(TEMPLATE, "the same value modulo p, settled, for limbs above -{2^60}, below {2^62}")


def prove_product(curve):
    def claim(world, machine):
        contract(TEMPLATE, "a b, of settled elements; the result is not settled")
        a, b = limbs(world, "a", curve.settled), limbs(world, "b", curve.settled)
        r = curve.limbs_of(machine.call("fe_x4_mul", curve.element(a), curve.element(b)))
        congruent(world, world.value(r, curve.weights), product(world, a, b, curve.weights), curve.prime)

    curve.kernel.prove(claim)


def prove_settle(curve):
    least, most = settle_bounds()

    def claim(world, machine):
        a = limbs(world, "a", [most] * len(curve.weights), 1 - least)
        r = curve.limbs_of(machine.call("fe_x4_settle", curve.element(a)))
        within(world, r, curve.settled)
        congruent(world, world.value(r, curve.weights), world.value(a, curve.weights), curve.prime)

    curve.kernel.prove(claim)


def checks(curve):
    """Factors are settled, and what is settled is within its bounds."""
    least, most = settle_bounds()

    def each_lane(machine, args, check):
        for element, _ in args:
            for at in range(4):
                numbers = curve.limbs_of(element, at)
                if any(number is not None for number in numbers):
                    check(machine.world, numbers)

    def factors(machine, args):
        each_lane(machine, args, lambda world, numbers: within(world, numbers, curve.settled, "a factor"))

    def terms(machine, args):
        def check(world, numbers):
            above = [world.add(number, world.input("least", least - 1, least - 1)) for number in numbers]
            within(world, above, [most + least - 1] * len(numbers), "what is settled")

        each_lane(machine, args, check)

    return {"fe_x4_mul": factors, "fe_x4_settle": terms}


FORMULAS = ("twice_x4", "add_x4", "to_addend", "from_addend")
ALL, POINT, ADDEND = range(4), {"yazx": range(4), "z": [1]}, {"xzzy": range(4), "zzz": [2]}


def prove_formula(curve, name):
    def claim(world, machine):
        def settled(members):
            numbers = limbs(world, "a", curve.settled)
            return {member: curve.element(numbers, lanes) for member, lanes in members.items()}

        args, members = {
            "twice_x4": ([settled(POINT)], POINT),
            "add_x4": ([settled(POINT), settled(ADDEND), settled({"h": [], "r": []})], POINT),
            "to_addend": ([settled(ADDEND), settled(POINT)], ADDEND),
            "from_addend": ([settled(POINT), settled(ADDEND)], POINT),
        }[name]
        machine.call(name, *args)
        for member, lanes in members.items():
            for at in lanes:
                within(world, curve.limbs_of(args[0][member], at), curve.settled, f"{member}, lane {at}")

    curve.kernel.prove(claim, tracked=False, before=checks(curve))


@pytest.mark.parametrize("prove", [prove_product, prove_settle])
def test_field(curve, prove):
    prove(curve)


@pytest.mark.parametrize("name", FORMULAS)
def test_bounds_close(curve, name):
    prove_formula(curve, name)
