"""Bounds of hash functions: one stream is one chain, so the latency of a step decides. docs/limits.md, "Hashes"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from afterburner_lab.limits.silicon import Bound, NotMeasured, Silicon, slowest

SCALAR, VECTOR = "64-bit ALU latency", "vector ALU latency"


def shortest(
    s: Silicon, *, scalar: float, vector: float | None = None, instruction: tuple[str, int, str] | None = None
) -> Bound:
    """The shortest chain of one block.

    `scalar`: steps of one cycle each (the clock is defined by the add); `vector`: steps where one vector instruction
    rotates and another combines three operands (AVX-512); or (limit, count, unit) of the processor's instruction for
    this hash."""
    chains = [Bound(scalar, SCALAR)]
    if vector is not None and s.has("alu_latency"):
        chains.append(Bound(vector * s.value("alu_latency"), VECTOR))
    if instruction is not None and s.has(instruction[0]):
        chains.append(Bound(instruction[1] * s.value(instruction[0]), instruction[2]))
    return min(chains, key=lambda b: b.cycles)


def md5(s: Silicon) -> Bound:
    """b' = b + rotl(a + f(b, c, d) + K + M, s).

    From b to b': the add after f, the rotate and the add of b are 3 steps; f adds 2 in rounds 1 and 4, 1 in round 3 ((c
    ^ d) ^ b) and 1 in round 2 (its two halves have no bit in common, so they are added one after the other, and only b
    & d waits for b): 16 * (5 + 4 + 4 + 5). With vpternlogd f takes 1 everywhere: 64 * 4."""
    return shortest(s, scalar=288, vector=256)


def ripemd160(s: Silicon) -> Bound:
    """Two lines of 80 steps in parallel: a' = rotl(a + f(b, c, d) + X + K, s) + e: f, then add, rotate, add.

    f takes 1, 2, 2, 1, 1 for the five functions, as in MD5: 16 * (4 + 5 + 5 + 4 + 4). With vpternlogd 80 * 4."""
    return shortest(s, scalar=352, vector=320)


def md5_sha1(s: Silicon) -> Bound:
    """Both in parallel."""
    return slowest(md5(s), sha1(s))


def sha1(s: Silicon) -> Bound:
    """sha1rnds4 does 4 of 80 rounds, each waiting for the one before. Without it, a' = rotl(a, 5) + ...: 2 steps for
    each round."""
    return shortest(s, scalar=160, instruction=("sha1_latency", 20, "sha1rnds4 latency"))


def sha256(s: Silicon) -> Bound:
    """sha256rnds2 does 2 of 64 rounds.

    Without it, e' = (d + h + K + W + Ch) + Sigma1(e): rotate, two exclusive ors, add: 4 steps for each round; 3 with
    vpternlogd, which does both exclusive ors at once."""
    return shortest(s, scalar=256, vector=192, instruction=("sha256_latency", 32, "sha256rnds2 latency"))


def sha512(s: Silicon) -> Bound:
    """Like SHA-256 with 80 rounds of 64-bit words; vsha512rnds2 does 2 rounds if the processor has it."""
    return shortest(s, scalar=320, vector=240, instruction=("sha512_latency", 40, "vsha512rnds2 latency"))


def sm3(s: Silicon) -> Bound:
    """e' = P0(rotl(rotl(a, 12) + e + T, 7) + ...): add, rotate, add, then P0: rotate, two exclusive ors: 6 steps for
    each round, 5 with vpternlogd.

    vsm3rnds2 does 2 rounds if the processor has it."""
    return shortest(s, scalar=384, vector=320, instruction=("sm3_latency", 32, "vsm3rnds2 latency"))


def blake2(rounds: int) -> Callable[[Silicon], Bound]:
    """G runs in two layers in each round, four in parallel.

    Its chain is twice: add, exclusive or, rotate, add, exclusive or, rotate: 12 steps (the message word is added before
    b is known)."""
    return lambda s: shortest(s, scalar=rounds * 2 * 12)


def keccak(s: Silicon) -> Bound:
    """24 rounds.

    In 64-bit registers a round has 130 operations (theta 55, rho 24, chi 50, iota 1) for the ALUs, a chain of at least
    9, and 29 rotates. With AVX-512 and a plane of five words in each register: theta two vpternlogq, a permutation and
    one more vpternlogq, rho a rotate, pi a permutation, chi a vpternlogq: a chain of 5 operations and 2 permutations.
    """
    scalar = 24 * max(9, 130 / s.value("add"), 29 / s.value("rotate"))
    bounds = [Bound(scalar, "64-bit ALUs")]
    if s.has("alu_latency", "permute_latency"):
        planes = 24 * (5 * s.value("alu_latency") + 2 * s.value("permute_latency"))
        bounds.append(Bound(planes, VECTOR))
    return min(bounds, key=lambda b: b.cycles)


@dataclass(frozen=True)
class Hash:
    """A hash.

    block: bytes that one compression takes. padding: the least that is added to a message. size: bytes of the digest.
    compress: the bound of one compression."""

    block: int
    padding: int
    size: int
    compress: Callable[[Silicon], Bound]

    def blocks(self, num_bytes: int) -> int:
        """Return the compressions of a message with its padding."""
        return max(1, -(-(num_bytes + self.padding) // self.block))

    def bound(self, s: Silicon, compressions: float) -> Bound:
        one = self.compress(s)
        return Bound(compressions * one.cycles, one.unit)


def _sponge(bits: int, size: int | None = None) -> Hash:
    """Keccak with a capacity of twice `bits`."""
    return Hash(200 - bits // 4, 1, size or bits // 8, keccak)


# By OpenSSL's names without hyphens and slashes. An extendable output is assumed to be no longer than a block.
_HASHES = {
    "MD5": Hash(64, 9, 16, md5),
    "MD5SHA1": Hash(64, 9, 36, md5_sha1),
    "SHA1": Hash(64, 9, 20, sha1),
    "SHA2224": Hash(64, 9, 28, sha256),
    "SHA2256": Hash(64, 9, 32, sha256),
    "SHA2256192": Hash(64, 9, 24, sha256),
    "SHA2384": Hash(128, 17, 48, sha512),
    "SHA2512": Hash(128, 17, 64, sha512),
    "SHA2512224": Hash(128, 17, 28, sha512),
    "SHA2512256": Hash(128, 17, 32, sha512),
    "RIPEMD160": Hash(64, 9, 20, ripemd160),
    "SM3": Hash(64, 9, 32, sm3),
    "BLAKE2B512": Hash(128, 0, 64, blake2(12)),
    "BLAKE2S256": Hash(64, 0, 32, blake2(10)),
    "SHAKE128": _sponge(128, 32),
    "SHAKE256": _sponge(256, 64),
    "CSHAKE128": _sponge(128, 32),
    "CSHAKE256": _sponge(256, 64),
    "KECCAKKMAC128": _sponge(128, 32),
    "KECCAKKMAC256": _sponge(256, 64),
    **{f"{family}{bits}": _sponge(bits) for family in ("SHA3", "KECCAK") for bits in (224, 256, 384, 512)},
}
_SHORT_NAMES = {f"SHA{rest}": f"SHA2{rest}" for rest in ("224", "256", "384", "512", "512224", "512256")}


def find(name: str) -> Hash:
    """Find a hash by its name. Raises NotMeasured if it has no known bound."""
    plain = name.upper().replace("-", "").replace("/", "")
    plain = _SHORT_NAMES.get(plain, plain)
    if plain not in _HASHES:
        raise NotMeasured(name)
    return _HASHES[plain]
