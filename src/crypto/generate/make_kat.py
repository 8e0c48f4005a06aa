#!/usr/bin/env python3
"""Makes the folded answers of the known-answer tests (src/crypto/*/*_kat_data.h) with PyPI `cryptography`, `ecdsa`,
hashlib, aria_model.py, block_modes.py, mldsa_model.py, mlkem_model.py and slhdsa_model.py.

Usage: make_kat.py [--check]   writes the headers, or only compares them with what is there.
"""
import hashlib
import hmac
import pathlib
import sys
from collections.abc import Callable
from typing import Any

from cryptography.hazmat.decrepit.ciphers.algorithms import Camellia
from cryptography.hazmat.primitives.asymmetric.ed448 import Ed448PrivateKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x448 import X448PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESCCM, AESGCM, AESGCMSIV, AESOCB3, AESSIV, ChaCha20Poly1305
from cryptography.hazmat.primitives.cmac import CMAC
from cryptography.hazmat.primitives.kdf import argon2
from cryptography.hazmat.primitives.poly1305 import Poly1305
from ecdsa import SigningKey, curves
from ecdsa.ellipticcurve import CurveFp, PointJacobi
from ecdsa.util import sigencode_string

CRYPTO = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(CRYPTO.parent / "kernels/ec/generate"))
import aria_model  # noqa: E402
import block_modes  # noqa: E402
import mldsa_model  # noqa: E402
import mlkem_model  # noqa: E402
import slhdsa_model  # noqa: E402
from ec_curves import ALIASES, CURVES, Curve  # noqa: E402


def message(length: int) -> bytes:
    return bytes(((i + 1) * 0x9E3779B1 & 0xFFFFFFFF) >> 24 for i in range(length))


MESSAGE = message(1100)


def key(length: int) -> bytes:
    return bytes(0x40 + i for i in range(length))


def iv(length: int) -> bytes:
    return bytes(0x80 + i for i in range(length))


def fold(data: bytes) -> int:
    """Like FNV-1a of 64 bits, but of words of eight bytes, and of single bytes at the end."""
    h, end = 0xCBF29CE484222325, len(data) // 8 * 8
    for word in [*(data[i : i + 8] for i in range(0, end, 8)), *(data[i : i + 1] for i in range(end, len(data)))]:
        h = (h ^ int.from_bytes(word, "little")) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
        h ^= h >> 32
    return h


def encrypt(key_len: int, mode: modes.Mode, message: bytes = MESSAGE) -> bytes:
    encryptor = Cipher(algorithms.AES(key(key_len)), mode).encryptor()
    return encryptor.update(message) + encryptor.finalize()


WHOLE_BLOCKS = MESSAGE[: len(MESSAGE) // 16 * 16]


def ecb() -> dict[str, bytes]:
    return {f"ECB_{8 * n}": encrypt(n, modes.ECB(), WHOLE_BLOCKS) for n in (16, 24, 32)}


def cbc() -> dict[str, bytes]:
    return {f"CBC_{8 * n}": encrypt(n, modes.CBC(iv(16)), WHOLE_BLOCKS) for n in (16, 24, 32)}


def feedback() -> dict[str, bytes]:
    short, answers = MESSAGE[:75], {}
    for n in (16, 24, 32):
        block = Cipher(algorithms.AES(key(n)), modes.ECB()).encryptor().update
        answers[f"CFB_{8 * n}"] = encrypt(n, modes.CFB(iv(16)))
        answers[f"CFB8_{8 * n}"] = encrypt(n, modes.CFB8(iv(16)), short)
        answers[f"CFB1_{8 * n}"] = block_modes.cfb1(block, iv(16), MESSAGE[:19])
        answers[f"OFB_{8 * n}"] = encrypt(n, modes.OFB(iv(16)))
    return answers


def ctr() -> dict[str, bytes]:
    start = iv(8) + b"\xff" * 7 + b"\xfd"
    return {f"CTR_{8 * n}": encrypt(n, modes.CTR(start)) for n in (16, 24, 32)}


AAD = MESSAGE[:75]


def xts() -> dict[str, bytes]:
    answers = {}
    for n in (16, 32):
        answers[f"XTS_{8 * n}"] = encrypt(2 * n, modes.XTS(iv(16)))
        answers[f"XTS_{8 * n}_SHORT"] = encrypt(2 * n, modes.XTS(iv(16)), MESSAGE[:31])
    return answers


def ocb() -> dict[str, bytes]:
    return {f"OCB_{8 * n}": AESOCB3(key(n)).encrypt(iv(12), MESSAGE, AAD) for n in (16, 24, 32)}


def ccm() -> dict[str, bytes]:
    return {f"CCM_{8 * n}": AESCCM(key(n), 12).encrypt(iv(13), MESSAGE, AAD) for n in (16, 24, 32)}


def siv() -> dict[str, bytes]:
    """The tag comes first."""
    return {f"SIV_{8 * n}": AESSIV(key(2 * n)).encrypt(MESSAGE, [AAD, MESSAGE[:16]]) for n in (16, 24, 32)}


def wrap(key_len: int, inverse: bool, start: bytes, message: bytes) -> bytes:
    """SP 800-38F algorithm 1, out of single ECB blocks."""
    cipher = Cipher(algorithms.AES(key(key_len)), modes.ECB())
    block = cipher.decryptor() if inverse else cipher.encryptor()
    if len(message) == 8:
        return block.update(start + message)
    a, halves = start, [message[i : i + 8] for i in range(0, len(message), 8)]
    for t in range(6 * len(halves)):
        b = block.update(a + halves[t % len(halves)])
        a = (int.from_bytes(b[:8], "big") ^ t + 1).to_bytes(8, "big")
        halves[t % len(halves)] = b[8:]
    return a + b"".join(halves)


def wrap_pad(key_len: int, inverse: bool, message: bytes) -> bytes:
    start = bytes.fromhex("a65959a6") + len(message).to_bytes(4, "big")
    return wrap(key_len, inverse, start, message + bytes(-len(message) % 8))


def wraps() -> dict[str, bytes]:
    answers = {}
    for n in (16, 24, 32):
        for inverse, suffix in ((False, ""), (True, "_INV")):
            answers[f"WRAP_{8 * n}{suffix}"] = wrap(n, inverse, b"\xa6" * 8, MESSAGE[:40])
            answers[f"WRAP_PAD_{8 * n}{suffix}"] = wrap_pad(n, inverse, MESSAGE[:35])
            answers[f"WRAP_PAD_{8 * n}{suffix}_SHORT"] = wrap_pad(n, inverse, MESSAGE[:5])
    return answers


def gcm() -> dict[str, bytes]:
    """AAD of 45 bytes; the ciphertext with its tag. The second IV is not of 12 bytes."""
    answers = {}
    for n in (16, 24, 32):
        answers[f"GCM_{8 * n}"] = AESGCM(key(n)).encrypt(iv(12), MESSAGE, MESSAGE[:45])
        answers[f"GCM_{8 * n}_LONG_IV"] = AESGCM(key(n)).encrypt(iv(61), MESSAGE[:75], MESSAGE[:13])
    return answers


def sm4_gcm(nonce: bytes, message: bytes, aad: bytes) -> bytes:
    encryptor = Cipher(algorithms.SM4(key(16)), modes.GCM(nonce)).encryptor()
    encryptor.authenticate_additional_data(aad)
    return encryptor.update(message) + encryptor.finalize() + encryptor.tag


def sm4() -> dict[str, bytes]:
    """The messages of AES."""

    def encrypt_sm4(mode: modes.Mode, message: bytes) -> bytes:
        return Cipher(algorithms.SM4(key(16)), mode).encryptor().update(message)

    keys = key(16), key(32)[16:]
    block, tweak_block = (Cipher(algorithms.SM4(k), modes.ECB()).encryptor().update for k in keys)
    return {
        "SM4_ECB": encrypt_sm4(modes.ECB(), WHOLE_BLOCKS),
        "SM4_CBC": encrypt_sm4(modes.CBC(iv(16)), WHOLE_BLOCKS),
        "SM4_CFB": block_modes.cfb(block, iv(16), MESSAGE, 16),
        "SM4_OFB": block_modes.ofb(block, iv(16), MESSAGE),
        "SM4_CTR": encrypt_sm4(modes.CTR(iv(8) + b"\xff" * 7 + b"\xfd"), MESSAGE),
        "SM4_XTS": block_modes.xts(block, tweak_block, iv(16), MESSAGE),
        "SM4_XTS_SHORT": block_modes.xts(block, tweak_block, iv(16), MESSAGE[:31]),
        "SM4_XTS_GB": block_modes.xts(block, tweak_block, iv(16), MESSAGE, is_gb=True),
        "SM4_XTS_GB_SHORT": block_modes.xts(block, tweak_block, iv(16), MESSAGE[:31], is_gb=True),
        "SM4_CCM": block_modes.ccm(block, iv(13), 12, MESSAGE, AAD),
        "SM4_GCM": sm4_gcm(iv(12), MESSAGE, MESSAGE[:45]),
        "SM4_GCM_LONG_IV": sm4_gcm(iv(61), MESSAGE[:75], MESSAGE[:13]),
    }


def aria() -> dict[str, bytes]:
    """The messages of AES."""
    answers: dict[str, bytes] = {}
    for n in (16, 24, 32):
        block, bits = aria_model.encryptor(key(n)), 8 * n
        answers |= {
            f"ARIA_ECB_{bits}": block_modes.ecb(block, WHOLE_BLOCKS),
            f"ARIA_CBC_{bits}": block_modes.cbc(block, iv(16), WHOLE_BLOCKS),
            f"ARIA_CFB_{bits}": block_modes.cfb(block, iv(16), MESSAGE, 16),
            f"ARIA_CFB8_{bits}": block_modes.cfb(block, iv(16), MESSAGE[:75], 1),
            f"ARIA_CFB1_{bits}": block_modes.cfb1(block, iv(16), MESSAGE[:19]),
            f"ARIA_OFB_{bits}": block_modes.ofb(block, iv(16), MESSAGE),
            f"ARIA_CTR_{bits}": block_modes.ctr(block, iv(8) + b"\xff" * 7 + b"\xfd", MESSAGE),
            f"ARIA_CCM_{bits}": block_modes.ccm(block, iv(13), 12, MESSAGE, AAD),
            f"ARIA_GCM_{bits}": block_modes.gcm(block, iv(12), MESSAGE, MESSAGE[:45]),
            f"ARIA_GCM_{bits}_LONG_IV": block_modes.gcm(block, iv(61), MESSAGE[:75], MESSAGE[:13]),
        }
    return answers


def camellia() -> dict[str, bytes]:
    """The messages of AES."""
    answers: dict[str, bytes] = {}
    for n in (16, 24, 32):
        block, bits = Cipher(Camellia(key(n)), modes.ECB()).encryptor().update, 8 * n
        answers |= {
            f"CAMELLIA_ECB_{bits}": block_modes.ecb(block, WHOLE_BLOCKS),
            f"CAMELLIA_CBC_{bits}": block_modes.cbc(block, iv(16), WHOLE_BLOCKS),
            f"CAMELLIA_CBC_CTS_{bits}": block_modes.cbc_cs3(block, iv(16), MESSAGE),
            f"CAMELLIA_CFB_{bits}": block_modes.cfb(block, iv(16), MESSAGE, 16),
            f"CAMELLIA_CFB8_{bits}": block_modes.cfb(block, iv(16), MESSAGE[:75], 1),
            f"CAMELLIA_CFB1_{bits}": block_modes.cfb1(block, iv(16), MESSAGE[:19]),
            f"CAMELLIA_OFB_{bits}": block_modes.ofb(block, iv(16), MESSAGE),
            f"CAMELLIA_CTR_{bits}": block_modes.ctr(block, iv(8) + b"\xff" * 7 + b"\xfd", MESSAGE),
        }
    return answers


def gcm_siv() -> dict[str, bytes]:
    answers = {}
    for n in (16, 24, 32):
        answers[f"GCM_SIV_{8 * n}"] = AESGCMSIV(key(n)).encrypt(iv(12), MESSAGE, MESSAGE[:300])
        answers[f"GCM_SIV_{8 * n}_SHORT"] = AESGCMSIV(key(n)).encrypt(iv(12), MESSAGE[:75], MESSAGE[:13])
    return answers


def cmac() -> dict[str, bytes]:
    answers = {}
    for n in (16, 24, 32):
        tags = b""
        for length in (0, 1, 16, 17, 32, len(MESSAGE)):
            mac = CMAC(algorithms.AES(key(n)))
            mac.update(MESSAGE[:length])
            tags += mac.finalize()
        answers[f"CMAC_{8 * n}"] = tags
    return answers


def lanes() -> dict[str, bytes]:
    """32 messages in CBC, then in CFB, then the last blocks of the CBC: CBC-MACs that start from the IV."""
    def run(mode: Callable[[bytes], modes.Mode], n: int, i: int, is_one_key: bool) -> bytes:
        first_key, first_iv = bytes([key(n)[0] ^ (0 if is_one_key else i)]), bytes([iv(16)[0] ^ i])
        encryptor = Cipher(algorithms.AES(first_key + key(n)[1:]), mode(first_iv + iv(16)[1:])).encryptor()
        return encryptor.update(MESSAGE[16 * i : 16 * i + 64])

    answers = {}
    for n in (16, 24, 32):
        for is_one_key, suffix in ((False, ""), (True, "_ONE_KEY")):
            cbc_out = [run(modes.CBC, n, i, is_one_key) for i in range(32)]
            cfb_out = [run(modes.CFB, n, i, is_one_key) for i in range(32)]
            answers[f"LANES_{8 * n}{suffix}"] = b"".join([*cbc_out, *cfb_out, *(out[-16:] for out in cbc_out)])
    return answers


def cbc_hmac() -> dict[str, bytes]:
    """A record of TLS 1.2, RFC 5246 sec. 6.2.3.2: explicit IV and 1000 bytes of data."""
    answers = {}
    for digest in ("sha1", "sha256"):
        for n in (16, 24, 32):
            data = MESSAGE[16:1016]
            sealed = MESSAGE[:1016] + hmac.new(iv(20), key(11) + len(data).to_bytes(2, "big") + data, digest).digest()
            pad = 15 - len(sealed) % 16
            answers[f"CBC_HMAC_{digest.upper()}_{8 * n}"] = encrypt(
                n, modes.CBC(iv(16)), sealed + bytes([pad]) * (pad + 1)
            )
    return answers


def chacha() -> dict[str, bytes]:
    """The lengths of chacha_kat.c. The low word of ChaCha20's counter wraps after three blocks."""
    def stream(start: bytes, part: bytes) -> bytes:
        return Cipher(algorithms.ChaCha20(key(32), start), None).encryptor().update(part)

    before, after, answers = b"\xfd\xff\xff\xff" + iv(12), bytes([0, 0, 0, 0, iv(1)[0] + 1]) + iv(12)[1:], {}
    for n in (40, 75, 150, 300, 400, 500, 900, 1100, 1400, 9000):
        text = message(n)
        answers[f"CHACHA20_{n}"] = stream(before, text[:192]) + stream(after, text[192:])
        answers[f"POLY1305_{n}"] = Poly1305.generate_tag(key(32), text)
        answers[f"CHACHA20_POLY1305_{n}"] = ChaCha20Poly1305(key(32)).encrypt(iv(12), text, text[:13])
    return answers


def argon2_answers() -> dict[str, bytes]:
    """Memory in KiB, passes, lanes and output length of argon2_kat.c."""
    answers = {}
    for kind, memory, passes, lanes, length in (
        (argon2.Argon2id, 16, 2, 2, 32), (argon2.Argon2d, 32, 3, 4, 64), (argon2.Argon2d, 8, 1, 1, 4),
        (argon2.Argon2i, 523, 2, 1, 65), (argon2.Argon2id, 100, 1, 3, 100),
    ):
        derivation = kind(salt=iv(16), length=length, iterations=passes, lanes=lanes, memory_cost=memory, ad=iv(12),
                          secret=key(8))
        answers[f"{kind.__name__.upper()}_{memory}_{passes}_{lanes}"] = derivation.derive(key(32))
    return answers


FILES = {
    "aes_ecb": ecb,
    "aes_cbc": cbc,
    "aes_feedback": feedback,
    "aes_ctr": ctr,
    "aes_gcm": gcm,
    "aes_gcm_siv": gcm_siv,
}
FILES |= {
    "aes_xts": xts,
    "aes_ocb": ocb,
    "aes_ccm": ccm,
    "aes_siv": siv,
    "aes_wrap": wraps,
    "aes_cmac": cmac,
    "aes_lanes": lanes,
}
FILES = {f"aes/{name}": make for name, make in FILES.items()} | {"tls/cbc_hmac": cbc_hmac}
FILES |= {"chacha/chacha": chacha, "sm4/sm4": sm4, "aria/aria": aria, "camellia/camellia": camellia}
FILES["kdf/argon2"] = argon2_answers


def header(name: str, make: Callable[[], dict[str, bytes]]) -> str:
    lines = [f"/* Made by generate/make_kat.py with an independent implementation: the folds of {name}_kat.c. */"]
    lines += [f"#define AB_KAT_{label} 0x{fold(out):016x}u" for label, out in make().items()]
    return "\n".join(lines) + "\n"


def library(name: str) -> Callable[[bytes], bytes]:
    return lambda message: hashlib.new(name, message).digest()


def keccak_f(lanes: list[int]) -> list[int]:
    """Keccak-f[1600] on lanes[x + 5 * y], with the constants of its linear feedback shift register (FIPS 202 sec.
    3)."""
    register = 1
    for _ in range(24):
        parity = [lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20] for x in range(5)]
        lanes = [lane ^ parity[(i + 4) % 5] ^ rotate(parity[(i + 1) % 5], 1) for i, lane in enumerate(lanes)]
        moved, x, y = list(lanes), 1, 0
        for t in range(24):
            moved[y + 5 * ((2 * x + 3 * y) % 5)] = rotate(lanes[x + 5 * y], (t + 1) * (t + 2) // 2)
            x, y = y, (2 * x + 3 * y) % 5
        lanes = [moved[i] ^ (~moved[i - i % 5 + (i + 1) % 5] & moved[i - i % 5 + (i + 2) % 5]) for i in range(25)]
        for j in range(7):
            lanes[0] ^= (register & 1) << (2**j - 1)
            register = register << 1 ^ (0x171 if register & 0x80 else 0)
    return lanes


def rotate(lane: int, by: int) -> int:
    return (lane << by % 64 | lane >> -by % 64) & 0xFFFFFFFFFFFFFFFF


def sponge(suffix: int, strength: int, digest_len: int) -> Callable[[bytes], bytes]:
    """For what hashlib has not. Proves itself with SHA-3 below. No digest is longer than a block."""
    rate = 200 - strength // 4

    def digest(message: bytes) -> bytes:
        padded = bytearray(message + bytes([suffix]) + bytes(-(len(message) + 1) % rate))
        padded[-1] |= 0x80
        lanes = [0] * 25
        for at in range(0, len(padded), rate):
            for i in range(rate // 8):
                lanes[i] ^= int.from_bytes(padded[at + 8 * i:at + 8 * i + 8], "little")
            lanes = keccak_f(lanes)
        return b"".join(lane.to_bytes(8, "little") for lane in lanes)[:digest_len]

    return digest


assert sponge(0x06, 512, 64)(MESSAGE) == hashlib.sha3_512(MESSAGE).digest()


def shake(name: str, digest_len: int) -> Callable[[bytes], bytes]:
    function: Callable[[bytes], Any] = getattr(hashlib, name)  # typeshed does not know the length that digest takes
    return lambda message: function(message).digest(digest_len)


# The suffix of enum ab_hash_id: the digest of a message.
HASHES: dict[str, Callable[[bytes], bytes]] = {
    "SHA1": library("sha1"),
    "SHA224": library("sha224"),
    "SHA256": library("sha256"),
    "SHA384": library("sha384"),
    "SHA512": library("sha512"),
    "SHA512_224": library("sha512_224"),
    "SHA512_256": library("sha512_256"),
    "SM3": library("sm3"),
    "RIPEMD160": library("ripemd160"),
    "MD5": library("md5"),
    "BLAKE2B512": library("blake2b"),
    "BLAKE2S256": library("blake2s"),
    "MD5_SHA1": lambda message: library("md5")(message) + library("sha1")(message),
    "SHA3_224": library("sha3_224"),
    "SHA3_256": library("sha3_256"),
    "SHA3_384": library("sha3_384"),
    "SHA3_512": library("sha3_512"),
    "KECCAK_224": sponge(0x01, 224, 28),
    "KECCAK_256": sponge(0x01, 256, 32),
    "KECCAK_384": sponge(0x01, 384, 48),
    "KECCAK_512": sponge(0x01, 512, 64),
    "SHAKE_128": shake("shake_128", 32),
    "SHAKE_256": shake("shake_256", 64),
    "CSHAKE_KECCAK_128": sponge(0x04, 128, 32),
    "CSHAKE_KECCAK_256": sponge(0x04, 256, 64),
}


def hash_header() -> str:
    lines = ["/* Made by generate/make_kat.py with an independent implementation: the folds of hash_kat.c. */",
             "struct ab_hash_answers {", "    uint64_t empty, whole, part;", "};", "",
             "static const struct ab_hash_answers ab_hash_answers[AB_NUM_HASHES] = {"]
    for label, digest in HASHES.items():
        folds = ", ".join(f"0x{fold(digest(message)):016x}u" for message in (b"", MESSAGE, MESSAGE[:300]))
        lines.append(f"    [AB_HASH_{label}] = {{ {folds} }},")
    return "\n".join([*lines, "};"]) + "\n"


def curve_header(bits: int, exchange, signature, exchange_len: int, signature_len: int) -> str:
    ours, theirs = exchange.from_private_bytes(key(exchange_len)), exchange.from_private_bytes(iv(exchange_len))
    signer = signature.from_private_bytes(key(signature_len))
    answers = {
        f"X{bits}_PUBLIC": theirs.public_key().public_bytes_raw(),
        f"X{bits}_SECRET": ours.exchange(theirs.public_key()),
        f"ED{bits}_PUBLIC": signer.public_key().public_bytes_raw(),
        f"ED{bits}_SIGNATURE": signer.sign(MESSAGE[:300]),
    }
    lines = [f"/* Made by generate/make_kat.py with an independent implementation: the folds of curve{bits}_kat.c. */"]
    return "\n".join([*lines, *(f"#define AB_KAT_{name} 0x{fold(out):016x}u" for name, out in answers.items())]) + "\n"


def ed25519_scalar() -> str:
    """The secret scalar of the key above, RFC 8032 sec. 5.1.5."""
    scalar = bytearray(hashlib.sha512(key(32)).digest()[:32])
    scalar[0] &= 248
    scalar[31] = scalar[31] & 127 | 64
    rows = (", ".join(f"0x{byte:02x}" for byte in scalar[i:i + 8]) for i in range(0, 32, 8))
    return "static const uint8_t ed25519_scalar[32] = {\n" + "".join(f"    {row},\n" for row in rows) + "};\n"


def bignum_row(words: int) -> str:
    def number(start: int) -> int:
        return int.from_bytes(MESSAGE[start:start + 8 * words], "little")

    top, bits = 1 << (64 * words - 1), min(64 * words, 80) if words <= 8 else 20
    n, a, b, e = number(0) | 1 | top, number(100) % top, number(301) % top, number(502) % (1 << bits)
    back = pow(2, -64 * words, n)
    answers = (a * b * back % n, a * a * back % n, pow(a, e, n), pow(b, e, n), pow(a, 65537, n))
    folds = (f"0x{fold(x.to_bytes(8 * words, 'little')):016x}u" for x in answers)
    return f"    {{ {words}, {', '.join(folds)} }},"


def bignum_header() -> str:
    return (
        "\n".join(
            [
                "/* Made by generate/make_kat.py with an independent implementation: the folds of bignum_kat.c. */",
                "static const struct answers answers[] = {",
                *(bignum_row(words) for words in (1, 4, 7, 8, 12, 16, 24, 32, 48, 64)),
                "};",
            ]
        )
        + "\n"
    )


def library_curve(c: Curve) -> curves.Curve:
    points = CurveFp(c.p, c.a, c.b, c.cofactor)
    return curves.Curve("", points, PointJacobi(points, *c.base, 1, c.n, generator=True), None)


def ec_answers(c: Curve) -> list[bytes]:
    """Of ec_kat.c: the public key, the shared secret, the signature."""
    field_len, order_len = (-(-m.bit_length() // 8) for m in (c.p, c.n))
    ours, theirs = (SigningKey.from_secret_exponent(int.from_bytes(make(order_len)[1:], "big"), library_curve(c))
                    for make in (key, iv))
    point = theirs.verifying_key.pubkey.point
    secret = (point * ours.privkey.secret_multiplier).x().to_bytes(field_len, "big")
    signature = ours.sign_digest_deterministic(
        MESSAGE[:64], hashlib.sha512, sigencode=sigencode_string, allow_truncate=True
    )
    return [b"".join(n.to_bytes(field_len, "big") for n in (point.x(), point.y())), secret, signature]


def ec_header() -> str:
    lines = [
        "/* Made by generate/make_kat.py with an independent implementation: the folds of ec_kat.c. */",
        "static const struct answers {",
        "    uint64_t public_key, secret, signature;",
        "} answers[AB_NUM_CURVES] = {",
    ]
    for name in (*CURVES, *ALIASES):
        answers = ec_answers(CURVES[ALIASES.get(name, name)])
        lines.append(f"    [AB_{name.upper()}] = {{ " + ", ".join(f"0x{fold(out):016x}" for out in answers) + " },")
    return "\n".join([*lines, "};"]) + "\n"


def mlkem_answers(p: mlkem_model.Parameters) -> list[bytes]:
    """Of mlkem_kat.c: the private key, the ciphertext, its secret, and the secret of another ciphertext."""
    seed = key(64)
    ek, dk = mlkem_model.key_gen(p, seed[:32], seed[32:])
    secret, ciphertext = mlkem_model.encaps(p, ek, iv(32))
    return [dk, ciphertext, secret, mlkem_model.decaps(p, dk, bytes([ciphertext[0] ^ 1]) + ciphertext[1:])]


def mlkem_header() -> str:
    lines = [
        "/* Made by generate/make_kat.py with a plain model of FIPS 203: the folds of mlkem_kat.c. */",
        "static const struct answers {",
        "    uint64_t private_key, ciphertext, secret, rejected;",
        "} answers[AB_NUM_MLKEM] = {",
    ]
    for name, p in mlkem_model.PARAMETERS.items():
        lines.append(f"    [AB_{name}] = {{ " + ", ".join(f"0x{fold(out):016x}" for out in mlkem_answers(p)) + " },")
    return "\n".join([*lines, "};"]) + "\n"


# The first byte of the first mu with which a signature takes one iteration and three, and depends on s2, whose products
# are so small that they seldom change the hints.
MLDSA_FIRST_BYTES = {"MLDSA_44": (20, 35), "MLDSA_65": (115, 55), "MLDSA_87": (114, 40)}


def mldsa_signature(k: mldsa_model.Key, first: int, iterations: int) -> str:
    """Of mldsa_kat.c: the first byte of mu, and the signature's fold."""
    without_s2 = k._replace(s2=[[0] * mldsa_model.N] * k.p.k)
    mu = bytes([first]) + iv(64)[1:]
    signature = mldsa_model.sign(k, mu, bytes(32))
    if signature.iterations != iterations or mldsa_model.sign(without_s2, mu, bytes(32)) == signature:
        raise ValueError(first)
    return f"{{ {first}, 0x{fold(signature.encoded):016x} }}"


def mldsa_header() -> str:
    lines = [
        "/* Made by generate/make_kat.py with a plain model of FIPS 204: the folds of mldsa_kat.c. */",
        "static const struct answers {",
        "    uint64_t public_key, private_key;",
        "    struct signature {",
        "        uint8_t first; /* byte of mu */",
        "        uint64_t fold;",
        "    } one, three; /* after so many iterations */",
        "} answers[AB_NUM_MLDSA] = {",
    ]
    for name, p in mldsa_model.PARAMETERS.items():
        k, (one, three) = mldsa_model.key_gen(p, key(32)), MLDSA_FIRST_BYTES[name]
        lines.append(f"    [AB_{name}] = {{ 0x{fold(k.public):016x}, 0x{fold(k.private):016x}, "
                     f"{mldsa_signature(k, one, 1)}, {mldsa_signature(k, three, 3)} }},")
    return "\n".join([*lines, "};"]) + "\n"


def slhdsa_answer(p: slhdsa_model.Parameters) -> str:
    """Of slhdsa_kat.c: the folds of a public key, of a signature and of the root of a made-up signature."""
    k = slhdsa_model.key_gen(p, key(3 * p.n))
    signature, message = slhdsa_model.sign(k, b"\0\0" + iv(40)), b"\0\0" + iv(40)
    if slhdsa_model.recover(k, message, signature) != k.public[p.n :]:
        raise ValueError(p)
    made_up = (MESSAGE * 5)[: len(signature)]
    unknown = k._replace(public=key(2 * p.n))
    root = slhdsa_model.recover(unknown, message, made_up)
    return ", ".join(f"0x{fold(data):016x}" for data in (k.public, signature, root))


def slhdsa_header() -> str:
    lines = [
        "/* Made by generate/make_kat.py with a plain model of FIPS 205: the folds of slhdsa_kat.c. */",
        "static const struct answers {",
        "    uint64_t public_key, signature, made_up;",
        "} answers[2][3] = {",
        "    /* is_shake, n / 8 - 2 */",
    ]
    for shake in (False, True):
        rows = (slhdsa_answer(slhdsa_model.Parameters(shake, n, 2, 3, 6, 4)) for n in (16, 24, 32))
        lines += ["    {", *(f"        {{ {row} }}," for row in rows), "    },"]
    return "\n".join([*lines, "};"]) + "\n"


def headers() -> dict[pathlib.Path, str]:
    made = {CRYPTO / f"{name}_kat_data.h": header(name.split("/")[1], make) for name, make in FILES.items()}
    made[CRYPTO / "bignum" / "bignum_kat_data.h"] = bignum_header()
    made[CRYPTO / "ec" / "ec_kat_data.h"] = ec_header()
    made[CRYPTO / "curve25519" / "curve25519_kat_data.h"] = curve_header(
        25519, X25519PrivateKey, Ed25519PrivateKey, 32, 32
    ) + ed25519_scalar()
    made[CRYPTO / "curve448" / "curve448_kat_data.h"] = curve_header(448, X448PrivateKey, Ed448PrivateKey, 56, 57)
    made[CRYPTO / "mlkem" / "mlkem_kat_data.h"] = mlkem_header()
    made[CRYPTO / "mldsa" / "mldsa_kat_data.h"] = mldsa_header()
    made[CRYPTO / "slhdsa" / "slhdsa_kat_data.h"] = slhdsa_header()
    return made | {CRYPTO / "hash" / "hash_kat_data.h": hash_header()}


def main() -> int:
    stale = []
    for path, text in headers().items():
        if "--check" not in sys.argv[1:]:
            path.write_text(text)
        elif path.read_text() != text:
            stale.append(path.name)
    if stale:
        print(f"make_kat.py: {', '.join(stale)} differ from the independent implementation", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
