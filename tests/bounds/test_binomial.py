"""
ML-KEM's noise (FIPS 203 algorithm 8) in C and with AVX2, for all bytes: a word is made of fields that do not meet, each
a sum of bits of the input. What is cut off a field must be masked off, and sums must not leave theirs.
"""

import pytest
from exact import Num, Refuted, World, const
from intrinsics import REGISTER
from kinds import INT
from machine import Machine
from proof import Kernel

N, LANE = 256, 32
AVX2, C = "kernels/mlkem/mlkem_avx2.c", "kernels/mlkem/mlkem_portable.c"


class Field:
    """
    A constant plus bits of the input with coefficients. If it can be negative, it fills `width` bits alone and is only
    moved.
    """

    def __init__(self, bits, constant=0, width=0):
        self.bits, self.constant, self.width = {b: c for b, c in bits.items() if c}, constant, width
        self.lo = constant + sum(c for c in self.bits.values() if c < 0)
        self.hi = constant + sum(c for c in self.bits.values() if c > 0)
        self.len = width or self.hi.bit_length()

    def plus(self, other, k):
        if self.width or other.width:
            raise Refuted("arithmetic on a signed field")
        names = self.bits.keys() | other.bits.keys()
        bits = {b: self.bits.get(b, 0) + k * other.bits.get(b, 0) for b in names}
        return Field(bits, self.constant + k * other.constant)


class Fields(Num):
    """A word: fields by their places, which do not meet."""

    __slots__ = ("fields",)

    def __init__(self, fields):
        self.fields = {at: field for at, field in sorted(fields.items()) if field.bits or field.constant}
        end = 0
        for at, field in self.fields.items():
            if at < end:
                raise Refuted("a field that reaches into the next one")
            end = at + field.len
        placed = self.fields.items()
        super().__init__(sum(f.lo << at for at, f in placed), sum(f.hi << at for at, f in placed))


def fields_of(a, like=()):
    """The fields of a word. A constant has those of the places in `like`."""
    if isinstance(a, Fields):
        return a.fields
    if a.lo != a.hi:
        raise Refuted("a number that is not made of fields")
    places = sorted({0, *like})
    ends = [*places[1:], LANE]
    return {at: Field({}, a.lo >> at & (1 << end - at) - 1) for at, end in zip(places, ends, strict=True)}


def total(a, b, k=1):
    x, y = fields_of(a, getattr(b, "fields", ())), fields_of(b, getattr(a, "fields", ()))
    none = Field({})
    return {at: x.get(at, none).plus(y.get(at, none), k) for at in x.keys() | y.keys()}


def within(fields, width):
    """A sum or difference in lanes of so many bits. A field below 0 must have a lane for itself."""
    result = {}
    for at, field in fields.items():
        if field.lo < 0:
            lane = range(at, at + width)
            others = [f for other, f in fields.items() if other in lane and other != at]
            if at % width or any(f.bits or f.constant for f in others):
                raise Refuted("a borrow from the next field")
            result[at] = Field(field.bits, field.constant, width)
        elif at // width != (at + max(field.len, 1) - 1) // width:
            raise Refuted("a carry out of its lane")
        else:
            result[at] = field
    return Fields(result)


def moved(a, n):
    """Shift by n bits to the left, or -n to the right, within a lane."""
    result = {}
    for at, field in fields_of(a).items():
        if field.width:
            raise Refuted("a shift of a signed field")
        start, end = max(at + n, 0), min(at + n + field.len, LANE)
        if start < end:
            result[start] = field if end - start == field.len else rest_of_field(end - start)
    return Fields(result)


def rest_of_field(num_bits):
    """What a shift leaves of a field: an unknown number, which must be masked off."""
    return Field({object(): (1 << num_bits) - 1})


def masked(a, mask):
    if mask.lo != mask.hi:
        raise Refuted("a mask that is not constant")
    result = {}
    for at, field in fields_of(a).items():
        taken = (1 << field.len) - 1 << at
        if field.width or taken & mask.lo not in (0, taken):
            raise Refuted("a mask that cuts a field")
        if taken & mask.lo:
            result[at] = field
    return Fields(result)


def joined(a, b):
    x, y = fields_of(a), fields_of(b)
    if x.keys() & y.keys():
        raise Refuted("an or of what meets")
    return Fields(x | y)


def byte(lane, i):
    """Byte i of a lane, as fields."""
    result = {}
    for at, field in fields_of(lane).items():
        if at // 8 == i and (field.width or field.len) <= 8 - at % 8:
            result[at - 8 * i] = field
        elif at < 8 * i + 8 and at + field.len > 8 * i:
            raise Refuted("a byte of a field that is in two")
    return result


def lane_of(pieces, size):
    return Fields({size * i + at: field for i, piece in enumerate(pieces) for at, field in piece.items()})


class FieldWorld(World):
    def __init__(self):
        super().__init__(tracked=False)

    def add(self, a, b, k=1):
        return Fields(total(a, b, k)) if Fields in (type(a), type(b)) else super().add(a, b, k)

    def sub(self, a, b):
        return self.add(a, b, -1)

    def word(self, a, bits, signed=False):
        return a if isinstance(a, Fields) else super().word(a, bits, signed)

    def wrapped(self, a, bits, signed=False):
        return a if isinstance(a, Fields) else super().wrapped(a, bits, signed)

    def floor(self, a, k):
        return moved(a, -k) if isinstance(a, Fields) else super().floor(a, k)

    def bit_and(self, a, b, bits):
        return masked(a, b) if isinstance(a, Fields) else super().bit_and(a, b, bits)


# ---- intrinsics: a register is a tuple of lanes of 32 bits ----


def lanewise(operation):
    return lambda *vectors: tuple(operation(*lanes) for lanes in zip(*vectors, strict=True))


def by_number(operation):
    return lambda a, n: tuple(operation(lane, n.lo) for lane in a)


def bytes_of(a):
    return [byte(lane, i) for lane in a for i in range(4)]


def register(pieces):
    return tuple(lane_of(pieces[at : at + 4], 8) for at in range(0, len(pieces), 4))


def load(num):
    return lambda p: register([fields_of(x) for x in p.box[p.key : p.key + num]])


def store(p, a):
    """Words of 16 bits."""
    words = []
    for lane in a:
        for at in (0, 16):
            pieces = {place - at: f for place, f in fields_of(lane).items() if at <= place < at + 16}
            if any(place + f.len > 16 for place, f in pieces.items()):
                raise Refuted("a word of a field that is in two")
            words.append(Fields(pieces))
    p.box[p.key : p.key + len(words)] = words


def shuffle(a, order):
    """In each 16 bytes; a negative number is a zero."""
    source, result = bytes_of(a), []
    places = [lane.lo >> 8 * i & 0xFF for lane in order for i in range(4)]
    for i, place in enumerate(places):
        result.append({} if place & 0x80 else source[i // 16 * 16 + (place & 15)])
    return register(result)


def unpacked(size, upper):
    """The lower or upper eight bytes of each 16, `size` bytes of a and of b in turns."""

    def run(a, b):
        if size == 4:
            places = [at + 2 * upper + i for at in range(0, len(a), 4) for i in (0, 1)]
            return tuple(lane for place in places for lane in (a[place], b[place]))
        x, y = bytes_of(a), bytes_of(b)
        places = [at + 8 * upper + i for at in range(0, len(x), 16) for i in range(8)]
        return register([piece for place in places for piece in (x[place], y[place])])

    return run


def widened(a):
    """Signed bytes to words."""
    words = []
    for piece in bytes_of(a):
        if piece.keys() - {0} or any((f.lo < 0 and f.width != 8) or f.hi > 127 for f in piece.values()):
            raise Refuted("a byte that is not one signed field")
        words.append({at: Field(f.bits, f.constant, 16 if f.width else 0) for at, f in piece.items()})
    return tuple(lane_of(words[at : at + 2], 16) for at in range(0, len(words), 2))


def repeated(bits):
    return lambda x: (const(sum((x.lo & (1 << bits) - 1) << at for at in range(0, LANE, bits))),) * 8


def from_bytes(*x):
    return tuple(const(sum((b.lo & 0xFF) << 8 * i for i, b in enumerate(x[at : at + 4]))) for at in range(0, 32, 4))


OPERATIONS = {
    "_mm256_loadu_si256": load(32),
    "_mm_loadu_si128": load(16),
    "_mm256_storeu_si256": store,
    "_mm256_srli_epi32": by_number(lambda lane, n: moved(lane, -n)),
    "_mm256_slli_epi32": by_number(moved),
    "_mm256_and_si256": lanewise(masked),
    "_mm256_or_si256": lanewise(joined),
    "_mm256_add_epi8": lanewise(lambda a, b: within(total(a, b), 8)),
    "_mm256_sub_epi8": lanewise(lambda a, b: within(total(a, b, -1), 8)),
    "_mm256_sub_epi16": lanewise(lambda a, b: within(total(a, b, -1), 16)),
    "_mm256_add_epi32": lanewise(lambda a, b: within(total(a, b), 32)),
    "_mm256_sub_epi32": lanewise(lambda a, b: within(total(a, b, -1), 32)),
    "_mm256_set1_epi8": repeated(8),
    "_mm256_set1_epi16": repeated(16),
    "_mm256_set1_epi32": repeated(32),
    "_mm256_setr_epi8": from_bytes,
    "_mm256_shuffle_epi8": shuffle,
    "_mm256_unpacklo_epi8": unpacked(1, 0),
    "_mm256_unpackhi_epi8": unpacked(1, 1),
    "_mm256_unpacklo_epi32": unpacked(4, 0),
    "_mm256_unpackhi_epi32": unpacked(4, 1),
    "_mm256_cvtepi8_epi16": widened,
    "_mm256_castsi256_si128": lambda a: a[:4],
    "_mm256_castsi128_si256": lambda a: a + (None,) * 4,
    "_mm256_extracti128_si256": lambda a, at: a[4 * at.lo :][:4],
    "_mm256_inserti128_si256": lambda a, b, at: a[:4] + b if at.lo else b + a[4:],
    "_mm256_permute2x128_si256": lambda a, b, at: (a + b)[4 * (at.lo & 3) :][:4] + (a + b)[4 * (at.lo >> 4) :][:4],
}


def intrinsic(operation):
    def run(machine, args):
        result = operation(*(value for value, _ in args))
        return result, INT if result is None else REGISTER[len(result) // 2]

    return run


# ---- the claim ----


def input_bytes(num):
    return [Fields({j: Field({8 * i + j: 1}) for j in range(8)}) for i in range(num)]


def prove_binomial(kernel, eta):
    machine = Machine(kernel.source, FieldWorld(), instead={name: intrinsic(o) for name, o in OPERATIONS.items()})
    out, bytes_in = [None] * N, input_bytes(N // 4 * eta + 8)  # vectors may read beyond the end
    if "sample_binomial" in machine.functions:
        machine.call("sample_binomial", out, bytes_in, eta)
    else:
        machine.call(f"binomial_{eta}", out, bytes_in)
    for i, got in enumerate(out):
        first = 2 * eta * i
        expected = {first + j: 1 if j < eta else -1 for j in range(2 * eta)}
        field = fields_of(got).get(0, Field({}))
        if len(fields_of(got)) != 1 or field.bits != expected or field.constant != 0:
            raise Refuted(f"coefficient {i} is another sum of bits")


@pytest.mark.parametrize("path", [C, AVX2])
@pytest.mark.parametrize("eta", [2, 3])
def test_binomial(path, eta):
    prove_binomial(Kernel(path), eta)
