"""
Words of 64 bits as terms over inputs: sums modulo 2^64 with coefficients, exclusive ors, rotations, lower halves and
their products. Two words that are the same term are equal for all inputs. Terms are made in one form each, so that they
are the same objects; what has no such form is refuted.
"""

from exact import Num, Refuted, World, const
from intrinsics import REGISTER

WORD = 1 << 64
TERMS: dict[tuple, "Term"] = {}


class Term(Num):
    """
    kind and parts: ("input", name), ("sum", {(term, coefficient), ...}), ("xor", {term, ...}), ("turn", term, n) by n
    bits to the right, ("right", term, n), ("half", term), ("product", {(term, times), ...}) of halves. Constants are
    integers instead of terms.
    """

    __slots__ = ("key",)

    def __new__(cls, *key):
        if key not in TERMS:
            term = TERMS[key] = super().__new__(cls)
            Num.__init__(term, 0, (1 << 32 if key[0] == "half" else WORD) - 1)
            term.key = key
        return TERMS[key]

    def __init__(self, *key):
        pass


def simple(a):
    """A term, or the integer that a constant is."""
    if isinstance(a, Term):
        return a
    if a is None or a.lo != a.hi:
        raise Refuted("a number that is neither an input nor constant")
    return a.lo % WORD


def num_of(a):
    return const(a) if isinstance(a, int) else a


def addends(a):
    """The coefficients of the terms of a sum; the constant is that of 1."""
    if isinstance(a, int):
        return {1: a} if a else {}
    return dict(a.key[1]) if a.key[0] == "sum" else {a: 1}


def sum_of(coefficients):
    kept = {term: c % WORD for term, c in coefficients.items() if c % WORD}
    if not kept:
        return 0
    if kept.keys() == {1}:
        return kept[1]
    ((term, c),) = kept.items() if len(kept) == 1 else ((None, 0),)
    return term if c == 1 else Term("sum", frozenset(kept.items()))


def add(a, b, k=1):
    total = addends(a)
    for term, c in addends(b).items():
        total[term] = total.get(term, 0) + k * c
    return sum_of(total)


def factors(a):
    """The halves that a term multiplies, and how often each."""
    if a.key[0] == "product":
        return dict(a.key[1])
    if a.key[0] != "half":
        raise Refuted("a product of whole words")
    return {a: 1}


def product(a, b):
    """By distribution: of constants and halves."""
    total = {}
    for x, c in addends(a).items():
        for y, d in addends(b).items():
            term = y if x == 1 else x
            if x != 1 and y != 1:
                powers = factors(x)
                for half, n in factors(y).items():
                    powers[half] = powers.get(half, 0) + n
                term = Term("product", frozenset(powers.items()))
            total[term] = total.get(term, 0) + c * d
    return sum_of(total)


def members(a):
    return a.key[1] if isinstance(a, Term) and a.key[0] == "xor" else frozenset([a] if a != 0 else [])


def turned(a, b):
    """The word that turns into these two parts of it, or None."""
    if isinstance(b, Term) and b.key[0] == "right":
        a, b = b, a
    if not isinstance(a, Term) or a.key[0] != "right":
        return None
    _, word, n = a.key
    return turn(word, n) if left(word, 64 - n) is b else None


def xor(a, b):
    word = turned(a, b)
    if word is not None:
        return word
    left_over = members(a) ^ members(b)
    numbers = [x for x in left_over if isinstance(x, int)]
    if numbers:
        raise Refuted("a constant in an exclusive or")
    if len(left_over) < 2:
        return next(iter(left_over), 0)
    return Term("xor", left_over)


def turn(a, n):
    if a.key[0] == "turn":
        a, n = a.key[1], (a.key[2] + n) % 64
    return Term("turn", a, n) if n else a


def left(a, n):
    return sum_of({term: c << n for term, c in addends(a).items()})


def right(a, n):
    if isinstance(a, int):
        return a >> n
    return Term("right", a, n) if n else a


def half(a):
    if isinstance(a, int):
        return a % (1 << 32)
    return a if a.key[0] == "half" else Term("half", a)


class TermWorld(World):
    """The arithmetic of C, and of intrinsics that are lane by lane."""

    def __init__(self):
        super().__init__(tracked=False)

    def add(self, a, b, k=1):
        return num_of(add(simple(a), simple(b), k)) if Term in (type(a), type(b)) else super().add(a, b, k)

    def mul(self, a, b):
        return num_of(product(simple(a), simple(b))) if Term in (type(a), type(b)) else super().mul(a, b)

    def word(self, a, bits, signed=False):
        return self.low(a, bits) if isinstance(a, Term) else super().word(a, bits, signed)

    def wrapped(self, a, bits, signed=False):
        return self.low(a, bits) if isinstance(a, Term) else super().wrapped(a, bits, signed)

    def low(self, a, k):
        if not isinstance(a, Term):
            return super().low(a, k)
        if k not in (32, 64):
            raise Refuted(f"the lower {k} bits")
        return a if k == 64 else half(a)

    def floor(self, a, k):
        return num_of(right(a, k)) if isinstance(a, Term) else super().floor(a, k)

    def shifted(self, a, k):
        return num_of(left(a, k)) if isinstance(a, Term) else super().shifted(a, k)

    def bit_xor(self, a, b, bits):
        return num_of(xor(simple(a), simple(b))) if Term in (type(a), type(b)) else super().bit_xor(a, b, bits)

    def bit_or(self, a, b, bits):
        if Term not in (type(a), type(b)):
            return super().bit_or(a, b, bits)
        word = turned(simple(a), simple(b))
        if word is None:
            raise Refuted("an or of what does not turn a word")
        return word


# ---- intrinsics that are not lane by lane ----


def shuffle_bytes(machine, args):
    (words, kind), (orders, _) = args
    result = []
    for i, (word, order) in enumerate(zip(words, orders, strict=True)):
        places = list((order.lo % WORD).to_bytes(8, "little"))
        first = places[0] % 8
        if places != [8 * (i % 2) + (first + at) % 8 for at in range(8)]:
            raise Refuted("a shuffle that does not turn words")
        result.append(turn(word, 8 * first))
    return tuple(result), kind


def shuffle_quarters(machine, args):
    (words, kind), (control, _) = args
    if control.lo != 0xB1:
        raise Refuted("a shuffle that does not swap the halves of words")
    return tuple(turn(word, 32) for word in words), kind


def join_words(machine, args):
    """In each 16 bytes: from byte 8 of the second operand on, then the first."""
    (a, kind), (b, _), (n, _) = args
    if n.lo != 8:
        raise Refuted("a place that is not between words")
    return tuple(b[i + 1] if i % 2 == 0 else a[i - 1] for i in range(len(a))), kind


def exclusive_or(machine, args):
    (a, kind), (b, _) = args
    return machine.lanes(lambda x, y: machine.world.bit_xor(x, y, 64), a, b), kind


def repeat(machine, args):
    return args[0][0] * 2, REGISTER[4]


def shift_right(machine, args):
    (a, kind), (n, _) = args
    return machine.lanes(lambda x: machine.world.floor(x, n.lo), a), kind


INTRINSICS = {
    "_mm256_xor_si256": exclusive_or,
    "_mm512_xor_si512": exclusive_or,
    "_mm256_srli_epi64": shift_right,
    "_mm256_shuffle_epi8": shuffle_bytes,
    "_mm256_shuffle_epi32": shuffle_quarters,
    "_mm256_broadcastsi128_si256": repeat,
    "_mm256_alignr_epi8": join_words,
    "_mm512_alignr_epi8": join_words,
}
