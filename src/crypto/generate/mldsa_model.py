"""ML-DSA as FIPS 204 writes it, on lists of integers: slow, and not in constant time."""
from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import NamedTuple

N, Q, ZETA, D = 256, 8380417, 1753, 13
Poly = list[int]


class Parameters(NamedTuple):
    """Sec. 4, table 1."""
    tau: int
    strength: int  # lambda
    gamma1: int
    gamma2: int
    k: int
    l: int  # noqa: E741
    eta: int
    omega: int

    @property
    def beta(self) -> int:
        return self.tau * self.eta


PARAMETERS = {
    "MLDSA_44": Parameters(39, 128, 2**17, (Q - 1) // 88, 4, 4, 2, 80),
    "MLDSA_65": Parameters(49, 192, 2**19, (Q - 1) // 32, 6, 5, 4, 55),
    "MLDSA_87": Parameters(60, 256, 2**19, (Q - 1) // 32, 8, 7, 2, 75),
}


class Signature(NamedTuple):
    encoded: bytes
    iterations: int


def h(*parts: bytes, length: int) -> bytes:
    return hashlib.shake_256(b"".join(parts)).digest(length)


def centred(c: int, modulus: int = Q) -> int:
    """c mod+- modulus, sec. 2.3."""
    c %= modulus
    return c - modulus if c > modulus // 2 else c


def norm(polys: list[Poly]) -> int:
    return max(abs(centred(c)) for f in polys for c in f)


# ---- sec. 7.1: bytes ----

def pack(values: Poly, bits: int) -> bytes:
    """SimpleBitPack, algorithm 16."""
    return sum(v << bits * i for i, v in enumerate(values)).to_bytes(32 * bits, "little")


def unpack(encoded: bytes, bits: int) -> Poly:
    value = int.from_bytes(encoded, "little")
    return [value >> bits * i & 2**bits - 1 for i in range(N)]


def pack_signed(values: Poly, top: int, bits: int) -> bytes:
    """BitPack, algorithm 17."""
    return pack([top - centred(v) for v in values], bits)


def unpack_signed(encoded: bytes, top: int, bits: int) -> Poly:
    return [top - v for v in unpack(encoded, bits)]


def hint_pack(p: Parameters, hints: list[Poly]) -> bytes:
    """Algorithm 20."""
    places: list[int] = []
    ends = []
    for f in hints:
        places += [i for i, bit in enumerate(f) if bit]
        ends.append(len(places))
    return bytes(places + [0] * (p.omega - len(places)) + ends)


# ---- sec. 7.3: sampling ----

def sample_in_ball(p: Parameters, seed: bytes) -> Poly:
    """Algorithm 29."""
    stream = h(seed, length=8 + 16 * N)
    signs, at, c = int.from_bytes(stream[:8], "little"), 8, [0] * N
    for i in range(N - p.tau, N):
        while stream[at] > i:
            at += 1
        j = stream[at]
        at += 1
        c[i], c[j] = c[j], (-1) ** (signs >> i + p.tau - N & 1)
    return c


def rejected_ntt_poly(seed: bytes) -> Poly:
    """Algorithm 30."""
    stream = hashlib.shake_128(seed).digest(168 * 24)
    candidates = (int.from_bytes(stream[i:i + 3], "little") & 0x7FFFFF for i in range(0, len(stream), 3))
    return [c for c in candidates if c < Q][:N]


def rejected_bounded_poly(p: Parameters, seed: bytes) -> Poly:
    """Algorithm 31."""
    halves = (half for byte in h(seed, length=136 * 16) for half in (byte & 15, byte >> 4))
    return [2 - z % 5 if p.eta == 2 else 4 - z for z in halves if z < (15 if p.eta == 2 else 9)][:N]


def expand_a(p: Parameters, rho: bytes) -> list[list[Poly]]:
    return [[rejected_ntt_poly(rho + bytes([s, r])) for s in range(p.l)] for r in range(p.k)]


def expand_s(p: Parameters, rho: bytes) -> tuple[list[Poly], list[Poly]]:
    polys = [rejected_bounded_poly(p, rho + r.to_bytes(2, "little")) for r in range(p.k + p.l)]
    return polys[:p.l], polys[p.l:]


def expand_mask(p: Parameters, rho: bytes, mu: int) -> list[Poly]:
    """Algorithm 34."""
    bits = p.gamma1.bit_length()
    return [unpack_signed(h(rho, (mu + r).to_bytes(2, "little"), length=32 * bits), p.gamma1, bits)
            for r in range(p.l)]


# ---- sec. 7.4: rounding ----

def power2round(r: int) -> tuple[int, int]:
    r0 = centred(r % Q, 2**D)
    return (r % Q - r0) >> D, r0


def decompose(p: Parameters, r: int) -> tuple[int, int]:
    r0 = centred(r % Q, 2 * p.gamma2)
    return (0, r0 - 1) if r % Q - r0 == Q - 1 else ((r % Q - r0) // (2 * p.gamma2), r0)


def high_bits(p: Parameters, f: Poly) -> Poly:
    return [decompose(p, c)[0] for c in f]


def use_hint(p: Parameters, hint: int, r: int) -> int:
    r1, r0 = decompose(p, r)
    return (r1 + hint * (1 if r0 > 0 else -1)) % ((Q - 1) // (2 * p.gamma2))


# ---- sec. 7.5: the NTT ----

def bit_reversed(i: int) -> int:
    return int(f"{i:08b}"[::-1], 2)


ZETAS = [pow(ZETA, bit_reversed(i), Q) for i in range(N)]


def ntt(f: Poly) -> Poly:
    f, m = list(f), 0
    for length in (128, 64, 32, 16, 8, 4, 2, 1):
        for start in range(0, N, 2 * length):
            m += 1
            for j in range(start, start + length):
                t = ZETAS[m] * f[j + length] % Q
                f[j + length], f[j] = (f[j] - t) % Q, (f[j] + t) % Q
    return f


def ntt_inverse(f: Poly) -> Poly:
    f, m = list(f), N
    for length in (1, 2, 4, 8, 16, 32, 64, 128):
        for start in range(0, N, 2 * length):
            m -= 1
            for j in range(start, start + length):
                t = f[j]
                f[j], f[j + length] = (t + f[j + length]) % Q, -ZETAS[m] * (t - f[j + length]) % Q
    return [c * 8347681 % Q for c in f]


def add(*polys: Poly) -> Poly:
    return [sum(values) % Q for values in zip(*polys)]


def negate(f: Poly) -> Poly:
    return [-c for c in f]


def inner(f: list[Poly], g: list[Poly]) -> Poly:
    return add(*([a * b for a, b in zip(x, y)] for x, y in zip(f, g)))


def multiply(matrix: list[list[Poly]], vector: list[Poly]) -> list[Poly]:
    return [ntt_inverse(inner(row, vector)) for row in matrix]


# ---- sec. 6: keys and signatures ----

class Key(NamedTuple):
    p: Parameters
    a: list[list[Poly]]
    signing_seed: bytes
    tr: bytes
    s1: list[Poly]
    s2: list[Poly]
    t1: list[Poly]
    t0: list[Poly]
    public: bytes
    private: bytes


def key_gen(p: Parameters, xi: bytes) -> Key:
    """Algorithm 6."""
    seeds = h(xi, bytes([p.k, p.l]), length=128)
    a = expand_a(p, seeds[:32])
    s1, s2 = expand_s(p, seeds[32:96])
    t = [add(f, e) for f, e in zip(multiply(a, [ntt(f) for f in s1]), s2)]
    t1, t0 = ([[power2round(c)[part] for c in f] for f in t] for part in (0, 1))
    public = seeds[:32] + b"".join(pack(f, 10) for f in t1)
    tr = h(public, length=64)
    private = seeds[:32] + seeds[96:] + tr + b"".join(
        pack_signed(f, p.eta, (2 * p.eta).bit_length()) for f in s1 + s2) + b"".join(
        pack_signed(f, 2**(D - 1), D) for f in t0)
    return Key(p, a, seeds[96:], tr, s1, s2, t1, t0, public, private)


def encode_high(p: Parameters, w1: list[Poly]) -> bytes:
    """w1Encode, algorithm 28."""
    return b"".join(pack(f, ((Q - 1) // (2 * p.gamma2) - 1).bit_length()) for f in w1)


def attempts(key: Key, mu: bytes, rnd: bytes) -> Iterator[bytes | None]:
    """The iterations of algorithm 7: None for each that is rejected."""
    p = key.p
    s1, s2, t0 = ([ntt(f) for f in polys] for polys in (key.s1, key.s2, key.t0))
    seed, kappa = h(key.signing_seed, rnd, mu, length=64), 0
    while True:
        y = expand_mask(p, seed, kappa)
        kappa += p.l
        w = multiply(key.a, [ntt(f) for f in y])
        challenge = h(mu, encode_high(p, [high_bits(p, f) for f in w]), length=p.strength // 4)
        c = ntt(sample_in_ball(p, challenge))
        cs1, cs2, ct0 = ([ntt_inverse(inner([c], [f])) for f in polys] for polys in (s1, s2, t0))
        z = [add(f, e) for f, e in zip(y, cs1)]
        r = [add(f, negate(e)) for f, e in zip(w, cs2)]
        low = [[decompose(p, x)[1] for x in f] for f in r]
        if norm(z) >= p.gamma1 - p.beta or norm(low) >= p.gamma2 - p.beta:
            yield None
            continue
        hints = [[int(a != b) for a, b in zip(high_bits(p, add(f, e)), high_bits(p, f))] for f, e in zip(r, ct0)]
        if norm(ct0) >= p.gamma2 or sum(map(sum, hints)) > p.omega:
            yield None
            continue
        bits = p.gamma1.bit_length()
        yield challenge + b"".join(pack_signed(f, p.gamma1, bits) for f in z) + hint_pack(p, hints)


def sign(key: Key, mu: bytes, rnd: bytes) -> Signature:
    """Algorithm 7."""
    for iterations, encoded in enumerate(attempts(key, mu, rnd), 1):
        if encoded is not None:
            return Signature(encoded, iterations)
    raise AssertionError
