"""Bounds of MACs, key derivations and random generators. docs/limits.md, "MACs", "Key derivation", "Random numbers".

The lengths that the lab's driver uses for a derivation (lab/native/driver/kind_kdf.c) are constants here."""

from __future__ import annotations

import re

from afterburner_lab.limits import cipher_bounds, hash_bounds
from afterburner_lab.limits.hash_bounds import SCALAR, Hash
from afterburner_lab.limits.silicon import Bound, Silicon

OUT, KEY, SALT, INFO = 32, 32, 16, 16  # bytes: of output, key, salt and context information
ITERATIONS = 10000  # for PBKDF2 and PKCS12KDF
SCRYPT_N, SCRYPT_R = 16384, 8
TLS1_SEED, TLS13_INFO = 64, 54  # TLS13_INFO: HkdfLabel of RFC 8446, section 7.1, with the lab's label
SESSION = 32  # SSHKDF's session id
KBKDF_INPUT = 4 + SALT + 1 + INFO + 4  # counter, label, a zero, context, length
PADS = 1  # the compressions of a key with ipad and with opad run in parallel


def _key(operation: str) -> int:
    """Return the consecutive compressions of the key's blocks before the message: none if the key is kept."""
    return PADS if operation == "fresh" else 0


def hmac(s: Silicon, operation: str, size: int, digest: str) -> Bound:
    """The message's blocks and one more for the outer hash; the states after the key's two blocks are kept, or not."""
    h = hash_bounds.find(digest)
    return h.bound(s, _key(operation) + h.blocks(size) + 1)


def cmac(s: Silicon, operation: str, size: int, bits: str) -> Bound:
    """A chain over the text; the subkeys are kept."""
    return cipher_bounds.chain(s, int(bits) // 32 + 6, max(1, cipher_bounds.blocks_of(size)))


def gmac(s: Silicon, operation: str, size: int, bits: str) -> Bound:
    """GHASH of the text and the lengths."""
    return cipher_bounds.ghash(s, cipher_bounds.blocks_of(size) + 1)


def kmac(s: Silicon, operation: str, size: int, bits: str) -> Bound:
    """The state after the key is kept, or not; the length of the output, three bytes, follows the message."""
    h = hash_bounds.find(f"CSHAKE{bits}")
    return h.bound(s, _key(operation) + h.blocks(size + 3))


def keyed_blake2(s: Silicon, operation: str, size: int, variant: str) -> Bound:
    """The key is a block before the message; the state after it is kept."""
    return digest(s, operation, size, {"B": "BLAKE2B512", "S": "BLAKE2S256"}[variant])


def siphash(s: Silicon, operation: str, size: int) -> Bound:
    """SipHash-2-4: a round is a chain of four (add, exclusive or, twice); two rounds for every eight bytes, the last of
    which contain the length, and four at the end."""
    return Bound(4 * (2 * (size // 8 + 1) + 4), SCALAR)


def digest(s: Silicon, operation: str, size: int, name: str) -> Bound:
    """A compression for each block of the message and its padding."""
    h = hash_bounds.find(name)
    return h.bound(s, h.blocks(size))


def _hmac_once(h: Hash, size: int) -> int:
    """Return the consecutive compressions of HMAC on `size` bytes, without the two of the key."""
    return h.blocks(size) + 1


def _expand(h: Hash, info: int) -> int:
    """HKDF-Expand: each block of output waits for the one before."""
    num = -(-OUT // h.size)
    return PADS + _hmac_once(h, info + 1) + (num - 1) * _hmac_once(h, h.size + info + 1)


def hkdf(s: Silicon, operation: str, size: int, name: str) -> Bound:
    """Extract, which is an HMAC of the key with the salt, then expand."""
    h = hash_bounds.find(name)
    return h.bound(s, PADS + _hmac_once(h, KEY) + _expand(h, INFO))


def tls13_kdf(s: Silicon, operation: str, size: int, name: str) -> Bound:
    """Only expand, with the label of RFC 8446."""
    h = hash_bounds.find(name)
    return h.bound(s, _expand(h, TLS13_INFO))


def tls1_prf(s: Silicon, operation: str, size: int, name: str) -> Bound:
    """P_hash: A(i) = HMAC(A(i - 1)) is the chain, and the last block of output follows it.

    With MD5-SHA1 both hashes run in parallel; the shorter digest needs more blocks."""
    if name == "MD5-SHA1":
        return max((tls1_prf(s, operation, size, part) for part in ("MD5", "SHA1")), key=lambda b: b.cycles)
    h = hash_bounds.find(name)
    num = -(-OUT // h.size)
    a = _hmac_once(h, TLS1_SEED) + (num - 1) * _hmac_once(h, h.size)
    return h.bound(s, PADS + a + _hmac_once(h, h.size + TLS1_SEED))


def pbkdf2(s: Silicon, operation: str, size: int, name: str) -> Bound:
    """Two compressions for each iteration; blocks of output run in parallel."""
    h = hash_bounds.find(name)
    return h.bound(s, PADS + _hmac_once(h, SALT + 4) + (ITERATIONS - 1) * _hmac_once(h, h.size))


def pkcs12_kdf(s: Silicon, operation: str, size: int, name: str) -> Bound:
    """In each iteration, a hash of the last result."""
    h = hash_bounds.find(name)
    return h.bound(s, ITERATIONS * h.blocks(h.size))


def one_step(s: Silicon, operation: str, size: int, name: str) -> Bound:
    """SSKDF and X963KDF: a hash of the counter, the key and the information; blocks of output run in parallel."""
    h = hash_bounds.find(name)
    return h.bound(s, h.blocks(4 + KEY + INFO))


def ssh_kdf(s: Silicon, operation: str, size: int, name: str) -> Bound:
    """RFC 4253, section 7.2: a hash of the key, the exchange hash, a letter and the session id; more output needs a
    hash of the key, the exchange hash and all output so far."""
    h = hash_bounds.find(name)
    first = h.blocks(2 * KEY + 1 + SESSION)
    return h.bound(s, first + sum(h.blocks(2 * KEY + done) for done in range(h.size, OUT, h.size)))


def kbkdf(s: Silicon, operation: str, size: int, name: str) -> Bound:
    """SP 800-108 in counter mode: HMAC or CMAC of counter, label, a zero, context and length; blocks of output run in
    parallel."""
    if match := re.fullmatch(r"AES-(128|192|256)-CBC", name):
        return cmac(s, operation, KBKDF_INPUT, match[1])
    h = hash_bounds.find(name)
    return h.bound(s, PADS + _hmac_once(h, KBKDF_INPUT))


def scrypt(s: Silicon, operation: str, size: int) -> Bound:
    """2 N times 2 r Salsa20/8, all one chain: eight rounds of four steps of add, rotate and exclusive or.

    PBKDF2 before and after, and the memory, are not counted."""
    return Bound(2 * SCRYPT_N * 2 * SCRYPT_R * 8 * 4 * 3, SCALAR)


def ctr_drbg(s: Silicon, operation: str, size: int) -> Bound:
    """AES-256: the requested blocks, and three for the new key and counter."""
    return cipher_bounds.parallel(s, 14, cipher_bounds.blocks_of(size) + 3)
