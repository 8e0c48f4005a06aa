"""
What the proofs of ML-KEM's and ML-DSA's polynomials share: the definitions of the NTT, a world in which a product by a
constant is known modulo q only, and Montgomery's reductions.
"""

from exact import Num, Refuted, World, const
from proof import congruent

N = 256  # coefficients of a polynomial


class Ring:
    """Polynomials modulo X^256 + 1 and q; the NTT gives the remainders by X^step - gamma for 2^levels numbers gamma."""

    def __init__(self, q, zeta, levels):
        self.q, self.step = q, N >> levels
        self.gammas = [pow(zeta, 2 * int(f"{i:0{levels}b}"[::-1], 2) + 1, q) for i in range(1 << levels)]

    def combination(self, factors, numbers):
        """The sum of different inputs times these factors."""
        return {m: factor % self.q for factor, number in zip(factors, numbers, strict=True) for m in number.poly}

    def transformed(self, f):
        """The NTT of f: FIPS 203 sec. 4.3, FIPS 204 sec. 7.5."""
        num = len(self.gammas)
        powers = [[pow(gamma, j, self.q) for j in range(num)] for gamma in self.gammas]
        return [self.combination(powers[i // self.step], f[i % self.step :: self.step]) for i in range(N)]

    def restored(self, f, scale=1):
        """
        `scale` times the polynomial with these remainders: the sum of gamma^j gamma^-i over all gammas is their number
        where i = j, else 0.
        """
        scale, result = scale * pow(len(self.gammas), -1, self.q), []
        for i in range(N):
            factors = [scale * pow(gamma, -(i // self.step), self.q) for gamma in self.gammas]
            result.append(self.combination(factors, f[i % self.step :: self.step]))
        return result


def size_within(world, a, bound, what):
    """Claim: |a| < bound."""
    if a is None:
        raise Refuted(f"{what} is undefined")
    lo, hi = world.tight(a)
    if lo <= -bound or hi >= bound:
        raise Refuted(f"{what} can be from {lo} to {hi}, not below {float(bound)}")
    return a


def is_constant(got, value, what):
    """Claim: the number is this value."""
    if got is None or got.lo != value or got.hi != value:
        raise Refuted(f"{what}: {got}, not {value}")


def each(machine, lanes, name, numbers, *more):
    """A function of a word, of each of these numbers, as many at a time as a vector has."""
    if lanes == 1:
        return [machine.call(name, number, *more) for number in numbers]
    padded = [*numbers, *[const(0)] * (-len(numbers) % lanes)]
    rows = [tuple(padded[i : i + lanes]) for i in range(0, len(padded), lanes)]
    return [x for row in rows for x in machine.call(name, row, *more)][: len(numbers)]


def are_congruent(world, got, expected, q, bound, scale=1):
    """Claim: |c| < bound for each, and `scale` times it is congruent to the polynomial."""
    for i, (number, poly) in enumerate(zip(got, expected, strict=True)):
        size_within(world, number, bound, f"coefficient {i}")
        congruent(world, {m: c * scale for m, c in number.poly.items()}, poly, q)


class Residues(World):
    """
    Polynomials modulo q. Ranges come from intervals alone, so only sums, differences and products are understood, and
    what a proof puts in place of functions that were proved separately.
    """

    def __init__(self, q):
        super().__init__()
        self.q = q

    def tight(self, a):
        return a.lo, a.hi

    def floor(self, a, k):
        if k == 0 or a.lo == a.hi:
            return super().floor(a, k)
        raise Refuted("a quotient of what is known modulo q")

    def word(self, a, bits, signed=False):
        least = -(1 << (bits - 1)) if signed else 0
        if a.lo == a.hi or (a.lo >= least and a.hi < least + (1 << bits)):
            return super().word(a, bits, signed)
        raise Refuted(f"a word of {bits} bits can hold {a}")

    def decide(self, a):
        raise Refuted("a branch on what is known modulo q")

    def times(self, a, factor, bound):
        """A number of size below `bound` that is congruent to a times a constant."""
        poly = {m: c * factor % self.q for m, c in a.poly.items()}
        return Num(1 - bound, bound - 1, {m: c for m, c in poly.items() if c})


class Reductions:
    """
    Montgomery's reductions of a level: c is congruent to a / 2^bits and |c| < q, for |a| < 2^(bits - 1) q. Of vectors
    they reduce two, the numbers of even and of odd places. A class of levels has q, bits, lanes and the names.
    """

    def reduction(self):
        return self.of_words if self.lanes == 1 else self.of_vectors

    def limit(self):
        return self.q << (self.bits - 1)

    def factor(self):
        """What a reduction multiplies by, modulo q."""
        return pow(1 << self.bits, -1, self.q)

    def stand_in(self, machine, args):
        """What their proof shows, in place of the functions; in a world of residues."""
        parts = [machine.lanes(lambda a: self.reduced_one(machine.world, a), (v,) if self.lanes == 1 else v)
                 for v, _ in args]
        result = tuple(lane for place in zip(*parts, strict=True) for lane in place)
        return result[0] if self.lanes == 1 else result, machine.type_of_result(self.reduction())

    def reduced_one(self, world, a):
        size_within(world, a, self.limit(), "what is reduced")
        return world.times(a, self.factor(), self.q)

    def is_reduction(self, world, machine):
        """Claim: the function does what its stand-in says."""
        numbers = [world.input(f"a{i}", 1 - self.limit(), self.limit() - 1) for i in range(self.lanes)]
        if self.lanes == 1:
            got = [machine.call(self.of_words, *numbers)]
        else:
            got = machine.call(self.of_vectors, tuple(numbers[::2]), tuple(numbers[1::2]))
        are_congruent(world, got, [a.poly for a in numbers], self.q, self.q, 1 << self.bits)
