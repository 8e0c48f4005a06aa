#!/usr/bin/env python3
"""Derives the tables of the SM4 kernels (src/kernels/sm4/sm4_tables.h) from the standard's algebra.

Usage: make_sm4_tables.py [--check]   writes the header, or only compares it with what is there.

SM4's S-box (GB/T 32907-2016 sec. 6.2) is S(x) = J(I(J(x))), where J(x) = L x + 0xd3 with L circulant, and I is the
inverse in GF(2)[x] / (x^8 + x^7 + x^6 + x^5 + x^4 + x^2 + 1), 0 to 0. AES's S-box is the inverse in another
representation of GF(2^8), and an affine map after it (FIPS 197 sec. 5.1.1). An isomorphism between the two fields
therefore gives matrices A and P and bytes a and p with S(x) = P AES(A x + a) + p. The kernels keep the state as A x, so
that only P and what follows it, the linear map of a round, is left to do: sm4_rounds_template.h.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "aes/generate"))
from byte_maps import (
    AES_FIELD,
    AES_LINEAR,
    AES_SBOX,
    Map,
    add,
    affine_matrix,
    circulant,
    compose,
    inverse,
    nibbles,
    power,
    write_or_check,
)

HEADER = pathlib.Path(__file__).resolve().parents[1] / "sm4_tables.h"
SM4_FIELD, SM4_ROW, SM4_CONSTANT = 0x1F5, 0xA7, 0xD3

SM4_LINEAR = circulant(SM4_ROW)
SM4_SBOX = [SM4_LINEAR[power(SM4_LINEAR[x] ^ SM4_CONSTANT, 254, SM4_FIELD)] ^ SM4_CONSTANT for x in range(256)]


def isomorphism() -> Map:
    """From SM4's representation to AES's: the powers of x become those of the least root of SM4's polynomial."""
    for root in range(2, 256):
        powers = [power(root, i, AES_FIELD) for i in range(9)]
        if sum_of(powers, SM4_FIELD) == 0:
            return [sum_of(powers, x) for x in range(256)]
    raise AssertionError


def sum_of(values: list[int], which: int) -> int:
    """The xor of the values whose bits are set."""
    result = 0
    for i, value in enumerate(values):
        result ^= value if which >> i & 1 else 0
    return result


def shift(n: int) -> Map:
    """To the left by n bits within a byte; to the right if n is negative."""
    return [(x << n if n >= 0 else x >> -n) & 0xFF for x in range(256)]


PHI = isomorphism()
ENTER, ENTER_CONSTANT = compose(PHI, SM4_LINEAR), PHI[SM4_CONSTANT]  # A and a
LEAVE = inverse(ENTER)
REVERSE = [int(f"{x:08b}"[::-1], 2) for x in range(256)]
AFTER = compose(SM4_LINEAR, inverse(PHI), inverse(AES_LINEAR))  # P
SBOX_CONSTANT = inverse(AFTER)[SM4_CONSTANT ^ AFTER[0x63]]  # P^-1 p: S(x) = P (AES(A x + a) + P^-1 p)

# The byte maps of T = L S of a round (sec. 6.2.2) and of T' = L' S of the key schedule (sec. 7.3), after S's P and
# before A: entry i applies to the byte i places further on in the word. sm4_rounds_template.h derives them.
ROUND = [add(shift(0), shift(2)), add(shift(2), shift(-6)), add(shift(2), shift(-6)), add(shift(0), shift(-6))]
SCHEDULE = [shift(0), shift(5), add(shift(-3), shift(7)), shift(-1)]

# The same for GFNI, which has the inversion without an affine map after it: S(x) = Q inv(A x + a) + 0xd3.
GFNI_AFTER = compose(SM4_LINEAR, inverse(PHI))  # Q
BOTH = add(ROUND[0], ROUND[1])

FK = [0xA3B1BAC6, 0x56AA3350, 0x677D9197, 0xB27022DC]
CK = [int.from_bytes(bytes((4 * i + j) * 7 & 0xFF for j in range(4)), "big") for i in range(32)] + [0]


def gfni(name: str, m: Map) -> str:
    """The map A m Q, and A m of S's constant."""
    return f"""\
static const uint64_t sm4_gfni_{name} = {affine_matrix(compose(ENTER, m, GFNI_AFTER))};
enum {{ SM4_GFNI_{name.upper()} = 0x{ENTER[m[SM4_CONSTANT]]:02x} }};"""


def words(values: list[int], constant: int) -> str:
    rows = []
    for value in values:
        row = ", ".join(f"0x{ENTER[b] ^ constant:02x}" for b in value.to_bytes(4, "big"))
        rows.append("    { " + row + " },")
    return "\n".join(rows)


def header() -> str:
    assert ROUND[3] == add(ROUND[0], ROUND[1]) and ROUND[1] == ROUND[2]
    assert all(AFTER[AES_SBOX[ENTER[x] ^ ENTER_CONSTANT] ^ SBOX_CONSTANT] == SM4_SBOX[x] for x in range(256))
    inverses = [power(x, 254) for x in range(256)]
    sboxes = [GFNI_AFTER[inverses[ENTER[x] ^ ENTER_CONSTANT]] ^ SM4_CONSTANT for x in range(256)]
    assert sboxes == SM4_SBOX
    key_maps = ",\n    ".join(nibbles(compose(ENTER, m, AFTER)) for m in SCHEDULE)
    return f"""\
/* Made by generate/make_sm4_tables.py. A linear map of bytes is two tables, by low and by high nibble. */
#ifndef AB_KERNELS_SM4_TABLES_H
#define AB_KERNELS_SM4_TABLES_H

#include "kernels/aes/byte_map.h"

/* S(x) = P (AES(A x + SM4_ENTER) + SM4_SBOX). */
enum {{ SM4_ENTER = 0x{ENTER_CONSTANT:02x}, SM4_SBOX = 0x{SBOX_CONSTANT:02x} }};

/* A and its inverse. */
static const _Alignas(16) ab_byte_map sm4_enter =
    {nibbles(ENTER)};
static const _Alignas(16) ab_byte_map sm4_leave =
    {nibbles(LEAVE)};

/* The bits of a byte in the other order, for the tweaks of XTS by GB/T 17964. */
static const _Alignas(16) ab_byte_map sm4_reverse =
    {nibbles(REVERSE)};

/* A L P for a byte's own place and for the next byte's. */
static const _Alignas(16) ab_byte_map sm4_own =
    {nibbles(compose(ENTER, ROUND[0], AFTER))};
static const _Alignas(16) ab_byte_map sm4_next =
    {nibbles(compose(ENTER, ROUND[1], AFTER))};

/* A L' P for a byte's own place and for the three next ones'. */
static const _Alignas(16) ab_byte_map sm4_key_maps[4] = {{
    {key_maps},
}};

/*
 * For GFNI. Matrices as GF2P8AFFINEQB takes them: A and its inverse; the reversal of bits; A L Q for a byte's own
 * place, for the next byte's, for both together and, with L' in place of L, for the four bytes of the key schedule.
 * Beside each of these stands what it makes of the constant of the S-box.
 */
static const uint64_t sm4_gfni_enter = {affine_matrix(ENTER)};
static const uint64_t sm4_gfni_leave = {affine_matrix(LEAVE)};
static const uint64_t sm4_gfni_reverse = {affine_matrix(REVERSE)};
{gfni("own", ROUND[0])}
{gfni("next", ROUND[1])}
{gfni("both", BOTH)}
{gfni("key0", SCHEDULE[0])}
{gfni("key1", SCHEDULE[1])}
{gfni("key2", SCHEDULE[2])}
{gfni("key3", SCHEDULE[3])}

/* A FK, and A CK + SM4_ENTER; the last round reads one row more, whose value does not matter. */
static const _Alignas(16) uint8_t sm4_fk[4][4] = {{
{words(FK, 0)}
}};
static const _Alignas(16) uint8_t sm4_ck[33][4] = {{
{words(CK, ENTER_CONSTANT)}
}};

#endif
"""


if __name__ == "__main__":
    sys.exit(write_or_check(HEADER, header()))
