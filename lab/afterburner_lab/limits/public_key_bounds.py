"""Bounds of public-key operations: the multiplications of the stated method on the fastest unit.

Additions, the final inversion and conversions are not counted. docs/limits.md, "Modular exponentiation" and "Curves".
"""

from __future__ import annotations

from dataclasses import dataclass

from afterburner_lab.limits import hash_bounds
from afterburner_lab.limits.silicon import Bound, NotMeasured, Silicon, in_turn

BASE_WINDOW = 8  # bits of the scalar that one addition from a table of multiples of the base point covers
MESSAGE = 32  # bytes that the lab signs
RSA_VERIFY = (1, 16)  # products and squarings of an exponentiation by 65537


@dataclass(frozen=True)
class Field:
    """Numbers of `bits` bits.

    montgomery: a modulus of no special form, so that reducing a product takes as many digit products again; else
    reduction takes shifts and adds. saving: the share of the digit products that remains thanks to the form of the
    prime."""

    bits: int
    montgomery: bool = False
    saving: float = 1.0

    def digit_products(self, digit: int, products: float, squarings: float) -> float:
        """k * k for a product, k * (k + 1) / 2 for a square, k * k + k for a reduction, of k digits."""
        k = -(-self.bits // digit)
        reduction = (k * k + k) * (products + squarings) if self.montgomery else 0
        return self.saving * (k * k * products + k * (k + 1) / 2 * squarings) + reduction


def _digit_of_32(bits: int) -> int:
    """The most bits of a digit for which a column of 32x32-bit products fits into 64 bits."""
    return next(d for d in range(32, 0, -1) if 2 * d + (-(-bits // d)).bit_length() <= 64)


def multiply(s: Silicon, field: Field, products: float, squarings: float) -> Bound:
    """This many products and squarings by the unit that needs least: 64-bit multiplies; 32-bit vector multiplies; or
    52-bit vector multiplies, which take two instructions for a digit product."""
    scalar = field.digit_products(64, products, squarings) / s.first_of("mulx", "mul")
    choices = [Bound(scalar, "64-bit multiplier")]
    count = field.digit_products(_digit_of_32(field.bits), products, squarings)
    choices.append(s.cycles("mul32", count, 64, "32-bit multiplier"))
    count = 2 * field.digit_products(52, products, squarings)
    choices += [s.cycles(name, count, 64, "52-bit multiplier") for name in ("ifma", "avxifma") if s.has(f"{name}_256")]
    return min(choices, key=lambda b: b.cycles)


def window_products(bits: int) -> float:
    """Return the products of an exponentiation besides its squarings: sliding windows of w bits, with their table."""
    return min(bits / (w + 1) + 2 ** (w - 1) for w in range(1, 12))


# ---- modular exponentiation ----


def rsa_private(s: Silicon, operation: str, size: int, bits: str) -> Bound:
    """Two exponentiations of half the length (Chinese remainder theorem)."""
    half = int(bits) // 2
    return multiply(s, Field(half, montgomery=True), 2 * window_products(half), 2 * half)


def rsa_public(s: Silicon, operation: str, size: int, bits: str) -> Bound:
    """The exponent 65537: 16 squarings and a product."""
    return multiply(s, Field(int(bits), montgomery=True), *RSA_VERIFY)


def rsa(s: Silicon, operation: str, size: int, bits: str) -> Bound:
    """Choose by the half of the key that the operation uses."""
    private = operation in ("sign", "decrypt", "decapsulate")
    return (rsa_private if private else rsa_public)(s, operation, size, bits)


# Bits of the shortest exponent for a modulus: twice its strength (SP 800-56A, appendix D; SP 800-57, table 2).
DH_EXPONENTS = {1536: 192, 2048: 224, 3072: 256, 4096: 304, 6144: 352, 8192: 400}


def dh(s: Silicon, operation: str, size: int, group: str) -> Bound:
    """An exponentiation by the shortest exponent for the group's strength: as many squarings, and windows."""
    if (bits := int(group)) not in DH_EXPONENTS:
        raise NotMeasured(group)
    exponent = DH_EXPONENTS[bits]
    return multiply(s, Field(bits, montgomery=True), window_products(exponent), exponent)


def dsa(s: Silicon, operation: str, size: int, bits: str) -> Bound:
    """An exponentiation by as many bits as q has, without tables kept for a key; verification has two, which share
    their squarings."""
    q = 160 if int(bits) < 2048 else 256
    exponentiations = 1 if operation == "sign" else 2
    return multiply(s, Field(int(bits), montgomery=True), exponentiations * window_products(q), q)


# ---- curves ----


@dataclass(frozen=True)
class Curve:
    """A curve. doubling, addition, base_addition: (products, squarings) of each, the last with a point from a table."""

    field: Field
    bits: int
    doubling: tuple[int, int]
    addition: tuple[int, int]
    base_addition: tuple[int, int]

    def cost(self, s: Silicon, doublings: float, additions: float, base_additions: float) -> Bound:
        counts = zip(
            (doublings, additions, base_additions), (self.doubling, self.addition, self.base_addition), strict=True
        )
        sums = [(n * products, n * squarings) for n, (products, squarings) in counts]
        return multiply(s, self.field, sum(p for p, _ in sums), sum(q for _, q in sums))

    def base(self, s: Silicon) -> Bound:
        """A multiple of the base point, from tables: no doublings."""
        return self.cost(s, 0, 0, self.bits / BASE_WINDOW)

    def point(self, s: Silicon) -> Bound:
        """A multiple of any point: signed windows."""
        return self.cost(s, self.bits, window_products(self.bits), 0)

    def both(self, s: Silicon) -> Bound:
        """The sum of a multiple of a point and one of the base point."""
        return self.cost(s, self.bits, window_products(self.bits), self.bits / BASE_WINDOW)


def _nist(bits: int) -> Curve:
    """Jacobian coordinates, a = -3: dbl-2001-b, add-2007-bl, madd-2007-bl of the Explicit-Formulas Database."""
    return Curve(Field(bits), bits, doubling=(3, 5), addition=(11, 5), base_addition=(7, 4))


NIST = {f"P-{bits}": _nist(bits) for bits in (192, 224, 256, 384, 521)}
FIELD_25519, FIELD_448 = (
    Field(255),
    Field(448, saving=0.75),
)  # 2^448 - 2^224 - 1: Karatsuba whose middle term costs nothing
EDWARDS = {
    "25519": Curve(FIELD_25519, 253, doubling=(3, 4), addition=(8, 0), base_addition=(7, 0)),
    "448": Curve(FIELD_448, 446, doubling=(3, 4), addition=(8, 0), base_addition=(7, 0)),
}
LADDER_STEP = (5, 4)
LADDERS = {"25519": (FIELD_25519, 255), "448": (FIELD_448, 448)}


def _nist_curve(name: str) -> Curve:
    if name not in NIST:
        raise NotMeasured(name)
    return NIST[name]


def ecdsa(s: Silicon, operation: str, size: int, curve: str) -> Bound:
    """Signing: a multiple of the base point. Verification: a multiple of the key's point plus one of the base point."""
    c = _nist_curve(curve)
    return c.base(s) if operation == "sign" else c.both(s)


def ecdh(s: Silicon, operation: str, size: int, curve: str) -> Bound:
    """A multiple of the peer's point."""
    return _nist_curve(curve).point(s)


def ec_keygen(s: Silicon, operation: str, size: int, curve: str) -> Bound:
    """A multiple of the base point."""
    return _nist_curve(curve).base(s)


def montgomery_ladder(s: Silicon, operation: str, size: int, curve: str) -> Bound:
    """X25519, X448 (RFC 7748): for each bit a step of five products and four squarings (and one by a small number)."""
    field, bits = LADDERS[curve]
    products, squarings = LADDER_STEP
    return multiply(s, field, products * bits, squarings * bits)


def edwards_keygen(s: Silicon, operation: str, size: int, curve: str) -> Bound:
    """A multiple of the base point, on the Edwards form of the curve; the hash of the seed is not counted."""
    return EDWARDS[curve].base(s)


def eddsa(s: Silicon, operation: str, size: int, curve: str) -> Bound:
    """Signing: a hash for the nonce, a multiple of the base point, a hash for the challenge, each waiting for the one
    before. Verification: the challenge, then the sum of two multiples."""
    c = EDWARDS[curve]
    h = hash_bounds.find("SHA2-512" if curve == "25519" else "SHAKE256")
    point = 32 if curve == "25519" else 57 + 10  # Ed448 hashes a prefix of 10 bytes
    nonce, challenge = h.blocks(point + MESSAGE), h.blocks(2 * point + MESSAGE)
    if operation == "sign":
        return in_turn(h.bound(s, nonce + challenge), c.base(s))
    return in_turn(h.bound(s, challenge), c.both(s))
