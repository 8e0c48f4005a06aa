#!/usr/bin/env python3
"""Derives the tables of the Camellia kernels (src/kernels/camellia/camellia_tables.h) from the algebra of the cipher.

Usage: make_camellia_tables.py [--check]   writes the header, or only compares it with what is there.

Camellia's s1 (RFC 3713 sec. 2.4.1) is the inverse in GF((2^4)^2) between two affine maps, and GFNI inverts in AES's
representation of GF(2^8). An isomorphism between the fields gives matrices A and B and bytes a and b with s1(x) =
B I(A x + a) + b. The others are s2 = R s1, s3 = R^-1 s1 and s4 = s1 R, where R rotates a byte to the left by one bit.

The kernels keep each byte as what the inversion takes, A x, and bytes 4 and 7 of a half, which go through s4, as A R x.
Then a round is I and a linear map, in which an inverted byte goes through A R^n B for n = -1, 0, 1 or 2 to those places
of the result where P of sec. 2.4 puts it. camellia_cipher_template.h has how the sums are made.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "aes/generate"))
from byte_maps import AES_FIELD, Map, compose, in_rows, inverse, matrix, multiply, power

HEADER = pathlib.Path(__file__).resolve().parents[1] / "camellia_tables.h"

# The tower field: beta is a root of FIELD, alpha = beta^238. f and h are given by the sums of bits of sec. 2.4.1's
# S-box as its authors define it; bit 1 is the highest.
FIELD, ALPHA_POWER, BEFORE, AFTER = 0x169, 238, 0xC5, 0x6E
F_BITS = [(2, 6), (1, 7), (3, 5, 8), (3, 8), (4, 7), (2, 5), (1, 8), (4, 6)]
H_BITS = [(2, 5, 6), (2, 6), (4, 7), (2, 8), (3, 7), (1, 8), (1, 5), (3, 6)]

# P: the bytes of which each byte of the result is the sum; and the S-box of each byte.
INPUTS = {
    1: (1, 3, 4, 6, 7, 8), 2: (1, 2, 4, 5, 7, 8), 3: (1, 2, 3, 5, 6, 8), 4: (2, 3, 4, 5, 6, 7),
    5: (1, 2, 6, 7, 8), 6: (2, 3, 5, 7, 8), 7: (3, 4, 5, 6, 8), 8: (1, 4, 5, 6, 7),
}  # fmt: skip
SBOX_OF = {1: 1, 2: 2, 3: 3, 4: 4, 5: 2, 6: 3, 7: 4, 8: 1}
SIGMA = [
    0xA09E667F3BCC908B, 0xB67AE8584CAA73B2, 0xC6EF372FE94F82BE,
    0x54FF53A5F1D36F1C, 0x10E527FADE682D1D, 0xB05688C2B3E6C1FD,
]  # fmt: skip


def bits_map(rows: list[tuple[int, ...]]) -> Map:
    """Row 1 gives the highest bit."""
    return matrix([sum(1 << 8 - bit for bit in row) for row in reversed(rows)])


def sum_of(values: list[int], which: int) -> int:
    """The xor of the values whose bits are set."""
    result = 0
    for i, value in enumerate(values):
        result ^= value if which >> i & 1 else 0
    return result


def isomorphism() -> Map:
    """From the tower field's bits to AES's representation: beta becomes the least root of its polynomial there."""
    for root in range(2, 256):
        if sum_of([power(root, i, AES_FIELD) for i in range(9)], FIELD) == 0:
            alpha = power(root, ALPHA_POWER, AES_FIELD)
            low = [power(alpha, i, AES_FIELD) for i in range(4)]
            basis = low + [multiply(root, x) for x in low]
            return [sum_of(basis, x) for x in range(256)]
    raise AssertionError


def rotation(n: int) -> Map:
    return [(x << n % 8 | x >> 8 - n % 8) & 0xFF for x in range(256)]


# The field's element of a byte has bit 8 (the lowest) as the coefficient of 1, bit 5 of alpha^3, bit 4 of beta.
PHI = isomorphism()
ENTER = compose(PHI, bits_map(F_BITS))  # A
LEAVE = inverse(ENTER)
ENTER_CONSTANT = ENTER[BEFORE]  # a
LAST = compose(bits_map(H_BITS), inverse(PHI))  # B
INVERSE = [power(x, 254) for x in range(256)]
SBOX1 = [LAST[INVERSE[ENTER[x] ^ ENTER_CONSTANT]] ^ AFTER for x in range(256)]
TURN_BEFORE = {k: 1 if SBOX_OF[k] == 4 else 0 for k in SBOX_OF}
TURN_AFTER = {k: {1: 0, 2: 1, 3: -1, 4: 0}[SBOX_OF[k]] for k in SBOX_OF}


def place(k: int) -> int:
    """Byte k of a half, counted from 1, in a 64-bit little-endian number."""
    return 8 - k


def gfni(m: Map) -> int:
    """A linear map as the operand of gf2p8affineqb: row i, the mask of bit i, is byte 7 - i."""
    result = 0
    for i in range(8):
        row = sum((m[1 << j] >> i & 1) << j for j in range(8))
        result |= row << 8 * (7 - i)
    return result


def both(low: Map, high: Map) -> list[int]:
    """Operands of the two halves of a block, four times."""
    return list((gfni(low).to_bytes(8, "little") + gfni(high).to_bytes(8, "little")) * 4)


def turned(n: int) -> Map:
    return compose(ENTER, rotation(n), LAST)


def sums(before: dict[int, int]) -> list[list[int]]:
    """The shuffles of the first value, two that are added with the halves exchanged, and of the second, two.

    before: by how much each byte of the result is turned.
    """
    shuffles = [[0x80] * 16 for _ in range(4)]
    for i, inputs in INPUTS.items():
        first, second = [], []
        for k in inputs:
            n = before[i] + TURN_AFTER[k]
            if n in (-1, 2):
                second.append(place(k))
            else:
                first.append(place(k) + 8 * n)
        while len(first) > 4:
            from_high = next(x for x in first if x >= 8 and 8 - x % 8 in (2, 5))
            first.remove(from_high)
            second.append(from_high)
        assert len(first) <= 4 and len(second) <= 2
        for j, x in enumerate(first):
            shuffles[j // 2][place(i) + 8 * (j % 2)] = x
        for j, x in enumerate(second):
            shuffles[2 + j][place(i)] = shuffles[2 + j][place(i) + 8] = x
    return shuffles


def mask(bytes_of_half: tuple[int, ...], in_high: bool) -> list[int]:
    row = [0xFF if 8 - i in bytes_of_half else 0 for i in range(8)]
    return (row + (row if in_high else [0] * 8)) * 4


def half(value: int) -> list[int]:
    """What a half is in the kernels."""
    data = value.to_bytes(8, "big")
    return [ENTER[rotation(TURN_BEFORE[8 - i])[data[7 - i]]] for i in range(8)]


def left_out() -> int:
    """The sum that b leaves after P, as bytes of the cipher."""
    constants = {k: rotation(TURN_AFTER[k])[AFTER] for k in SBOX_OF}
    result = 0
    for i, inputs in INPUTS.items():
        byte = 0
        for k in inputs:
            byte ^= constants[k]
        result |= byte << 8 * place(i)
    return result


def name(text: str, values: list[int], size: int) -> str:
    return f"static const _Alignas({size}) uint8_t {text}[{size}] = {{\n    {in_rows(values)}\n}};\n"


def header() -> str:
    assert SBOX1[:16] == [112, 130, 44, 236, 179, 39, 192, 229, 228, 133, 87, 53, 234, 12, 174, 65]
    turn = rotation(1)
    sigma = ",\n".join(
        "    { " + in_rows([x ^ ENTER_CONSTANT for x in half(s)] * 2) + " }" for s in SIGMA
    )
    parts = [
        name("camellia_enter", both(ENTER, ENTER), 64),
        name("camellia_enter_turned", both(compose(ENTER, turn), compose(ENTER, turn)), 64),
        name("camellia_leave", both(LEAVE, LEAVE), 64),
        name("camellia_leave_turned", both(inverse(compose(ENTER, turn)), inverse(compose(ENTER, turn))), 64),
        name("camellia_turned_bytes", mask((4, 7), True), 64),
        "\n/* After the inversion: A R^n B for n = 0 | 1, -1 | 1 and 2 | 2 on the halves of each block. */\n",
        name("camellia_first", both(turned(0), turned(1)), 64),
        name("camellia_second", both(turned(-1), turned(1)), 64),
        name("camellia_third", both(turned(2), turned(2)), 64),
        "\n/* Bytes 2 and 5 of the low half: there the second value is the third. */\n",
        name("camellia_third_bytes", mask((2, 5), False), 64),
        "\n/* What the first value and the second contribute to P. The halves of the first two are added. */\n",
        *[
            name(f"camellia_{'first' if i < 2 else 'second'}_sum{i % 2}", s * 4, 64)
            for i, s in enumerate(sums(TURN_BEFORE))
        ],
        "\n/* The same for a result as it is in the cipher, without A and turns, which needs no third value. */\n",
        name("camellia_last_first", both(LAST, compose(turn, LAST)), 64),
        name("camellia_last_second", both(compose(rotation(-1), LAST), compose(turn, LAST)), 64),
        *[
            name(f"camellia_last_{'first' if i < 2 else 'second'}_sum{i % 2}", s * 4, 64)
            for i, s in enumerate(sums(dict.fromkeys(SBOX_OF, 0)))
        ],
    ]
    return f"""\
/* Made by generate/make_camellia_tables.py. Linear maps of bytes are operands of gf2p8affineqb, one for eight bytes. */
#ifndef AB_KERNELS_CAMELLIA_TABLES_H
#define AB_KERNELS_CAMELLIA_TABLES_H

#include <stdint.h>

/* s1(x) = B I(A x + a) + b: a in each byte, and what b leaves after P. */
enum {{ CAMELLIA_ENTER = 0x{ENTER_CONSTANT:02x} }};
{name("camellia_left", half(left_out()) * 2, 16)}
/* A and A R, for the bytes 4 and 7 of a half, their inverses, and those bytes. */
{"".join(parts)}
/* The constants Sigma_1 to Sigma_6 with a, in both halves. */
static const _Alignas(16) uint8_t camellia_sigma[6][16] = {{
{sigma},
}};

#endif
"""


def main() -> int:
    if sys.argv[1:] == ["--check"]:
        if HEADER.read_text() == header():
            return 0
        print(f"{HEADER.name} is not what {pathlib.Path(__file__).name} makes")
        return 1
    HEADER.write_text(header())
    return 0


if __name__ == "__main__":
    sys.exit(main())
