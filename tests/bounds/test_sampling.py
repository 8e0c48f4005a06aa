"""
Rejection sampling of ML-KEM (FIPS 203 algorithm 7) and ML-DSA (FIPS 204 algorithms 15, 30 and 31), of every
implementation. Over GF(2), since it moves bits: a candidate is the bits of the input that the standard takes, whatever
they are, and each comparison is decided both ways, lane by lane, in every pattern that a vector can have. The values
that are accepted are the candidates below the bound, all of them, in order; they are written within the array that the
contract promises, and nothing beyond the input is read.
"""

import pytest
from binary import INTRINSICS, BinaryWorld, Bits, Inputs, parts, piece, register_of, terms_of, value_of
from exact import Refuted, const
from intrinsics import REGISTER
from kinds import INT, VOID
from machine import Machine
from proof import Kernel
from test_mldsa import tables as mldsa_tables
from test_mlkem import make_mlkem_tables

N, MATRIX_RATE, SECRET_RATE = 256, 168, 136
TABLES = {"mlkem": make_mlkem_tables.text, "mldsa": mldsa_tables}


class Candidates:
    """
    What a function samples from: candidates of `bits` bits, one every `step` bits of the input, accepted below `limit`.
    """

    def __init__(self, bits, step, limit):
        self.bits, self.step, self.limit, self.inputs = bits, step, limit, Inputs()

    def bytes(self, num):
        return [Bits({self.inputs.bit("in", 8 * i + j): 1 << j for j in range(8)}) for i in range(num)]

    def word(self, i):
        return Bits({self.inputs.bit("in", self.step * i + j): 1 << j for j in range(self.bits)})

    def numbers(self, num_bytes):
        """Candidate by its bits, of those that so many bytes hold."""
        return {key_of(self.word(i)): i for i in range(8 * num_bytes // self.step)}


MLKEM_MATRIX, MLDSA_MATRIX = Candidates(12, 12, 3329), Candidates(23, 24, 8380417)
MLDSA_SECRET = {eta: Candidates(4, 4, limit) for eta, limit in ((2, 15), (4, 9))}


def key_of(word):
    return frozenset(terms_of(word).items())


class Selection(BinaryWorld):
    """Decides comparisons of candidates by a pattern: one truth value for each candidate."""

    def __init__(self, candidates, num_bytes, pattern):
        super().__init__()
        self.limit, self.numbers, self.pattern = candidates.limit, candidates.numbers(num_bytes), pattern

    def accepts(self, word, limit):
        """Whether a candidate is below the limit."""
        if value_of(limit) != self.limit:
            raise Refuted(f"candidates below {value_of(limit)}, not below {self.limit}")
        number = self.numbers.get(key_of(word))
        if number is None:
            raise Refuted("what is compared is no candidate")
        return self.pattern[number]

    def less(self, a, b):
        return const(int(self.accepts(a, b))) if isinstance(a, Bits) else super().less(a, b)

    def sub(self, a, b):
        """eta - z: the bits of z stand for it."""
        return b if isinstance(b, Bits) else super().sub(a, b)


# ---- intrinsics ----


def register(lanes, pieces, bits):
    words = register_of(pieces, bits)
    return (*words, *[const(0)] * (lanes - len(words)))


def is_greater(bits):
    """limit > candidate, as lanes of ones."""

    def run(machine, args):
        limits, words = (parts(value, bits) for value, _ in args)
        accepted = [machine.world.accepts(x, limit) for x, limit in zip(words, limits, strict=True)]
        return register_of([const(((1 << bits) - 1) * taken) for taken in accepted], bits), args[0][1]

    return run


def mask_of_less(bits):
    """candidate < limit, as a mask; the first argument of three says which lanes are compared."""

    def run(machine, args):
        where = value_of(args[0][0]) if len(args) == 3 else -1
        words, limits = (parts(value, bits) for value, _ in args[-2:])
        pairs = enumerate(zip(words, limits, strict=True))
        return const(sum(machine.world.accepts(*pair) << i for i, pair in pairs if where >> i & 1)), INT

    return run


def signs_of_quarters(machine, args):
    return const(sum((value_of(x) >> 31) << i for i, x in enumerate(parts(args[0][0], 32)))), INT


def packed_masks(machine, args):
    """Lanes of 16 bits that are 0 or -1, as bytes."""
    masks = [value_of(x) for value, _ in args for x in parts(value, 16)]
    if set(masks) - {0, 0xFFFF}:
        raise Refuted("a word that may be saturated")
    return register_of([const(x & 0xFF) for x in masks], 8), args[0][1]


def compressed(machine, args):
    mask, words = value_of(args[0][0]), parts(args[1][0], 32)
    chosen = [x for i, x in enumerate(words) if mask >> i & 1]
    return register_of(chosen + [const(0)] * (len(words) - len(chosen)), 32), args[1][1]


def converted(from_bits, to_bits, lanes):
    """Lanes of another size; wider ones are filled with zeros."""

    def run(machine, args):
        pieces = [piece(x, 0, min(from_bits, to_bits)) for x in parts(args[0][0], from_bits)]
        return register(lanes, pieces[: 64 * lanes // to_bits], to_bits), REGISTER[lanes]

    return run


def in_turns(machine, args):
    """The lower eight bytes of two registers, in turns."""
    a, b = (parts(value[:1], 8) for value, _ in args)
    return register_of([x for pair in zip(a, b, strict=True) for x in pair], 8), args[0][1]


def sum_of_bytes(machine, args):
    a, b = (parts(value, 8) for value, _ in args)
    return register_of([const(value_of(x) + value_of(y) & 0xFF) for x, y in zip(a, b, strict=True)], 8), args[0][1]


def chosen_quarters(machine, args):
    (places, _), (words, kind) = args
    quarters = parts(words, 32)
    return register_of([quarters[value_of(place) & 15] for place in parts(places, 32)], 32), kind


def ones(machine, args):
    return const(value_of(args[0][0]).bit_count()), INT


def same(machine, args):
    return args[0]


COMPARISONS = {
    "_mm256_cmpgt_epi16": is_greater(16),
    "_mm256_cmpgt_epi32": is_greater(32),
    "_mm256_cmplt_epi16_mask": mask_of_less(16),
    "_mm512_mask_cmplt_epi32_mask": mask_of_less(32),
    "_mm_cmplt_epi8_mask": mask_of_less(8),
}
MOVES = {
    "__builtin_popcount": ones,
    "_mm256_movemask_ps": signs_of_quarters,
    "_mm256_castsi256_ps": same,
    "_mm_packs_epi16": packed_masks,
    "_mm512_maskz_compress_epi32": compressed,
    "_mm512_cvtepu16_epi32": converted(16, 32, 8),
    "_mm512_cvtepi32_epi16": converted(32, 16, 4),
    "_mm512_cvtepi8_epi32": converted(8, 32, 8),
    "_mm256_cvtepu8_epi32": converted(8, 32, 4),
    "_mm_unpacklo_epi8": in_turns,
    "_mm_add_epi8": sum_of_bytes,
    "_mm512_permutexvar_epi32": chosen_quarters,
}


# ---- vectors ----


class Vectors:
    """The functions of one level. `lanes`: how many candidates are compared at once."""

    def __init__(self, family, level, replaced=()):
        self.family, self.level = family, level
        text = f'#include "kernels/{family}/{family}_{level}.c"\n' + TABLES[family]()
        self.kernel = Kernel(None, text, replaced=replaced)
        self.lanes = 16 if "512" in level or family == "mlkem" else 8

    def machine(self, world, **instead):
        return Machine(self.kernel.source, world, instead=INTRINSICS | MOVES | COMPARISONS | instead)

    def array(self, num):
        """The output, of which `num` words are there already."""
        return [const(i) for i in range(num)] + [None] * (N + self.kernel.constant("CHUNK") - num)


def patterns(num):
    """
    Truth values of num candidates. Together they have every pattern of eight lanes that begin at a multiple of eight,
    in one half or the other of a vector of 16, and after any number of accepted ones.
    """
    masks = [mask for m in range(128) for mask in (m, 0xFF - m)]
    per = num // 8
    for at in range(0, len(masks), per):
        yield [bool(mask >> i & 1) for mask in (masks[at : at + per] + masks)[:per] for i in range(8)] + [True] * 8


def prove_accept(vectors, name, candidates, rate, buffer_len, num, pattern, *more, **instead):
    """From `num` accepted ones on."""
    machine = vectors.machine(Selection(candidates, rate, pattern), **instead)
    out = vectors.array(num)
    got = value_of(machine.call(name, out, num, candidates.bytes(buffer_len), rate, *more))
    check_accepted(out, num, got, candidates, rate, pattern)


def check_accepted(out, num, got, candidates, rate, pattern):
    words = [candidates.word(i) for i in range(8 * rate // candidates.step) if pattern[i]]
    whole = min(N, num + len(words))
    if got != whole and not whole == N <= got:
        raise Refuted(f"{got} words of {whole}")
    if [value_of(x) for x in out[:num]] != list(range(num)):
        raise Refuted("words that were there already")
    for i, (x, word) in enumerate(zip(out[num:whole], words, strict=False)):
        if terms_of(x) != terms_of(word):
            raise Refuted(f"word {num + i} is another one")


def prove_every_pattern(vectors, name, candidates, rate, buffer_len, *more, **instead):
    for pattern in patterns(8 * rate // candidates.step):
        prove_accept(vectors, name, candidates, rate, buffer_len, 0, pattern, *more, **instead)
    # The last words: the call stops when there are 256, of which some may be written behind.
    all_of_them = [True] * (8 * rate // candidates.step + 8)
    for num in (N - vectors.lanes, N - vectors.lanes + 1, N - 1):
        prove_accept(vectors, name, candidates, rate, buffer_len, num, all_of_them, *more, **instead)


def prove_mlkem(vectors):
    """A state of Keccak is read, or a row of the same length."""
    prove_every_pattern(vectors, "accept", MLKEM_MATRIX, MATRIX_RATE, MATRIX_RATE)


def rows_of(vectors):
    """The bytes of a row of the states in step, which accept may read."""
    return vectors.kernel.constant("MAX_RATE + ROW_SLACK")


def prove_mldsa_matrix(vectors):
    prove_every_pattern(vectors, "accept_uniform", MLDSA_MATRIX, MATRIX_RATE, rows_of(vectors))


def second(machine, args):
    """eta - z, and what a table has for z: the bits of z stand for it."""
    return args[1]


def prove_mldsa_secret(vectors):
    """Which half bytes are accepted, for eta 4; the values are proved apart, and accepted alike for eta 2."""
    instead = {"_mm256_sub_epi32": second} if vectors.level == "avx2" else {"_mm_shuffle_epi8": second}
    prove_every_pattern(vectors, "accept_bounded", MLDSA_SECRET[4], SECRET_RATE, rows_of(vectors), 4, **instead)


# ---- the coefficients of half bytes, for each of them ----


def coefficient(z, eta):
    """CoeffFromHalfByte; None if it is rejected."""
    if eta == 2:
        return 2 - z % 5 if z < 15 else None
    return 4 - z if z < 9 else None


def lane_by_lane(bits, operation):
    """Of constants."""

    def run(machine, args):
        pairs = zip(*(map(value_of, parts(value, bits)) for value, _ in args), strict=True)
        return register_of([const(operation(*pair) & ((1 << bits) - 1)) for pair in pairs], bits), args[0][1]

    return run


def signed_bytes(machine, args):
    """As double words."""
    pieces = [const((value_of(x) ^ 0x80) - 0x80 & 0xFFFFFFFF) for x in parts(args[0][0], 8)]
    return register_of(pieces, 32), REGISTER[8]


VALUES = {
    "_mm256_sub_epi32": lane_by_lane(32, lambda a, b: a - b),
    "_mm256_add_epi32": lane_by_lane(32, lambda a, b: a + b),
    "_mm256_mullo_epi16": lane_by_lane(16, lambda a, b: a * b),
    "_mm256_cmpgt_epi32": lane_by_lane(32, lambda a, b: -(a > b)), # of numbers that are not negative
    "_mm512_cvtepi8_epi32": signed_bytes,
    "_mm_cmplt_epi8_mask": lambda machine, args: (
        const(sum((value_of(x) < value_of(y)) << i
                  for i, (x, y) in enumerate(zip(*(parts(v, 8) for v, _ in args), strict=True)))), INT),
}


def prove_values(vectors, eta):
    """Sixteen times the same half byte."""
    for z in range(16):
        machine = vectors.machine(BinaryWorld(), **VALUES)
        out, text = vectors.array(0), [const(17 * z)] * rows_of(vectors)
        got = value_of(machine.call("accept_bounded", out, 0, text, 8, eta))
        expected = coefficient(z, eta)
        if got != (0 if expected is None else 16):
            raise Refuted(f"{got} of 16 half bytes {z}")
        if any(value_of(x) != expected & 0xFFFFFFFF for x in out[:got]):
            raise Refuted(f"the coefficient of {z}")


# ---- C ----


class Portable:
    def __init__(self, family, replaced=()):
        self.kernel = Kernel(f"kernels/{family}/{family}_portable.c", replaced=replaced)

    def prove(self, name, candidates, rate, *more, **instead):
        """Patterns of a block, one after the other until there are 256 words."""
        num = 8 * rate // candidates.step
        for pattern in ([True] * num, [i % 3 != 1 for i in range(num)], [i % 7 in (0, 4) for i in range(num)],
                        [i == num - 1 or i < num // 3 for i in range(num)]):
            world = Selection(candidates, rate, pattern)

            def permute(machine, args):
                """The state is read as bytes."""
                args[0][0].box[:] = candidates.bytes(rate)
                return None, VOID

            def start(machine, args):
                return None, VOID

            machine = Machine(self.kernel.source, world, instead={
                "ab_keccak_permute_portable": permute, "start_shake": start, **instead})
            out = [None] * N
            machine.call(name, out, [const(0)] * 64, *more)
            words = [candidates.word(i) for i in range(num) if pattern[i]]
            for i, x in enumerate(out):
                if terms_of(x) != terms_of(words[i % len(words)]):
                    raise Refuted(f"word {i} is another one")


def accept_by_pattern(machine, args):
    """accept_half_byte, which is proved apart, gives the half byte itself."""
    (out, _), (z, _), _ = args
    out.box[out.key] = z
    return const(int(machine.world.accepts(z, const(machine.world.limit)))), INT


def prove_mlkem_portable(portable):
    portable.prove("sample_uniform", MLKEM_MATRIX, MATRIX_RATE, [const(0)] * 2)


def prove_mldsa_matrix_portable(portable):
    portable.prove("sample_uniform", MLDSA_MATRIX, MATRIX_RATE, 0, 0)


def prove_mldsa_secret_portable(portable):
    portable.prove("sample_bounded", MLDSA_SECRET[4], SECRET_RATE, 0, 4, accept_half_byte=accept_by_pattern)


def prove_values_portable(portable, eta):
    for z in range(16):
        machine, out = Machine(portable.kernel.source, BinaryWorld()), [None]
        is_accepted, expected = value_of(machine.call("accept_half_byte", out, z, eta)), coefficient(z, eta)
        if is_accepted != int(expected is not None) or (is_accepted and value_of(out[0]) != expected):
            raise Refuted(f"the coefficient of {z}")


LEVELS = ["avx2", "avx512"]


@pytest.mark.parametrize("level", LEVELS)
def test_mlkem_matrix(level):
    prove_mlkem(Vectors("mlkem", level))


@pytest.mark.parametrize("level", LEVELS)
def test_mldsa_matrix(level):
    prove_mldsa_matrix(Vectors("mldsa", level))


@pytest.mark.parametrize("level", LEVELS)
def test_mldsa_secret(level):
    prove_mldsa_secret(Vectors("mldsa", level))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("eta", [2, 4])
def test_values(level, eta):
    prove_values(Vectors("mldsa", level), eta)


def test_portable():
    prove_mlkem_portable(Portable("mlkem"))
    prove_mldsa_matrix_portable(Portable("mldsa"))
    prove_mldsa_secret_portable(Portable("mldsa"))


@pytest.mark.parametrize("eta", [2, 4])
def test_values_portable(eta):
    prove_values_portable(Portable("mldsa"), eta)
