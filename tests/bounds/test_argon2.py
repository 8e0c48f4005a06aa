"""
Argon2's compression function G, of every implementation, for all blocks: each word of the result is the term that RFC
9106 sec. 3.5 and 3.6 define. BLAKE2b's round with products has no bounds to prove: all is modulo 2^64.
"""

import pytest
from exact import Refuted
from machine import Machine
from proof import Kernel
from terms import INTRINSICS, Term, TermWorld, add, half, product, turn, xor

LEVELS = ["portable", "avx2", "avx512"]
WORDS, ROW = 128, 16


def source(level):
    return f"kernels/argon2/argon2_{level}.c"


# ---- the definition ----


def add_product(a, b):
    return add(add(a, b), product(product(2, half(a)), half(b)))


def gb(v, a, b, c, d):
    for first, second in ((32, 24), (16, 63)):
        v[a] = add_product(v[a], v[b])
        v[d] = turn(xor(v[d], v[a]), first)
        v[c] = add_product(v[c], v[d])
        v[b] = turn(xor(v[b], v[c]), second)


def permuted(words):
    """P of 16 words: columns of a 4 by 4 matrix, then its diagonals."""
    v = list(words)
    for i in range(4):
        gb(v, i, i + 4, i + 8, i + 12)
    for i in range(4):
        gb(v, i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12)
    return v


def compressed(x, y):
    """G: R = X xor Y as 8 by 8 cells of two words; P of each row, then of each column; the result xor R."""
    r = [xor(a, b) for a, b in zip(x, y, strict=True)]
    z = [word for row in range(8) for word in permuted(r[ROW * row :][:ROW])]
    for column in range(8):
        places = [ROW * row + 2 * column + i for row in range(8) for i in range(2)]
        for place, word in zip(places, permuted([z[place] for place in places]), strict=True):
            z[place] = word
    return [xor(a, b) for a, b in zip(r, z, strict=True)]


# ---- the code ----


def block(name):
    return {"w": [Term("input", name, i) for i in range(WORDS)]}


def prove_compression(kernel, adds):
    """adds: what the block held before is added (sec. 3.4, from the second pass on)."""
    machine = Machine(kernel.source, TermWorld(), instead=INTRINSICS)
    a, b, out, mixing = block("a"), block("b"), block("old"), machine.new("mixing")
    expected = compressed(a["w"], b["w"])
    if adds:
        expected = [xor(x, y) for x, y in zip(expected, out["w"], strict=True)]
    machine.call("mix_rows", mixing, a, b)
    for group in range(kernel.constant("NUM_GROUPS")):
        machine.call("mix_columns", mixing, group, out, adds)
        if group == 0 and out["w"][0] is not expected[0]:
            raise Refuted("word 0, which selects the next block, is not known after the first group")
    for i, (word, other) in enumerate(zip(out["w"], expected, strict=True)):
        if word is not other:
            raise Refuted(f"word {i} is another term")


@pytest.mark.parametrize("adds", [0, 1])
@pytest.mark.parametrize("level", LEVELS)
def test_compression(level, adds):
    prove_compression(Kernel(source(level)), adds)


def test_words_differ():
    words = compressed(block("a")["w"], block("b")["w"])
    assert len(set(words)) == WORDS
