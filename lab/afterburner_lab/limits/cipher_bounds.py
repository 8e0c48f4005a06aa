"""Bounds of ciphers. docs/limits.md, "AES modes" and "ChaCha20 and Poly1305". rounds: 10, 12 or 14; size: bytes of the
text."""

from __future__ import annotations

from afterburner_lab.limits import hash_bounds
from afterburner_lab.limits.silicon import Bound, NotMeasured, Silicon, in_turn, slowest

BLOCK = 16
AAD = 13  # bytes of associated data in each of the lab's AEAD messages, and of a TLS record's header
AAD_BLOCKS = 1
MULTIPLIES = 3  # carry-less multiplies of 64 bits in one of 128 bits, by Karatsuba
AES, CHAIN, CLMUL = "AES unit", "AES latency", "CLMUL unit"


def blocks_of(size: int) -> int:
    return -(-size // BLOCK)


def parallel(s: Silicon, rounds: int, blocks: int) -> Bound:
    """Independent blocks: rounds / (aesenc per cycle * blocks in a vector) cycles each."""
    one = s.cycles("aes", blocks, 128, AES)
    return Bound(rounds * one.cycles, AES)


def chain(s: Silicon, rounds: int, blocks: int) -> Bound:
    """A chain of blocks, each waiting for the one before: rounds * latency cycles each.

    The exclusive or between two blocks costs nothing: the text can be added to the last round's key beforehand."""
    return Bound(blocks * rounds * s.latency("aes_latency"), CHAIN)


def ghash(s: Silicon, blocks: int) -> Bound:
    """Three carry-less multiplies for each block; reductions are deferred over many blocks and not counted."""
    return Bound(s.cycles("clmul", MULTIPLIES * blocks, 128, CLMUL).cycles, CLMUL)


def parallel_mode(s: Silicon, rounds: int, size: int, encrypt: bool) -> Bound:
    """ECB, CTR: independent blocks."""
    return parallel(s, rounds, blocks_of(size))


def chained_mode(s: Silicon, rounds: int, size: int, encrypt: bool) -> Bound:
    """CBC, CBC-CTS, CFB: encryption is a chain; decryption has all of its inputs at once."""
    return (chain if encrypt else parallel)(s, rounds, blocks_of(size))


def cfb8(s: Silicon, rounds: int, size: int, encrypt: bool) -> Bound:
    """Like CFB, with a block for each byte."""
    return (chain if encrypt else parallel)(s, rounds, size)


def cfb1(s: Silicon, rounds: int, size: int, encrypt: bool) -> Bound:
    """Like CFB, with a block for each bit."""
    return (chain if encrypt else parallel)(s, rounds, 8 * size)


def ofb(s: Silicon, rounds: int, size: int, encrypt: bool) -> Bound:
    """A chain in both directions."""
    return chain(s, rounds, blocks_of(size))


def xts(s: Silicon, rounds: int, size: int, encrypt: bool) -> Bound:
    """A block for the tweak, for which all of the text waits."""
    return in_turn(parallel(s, rounds, blocks_of(size)), chain(s, rounds, 1))


def ocb(s: Silicon, rounds: int, size: int, encrypt: bool) -> Bound:
    """Besides the text, a block for the associated data and one for the tag (one for the nonce serves 64 nonces)."""
    return parallel(s, rounds, blocks_of(size) + AAD_BLOCKS + 1)


def gcm(s: Silicon, rounds: int, size: int, encrypt: bool) -> Bound:
    """AES rounds and three multiplies for each block, as measured together; one more block for the tag's mask and the
    lengths."""
    return s.cycles_of_blocks(f"gcm_{rounds}", blocks_of(size) + 1, "AES and CLMUL units")


def ccm(s: Silicon, rounds: int, size: int, encrypt: bool) -> Bound:
    """The CBC-MAC of B_0, the associated data and the text is a chain; the counter blocks, one more than the text's,
    run in parallel."""
    text = blocks_of(size)
    return slowest(chain(s, rounds, 1 + AAD_BLOCKS + text), parallel(s, rounds, 2 * text + AAD_BLOCKS + 2))


def siv(s: Silicon, rounds: int, size: int, encrypt: bool) -> Bound:
    """S2V ends with a CMAC of the text, which is a chain. Encryption needs its result before the first counter block;
    in decryption the two run in parallel."""
    text = blocks_of(size)
    return (in_turn if encrypt else slowest)(chain(s, rounds, text), parallel(s, rounds, text))


def gcm_siv(s: Silicon, rounds: int, size: int, encrypt: bool) -> Bound:
    """Sealing hashes the text before the first counter block is known; opening does both in parallel. Each nonce has
    two keys of its own, derived by four blocks or six."""
    text = blocks_of(size)
    blocks = text + 1 + (4 if rounds == 10 else 6)
    return (in_turn if encrypt else slowest)(ghash(s, text + AAD_BLOCKS + 1), parallel(s, rounds, blocks))


def wrap(s: Silicon, rounds: int, size: int, encrypt: bool) -> Bound:
    """RFC 3394: six passes with a block for every eight bytes, all one chain. RFC 5649 uses one block for up to eight
    bytes."""
    return chain(s, rounds, 1 if size <= 8 else 6 * -(-size // 8))


def cbc_hmac(s: Silicon, rounds: int, size: int, encrypt: bool, digest: str) -> Bound:
    """CBC in parallel with the MAC of the record and its header: the longer of the two chains; decryption's AES is
    parallel."""
    h = hash_bounds.find(digest)
    mac = h.bound(s, h.blocks(AAD + size) + 1)
    return slowest(chained_mode(s, rounds, size, encrypt), mac)


def record(s: Silicon, operation: str, size: int, bits: str, digest: str) -> Bound:
    """A record of CBC and HMAC by two calls may take no less than one that interleaves them.

    No bound is derived for several records at once: their hash may use the SHA unit or vectors."""
    if operation == "multi-block":
        raise NotMeasured(operation)
    return cbc_hmac(s, int(bits) // 32 + 6, size, operation == "separate-encrypt", digest)


MODES = {
    "ECB": parallel_mode,
    "CTR": parallel_mode,
    "CBC": chained_mode,
    "CBC-CTS": chained_mode,
    "CFB": chained_mode,
    "CFB8": cfb8,
    "CFB1": cfb1,
    "OFB": ofb,
    "XTS": xts,
    "OCB": ocb,
    "GCM": gcm,
    "CCM": ccm,
    "SIV": siv,
    "GCM-SIV": gcm_siv,
    "WRAP": wrap,
    "WRAP-PAD": wrap,
    "WRAP-INV": wrap,
    "WRAP-PAD-INV": wrap,
}


def aes(s: Silicon, operation: str, size: int, bits: str, mode: str) -> Bound:
    """Return the bound of any AES mode, by its name."""
    rounds, encrypt = int(bits) // 32 + 6, operation == "encrypt"
    if mode.startswith("CBC-HMAC-"):
        return cbc_hmac(s, rounds, size, encrypt, mode.removeprefix("CBC-HMAC-").removesuffix("-ETM"))
    if mode not in MODES:
        raise NotMeasured(mode)
    return MODES[mode](s, rounds, size, encrypt)


CHACHA_BLOCK = 64


def chacha20(s: Silicon, operation: str, size: int) -> Bound:
    """80 quarter-rounds for each block, each of four adds, four exclusive ors and four rotates of 32-bit words; then 16
    adds of the state and 16 exclusive ors of text.

    Rotates are one instruction with AVX-512; without it, the two by 16 and 8 bits are byte shuffles, and the two by 12
    and 7 bits take three instructions each."""
    blocks = -(-size // CHACHA_BLOCK)
    others, rotates = 80 * 8 + 32, 80 * 4
    if not s.has("rotate_512"):
        return s.cycles("alu", blocks * (others + 80 * 8), 32, "vector ALU")
    return slowest(
        s.cycles("alu", blocks * (others + rotates), 32, "vector ALU"),
        s.cycles("rotate", blocks * rotates, 32, "vector rotates"),
    )


def poly1305(s: Silicon, operation: str, size: int) -> Bound:
    """A product of 130 bits for each block, by the unit that needs least: 6 multiplies of 64 bits (two limbs and the
    top bits, r being clamped), 25 of 32 bits (limbs of 26), or 18 halves of products of 52 bits (limbs of 44)."""
    blocks = blocks_of(size)
    choices = [
        Bound(6 * blocks / s.first_of("mulx", "mul"), "64-bit multiplier"),
        s.cycles("mul32", 25 * blocks, 64, "32-bit multiplier"),
    ]
    choices += [
        s.cycles(name, 18 * blocks, 64, "52-bit multiplier") for name in ("ifma", "avxifma") if s.has(f"{name}_256")
    ]
    return min(choices, key=lambda b: b.cycles)


def chacha20_poly1305(s: Silicon, operation: str, size: int) -> Bound:
    """Both in parallel: the multiplies need not use the ALUs.

    The first block of the key stream is the key of Poly1305; its message is the text, the associated data and the
    lengths."""
    return slowest(chacha20(s, operation, size + CHACHA_BLOCK), poly1305(s, operation, size + 2 * BLOCK))
