#!/usr/bin/env python3
"""Check modular arithmetic against Python's integers, on structured and random numbers of every size that has a kernel
of its own.

Usage: bignum_oracle.py SCALE PROGRAM...
SCALE: how many times the cases of the quick tier; PROGRAM: bignum_oracle.c, after the emulator that runs it, if any
"""
import math
import os
import subprocess
import sys

SEED = int(os.environ.get("AB_TEST_SEED", "1"))
PRODUCT_SIZES = [*range(1, 34), 36, 40, 44, 47, 48, 52, 60, 63, 64, 65, 96, 128, 256]
POWER_SIZES = [1, 2, 3, 4, 6, 8, 10, 12, 16, 17, 20, 24, 25, 32, 48, 64, 80]
MODULAR_SIZES = [1, 2, 3, 4, 5, 6, 8, 9, 12, 15, 16, 30, 31, 32, 33, 48, 64]


def records(program: list[str], kind: str, which: str, words: int, num: int, fields: int):
    """Read the program's output as lists of this many integers."""
    data = subprocess.run(
        [*program, kind, which, str(words), str(num), str(SEED)], check=True, capture_output=True
    ).stdout
    size = 8 * words
    assert len(data) % (size * fields) == 0, f"{kind} {which}: {len(data)} bytes"
    for at in range(0, len(data), size * fields):
        yield [int.from_bytes(data[i:i + size], "little") for i in range(at, at + size * fields, size)]


def right_products(words: int, r: list[int]) -> bool:
    n, a, b, product, c, square = r
    return (
        product < n
        and square < n
        and (a * b - (product << 64 * words)) % n == 0
        and (c * c - (square << 64 * words)) % n == 0
    )


def right_power(words: int, r: list[int]) -> bool:
    n, base, exponent, power = r
    return power == pow(base, exponent, n)


def right_modular(words: int, r: list[int]) -> bool:
    n, a, b, x, y, total, difference, product, reduced, inverse, exists, power, joint, short, e = r
    unit = math.gcd(a, n) == 1
    return (total == (a + b) % n and difference == (a - b) % n and product == a * b % n
            and reduced == (x + (y << 64 * words)) % n
            and inverse == (pow(a, -1, n) if unit else 0) and exists == (2**64 - 1 if unit else 0)
            and power == pow(a, x, n) and joint == power * pow(b, y, n) % n and short == pow(a, e, n))


# How many cases of each size the quick tier runs: fewer for longer numbers, since their cost grows with the second or
# third power.
KINDS = {
    "products": (PRODUCT_SIZES, 6, right_products, lambda words: 12000 // (8 + words)),
    "powers": (POWER_SIZES, 4, right_power, lambda words: max(20, 2000 // words**2) if words < 48 else 1),
    "modular": (MODULAR_SIZES, 15, right_modular, lambda words: max(20 if words < 48 else 2, 1000 // (4 + words**2))),
}


def main() -> int:
    scale, program = int(sys.argv[1]), sys.argv[2:]
    checked = 0
    levels = subprocess.run([*program, "--levels"], check=True, capture_output=True, text=True).stdout
    for line in levels.splitlines():
        kind, which, level = line.split(" ", 2)
        sizes, fields, right, num = KINDS[kind]
        for words in sizes:
            for record in records(program, kind, which, words, scale * num(words), fields):
                if not right(words, record):
                    print(f"{kind} of {words} words with {level} (seed {SEED}): wrong:", *(f"{x:x}" for x in record))
                    return 1
                checked += 1
    print(f"{checked} cases right")
    return 0 if checked > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
