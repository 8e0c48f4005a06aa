#!/usr/bin/env python3
"""Derives the tables of the ARIA kernels (src/kernels/aria/aria_tables.h) from RFC 5794.

Usage: make_aria_tables.py [--check]   writes the header, or only compares it with what is there.

SB1 is AES's S-box, SB2(x) = B x^247 + 0xe2, and SB3 and SB4 are their inverses (sec. 2.4.2). x^247 is the inverse of
x^8, so that SB2(x) = Q SB1(x) + q with Q linear, and SB4(x) = SB3(Q^-1 (x + q)). The kernels apply Q + 1 and Q^-1 + 1
to the bytes concerned and add the result. q is in the round keys: before SB4 it is added to the state as it is, and
after SB2 the diffusion layer carries it to the next round key.

An odd round has SB1 SB2 SB3 SB4 for the bytes of each column, an even round SB3 SB4 SB1 SB2. aesenclast moves byte r of
column c to column c - r, aesdeclast to column c + r; the diffusion layer takes its inputs from there.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "aes/generate"))
from byte_maps import AES_SBOX, IDENTITY, Map, add, compose, in_rows, inverse, matrix, nibbles, power, write_or_check

HEADER = pathlib.Path(__file__).resolve().parents[1] / "aria_tables.h"

SB2_MATRIX = [0x7A, 0xBC, 0xEB, 0xB9, 0x34, 0x81, 0xBA, 0xCB]  # row i: bit j multiplies bit j of x^247
SB2_CONSTANT = 0xE2
SB2 = [x ^ SB2_CONSTANT for x in compose(matrix(SB2_MATRIX), [power(x, 247) for x in range(256)])]

AFFINE = compose(SB2, inverse(AES_SBOX))  # SB2 = AFFINE SB1
Q_CONSTANT = AFFINE[0]
Q = [x ^ Q_CONSTANT for x in AFFINE]

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


POST_ODD, POST_EVEN = rows_with(Q_CONSTANT, 1), rows_with(Q_CONSTANT, 3)  # after SB2
PRE_ODD, PRE_EVEN = POST_EVEN, POST_ODD                                    # before SB4
KEY_EVEN, KEY_ODD = xor(PRE_EVEN, diffuse(POST_ODD)), xor(PRE_ODD, diffuse(POST_EVEN))

KEY_CONSTANTS = [  # sec. 2.2
    "517cc1b727220a94fe13abe8fa9a6ee0", "6db14acc9e21c820ff28b1d5ef5de2b0", "db92371d2126e9700324977504e8c90e",
]


def table(name: str, m: Map) -> str:
    return f"static const _Alignas(16) ab_byte_map {name} =\n    {nibbles(m)};"


def block(name: str, values: list[int] | bytes) -> str:
    return f"static const _Alignas(16) uint8_t {name}[16] = {{\n    {in_rows(values)}\n}};"


def twice(values: list[int]) -> str:
    return "{ " + in_rows(values + values, "        ") + " }"


def layer(is_odd: bool) -> str:
    pre, post = rows_with(15, 3 if is_odd else 1), rows_with(15, 1 if is_odd else 3)
    inputs = ",\n      ".join(twice([place(DIFFUSION[i][k], is_odd) for i in range(16)]) for k in range(7))
    return f"{{ {twice(pre)},\n      {twice(post)},\n      {{ {inputs} }} }}"


def header() -> str:
    assert SB2[:8] == [0xE2, 0x4E, 0x54, 0xFC, 0x94, 0xC2, 0x4A, 0xCC]
    assert all(diffuse(diffuse(rows_with(1, r))) == rows_with(1, r) for r in range(4))
    assert diffuse(KEY_ODD) == KEY_ODD and diffuse(KEY_EVEN) == KEY_EVEN  # as aria_expand.h takes for granted
    plain = ",\n    ".join(twice([DIFFUSION[i][k] for i in range(16)]) for k in range(7))
    constants = ",\n    ".join("{ " + in_rows(bytes.fromhex(c)) + " }" for c in KEY_CONSTANTS)
    return f"""\
/* Made by generate/make_aria_tables.py. A linear map of bytes is two tables, by low and by high nibble. */
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

/* q at the bytes before SB4 of an odd round, which are those after SB2 of an even round; and the other way round. */
{block("aria_q_odd", PRE_ODD)}
{block("aria_q_even", PRE_EVEN)}
/* What is in the round keys, of odd rounds from the third on: q, and A of the preceding round's q. */
{block("aria_key_odd", KEY_ODD)}
{block("aria_key_even", KEY_EVEN)}
/* A of the second and the first of these constants: what an odd and an even round leave. */
{block("aria_left_odd", diffuse(POST_ODD))}
{block("aria_left_even", diffuse(POST_EVEN))}

/* The constants of the key schedule. */
static const _Alignas(16) uint8_t aria_ck[3][16] = {{
    {constants}
}};

#endif
"""


if __name__ == "__main__":
    sys.exit(write_or_check(HEADER, header()))
