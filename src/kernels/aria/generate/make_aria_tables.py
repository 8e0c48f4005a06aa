#!/usr/bin/env python3
"""Derives the tables of the ARIA kernels (src/kernels/aria/aria_tables.h) from RFC 5794.

Usage: make_aria_tables.py [--check]   writes the header, or only compares it with what is there.

SB1 is AES's S-box, SB2(x) = B x^247 + 0xe2, and SB3 and SB4 are their inverses (sec. 2.4.2). x^247 is the inverse of
x^8, so that SB2(x) = Q SB1(x) + q with Q linear, and SB4(x) = SB3(Q^-1 (x + q)). The kernels apply Q + 1 and Q^-1 + 1
to the bytes concerned and add the result. q is in the round keys: before SB4 it is added to the state as it is, and
after SB2 the diffusion layer carries it to the next round key.

An odd round has SB1 SB2 SB3 SB4 for the bytes of each column, an even round SB3 SB4 SB1 SB2. aesenclast moves byte r of
column c to column c - r, aesdeclast to column c + r; the diffusion layer takes its inputs from there.

With GFNI, SB1(x) = L x^-1 + 0x63 and SB2(x) = M x^-1 + 0xe2, since x^247 is the eighth power of x^-1, and both
constants are in the round keys in the same way. The bytes of a block are arranged by their S-boxes: SB1, SB3, SB2, SB4.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "aes/generate"))
from byte_maps import (
    AES_LINEAR,
    AES_SBOX,
    IDENTITY,
    Map,
    add,
    affine_matrix,
    compose,
    in_rows,
    inverse,
    matrix,
    nibbles,
    power,
    write_or_check,
)

HEADER = pathlib.Path(__file__).resolve().parents[1] / "aria_tables.h"

SB2_MATRIX = [0x7A, 0xBC, 0xEB, 0xB9, 0x34, 0x81, 0xBA, 0xCB]  # row i: bit j multiplies bit j of x^247
SB2_CONSTANT = 0xE2
SB2 = [x ^ SB2_CONSTANT for x in compose(matrix(SB2_MATRIX), [power(x, 247) for x in range(256)])]

AFFINE = compose(SB2, inverse(AES_SBOX))  # SB2 = AFFINE SB1
Q_CONSTANT = AFFINE[0]
Q = [x ^ Q_CONSTANT for x in AFFINE]
M = compose(matrix(SB2_MATRIX), [power(x, 8) for x in range(256)])

# Sec. 2.4.3: the inputs of each byte of A.
DIFFUSION = [
    (3, 4, 6, 8, 9, 13, 14), (2, 5, 7, 8, 9, 12, 15), (1, 4, 6, 10, 11, 12, 15), (0, 5, 7, 10, 11, 13, 14),
    (0, 2, 5, 8, 11, 14, 15), (1, 3, 4, 9, 10, 14, 15), (0, 2, 7, 9, 10, 12, 13), (1, 3, 6, 8, 11, 12, 13),
    (0, 1, 4, 7, 10, 13, 15), (0, 1, 5, 6, 11, 12, 14), (2, 3, 5, 6, 8, 13, 15), (2, 3, 4, 7, 9, 12, 14),
    (1, 2, 6, 7, 9, 11, 12), (0, 3, 6, 7, 8, 10, 13), (0, 3, 4, 5, 9, 11, 14), (1, 2, 4, 5, 8, 10, 15),
]


def diffuse(x: list[int]) -> list[int]:
    result = [0] * 16
    for i, inputs in enumerate(DIFFUSION):
        for j in inputs:
            result[i] ^= x[j]
    return result


def place(byte: int, is_odd: bool) -> int:
    """Where the S-box layer leaves a byte."""
    column, row = divmod(byte, 4)
    is_encrypted = (row < 2) == is_odd
    return 4 * ((column - row if is_encrypted else column + row) % 4) + row


def rows_with(value: int, row: int) -> list[int]:
    return [value if i % 4 == row else 0 for i in range(16)]


def xor(*blocks: list[int]) -> list[int]:
    return [int.__xor__(*pair) for pair in zip(*blocks, strict=True)]


def constants(post_odd: list[int], post_even: list[int]) -> list[list[int]]:
    """The members of struct aria_constants, from what the S-boxes of an odd and of an even round leave."""
    key_odd, key_even = xor(post_even, diffuse(post_even)), xor(post_odd, diffuse(post_odd))
    assert diffuse(key_odd) == key_odd and diffuse(key_even) == key_even  # as aria_expand_template.h takes for granted
    return [post_even, post_odd, key_odd, key_even, diffuse(post_odd), diffuse(post_even)]


AES_CONSTANTS = constants(rows_with(Q_CONSTANT, 1), rows_with(Q_CONSTANT, 3))
GFNI_CONSTANTS = constants(xor(rows_with(0x63, 0), rows_with(SB2_CONSTANT, 1)),
                           xor(rows_with(0x63, 2), rows_with(SB2_CONSTANT, 3)))

# Arranged for an odd round: which byte stands at each place. An even round exchanges the bytes i and i ^ 2.
ODD_ORDER = [4 * column + row for row in (0, 2, 1, 3) for column in range(4)]
EVEN_ORDER = [i ^ 2 for i in ODD_ORDER]
NONE = 0x80  # a shuffle makes it zero


def gathered(of_place: list[tuple[int, ...]], first_place: int) -> list[list[int]]:
    """Four shuffles that bring each place its inputs among first_place to first_place + 3 and those 8 places on."""
    chosen = [[j for j in inputs if j % 8 // 4 * 4 == first_place] for inputs in of_place]
    assert all(len(inputs) <= 4 for inputs in chosen)
    return [[inputs[k] if k < len(inputs) else NONE for inputs in chosen] for k in range(4)]


# The inputs of A for the next round, whose order is the other one. They are the same from odd to even and back.
ARRANGED = [tuple(ODD_ORDER.index(j) for j in DIFFUSION[i]) for i in EVEN_ORDER]
assert [set(x) for x in ARRANGED] == [{EVEN_ORDER.index(j) for j in DIFFUSION[i]} for i in ODD_ORDER]


def from_places(order: list[int], first_place: int) -> list[int]:
    """The shuffle that takes the bytes of S-boxes at these places, and those 8 places on, back to their own."""
    return [order.index(i) if order.index(i) % 8 // 4 * 4 == first_place else NONE for i in range(16)]


def rows_of_word(i: int, word: int) -> list[int]:
    """The rows of byte i's inputs in one word of the block, as differences from its own row."""
    return sorted((j ^ i) % 4 for j in DIFFUSION[i] if j // 4 == word)


def slices() -> tuple[list[int], list[list[list[int]]]]:
    """A without shuffles: a byte's input in its own word, and its two inputs in each other word, as differences."""
    for i in range(16):
        for word in range(4):
            assert rows_of_word(i, word) == rows_of_word(i & ~3, word)
    own = [rows_of_word(4 * word, word)[0] for word in range(4)]
    return own, [[rows_of_word(4 * i, j) if i != j else [0, 0] for j in range(4)] for i in range(4)]


KEY_CONSTANTS = [  # sec. 2.2
    "517cc1b727220a94fe13abe8fa9a6ee0", "6db14acc9e21c820ff28b1d5ef5de2b0", "db92371d2126e9700324977504e8c90e",
]


def table(name: str, m: Map) -> str:
    return f"static const _Alignas(16) ab_byte_map {name} =\n    {nibbles(m)};"


def block(name: str, values: list[int] | bytes) -> str:
    return f"static const _Alignas(16) uint8_t {name}[16] = {{\n    {in_rows(values)}\n}};"


def inverse_order(order: list[int]) -> list[int]:
    return [order.index(i) for i in range(16)]


def twice(values: list[int]) -> str:
    return "{ " + in_rows(values + values, "        ") + " }"


def layer(is_odd: bool) -> str:
    pre, post = rows_with(15, 3 if is_odd else 1), rows_with(15, 1 if is_odd else 3)
    inputs = ",\n      ".join(twice([place(DIFFUSION[i][k], is_odd) for i in range(16)]) for k in range(7))
    return f"{{ {twice(pre)},\n      {twice(post)},\n      {{ {inputs} }} }}"


def rows(name: str, size: str, values: list[list[int]]) -> str:
    inner = ",\n    ".join("{ " + in_rows(x, "      ") + " }" for x in values)
    return f"static const _Alignas(16) uint8_t {name}{size} = {{\n    {inner},\n}};"


def matrices(name: str, low: Map, high: Map) -> str:
    return f"static const _Alignas(16) uint64_t {name}[2] = {{ {affine_matrix(low)}, {affine_matrix(high)} }};"


def constants_of(name: str, values: list[list[int]]) -> str:
    inner = ",\n    ".join("{ " + in_rows(x, "      ") + " }" for x in values)
    return f"static const _Alignas(16) struct aria_constants {name} = {{\n    {inner},\n}};"


def for_gfni() -> str:
    own, pairs = slices()
    pair_rows = ",\n    ".join("{ " + ", ".join(f"{{ {a}, {b} }}" for a, b in row) + " }" for row in pairs)
    return f"""\
/*
 * For GFNI: matrices as GF2P8AFFINEQB takes them, for the two halves of an arranged block, after the inversion of SB1
 * and SB2, and before that of SB3 and SB4.
 */
{matrices("aria_leave", AES_LINEAR, M)}
{matrices("aria_enter", inverse(AES_LINEAR), inverse(M))}
{matrices("aria_identity", IDENTITY, IDENTITY)}

/* A block as it is to what an odd or even round takes, and back. */
{block("aria_arrange_odd", ODD_ORDER)}
{block("aria_arrange_even", EVEN_ORDER)}
{block("aria_restore_odd", inverse_order(ODD_ORDER))}
{block("aria_restore_even", inverse_order(EVEN_ORDER))}
/* The inputs of A that SB1 and SB2 make, and those that SB3 and SB4 make. */
{rows("aria_first", "[4][16]", gathered(ARRANGED, 0))}
{rows("aria_second", "[4][16]", gathered(ARRANGED, 4))}
/* The same after the last round, without A. */
{block("aria_last_first", from_places(EVEN_ORDER, 0))}
{block("aria_last_second", from_places(EVEN_ORDER, 4))}

/* The rows of A's inputs as differences from a byte's own row: in its own word, and in each other word. */
static const uint8_t aria_own_row[4] = {{ {", ".join(map(str, own))} }};
static const uint8_t aria_other_rows[4][4][2] = {{
    {pair_rows},
}};"""


def header() -> str:
    assert SB2[:8] == [0xE2, 0x4E, 0x54, 0xFC, 0x94, 0xC2, 0x4A, 0xCC]
    assert all(diffuse(diffuse(rows_with(1, r))) == rows_with(1, r) for r in range(4))
    assert SB2 == [x ^ SB2_CONSTANT for x in compose(M, [power(x, 254) for x in range(256)])]
    plain = ",\n    ".join(twice([DIFFUSION[i][k] for i in range(16)]) for k in range(7))
    constants = ",\n    ".join("{ " + in_rows(bytes.fromhex(c)) + " }" for c in KEY_CONSTANTS)
    return f"""\
/* Made by generate/make_aria_tables.py. A linear map of bytes is two tables, by low and by high nibble. */
/* clang-format off */
#ifndef AB_KERNELS_ARIA_TABLES_H
#define AB_KERNELS_ARIA_TABLES_H

#include "kernels/aes/byte_map.h"

/* Q^-1 + 1, before SB4, and Q + 1, after SB2. */
{table("aria_before", add(inverse(Q), IDENTITY))}
{table("aria_after", add(Q, IDENTITY))}

/* The bytes that the two maps concern, as masks of their nibbles, and the seven inputs of each byte of A. */
struct aria_layer {{
    uint8_t before[32], after[32], inputs[7][32];
}};
static const _Alignas(32) struct aria_layer aria_odd =
    {layer(True)};
static const _Alignas(32) struct aria_layer aria_even =
    {layer(False)};

/* The inputs of A if no S-box has moved the bytes. */
static const _Alignas(32) uint8_t aria_plain[7][32] = {{
    {plain}
}};

/* Undoes the moves of an even round. */
static const _Alignas(32) uint8_t aria_unmove[32] =
    {twice([place(i, False) for i in range(16)])};

/*
 * Constants of the S-boxes of odd and even rounds: those to be added before them, which are also what even and odd
 * rounds leave; what is in the round keys, of odd rounds from the third on (these, and A of what the preceding round
 * leaves); and A of what odd and even rounds leave.
 */
struct aria_constants {{
    uint8_t before_odd[16], before_even[16], key_odd[16], key_even[16], left_odd[16], left_even[16];
}};
{constants_of("aria_constants_aes", AES_CONSTANTS)}
{constants_of("aria_constants_gfni", GFNI_CONSTANTS)}

{for_gfni()}

/* The constants of the key schedule. */
static const _Alignas(16) uint8_t aria_ck[3][16] = {{
    {constants}
}};

#endif
"""


if __name__ == "__main__":
    sys.exit(write_or_check(HEADER, header()))
