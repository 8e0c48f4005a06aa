"""
Polynomials over GF(2): GHASH and POLYVAL of every level are the sums of products that the standards define, for all
blocks and keys, and XTS's tweaks are multiples by powers of x.
"""

import pytest
from binary import INTRINSICS, Inputs, Row, bytes_of, halves_of, joined, monomial_of, sum_of, terms_of, xor
from exact import Refuted, const
from intrinsics import REGISTER
from kinds import UCHAR, Ptr
from proof import Kernel

BLOCKS = {"aesni": 1, "vaes256": 2, "vaes512": 4}  # of a vector
WIDE = 8
POLYVAL = 1 << 128 | 1 << 127 | 1 << 126 | 1 << 121 | 1  # RFC 8452 sec. 3
XTS = 1 << 128 | 1 << 7 | 1 << 2 | 1 << 1 | 1  # IEEE 1619 sec. 5.2


def times_x(a, modulus):
    a <<= 1
    return a ^ modulus if a >> 128 else a


def over_x(a, modulus):
    return (a ^ modulus if a & 1 else a) >> 1


def powers_of_x(first, num, modulus):
    """x^first and those after it; first may be negative."""
    power = 1
    for _ in range(abs(first)):
        power = over_x(power, modulus) if first < 0 else times_x(power, modulus)
    result = []
    for _ in range(num):
        result.append(power)
        power = times_x(power, modulus)
    return result


DOT = powers_of_x(-128, 255, POLYVAL)  # dot(x^i, x^j) is DOT[i + j]


class Level:
    def __init__(self, name, replaced=()):
        self.kernel, self.num_blocks = Kernel(f"kernels/aes/aes_{name}.c", replaced=replaced), BLOCKS[name]
        self.batch, self.kept = WIDE * self.num_blocks, self.kernel.constant("AB_HASH_POWERS")
        self.slack = self.kernel.constant("AB_HASH_SLACK")  # rows beyond, which may hold anything

        self.zeros = (const(0),) * 2 * self.num_blocks

    def zero_products(self):
        return dict.fromkeys(("low", "mid", "high"), self.zeros)

    def prove(self, claim, **instead):
        self.kernel.prove(lambda world, machine: claim(machine), instead=INTRINSICS | instead)


def blocks_of(words):
    return [words[i : i + 2] for i in range(0, len(words), 2)]


def same(got, expected, what):
    """Claim: two blocks are the same polynomials."""
    for half, (a, b) in enumerate(zip(got, expected, strict=True)):
        if terms_of(a) != terms_of(b):
            wrong = sum_of(terms_of(a), terms_of(b))
            raise Refuted(f"{what}, half {half}: {len(wrong)} terms differ")


def linear(block):
    """By monomial: the polynomial in x, as an integer, that it multiplies."""
    result = {}
    for half, word in enumerate(block):
        for monomial, places in terms_of(word).items():
            result[monomial] = result.get(monomial, 0) | places << 64 * half
    return result


def sum_of_dots(pairs):
    """The sum of dot(a, b) for pairs of blocks, by the definition."""
    result = {}
    for a, b in pairs:
        factors = [(n, list(places(y))) for n, y in linear(b).items()]
        for m, x in linear(a).items():
            for i in places(x):
                for n, places_of_y in factors:
                    monomial = monomial_of(m, n)
                    for j in places_of_y:
                        result[monomial] = result.get(monomial, 0) ^ DOT[i + j]
    return halves_of(result)


def places(number):
    while number:
        yield (number & -number).bit_length() - 1
        number &= number - 1


def reversed_bytes(block):
    return words_from(bytes_of(block)[::-1])


def words_from(text):
    return tuple(joined(text[at : at + 8], 8) for at in (0, 8))


def hash_key(level, machine, block):
    """A key with any powers H^1 .. H^n, each of bits of its own, and the sums of their halves."""
    powers = [block(f"H{i}") for i in range(level.kept, -level.slack, -1)]
    folded = [(xor(*power),) * 2 for power in powers]
    key = machine.new("ab_hash_key") | {"num": const(level.kept)}
    for name, rows in (("power", powers), ("folded", folded)):
        key[name] = rows_of([byte for row in rows for byte in bytes_of(row)])
    return key, powers[level.kept - 1 :: -1]


def rows_of(flat):
    return [Row(flat, at) for at in range(0, len(flat), 16)]


@pytest.fixture(scope="module", params=BLOCKS)
def level(request):
    return Level(request.param)


# ---- the field ----


def prove_product(level):
    def claim(machine):
        inputs = Inputs()
        a, b = inputs.block("a"), inputs.block("b")
        zeros = (const(0), const(0)) * (level.num_blocks - 1)
        got = blocks_of(machine.call("dot", zeros + a, zeros + b))
        same(got[-1], sum_of_dots([(a, b)]), "the product")

    level.prove(claim)


def prove_times_x(level):
    """The key of GHASH: bytes in reverse, times x (RFC 8452 appendix A)."""

    def claim(machine):
        key = Inputs().block("key")
        made = []

        def take(machine, args):
            made.append(args[1][0])
            return None, machine.type_of_result("start_powers")

        machine.instead = machine.instead | {"start_powers": take}
        machine.call("ghash_init", machine.new("ab_hash_key"), bytes_of(key))
        expected = {m: times_x(a, POLYVAL) for m, a in linear(reversed_bytes(key)).items()}
        same(made[0], halves_of(expected), "the key")

    level.prove(claim)


def prove_powers(level, numbers):
    """The table of powers, made in these steps, if dot(H^i, H^j) is H^(i + j)."""
    inputs = Inputs()

    def exponent(block):
        for i in range(level.kept + 1):
            if all(terms_of(a) == terms_of(b) for a, b in zip(block, inputs.block(f"H{i}"), strict=True)):
                return i
        raise Refuted("a factor that is not a power of H")

    def dot(machine, args):
        pairs = zip(*(blocks_of(words) for words, _ in args), strict=True)
        result = tuple(x for a, b in pairs for x in inputs.block(f"H{exponent(a) + exponent(b)}"))
        return result, REGISTER[len(result)]

    def claim(machine):
        key = machine.new("ab_hash_key")
        flat = {name: [None] * 16 * (level.kept + level.slack) for name in ("power", "folded")}
        key.update({name: rows_of(box) for name, box in flat.items()})
        machine.call("start_powers", key, inputs.block("H1"))
        for num in numbers:
            machine.call("need_powers", key, num)
        for i in range(1, numbers[-1] + 1):
            at, power = 16 * (level.kept - i), inputs.block(f"H{i}")
            for name, words in (("power", power), ("folded", (xor(*power),) * 2)):
                for got, expected in zip(flat[name][at : at + 16], bytes_of(words), strict=True):
                    if terms_of(got) != terms_of(expected):
                        raise Refuted(f"{name} {i}")

    level.prove(claim, dot=dot)


# ---- messages ----

EVERY_BIT = range(64)


def sum_expected(blocks, before, powers, is_reversed):
    """x_1 H^n + ... + x_n H, with the sum before added to x_1."""
    ordered = [reversed_bytes(block) if is_reversed else block for block in blocks]
    ordered[0] = tuple(map(xor, ordered[0], before))
    return sum_of_dots(zip(ordered, powers[::-1], strict=True))


def prove_blocks(level, num, after, is_reversed, bits=EVERY_BIT):
    """add_blocks and the reduction; the last block is times H^(1 + after)."""

    def claim(machine):
        inputs = Inputs()
        key, powers = hash_key(level, machine, lambda name: inputs.block(name, bits))
        blocks, before = [inputs.block(f"in{i}", bits) for i in range(num)], inputs.block("sum", bits)
        parts = level.zero_products()
        text = [byte for block in blocks for byte in bytes_of(block)]
        machine.call("add_blocks", parts, key, before + level.zeros[2:], text, num, after, is_reversed)
        reduced = machine.call("reduce", parts)
        got = tuple(xor(*reduced[half::2]) for half in range(2))
        same(got, sum_expected(blocks, before, powers[after : num + after], is_reversed), f"{num} blocks")

    level.prove(claim)


def prove_batch(level, rounds, as_is, bits=EVERY_BIT):
    """A batch in the steps between the rounds of another."""

    def claim(machine):
        inputs = Inputs()
        key, powers = hash_key(level, machine, lambda name: inputs.block(name, bits))
        blocks, before = [inputs.block(f"in{i}", bits) for i in range(level.batch)], inputs.block("sum", bits)
        text = [byte for block in blocks for byte in bytes_of(block)]
        hashing = machine.new("gcm_hashing") | {
            "key": Ptr([key], 0, machine.tags["ab_hash_key"]), "data": Ptr(text, 0, UCHAR), "keeps": const(0),
            "sum": before + level.zeros[2:], "as_is": const(as_is), "p": level.zero_products(),
        }
        for slot in range(rounds + 1):
            machine.call("gcm_hash_slot", hashing, slot, rounds + 1)
        same(hashing["sum"][:2], sum_expected(blocks, before, powers[: level.batch], not as_is), "a batch")
        if any(map(terms_of, hashing["sum"][2:])):
            raise Refuted("a sum that is not of the first block alone")

    level.prove(claim)


def prove_tag(level, num, bits=EVERY_BIT):
    """GCM's tag of what is pending, with the lengths: GHASH in the order of bytes, and E(K, J0)."""

    def claim(machine):
        inputs = Inputs()
        g = machine.new("ab_aes_gcm")
        g["hash"], powers = hash_key(level, machine, lambda name: inputs.block(name, bits))
        blocks, before = [inputs.block(f"in{i}", bits) for i in range(num)], inputs.block("sum", bits)
        g["pending"][: 16 * num], g["pending_len"] = [x for block in blocks for x in bytes_of(block)], const(16 * num)
        g["sum"], g["ek0"], tag = bytes_of(before), bytes_of(inputs.block("ek0")), [None] * 16
        g["aad_len"], g["text_len"] = const(0x123456789), const(0xFEDCBA987)
        machine.call("gcm_tag", g, tag)
        lengths = tuple(const(8 * g[name].lo) for name in ("text_len", "aad_len"))
        ordered = [*map(reversed_bytes, blocks), lengths]
        ordered[0] = tuple(map(xor, ordered[0], before))
        ghash = reversed_bytes(sum_of_dots(zip(ordered, powers[num::-1], strict=True)))
        same(words_from(tag), tuple(map(xor, ghash, inputs.block("ek0"))), f"the tag of {num} blocks")

    level.prove(claim, gcm_begin=lambda machine, args: (level.zeros[:2], machine.type_of_result("gcm_begin")))


# ---- XTS ----


def multiples_by_x(block, n):
    """The block times x^n modulo XTS's polynomial."""
    result = linear(block)
    for _ in range(n):
        result = {m: times_x(a, XTS) for m, a in result.items()}
    return halves_of(result)


def prove_first_tweaks(level):
    def claim(machine):
        first = Inputs().block("tweak")
        for n in range(0, level.batch, level.num_blocks):
            for i, got in enumerate(blocks_of(machine.call("tweaks_at", first, n))):
                same(got, multiples_by_x(first, n + i), f"tweak {n + i}")
        same(machine.call("next_tweak", first), multiples_by_x(first, 1), "the next tweak")

    level.prove(claim)


def prove_next_tweaks(level):
    """The tweaks of a batch, of which the last is T, to those of the next one."""

    def claim(machine):
        first = Inputs().block("tweak")
        every = [multiples_by_x(first, i) for i in range(2 * level.batch)]
        vectors = [sum(every[i : i + level.num_blocks], ()) for i in range(0, 2 * level.batch, level.num_blocks)]
        last, following = [vectors[WIDE - 1]], [level.zeros] * WIDE
        kind = machine.type_of_result("vec_zero")
        signs = [machine.call("signs_of_halves", last[0])]
        for step in range(2):
            pointers = [Ptr(box, 0, kind) for box in (last, signs)]
            machine.call("next_tweaks", following, vectors[:WIDE], step, *pointers)
        for i, (got, expected) in enumerate(zip(following, vectors[WIDE:], strict=True)):
            for at in range(0, len(got), 2):
                same(got[at : at + 2], expected[at : at + 2], f"a tweak of vector {i}")

    level.prove(claim)


@pytest.mark.parametrize("prove", [prove_product, prove_times_x, prove_first_tweaks, prove_next_tweaks])
def test_field(level, prove):
    prove(level)


def test_powers(level):
    """Powers for every length of a first message, for one more block each time, and for a longer message after it."""
    for num in range(1, level.batch + 1):
        prove_powers(level, [num])
    prove_powers(level, range(1, level.batch + 1))
    prove_powers(level, [level.num_blocks + 1, level.batch])


def test_blocks(level):
    """Whole blocks for each way through add_blocks, and a batch."""
    prove_blocks(level, 1, 1, 1)
    prove_blocks(level, 2 * level.num_blocks + 1, 0, 0)
    prove_blocks(level, 2 * level.num_blocks, 2, 1)
    prove_batch(level, 10, 0)


def test_every_number_of_blocks(level):
    """A bit of each word is enough to see which power of the key a block meets."""
    for num in range(1, level.batch + 1):
        for after in range(min(3, level.batch - num + 1)):
            prove_blocks(level, num, after, after == 1, [17])
    for rounds in (10, 12, 14):
        for as_is in (0, 1):
            prove_batch(level, rounds, as_is, [5, 63])
    for num in range(level.batch):
        prove_tag(level, num, [40])
