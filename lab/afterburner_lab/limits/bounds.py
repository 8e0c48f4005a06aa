"""Bounds: the least cycles that an operation can take on the processor whose limits were measured.

One table maps names to formulas. docs/limits.md derives each family of formulas under the name used here."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from afterburner_lab.core import calls
from afterburner_lab.limits import cipher_bounds as cipher
from afterburner_lab.limits import keyed_bounds as keyed
from afterburner_lab.limits import post_quantum_bounds as post_quantum
from afterburner_lab.limits import public_key_bounds as public
from afterburner_lab.limits.silicon import Bound, NotMeasured, Silicon


@dataclass(frozen=True)
class Rule:
    """names: matches a whole algorithm name; its groups are passed to the formula after silicon, operation and size."""

    family: str
    kinds: tuple[str, ...]
    names: str
    formula: Callable[..., Bound]


DIGEST = r"(.+)"

RULES = (
    Rule("AES modes", ("cipher",), r"AES-(128|192|256)-(.+)", cipher.aes),
    Rule("AES modes", ("record",), r"AES-(128|256)-CBC-HMAC-(SHA1|SHA256)", cipher.record),
    Rule("ChaCha20 and Poly1305", ("cipher",), r"CHACHA20", cipher.chacha20),
    Rule("ChaCha20 and Poly1305", ("cipher",), r"CHACHA20-POLY1305", cipher.chacha20_poly1305),
    Rule("ChaCha20 and Poly1305", ("mac",), r"POLY1305", cipher.poly1305),
    Rule("Hashes", ("digest",), DIGEST, keyed.digest),
    Rule("MACs", ("mac",), r"HMAC/" + DIGEST, keyed.hmac),
    Rule("MACs", ("mac",), r"CMAC/AES-(128|192|256)-CBC", keyed.cmac),
    Rule("MACs", ("mac",), r"GMAC/AES-(128|192|256)-GCM", keyed.gmac),
    Rule("MACs", ("mac",), r"KMAC-?(128|256)", keyed.kmac),
    Rule("MACs", ("mac",), r"BLAKE2([BS])MAC", keyed.keyed_blake2),
    Rule("MACs", ("mac",), r"SIPHASH", keyed.siphash),
    Rule("Key derivation", ("kdf",), r"HKDF/" + DIGEST, keyed.hkdf),
    Rule("Key derivation", ("kdf",), r"TLS13-KDF/" + DIGEST, keyed.tls13_kdf),
    Rule("Key derivation", ("kdf",), r"TLS1-PRF/" + DIGEST, keyed.tls1_prf),
    Rule("Key derivation", ("kdf",), r"PBKDF2/" + DIGEST, keyed.pbkdf2),
    Rule("Key derivation", ("kdf",), r"PKCS12KDF/" + DIGEST, keyed.pkcs12_kdf),
    Rule("Key derivation", ("kdf",), r"(?:SSKDF|X963KDF|X942KDF-CONCAT)/" + DIGEST, keyed.one_step),
    Rule("Key derivation", ("kdf",), r"SSHKDF/" + DIGEST, keyed.ssh_kdf),
    Rule("Key derivation", ("kdf",), r"KBKDF/" + DIGEST, keyed.kbkdf),
    Rule("Key derivation", ("kdf",), r"SCRYPT", keyed.scrypt),
    Rule("Random numbers", ("rand",), r"CTR-DRBG", keyed.ctr_drbg),
    Rule("Modular exponentiation", ("signature", "asym_cipher", "kem"), r"RSA(?:-PSS)?/(\d+)", public.rsa),
    Rule("Modular exponentiation", ("exchange",), r"DH/(?:ffdhe|modp_)(\d+)", public.dh),
    Rule("Modular exponentiation", ("signature",), r"DSA/(\d+)", public.dsa),
    Rule("Curves", ("signature",), r"ECDSA/(.+)", public.ecdsa),
    Rule("Curves", ("exchange",), r"ECDH/(.+)", public.ecdh),
    Rule("Curves", ("keymgmt",), r"EC/(.+)", public.ec_keygen),
    Rule("Curves", ("exchange",), r"X(25519|448)", public.montgomery_ladder),
    Rule("Curves", ("keymgmt",), r"(?:X|ED)(25519|448)", public.edwards_keygen),
    Rule("Curves", ("signature",), r"ED(25519|448)", public.eddsa),
    Rule("Post-quantum signatures", ("signature", "keymgmt"), r"ML-DSA-(44|65|87)", post_quantum.mldsa),
    Rule(
        "Post-quantum signatures", ("signature", "keymgmt"), r"SLH-DSA-(SHA2|SHAKE)-(\d+[sf])", post_quantum.slhdsa
    ),
)


def bound(kind: str, algorithm: str, operation: str, size: int | None, limits: dict) -> Bound | None:
    """Return the least cycles of one operation on `size` bytes, and the unit that sets them.

    None if no reliable bound is known, or the limits that it needs are not among `limits`. A piece of a message, and
    a message that also pays for its context, have none."""
    if calls.split(operation)[1] != calls.KEPT:
        return None
    for rule in RULES:
        match = re.fullmatch(rule.names, algorithm, re.IGNORECASE)
        if match and kind in rule.kinds:
            try:
                return rule.formula(Silicon(limits), operation, size or 0, *match.groups())
            except NotMeasured:
                return None
    return None
