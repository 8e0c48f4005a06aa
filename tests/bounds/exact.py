"""
Integers of which a range is known, and an exact polynomial in the inputs: what the interpreted C computes with.

A polynomial is a dict from monomials, sorted tuples of atoms, to integer coefficients. An atom is an input or the
quotient floor(B / 2^k) of a polynomial B; what a shift drops, a mask keeps or a carry takes away is written with such
quotients, so the polynomial of a word is always exact. Words are kept modulo 2^64 without being reduced: sums,
differences and products do not depend on the representative, and all other operations first ask for the one in range
(`World.word`). There an overflow is found.
"""

from itertools import combinations


class Refuted(Exception):
    """The code does what the proof says that it cannot do, or what the proof does not understand."""


class Num:
    """
    An integer from lo to hi, a multiple of 2^zeros. xor is the pair whose exclusive or it is, sum the pair whose sum
    it is, and carry what was cut off this sum.
    """

    __slots__ = ("carry", "hi", "lo", "poly", "sum", "xor", "zeros")

    def __init__(self, lo, hi, poly=None, zeros=0, xor=None):
        self.lo, self.hi, self.poly, self.zeros, self.xor, self.sum, self.carry = lo, hi, poly, zeros, xor, None, None

    def __repr__(self):
        return f"[{self.lo:#x}, {self.hi:#x}]"


MANY_ZEROS = 1 << 20


def zeros_of(value):
    return MANY_ZEROS if value == 0 else (value & -value).bit_length() - 1


CONSTANTS: dict[int, Num] = {}


def const(value):
    num = CONSTANTS.get(value)
    if num is None:
        num = Num(value, value, {(): value} if value else {}, zeros_of(value))
        if -1 <= value < 256:
            CONSTANTS[value] = num
    return num


def poly_add(p, q, k=1):
    r = dict(p)
    for monomial, coefficient in q.items():
        value = r.get(monomial, 0) + k * coefficient
        if value:
            r[monomial] = value
        else:
            r.pop(monomial, None)
    return r


def poly_mul(p, q):
    if len(p) > len(q):
        p, q = q, p
    r = {}
    for m, c in p.items():
        for n, d in q.items():
            monomial = tuple(sorted(m + n)) if m and n else m or n
            r[monomial] = r.get(monomial, 0) + c * d
    return {m: c for m, c in r.items() if c}


def centred(c, k):
    """c modulo 2^k, from -2^(k - 1) on."""
    half = 1 << (k - 1)
    return (c + half) % (2 * half) - half


def product_range(a, b):
    ends = (a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1])
    return min(ends), max(ends)


class World:
    """
    One run. tracked: keep polynomials. wraps: an overflow of a word is meant, and becomes a quotient; otherwise it is
    refuted. decisions: the values of the first bits that the run branches on; see `decide`.
    """

    def __init__(self, tracked=True, wraps=False, decisions=()):
        self.tracked, self.wraps = tracked, wraps
        self.decisions, self.decided = list(decisions), []
        self.atoms = [None]  # the range of each
        self.names = {}  # of an input, or (polynomial, k) of a quotient, to its atom
        self.quotients = {}  # an atom to its (polynomial, k)
        self.rules = {}  # a pair of atoms whose product is a polynomial of others
        self.values = {}  # a polynomial to what was decided of it
        self.known = {}  # an atom to the polynomial that it was decided to be
        self.facts = []  # polynomials that are not negative
        self.largest = 0
        self.thorough = False  # whether `wrapped` looks for a range by remainders

    # ---- inputs ----

    def atom(self, key, lo, hi):
        at = self.names.get(key)
        if at is None:
            at = self.names[key] = len(self.atoms)
            self.atoms.append([lo, hi])
        else:
            known = self.atoms[at]
            known[:] = max(known[0], lo), min(known[1], hi)
        return at

    def input(self, name, lo, hi):
        """A number that may be anything from lo to hi."""
        if lo == hi:
            return const(lo)
        return Num(lo, hi, {(self.atom(name, lo, hi),): 1} if self.tracked else None)

    # ---- ranges ----

    def range_of(self, poly):
        lo = hi = 0
        for monomial, coefficient in poly.items():
            if len(monomial) == 1:  # most are
                ends = self.atoms[monomial[0]][:: 1 if coefficient > 0 else -1]
                lo, hi = lo + coefficient * ends[0], hi + coefficient * ends[1]
                continue
            ends = (coefficient, coefficient)
            for atom in monomial:
                ends = product_range(ends, self.atoms[atom])
            lo, hi = lo + ends[0], hi + ends[1]
        return lo, hi

    def tight(self, a):
        """The range of a, by its polynomial too."""
        if a.poly is None or len(a.poly) > 4000:
            return a.lo, a.hi
        lo, hi = self.range_of(a.poly)
        return max(lo, a.lo), min(hi, a.hi)

    def tightened(self, a):
        return Num(*self.tight(a), a.poly, a.zeros)

    def by_remainders(self, a):
        """The range of a with (B - r) / 2^k, for r from 0 to 2^k - 1, in place of each quotient floor(B / 2^k)."""
        poly, scale = a.poly, 0
        for atom in [m[0] for m in a.poly if len(m) == 1 and m[0] in self.quotients]:
            inner, k = self.quotients[atom]
            by = poly.get((atom,), 0)
            rest = {m: c << k for m, c in poly.items() if m != (atom,)}
            rest = poly_add(rest, inner, by)
            remainder = self.input(("remainder", atom), 0, (1 << k) - 1)
            poly, scale = poly_add(rest, remainder.poly, -by), scale + k
        lo, hi = self.range_of(poly)
        return max(a.lo, -(-lo >> scale)), min(a.hi, hi >> scale)

    def without(self, query, fact, atom):
        """query - k fact for the k >= 0 that removes the atom, if there is one."""
        have, has = query.get((atom,), 0), fact.get((atom,), 0)
        if have * has <= 0 or have % has:
            return None
        return poly_add(query, fact, -(have // has))

    def is_not_negative(self, query):
        """
        Whether a polynomial is shown to be >= 0: by ranges, or by what is left when a multiple of the facts is taken
        away. What a quotient leaves, B - 2^k floor(B / 2^k), is from 0 to 2^k - 1: those facts remove a carry by the
        next one of its chain.
        """
        for num in range(3):
            for some in combinations(self.facts, num):
                rest = query
                for fact in some:
                    rest = poly_add(rest, fact, -1)
                up = self.final(self.along_carries(rest))
                ways = rest, up, self.down_carries(rest), self.down_carries(up)
                if any(self.range_of(way)[0] >= 0 for way in ways):
                    return True
        return False

    def along_carries(self, query):
        for atom in sorted(self.quotients):
            if abs(query.get((atom,), 0)) >> self.quotients[atom][1] == 0 or self.is_known(atom):
                continue
            for later, (inner, k) in self.quotients.items():
                if later <= atom or (atom,) not in inner:
                    continue
                left = poly_add(inner, {(later,): 1 << k}, -1)
                fact = left if query[(atom,)] * left[(atom,)] > 0 else poly_add({(): (1 << k) - 1}, left, -1)
                rest = self.without(query, fact, atom)
                if rest is not None:
                    query = rest
                    break
        return query

    def down_carries(self, query):
        """The same with what each quotient itself leaves, from the last one to the first."""
        for atom in sorted(self.quotients, reverse=True):
            inner, k = self.quotients[atom]
            have = query.get((atom,), 0)
            left = poly_add(inner, {(atom,): 1 << k}, -1)
            fact = left if have < 0 else poly_add({(): (1 << k) - 1}, left, -1)
            times = (2 * abs(have) + (1 << k)) >> (k + 1)
            if times:
                query = poly_add(query, fact, -times)
        return query

    # ---- arithmetic ----

    def add(self, a, b, k=1):
        if k == 1:
            lo, hi = a.lo + b.lo, a.hi + b.hi
        else:
            lo, hi = a.lo - b.hi, a.hi - b.lo
        if lo == hi:
            return const(lo)
        poly = poly_add(a.poly, b.poly, k) if self.tracked else None
        result = Num(lo, hi, poly, min(a.zeros, b.zeros))
        result.sum = (a, b) if k == 1 else None
        return result

    def sub(self, a, b):
        return self.add(a, b, -1)

    def mul(self, a, b):
        lo, hi = product_range((a.lo, a.hi), (b.lo, b.hi))
        if lo == hi:
            return const(lo)
        if a is b:
            lo = max(lo, 0)
        return Num(lo, hi, self.simplified(poly_mul(a.poly, b.poly)) if self.tracked else None, a.zeros + b.zeros)

    def simplified(self, poly):
        if not self.rules:
            return poly
        result = {}
        for monomial, coefficient in poly.items():
            term = {monomial: coefficient}
            for pair, value in self.rules.items():
                if pair[0] in monomial and pair[1] in monomial:
                    rest = list(monomial)
                    rest.remove(pair[0])
                    rest.remove(pair[1])
                    term = poly_mul({tuple(rest): coefficient}, value)
                    break
            result = poly_add(result, term)
        return result

    def shifted(self, a, k):
        return self.mul(a, const(1 << k))

    def floor(self, a, k):
        """a / 2^k, rounded down."""
        if k == 0 or (a.lo >= -1 and a.hi <= 0):
            return a
        lo, hi = a.lo >> k, a.hi >> k
        if lo == hi:
            return const(lo)
        if not self.tracked:
            return Num(lo, hi, None, max(a.zeros - k, 0))
        whole, rest = {}, {}
        for m, c in a.poly.items():
            left = 0 if c & ((1 << k) - 1) == 0 else c if -(1 << k) < c < 1 << k else centred(c, k)
            if left:
                rest[m] = left
            if c != left:
                whole[m] = (c - left) >> k
        if not rest:
            return Num(-(-a.lo >> k), hi, whole, max(a.zeros - k, 0))
        ends = self.range_of(rest) if whole else self.tight(a)
        quotient = self.quotient(rest, k, ends)
        poly = poly_add(whole, quotient)
        if not whole:
            lo, hi = max(lo, ends[0] >> k), min(hi, ends[1] >> k)
        return const(poly.get((), 0)) if not any(poly) else Num(lo, hi, poly)

    def high(self, a, k):
        """
        The same by coefficients from -2^(k - 1) on: numbers that agree in the low k bits leave the same quotient, which
        their difference is rid of (Montgomery's reduction in words).
        """
        if not self.tracked or a.lo >> k == a.hi >> k:
            return self.floor(a, k)
        rest = {m: centred(c, k) for m, c in a.poly.items() if centred(c, k)}
        whole = {m: c >> k for m, c in poly_add(a.poly, rest, -1).items()}
        quotient = self.floor(Num(*self.range_of(rest), rest), k)
        return Num(a.lo >> k, a.hi >> k, poly_add(whole, quotient.poly))

    def quotient(self, poly, k, ends):
        lo, hi = ends[0] >> k, ends[1] >> k
        if lo == hi:
            return {(): lo} if lo else {}
        if ends[0] < 0:  # from -2^k on, below 2^k, it is the sign: by any larger power, too
            k = min(k, max((-ends[0] - 1).bit_length(), ends[1].bit_length()))
        if k == 0:
            return poly
        poly, k = self.in_lowest_terms(poly, k)
        atom = self.atom((frozenset(poly.items()), k), lo, hi)
        self.quotients[atom] = poly, k
        lo, hi = self.atoms[atom]
        return {(atom,): 1} if lo != hi else {(): lo} if lo else {}

    def in_lowest_terms(self, poly, k):
        """The same quotient without a common power of two, and of B itself in place of a quotient of B."""
        poly = self.without_low_bits(poly, k)
        spare = min(min(zeros_of(c) for c in poly.values()), k)
        poly, k = {m: c >> spare for m, c in poly.items()}, k - spare
        if len(poly) == 1:
            ((monomial, coefficient),) = poly.items()
            if coefficient == 1 and len(monomial) == 1 and monomial[0] in self.quotients:
                inner, less = self.quotients[monomial[0]]
                return self.in_lowest_terms(inner, k + less)
        return poly, k

    def without_low_bits(self, poly, k):
        """
        2^s C for C 2^s + D with 0 <= D < 2^s: it has the same quotient by 2^k, and one quotient shall have one atom.
        """
        for s in sorted({min(zeros_of(c), k) for c in poly.values()}, reverse=True)[:-1]:
            lower = {m: c for m, c in poly.items() if zeros_of(c) < s}
            ends = self.range_of(lower)
            if ends[0] >= 0 and ends[1] < 1 << s:
                return {m: c for m, c in poly.items() if m not in lower}
        return poly

    def low(self, a, k):
        """a modulo 2^k."""
        if 0 <= a.lo and a.hi < 1 << k:
            return a
        if a.zeros >= k:
            return const(0)
        over = self.floor(a, k)
        if over.lo == over.hi:
            rest = self.sub(a, const(over.lo << k))
            return Num(max(rest.lo, 0), min(rest.hi, (1 << k) - 1), rest.poly, rest.zeros)
        poly = poly_add(a.poly, over.poly, -(1 << k)) if self.tracked else None
        if poly == {}:
            return const(0)
        result = Num(0, (1 << k) - (1 << a.zeros), poly, a.zeros)
        if a.sum is not None and all(0 <= x.lo and x.hi < 1 << k for x in a.sum):
            result.sum, result.carry = a.sum, over
        return result

    # ---- words ----

    def word(self, a, bits, signed=False):
        """The representative of a word that is from 0 to 2^bits, or from -2^(bits - 1) to 2^(bits - 1)."""
        least = -(1 << (bits - 1)) if signed else 0
        most = least + (1 << bits) - 1
        if least <= a.lo and a.hi <= most:
            self.largest = max(self.largest, abs(a.hi), abs(a.lo)) if bits == 64 and a.lo != a.hi else self.largest
            return a
        if a.lo == a.hi:
            return const((a.lo - least) % (1 << bits) + least)
        lo, hi = self.tight(a)
        if least <= lo and hi <= most:
            return Num(lo, hi, a.poly, a.zeros)
        if self.tracked and lo >= least - (1 << bits) and hi <= most + (1 << bits):
            above = hi <= most or self.is_not_negative(poly_add({(): most}, a.poly, -1))
            below = lo >= least or self.is_not_negative(poly_add(a.poly, {(): -least}))
            if above and below:
                return Num(max(lo, least), min(hi, most), a.poly, a.zeros)
        if not self.wraps:
            raise Refuted(f"a word of {bits} bits can hold {a}")
        return self.wrapped(a, bits, signed)

    def wrapped(self, a, bits, signed=False):
        """The same where the language or the instruction reduces modulo 2^bits."""
        if not signed:
            return self.low(a, bits)
        half = const(1 << (bits - 1))
        least, most = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
        if least <= a.lo and a.hi <= most:
            return a
        if self.thorough:
            a = Num(*self.by_remainders(a), a.poly, a.zeros)
            if least <= a.lo and a.hi <= most:
                return a
        return self.sub(self.low(self.add(a, half), bits), half)

    # ---- bits ----

    def decide(self, a):
        """
        The value of a number that has two values at most. The run goes on with one of them; `paths` makes a run for
        each. The range of its atom is that value from here on, and so are all polynomials.
        """
        lo, hi = self.tight(a)
        key = a if a.poly is None else frozenset(a.poly.items())
        if lo == hi or key in self.values:
            return self.values.get(key, lo)
        if hi != lo + 1:
            raise Refuted(f"a branch, or a bit operation that is not understood, on {a}")
        place = len(self.decided)
        value = lo + (self.decisions[place] if place < len(self.decisions) else 0)
        self.decided.append(value - lo)
        self.values[key] = value
        if a.poly is not None:
            self.assume(a, value)
        return value

    def assume(self, a, value):
        known = self.final(a.poly)
        rest = {m: c for m, c in known.items() if m}
        if len(rest) == 1:
            ((monomial, coefficient),) = rest.items()
            if len(monomial) == 1:
                atom, end = monomial[0], (value - known.get((), 0)) // coefficient
                self.atoms[atom][:] = end, end
                if atom in self.quotients:
                    poly, k = self.quotients[atom]
                    self.facts.append(poly_add(poly, {(): -end << k}))
                    self.facts.append(poly_add({(): (end << k) + (1 << k) - 1}, poly, -1))
                return
        for atom in sorted((m[0] for m in rest if len(m) == 1), reverse=True):
            if abs(rest[(atom,)]) == 1 and not any(atom in m for m in rest if len(m) > 1):
                others = poly_add({(): value}, {m: c for m, c in known.items() if m != (atom,)}, -1)
                self.known[atom] = {m: c * rest[(atom,)] for m, c in others.items()}
                return
        raise Refuted("a branch on what is not a carry")

    def is_mask(self, a):
        return a.lo >= -1 and a.hi <= 0

    def is_bit(self, a):
        return a.lo >= 0 and a.hi <= 1

    def bit_and(self, a, b, bits):
        a, b = self.settled(a), self.settled(b)
        if a.lo == a.hi:
            a, b = b, a
        if b.lo == b.hi:
            if self.is_mask(a) and a.lo != a.hi:
                a = const(self.decide(a))
            return self.masked(a, b.lo % (1 << bits), bits)
        for x, y in ((a, b), (b, a)):
            if self.is_mask(x) or self.is_bit(x):
                return self.bit_and(const(self.decide(x)), y, bits)
        raise Refuted(f"{a} & {b}")

    def masked(self, a, mask, bits):
        if a.lo == a.hi:
            return const(a.lo & mask)
        if mask == 0:
            return const(0)
        if mask == (1 << bits) - 1:
            return a
        top, least = mask.bit_length(), zeros_of(mask)
        if mask != (1 << top) - (1 << least):
            raise Refuted(f"{a} & {mask:#x}")
        upper = self.low(a, top)
        return upper if a.zeros >= least else self.shifted(self.floor(upper, least), least)

    def bit_or(self, a, b, bits):
        a, b = self.settled(a), self.settled(b)
        if a.lo == a.hi and b.lo == b.hi:
            return const((a.lo | b.lo) % (1 << bits))
        for x, y in ((a, b), (b, a)):
            if x.lo == x.hi and x.lo in (0, -1, (1 << bits) - 1):
                return y if x.lo == 0 else x
            if self.is_mask(x):
                return self.bit_or(const(self.decide(x)), y, bits)
        a, b = self.wrapped(a, bits), self.wrapped(b, bits)
        for x, y in ((a, b), (b, a)):
            if y.hi < 1 << min(x.zeros, bits):
                return self.add(x, y)
        if self.is_bit(a) and self.is_bit(b):
            return const(self.decide(a) | self.decide(b))
        raise Refuted(f"{a} | {b}: the bits may meet")

    def bit_xor(self, a, b, bits):
        a, b = self.settled(a), self.settled(b)
        if a is b:
            return const(0)
        if a.lo == a.hi and b.lo == b.hi:
            return const((a.lo ^ b.lo) % (1 << bits))
        for x, y in ((a, b), (b, a)):
            if x.lo == x.hi:
                if x.lo == 0:
                    return y
                if x.lo in (-1, (1 << bits) - 1):
                    return self.sub(const(-1), y)
                if x.lo == 1 and self.is_bit(y):
                    return self.sub(x, y)
            if x.xor is not None and any(y is z for z in x.xor):
                return x.xor[0] if y is x.xor[1] else x.xor[1]
            if self.is_mask(x) or self.is_bit(x):
                return self.bit_xor(const(self.decide(x)), y, bits)
        both = self.input(("xor", len(self.atoms)), 0, (1 << bits) - 1)
        return Num(both.lo, both.hi, both.poly, 0, (a, b))

    def settled(self, a):
        """The number itself once its bit has been decided."""
        if a.hi - a.lo == 1 and a.poly is not None:
            lo, hi = self.tight(a)
            if lo == hi:
                return const(lo)
        return a

    def less(self, a, b):
        """1 if a < b, else 0, for a and b in the range of their type. A sum that was cut is less if it carried."""
        if a.carry is not None and any(x is b for x in a.sum):
            return a.carry
        if a.hi < b.lo:
            return const(1)
        if a.lo >= b.hi:
            return const(0)
        bits = max(a.hi.bit_length(), b.hi.bit_length()) if min(a.lo, b.lo) >= 0 else 128
        return self.sub(const(0), self.floor(self.sub(a, b), bits))

    # ---- claims ----

    def value(self, words, weights):
        """The polynomial of the sum of words times weights."""
        total = {}
        for word, weight in zip(words, weights, strict=True):
            total = poly_add(total, word.poly, weight)
        return total

    def is_known(self, atom):
        return atom in self.known or self.atoms[atom][0] == self.atoms[atom][1]

    def final(self, poly):
        """The polynomial with every atom replaced of which something was decided."""
        while any(self.is_known(atom) for monomial in poly for atom in monomial):
            result = {}
            for monomial, coefficient in poly.items():
                term = {(): coefficient}
                for atom in monomial:
                    lo, hi = self.atoms[atom]
                    term = poly_mul(term, ({(): lo} if lo == hi else self.known.get(atom, {(atom,): 1})))
                result = poly_add(result, {m: c for m, c in term.items() if c})
            poly = result
        return poly


def paths(run, tracked=True, wraps=False):
    """Run once for each way in which the bits that a run branches on can be decided."""
    todo = [()]
    num = 0
    while todo:
        prefix = todo.pop()
        world = World(tracked, wraps, prefix)
        run(world)
        num += 1
        if num > 4096:
            raise Refuted("too many branches")
        for place in range(len(prefix), len(world.decided)):
            todo.append((*world.decided[:place], 1 - world.decided[place]))
    return num
