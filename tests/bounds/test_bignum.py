"""
Powers by vectors of digits: for every odd modulus and every method that is built, no sum of a product overflows, and a
product is congruent and below the multiple of the modulus that the contract gives.
"""

import re

import pytest
from exact import Refuted, const, poly_add, poly_mul
from kinds import ULONG, Ptr
from proof import Kernel, congruent, contract, within
from reader import ROOT

FOLDER = "kernels/bignum"
VECTOR = f"{FOLDER}/power_vector.c"
LIST = re.search(r"foreach\(method (.*?)\)", (ROOT / "src" / FOLDER / "sources.cmake").read_text(), re.DOTALL)[1]
METHODS = [(*names, int(num)) for *names, num in re.findall(r"\b(avx2|ifma)_(one|pair|lanes)_(\d+)\b", LIST)]


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


class OddModulus:
    """
    Any odd n with 2^8 n < R, in digits, and what the kernel gets with it: f = -1/n modulo x = 2^digit, (n f + 1) / x,
    and (n g + 1) / y for a g below y = 2^lane_bits.

    A multiple of n is added by a digit q times the digits of one of these. In place of q the products get a new input,
    so that no polynomial grows with the rounds: it is q modulo x. For q n itself, q = t f modulo 2^top for the digit t
    that shall become zero, so q n[0] is 2^top k - t for some k. `definitions` has what a multiple of each input is.
    """

    PRODUCTS = ("vec_add_low", 1), ("vec_add_high", 1), ("vec_product", 0)  # and the place of their first factor

    def __init__(self, world, method, spare_bits):
        self.world, self.method, self.definitions, self.replaced = world, method, {}, {}
        self.numbers = {name: method.number(world, name, spare_bits, False) for name in ("n", "by_digit", "by_lane")}
        self.f, self.g = (world.input(name, 0, (1 << bits) - 1)
                          for name, bits in (("f", method.digit), ("g", method.lane_bits)))
        self.numbers["n_inverse"] = [self.f] + [const(0)] * (method.num_lanes - 1)
        self.value = method.value(world, self.numbers["n"])
        self.name_of = {id(x): name for name, digits in self.numbers.items() for x in digits if x.lo != x.hi}
        self.cleared = self.stand_in = None

    def hooks(self):
        """For Kernel.prove."""
        return {name: lambda machine, args, at=at: self.multiply(args, at) for name, at in self.PRODUCTS}

    def multiply(self, args, at):
        """Put the new input in place of the first factor where the second is a digit of one of the numbers."""
        (factors, kind), (digits, _) = args[at : at + 2]
        args[at] = tuple(q if q.lo == q.hi or id(x) not in self.name_of else self.in_place_of(q, self.name_of[id(x)])
                         for q, x in zip(factors, digits, strict=True)), kind

    def in_place_of(self, q, name):
        key = id(q), name == "n_inverse"
        if key not in self.replaced:
            make = {"n_inverse": self.digit_to_clear, "n": self.factor_that_clears}.get(name, self.factor)
            self.replaced[key] = q, make(q)  # with q itself, so that no other number gets its id
        return self.replaced[key][1]

    def new(self, name, lo, hi):
        return self.world.input(f"{name} {len(self.replaced)}", lo, hi)

    def factor(self, q):
        """q modulo x, which is all that the products read."""
        q = self.world.low(q, self.method.digit)
        factor = self.new("q", 0, q.hi)
        self.definitions[self.atom_of(factor)] = 0, q.poly
        return factor

    def digit_to_clear(self, t):
        """Any t, of which the factor is computed."""
        self.cleared, self.stand_in = t, self.new("t", 0, 2**64 - 1)
        return self.stand_in

    def factor_that_clears(self, q):
        top = self.method.top
        congruent(self.world, q.poly, poly_mul(self.stand_in.poly, self.f.poly), 1 << top)
        q = self.world.low(q, self.method.digit)
        factor, first = self.new("q", 0, q.hi), self.numbers["n"][0]
        k = self.new("k", 0, q.hi * first.hi + self.cleared.hi >> top)
        pair = tuple(sorted(self.atom_of(x) for x in (factor, first)))
        self.world.rules[pair] = poly_add({m: c << top for m, c in k.poly.items()}, self.cleared.poly, -1)
        self.definitions[self.atom_of(k)] = top, poly_add(self.cleared.poly, {pair: 1})
        return factor

    @staticmethod
    def atom_of(x):
        ((atom,),) = x.poly
        return atom

    def multiple_of(self, poly):
        """The polynomial divided by n. It must be a multiple, by what is known of these numbers."""
        for atom, (bits, definition) in reversed(self.definitions.items()):
            poly = self.in_terms_of_n(poly)
            times = self.shifted_right({m: c for m, c in poly.items() if m == (atom,)}, bits)
            poly = poly_add(poly, poly_add(definition, {(atom,): 1 << bits}, -1), times.get((atom,), 0))
        poly = self.in_terms_of_n(poly)
        highest = self.atom_of(self.method.of_one(self.numbers["n"])[-1])
        (weight,) = (c for m, c in self.value.items() if m == (highest,))
        multiple = {tuple(a for a in m if a != highest): c // weight for m, c in poly.items() if highest in m}
        congruent(self.world, poly, poly_mul(self.value, multiple), 0)
        return multiple

    @staticmethod
    def shifted_right(poly, bits):
        if any(c & ((1 << bits) - 1) for c in poly.values()):
            raise Refuted("a part of a digit")
        return {m: c >> bits for m, c in poly.items()}

    def in_terms_of_n(self, poly):
        """x by_digit = n f + 1, and y by_lane = n g + 1, so the lowest digit of each is known from the others."""
        for name, factor, bits in (("by_digit", self.f, self.method.digit), ("by_lane", self.g, self.method.lane_bits)):
            value = self.method.value(self.world, self.numbers[name])
            lowest = self.atom_of(self.numbers[name][0])
            others = {m: -c << bits for m, c in value.items() if m != (lowest,)}
            scaled = poly_add(poly_add(poly_mul(self.value, factor.poly), {(): 1}), others)
            parts = {tuple(a for a in m if a != lowest): c for m, c in poly.items() if lowest in m}
            poly = {m: c for m, c in poly.items() if lowest not in m}
            poly = poly_add(poly, poly_mul(self.shifted_right(parts, bits), scaled))
        return poly


def prove_congruence(method):
    """
    For every odd modulus a product is a b / R and a multiple of n, and below 5 n. With a, b < 16 n and 2^8 n < R, a b /
    R is below n; so the multiple of n that the reduction adds to a b must be at most 4 R n. The last product of a power
    is of a < 5 n and 1: with 5 n less it is below 4 n.
    """
    contract(VECTOR, f"Reduce words, below {{{bounds_of_product()[0] - 1}}}n, modulo n.")
    of_modulus, of_factor = spare_bits_of()
    product, factors = bounds_of_product()
    assert factors**2 <= 1 << of_modulus
    r_bits = method.lane_bits * method.lanes

    def claim(world, machine, name):
        a, b = (method.number(world, letter, of_factor, False) for letter in "ab")
        modulus = OddModulus(world, method, of_modulus)
        machine.before = modulus.hooks()
        r = method.run(machine, name, a, b, modulus.numbers)
        got = {m: c << r_bits for m, c in method.value(world, r).items()}
        expected = poly_mul(*(method.value(world, x) for x in (a, b if name == "mul" else a)))
        lo, hi = world.range_of(modulus.multiple_of(poly_add(got, expected, -1)))
        if lo < 0 or hi + product >= (product - 1) << r_bits:
            raise Refuted(f"{name}: the reduction adds from {lo / 2**r_bits} to {hi / 2**r_bits} n")

    for name in ("mul", "square"):
        method.kernel.prove(lambda world, machine, name=name: claim(world, machine, name))


# ---- what a method gets, from power_vector.c ----


def prove_sizes(kernel, method):
    """A method serves only lengths of which every modulus has 2^8 n < R; the power of two of fill_table is below R."""
    r_bits, product = method.lane_bits * method.lanes, bounds_of_product()[0]
    shape = {"lane_bits": const(method.lane_bits), "lanes_of_one": const(method.lanes)}

    def claim(world, machine):
        (most,) = contract(f"{FOLDER}/power_vector.h", "Once, in fill_table of power_vector.c, b is a power of two "
                           "instead, R / 2 at most, and a < 5 n: then it is below {6.5} n.")
        assert most >= product / 2 + product - 1
        lengths = [num for num in range(1, 2 + r_bits // 64) if machine.call("has_size", shape, num).lo]
        if not lengths:
            raise Refuted("a method of no length")
        for num in lengths:
            if 64 * num + spare_bits_of()[0] > r_bits or 4 * (r_bits - 64 * num) > r_bits - 1:
                raise Refuted(f"R of {r_bits} bits for {num} words")

    kernel.prove(claim)


class ReducedOne:
    """A run of reduced_one for any odd n of some words, with what takes the place of the functions that it calls."""

    def __init__(self, world, num_words, num_bits, length):
        self.world, self.num_bits, self.length = world, num_bits, length
        self.n, self.inverse = ([world.input(f"{name}{i}", 0, 2**64 - 1) for i in range(num)]
                                for name, num in (("n", num_words), ("inverse", 1)))
        self.factors, self.taken = [], []

    def low_bits(self, machine, args):
        """The low bits of t[i] inverse are an f of which f n[0] + t[i] is 2^num k: inverse = -1/n modulo 2^64."""
        (product, kind), (num, _) = args
        num, at, (inverse,) = min(num.lo, 64), len(self.factors), self.inverse
        word = {tuple(a for a in m if (a,) not in inverse.poly): c for m, c in product.poly.items()}
        congruent(self.world, product.poly, poly_mul(word, inverse.poly), 0)
        f, k = self.world.input(f"f{at}", 0, (1 << num) - 1), self.world.input(f"k{at}", 0, 2**65 - 1)
        pair = tuple(sorted(atom for x in (f, self.n[0]) for (atom,) in x.poly))
        self.world.rules[pair] = poly_add({m: c << num for m, c in k.poly.items()}, word, -1)
        self.factors.append(f)
        return f, kind

    def bits_at(self, machine, args):
        """Any bits of t, which is complete when the first are taken."""
        (t, _), (length, _), (at, _), (num, _) = args
        if length.lo != self.length:
            raise Refuted("bits of a part of t")
        if not self.taken:
            self.is_complete([self.world.word(word, 64) for word in t.box[: self.length]])
        self.taken.append((at.lo, num.lo))
        return const(0), ULONG

    def is_complete(self, t):
        """Claim: t is n f + 1 for an f below 2^num_bits, and its lower num_bits are zero."""
        weights = [1 << 64 * i for i in range(self.length)]
        num = len(self.factors)
        f = self.world.value(self.factors, weights[:num])
        product = poly_mul(f, self.world.value(self.n, weights[: len(self.n)]))
        value = self.world.value(t, weights)
        congruent(self.world, value, poly_add(self.world.simplified(product), {(): 1}), 1 << 64 * self.length)
        congruent(self.world, value, {}, 1 << self.num_bits)
        if self.world.range_of(f)[1] >= 1 << self.num_bits:
            raise Refuted("f is not below 2^num_bits")


def prove_reduced_one(kernel, num_words, num_bits):
    """by_digit and by_lane are the bits from num_bits on of that n f + 1, for every odd n: so they are at most n."""
    length = num_words + 1 + kernel.constant("MAX_LANE_WORDS")
    places = [(num_bits + 64 * i + after, num) for i in range(num_words) for after, num in ((0, 63), (63, 1))]

    def claim(world, machine):
        run = ReducedOne(world, num_words, num_bits, length)
        machine.instead = {"low_bits": run.low_bits, "bits_at": run.bits_at}
        modulus = {"n": Ptr(run.n, 0, ULONG), "n_inverse": run.inverse[0]}
        machine.call("reduced_one", [None] * length, modulus, num_words, num_bits)
        if run.taken != places:
            raise Refuted(f"other bits: {run.taken}")

    kernel.prove(claim, wraps=True)


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
    prove_bounds(Method(level, numbers, num_digits))


SMALL = [("ifma", "pair", 3), ("ifma", "lanes", 3), ("ifma", "lanes", 5), ("avx2", "one", 4)]
SMALL += [("avx2", "pair", num) for num in (5, 6, 7)]


@pytest.mark.parametrize("level, numbers, num_digits", sorted({*METHODS, *SMALL}))
def test_congruence(level, numbers, num_digits):
    prove_congruence(Method(level, numbers, num_digits))


@pytest.mark.parametrize("level, numbers, num_digits", METHODS)
def test_step(level, numbers, num_digits):
    """Numbers in lanes 0 to 7 are 5 apart, so 32 shifts show each lane every entry; longer numbers see some."""
    for shift in range(32) if (level, numbers, num_digits) in SMALL else (0, 7, 30):
        prove_step(Method(level, numbers, num_digits), shift)


@pytest.mark.parametrize("level, numbers, num_digits", METHODS)
def test_sizes(level, numbers, num_digits):
    prove_sizes(Kernel(VECTOR), Method(level, numbers, num_digits))


@pytest.mark.parametrize("num_words, num_bits", [(1, 28), (2, 52), (2, 64), (2, 103), (3, 155), (3, 28)])
def test_reduced_one(num_words, num_bits):
    prove_reduced_one(Kernel(VECTOR), num_words, num_bits)
