"""What intrinsics.py says of words of 16 and 32 bits is what the processor does, for random and extreme words."""

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
        _mm256_storeu_si256((__m256i *)words, (__m256i)_mm256_%s(%s));
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
    calls = [(name.split()[0], text) for name, (text, _) in OPERATIONS.items()]
    steps = "".join(STEP % (name, arguments(name, text)) for name, text in calls)
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
    return words


def test_words(tmp_path):
    expected = [word for a, b in cases() for word in of_model(a, b)]
    got = of_processor(tmp_path)
    assert len(got) == NUM_CASES * len(OPERATIONS) * WORDS
    for at, (word, number) in enumerate(zip(got, expected, strict=True)):
        name = list(OPERATIONS)[at // WORDS % len(OPERATIONS)]
        assert word == number, f"{name}, word {at % WORDS}: {word}, not {number}"


def test_registers_in_an_array_of_words():
    machine, box = Machine(), list(map(const, range(40)))
    for lanes, size in ((4, 256), (8, 512)):
        words = INTRINSICS[f"loadu_si{size}"](machine, lanes, Ptr(box, 3, SHORT))
        assert [word.lo for word in words] == list(range(3, 3 + 4 * lanes))


# ---- what this processor may lack: by its documentation ----


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
