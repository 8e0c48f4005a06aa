"""P-256 with AVX-512 IFMA: products are congruent for all carried limbs, and values stay within their bounds."""

from fractions import Fraction

import pytest
from exact import Refuted, const, poly_add
from proof import Kernel, congruent, contract, in_first_lane, lane, limbs, product, vector, weights, within

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
FOLDER = "kernels/ec/p256"
LIMBS = f"{FOLDER}/p256_limbs_template.h"
X4 = f"{FOLDER}/p256_x4_template.h"
BATCH8 = "kernels/ec/weierstrass/weierstrass_batch8_template.h"
WEIGHTS = weights(range(0, 260, 52))
TOP = 2**208
CARRIED = [2**52] * 5
FOLDED = Fraction("1.01")


def below(k):
    """The bounds of the limbs of a carried element below k p."""
    return [2**52] * 4 + [int(k * P / TOP) + 1]


def element(world, k):
    return limbs(world, "a", below(k))


def has_value_below(world, numbers, k, what):
    """Claim: carried, and the highest limb is that of a number below k p."""
    within(world, numbers, CARRIED, what)
    _, highest = world.tight(numbers[4])
    if highest >= below(k)[4]:
        raise Refuted(f"{what} can reach {float((highest + 1) * TOP / Fraction(P))} p, not below {float(k)} p")


def carried_factors(machine, args):
    for factor, _ in args:
        for at in range(len(factor["v"][0])):
            if factor["v"][0][at] is not None:
                within(machine.world, lane(factor, at), CARRIED, "a factor")


# ---- the field ----


KERNELS = {"x4": (f"{FOLDER}/p256_ifma.c", 4), "batch8": (f"{FOLDER}/p256_batch8_ifma.c", 8)}


@pytest.fixture(scope="module", params=KERNELS)
def field(request):
    path, width = KERNELS[request.param]
    return Kernel(path), width


def prove_product(kernel, width, name="fes_mul"):
    """r 2^260 = a b modulo p for any carried a and b, and r can be carried: no limb comes near 2^63."""

    def claim(world, machine):
        contract(LIMBS, "they must be carried (fes_carry) before they are multiplied.")
        a, b = limbs(world, "a", CARRIED), limbs(world, "b", CARRIED)
        args = [a, a] if name == "fes_sqr" else [a, b]
        given = args[:1] if name == "fes_sqr" else args
        r = lane(machine.call(name, *(in_first_lane(x, width) for x in given)))
        within(world, r, [2**62] * 5)
        got = {m: c << 260 for m, c in world.value(r, WEIGHTS).items()}
        congruent(world, got, product(world, *args, WEIGHTS), P)

    kernel.prove(claim)


def prove_value_of_product(kernel, width):
    """A product of a < k p and b < l p is below (k l / 16 + 1) p."""

    def claim(world, machine):
        contract(LIMBS, "A product of a < k p and b < l p is below (k l / 16 + 1) p.")
        for k, other in ((1, 1), (FOLDED, 16), (Fraction("2.2"), Fraction("1.31")), (8, 8), (11, 11), (4, 15)):
            a, b = (in_first_lane(element(world, bound), width) for bound in (k, other))
            r = machine.call("fes_carry", machine.call("fes_mul", a, b))
            has_value_below(world, lane(r), Fraction(k * other, 16) + 1 + Fraction(1, 2**40), f"{k} times {other}")

    kernel.prove(claim, tracked=False)


FOLD_LOW, FOLD_MULTIPLES = 2**60, range(-1, 32)  # what fes_fold is given: lower limbs, a.v[4] / 2^48


def prove_carry(kernel, width):
    """Any limbs of either sign whose value is not negative."""

    def claim(world, machine):
        contract(LIMBS, "The same value with limbs from 0 to 2^52 - 1; the highest keeps the rest.")
        a = limbs(world, "a", [2**62] * 4 + [2**53], [-(2**62) + 1] * 4 + [2**12])
        r = lane(machine.call("fes_carry", in_first_lane(a, width)))
        within(world, r, [2**52] * 4 + [2**54])
        congruent(world, world.value(r, WEIGHTS), world.value(a, WEIGHTS), 0)

    kernel.prove(claim)


def prove_fold(kernel, width):
    """
    For h = a.v[4] / 2^48, the result is R = V - h p exactly, and its limbs 0 to 3 are carried. V >= 0 by the contract,
    and V is from h 2^256 - E to (h + 1) 2^256 + E, where E is what the lower limbs can make. So R >= 0, and R decides
    the highest limb.
    """
    (k,) = contract(LIMBS, "The same element, carried and below {1.01} p")
    contract(LIMBS, "The value must not be negative.")
    lower = sum(FOLD_LOW * weight for weight in WEIGHTS[:4])
    for h in FOLD_MULTIPLES:
        least, most = max(0, (h << 256) - lower), ((h + 1) << 256) + lower
        assert least - h * P >= 0
        assert most - h * P < k * P

        def claim(world, machine, h=h):
            top = [(h + 1) << 48], [h << 48]
            a = limbs(world, "a", [FOLD_LOW] * 4 + top[0], [-FOLD_LOW + 1] * 4 + top[1])
            r = lane(machine.call("fes_fold", in_first_lane(a, width)))
            within(world, r[:4], CARRIED[:4])
            expected = poly_add(world.value(a, WEIGHTS), {(): h * P}, -1)
            congruent(world, world.value(r, WEIGHTS), expected, 0)

        kernel.prove(claim)


def folded(machine, args):
    """In place of fes_fold: its argument is as prove_fold assumes, and its result any that prove_fold allows."""
    world, width = machine.world, len(args[0][0]["v"][0])
    results = []
    for at in range(width):
        a = lane(args[0][0], at)
        if a[0] is None:
            results.append([None] * 5)
            continue
        ends = [world.tight(limb) for limb in a]
        if any(lo <= -FOLD_LOW or hi >= FOLD_LOW for lo, hi in ends[:4]):
            raise Refuted("limbs too large to be folded")
        if ends[4][0] >> 48 not in FOLD_MULTIPLES or ends[4][1] >> 48 not in FOLD_MULTIPLES:
            raise Refuted("a value too large to be folded")
        if sum(lo * weight for (lo, _), weight in zip(ends, WEIGHTS, strict=True)) < 0:
            raise Refuted("a negative value is folded")
        results.append(limbs(world, "folded", below(FOLDED)))
    return {"v": [tuple(result[i] for result in results) for i in range(5)]}, machine.tags["fes"]


def prove_sums(kernel, width):
    def claim(world, machine):
        a, b = (limbs(world, name, CARRIED) for name in "ab")
        for name, sign in (("fes_add", 1), ("fes_sub", -1)):
            r = lane(machine.call(name, in_first_lane(a, width), in_first_lane(b, width)))
            expected = poly_add(world.value(a, WEIGHTS), world.value(b, WEIGHTS), sign)
            congruent(world, world.value(r, WEIGHTS), expected, 0)
        assert sum(x * w for x, w in zip(kernel.array("PRIME_IN_LIMBS"), WEIGHTS, strict=True)) == P
        assert sum(x * w for x, w in zip(kernel.array("PRIME_AND_1"), WEIGHTS, strict=True)) == P + 1
        words = limbs(world, "w", [2**64] * 3 + [2**64])
        for n in (4, 5):
            r = machine.call("fes_shifted", [vector(word, width) for word in words], n)
            expected = {m: c << n for m, c in world.value(words, weights(range(0, 256, 64))).items()}
            congruent(world, world.value(lane(r), WEIGHTS), expected, 0)

    kernel.prove(claim)


@pytest.mark.parametrize("prove", [prove_product, prove_value_of_product, prove_carry, prove_fold, prove_sums])
def test_field(field, prove):
    prove(*field)


def test_square():
    prove_product(Kernel(KERNELS["batch8"][0]), 8, "fes_sqr")


# ---- points, four elements side by side ----


def lanes_of(world, bounds):
    """An element in each lane for which there is a bound."""
    elements = [None if bound is None else element(world, bound) for bound in bounds]
    return {"v": [tuple(e and e[i] for e in elements) for i in range(5)]}


def check_sum(world, machine, s, x, z, zz):
    for at in range(3):
        has_value_below(world, lane(s["y"], at), FOLDED, f"lane {at} of y")
    has_value_below(world, lane(s["x"], 2), x, "X")
    has_value_below(world, lane(s["z"], 0), z, "Z")
    has_value_below(world, lane(machine.call("fes_carry", s["zz"]), 0), zz, "Z^2")


def a_sum(world, x, z, zz):
    return {
        "y": lanes_of(world, [FOLDED, FOLDED, FOLDED, None]),
        "x": lanes_of(world, [None, None, x, None]),
        "z": lanes_of(world, [z, None, None, None]),
        "zz": lanes_of(world, [zz, None, None, None]),
    }


def prove_x4_double(kernel):
    sentence = "s = 2s. Bounds, in p: X {8.8}, Z {1.6038} before; X {5.1}, Z {1.2}, Z^2 {1.1} after."
    x, z, *after = contract(X4, sentence)

    def claim(world, machine):
        s = a_sum(world, x, z, 1)
        machine.call("double_sum", s)
        check_sum(world, machine, s, *after)

    kernel.prove(claim, tracked=False, before={"fes_mul": carried_factors}, instead={"fes_fold": folded})


def add_bounds():
    """X, Z, Z^2 of a sum, X and Y of the second operand, and its Z, Z^2, Z^3."""
    x, z, zz, xy, *of_q = contract(X4, """Bounds, in p: X {8.8}, Z {1.6038}, Z^2 {1.1608} before and after; of q, X and
        Y {16}, Z {1.6038}, Z^2 {1.1608}, Z^3 {1.2}.""")
    return x, z, zz, xy, of_q


def prove_x4_add(kernel):
    x, z, zz, xy, of_q = add_bounds()

    def claim(world, machine):
        for z_is_one in (0, 1):
            s = a_sum(world, x, z, zz)
            q = {
                "a": lanes_of(world, [xy, None, of_q[1], of_q[0]]),
                "b": lanes_of(world, [of_q[2], xy, None, None]),
            }
            machine.call("add_to_sum", s, q, z_is_one)
            check_sum(world, machine, s, x, z, zz)

    kernel.prove(claim, tracked=False, before={"fes_mul": carried_factors}, instead={"fes_fold": folded})


def prove_x4_begin(kernel):
    x, z, zz, xy, of_q = add_bounds()

    def claim(world, machine):
        for z_is_one in (0, 1):
            s = machine.new("sum")
            q = {
                "a": lanes_of(world, [xy, None, of_q[1], of_q[0]]),
                "b": lanes_of(world, [of_q[2], xy, None, None]),
            }
            machine.call("begin_sum", s, q, z_is_one)
            check_sum(world, machine, s, x, z, zz)
        s = a_sum(world, x, z, zz)
        q = machine.new("addend")
        machine.call("to_addend", q, s)
        has_value_below(world, lane(q["a"], 0), xy, "X of q")
        has_value_below(world, lane(q["b"], 1), xy, "2Y of q")
        has_value_below(world, lane(q["a"], 2), of_q[1], "Z^2 of q")
        has_value_below(world, lane(q["a"], 3), of_q[0], "Z of q")
        has_value_below(world, lane(q["b"], 0), of_q[2], "Z^3 of q")
        for mask in (0, 2**64 - 1):
            machine.call("negate_addend", q, const(mask))
            has_value_below(world, lane(q["b"], 1), xy, "2Y of -q")

    kernel.prove(claim, tracked=False, before={"fes_mul": carried_factors}, instead={"fes_fold": folded})


@pytest.mark.parametrize("prove", [prove_x4_double, prove_x4_add, prove_x4_begin])
def test_x4_bounds_close(prove):
    prove(Kernel(KERNELS["x4"][0]))


# ---- points, eight keys in step ----


def batch_bounds():
    sentence = "X below {1.01}, W {8}, Z {2.2}, Z^2 {1.31}; all carried."
    point = dict(zip(("x", "w", "z", "zz"), contract(BATCH8, sentence), strict=True))
    of_entry = contract(BATCH8, "A point with Z = 1: X below {16}, W below {2.2}; carried.")
    entry = dict(zip(("x", "w"), of_entry, strict=True))
    return point, entry


def of_a_batch(world, bounds):
    return {name: in_first_lane(element(world, k), 8) for name, k in bounds.items()}


def prove_batch_formula(kernel, name):
    point, entry = batch_bounds()

    def claim(world, machine):
        sentence = "as the last step of a multiplication: W below {7.9} before, and {8} after."
        negated_from, negated_to = contract(BATCH8, sentence)
        for mask in (0, 255):
            p, q, e = (of_a_batch(world, bounds) for bounds in (point, point, entry))
            difference = {member: {"v": [(None,) * 8] * 5} for member in ("h", "r")}
            args = {
                "begin": [e, mask],
                "negate": [mask],
                "twice_times": [2],
                "add_entry": [e, mask, difference],
                "add": [q],
            }[name]
            after = point | {"w": negated_from}
            if name == "negate":
                p["w"], after = of_a_batch(world, {"w": negated_from})["w"], point | {"w": negated_to}
            machine.call(name, p, *args)
            for member, k in after.items():
                has_value_below(world, lane(p[member]), k, member)

    before = {"wide_mul": carried_factors, "wide_sqr": carried_factors}
    kernel.prove(claim, tracked=False, before=before, instead={"fes_fold": folded})


@pytest.mark.parametrize("name", ["begin", "negate", "twice_times", "add_entry", "add"])
def test_batch_bounds_close(name):
    prove_batch_formula(Kernel(KERNELS["batch8"][0]), name)
