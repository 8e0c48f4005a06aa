"""
What intrinsics.py says of bytes and of words of 16 and 32 bits is what the processor does, for random and extreme
words.
"""

import os
import random
import subprocess

import pytest
from exact import World, const
from intrinsics import INTRINSICS, word_at
from kinds import SHORT, Ptr

NUM_CASES, WORDS = 40, 16
EXTREME = (-(1 << 15), 1 - (1 << 15), -1, 0, 1, (1 << 15) - 1)
BINARY = ("mullo_epi16", "mulhi_epi16", "mulhi_epu16", "mulhrs_epi16", "madd_epi16", "add_epi16", "sub_epi16",
          "cmpgt_epi16", "unpacklo_epi32", "unpackhi_epi32", "unpacklo_epi64", "unpackhi_epi64")
WITH_CONSTANT = {"slli_epi16": (0, 1, 15, 16), "srli_epi16": (1, 4, 15, 16), "srai_epi16": (1, 15, 16),
                 "slli_epi32": (16,), "srli_epi32": (16,)}
WITH_CONTROL = {"shuffle_ps": (0x88, 0xdd, 0x1b), "permute2x128_si256": (0x20, 0x31, 0x13), "blend_epi16": (0xaa, 0x4d)}
OPERATIONS = {
    **dict.fromkeys(BINARY, ("a, b", ())),
    **{f"{name} {n}": (f"a, {n}", (n,)) for name, numbers in WITH_CONSTANT.items() for n in numbers},
    **{f"{name} {n}": (f"a, b, {n}", (n,)) for name, numbers in WITH_CONTROL.items() for n in numbers},
}

# Of double words and bytes: in C, and by the model from the words of a and b. `doubles` gives signed double words.
ORDER = (0, 4, 1, 5, 2, 6, 3, 7)
DOUBLES = {
    "mul_epi32(a, b)": lambda run, a, b: run("mul_epi32", doubles(a), doubles(b)),
    "castps_si256(_mm256_movehdup_ps(_mm256_castsi256_ps(a)))":
        lambda run, a, b: run("movehdup_ps", doubles(a)),
    "blend_epi32(_mm256_mul_epi32(a, b), b, 0xaa)":
        lambda run, a, b: run("blend_epi32", run("mul_epi32", doubles(a), doubles(b)), doubles(b), const(0xAA)),
    "packs_epi32(_mm256_srai_epi32(a, 16), _mm256_srai_epi32(b, 16))":
        lambda run, a, b: run("packs_epi32", *(numbers(n >> 16 for n in values(doubles(x))) for x in (a, b))),
    "packus_epi16(_mm256_srli_epi16(a, 8), _mm256_srli_epi16(b, 8))":
        lambda run, a, b: run("packus_epi16", upper_bytes(a), upper_bytes(b)),
    "permutevar8x32_epi32(a, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7))":
        lambda run, a, b: run("permutevar8x32_epi32", doubles(a), run("setr_epi32", *numbers(ORDER))),
    "cvtepu8_epi32(_mm256_castsi256_si128(_mm256_packus_epi16(_mm256_srli_epi16(a, 8), _mm256_setzero_si256())))":
        lambda run, a, b: run("cvtepu8_epi32", run("packus_epi16", upper_bytes(a), numbers([0] * WORDS))[:WORDS]),
}


def numbers(values):
    return tuple(map(const, values))


def values(vector):
    return [number.lo for number in vector]


def doubles(words):
    return numbers((low & 0xFFFF) + (high << 16) for low, high in zip(words[::2], words[1::2], strict=True))


def upper_bytes(words):
    return numbers(word >> 8 & 0xFF for word in words)


PROGRAM = """
#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>

static const int16_t cases[][2][16] = { %s };

int main(void)
{
    int16_t words[16];

    if (!__builtin_cpu_supports("avx2"))
        return 77;
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        __m256i a = _mm256_loadu_si256((const __m256i *)cases[i][0]);
        __m256i b = _mm256_loadu_si256((const __m256i *)cases[i][1]);

        %s
    }
    return 0;
}
"""
STEP = """
        _mm256_storeu_si256((__m256i *)words, (__m256i)_mm256_%s);
        for (unsigned j = 0; j < 16; j++)
            printf("%%d ", words[j]);
"""


class Machine:
    """As much of a machine as operations on lanes need."""

    def __init__(self):
        self.world = World(wraps=True)

    def lanes(self, operation, *vectors):
        return tuple(operation(*args) for args in zip(*vectors, strict=True))

    def viewed(self, pointer, to):
        return Ptr(pointer.box, pointer.key, to, pointer.to)

    def checked(self, box, key):
        assert 0 <= key < len(box)


def cases():
    draw = random.Random(1).choice
    anything = [*EXTREME, *random.Random(2).sample(range(-(1 << 15), 1 << 15), 200)]
    return [[[draw(EXTREME if i % 4 == 0 else anything) for _ in range(WORDS)] for _ in "ab"] for i in range(NUM_CASES)]


def in_c(numbers):
    return "{ " + ", ".join(map(str, numbers)) + " }"


def arguments(name, text):
    """Of shuffle_ps they are floats."""
    return text.replace("a,", "(__m256)a,").replace("b,", "(__m256)b,") if name == "shuffle_ps" else text


def of_processor(folder):
    calls = [f"{name.split()[0]}({arguments(name, text)})" for name, (text, _) in OPERATIONS.items()]
    steps = "".join(STEP % call for call in [*calls, *DOUBLES])
    rows = ", ".join("{ " + in_c(a) + ", " + in_c(b) + " }" for a, b in cases())
    source, program = folder / "program.c", folder / "program"
    source.write_text(PROGRAM % (rows, steps))
    compiler = [*os.environ.get("CC", "cc").split(), "-mavx2", "-w", "-o", str(program), str(source)]
    subprocess.run(compiler, check=True)
    done = subprocess.run([str(program)], capture_output=True, text=True)
    if done.returncode == 77:
        pytest.skip("the processor lacks AVX2")
    assert done.returncode == 0
    return list(map(int, done.stdout.split()))


def of_model(a, b):
    machine, words = Machine(), []
    for name, (text, numbers) in OPERATIONS.items():
        vectors = [tuple(map(const, vector)) for vector in ([a, b] if "b" in text else [a])]
        result = INTRINSICS[name.split()[0]](machine, 4, *vectors, *map(const, numbers))
        words += [machine.world.word(word_at(machine, 4, result, i), 16, True).lo for i in range(WORDS)]
    for operation in DOUBLES.values():
        words += in_words(operation(lambda name, *args: INTRINSICS[name](machine, 4, *args), a, b))
    return words


def in_words(register):
    """The signed words of a register of which the lanes may be of any width."""
    bits = 256 // len(register)
    whole = sum((lane.lo & (1 << bits) - 1) << (bits * i) for i, lane in enumerate(register))
    return [(whole >> 16 * i & 0xFFFF ^ 0x8000) - 0x8000 for i in range(WORDS)]


def test_words(tmp_path):
    expected = [word for a, b in cases() for word in of_model(a, b)]
    got = of_processor(tmp_path)
    names = [*OPERATIONS, *DOUBLES]
    assert len(got) == NUM_CASES * len(names) * WORDS
    for at, (word, number) in enumerate(zip(got, expected, strict=True)):
        name = names[at // WORDS % len(names)]
        assert word == number, f"{name}, word {at % WORDS}: {word}, not {number}"


def test_registers_in_an_array_of_words():
    machine, box = Machine(), list(map(const, range(40)))
    for lanes, size in ((4, 256), (8, 512)):
        words = INTRINSICS[f"loadu_si{size}"](machine, lanes, Ptr(box, 3, SHORT))
        assert [word.lo for word in words] == list(range(3, 3 + 4 * lanes))


# ---- what this processor may lack: by its documentation ----


def test_double_words_of_512_bits():
    machine = Machine()
    a, b = numbers(range(-8, 8)), numbers(range(100, 116))

    def run(name, *args):
        return values(INTRINSICS[name](machine, 8, *args))

    assert run("mul_epi32", a, b) == [x * y for x, y in zip(range(-8, 8, 2), range(100, 116, 2), strict=True)]
    assert run("movehdup_ps", a) == [i | 1 for i in range(-8, 8)]
    assert run("mask_blend_epi32", const(0x8001), a, b) == [100, *range(-7, 7), 115]
    assert run("cvtepi32_epi8", a) == [*range(248, 256), *range(8)]
    assert run("cvtepu8_epi32", numbers(range(240, 256))) == list(range(240, 256))


def words_of(machine, vector):
    return [machine.world.word(word_at(machine, 8, vector, i), 16, True).lo for i in range(32)]


def test_words_of_512_bits():
    machine = Machine()
    a, b = tuple(map(const, range(32))), tuple(map(const, range(100, 132)))

    def run(name, *args):
        return words_of(machine, INTRINSICS[name](machine, 8, *args))

    assert run("rol_epi32", a, const(16)) == [i ^ 1 for i in range(32)]
    assert run("mask_blend_epi16", const(0xF0000001), a, b) == [100, *range(1, 28), *range(128, 132)]
    assert run("shuffle_i64x2", a, b, const(0x4E)) == [*range(16, 32), *range(100, 116)]
    places = tuple(map(const, (0, 1, 8, 9, 2, 3, 10, 15)))
    expected = [*range(8), *range(100, 108), *range(8, 16), *range(108, 112), *range(128, 132)]
    assert run("permutex2var_epi64", a, places, b) == expected
