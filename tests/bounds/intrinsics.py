"""
What the vector instructions of the kernels do, lane by lane. A function of INTRINSICS takes the machine and the
arguments and returns a vector; _mm256_ and _mm512_ share an entry.
"""

from exact import Refuted, const
from kinds import LONG, SHORT, UCHAR, VOID, Vector

REGISTER = {n: Vector(LONG, n) for n in (2, 4, 8)}
WORDS = {n: Vector(SHORT, n) for n in (16, 32)}
ZERO = const(0)


def call(machine, name, args):
    values = [value for value, _ in args]
    if name in ("_addcarry_u64", "_subborrow_u64"):
        return with_carry(machine, name == "_addcarry_u64", *values), UCHAR
    if name in ("_mm256_zeroupper", "__builtin_ia32_vzeroupper"):
        return None, VOID
    if not name.startswith(("_mm256_", "_mm512_")):
        raise Refuted(f"{name} is not known")
    size, operation = name[3:6], name[7:]
    lanes = int(size) // 64
    if operation not in INTRINSICS:
        raise Refuted(f"{name} is not known")
    result = INTRINSICS[operation](machine, lanes, *values)
    if isinstance(result, tuple):
        return result, REGISTER.get(len(result)) or WORDS[len(result)]
    return result, VOID


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


def permute_two(machine, lanes, a, places, b):
    return tuple((a + b)[place.lo % (2 * lanes)] for place in places)


def permute_fours(machine, lanes, a, control):
    return tuple(a[i // 4 * 4 + (control.lo >> 2 * (i % 4) & 3)] for i in range(lanes))


def shuffle_pairs(machine, lanes, a, b, control):
    blocks = [(a if i < 2 else b)[2 * at : 2 * at + 2] for i in range(4) for at in [control.lo >> 2 * i & 3]]
    return sum(blocks, ())


def unpack(upper):
    def run(machine, lanes, a, b):
        return tuple((b if i % 2 else a)[i // 2 * 2 + upper] for i in range(lanes))

    return run


def blend_32(machine, lanes, a, b, control):
    """Both halves of a lane must come from the same operand."""
    result = []
    for i in range(lanes):
        halves = control.lo >> 2 * i & 3
        if halves not in (0, 3):
            raise Refuted("half a lane")
        result.append((b if halves else a)[i])
    return tuple(result)


def align(machine, lanes, a, b, n):
    return (b + a)[n.lo : n.lo + lanes]


def load(machine, lanes, pointer):
    kind = REGISTER[lanes]
    place = machine.viewed(pointer, kind)
    value = machine.load(place.box, place.key, kind)
    return value if isinstance(value, tuple) else tuple(value)


def load_words(machine, lanes, pointer):
    if pointer.to.size == 2 or isinstance(pointer.box[pointer.key], (int, type(None))):
        return tuple(pointer.box[pointer.key : pointer.key + 4 * lanes])
    place = machine.viewed(pointer, pointer.to)
    value = place.box[place.key]
    return value if isinstance(value, tuple) else tuple(place.box[place.key : place.key + lanes])


def store(machine, lanes, pointer, value):
    place = machine.viewed(pointer, REGISTER[lanes])
    if isinstance(place.box[place.key], tuple):
        place.box[place.key] = value
    else:
        machine.checked(place.box, place.key + len(value) - 1)
        place.box[place.key : place.key + len(value)] = list(value)


# ---- words of 16 bits ----


def low_16(world, a, b):
    return world.wrapped(world.mul(a, b), 16, True)


def high_16(world, a, b):
    return world.floor(world.mul(world.word(a, 16, True), world.word(b, 16, True)), 16)


def rounded_16(world, a, b):
    product = world.mul(world.word(a, 16, True), world.word(b, 16, True))
    return world.floor(world.add(product, const(1 << 14)), 15)


def logic(operation):
    return each(lambda world, a, b: getattr(world, operation)(a, b, 64))


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
    "permutexvar_epi64": permute,
    "permutex2var_epi64": permute_two,
    "permutex_epi64": permute_fours,
    "permute4x64_epi64": permute_fours,
    "shuffle_i64x2": pairs,
    "unpacklo_epi64": unpack(0),
    "unpackhi_epi64": unpack(1),
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
    "loadu_si256": load_words,
    "storeu_si256": store,
}
