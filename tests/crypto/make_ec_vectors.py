#!/usr/bin/env python3
"""Write ec_vectors.h beside this file: vectors for the curves of afterburner/ec.h.

Multiples of points and square roots are computed here with Python's integers by SEC 1 sec. 2.2.1; the signatures
of RFC 6979 come from PyPI's `cryptography-vectors` (tests/requirements.txt).
"""
from __future__ import annotations

import pathlib
import random
import re
import sys

import cryptography_vectors
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "src/kernels/ec/generate"))
from ec_curves import CURVES, Curve

OUT = pathlib.Path(__file__).with_name("ec_vectors.h")
RFC6979 = pathlib.Path(cryptography_vectors.__file__).parent / "asymmetric/ECDSA/RFC6979/evppkey_ecdsa_rfc6979.txt"
NUM_RANDOM = 12
# The first curves keep all vectors, the others one in SAMPLE, since they share their code with some of the first.
NUM_WHOLE, SAMPLE = 10, 4
Point = tuple[int, int] | None


def add(c: Curve, q: Point, r: Point) -> Point:
    if q is None or r is None:
        return q or r
    (x1, y1), (x2, y2) = q, r
    if x1 == x2 and (y1 + y2) % c.p == 0:
        return None
    slope = (3 * x1 * x1 + c.a) * pow(2 * y1, -1, c.p) if q == r else (y2 - y1) * pow(x2 - x1, -1, c.p)
    x = (slope * slope - x1 - x2) % c.p
    return x, (slope * (x1 - x) - y1) % c.p


def times(c: Curve, k: int, q: Point) -> Point:
    product = None
    for bit in bin(k)[2:]:
        product = add(c, product, product)
        product = add(c, product, q) if bit == "1" else product
    return product


def finite(q: Point) -> tuple[int, int]:
    """Return a point that is known not to be infinity."""
    assert q is not None
    return q


def square_root(a: int, p: int) -> int:
    """Return a root of a square by M. Cipolla, 1903: (t + sqrt(t^2 - a))^((p + 1) / 2) for a t such that t^2 - a is no
    square."""
    t = next(t for t in range(1, p) if pow(t * t - a, (p - 1) // 2, p) != 1)
    w, power, base, e = (t * t - a) % p, (1, 0), (t, 1), (p + 1) // 2
    while e:
        if e & 1:
            power = (power[0] * base[0] + power[1] * base[1] * w) % p, (power[0] * base[1] + power[1] * base[0]) % p
        base = (base[0] * base[0] + base[1] * base[1] * w) % p, 2 * base[0] * base[1] % p
        e >>= 1
    return power[0]


def any_root(c: Curve, x: int) -> int | None:
    """Return the even y of this x, if there is a point."""
    square = (x**3 + c.a * x + c.b) % c.p
    y = square_root(square, c.p)
    if y * y % c.p != square:
        return None
    return y if y % 2 == 0 else c.p - y


def root(c: Curve, x: int) -> int | None:
    """Return the even y of this x, if there is a point of order n."""
    y = any_root(c, x)
    return None if y is None or (c.cofactor > 1 and times(c, c.n, (x, y)) is not None) else y


def row(name: str, *numbers: int | None) -> str:
    """Format numbers as hexadecimal bytes, all of the same length."""
    length = (max(CURVES[name].p, CURVES[name].n).bit_length() + 7) // 8
    fields = ('""' if n is None else f'"{n.to_bytes(length).hex()}"' for n in numbers)
    return f"    {{ AB_{name.upper()}, " + ", ".join(fields) + " },"


def structured_scalars(c: Curve) -> list[int]:
    """List scalars near 0 and n, and those where the last addition of a window method adds a point to itself or its
    opposite."""
    size = c.n.bit_length()
    ends = [
        1,
        2,
        3,
        c.n - 1,
        c.n - 2,
        c.n - 3,
        c.n // 2,
        c.n // 2 + 1,
        2 ** (size - 1) - 1,
        2 ** (size // 2),
        2**64 - 1,
        2**64,
    ]
    exceptions = [2 * d * 2**s % c.n for s in range(size - 14, size) for d in (1, 3)]
    return ends + [c.n - 2 * d for d in range(1, 36, 2)] + [2 * d for d in range(3, 36, 2)] + exceptions


def structured_coordinates(c: Curve) -> list[int]:
    """List runs of zeros and ones, small coordinates and those near p."""
    size = c.p.bit_length()
    runs = [(2**i - 1) << j for i in (32, 64, 96, size // 2, size - 70) for j in range(0, size - i, 61)]
    return [x % c.p for x in [*range(6), *range(c.p - 6, c.p), *runs]]


def multiples(name: str, source: random.Random) -> list[str]:
    """Make rows of scalar, point (empty: the base point) and product."""
    c = CURVES[name]
    scalars = structured_scalars(c) + [source.randrange(1, c.n) for _ in range(NUM_RANDOM)]
    made = [(k, c.base) for k in scalars]
    points = [(x, y) for x in structured_coordinates(c) if (y := root(c, x)) is not None]
    made += [(source.choice(scalars), q) for q in points]
    return [row(name, k, *((None, None) if q is c.base else q), *finite(times(c, k, q))) for k, q in made]


def roots(name: str) -> list[str]:
    return [row(name, x, root(CURVES[name], x)) for x in structured_coordinates(CURVES[name])]


def strays(name: str) -> list[str]:
    """Find points whose order is not n: of order 4 n or 2 n, and all of order 4 and 2."""
    c = CURVES[name]
    points = [(x, y) for x in range(50) if (y := any_root(c, x)) is not None and times(c, c.n, (x, y)) is not None]
    small = {p for q in points for k in (1, 2) if (p := times(c, k * c.n, q)) is not None}
    return [row(name, *q) for q in [*points[:8], *sorted(small)]]


def joints(name: str) -> list[str]:
    """Make u, v, Q and r of signatures where the x-coordinate of u G + v Q is not below the order, so that r is smaller
    than it."""
    c = CURVES[name]
    made: list[str] = []
    for x in range(c.n, min(c.n + 60, c.p)):
        if (y := root(c, x)) is None:
            continue
        u, v = 3 + len(made), c.n - 5 - 2 * len(made)
        q = finite(times(c, pow(v, -1, c.n), add(c, (x, y), times(c, c.n - u, c.base))))
        made.append(row(name, u, v, *q, x - c.n))
    return made[:8]


def chosen(rows: list[list[str]]) -> list[str]:
    """Select the rows of each curve that are kept."""
    return [r for i, of_curve in enumerate(rows) for r in of_curve[::1 if i < NUM_WHOLE else SAMPLE]]


def rfc6979() -> list[str]:
    """Read sections A.2.3 to A.2.7: hash, private key, message, r and s."""
    text, made, keys = RFC6979.read_text(), [], {}
    for name, pem in re.findall(r"PrivateKey=(\S+)\n(-.*?-----END PRIVATE KEY-----)", text, re.S):
        if f"{name[0]}{name[2:5]}".lower() in CURVES:
            keys[name] = serialization.load_pem_private_key(pem.encode(), None).private_numbers().private_value
    pattern = r"DigestSign = (\S+)\nKey = (\S+)\nNonceType = deterministic\nInput = \"(\w+)\"\nOutput = (\w+)"
    for digest, name, message, signature in re.findall(pattern, text):
        if name in keys:
            fields = row(f"{name[0]}{name[2:5]}".lower(), keys[name], *decode_dss_signature(bytes.fromhex(signature)))[
                :-3
            ]
            made.append(f'{fields}, AB_HASH_{digest}, "{message}" }},')
    return made


def table(kind: str, rows: list[str]) -> list[str]:
    return [f"static const struct {kind} {kind}s[] = {{", *rows, "};", ""]


def main() -> None:
    source = random.Random(1)
    lines = ["/* Made by make_ec_vectors.py. */"]
    lines += table("multiple", chosen([multiples(name, source) for name in CURVES]))
    lines += table("root", chosen([roots(name) for name in CURVES]))
    lines += table("stray", [r for name, c in CURVES.items() if c.cofactor > 1 for r in strays(name)])
    lines += table("nonce", rfc6979())
    lines += table("joint", chosen([joints(name) for name in CURVES]))
    OUT.write_text("\n".join(lines[:-1]) + "\n")


if __name__ == "__main__":
    main()
