"""
Powers by vectors of digits: no sum of a product overflows, for any digits of any modulus and every method that is
built; and a product is congruent, for all factors and one modulus of each of several small sizes.
"""

import random
import re

import pytest
from exact import Refuted, const, poly_add, poly_mul
from kinds import ULONG, Ptr
from proof import Kernel, congruent, contract, within
from reader import ROOT

FOLDER = "kernels/bignum"
METHODS = re.findall(
    r"\b(avx2|ifma)_(one|pair|lanes)_(\d+)\b",
    re.search(r"foreach\(method (.*?)\)", (ROOT / "src" / FOLDER / "sources.cmake").read_text(), re.DOTALL)[1],
)


class Method:
    """
    Digit k of lane l of a number is word k num_lanes + l. Only the first number of a vector is looked at; the others
    hold the same digits, or none.
    """

    def __init__(self, level, numbers, num_digits, replaced=()):
        self.template = f"{FOLDER}/power_{level}{'_lanes' if numbers == 'lanes' else ''}_template.h"
        self.num_digits, self.num_lanes = num_digits, 8 if level == "ifma" else 4
        self.lanes = self.num_lanes // {"one": 1, "pair": 2, "lanes": 8}[numbers]
        self.digit, spare = 52 if level == "ifma" else 28, int(self.lanes > 1)
        self.lane_bits, self.top = self.digit * num_digits - spare, self.digit - spare
        defines = f"#define WIDTH {self.num_lanes // self.lanes}\n#define K {num_digits}\n#define METHOD the_method\n"
        self.kernel = Kernel(None, defines + f'#include "{self.template}"\n', replaced=replaced)

    def bound(self, k, lane, spare_bits):
        """Carried digits; the highest of a lane is less, and that of a number below R / 2^spare_bits less again."""
        if k + 1 < self.num_digits:
            return 1 << self.digit
        if lane + 1 == self.lanes:
            return 1 << (self.top - spare_bits)
        return (1 << self.top) + carry_bound()

    def number(self, world, name, spare_bits, all_lanes):
        """In all lanes the same, so that they need one computation; or in the lanes of one number."""
        digits = []
        for k in range(self.num_digits):
            for at in range(self.num_lanes):
                place = at % self.lanes
                if at < self.lanes or all_lanes:
                    key = f"{name}{k} {place + 1 == self.lanes if all_lanes else place}"
                    digits.append(world.input(key, 0, self.bound(k, place, spare_bits) - 1))
                else:
                    digits.append(const(0))
        return digits

    def of_one(self, digits):
        return [digits[k * self.num_lanes + place] for k in range(self.num_digits) for place in range(self.lanes)]

    def value(self, world, digits):
        places = [(k, at) for k in range(self.num_digits) for at in range(self.lanes)]
        return world.value(self.of_one(digits), [1 << (self.lane_bits * at + self.digit * k) for k, at in places])

    def constants(self, value):
        """A number in digits."""
        digits = [const(0)] * (self.num_digits * self.num_lanes)
        for at in range(self.lanes):
            lane = value >> (self.lane_bits * at) & ((1 << self.lane_bits) - 1)
            for k in range(self.num_digits):
                digits[k * self.num_lanes + at] = const(lane >> (self.digit * k) & ((1 << self.digit) - 1))
        return digits

    def run(self, machine, name, a, b, modulus):
        """r = a b, or a^2 by the functions of a step."""
        modulus = {member: Ptr(words, 0, ULONG) for member, words in modulus.items()}
        r = list(a)
        if name == "mul":
            machine.call("mul", r, a, b, modulus)
        elif "square" in machine.functions:
            machine.call("square", r, modulus)
        else:
            x = machine.call("load", a)
            machine.call("store", r, machine.call("montgomery", x, x, modulus, machine.functions["times_itself"]))
        return r


def carry_bound():
    sentence = "The highest of a lane is below {2^51} + {2^10}, so no carry passes through a whole lane."
    return contract(f"{FOLDER}/power_ifma_template.h", sentence)[1]


def spare_bits_of():
    """What a modulus leaves of R, and a factor: 2^8 n < R, so 16 n < R / 2^4."""
    (r_above,) = contract(f"{FOLDER}/power_vector.h", "R = 2^(lane_bits lanes_of_one) is above {2^8} n.")
    _, factors = bounds_of_product()
    return r_above.bit_length() - 1, (r_above // factors).bit_length() - 1


def bounds_of_product():
    """Of a product and of its factors, in multiples of n."""
    return contract(f"{FOLDER}/power_vector.h", "r = a b / R modulo n, below {5} n for a, b < {16} n.")


def prove_bounds(method):
    of_modulus, of_factor = spare_bits_of()

    def claim(world, machine):
        a, b = (method.number(world, name, of_factor, True) for name in "ab")
        modulus = {member: method.number(world, member, of_modulus, True) for member in ("n", "by_digit", "by_lane")}
        modulus["n_inverse"] = [world.input("inverse", 0, (1 << method.digit) - 1)] * method.num_lanes
        bounds = [method.bound(k, place, of_factor) for k in range(method.num_digits) for place in range(method.lanes)]
        for name in ("mul", "square"):
            within(world, method.of_one(method.run(machine, name, a, b, modulus)), bounds, name)
        assert world.largest < 2**64

    method.kernel.prove(claim, tracked=False)


def prove_congruence(method):
    """
    A product is a b / R and a multiple of n, and below 5 n. With a, b < 16 n and 2^8 n < R, a b / R is below n; so the
    multiple of n that the reduction adds to a b must be at most 4 R n.
    """
    of_modulus, of_factor = spare_bits_of()
    product, factors = bounds_of_product()
    assert factors**2 <= 1 << of_modulus
    r_bits = method.lane_bits * method.lanes
    n = random.Random(r_bits).getrandbits(r_bits - of_modulus) | 1
    by_digit, by_lane = (pow(-n, -1, 1 << bits) for bits in (method.digit, method.lane_bits))
    modulus = {
        "n": method.constants(n),
        "by_digit": method.constants((n * by_digit + 1) >> method.digit),
        "by_lane": method.constants((n * by_lane + 1) >> method.lane_bits),
        "n_inverse": [const(by_digit)] + [const(0)] * (method.num_lanes - 1),
    }

    def claim(world, machine):
        a, b = (method.number(world, name, of_factor, False) for name in "ab")
        for name, factor in (("mul", b), ("square", a)):
            r = method.run(machine, name, a, b, modulus)
            got = {m: c << r_bits for m, c in method.value(world, r).items()}
            expected = poly_mul(method.value(world, a), method.value(world, factor))
            congruent(world, got, expected, n)
            added = {m: c // n for m, c in poly_add(got, expected, -1).items()}
            lo, hi = world.range_of(without_quotients(world, added))
            if lo < 0 or hi > (product - 1) << r_bits:
                raise Refuted(f"{name}: the reduction adds from {lo / 2**r_bits} to {hi / 2**r_bits} n")

    method.kernel.prove(claim)


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


def prove_step(method, shift):
    """A step makes WINDOW squares, then a product with the entry of the table that each lane asks for."""
    window, num = method.kernel.constant("WINDOW"), method.num_digits * method.num_lanes
    products, factors = [], []

    def digits_at(pointer):
        """The digits of a number, in vectors or in words."""
        box, key = pointer.box, pointer.key
        return [x for v in box[key]["d"] for x in v] if isinstance(box[key], dict) else box[key : key + num]

    def count(name, result, multiplies):
        def run(machine, args):
            products.append(name)
            if multiplies:
                factors.append(digits_at(args[2][0]))
            return result(args), machine.type_of_result(name)

        return run

    def first_argument(args):
        return args[0][0].box[args[0][0].key]

    in_vectors = "square" not in method.kernel.function_names()
    square, multiply, result = (("montgomery", "multiply", first_argument) if in_vectors else
                                ("square", "mul", lambda args: None))
    instead = {square: count(square, result, False), multiply: count(multiply, lambda args: None, True)}

    def claim(world, machine):
        index = [(place * 5 + shift) % (1 << window) for place in range(method.num_lanes)]
        table = [world.input(f"t{i}", 0, 2**64 - 1) for i in range(num << window)]
        modulus = {name: Ptr([], 0, ULONG) for name in ("n", "by_digit", "by_lane", "n_inverse")}
        r = [world.input(f"r{i}", 0, 2**64 - 1) for i in range(num)]
        machine.call("step", r, table, [const(i) for i in index], modulus)
        (picked,) = factors
        for i, got in enumerate(picked):
            if got is not table[index[i % method.num_lanes] * num + i]:
                raise Refuted(f"digit {i} is not of entry {index[i % method.num_lanes]}")
        if len(products) != window + 1 or len(set(products[:window])) != 1:
            raise Refuted(f"a step of {products}")

    method.kernel.prove(claim, instead=instead, tracked=False)


@pytest.mark.parametrize("level, numbers, num_digits", METHODS)
def test_bounds(level, numbers, num_digits):
    prove_bounds(Method(level, numbers, int(num_digits)))


SMALL = [("ifma", "pair", 3), ("ifma", "lanes", 3), ("ifma", "lanes", 5), ("avx2", "one", 4)]
SMALL += [("avx2", "pair", num) for num in (5, 6, 7)]


@pytest.mark.parametrize("level, numbers, num_digits", SMALL)
def test_congruence(level, numbers, num_digits):
    prove_congruence(Method(level, numbers, num_digits))


@pytest.mark.parametrize("level, numbers, num_digits", METHODS)
def test_step(level, numbers, num_digits):
    """Numbers in lanes 0 to 7 are 5 apart, so 32 shifts show each lane every entry; longer numbers see some."""
    for shift in range(32) if (level, numbers, int(num_digits)) in SMALL else (0, 7, 30):
        prove_step(Method(level, numbers, int(num_digits)), shift)
