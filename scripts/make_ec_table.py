#!/usr/bin/env python3
"""Writes what the kernels of src/kernels/ec need of a curve, as C, from the constants of SP 800-186, SEC 2 and RFC 5639.

usage: make_ec_table.py CURVE TABLE_C          multiples of the base point
       make_ec_table.py CURVE TABLE_C FIELD_H  and, for a curve without a field of its own, the constants of prime_field.h
"""
from __future__ import annotations

import pathlib
import sys
from typing import NamedTuple

Point = tuple[int, int]


class Curve(NamedTuple):
    """y^2 = x^3 + a x + b; words of a coordinate, the factor of its form (Montgomery's), window and number of digits."""
    p: int
    a: int
    b: int
    n: int
    base: Point
    words: int
    factor: int
    window: int
    digits: int


CURVES = {
    "P-256": Curve(
        p=2**256 - 2**224 + 2**192 + 2**96 - 1,
        a=-3,
        b=0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b,
        n=0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551,
        base=(0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296,
              0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5),
        words=4, factor=2**256, window=6, digits=43),
    "P-384": Curve(
        p=2**384 - 2**128 - 2**96 + 2**32 - 1,
        a=-3,
        b=0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aef,
        n=0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973,
        base=(0xaa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7,
              0x3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5f),
        words=6, factor=1, window=5, digits=77),
    "P-521": Curve(
        p=2**521 - 1,
        a=-3,
        b=int("0051953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf"
              "073573df883d2c34f1ef451fd46b503f00", 16),
        n=int("01fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5"
              "d03bb5c9b8899c47aebb6fb71e91386409", 16),
        base=(int("00c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dbaa14b5e77efe75928fe1dc127a2ffa8"
                  "de3348b3c1856a429bf97e7e31c2e5bd66", 16),
              int("011839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c97ee72995ef42640c550b9013fad07"
                  "61353c7086a272c24088be94769fd16650", 16)),
        words=9, factor=1, window=5, digits=105),
    "secp256k1": Curve(
        p=2**256 - 2**32 - 977,
        a=0x0,
        b=0x7,
        n=0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141,
        base=(0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798,
              0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8),
        words=4, factor=2**256, window=6, digits=43),
    "brainpoolP256r1": Curve(
        p=0xa9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377,
        a=0x7d5a0975fc2c3057eef67530417affe7fb8055c126dc5c6ce94a4b44f330b5d9,
        b=0x26dc5c6ce94a4b44f330b5d9bbd77cbf958416295cf7e1ce6bccdc18ff8c07b6,
        n=0xa9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7,
        base=(0x8bd2aeb9cb7e57cb2c4b482ffc81b7afb9de27e1e3bd23c23a4453bd9ace3262,
              0x547ef835c3dac4fd97f8461a14611dc9c27745132ded8e545c1d54c72f046997),
        words=4, factor=2**256, window=6, digits=43),
    "brainpoolP256t1": Curve(
        p=0xa9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377,
        a=-3,
        b=0x662c61c430d84ea4fe66a7733d0b76b7bf93ebc4af2f49256ae58101fee92b04,
        n=0xa9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7,
        base=(0xa3e8eb3cc1cfe7b7732213b23a656149afa142c47aafbc2b79a191562e1305f4,
              0x2d996c823439c56d7f7b22e14644417e69bcb6de39d027001dabe8f35b25c9be),
        words=4, factor=2**256, window=6, digits=43),
    "brainpoolP384r1": Curve(
        p=0x8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b412b1da197fb71123acd3a729901d1a71874700133107ec53,
        a=0x7bc382c63d8c150c3c72080ace05afa0c2bea28e4fb22787139165efba91f90f8aa5814a503ad4eb04a8c7dd22ce2826,
        b=0x4a8c7dd22ce28268b39b55416f0447c2fb77de107dcd2a62e880ea53eeb62d57cb4390295dbc9943ab78696fa504c11,
        n=0x8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b31f166e6cac0425a7cf3ab6af6b7fc3103b883202e9046565,
        base=(0x1d1c64f068cf45ffa2a63a81b7c13f6b8847a3e77ef14fe3db7fcafe0cbd10e8e826e03436d646aaef87b2e247d4af1e,
              0x8abe1d7520f9c2a45cb1eb8e95cfd55262b70b29feec5864e19c054ff99129280e4646217791811142820341263c5315),
        words=6, factor=2**384, window=5, digits=77),
    "brainpoolP384t1": Curve(
        p=0x8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b412b1da197fb71123acd3a729901d1a71874700133107ec53,
        a=-3,
        b=0x7f519eada7bda81bd826dba647910f8c4b9346ed8ccdc64e4b1abd11756dce1d2074aa263b88805ced70355a33b471ee,
        n=0x8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b31f166e6cac0425a7cf3ab6af6b7fc3103b883202e9046565,
        base=(0x18de98b02db9a306f2afcd7235f72a819b80ab12ebd653172476fecd462aabffc4ff191b946a5f54d8d0aa2f418808cc,
              0x25ab056962d30651a114afd2755ad336747f93475b7a1fca3b88f2b6a208ccfe469408584dc2b2912675bf5b9e582928),
        words=6, factor=2**384, window=5, digits=77),
    "brainpoolP512r1": Curve(
        p=int("aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca70330871"
              "7d4d9b009bc66842aecda12ae6a380e62881ff2f2d82c68528aa6056583a48f3", 16),
        a=int("7830a3318b603b89e2327145ac234cc594cbdd8d3df91610a83441caea9863bc"
              "2ded5d5aa8253aa10a2ef1c98b9ac8b57f1117a72bf2c7b9e7c1ac4d77fc94ca", 16),
        b=int("3df91610a83441caea9863bc2ded5d5aa8253aa10a2ef1c98b9ac8b57f1117a7"
              "2bf2c7b9e7c1ac4d77fc94cadc083e67984050b75ebae5dd2809bd638016f723", 16),
        n=int("aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca70330870"
              "553e5c414ca92619418661197fac10471db1d381085ddaddb58796829ca90069", 16),
        base=(int("81aee4bdd82ed9645a21322e9c4c6a9385ed9f70b5d916c1b43b62eef4d0098e"
              "ff3b1f78e2d0d48d50d1687b93b97d5f7c6d5047406a5e688b352209bcb9f822", 16),
              int("7dde385d566332ecc0eabfa9cf7822fdf209f70024a57b1aa000c55b881f8111"
              "b2dcde494a5f485e5bca4bd88a2763aed1ca2b2fa8f0540678cd1e0f3ad80892", 16)),
        words=8, factor=2**512, window=5, digits=103),
    "brainpoolP512t1": Curve(
        p=int("aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca70330871"
              "7d4d9b009bc66842aecda12ae6a380e62881ff2f2d82c68528aa6056583a48f3", 16),
        a=-3,
        b=int("7cbbbcf9441cfab76e1890e46884eae321f70c0bcb4981527897504bec3e36a6"
              "2bcdfa2304976540f6450085f2dae145c22553b465763689180ea2571867423e", 16),
        n=int("aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca70330870"
              "553e5c414ca92619418661197fac10471db1d381085ddaddb58796829ca90069", 16),
        base=(int("640ece5c12788717b9c1ba06cbc2a6feba85842458c56dde9db1758d39c0313d"
              "82ba51735cdb3ea499aa77a7d6943a64f7a3f25fe26f06b51baa2696fa9035da", 16),
              int("5b534bd595f5af0fa2c892376c84ace1bb4e3019b71634c01131159cae03cee9"
              "d9932184beef216bd71df2dadf86a627306ecff96dbb8bace198b61e00f8b332", 16)),
        words=8, factor=2**512, window=5, digits=103),
}


def on_curve(c: Curve, q: Point) -> bool:
    x, y = q
    return (y * y - x * x * x - c.a * x - c.b) % c.p == 0


def add(c: Curve, q: Point, r: Point) -> Point:
    (x1, y1), (x2, y2) = q, r
    slope = (3 * x1 * x1 + c.a) * pow(2 * y1, -1, c.p) if q == r else (y2 - y1) * pow(x2 - x1, -1, c.p)
    x = (slope * slope - x1 - x2) % c.p
    return x, (slope * (x1 - x) - y1) % c.p


def times(c: Curve, n: int, q: Point) -> Point:
    product = q
    for bit in bin(n)[3:]:
        product = add(c, product, product)
        product = add(c, product, q) if bit == "1" else product
    return product


def rows(c: Curve) -> list[list[Point]]:
    """Row i: 1, 3, 5 ... times 2^(2 window i) times the base point."""
    assert on_curve(c, c.base) and times(c, c.n - 1, c.base) == (c.base[0], c.p - c.base[1])
    made, first = [], c.base
    for _ in range(0, c.digits, 2):
        row, step = [first], add(c, first, first)
        while len(row) < 2 ** (c.window - 1):
            row.append(add(c, row[-1], step))
        made.append(row)
        first = times(c, 2 ** (2 * c.window), first)
    return made


def words(value: int, num: int, bits: int = 64) -> str:
    return "{ " + ", ".join(f"0x{value >> bits * i & 2**bits - 1:016x}" for i in range(num)) + " }"


def field(c: Curve, value: int) -> str:
    return "{ " + words(value * c.factor % c.p, c.words) + " }"


def entry(c: Curve, q: Point) -> str:
    assert on_curve(c, q)
    return f"{{ {field(c, q[0])},\n          {field(c, q[1])} }}"


def table(name: str, c: Curve) -> str:
    short = name.replace("P-", "p")
    lines = [f"/* Made by scripts/make_ec_table.py {name}. */", f'#include "kernels/ec/{short}_field.h"', "",
             f"const struct affine ab_{short}_table[{(c.digits + 1) // 2}][{2 ** (c.window - 1)}] = {{"]
    for row in rows(c):
        lines.append("    {\n        " + ",\n        ".join(entry(c, q) for q in row) + ",\n    },")
    return "\n".join([*lines, "};"]) + "\n"


# ---- curves over the field of prime_field.h ----

# Words and limbs of the inversion that takes so many words (kernels/bignum/invert.h).
INVERSIONS = {4: (256, 4, 5), 6: (384, 6, 7), 8: (521, 9, 9)}


def modulus(c: Curve, name: str, m: int) -> list[str]:
    """m, R^2 modulo m and -1/m modulo 2^64 for Montgomery's product; its limbs for the inversion."""
    bits, _, limbs = INVERSIONS[c.words]
    return [f"static const uint64_t {name}[NUM_WORDS] = {words(m, c.words)};",
            f"static const uint64_t {name}_SQUARE[NUM_WORDS] = {words(c.factor**2 % m, c.words)};",
            f"static const uint64_t {name}_INVERSE = 0x{-pow(m, -1, 2**64) % 2**64:x};",
            f"static const struct ab_invert{bits}_modulus {name}_LIMBS = {{ {words(m, limbs, 62)}, 0x{pow(m, -1, 2**62):x} }};"]


def prime_field(name: str, c: Curve) -> str:
    assert c.n < c.p and c.p % 4 == 3 and c.factor == 2 ** (64 * c.words)
    bits, invert_words, _ = INVERSIONS[c.words]
    sizes = f"NUM_WORDS = {c.words}, SCALAR_BITS = {c.n.bit_length()}, BASE_WINDOW = {c.window}, BASE_DIGITS = {c.digits}"
    extent = f"[{(c.digits + 1) // 2}][{2 ** (c.window - 1)}]"
    guard = f"AB_KERNELS_EC_{name.upper()}_FIELD_H"
    lines = [f"/* {name}: made by scripts/make_ec_table.py. */", f"#ifndef {guard}", f"#define {guard}", "",
             '#include "kernels/bignum/invert.h"', '#include "kernels/ec/words.h"', "",
             f"enum {{ {sizes} }};", f"enum {{ A_IS_ZERO = {int(c.a == 0)}, INVERT_WORDS = {invert_words} }};",
             f"#define INVERT ab_invert{bits}",
             f"#define INVERT_MODULUS struct ab_invert{bits}_modulus", f"#define MONT_MUL_ADX ab_mont_mul_{c.words}_adx", "",
             "struct fe {", "    uint64_t v[NUM_WORDS];", "};", "struct affine {", "    struct fe x, y;", "};", "",
             f"extern const struct affine ab_{name}_table{extent} __attribute__((aligned(64)));",
             f"#define BASE_TABLE ab_{name}_table", "", *modulus(c, "PRIME", c.p), *modulus(c, "ORDER", c.n),
             f"static const uint64_t ROOT_EXPONENT[NUM_WORDS] = {words((c.p + 1) // 4, c.words)};",
             f"static const struct fe ZERO = {field(c, 0)};", f"static const struct fe ONE = {field(c, 1)};",
             f"static const struct fe CURVE_B = {field(c, c.b)};"]
    if c.a != -3:
        lines += [f"static const struct fe COEFFICIENT_A = {field(c, c.a)};", "#define CURVE_A COEFFICIENT_A"]
    return "\n".join([*lines, "", "#endif"]) + "\n"


def domain(name: str, c: Curve) -> str:
    return f"""
const struct ab_curve_domain ab_{name}_domain = {{
    .id = AB_{name.upper()},
    .name = "{name}",
    .field_bits = {c.p.bit_length()},
    .order_bits = {c.n.bit_length()},
    .num_words = {c.words},
    .p = {words(c.p, c.words)},
    .n = {words(c.n, c.words)},
}};
"""


def main(name: str, table_c: str, field_h: str | None = None) -> None:
    c = CURVES[name]
    text = table(name, c)
    if field_h is not None:
        pathlib.Path(field_h).write_text(prime_field(name, c))
        text += domain(name, c)
    pathlib.Path(table_c).write_text(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
