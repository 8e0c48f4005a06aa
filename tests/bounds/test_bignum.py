"""
Powers by vectors of digits: no sum of a product overflows, for any digits of any modulus and every method that is
built; and a product is congruent, for all factors and one modulus of each of several small sizes.
"""

import random
import re

import pytest
from exact import const, poly_mul
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
    (factors,) = contract(f"{FOLDER}/power_vector.h", "r = a b / R modulo n, below 5 n for a, b < {16} n.")
    return r_above.bit_length() - 1, (r_above // factors).bit_length() - 1


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
    of_modulus, of_factor = spare_bits_of()
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
            congruent(world, got, poly_mul(method.value(world, a), method.value(world, factor)), n)

    method.kernel.prove(claim)


@pytest.mark.parametrize("level, numbers, num_digits", METHODS)
def test_bounds(level, numbers, num_digits):
    prove_bounds(Method(level, numbers, int(num_digits)))


SMALL = [("ifma", "pair", 3), ("ifma", "lanes", 3), ("ifma", "lanes", 5), ("avx2", "one", 4)]
SMALL += [("avx2", "pair", num) for num in (5, 6, 7)]


@pytest.mark.parametrize("level, numbers, num_digits", SMALL)
def test_congruence(level, numbers, num_digits):
    prove_congruence(Method(level, numbers, num_digits))
