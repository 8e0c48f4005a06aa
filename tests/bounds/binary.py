"""
Words over GF(2): each bit is a polynomial in the bits of the inputs, of degree two at most. Exclusive or, shifts by
constants, masks, shuffles and carry-less products are understood, and nothing else.

A word is kept by monomial: the places of the bits that have this monomial, as one integer. A monomial is one integer,
too: 0 is 1, the sum of two bits' numbers times 2^MONOMIAL is their product.
"""

from functools import partial

from exact import Num, Refuted, World, const
from intrinsics import REGISTER
from kinds import INT, LONG, VOID, Int

MONOMIAL = 20  # bits of the number of an input bit
WORD = (1 << 64) - 1
PREFIXES = {"_mm": 2, "_mm256": 4, "_mm512": 8}


class Bits(Num):
    """A word that is not constant."""

    __slots__ = ("terms",)

    def __init__(self, terms, bits=64):
        super().__init__(0, (1 << bits) - 1)
        self.terms = terms


class Row(list):
    """A row of an array of bytes, of which vectors may be read beyond its end: a place in the flat array."""

    def __init__(self, flat, at):
        super().__init__()
        self.flat, self.at = flat, at


class Inputs:
    """Numbers for the bits of inputs, by name."""

    def __init__(self):
        self.names = {}

    def bit(self, name, place):
        return self.names.setdefault((name, place), len(self.names) + 1)

    def block(self, name, where=range(64)):
        """A block of 128 input bits, as two words; or of those at some places of each word, and zeros."""
        return tuple(Bits({self.bit(name, 64 * half + i): 1 << i for i in where}) for half in range(2))


def terms_of(word):
    if word is None:
        raise Refuted("a word that was not written")
    if isinstance(word, Bits):
        return word.terms
    if word.lo != word.hi:
        raise Refuted(f"{word} is not a word of bits")
    return {0: word.lo & WORD} if word.lo & WORD else {}


def word_of(terms, bits=64):
    """A word, constant if its bits are."""
    if not terms:
        return const(0)
    return const(terms[0]) if terms.keys() == {0} else Bits(terms, bits)


def value_of(word):
    if isinstance(word, Bits) or word.lo != word.hi:
        raise Refuted("a value that is not constant")
    return word.lo


# ---- words ----


def sum_of(*all_terms):
    """Of dictionaries by monomial."""
    result = dict(max(all_terms, key=len))
    rest = list(all_terms)
    rest.remove(max(all_terms, key=len))
    for terms in rest:
        for monomial, places in terms.items():
            left = result.get(monomial, 0) ^ places
            if left:
                result[monomial] = left
            else:
                result.pop(monomial, None)
    return result


def xor(*words):
    return word_of(sum_of(*map(terms_of, words)))


def each_place(change, word):
    """The word with the places of its bits moved or dropped."""
    changed = ((m, change(places)) for m, places in terms_of(word).items())
    return word_of({m: places for m, places in changed if places})


def left(word, n):
    return each_place(lambda places: places << n & WORD, word)


def right(word, n):
    return each_place(lambda places: places >> n, word)


def piece(word, at, bits):
    return each_place(lambda places: places >> at & ((1 << bits) - 1), word)


def joined(pieces, bits):
    """A word of pieces of so many bits, the lowest first."""
    return xor(const(0), *(left(part, bits * i) for i, part in enumerate(pieces)))


def masked(a, b):
    for x, y in ((a, b), (b, a)):
        if not isinstance(y, Bits):
            return each_place(lambda places, y=y: places & y.lo & WORD, x)
    raise Refuted("a product of bits")


def either(a, b):
    """The bits must not meet."""
    used = [0, 0]
    for i, word in enumerate((a, b)):
        for places in terms_of(word).values():
            used[i] |= places
    if used[0] & used[1]:
        raise Refuted("bits that may both be 1")
    return xor(a, b)


def halves_of(terms):
    """The two words of 128 bits by monomial."""
    return tuple(word_of({m: half for m, places in terms.items() if (half := places >> at & WORD)}) for at in (0, 64))


def carry_less(a, b):
    """The product of two integers as polynomials over GF(2)."""
    if a & (a - 1) == 0 or b & (b - 1) == 0:
        return a * b
    if a.bit_count() > b.bit_count():
        a, b = b, a
    result = 0
    while a:
        result ^= b << ((a & -a).bit_length() - 1)
        a &= a - 1
    return result


def monomial_of(m, n):
    if m == 0 or n == 0:
        return m | n
    if max(m, n) >> MONOMIAL or m == n:
        raise Refuted("a product of more than two input bits")
    return min(m, n) << MONOMIAL | max(m, n)


def product(a, b):
    """The two words of a carry-less product."""
    both = {}
    for m, x in terms_of(a).items():
        for n, y in terms_of(b).items():
            monomial = monomial_of(m, n)
            both[monomial] = both.get(monomial, 0) ^ carry_less(x, y)
    return halves_of(both)


def total(a, b):
    """a + b of constants, and a + a."""
    if a is b or (isinstance(a, Bits) and isinstance(b, Bits) and a.terms == b.terms):
        return left(a, 1)
    return const((value_of(a) + value_of(b)) & WORD)


def difference(a, b):
    """Of constants; and 0 - b for a single bit, in all places."""
    if not isinstance(b, Bits):
        return const((value_of(a) - value_of(b)) & WORD)
    if value_of(a) != 0 or any(places != 1 for places in b.terms.values()):
        raise Refuted("a difference of words")
    return word_of(dict.fromkeys(b.terms, WORD))


# ---- memory: vectors of words, and arrays of integers, bytes above all ----


def place_of(pointer):
    """The array, the place in it, and the bits of an element."""
    box, key = pointer.box, pointer.key
    of = pointer.of or pointer.to
    bits = of.bits if isinstance(of, Int) else 8
    return (box.flat, box.at + key, 8) if isinstance(box, Row) else (box, key, bits)


def load(lanes, pointer, num=None):
    """`num` words, as many as a register has unless they are fewer; the others are 0, and not read."""
    box, key, bits = place_of(pointer)
    num = lanes if num is None else num
    if num == 0:
        return (const(0),) * lanes
    if isinstance(box[key], tuple):
        return box[key]
    per = 64 // bits
    if not 0 <= key <= len(box) - per * num:
        raise Refuted(f"elements {key} to {key + per * num} of {len(box)}")
    words = [joined(box[at : at + per], bits) for at in range(key, key + per * num, per)]
    return (*words, *[const(0)] * (lanes - num))


def store(lanes, pointer, words):
    box, key, bits = place_of(pointer)
    if isinstance(box, dict) or (0 <= key < len(box) and isinstance(box[key], tuple)):
        box[key] = words
        return
    num = 64 // bits * len(words)
    if not 0 <= key <= len(box) - num:
        raise Refuted(f"elements {key} to {key + num} of {len(box)}")
    box[key : key + num] = [piece(word, at, bits) for word in words for at in range(0, 64, bits)]


def bytes_of(words):
    return [piece(word, at, 8) for word in words for at in range(0, 64, 8)]


# ---- from place to place ----


def blocks(words):
    return [words[i : i + 2] for i in range(0, len(words), 2)]


def shuffle_bytes(lanes, words, control):
    result = []
    for block, places in zip(blocks(words), blocks(control), strict=True):
        source, places = bytes_of(block), [value_of(x) for x in bytes_of(places)]
        chosen = [const(0) if place & 0x80 else source[place & 15] for place in places]
        result += [joined(chosen[:8], 8), joined(chosen[8:], 8)]
    return tuple(result)


def shuffle_quarters(lanes, words, control):
    result = []
    for block in blocks(words):
        quarters = [piece(block[i // 2], 32 * (i % 2), 32) for i in range(4)]
        chosen = [quarters[value_of(control) >> 2 * i & 3] for i in range(4)]
        result += [joined(chosen[:2], 32), joined(chosen[2:], 32)]
    return tuple(result)


def bytes_up(lanes, words, n):
    return moved_bytes(words, value_of(n))


def bytes_down(lanes, words, n):
    return moved_bytes(words, -value_of(n))


def moved_bytes(words, by):
    result = []
    for block in blocks(words):
        source = bytes_of(block)
        moved = [source[i - by] if 0 <= i - by < 16 else const(0) for i in range(16)]
        result += [joined(moved[:8], 8), joined(moved[8:], 8)]
    return tuple(result)


def unpack(at):
    return lambda lanes, a, b: tuple(x for pair in zip(blocks(a), blocks(b), strict=True)
                                     for x in (pair[0][at], pair[1][at]))


def unpack_high_quarters(lanes, a, b):
    result = []
    for x, y in zip(blocks(a), blocks(b), strict=True):
        result += [joined([piece(word, at, 32) for word in (x[1], y[1])], 32) for at in (0, 32)]
    return tuple(result)


def permute_halves(lanes, a, b, control):
    if value_of(control) & 0x88:
        raise Refuted("a half that is cleared")
    halves = [*blocks(a), *blocks(b)]
    return (*halves[value_of(control) & 3], *halves[value_of(control) >> 4 & 3])


def carry_less_products(lanes, a, b, control):
    at_a, at_b = value_of(control) & 1, value_of(control) >> 4
    done, result = {}, []
    for x, y in zip(blocks(a), blocks(b), strict=True):
        key = id(x[at_a]), id(y[at_b])
        if key not in done:
            done[key] = product(x[at_a], y[at_b])
        result += done[key]
    return tuple(result)


def blend(bits):
    """Words of the second operand where the mask has a one, of pieces of so many bits."""
    num = 64 // bits

    def run(lanes, a, b, control):
        result = []
        for i, pair in enumerate(zip(a, b, strict=True)):
            chosen = value_of(control) >> num * i & ((1 << num) - 1)
            if chosen not in (0, (1 << num) - 1):
                raise Refuted("half a word")
            result.append(pair[int(chosen != 0)])
        return tuple(result)

    return run


def keep(lanes, mask, words):
    return tuple(word if value_of(mask) >> i & 1 else const(0) for i, word in enumerate(words))


def load_some(lanes, mask, pointer):
    num = value_of(mask).bit_length()
    if value_of(mask) != (1 << num) - 1:
        raise Refuted("a mask with gaps")
    return load(lanes, pointer, num)


def broadcast_some(lanes, mask, block):
    """The mask is of quarters."""
    return tuple(word if value_of(mask) >> 2 * i & 3 == 3 else const(0) for i, word in enumerate(block * (lanes // 2)))


def quarters(operation):
    """Of each 32 bits; operation takes and returns a word of that many."""

    def run(lanes, words, n):
        return tuple(joined([piece(operation(piece(word, at, 32), value_of(n)), 0, 32) for at in (0, 32)], 32)
                     for word in words)

    return run


def sign_of_quarter(word, n):
    if n != 31:
        raise Refuted("a signed shift by less than the whole word")
    return each_place(lambda places: (1 << 32) - 1 if places >> 31 else 0, word)


def words_by(operation):
    return lambda lanes, words, n: tuple(operation(word, value_of(n)) for word in words)


def lane_by_lane(operation):
    return lambda lanes, *vectors: tuple(operation(*words) for words in zip(*vectors, strict=True))


def by_counts(operation):
    """Each word by its own count; 64 and more leave 0."""
    return lane_by_lane(lambda word, n: const(0) if value_of(n) > 63 else operation(word, value_of(n)))


def by_low_count(operation):
    """All words by the low word of a register."""
    return lambda lanes, words, counts: by_counts(operation)(lanes, words, (counts[0],) * lanes)


def sum_of_quarters(lanes, a, b):
    """Of constants, and of a word and itself."""
    result = []
    for x, y in zip(a, b, strict=True):
        parts = [total(*(piece(word, at, 32) for word in (x, y))) for at in (0, 32)]
        result.append(joined([piece(part, 0, 32) for part in parts], 32))
    return tuple(result)


def ternary(lanes, a, b, c, control):
    if value_of(control) != 0x96:
        raise Refuted("ternary logic")
    return lane_by_lane(xor)(lanes, a, b, c)


def from_pieces(bits):
    """The arguments of _mm_set: the highest first."""
    num = 64 // bits

    def run(lanes, *values):
        low = [const(value_of(value) & ((1 << bits) - 1)) for value in values[::-1]]
        return tuple(joined(low[i : i + num], bits) for i in range(0, len(low), num))

    return run


def words_first(num):
    return lambda lanes, words: words[:num]


def extended(lanes, words):
    return words + (const(0),) * (lanes - len(words))


def extracted(lanes, words, at, num=2):
    return words[num * value_of(at) :][:num]


OPERATIONS = {
    **{f"setzero_si{bits}": lambda lanes: (const(0),) * lanes for bits in (128, 256, 512)},
    **{f"{name}_si{bits}": load for name in ("load", "loadu") for bits in (128, 256, 512)},
    **{f"{name}_si{bits}": store for name in ("store", "storeu") for bits in (128, 256, 512)},
    **{f"{name}_si{bits}": lane_by_lane(operation) for bits in (128, 256, 512)
       for name, operation in (("xor", xor), ("and", masked), ("or", either))},
    "ternarylogic_epi64": ternary,
    "clmulepi64_si128": carry_less_products,
    "clmulepi64_epi128": carry_less_products,
    "shuffle_epi8": shuffle_bytes,
    "shuffle_epi32": shuffle_quarters,
    "unpacklo_epi64": unpack(0),
    "unpackhi_epi64": unpack(1),
    "unpackhi_epi32": unpack_high_quarters,
    "permute2x128_si256": permute_halves,
    "mask_blend_epi64": lambda lanes, mask, a, b: blend(64)(lanes, a, b, mask),
    "blend_epi32": blend(32),
    "maskz_mov_epi64": keep,
    "maskz_loadu_epi64": load_some,
    "maskz_broadcast_i32x4": broadcast_some,
    "slli_epi64": words_by(left),
    "srli_epi64": words_by(right),
    "slli_epi32": quarters(left),
    "srli_epi32": quarters(right),
    "srai_epi32": quarters(sign_of_quarter),
    "sllv_epi64": by_counts(left),
    "srlv_epi64": by_counts(right),
    "sll_epi64": by_low_count(left),
    "srl_epi64": by_low_count(right),
    "slli_si128": bytes_up,
    "bslli_epi128": bytes_up,
    "bsrli_si128": bytes_down,
    "bsrli_epi128": bytes_down,
    "add_epi64": lane_by_lane(total),
    "sub_epi64": lane_by_lane(difference),
    "add_epi32": sum_of_quarters,
    "set_epi64x": from_pieces(64),
    "set_epi64": from_pieces(64),
    "set_epi32": from_pieces(32),
    "set_epi8": from_pieces(8),
    "set1_epi64": lambda lanes, x: (x,) * lanes,
    "set1_epi64x": lambda lanes, x: (x,) * lanes,
    "cvtsi32_si128": lambda lanes, x: (const(value_of(x) & 0xFFFFFFFF), const(0)),
    "broadcastsi128_si256": lambda lanes, block: block * 2,
    "broadcast_i32x4": lambda lanes, block: block * 4,
    "set_m128i": lambda lanes, high, low: low + high,
    "castsi256_si128": words_first(2),
    "castsi512_si128": words_first(2),
    "castsi512_si256": words_first(4),
    "zextsi128_si256": extended,
    "zextsi128_si512": extended,
    "extracti128_si256": extracted,
    "extracti32x4_epi32": extracted,
    "extracti64x4_epi64": partial(extracted, num=4),
}


# ---- words of 8, 16 and 32 bits ----


def parts(words, bits):
    return [piece(word, at, bits) for word in words for at in range(0, 64, bits)]


def register_of(pieces, bits):
    per = 64 // bits
    return tuple(joined(pieces[i : i + per], bits) for i in range(0, len(pieces), per))


def each_part(bits, operation):
    """Of each part of one register and the part of another one, whose parts are constant."""

    def run(lanes, a, b):
        pairs = zip(parts(a, bits), map(value_of, parts(b, bits)), strict=True)
        return register_of([piece(operation(x, n), 0, bits) for x, n in pairs], bits)

    return run


def by_number(bits, operation):
    """Of each part and a number."""
    return lambda lanes, a, n: register_of([piece(operation(x, value_of(n)), 0, bits) for x in parts(a, bits)], bits)


def times_power(word, factor):
    """The product with a power of two, or with 0."""
    if factor & (factor - 1):
        raise Refuted("a factor that is no power of two")
    return left(word, factor.bit_length() - 1) if factor else const(0)


def equals_bit(word, n):
    """Whether a word that is 0 or one bit is that bit, in all places."""
    terms = terms_of(word)
    if n & (n - 1) or any(places != n for places in terms.values()):
        raise Refuted("a comparison of more than one bit")
    return word_of(dict.fromkeys(terms, WORD))


def pairs_of_products(bits):
    """Neighbours of so many bits, each times a power of two, in one word of twice as many. They must not meet."""

    def run(lanes, a, b):
        products = [times_power(x, value_of(y)) for x, y in zip(parts(a, bits), parts(b, bits), strict=True)]
        return register_of([either(x, y) for x, y in zip(products[::2], products[1::2], strict=True)], 2 * bits)

    return run


def packed(bits):
    """Words of half the width from a and b in turns of 128 bits; none may need saturation."""

    def run(lanes, a, b):
        result = []
        for x, y in zip(blocks(a), blocks(b), strict=True):
            for word in parts((*x, *y), 2 * bits):
                if any(places >> bits for places in terms_of(word).values()):
                    raise Refuted("a word that may be saturated")
                result.append(word)
        return register_of(result, bits)

    return run


def chosen_parts(bits, is_second):
    def run(lanes, a, b, control):
        pairs = list(zip(parts(a, bits), parts(b, bits), strict=True))
        return register_of([pair[is_second(control, i)] for i, pair in enumerate(pairs)], bits)

    return run


def signs(lanes, a):
    """The highest bit of each byte."""
    return joined([right(byte, 7) for byte in parts(a, 8)], 1)


def permuted_quarters(lanes, a, places):
    quarters = parts(a, 32)
    return register_of([quarters[value_of(place) & 7] for place in parts(places, 32)], 32)


def repeated(bits):
    return lambda lanes, x: register_of([piece(x, 0, bits)] * (64 * lanes // bits), bits)


OPERATIONS |= {
    "loadl_epi64": lambda lanes, pointer: load(2, pointer, 1),
    "storel_epi64": lambda lanes, pointer, a: store(1, pointer, a[:1]),
    "set1_epi8": repeated(8),
    "set1_epi16": repeated(16),
    "set1_epi32": repeated(32),
    **{f"setr_epi{bits}": lambda lanes, *x, bits=bits: from_pieces(bits)(lanes, *x[::-1]) for bits in (8, 16, 32)},
    "setr_epi64x": lambda lanes, *x: from_pieces(64)(lanes, *x[::-1]),
    "madd_epi16": pairs_of_products(16),
    "maddubs_epi16": pairs_of_products(8),
    "mullo_epi16": each_part(16, times_power),
    "mulhi_epu16": each_part(16, lambda x, n: right(times_power(x, n), 16)),
    "cmpeq_epi16": each_part(16, equals_bit),
    "sllv_epi32": each_part(32, left),
    "srlv_epi32": each_part(32, right),
    "slli_epi16": by_number(16, left),
    "srli_epi16": by_number(16, right),
    "packus_epi16": packed(8),
    "blend_epi16": chosen_parts(16, lambda control, i: value_of(control) >> i % 8 & 1),
    "blendv_epi8": lambda lanes, a, b, mask: register_of(
        [pair[value_of(m) >> 7] for *pair, m in zip(*(parts(x, 8) for x in (a, b, mask)), strict=True)], 8),
    "permute4x64_epi64": lambda lanes, a, control: tuple(a[value_of(control) >> 2 * i & 3] for i in range(4)),
    "permutevar8x32_epi32": permuted_quarters,
    "srli_si128": bytes_down,
    "inserti128_si256": lambda lanes, a, b, at: (*a[:2], *b) if value_of(at) else (*b, *a[2:]),
    "castsi128_si256": lambda lanes, a: (*a, const(0), const(0)),
    "movemask_epi8": signs,
    "extract_epi16": lambda lanes, a, at: parts(a, 16)[value_of(at)],
    "sub_epi8": lambda lanes, a, b: register_of(
        [const(value_of(x) - value_of(y) & 0xFF) for x, y in zip(parts(a, 8), parts(b, 8), strict=True)], 8),
}


class BinaryWorld(World):
    """Integers of C that are words of bits, too: shifts by constants, masks, sums of bits that do not meet."""

    def __init__(self):
        super().__init__(tracked=False)

    def word(self, a, bits, signed=False):
        return self.low(a, bits) if isinstance(a, Bits) else super().word(a, bits, signed)

    def wrapped(self, a, bits, signed=False):
        return self.low(a, bits) if isinstance(a, Bits) else super().wrapped(a, bits, signed)

    def low(self, a, k):
        return piece(a, 0, k) if isinstance(a, Bits) else super().low(a, k)

    def floor(self, a, k):
        return right(a, k) if isinstance(a, Bits) else super().floor(a, k)

    def shifted(self, a, k):
        return each_place(lambda places: places << k, a) if isinstance(a, Bits) else super().shifted(a, k)

    def bit_or(self, a, b, bits):
        return either(a, b) if isinstance(a, Bits) or isinstance(b, Bits) else super().bit_or(a, b, bits)

    def bit_and(self, a, b, bits):
        return masked(a, b) if isinstance(a, Bits) or isinstance(b, Bits) else super().bit_and(a, b, bits)


def intrinsic(lanes, operation):
    def run(machine, args):
        result = operation(lanes, *(value for value, _ in args))
        if result is None or not isinstance(result, tuple):
            return result, VOID if result is None else INT
        return result, REGISTER[len(result)]

    return run


INTRINSICS = {f"{prefix}_{name}": intrinsic(lanes, operation) for prefix, lanes in PREFIXES.items()
              for name, operation in OPERATIONS.items()}
INTRINSICS["_mm256_extract_epi64"] = lambda machine, args: (args[0][0][value_of(args[1][0])], LONG)
INTRINSICS["_mm_cvtsi128_si32"] = lambda machine, args: (piece(args[0][0][0], 0, 32), INT)
