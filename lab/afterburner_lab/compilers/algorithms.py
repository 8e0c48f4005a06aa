"""The algorithms that builds are measured with: those of the study of compilers, and today's."""

from __future__ import annotations

from afterburner_lab.speed.plan import Key

BYTES = 8192

_DIGESTS = ("MD2", "MD4", "MD5")
_OLD_CIPHERS = (
    "RC4",
    "DES-CBC",
    "DES-EDE3-CBC",
    "RC2-128",
    "BLOWFISH",
    "CAST5-CBC",
    "AES-128-CBC",
    "AES-192-CBC",
    "AES-256-CBC",
)
_NEW_CIPHERS = ("AES-128-GCM", "AES-256-GCM", "CHACHA20-POLY1305")
_OLD_KEYS = ("RSA/512", "RSA/1024", "RSA/2048", "RSA/3072", "RSA/4096", "DSA/512", "DSA/1024", "DSA/2048")
_CURVES = ("P-256", "P-384", "P-521")

# For these, OpenSSL's longest name is not the well-known one.
_KNOWN_AS = {"RC2-128": "RC2-CBC", "BLOWFISH": "BF-CBC", "HMAC/MD5": "HMAC-MD5"}


def _sized(kind: str, operation: str, names: tuple[str, ...]) -> tuple[Key, ...]:
    return tuple((kind, name, operation, BYTES) for name in names)


def _keyed(kind: str, operations: tuple[str, ...], names: tuple[str, ...]) -> tuple[Key, ...]:
    return tuple((kind, name, operation, None) for name in names for operation in operations)


SYMMETRIC = (
    *_sized("digest", "digest", _DIGESTS),
    *_sized("mac", "mac", ("HMAC/MD5",)),
    *_sized("digest", "digest", ("SHA-1", "RIPEMD-160")),
    *_sized("cipher", "encrypt", _OLD_CIPHERS),
    *_sized("digest", "digest", ("SHA2-256", "SHA2-512", "SHA3-256")),
    *_sized("cipher", "encrypt", _NEW_CIPHERS),
)
ASYMMETRIC = (
    *_keyed("signature", ("sign", "verify"), (*_OLD_KEYS, *(f"ECDSA/{curve}" for curve in _CURVES))),
    *_keyed("exchange", ("derive",), (*(f"ECDH/{curve}" for curve in _CURVES), "X25519")),
    *_keyed("signature", ("sign", "verify"), ("ED25519", "ML-DSA-65")),
    *_keyed("kem", ("encapsulate", "decapsulate"), ("ML-KEM-768",)),
)
ALL = SYMMETRIC + ASYMMETRIC


def title(key: Key) -> str:
    """Name the row of a table: AES-128-CBC, RSA 2048 sign."""
    _, algorithm, operation, size = key
    name = _KNOWN_AS.get(algorithm, algorithm)
    return name if size is not None else f"{name.replace('/', ' ')} {operation}"
