"""ML-KEM as FIPS 203 writes it, on lists of integers: slow, and not in constant time."""
from __future__ import annotations

import hashlib
from typing import NamedTuple

N, Q, ZETA = 256, 3329, 17
Poly = list[int]


class Parameters(NamedTuple):
    """Sec. 8, table 2."""
    k: int
    eta1: int
    eta2: int
    du: int
    dv: int


PARAMETERS = {
    "MLKEM_512": Parameters(2, 3, 2, 10, 4),
    "MLKEM_768": Parameters(3, 2, 2, 10, 4),
    "MLKEM_1024": Parameters(4, 2, 2, 11, 5),
}


# ---- sec. 4.1: hash functions ----

def prf(eta: int, s: bytes, b: int) -> bytes:
    return hashlib.shake_256(s + bytes([b])).digest(64 * eta)


def h(s: bytes) -> bytes:
    return hashlib.sha3_256(s).digest()


def j(s: bytes) -> bytes:
    return hashlib.shake_256(s).digest(32)


def g(c: bytes) -> tuple[bytes, bytes]:
    digest = hashlib.sha3_512(c).digest()
    return digest[:32], digest[32:]


# ---- sec. 4.2: bytes and sampling ----

def byte_encode(d: int, f: Poly) -> bytes:
    return sum((a % 2**d if d < 12 else a % Q) << d * i for i, a in enumerate(f)).to_bytes(32 * d, "little")


def byte_decode(d: int, b: bytes) -> Poly:
    bits = int.from_bytes(b, "little")
    values = [bits >> d * i & 2**d - 1 for i in range(N)]
    return values if d < 12 else [a % Q for a in values]


def compress(d: int, x: int) -> int:
    return (2 * 2**d * x + Q) // (2 * Q) % 2**d


def decompress(d: int, y: int) -> int:
    return (2 * Q * y + 2**d) // 2 ** (d + 1)


def sample_ntt(b: bytes) -> Poly:
    """Algorithm 7; 24 blocks of output are enough with a probability of all but 2^-500."""
    a: Poly = []
    stream, at = hashlib.shake_128(b).digest(24 * 168), 0
    while len(a) < N:
        c = stream[at:at + 3]
        a += [d for d in (c[0] + 256 * (c[1] % 16), c[1] // 16 + 16 * c[2]) if d < Q]
        at += 3
    return a[:N]


def sample_cbd(eta: int, b: bytes) -> Poly:
    bits = [b[i // 8] >> i % 8 & 1 for i in range(8 * len(b))]
    return [(sum(bits[2 * i * eta:(2 * i + 1) * eta]) - sum(bits[(2 * i + 1) * eta:(2 * i + 2) * eta])) % Q
            for i in range(N)]


# ---- sec. 4.3: the NTT ----

def bit_reversed(i: int) -> int:
    return int(f"{i:07b}"[::-1], 2)


def ntt(f: Poly) -> Poly:
    f, i = list(f), 1
    for length in (128, 64, 32, 16, 8, 4, 2):
        for start in range(0, N, 2 * length):
            zeta = pow(ZETA, bit_reversed(i), Q)
            i += 1
            for m in range(start, start + length):
                t = zeta * f[m + length] % Q
                f[m + length], f[m] = (f[m] - t) % Q, (f[m] + t) % Q
    return f


def ntt_inverse(f: Poly) -> Poly:
    f, i = list(f), 127
    for length in (2, 4, 8, 16, 32, 64, 128):
        for start in range(0, N, 2 * length):
            zeta = pow(ZETA, bit_reversed(i), Q)
            i -= 1
            for m in range(start, start + length):
                t = f[m]
                f[m], f[m + length] = (t + f[m + length]) % Q, zeta * (f[m + length] - t) % Q
    return [a * 3303 % Q for a in f]


def multiply(f: Poly, g_: Poly) -> Poly:
    out = []
    for i in range(128):
        (a0, a1), (b0, b1), gamma = f[2 * i:2 * i + 2], g_[2 * i:2 * i + 2], pow(ZETA, 2 * bit_reversed(i) + 1, Q)
        out += [(a0 * b0 + a1 * b1 * gamma) % Q, (a0 * b1 + a1 * b0) % Q]
    return out


def add(*polys: Poly) -> Poly:
    return [sum(values) % Q for values in zip(*polys)]


def inner(f: list[Poly], g_: list[Poly]) -> Poly:
    return add(*(multiply(a, b) for a, b in zip(f, g_)))


# ---- sec. 5: K-PKE ----

def matrix(p: Parameters, rho: bytes) -> list[list[Poly]]:
    return [[sample_ntt(rho + bytes([column, row])) for column in range(p.k)] for row in range(p.k)]


def pke_key_gen(p: Parameters, d: bytes) -> tuple[bytes, bytes]:
    rho, sigma = g(d + bytes([p.k]))
    a = matrix(p, rho)
    s, e = ([ntt(sample_cbd(p.eta1, prf(p.eta1, sigma, first + i))) for i in range(p.k)] for first in (0, p.k))
    t = [add(inner(a[i], s), e[i]) for i in range(p.k)]
    return b"".join(byte_encode(12, f) for f in t) + rho, b"".join(byte_encode(12, f) for f in s)


def vector(p: Parameters, encoded: bytes) -> list[Poly]:
    return [byte_decode(12, encoded[384 * i:384 * i + 384]) for i in range(p.k)]


def pke_encrypt(p: Parameters, ek: bytes, m: bytes, r: bytes) -> bytes:
    t, a = vector(p, ek), matrix(p, ek[384 * p.k:])
    y = [ntt(sample_cbd(p.eta1, prf(p.eta1, r, i))) for i in range(p.k)]
    e1 = [sample_cbd(p.eta2, prf(p.eta2, r, p.k + i)) for i in range(p.k)]
    e2 = sample_cbd(p.eta2, prf(p.eta2, r, 2 * p.k))
    u = [add(ntt_inverse(inner([a[row][i] for row in range(p.k)], y)), e1[i]) for i in range(p.k)]
    mu = [decompress(1, bit) for bit in byte_decode(1, m)]
    v = add(ntt_inverse(inner(t, y)), e2, mu)
    return b"".join(byte_encode(p.du, [compress(p.du, x) for x in f]) for f in u) + byte_encode(
        p.dv, [compress(p.dv, x) for x in v])


def pke_decrypt(p: Parameters, dk: bytes, c: bytes) -> bytes:
    u_len = 32 * p.du
    u = [[decompress(p.du, y) for y in byte_decode(p.du, c[u_len * i:u_len * i + u_len])] for i in range(p.k)]
    v = [decompress(p.dv, y) for y in byte_decode(p.dv, c[u_len * p.k:])]
    product = ntt_inverse(inner(vector(p, dk), [ntt(f) for f in u]))
    return byte_encode(1, [compress(1, (x - y) % Q) for x, y in zip(v, product)])


# ---- sec. 6: ML-KEM ----

def key_gen(p: Parameters, d: bytes, z: bytes) -> tuple[bytes, bytes]:
    ek, dk = pke_key_gen(p, d)
    return ek, dk + ek + h(ek) + z


def encaps(p: Parameters, ek: bytes, m: bytes) -> tuple[bytes, bytes]:
    secret, r = g(m + h(ek))
    return secret, pke_encrypt(p, ek, m, r)


def decaps(p: Parameters, dk: bytes, c: bytes) -> bytes:
    ek = dk[384 * p.k:768 * p.k + 32]
    m = pke_decrypt(p, dk, c)
    secret, r = g(m + dk[768 * p.k + 32:768 * p.k + 64])
    return secret if pke_encrypt(p, ek, m, r) == c else j(dk[768 * p.k + 64:] + c)
