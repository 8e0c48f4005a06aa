"""
What the vector instructions of the kernels do, lane by lane. A function of INTRINSICS takes the machine and the
arguments and returns a vector; _mm256_ and _mm512_ share an entry.
"""

from exact import Refuted, const
from kinds import INT, LONG, SHORT, UCHAR, VOID, Vector

REGISTER = {n: Vector(LONG, n) for n in (1, 2, 4, 8)}
NARROW = {(of.bits, 64 * n // of.bits): Vector(of, 64 * n // of.bits) for of in (INT, SHORT, UCHAR) for n in REGISTER}
ZERO = const(0)


def call(machine, name, args):
    values = [value for value, _ in args]
    if name in ("_addcarry_u64", "_subborrow_u64"):
        return with_carry(machine, name == "_addcarry_u64", *values), UCHAR
    if name in ("_mm256_zeroupper", "__builtin_ia32_vzeroupper"):
        return None, VOID
    _, prefix, operation = [*name.split("_", 2), "", ""][:3]
    lanes = {"mm": 2, "mm256": 4, "mm512": 8}.get(prefix)
    if lanes is None or operation not in INTRINSICS:
        raise Refuted(f"{name} is not known")
    result = INTRINSICS[operation](machine, lanes, *values)
    if isinstance(result, tuple):
        bits = width(lanes, result)
        return result, REGISTER[lanes] if bits == 64 else NARROW[bits, len(result)]
    return result, VOID


def width(lanes, a):
    """The bits of a lane of a register of so many quadruple words: 64 or less. (A cut register has fewer lanes.)"""
    return 64 * lanes // len(a) if len(a) > lanes else 64


def with_carry(machine, is_sum, carry, a, b, out):
    world = machine.world
    a, b = world.word(a, 64), world.word(b, 64)
    total = world.add(world.add(a, b), carry) if is_sum else world.sub(world.sub(a, b), carry)
    out.box[out.key] = world.wrapped(total, 64)
    over = world.floor(total, 64)
    return over if is_sum else world.sub(ZERO, over)


# ---- lane by lane ----


def each(operation):
    return lambda machine, lanes, *vectors: machine.lanes(lambda *args: operation(machine.world, *args), *vectors)


def by_constant(operation):
    """The last argument is a number."""

    def run(machine, lanes, a, n):
        return machine.lanes(lambda x: operation(machine.world, x, n.lo), a)

    return run


def left(world, a, n):
    return ZERO if n > 63 else world.shifted(a, n)


def right(world, a, n):
    return ZERO if n > 63 else world.floor(world.word(a, 64), n)


def right_signed(world, a, n):
    return world.floor(world.word(a, 64, True), min(n, 63))


def variable(shift):
    def run(machine, lanes, a, counts):
        return tuple(None if x is None else shift(machine.world, x, n.lo) for x, n in zip(a, counts, strict=True))

    return run


def product_52(world, a, b):
    return world.mul(world.low(a, 52), world.low(b, 52))


def madd_low(world, total, a, b):
    return world.add(total, world.low(product_52(world, a, b), 52))


def madd_high(world, total, a, b):
    return world.add(total, world.floor(product_52(world, a, b), 52))


def product_32(world, a, b):
    return world.mul(world.low(a, 32), world.low(b, 32))


# ---- masks; those of unused lanes are concrete ----


def bits_of(mask):
    if mask.lo != mask.hi:
        raise Refuted("a mask that is not constant")
    return mask.lo


def masked(operation):
    def run(machine, lanes, source, mask, *args):
        result = operation(machine, lanes, *args)
        chosen = bits_of(mask)
        return tuple(x if chosen >> i & 1 else y for i, (x, y) in enumerate(zip(result, source, strict=True)))

    return run


def zero_masked(operation):
    def run(machine, lanes, mask, *args):
        return masked(operation)(machine, lanes, (ZERO,) * lanes, mask, *args)

    return run


def taken(machine, lanes, a):
    return a


# ---- from lane to lane ----


def permute(machine, lanes, places, a):
    return tuple(a[place.lo % lanes] for place in places)


def units(lanes, a, bits):
    """The register in pieces of so many bits, each a tuple of lanes."""
    num = bits // width(lanes, a)
    if num == 0:
        raise Refuted("part of a lane")
    return [a[i : i + num] for i in range(0, len(a), num)]


def joined(pieces):
    return tuple(lane for piece in pieces for lane in piece)


def permute_two(machine, lanes, a, places, b):
    both = units(lanes, a, 64) + units(lanes, b, 64)
    return joined(both[place.lo % (2 * lanes)] for place in places)


def permute_fours(machine, lanes, a, control):
    return tuple(a[i // 4 * 4 + (control.lo >> 2 * (i % 4) & 3)] for i in range(lanes))


def shuffle_pairs(machine, lanes, a, b, control):
    blocks = [units(lanes, x, 128) for x in (a, a, b, b)]
    return joined(block[control.lo >> 2 * i & 3] for i, block in enumerate(blocks))


def permute_halves(machine, lanes, a, b, control):
    if control.lo & 0x88:
        raise Refuted("a half that is cleared")
    halves = units(lanes, a, 128) + units(lanes, b, 128)
    return joined((halves[control.lo & 3], halves[control.lo >> 4 & 3]))


def unpack(bits, upper):
    """The lower or upper pieces of each 128 bits, one of a and one of b in turns."""
    num = 128 // bits

    def run(machine, lanes, a, b):
        pairs = list(zip(units(lanes, a, bits), units(lanes, b, bits), strict=True))
        chosen = [pair for i, pair in enumerate(pairs) if (i % num >= num // 2) == bool(upper)]
        return joined(piece for pair in chosen for piece in pair)

    return run


def shuffle_doubles(machine, lanes, a, b, control):
    a, b = units(lanes, a, 32), units(lanes, b, 32)
    places = [control.lo >> 2 * i & 3 for i in range(4)]
    return joined((a if i < 2 else b)[block + at] for block in range(0, 2 * lanes, 4) for i, at in enumerate(places))


def double_words(machine, lanes, a):
    """The same register in signed double words."""
    if width(lanes, a) == 32:
        return a
    if width(lanes, a) != 64:
        raise Refuted("double words of words")
    world = machine.world
    return joined(machine.lanes(lambda x: world.wrapped(x, 32, True), (x,)) +
                  machine.lanes(lambda x: world.floor(world.word(x, 64, True), 32), (x,)) for x in a)


def mask_blend_32(machine, lanes, mask, a, b):
    chosen, pair = bits_of(mask), (double_words(machine, lanes, a), double_words(machine, lanes, b))
    return tuple(pair[chosen >> i & 1][i] for i in range(2 * lanes))


def blend_32(machine, lanes, a, b, control):
    """Both halves of a quadruple word must come from the same operand."""
    if 32 in (width(lanes, a), width(lanes, b)):
        return mask_blend_32(machine, lanes, control, a, b)
    result = []
    for i in range(lanes):
        halves = control.lo >> 2 * i & 3
        if halves not in (0, 3):
            raise Refuted("half a lane")
        result.append((b if halves else a)[i])
    return tuple(result)


def odd_double_words(machine, lanes, a):
    return joined((x, x) for x in double_words(machine, lanes, a)[1::2])


def even_products(machine, lanes, a, b):
    """The products of the signed double words at even places."""
    world = machine.world
    even = [double_words(machine, lanes, x)[::2] for x in (a, b)]
    return machine.lanes(lambda x, y: world.mul(world.word(x, 32, True), world.word(y, 32, True)), *even)


def packed(bits, signed):
    """Words of half the width from a and b in turns of 128 bits. None may need saturation."""
    least = -(1 << (bits - 1)) if signed else 0

    def one(machine, x):
        x = machine.world.word(x, 2 * bits, True)
        if x.lo < least or x.hi >= least + (1 << bits):
            raise Refuted(f"a saturated word: {x}")
        return x

    def run(machine, lanes, a, b):
        if {width(lanes, a), width(lanes, b)} != {2 * bits}:
            raise Refuted("lanes of another width")
        words = joined(joined(pair) for pair in zip(*(pieces_of_128(x, 2 * bits) for x in (a, b)), strict=True))
        return machine.lanes(lambda x: one(machine, x), words)

    return run


def pieces_of_128(a, bits):
    num = 128 // bits
    return [a[i : i + num] for i in range(0, len(a), num)]


def low_bytes(machine, lanes, a):
    """Of double words; the result is a register of half the size."""
    return machine.lanes(lambda x: machine.world.low(x, 8), double_words(machine, lanes, a))


def from_bytes(machine, lanes, a):
    """Double words; the bytes come from the low end of a smaller register."""
    return a[: 2 * lanes]


def load_half(machine, lanes, pointer):
    words = load_unaligned(machine, lanes // 2, pointer)
    return words + (ZERO,) * len(words)


def permute_double_words(machine, lanes, a, places):
    pieces = units(lanes, a, 32)
    return joined(pieces[place.lo % (2 * lanes)] for place in places)


def align(machine, lanes, a, b, n):
    return (b + a)[n.lo : n.lo + lanes]


def load(machine, lanes, pointer):
    kind = REGISTER[lanes]
    place = machine.viewed(pointer, kind)
    value = machine.load(place.box, place.key, kind)
    return value if isinstance(value, tuple) else tuple(value)


def load_unaligned(machine, lanes, pointer):
    """A register, or as many integers of an array as fill one."""
    place = machine.viewed(pointer, REGISTER[lanes])
    value = place.box[place.key]
    if isinstance(value, tuple):
        return value
    num = 8 * lanes // place.of.size
    machine.checked(place.box, place.key + num - 1)
    return tuple(place.box[place.key : place.key + num])


def store(machine, lanes, pointer, value):
    place = machine.viewed(pointer, REGISTER[lanes])
    if isinstance(place.box[place.key], tuple):
        place.box[place.key] = value
    else:
        machine.checked(place.box, place.key + len(value) - 1)
        place.box[place.key : place.key + len(value)] = list(value)


# ---- words of 16 and 32 bits ----


def low_16(world, a, b):
    return world.wrapped(world.mul(a, b), 16, True)


def high_16(world, a, b):
    return world.high(world.mul(world.word(a, 16, True), world.word(b, 16, True)), 16)


def high_16_unsigned(world, a, b):
    return world.high(world.mul(world.word(a, 16), world.word(b, 16)), 16)


def left_16(world, a, n):
    return ZERO if n > 15 else world.shifted(a, n)


def right_16(world, a, n):
    return ZERO if n > 15 else world.floor(world.low(a, 16), n)


def right_16_signed(world, a, n):
    return world.floor(world.word(a, 16, True), min(n, 15))


def greater_16(world, a, b):
    """-1 where a > b, else 0."""
    return world.sub(ZERO, world.less(world.word(b, 16, True), world.word(a, 16, True)))


def sum_of_products(machine, lanes, a, b):
    products = machine.lanes(lambda x, y: machine.world.mul(*(machine.world.word(z, 16, True) for z in (x, y))), a, b)
    return machine.lanes(machine.world.add, products[::2], products[1::2])


def shift_32(machine, lanes, a, n, whole, pair):
    """By whole(number) of double words; of words only by 16, by pair(lower, upper)."""
    if width(lanes, a) == 32:
        return machine.lanes(whole, a)
    if width(lanes, a) != 16 or n.lo != 16:
        raise Refuted("double words of which the lanes are not known")
    return joined(pair(*piece) for piece in units(lanes, a, 32))


def left_32(machine, lanes, a, n):
    return shift_32(machine, lanes, a, n, lambda x: machine.world.shifted(x, n.lo), lambda low, high: (ZERO, low))


def right_32(machine, lanes, a, n):
    world = machine.world
    return shift_32(machine, lanes, a, n, lambda x: world.floor(world.low(x, 32), n.lo), lambda low, high: (high, ZERO))


def rotate_32(machine, lanes, a, n):
    def refuse(x):
        raise Refuted("a rotation of double words")

    return shift_32(machine, lanes, a, n, refuse, lambda low, high: (high, low))


def word_at(machine, lanes, a, i):
    if width(lanes, a) == 16:
        return a[i]
    if width(lanes, a) != 32:
        raise Refuted("a word of a quadruple word")
    world, double = machine.world, a[i // 2]
    if i % 2:
        return world.tightened(world.floor(world.wrapped(double, 32, True), 16))
    return world.tightened(world.wrapped(double, 16, True))


def blend_words(machine, lanes, a, b, chosen):
    return tuple(word_at(machine, lanes, b if chosen >> i & 1 else a, i) for i in range(4 * lanes))


def blend_16(machine, lanes, a, b, control):
    return blend_words(machine, lanes, a, b, control.lo | control.lo << 8)


def mask_blend_16(machine, lanes, mask, a, b):
    return blend_words(machine, lanes, a, b, bits_of(mask))


def rounded_16(world, a, b):
    product = world.mul(world.word(a, 16, True), world.word(b, 16, True))
    return world.floor(world.add(product, const(1 << 14)), 15)


def logic(operation):
    return each(lambda world, a, b: getattr(world, operation)(a, b, 64))


def is_equal(a, b):
    """Of constants, as numbers of entries are."""
    if a.lo != a.hi or b.lo != b.hi:
        raise Refuted("equality of what is not constant")
    return a.lo == b.lo


def equal_lanes(machine, lanes, a, b):
    return machine.lanes(lambda x, y: const(-int(is_equal(x, y))), a, b)


def mask_of_equal(machine, lanes, a, b):
    return const(sum(is_equal(x, y) << i for i, (x, y) in enumerate(zip(a, b, strict=True))))


def lanes_of_mask(machine, lanes, mask):
    return tuple(const(-(bits_of(mask) >> i & 1)) for i in range(lanes))


def size_32(world, a):
    """|a| of a double word whose sign is known. (That of -2^31 is 2^31, as a word without a sign.)"""
    a = world.word(a, 32, True)
    if a.lo < 0 < a.hi:
        raise Refuted("a sign that is not known")
    return a if a.lo >= 0 else world.sub(ZERO, a)


def mask_of_signs(machine, lanes, a):
    """A bit for each double word; where a sign is not known, it may be either."""
    least = most = 0
    for i, x in enumerate(double_words(machine, lanes, a)):
        x = machine.world.word(x, 32, True)
        least, most = least | int(x.hi < 0) << i, most | int(x.lo < 0) << i
    return machine.world.input(("signs", least, most), least, most)


def either_masked(machine, lanes, total, mask, a, control):
    if control.lo != 0xF8:
        raise Refuted("ternary logic")
    world = machine.world
    both = machine.lanes(lambda x, y: world.bit_and(x, y, 64), mask, a)
    return machine.lanes(lambda x, y: world.bit_or(x, y, 64), total, both)


add, sub = each(lambda world, a, b: world.add(a, b)), each(lambda world, a, b: world.sub(a, b))
shift_left, pairs = by_constant(left), shuffle_pairs
broadcast = lambda machine, lanes, a: (a[0],) * lanes  # noqa: E731
unchanged = lambda machine, lanes, a: a  # noqa: E731

INTRINSICS = {
    "add_epi64": add,
    "sub_epi64": sub,
    "and_si256": logic("bit_and"),
    "and_si512": logic("bit_and"),
    "or_si256": logic("bit_or"),
    "or_si512": logic("bit_or"),
    "xor_si512": logic("bit_xor"),
    "slli_epi64": shift_left,
    "srli_epi64": by_constant(right),
    "srai_epi64": by_constant(right_signed),
    "sllv_epi64": variable(left),
    "srlv_epi64": variable(right),
    "madd52lo_epu64": each(madd_low),
    "madd52hi_epu64": each(madd_high),
    "mul_epu32": each(product_32),
    "mullo_epi64": each(lambda world, a, b: world.mul(a, b)),
    "mask_add_epi64": masked(add),
    "mask_sub_epi64": masked(sub),
    "mask_mov_epi64": masked(taken),
    "mask_slli_epi64": masked(shift_left),
    "maskz_slli_epi64": zero_masked(shift_left),
    "maskz_shuffle_i64x2": zero_masked(pairs),
    "maskz_permutex_epi64": zero_masked(permute_fours),
    "ternarylogic_epi64": either_masked,
    "abs_epi32": lambda machine, lanes, a: machine.lanes(lambda x: size_32(machine.world, x), a),
    "movemask_ps": mask_of_signs,
    "movepi32_mask": mask_of_signs,
    "cmpeq_epi64": equal_lanes,
    "cmpeq_epi64_mask": mask_of_equal,
    "movm_epi64": lanes_of_mask,
    "permutexvar_epi64": permute,
    "permutex2var_epi64": permute_two,
    "permutex_epi64": permute_fours,
    "permute4x64_epi64": permute_fours,
    "shuffle_i64x2": pairs,
    "unpacklo_epi64": unpack(64, 0),
    "unpackhi_epi64": unpack(64, 1),
    "unpacklo_epi32": unpack(32, 0),
    "unpackhi_epi32": unpack(32, 1),
    "shuffle_ps": shuffle_doubles,
    "permute2x128_si256": permute_halves,
    "blend_epi32": blend_32,
    "alignr_epi64": align,
    "broadcastq_epi64": broadcast,
    "castsi256_si128": unchanged,
    "castsi512_si128": unchanged,
    "castsi256_si512": lambda machine, lanes, a: a + (None,) * 4,
    "set1_epi64": lambda machine, lanes, x: (x,) * lanes,
    "set1_epi64x": lambda machine, lanes, x: (x,) * lanes,
    "set_epi64": lambda machine, lanes, *x: x[::-1],
    "set_epi64x": lambda machine, lanes, *x: x[::-1],
    "setr_epi64": lambda machine, lanes, *x: x,
    "setzero_si256": lambda machine, lanes: (ZERO,) * lanes,
    "setzero_si512": lambda machine, lanes: (ZERO,) * lanes,
    "load_si256": load,
    "load_si512": load,
    "storeu_si512": store,
    "store_si256": store,
    "store_si512": store,
    "set1_epi16": lambda machine, lanes, x: (machine.world.wrapped(x, 16, True),) * (4 * lanes),
    "mullo_epi16": each(low_16),
    "mulhi_epi16": each(high_16),
    "mulhrs_epi16": each(rounded_16),
    "mulhi_epu16": each(high_16_unsigned),
    "madd_epi16": sum_of_products,
    "add_epi16": add,
    "sub_epi16": sub,
    "slli_epi16": by_constant(left_16),
    "srli_epi16": by_constant(right_16),
    "srai_epi16": by_constant(right_16_signed),
    "cmpgt_epi16": each(greater_16),
    "slli_epi32": left_32,
    "srli_epi32": right_32,
    "rol_epi32": rotate_32,
    "blend_epi16": blend_16,
    "mask_blend_epi16": mask_blend_16,
    "mul_epi32": even_products,
    "movehdup_ps": odd_double_words,
    "mask_blend_epi32": mask_blend_32,
    "packs_epi32": packed(16, True),
    "packus_epi16": packed(8, False),
    "permutevar8x32_epi32": permute_double_words,
    "cvtepi32_epi8": low_bytes,
    "cvtepu8_epi32": from_bytes,
    "set1_epi32": lambda machine, lanes, x: (machine.world.wrapped(x, 32, True),) * (2 * lanes),
    "setr_epi32": lambda machine, lanes, *x: x,
    "castps_si256": unchanged,
    "castsi256_ps": unchanged,
    "castps_si512": unchanged,
    "castsi512_ps": unchanged,
    "loadl_epi64": load_half,
    "loadu_si128": load_unaligned,
    "storeu_si128": store,
    "loadu_si256": load_unaligned,
    "loadu_si512": load_unaligned,
    "storeu_si256": store,
}
