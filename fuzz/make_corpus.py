#!/usr/bin/env python3
"""Make the seed corpus beside this file: each mode and each edge case once. Inputs that a fuzzer finds are added by
hand."""
import pathlib
import random
import struct

CORPUS = pathlib.Path(__file__).with_name("corpus")
NUM_MODES = 5
NUM_HASHES = 32  # at least the number of hash functions


def write(name: str, data: bytes) -> None:
    path = CORPUS / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def whole_blocks(record: bytes) -> bytes:
    return record[len(record) % 16:]


def der(tag: int, content: bytes) -> bytes:
    length = len(content)
    extra = b"" if length < 128 else b"\x81" if length < 256 else b"\x82"
    return bytes([tag]) + extra + length.to_bytes(2 if length > 255 else 1, "big") + content


def write_key_files(rng: random.Random, first: int, oid: str, seed_len: int, lengths: list[tuple[int, int]]) -> None:
    """The first byte is the number of the parameter set, of both schemes, plus 3 for SubjectPublicKeyInfo. `oid` is
    that of the first set, in hexadecimal digits; `lengths` are those of the public and private keys."""
    for number, (public_len, private_len) in enumerate(lengths, first):
        last = int(oid[-2:], 16) + number - first
        algorithm = der(0x30, der(6, bytes.fromhex(oid[:-2]) + bytes([last])))
        seed, private, public = rng.randbytes(seed_len), rng.randbytes(private_len), rng.randbytes(public_len)
        info = der(0x30, algorithm + der(3, b"\0" + public))
        write(f"key_file/set{number}-public", bytes([3 + number]) + info)
        write(f"key_file/set{number}-public-longer", bytes([3 + number]) + info + b"\0")
        forms = {"both": der(0x30, der(4, seed) + der(4, private)), "priv": der(4, private),
                 "oqs": der(4, private + public), "seed": der(0x80, seed), "bare-priv": private, "bare-seed": seed,
                 "short": der(0x80, seed[1:]), "swapped": der(0x30, der(4, private) + der(4, seed))}
        for name, form in forms.items():
            if number == first or len(form) < 100:
                key = algorithm + der(4, form)
                write(f"key_file/set{number}-{name}", bytes([number]) + der(0x30, der(2, b"\0") + key))
        key = der(2, b"\1") + algorithm + der(4, forms["seed"]) + der(0xa0, b"") + der(0x81, b"\0" + public)
        write(f"key_file/set{number}-version1", bytes([number]) + der(0x30, key))


def write_signatures(rng: random.Random) -> None:
    """The first byte is the number of words of a number, less one."""
    def number(value: int) -> bytes:
        return der(2, value.to_bytes(value.bit_length() // 8 + 1, "big"))

    for words in (1, 4, 8):
        r, s = (number(rng.getrandbits(64 * words) | 1 << (64 * words - 1)) for _ in "rs")
        zero, large = number(0), number(1 << 64 * words)
        cases = {"plain": der(0x30, r + s), "zero": der(0x30, zero + s), "large": der(0x30, r + large),
                 "after": der(0x30, r + s) + b"\0", "inside": der(0x30, r + s + b"\0"), "one": der(0x30, r),
                 "negative": der(0x30, b"\2\1\x80" + s), "padded": der(0x30, b"\2\2\0\1" + s),
                 "long-length": b"\x30\x81" + der(0x30, number(1) + number(2))[1:]}
        for name, signature in cases.items():
            write(f"signature_der/words{words}-{name}", bytes([words - 1]) + signature)


def write_pure_signatures(rng: random.Random) -> None:
    """The first byte is the parameter set: ML-DSA-44, -65 and -87, SLH-DSA-SHA2-128s, SHAKE-128s and SHA2-128f."""
    lengths = [2420, 3309, 4627, 7856, 7856, 17088]
    hints = {0: 80 + 4, 1: 55 + 6, 2: 75 + 8}  # omega + k bytes at the end of a signature of ML-DSA

    def edit(place: int, value: int = 1) -> bytes:
        return place.to_bytes(2, "little") + bytes([value])

    for number, length in enumerate(lengths):
        end = length - hints.get(number, 0)
        cases = {"valid": b"", "unchanged": edit(7, 0), "first": edit(0), "last": edit(length - 1),
                 "longer": edit(length), "middle": edit(rng.randrange(length)), "back": edit(9, 200) + edit(9, 56),
                 "many": b"".join(edit(rng.randrange(length), rng.randrange(256)) for _ in range(40))}
        if number in hints:
            cases |= {"hint": edit(end), "hint-count": edit(length - 1, 255), "z": edit(end - 1, 128),
                      "hint-order": edit(end, 255) + edit(end + 1, 1)}
        for name, edits in cases.items():
            write(f"pure_signature/set{number}-{name}", bytes([number]) + edits)


def write_ec_keys(rng: random.Random) -> None:
    """The first byte is the curve; the lengths are those of P-256, P-384, P-521, secp256k1 and secp112r2."""
    for curve, length in ((0, 32), (1, 48), (2, 66), (3, 32), (37, 14)):
        for form in (2, 3):
            point = bytes([0] if length == 66 else []) + rng.randbytes(length - (length == 66))
            write(f"ec_key/curve{curve}-form{form}", bytes([curve, form]) + point)
        write(f"ec_key/curve{curve}-form4", bytes([curve, 4]) + rng.randbytes(2 * length))
        write(f"ec_key/curve{curve}-above", bytes([curve, 2]) + b"\xff" * length)


def is_prime(n: int) -> bool:
    """Fermat's test, which a random number does not deceive."""
    return all(pow(base, n - 1, n) == 1 for base in (2, 3, 5, 7))


def prime(rng: random.Random, bits: int) -> int:
    while True:
        candidate = rng.getrandbits(bits) | 3 << (bits - 2) | 1
        if is_prime(candidate):
            return candidate


def write_rsa_keys(rng: random.Random) -> None:
    """Lengths of n, e and d, the number of primes, the lengths of five primes; then the numbers."""
    def little(number: int) -> bytes:
        return number.to_bytes((number.bit_length() + 7) // 8, "little")

    for sizes in ((256, 256), (320, 192), (200, 200, 200)):
        primes = [prime(rng, bits) for bits in sizes]
        n, phi = 1, 1
        for p in primes:
            n, phi = n * p, phi * (p - 1)
        d = pow(65537, -1, phi)
        for name, some, exponent in (("whole", primes, d), ("public", [], 0), ("d", [], d), ("primes", primes, 0),
                                     ("wrong", [primes[0] + 2, *primes[1:]], d), ("even", [4, *primes[1:]], d)):
            numbers = [little(number) for number in (n, 65537, exponent, *some)]
            lengths = [len(number) for number in numbers]
            head = bytes([*lengths[:3], len(some), *lengths[3:]]).ljust(9, b"\0")
            write(f"rsa_key/{len(sizes)}x{sizes[0]}-{name}", head + b"".join(numbers))


def write_groups(rng: random.Random) -> None:
    """Words of p, q and g, each less one; then p, q, g, a public and a private value."""
    def words(number: int, num: int) -> bytes:
        return number.to_bytes(8 * num, "little")

    for p_words, q_words in ((2, 1), (8, 3), (16, 4)):
        q = prime(rng, 64 * q_words - 1)
        while True:
            p = q * (rng.getrandbits(64 * (p_words - q_words)) | 1 << (64 * (p_words - q_words) - 1)) * 2 + 1
            if p.bit_length() <= 64 * p_words and is_prime(p):
                break
        g = pow(3, (p - 1) // q, p)
        head = bytes([p_words - 1, q_words - 1, p_words - 1])
        for name, generator, public in (("right", g, pow(g, 5, p)), ("other", 3, 7), ("minus", p - 1, p - 1),
                                        ("one", 1, 1), ("zero", 0, 0)):
            text = words(p, p_words) + words(q, q_words) + words(generator, p_words) + words(public, p_words)
            write(f"ffc/p{p_words}-{name}", head + text + rng.randbytes(8))


def write_numbers(rng: random.Random) -> None:
    """Words less one; then a modulus and two numbers."""
    for num in (1, 2, 4, 6, 8, 9, 16, 17, 32, 33):
        top = 1 << 64 * num
        for name, n in (("ones", top - 1), ("half", (top >> 1) + 1), ("low-word", (top >> 64) + 1),
                        ("random", rng.getrandbits(64 * num))):
            parts = [number.to_bytes(8 * num, "little") for number in (n, top - 1, rng.getrandbits(64 * num))]
            write(f"modular/words{num}-{name}", bytes([num - 1]) + b"".join(parts))


def write_params(rng: random.Random) -> None:
    """A number that is written; then name, type, size and data of each parameter. Sizes above 20 have no data."""
    def param(name: int, kind: int, data: bytes) -> bytes:
        return bytes([name, kind, len(data)]) + data

    numbers = {"zero": bytes(8), "minus": b"\xff" * 8, "least": bytes(3) + b"\x80", "int": b"\xff\xff\xff\x7f"}
    cases = {f"{name}{size}": number[-size:] for name, number in numbers.items() for size in (1, 4, 8)}
    cases |= {name: struct.pack("<d", real) for name, real in (("real", 2.0**63), ("part", 0.5), ("below", -(2.0**31)))}
    cases |= {"empty": b"", "long": rng.randbytes(9), "text": b"seventeen letters"}
    for name, data in cases.items():
        all_types = b"".join(param(kind % 4, kind, data) for kind in range(8))
        write(f"params/{name}", rng.randbytes(8) + all_types)
    write("params/none", bytes(8) + b"".join(bytes([0, kind, 21]) for kind in range(8)))
    write("params/nothing", b"")


def main() -> None:
    rng = random.Random(1)
    for mode in range(NUM_MODES):
        for size, length in enumerate((0, 17, 530)):
            header = bytes([mode, size, rng.randrange(64), (0, 20, 200)[size], 100, 200, 90, 9 * size])
            write(f"aead/mode{mode}-{length}", header + rng.randbytes(64 + 64 + 200 + length))
    for mac in range(6):
        for pad in (0, 15, 255):
            body = rng.randbytes(300) + bytes([pad]) * (pad + 1)
            write(f"tls_cbc/mac{mac}-pad{pad}", bytes([mac, 0]) + whole_blocks(body))
        write(f"tls_cbc/mac{mac}-wrong", bytes([mac, 0]) + whole_blocks(rng.randbytes(320) + bytes([3, 5, 5, 5, 5, 5])))
        write(f"tls_cbc/mac{mac}-short", bytes([mac, 0]) + whole_blocks(rng.randbytes(20) + bytes([255])))
        write(f"tls_cbc/mac{mac}-ssl3", bytes([mac, 1]) + whole_blocks(rng.randbytes(100) + bytes([9])))
        write(f"tls_cbc/mac{mac}-odd", bytes([mac, 0]) + rng.randbytes(99))
    for hash_id in range(NUM_HASHES):
        write(f"hash_batch/hash{hash_id}", bytes([hash_id]) + rng.randbytes(600))
    for kind in range(6):
        for pad in (0, 11, 255):
            body = rng.randbytes(40 + 300 * (kind % 3)) + bytes([pad]) * (pad + 1)
            for right, name in enumerate(("wrong", "right")):
                write(f"cbc_hmac/kind{kind}-pad{pad}-{name}", bytes([kind, right]) + whole_blocks(body))
        write(f"cbc_hmac/kind{kind}-short", bytes([kind, 1]) + whole_blocks(rng.randbytes(60) + bytes([200])))
        spoilt = rng.randbytes(500) + bytes([3, 5, 5, 5, 5, 5])
        write(f"cbc_hmac/kind{kind}-spoilt", bytes([kind, 1]) + whole_blocks(spoilt))
    write_key_files(rng, 0, "608648016503040401", 64, [(800, 1632), (1184, 2400), (1568, 3168)])
    write_signatures(rng)
    write_pure_signatures(random.Random(2))
    write_ec_keys(rng)
    write_rsa_keys(rng)
    write_groups(rng)
    write_numbers(rng)
    write_params(random.Random(3))
    write_key_files(rng, 6, "608648016503040311", 32, [(1312, 2560), (1952, 4032), (2592, 4896)])


if __name__ == "__main__":
    main()
