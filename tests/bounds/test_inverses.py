"""
Inverses by division steps: what each part of them computes, for all inputs.

A group of 18 steps works on words that hold an integer x and the coefficients a and b of it: 2^7 x - 2^25 a - 2^44 b
after the steps, with a, b from -2^18 (excluded) to 2^18 and x from -2^17 to 2^17 (excluded). By induction: a step
halves a word, or half the sum of two, so x stays in its range; and in units of 2^-i after i steps, it doubles a and b
or adds those of two words, so |a| + |b| is at most 2^i, and neither becomes -2^i. One step is executed as the build's
objects have it, and the 18 of a group are the same bytes.

Three groups make the matrix t of a batch, of which a row (a, b) has |a| + |b| <= 2^62, and t (f, g) is a multiple of
2^62, since each group makes 18 bits zero and t begins as 2^8. So f and g do not grow, and a batch adds m / 2 at most
to d and e.
"""

import os
from pathlib import Path

import pytest
from exact import Refuted, const, paths, poly_add, poly_mul
from iced_x86 import Decoder, Register, RegisterExt
from processor import NAMES, Object
from proof import Kernel, congruent, limbs, weights, within
from reader import parse_expression
from ring import size_within

FOLDER = "kernels/bignum"
SIZES = {256: 4, 384: 6, 521: 9}  # bits of a modulus to its words
LIMB, MASK, STEPS = 62, (1 << 62) - 1, 18
ANY_WORD = 1 << 64
# |a| + |b| <= 2^62 is within one of these pairs of bounds.
ROWS = [(num << LIMB - 2, (5 - num) << LIMB - 2) for num in range(1, 5)]


class Size:
    def __init__(self, bits, replaced=()):
        self.kernel = Kernel(f"{FOLDER}/invert{bits}_portable.c", replaced=replaced)
        self.bits, self.num_words = bits, SIZES[bits]
        self.num, self.batches = (self.kernel.constant(name) for name in ("INVERT_LIMBS", "INVERT_BATCHES"))
        self.weights = weights(range(0, LIMB * self.num, LIMB))
        self.scale = 1 << LIMB * (self.num - 1)

    def signed(self, world, name, most):
        """A number from -most to most, in limbs of which the highest has the sign."""
        low, top = [-1 << LIMB] + [0] * (self.num - 2), most // self.scale + 1
        return limbs(world, name, [1 << LIMB] * (self.num - 1) + [top], [*low, -top])

    def is_quotient(self, world, out, products):
        """
        Claim: 2^62 out is the sum of these products of a word and a number, less its lowest 62 bits. All limbs of out
        but the highest are from 0 to 2^62.
        """
        within(world, out[:-1], [1 << LIMB] * (self.num - 1))
        limbs_of_out = [*out[:-1], world.word(out[-1], 64, True)]
        total, lowest = {}, const(0)
        for word, number in products:
            total = poly_add(total, poly_mul(word.poly, world.value(number, self.weights)))
            lowest = world.add(lowest, world.mul(word, number[0]))
        got = {term: scale << LIMB for term, scale in world.value(limbs_of_out, self.weights).items()}
        congruent(world, poly_add(got, world.low(lowest, LIMB).poly), total, 0)

    def most(self):
        """How large d and e become: 2^62 at first, and more by m / 2 with each batch; and m is below 2^bits."""
        return (1 << LIMB) + (self.batches << self.bits - 1)


def number_in(machine, name):
    return machine.number(parse_expression(name))


@pytest.fixture(scope="module", params=SIZES)
def size(request):
    return Size(request.param)


# ---- the steps: in the object, one of them ----

STEP = ("MOV NEG DEC CMOVNS MOV SAR MOV NOT TEST CMOVS CMOVS TEST LEA CMOVNS").split()
HIGH_BYTES = Register.AH, Register.BH, Register.CH, Register.DH


def loops_of(code):
    """Each run of STEPS equal groups of instructions: those of one group."""
    found, num = [], len(STEP)
    instructions = list(Decoder(64, code))
    names = [NAMES[instruction.mnemonic] for instruction in instructions]
    texts = [code[instruction.ip : instruction.next_ip] for instruction in instructions]
    at = 0
    while at + STEPS * num <= len(names):
        if names[at : at + num] == STEP:
            if texts[at : at + STEPS * num] != texts[at : at + num] * STEPS:
                raise Refuted("steps that differ")
            found.append(instructions[at : at + num])
            at += STEPS * num
        else:
            at += 1
    return found


class Registers:
    """Signed numbers, none of which may overflow, and the sign of the last result that sets it."""

    def __init__(self, world):
        self.world, self.held, self.sign = world, {}, None

    def read(self, register):
        number = self.held.get(RegisterExt.full_register(register))
        if number is None:
            raise Refuted("a register that was not written")
        if RegisterExt.size(register) > 1:
            return number
        return self.world.low(self.world.floor(number, 8) if register in HIGH_BYTES else number, 8)

    def write(self, register, number):
        end = 1 << 8 * RegisterExt.size(register) - 1
        if not -end <= number.lo <= number.hi < end:
            raise Refuted(f"an overflow: {number}")
        self.held[RegisterExt.full_register(register)] = number

    def negative(self, number, bits):
        """Whether a word has its sign bit set."""
        return self.world.low(self.world.floor(number, bits - 1), 1)

    def run(self, group):
        world = self.world
        for instruction in group:
            name, first = NAMES[instruction.mnemonic], instruction.op_register(0)
            second = instruction.op_register(1)
            if name == "MOV":
                self.write(first, self.read(second))
            elif name == "NEG":
                self.write(first, world.sub(const(0), self.read(first)))
            elif name == "NOT":
                self.write(first, world.sub(const(-1), self.read(first)))
            elif name == "SAR":
                self.write(first, world.floor(self.read(first), instruction.immediate(1)))
            elif name == "LEA":
                places = instruction.memory_base, instruction.memory_index
                if instruction.memory_index_scale != 1 or instruction.memory_displacement:
                    raise Refuted("another sum")
                self.write(first, world.add(*map(self.read, places)))
            elif name == "DEC":
                self.write(first, world.sub(self.read(first), const(1)))
                self.sign = self.negative(self.read(first), 8 * RegisterExt.size(first))
            elif name == "TEST":
                signs = [self.negative(self.read(register), 8) for register in {first, second}]
                self.sign = const(int(all(world.decide(sign) for sign in signs)))
            elif self.sign is None:
                raise Refuted("a sign that was not set")
            elif world.decide(self.sign) == (name == "CMOVS"):
                self.write(first, self.read(second))


def prove_step(group, left_out=None):
    """
    From start, half and word = 2^7 (2 x + odd) to those of the definition, which division_steps.h repeats; start is
    1/2 - delta, and half is f / 2 for an odd f.
    """
    reached = set()

    def claim(world):
        most = 2**54 + 2**17  # so that words can be somewhat above 2^62
        start = world.input("start", 1 - 2**15, 2**15 - 1)
        odd = world.input("odd", 0, 1)
        word = world.add(world.shifted(world.input("x", -most, most), 8), world.shifted(odd, 7))
        half = world.add(world.shifted(world.input("f", -most, most), 7), const(1 << 6))
        registers = Registers(world)
        places = group[2].op_register(0), group[0].op_register(1), group[4].op_register(1)
        for register, number in zip(places, (start, half, word), strict=True):
            registers.write(register, number)
        registers.run([x for i, x in enumerate(group) if i != left_out])
        is_positive = world.decide(world.floor(world.sub(start, const(1)), 31)) != 0
        is_odd = world.decide(odd) == 1
        expected = [poly_add(start.poly, {(): -1}), half.poly, {m: c // 2 for m, c in word.poly.items()}]
        if is_odd and is_positive:
            swapped = poly_add({}, start.poly, -1), expected[2], poly_add(expected[2], half.poly, -1)
            expected = list(swapped)
        elif is_odd:
            expected[2] = poly_add(expected[2], half.poly)
        for name, register, poly in zip(("start", "half", "word"), places, expected, strict=True):
            if world.final(poly_add(registers.read(register).poly, poly, -1)):
                raise Refuted(f"{name} is another number")
        reached.add((is_odd, is_positive))

    paths(claim)
    assert len(reached) == 4


def objects():
    paths_of = (Path(path) for path in os.environ.get("AB_OBJECTS", "").split(":"))
    return {path.name: path for path in paths_of if path.name.startswith("invert")}


def code_of(path):
    found = Object(path)
    return [found.linked(symbol)[0] for symbol in found.symbols if symbol.info & 15 == 2 and symbol.length]


def test_steps_in_objects():
    if not objects():
        pytest.skip("no inverses among AB_OBJECTS")
    for path in objects().values():
        groups = [group for code in code_of(path) for group in loops_of(code)]
        assert groups, f"no division steps in {path.name}"
        for group in groups:
            prove_step(group)


def test_every_instruction_is_needed():
    for path in objects().values():
        for group in (group for code in code_of(path) for group in loops_of(code)):
            for i in range(len(group)):
                with pytest.raises(Refuted):
                    prove_step(group, i)


# ---- the words of a group ----


def prove_words(kernel):
    """A word begins as 2^7 x - 2^(unit + 18), and x is the lowest 18 bits; rows give the coefficients."""

    def begins(world, machine):
        upper, odd = world.input("upper", 0, ANY_WORD // 2**STEPS - 1), world.input("lower", 0, 2**STEPS - 1)
        number = world.add(world.shifted(upper, STEPS), odd)
        for unit in (const(number_in(machine, name)) for name in ("AB_DIVISION_U", "AB_DIVISION_V")):
            word = machine.call("ab_division_word", number, unit)
            x = world.wrapped(odd, STEPS, True)
            expected = world.sub(world.shifted(x, 7), const(1 << unit.lo + STEPS))
            congruent(world, word.poly, expected.poly, 0)

    def ends(world, machine):
        at = [number_in(machine, f"AB_DIVISION_{name}") for name in "FUV"]
        x = world.input("x", -(2 ** (STEPS - 1)), 2 ** (STEPS - 1) - 1)
        a, b = (world.input(name, 1 - 2**STEPS, 2**STEPS) for name in "ab")
        word = world.shifted(x, at[0])
        for number, place in ((a, at[1]), (b, at[2])):
            word = world.sub(word, world.shifted(number, place))
        u, v = [None], [None]
        machine.call("ab_division_row", word, u, v)
        congruent(world, poly_add(u[0].poly, a.poly), {}, 0)
        congruent(world, poly_add(v[0].poly, b.poly), {}, 0)

    kernel.prove(begins, wraps=True)
    kernel.prove(ends, wraps=True)


def prove_batch(kernel):
    """Three groups: each gets what the one before left of f and g, and t is 2^8 times the product of their matrices."""
    names = ("u", "v", "q", "r")
    most = 2**16  # of an entry, so that ranges alone show no overflow; that there is none: prove_no_overflow

    def claim(world, machine):
        f, g = (world.input(name, 0, ANY_WORD - 1) for name in "fg")
        given, groups = [], []

        def group(machine, args):
            given.append([world.word(value, 64) for value, _ in args[1:3]])
            groups.append({name: world.input(f"{name}{len(groups)}", -most, most) for name in names})
            args[3][0].box[args[3][0].key] = dict(groups[-1])
            return const(0), machine.type_of_result("ab_division_steps")

        machine.instead = {"ab_division_steps": group}
        t = machine.new("ab_division_matrix")
        machine.call("steps", 0, f, g, t)
        total = [[{(): 1 << 8}, {}], [{}, {(): 1 << 8}]]
        for i, matrix in enumerate(groups):
            rows = [[matrix[name] for name in pair] for pair in (("u", "v"), ("q", "r"))]
            total = [[poly_add(poly_mul(a.poly, total[0][j]), poly_mul(b.poly, total[1][j])) for j in (0, 1)]
                     for a, b in rows]
            for row, got in zip(rows, given[i + 1] if i + 1 < len(given) else (), strict=False):
                number = world.add(*map(world.mul, row, given[i]))
                congruent(world, got.poly, world.floor(world.low(number, 64), STEPS).poly, 0)
        assert len(groups) == len(given) == 3
        for name, poly in zip(names, total[0] + total[1], strict=True):
            congruent(world, t[name].poly, poly, 0)

    kernel.prove(claim, wraps=True)


def prove_no_overflow(kernel):
    """The product of matrices: entries from 2^8 to 2^44 times a row with |a| + |b| <= 2^18."""

    def claim(world, machine):
        for a, b in ((2**17, 2**18), (2**18, 2**17)):
            first = {name: world.input(f"{name} first", -(2**44), 2**44) for name in ("u", "v", "q", "r")}
            second = {name: world.input(f"{name} {a}", -most, most)
                      for name, most in (("u", a), ("v", b), ("q", b), ("r", a))}
            machine.call("then", first, second)

    kernel.prove(claim)


# ---- f and g, d and e ----


def prove_combine(size):
    """2^62 out is a f + b g, less the lowest 62 bits of that, which are 0."""

    def claim(world, machine, row):
        f, g = (size.signed(world, name, 1 << size.bits) for name in "fg")
        a, b = (world.input(f"{name} {row}", -most, most) for name, most in zip("ab", row, strict=True))
        out = {"v": [None] * size.num}
        machine.call("combine", out, {"v": f}, {"v": g}, a, b)
        size.is_quotient(world, out["v"], ((a, f), (b, g)))

    for row in ROWS:
        size.kernel.prove(lambda world, machine, row=row: claim(world, machine, row), wraps=True)


def prove_combine_modulo(size):
    """2^62 out is a d + b e + c m, less the lowest 62 bits of that, for a c from -2^61 to 2^61."""

    def claim(world, machine, row):
        d, e = (size.signed(world, name, size.most()) for name in "de")
        a, b = (world.input(f"{name} {row}", -most, most) for name, most in zip("ab", row, strict=True))
        m, c = size.signed(world, "m", 1 << size.bits), world.input("c", -(1 << LIMB - 1), 1 << LIMB - 1)
        machine.instead = {"clearing_factor": lambda machine, args: (c, machine.type_of_result("clearing_factor"))}
        out = {"v": [None] * size.num}
        machine.call("combine_modulo", out, {"v": d}, {"v": e}, a, b, {"limb": m, "inverse": const(0)})
        size.is_quotient(world, out["v"], ((a, d), (b, e), (c, m)))

    for row in ROWS:
        size.kernel.prove(lambda world, machine, row=row: claim(world, machine, row), wraps=True)


def prove_clearing_factor(size):
    """Those 62 bits are 0, for every odd m."""

    def claim(world, machine):
        total = world.input("sum", -(2**125), 2**125)
        m, inverse = world.input("m", 1, ANY_WORD - 1), world.input("inverse", 0, ANY_WORD - 1)
        modulus = {"limb": [m] + [const(0)] * (size.num - 1), "inverse": inverse}
        c = world.word(machine.call("clearing_factor", total, modulus), 64, True)
        size_within(world, c, (1 << LIMB - 1) + 1, "c")
        times = world.input("times", -(2**64), 2**64)  # m inverse = 1 + 2^62 times
        pair = tuple(sorted(next(iter(x.poly))[0] for x in (m, inverse)))
        world.rules[pair] = poly_add({(): 1}, times.poly, 1 << LIMB)
        congruent(world, poly_add(total.poly, world.mul(m, c).poly), {}, 1 << LIMB)

    size.kernel.prove(claim, wraps=True)


def prove_sizes(size):
    """
    d and e fit their limbs, and become less than m: at first they are 0 and 2^62, a batch adds m / 2 at most, and the
    last combine_modulo has |a| = 1 and b = 0. So |d| <= (most + 2^61 m) / 2^62, below m for m = 3 and for as many bits.
    """
    assert size.most() < size.scale << 63
    for m in (3, 1 << size.bits):
        assert (1 << LIMB) + size.batches * m // 2 + (m << LIMB - 1) < m << LIMB


def prove_normalise(size):
    """From above -m and below m to 0 .. m - 1: a or a + m, by its sign, so no carry leaves the highest limb."""

    def claim(world, machine):
        m, a = size.signed(world, "m", 1 << size.bits), size.signed(world, "a", 1 << size.bits)
        a[0] = world.input("a0 of combine", 0, MASK)
        number = {"v": list(a)}
        machine.call("normalise", number, {"limb": m, "inverse": const(0)})
        within(world, number["v"], [1 << LIMB] * size.num)
        is_negative = -world.decide(world.floor(a[-1], 63))
        expected = poly_add(world.value(a, size.weights), world.value(m, size.weights), is_negative)
        congruent(world, world.value(number["v"], size.weights), expected, 1 << LIMB * size.num)

    size.kernel.prove(claim)


def prove_conversions(size):
    """From words to limbs, and back: the same number."""
    in_words = weights(range(0, 64 * size.num_words, 64))

    def claim(world, machine):
        top = 1 << size.bits - 64 * (size.num_words - 1)
        words = limbs(world, "w", [ANY_WORD] * (size.num_words - 1) + [top])
        number, back = {"v": [None] * size.num}, [None] * size.num_words
        machine.call("from_words", number, words)
        within(world, number["v"], [1 << LIMB] * size.num)
        congruent(world, world.value(number["v"], size.weights), world.value(words, in_words), 0)
        given = limbs(world, "v", [1 << LIMB] * size.num)
        machine.call("to_words", back, {"v": given})
        back = [world.word(word, 64) for word in back]
        congruent(world, world.value(back, in_words), world.value(given, size.weights), 1 << 64 * size.num_words)

    size.kernel.prove(claim, wraps=True)


PROOFS = [prove_combine, prove_combine_modulo, prove_clearing_factor, prove_sizes, prove_normalise, prove_conversions]


@pytest.mark.parametrize("prove", PROOFS)
def test_numbers(size, prove):
    prove(size)


@pytest.mark.parametrize("prove", [prove_words, prove_batch, prove_no_overflow])
def test_matrices(prove):
    prove(Size(256).kernel)
