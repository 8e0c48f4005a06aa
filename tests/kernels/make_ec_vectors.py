#!/usr/bin/env python3
"""Writes ec_vectors.h beside itself: what the curves of afterburner/ec.h are checked against.

Multiples of points and square roots are reckoned here, with integers of Python by SEC 1 sec. 2.2.1; the signatures of
RFC 6979 are those of PyPI `cryptography-vectors` (tests/requirements.txt).
"""
from __future__ import annotations

import pathlib
import random
import re
from typing import NamedTuple

import cryptography_vectors
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

OUT = pathlib.Path(__file__).with_name("ec_vectors.h")
RFC6979 = pathlib.Path(cryptography_vectors.__file__).parent / "asymmetric/ECDSA/RFC6979/evppkey_ecdsa_rfc6979.txt"
NUM_RANDOM = 12
Point = tuple[int, int] | None


class Curve(NamedTuple):
    """y^2 = x^3 + a x + b; SP 800-186 sec. 3.2.1, SEC 2 sec. 2.4.1, RFC 5639 sec. 3."""
    name: str
    p: int
    a: int
    b: int
    n: int
    base: tuple[int, int]


CURVES = [
    Curve("P256", 2**256 - 2**224 + 2**192 + 2**96 - 1, -3,
          0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b,
          0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551,
          (0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296,
           0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5)),
    Curve("P384", 2**384 - 2**128 - 2**96 + 2**32 - 1, -3,
          0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aef,
          0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973,
          (0xaa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7,
           0x3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5f)),
    Curve("P521", 2**521 - 1, -3,
          int("51953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e"
              "156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00", 16),
          int("1ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
              "fa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409", 16),
          (int("c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3db"
              "aa14b5e77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66", 16),
           int("11839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e66"
              "2c97ee72995ef42640c550b9013fad0761353c7086a272c24088be94769fd16650", 16))),
    Curve("SECP256K1", 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f,
          0x0,
          0x7,
          0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141,
          (0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798,
           0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8)),
    Curve("BRAINPOOLP256R1", 0xa9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377,
          0x7d5a0975fc2c3057eef67530417affe7fb8055c126dc5c6ce94a4b44f330b5d9,
          0x26dc5c6ce94a4b44f330b5d9bbd77cbf958416295cf7e1ce6bccdc18ff8c07b6,
          0xa9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7,
          (0x8bd2aeb9cb7e57cb2c4b482ffc81b7afb9de27e1e3bd23c23a4453bd9ace3262,
           0x547ef835c3dac4fd97f8461a14611dc9c27745132ded8e545c1d54c72f046997)),
    Curve("BRAINPOOLP256T1", 0xa9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377,
          -3,
          0x662c61c430d84ea4fe66a7733d0b76b7bf93ebc4af2f49256ae58101fee92b04,
          0xa9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7,
          (0xa3e8eb3cc1cfe7b7732213b23a656149afa142c47aafbc2b79a191562e1305f4,
           0x2d996c823439c56d7f7b22e14644417e69bcb6de39d027001dabe8f35b25c9be)),
    Curve("BRAINPOOLP384R1", 0x8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b412b1da197fb71123acd3a729901d1a71874700133107ec53,
          0x7bc382c63d8c150c3c72080ace05afa0c2bea28e4fb22787139165efba91f90f8aa5814a503ad4eb04a8c7dd22ce2826,
          0x4a8c7dd22ce28268b39b55416f0447c2fb77de107dcd2a62e880ea53eeb62d57cb4390295dbc9943ab78696fa504c11,
          0x8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b31f166e6cac0425a7cf3ab6af6b7fc3103b883202e9046565,
          (0x1d1c64f068cf45ffa2a63a81b7c13f6b8847a3e77ef14fe3db7fcafe0cbd10e8e826e03436d646aaef87b2e247d4af1e,
           0x8abe1d7520f9c2a45cb1eb8e95cfd55262b70b29feec5864e19c054ff99129280e4646217791811142820341263c5315)),
    Curve("BRAINPOOLP384T1", 0x8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b412b1da197fb71123acd3a729901d1a71874700133107ec53,
          -3,
          0x7f519eada7bda81bd826dba647910f8c4b9346ed8ccdc64e4b1abd11756dce1d2074aa263b88805ced70355a33b471ee,
          0x8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b31f166e6cac0425a7cf3ab6af6b7fc3103b883202e9046565,
          (0x18de98b02db9a306f2afcd7235f72a819b80ab12ebd653172476fecd462aabffc4ff191b946a5f54d8d0aa2f418808cc,
           0x25ab056962d30651a114afd2755ad336747f93475b7a1fca3b88f2b6a208ccfe469408584dc2b2912675bf5b9e582928)),
    Curve("BRAINPOOLP512R1", int("aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca70330871"
              "7d4d9b009bc66842aecda12ae6a380e62881ff2f2d82c68528aa6056583a48f3", 16),
          int("7830a3318b603b89e2327145ac234cc594cbdd8d3df91610a83441caea9863bc"
              "2ded5d5aa8253aa10a2ef1c98b9ac8b57f1117a72bf2c7b9e7c1ac4d77fc94ca", 16),
          int("3df91610a83441caea9863bc2ded5d5aa8253aa10a2ef1c98b9ac8b57f1117a7"
              "2bf2c7b9e7c1ac4d77fc94cadc083e67984050b75ebae5dd2809bd638016f723", 16),
          int("aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca70330870"
              "553e5c414ca92619418661197fac10471db1d381085ddaddb58796829ca90069", 16),
          (int("81aee4bdd82ed9645a21322e9c4c6a9385ed9f70b5d916c1b43b62eef4d0098e"
               "ff3b1f78e2d0d48d50d1687b93b97d5f7c6d5047406a5e688b352209bcb9f822", 16),
           int("7dde385d566332ecc0eabfa9cf7822fdf209f70024a57b1aa000c55b881f8111"
               "b2dcde494a5f485e5bca4bd88a2763aed1ca2b2fa8f0540678cd1e0f3ad80892", 16))),
    Curve("BRAINPOOLP512T1", int("aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca70330871"
              "7d4d9b009bc66842aecda12ae6a380e62881ff2f2d82c68528aa6056583a48f3", 16),
          -3,
          int("7cbbbcf9441cfab76e1890e46884eae321f70c0bcb4981527897504bec3e36a6"
              "2bcdfa2304976540f6450085f2dae145c22553b465763689180ea2571867423e", 16),
          int("aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca70330870"
              "553e5c414ca92619418661197fac10471db1d381085ddaddb58796829ca90069", 16),
          (int("640ece5c12788717b9c1ba06cbc2a6feba85842458c56dde9db1758d39c0313d"
               "82ba51735cdb3ea499aa77a7d6943a64f7a3f25fe26f06b51baa2696fa9035da", 16),
           int("5b534bd595f5af0fa2c892376c84ace1bb4e3019b71634c01131159cae03cee9"
               "d9932184beef216bd71df2dadf86a627306ecff96dbb8bace198b61e00f8b332", 16))),
]


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


def root(c: Curve, x: int) -> int | None:
    """The even y of this x."""
    square = (x**3 + c.a * x + c.b) % c.p
    y = pow(square, (c.p + 1) // 4, c.p)
    if y * y % c.p != square:
        return None
    return y if y % 2 == 0 else c.p - y


def row(c: Curve, *numbers: int | None) -> str:
    """Numbers as hexadecimal bytes, all of the same length."""
    length = (c.p.bit_length() + 7) // 8
    return f"    {{ AB_{c.name}, " + ", ".join('""' if n is None else f'"{n.to_bytes(length).hex()}"' for n in numbers) + " },"


def structured_scalars(c: Curve) -> list[int]:
    """At the ends, and where the last addition of a window method meets its own addend or the opposite."""
    size = c.n.bit_length()
    ends = [1, 2, 3, c.n - 1, c.n - 2, c.n - 3, c.n // 2, c.n // 2 + 1, 2 ** (size - 1) - 1, 2 ** (size // 2), 2**64 - 1, 2**64]
    exceptions = [2 * d * 2**s % c.n for s in range(size - 14, size) for d in (1, 3)]
    return ends + [c.n - 2 * d for d in range(1, 36, 2)] + [2 * d for d in range(3, 36, 2)] + exceptions


def structured_coordinates(c: Curve) -> list[int]:
    """Runs of zeros and ones, small ones and those near p."""
    size = c.p.bit_length()
    runs = [(2**i - 1) << j for i in (32, 64, 96, size // 2, size - 70) for j in range(0, size - i, 61)]
    return [x % c.p for x in [*range(6), *range(c.p - 6, c.p), *runs]]


def multiples(c: Curve, source: random.Random) -> list[str]:
    """Scalar, point (none: the base point), product."""
    scalars = structured_scalars(c) + [source.randrange(1, c.n) for _ in range(NUM_RANDOM)]
    made = [(k, c.base) for k in scalars]
    points = [(x, y) for x in structured_coordinates(c) if (y := root(c, x)) is not None]
    made += [(source.choice(scalars), q) for q in points]
    return [row(c, k, *((None, None) if q is c.base else q), *times(c, k, q)) for k, q in made]


def roots(c: Curve) -> list[str]:
    return [row(c, x, root(c, x)) for x in structured_coordinates(c)]


def rfc6979() -> list[str]:
    """Sections A.2.5 to A.2.7: hash, private key, message, r and s."""
    text, made, keys = RFC6979.read_text(), [], {}
    for name, pem in re.findall(r"PrivateKey=(\S+)\n(-.*?-----END PRIVATE KEY-----)", text, re.S):
        if f"{name[0]}{name[2:5]}" in {c.name for c in CURVES}:
            keys[name] = serialization.load_pem_private_key(pem.encode(), None).private_numbers().private_value
    pattern = r"DigestSign = (\S+)\nKey = (\S+)\nNonceType = deterministic\nInput = \"(\w+)\"\nOutput = (\w+)"
    for digest, name, message, signature in re.findall(pattern, text):
        if name in keys:
            c = next(c for c in CURVES if c.name == f"{name[0]}{name[2:5]}")
            fields = row(c, keys[name], *decode_dss_signature(bytes.fromhex(signature)))[:-3]
            made.append(f'{fields}, AB_HASH_{digest}, "{message}" }},')
    return made


def table(kind: str, rows: list[str]) -> list[str]:
    return [f"static const struct {kind} {kind}s[] = {{", *rows, "};", ""]


def main() -> None:
    source = random.Random(1)
    lines = ["/* Made by make_ec_vectors.py. */"]
    lines += table("multiple", [r for c in CURVES for r in multiples(c, source)])
    lines += table("root", [r for c in CURVES for r in roots(c)])
    lines += table("nonce", rfc6979())
    OUT.write_text("\n".join(lines[:-1]) + "\n")


if __name__ == "__main__":
    main()
