"""
ML-KEM's polynomials (FIPS 203) in C, with AVX2 and with AVX-512: no word overflows for any coefficients within the
contract, results are within theirs, and they are congruent to the NTT, its inverse and the products as polynomials
define them. A function of one word is run for every value of it.
"""

import sys
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import ceil

import pytest
from exact import Refuted, const, poly_add, poly_mul
from proof import Kernel, congruent, contract
from reader import ROOT
from ring import N, Reductions, Residues, Ring, are_congruent, each, is_constant, size_within

FOLDER = "kernels/mlkem"
CONTRACT, RING, PORTABLE, BYTES = (
    f"{FOLDER}/{name}" for name in
    ("mlkem_kernels.h", "mlkem_ring_template.h", "mlkem_portable.c", "mlkem_bytes_avx2.c")
)
Q, MONTGOMERY = 3329, 1 << 16
POLYNOMIALS = Ring(Q, 17, 7)

sys.path.insert(0, str(ROOT / "src" / FOLDER / "generate"))
import make_mlkem_tables  # noqa: E402


class Level(Reductions):
    """The functions of one level, with the tables that the build generates."""

    q, bits, of_words, of_vectors = Q, 16, "montgomery_reduce", "reduce_wide"

    def __init__(self, name, replaced=()):
        text = f'#include "{FOLDER}/mlkem_{name}.c"\n' + make_mlkem_tables.text()
        self.kernel, self.lanes = Kernel(None, text, replaced=replaced), {"avx2": 16, "avx512": 32}.get(name, 1)
        self.reduce = "reduce" if self.lanes > 1 else "barrett_reduce"

    def prove_modulo(self, claim, sizes=1 << 15, before=None):
        """Reductions and products do what their own proofs show. What is reduced to the nearest is below `sizes`."""

        def reduce(machine, args):
            ((value, kind),) = args
            if self.lanes == 1:
                return self.nearest(machine.world, value, sizes), kind
            return machine.lanes(lambda a: self.nearest(machine.world, a, sizes), value), kind

        before, instead = dict(before or {}), {self.reduce: reduce, self.reduction(): self.stand_in}
        if self.lanes == 1:
            before["multiply"] = lambda machine, args: is_factor(machine.world, args[0][0])
        else:
            instead["multiply"] = self.multiplied
        self.kernel.run(claim, Residues(Q), before, instead)

    def limit(self):
        """In vectors, intervals alone do not show the bound of the result for larger numbers than an inner product."""
        contract(RING, "A sum of at most eight products below q^2 is below 2^27.")
        return super().limit() if self.lanes == 1 else 8 * Q * Q

    def nearest(self, world, a, sizes):
        return world.times(size_within(world, a, sizes, "what is reduced"), 1, self.reduced_below() + 1)

    def multiplied(self, machine, args):
        (value, kind), *constants = args
        pairs = list(zip(*([lane.lo for lane in lanes] for lanes, _ in constants), strict=True))
        if not set(pairs) <= pairs_of(self.kernel):
            raise Refuted("a constant of which the product was not proved")
        bound = ceil(sizes_of_products()[0] * Q)

        def one(a, z):
            return machine.world.times(is_factor(machine.world, a), z * self.factor(), bound)

        return tuple(one(a, z) for a, (z, _) in zip(value, pairs, strict=True)), kind

    def reduced_below(self):
        if self.lanes == 1:
            (parts,) = contract(PORTABLE, "The representative of any a with |c| <= q / {2} (P. Barrett)")
            return Q // parts
        (part,) = contract(RING, "The representative of any a with |c| < {0.65} q.")
        return size_below(part)

    def each(self, machine, name, values, *more):
        return each(machine, self.lanes, name, [const(value) for value in values], *more)


@cache
def pairs_of(kernel):
    """The constants that products in vectors are taken by, each with the one over q."""
    pairs = list(zip(kernel.array("ab_mlkem_zetas"), kernel.array("ab_mlkem_zetas_over_q"), strict=True))
    factors = kernel.array("ab_mlkem_factors")
    pairs += list(zip(factors[:N], factors[N:], strict=True))
    pairs += [[kernel.constant(name + over) for over in ("", "_OVER_Q")]
              for name in ("SCALE", "SCALED_ZETA", "TWO_POWER_32")]
    return set(map(tuple, pairs))


@cache
def sizes_of_products():
    """The bound of a product by a constant, and that of its factors, as multiples of q."""
    return contract(RING, "below |a| q / 2^17 + q / 2: below {0.71} q for |a| <= {8} q, which is less than 2^15")


def is_factor(world, a):
    return size_within(world, a, sizes_of_products()[1] * Q + 1, "a factor")


def size_below(part):
    """The largest integer below this multiple of q."""
    return ceil(Fraction(part) * Q) - 1


# ---- claims ----


@cache
def below_q():
    contract(CONTRACT, 'A coefficient may be any representative with |c| < q, in and out, unless a function says '
             '"reduced": 0 <= c < q.')
    return Q - 1


def polynomial(world, name):
    return [world.input(f"{name}{i}", -below_q(), below_q()) for i in range(N)]


def is_polynomial(world, got, expected, scale=1):
    """Claim: within the contract, and `scale` times it is congruent to these."""
    are_congruent(world, got, expected, Q, below_q() + 1, scale)


# In vectors the multiple of q that is taken from larger words than this overflows: always the same one, by 2^16.
LARGEST = 31129


def prove_reduction(level):
    ends = (-(1 << 15), -LARGEST, LARGEST + 1, 1 << 15) if level.lanes > 1 else (-(1 << 15), 1 << 15)

    def claim(world, machine):
        world.thorough = True
        for least, end in pairwise(ends):
            a = world.input(f"a{least}", least, end - 1)
            r = machine.call(level.reduce, (a,) * level.lanes if level.lanes > 1 else a)
            r = world.word(r[0] if level.lanes > 1 else r, 16, True)
            size_within(world, r, level.reduced_below() + 1, "the representative")
            congruent(world, r.poly, a.poly, Q)

    level.kernel.prove(claim, wraps=True)


def prove_multiplication(level):
    """By every constant of the tables, for every factor within the bound."""
    part, most = sizes_of_products()

    def claim(world, machine):
        a = world.input("a", -most * Q, most * Q)
        for z, over_q in sorted(pairs_of(level.kernel)):
            r, *_ = machine.call("multiply", *(tuple([x] * level.lanes) for x in (a, const(z), const(over_q))))
            size_within(world, r, Fraction(part) * Q, f"a product by {z}")
            congruent(world, {m: c * MONTGOMERY for m, c in r.poly.items()}, POLYNOMIALS.combination([z], [a]), Q)

    level.kernel.prove(claim)


def prove_montgomery(level):
    def claim(world, machine):
        contract(PORTABLE, "with -q < result < q for |a| < 2^15 q")
        contract(RING, "Montgomery's reduction of double words below 2^15 q")
        level.is_reduction(world, machine)

    level.kernel.prove(claim)


def sizes_of(level):
    """What the sources promise of the sizes before the last reduction of the NTT, and of those in its inverse."""
    if level.lanes == 1:
        (levels,) = contract(PORTABLE, "Sums grow by less than q in each of the seven levels, from less than q: "
                             "|c| < {8} q < 2^15.")
        contract(PORTABLE, "All coefficients stay below q.")
        return levels * Q, 2 * Q
    levels, part = contract(RING, "Sizes stay below q + {7} ({0.71} q) < 2^15.")
    (doubled,) = contract(RING, "Sums double: below {8} q after len = 8, where they are reduced")
    return Q + levels * part * Q, doubled * Q


def prove_ntt(level):
    def claim(world, machine):
        a = polynomial(world, "a")
        r = list(a)
        machine.call("ntt", r)
        is_polynomial(world, r, POLYNOMIALS.transformed(a))

    level.prove_modulo(claim, sizes_of(level)[0])


def prove_inverse_ntt(level):
    def outer(machine, args):
        (part,) = contract(RING, "The levels len = 64 and 128, from |c| < {2.9} q")
        for a in args[0][0].box:
            size_within(machine.world, a, Fraction(part) * Q, "a coefficient before the last levels")

    def claim(world, machine):
        a = polynomial(world, "a")
        r = list(a)
        machine.call("inverse_ntt", r)
        is_polynomial(world, r, POLYNOMIALS.restored(a))

    level.prove_modulo(claim, sizes_of(level)[1], {"inverse_outer": outer})


def prove_prepare(level):
    def claim(world, machine):
        contract(CONTRACT, "for each pair of coefficients b0, b1 of a factor X^2 - gamma, straight has b0, b1 gamma "
                 "and crossed has b1, b0.")
        b = polynomial(world, "b")
        r = machine.new("ab_mlkem_factor")
        machine.call("prepare", r, b)
        gammas = [POLYNOMIALS.gammas[i // 2] if i % 2 else 1 for i in range(N)]
        straight = [POLYNOMIALS.combination([MONTGOMERY * gamma], [x]) for gamma, x in zip(gammas, b, strict=True)]
        is_polynomial(world, r["straight"], straight)
        is_polynomial(world, r["crossed"], [POLYNOMIALS.combination([MONTGOMERY], [b[i ^ 1]]) for i in range(N)])

    level.prove_modulo(claim)


def prove_inner_product(level, k):
    """The factors are any within the contract: what `prepare` makes is congruent to b times 2^16."""

    def factor(world, b, j):
        """As prepare describes it, with the factor gamma of straight in new words."""
        gammas = [world.input(f"gamma{j} {i}", -below_q(), below_q()) for i in range(N // 2)]
        straight = [gammas[i // 2] if i % 2 else b[i] for i in range(N)]
        return {"straight": straight, "crossed": [b[i ^ 1] for i in range(N)]}

    def expected(a, b):
        for i in range(0, N, 2):
            for words in (b["straight"], b["crossed"]):
                yield poly_add(*(poly_mul(a[i + at].poly, words[i + at].poly) for at in (0, 1)))

    def claim(world, machine):
        stride = 2
        a = [polynomial(world, f"a{j}") for j in range(k * stride)]
        b = [factor(world, polynomial(world, f"b{j}"), j) for j in range(k)]
        r = [None] * N
        machine.call("inner_product", r, a, stride, b, k)
        total = [{}] * N
        for j in range(k):
            total = [poly_add(x, y) for x, y in zip(total, expected(a[j * stride], b[j]), strict=True)]
        is_polynomial(world, r, total, MONTGOMERY)

    level.prove_modulo(claim)


def prove_sums(level):
    def claim(world, machine):
        a, b = polynomial(world, "a"), polynomial(world, "b")
        for name, sign in (("add", 1), ("subtract", -1)):
            r = list(a)
            machine.call(name, r, b)
            is_polynomial(world, r, [poly_add(y.poly, x.poly, sign) for x, y in zip(a, b, strict=True)])

    level.prove_modulo(claim, 2 * Q)


# ---- compression, for every value ----

DEPTHS = (1, 4, 5, 10, 11)


def compressed(x, d):
    """2^d x / q, rounded to the nearest integer, modulo 2^d (sec. 4.2.1)."""
    return (2 * (x << d) + Q) // (2 * Q) % (1 << d)


def decompressed(y, d):
    return (2 * Q * y + (1 << d)) >> (d + 1)


def equal(got, expected, what):
    for i, (number, value) in enumerate(zip(got, expected, strict=True)):
        is_constant(number, value, f"{what} {i}")


def prove_portable_compression(level):
    def claim(world, machine):
        signed = range(1 - Q, Q)
        equal(level.each(machine, "reduce_fully", signed), [a % Q for a in signed], "the representative of value")
        for d in DEPTHS:
            got = level.each(machine, "compress_one", range(Q), d)
            equal(got, [compressed(x, d) for x in range(Q)], f"{d} bits of")
            for first in range(0, 1 << d, N):
                values = [(first + i) % (1 << d) for i in range(N)]
                bits = sum(value << (d * i) for i, value in enumerate(values))
                out = [None] * N
                machine.call("decompress", out, [const(byte) for byte in bits.to_bytes(32 * d, "little")], d)
                equal(out, [decompressed(value, d) for value in values], f"{d} bits back from")

    level.kernel.prove(claim, tracked=False)


def avx2_bytes(replaced=()):
    level = Level("avx2")
    level.kernel = Kernel(BYTES, replaced=replaced)
    return level


def prove_avx2_compression(level):
    def claim(world, machine):
        for d in DEPTHS:
            name = "compress_small" if d <= 5 else "compress_large"
            equal(level.each(machine, name, range(Q), d), [compressed(x, d) for x in range(Q)], f"{d} bits of")
            if d > 1:  # one bit selects a number
                tops = [y << (16 - d) | (1 << (16 - d)) - 1 for y in range(1 << d)]
                back = [decompressed(y, d) for y in range(1 << d)]
                equal(level.each(machine, "decompress_top", tops, d), back, f"{d} bits back from")

    level.kernel.prove(claim, tracked=False)


# ---- the proofs ----

RINGS = ("portable", "avx2", "avx512")


@pytest.fixture(scope="module", params=RINGS)
def level(request):
    return Level(request.param)


@pytest.mark.parametrize("prove", [prove_reduction, prove_montgomery, prove_ntt, prove_inverse_ntt, prove_prepare,
                                   prove_sums])
def test_ring(level, prove):
    prove(level)


@pytest.mark.parametrize("k", [2, 3, 4])
def test_inner_product(level, k):
    prove_inner_product(level, k)


@pytest.mark.parametrize("name", ["avx2", "avx512"])
def test_multiplication(name):
    prove_multiplication(Level(name))


def test_portable_compression():
    prove_portable_compression(Level("portable"))


def test_avx2_compression():
    prove_avx2_compression(avx2_bytes())
