"""
ML-DSA's polynomials (FIPS 204) in C, with AVX2 and with AVX-512: no word overflows for any coefficients within the
contract, results are within theirs, and they are congruent to the NTT, its inverse and the products as polynomials
define them. Rounding is what the standard defines for every coefficient: it is run for ranges with the same high bits.
"""

import subprocess
import sys
from functools import cache
from math import ceil

import pytest
from exact import Num, Refuted, World, const, poly_add, poly_mul
from machine import Machine
from proof import Kernel, congruent, contract
from reader import ROOT
from ring import N, Reductions, Residues, Ring, are_congruent, each, is_constant, size_within

FOLDER = "kernels/mldsa"
CONTRACT, RING, PORTABLE = (f"{FOLDER}/mldsa_{name}" for name in ("kernels.h", "ring_template.h", "portable.c"))
Q, D, MONTGOMERY = 8380417, 13, 1 << 32
POLYNOMIALS = Ring(Q, 1753, 8)
WORD = 1 << 31


@cache
def tables():
    """The tables that the build generates, as C."""
    generator = ROOT / "src" / FOLDER / "generate/make_mldsa_tables.py"
    command = [sys.executable, str(generator), "/dev/stdout"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


class Level(Reductions):
    """The functions of one level, with the tables."""

    q, bits, of_words, of_vectors = Q, 32, "montgomery_reduce", "reduce"

    def __init__(self, name, replaced=()):
        text = f'#include "{FOLDER}/mldsa_{name}.c"\n' + tables()
        self.kernel, self.lanes = Kernel(None, text, replaced=replaced), {"avx2": 8, "avx512": 16}.get(name, 1)

    def prove_modulo(self, claim):
        """Reductions do what their own proofs show."""
        instead = {"centre": self.centred, self.reduction(): self.stand_in}
        if self.lanes > 1:
            instead["multiply"] = self.multiplied
        self.kernel.run(claim, Residues(Q), instead=instead)

    def centred(self, machine, args):
        ((value, kind),) = args

        def one(a):
            size_within(machine.world, a, Q, "what is centred")
            return machine.world.times(a, 1, (Q + 1) // 2)

        return (one(value) if self.lanes == 1 else machine.lanes(one, value)), kind

    def multiplied(self, machine, args):
        (value, kind), (factor, _) = args
        z, over_q = ([lane.lo for lane in factor[name]] for name in ("z", "over_q"))
        if not set(zip(z, over_q, strict=True)) <= pairs_of(self.kernel):
            raise Refuted("a constant of which the product was not proved")
        for name, even in (("odd_z", z), ("odd_over_q", over_q)):
            if [lane.lo for lane in factor[name][::2]] != even[1::2]:
                raise Refuted("constants of odd places that are others")
        small, part, other = sizes_of_products()

        def one(a, c):
            is_small = max(abs(a.lo), abs(a.hi)) < small * Q
            return machine.world.times(a, c * self.factor(), ceil((part if is_small else other) * Q))

        return tuple(one(a, c) for a, c in zip(value, z, strict=True)), kind


def pairs_of(kernel):
    """The constants that products are taken by, each with the one over q."""
    if kernel not in PAIRS:
        zetas = kernel.array("ab_mldsa_zetas")
        over_q = [(z * pow(Q, -1, MONTGOMERY) + WORD) % MONTGOMERY - WORD for z in zetas]
        scales = [[kernel.constant(name + over) for over in ("", "_OVER_Q")] for name in ("SCALE", "SCALED_ZETA")]
        PAIRS[kernel] = set(zip(zetas, over_q, strict=True)) | set(map(tuple, scales))
    return PAIRS[kernel]


PAIRS: dict = {}


def sizes_of_products():
    """The bound, as a multiple of q, of factors that are small; and those of products by them and by any word."""
    part, small, other = contract(RING, "below {0.51} q for |a| < {9} q, and {0.75} q for any a")
    return small, part, other


def polynomial(world, name, bound=Q):
    return [world.input(f"{name}{i}", 1 - bound, bound - 1) for i in range(N)]


def largest_of_ntt():
    (most,) = contract(CONTRACT, "The NTT in place, algorithm 41: |c| < q in, |c| < {9} q out.")
    return most * Q


class Signs(World):
    """Of the exclusive or and the disjunction of words only the sign is kept, where it is known."""

    def __init__(self):
        super().__init__(tracked=False)

    def bit_or(self, a, b, bits):
        half, (a, b) = 1 << (bits - 1), (self.word(x, bits, True) for x in (a, b))
        if a.hi < 0 or b.hi < 0:
            return Num(-half, -1)
        return Num(0 if a.lo >= 0 and b.lo >= 0 else -half, half - 1)

    def word(self, a, bits, signed=False):
        """The other representative of all numbers, where they have one."""
        if signed and a.lo >= 1 << (bits - 1):
            return Num(a.lo - (1 << bits), a.hi - (1 << bits))
        if not signed and a.lo < 0:
            return Num(a.lo + (1 << bits), a.hi + (1 << bits)) if a.hi < 0 else Num(0, (1 << bits) - 1)
        return super().word(a, bits, signed)


def prove_exceeds(level):
    """
    0 if all |c| are below the bound, for each way in which the signs of neighbours are; not 0 if one is not, whatever
    the others are: the first, the last and some between, in each lane. The bounds are those of FIPS 204: gamma1 - beta,
    gamma2 - beta and gamma2 for each set.
    """
    bounds = {(1 << 17) - 78, (1 << 19) - 196, (1 << 19) - 120, 95232 - 78, 261888 - 196, 261888 - 120, 95232, 261888}

    def run(sizes, bound):
        world = Signs()
        machine = Machine(level.kernel.source, world)
        numbers = [world.input(i, lo, hi) for i, (lo, hi) in enumerate(sizes)]
        return machine.call("exceeds", numbers, bound)

    for bound in bounds:
        below = {1: (0, bound - 1), -1: (1 - bound, -1)}
        for pattern in ((1, 1), (-1, -1), (1, -1), (-1, 1)):
            is_constant(run([below[pattern[i % 2]] for i in range(N)], bound), 0, "the result of small coefficients")
    bound = min(bounds)
    for i in (*range(0, N, 7), N - 1):
        for end in ((bound, Q - 1), (1 - Q, -bound)):
            others = [(0, Q - 1) if j % 2 else (1 - Q, -1) for j in range(N)]
            got = run([end if j == i else other for j, other in enumerate(others)], bound)
            if got.lo <= 0 <= got.hi:
                raise Refuted(f"coefficient {i} is not looked at")


# ---- claims: words ----


def prove_multiplication(level):
    small, part, other = sizes_of_products()

    def claim(world, machine):
        for bound, of_q in ((small * Q, part), (WORD, other)):
            a, b = (world.input(f"{name}{bound}", 1 - bound, bound - 1) for name in "ab")
            factors = (a, b) + (None,) * (level.lanes - 2)
            for z, over_q in sorted(pairs_of(level.kernel)):
                c = {name: (const(n),) * level.lanes for name, n in
                     (("z", z), ("over_q", over_q), ("odd_z", z), ("odd_over_q", over_q))}
                got = machine.call("multiply", factors, c)[:2]
                expected = [POLYNOMIALS.combination([z], [x]) for x in (a, b)]
                are_congruent(world, got, expected, Q, of_q * Q, MONTGOMERY)

    level.kernel.prove(claim)


def prove_montgomery(level):
    def claim(world, machine):
        contract(PORTABLE, "with -q < result < q for |a| < 2^31 q")
        contract(RING, "The same for products that are there, |.| < 2^31 q.")
        level.is_reduction(world, machine)

    level.kernel.prove(claim, wraps=level.lanes == 1)  # in C, the product that is cut to a word


def prove_representatives(level):
    """Numbers of one sign, or of one half of those that are reduced, at a time."""
    half = (Q - 1) // 2
    ranges = [(1 - Q, -half - 1), (-half, -1), (0, half), (half + 1, Q - 1)]

    def claim(world, machine):
        numbers = [world.input(f"a{lo}", lo, hi) for lo, hi in ranges]
        for a, r in zip(numbers, each(machine, level.lanes, "reduce_fully", numbers), strict=True):
            is_number(world, r, 0, Q - 1, poly_add(a.poly, {(): Q if a.hi < 0 else 0}), "reduced")
        for a, r in zip(numbers, each(machine, level.lanes, "centre", numbers), strict=True):
            size_within(world, r, half + 1, "a centred number")
            congruent(world, r.poly, a.poly, Q)

    level.kernel.prove(claim)


def is_number(world, got, least, most, poly, what):
    """Claim: from least to most, and this polynomial."""
    lo, hi = world.tight(got)
    if lo < least or hi > most:
        raise Refuted(f"{what} can be from {lo} to {hi}")
    congruent(world, got.poly, poly, 0)


# ---- claims: polynomials ----


def prove_ntt(level):
    if level.lanes > 1:
        levels, part = contract(RING, "Sizes stay below q + {8} ({0.51} q).")
        bound = Q + levels * part * Q
    else:
        (most,) = contract(PORTABLE, "Sums grow by less than q in each of the eight levels, from less than q: "
                           "|c| < {9} q.")
        bound = most * Q

    def claim(world, machine):
        a = polynomial(world, "a")
        r = list(a)
        machine.call("ntt", r)
        are_congruent(world, r, POLYNOMIALS.transformed(a), Q, min(bound, largest_of_ntt()))

    level.prove_modulo(claim)


def prove_inverse_ntt(level):
    path = RING if level.lanes > 1 else PORTABLE

    def claim(world, machine):
        contract(CONTRACT, "2^32 times the inverse of the NTT in place, algorithm 42: |c| < q in, centred out.")
        contract(path, "Sums double in each level, from less than q: |c| <= 256 (q - 1) < 2^31.")
        a = polynomial(world, "a")
        r = list(a)
        machine.call("inverse_ntt", r)
        are_congruent(world, r, POLYNOMIALS.restored(a, MONTGOMERY), Q, (Q + 1) // 2)

    level.prove_modulo(claim)


def prove_inner_product(level, num):
    last, other = contract(CONTRACT, "|a[i]| < {9} q for the last one and < q for the others, |b[i]| < {9} q in; "
                           "|c| < q out.")

    def claim(world, machine):
        a = [polynomial(world, f"a{i}", Q * (last if i + 1 == num else 1)) for i in range(num)]
        b = [polynomial(world, f"b{i}", Q * other) for i in range(num)]
        r = [None] * N
        machine.call("inner_product", r, a, b, num)
        total = [{}] * N
        for x, y in zip(a, b, strict=True):
            total = [poly_add(t, poly_mul(x[i].poly, y[i].poly)) for i, t in enumerate(total)]
        are_congruent(world, r, total, Q, Q, MONTGOMERY)

    level.prove_modulo(claim)


def prove_sums(level):
    """The sum of the sizes of both is below 2^31, as the contract asks for."""

    def claim(world, machine):
        contract(CONTRACT, "a := a + b and a := a - b: |a| + |b| < 2^31 in.")
        a, b = polynomial(world, "a", 9 * Q), polynomial(world, "b", WORD - 9 * Q)
        for name, sign in (("add", 1), ("subtract", -1)):
            r = list(a)
            machine.call(name, r, b)
            for x, y, z in zip(a, b, r, strict=True):
                is_number(world, z, 1 - WORD, WORD - 1, poly_add(x.poly, y.poly, sign), name)

    level.kernel.prove(claim)


# ---- rounding: by ranges of coefficients with the same high bits (sec. 7.4) ----


def signed_ranges(first, last):
    """The representatives of the reduced numbers from first to last with |a| < q, in ranges of one sign."""
    return [(first, last, 0)] + ([(max(first, 1) - Q, last - Q, Q)] if last > 0 else [])


def decomposed(num_high):
    """
    Algorithm 36: ranges of reduced numbers with the same high bits, of which those below q - gamma2 are (a - low) /
    (2 gamma2) for |low| <= gamma2; the others have high bits of 0 and a low part that is less by q. Each comes with
    a - low.
    """
    gamma2 = (Q - 1) // (2 * num_high)
    yield 0, gamma2, 0, 0
    for high in range(1, num_high):
        yield 2 * gamma2 * high - gamma2 + 1, 2 * gamma2 * high + gamma2, high, 2 * gamma2 * high
    yield Q - gamma2, Q - 1, 0, Q


def by_low_parts(num_high):
    """The same, where the low part is negative, 0 or positive."""
    for first, last, high, whole in decomposed(num_high):
        for lo, hi in ((first, min(last, whole - 1)), (whole, whole), (max(first, whole + 1), last)):
            if first <= lo <= hi <= last:
                yield lo, hi, high, whole


def inputs_of(world, cases):
    """256 coefficients at a time: a number of each range, and what is expected of it."""
    cases = [(world.input(f"a{lo}", lo, hi), expected) for lo, hi, expected in cases]
    for i in range(0, len(cases), N):
        block = cases[i : i + N]
        block += block[:1] * (N - len(block))
        yield [a for a, _ in block], [expected for _, expected in block]


def prove_power2round(level):
    """Algorithm 35: t1 and t0 with a = t1 2^13 + t0 and -2^12 < t0 <= 2^12."""
    half = 1 << (D - 1)

    def cases():
        for high in range(((Q - 1 + half - 1) >> D) + 1):
            first, last = max(0, (high << D) - half + 1), min(Q - 1, (high << D) + half)
            for lo, hi, q in signed_ranges(first, last):
                yield lo, hi, (high, q)

    def claim(world, machine):
        contract(CONTRACT, "t1, t0 := Power2Round, algorithm 35, and minus_t1 := -t1: |a| < q in; 0 <= t1 < 2^10, "
                 "-2^12 < t0 <= 2^12.")
        for a, expected in inputs_of(world, cases()):
            minus_t1, t0 = [None] * N, [None] * N
            machine.call("power2round", minus_t1, t0, a)
            for number, top, low, (high, q) in zip(a, minus_t1, t0, expected, strict=True):
                is_constant(world.word(top, 32, True), -high, "minus t1")
                is_number(world, low, 1 - half, half, poly_add(number.poly, {(): q - (high << D)}), "t0")

    level.kernel.prove(claim)


def prove_decompose(level, num_high):
    gamma2 = (Q - 1) // (2 * num_high)

    def cases():
        for first, last, high, whole in decomposed(num_high):
            for lo, hi, q in signed_ranges(first, last):
                yield lo, hi, (high, q - whole)

    def claim(world, machine):
        contract(CONTRACT, "0 <= high < num_high (16 or 44), -gamma2 <= low <= gamma2.")
        for a, expected in inputs_of(world, cases()):
            high, low = [None] * N, [None] * N
            machine.call("decompose", high, low, a, num_high)
            for number, top, rest, (value, less) in zip(a, high, low, expected, strict=True):
                is_constant(top, value, "high bits")
                is_number(world, rest, -gamma2, gamma2, poly_add(number.poly, {(): less}), "low part")

    level.kernel.prove(claim)


def prove_use_hint(level, num_high):
    """Algorithm 40."""

    def cases():
        for first, last, high, whole in by_low_parts(num_high):
            for lo, hi, _ in signed_ranges(first, last):
                for hint in (0, 1):
                    step = 1 if last > whole else -1
                    yield lo, hi, (hint, (high + step * hint) % num_high)

    def claim(world, machine):
        contract(CONTRACT, "high := UseHint, algorithm 40: |a| < q; hints are 0 or 1.")
        for a, expected in inputs_of(world, cases()):
            high = [None] * N
            machine.call("use_hint", high, a, [const(hint) for hint, _ in expected], num_high)
            for got, (_, value) in zip(high, expected, strict=True):
                is_constant(got, value, "high bits with a hint")

    level.kernel.prove(claim)


def prove_make_hint(level, num_high):
    """
    Algorithm 39: with high bits h of w - c s2, the number w - c s2 + c t0 is 2 gamma2 h + low, and its high bits are h
    where the ranges of Decompose say so.
    """
    gamma2 = (Q - 1) // (2 * num_high)
    lows = [(1 - 2 * gamma2, -gamma2 - 1), (-gamma2, -gamma2), (1 - gamma2, gamma2), (gamma2 + 1, 2 * gamma2 - 1)]

    def same(h, low):
        """Whether the high bits of 2 gamma2 h + low are h."""
        a = (2 * gamma2 * h + low) % Q
        return next(high for first, last, high, _ in decomposed(num_high) if first <= a <= last) == h

    def cases():
        for h in range(num_high):
            for lo, hi in lows:
                # One range of Decompose and the next hold all of these, so both ends tell of what lies between.
                if same(h, lo) != same(h, hi):
                    raise Refuted("low parts of different high bits")
                yield lo, hi, (h, int(not same(h, lo)))

    def claim(world, machine):
        contract(CONTRACT, "1 where the high bits of both differ, else 0. Return their number. Right if the low bits "
                 "of w - c s2 are smaller than gamma2 - beta and c t0 is smaller than gamma2.")
        for low, expected in inputs_of(world, cases()):
            hints = [None] * N
            num = machine.call("make_hint", hints, [const(h) for h, _ in expected], low, num_high)
            for got, (_, value) in zip(hints, expected, strict=True):
                is_constant(got, value, "a hint")
            is_constant(world.word(num, 32), sum(value for _, value in expected), "the number of hints")

    level.kernel.prove(claim, wraps=True)  # a sign is the high bit of an unsigned word


# ---- the proofs ----


@pytest.fixture(scope="module", params=["portable", "avx2", "avx512"])
def level(request):
    return Level(request.param)


@pytest.mark.parametrize("prove", [prove_montgomery, prove_representatives, prove_ntt, prove_inverse_ntt, prove_sums,
                                   prove_power2round, prove_exceeds])
def test_ring(level, prove):
    prove(level)


@pytest.mark.parametrize("num", range(1, 9))
def test_inner_product(level, num):
    prove_inner_product(level, num)


@pytest.mark.parametrize("num_high", [16, 44])
@pytest.mark.parametrize("prove", [prove_decompose, prove_use_hint, prove_make_hint])
def test_rounding(level, prove, num_high):
    prove(level, num_high)


@pytest.mark.parametrize("name", ["avx2", "avx512"])
def test_multiplication(name):
    prove_multiplication(Level(name))
