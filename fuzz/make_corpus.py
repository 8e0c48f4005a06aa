#!/usr/bin/env python3
"""Make the seed corpus beside this file: each mode and each edge case once. Inputs that a fuzzer finds are added by
hand."""
import pathlib
import random

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


def write_mlkem_files(rng: random.Random) -> None:
    """The first byte is the parameter set, plus 3 for SubjectPublicKeyInfo."""
    for number, (public_len, private_len) in enumerate(((800, 1632), (1184, 2400), (1568, 3168))):
        algorithm = der(0x30, der(6, bytes.fromhex("6086480165030404") + bytes([number + 1])))
        seed, private, public = rng.randbytes(64), rng.randbytes(private_len), rng.randbytes(public_len)
        info = der(0x30, algorithm + der(3, b"\0" + public))
        write(f"mlkem_file/set{number}-public", bytes([3 + number]) + info)
        write(f"mlkem_file/set{number}-public-longer", bytes([3 + number]) + info + b"\0")
        forms = {"both": der(0x30, der(4, seed) + der(4, private)), "priv": der(4, private),
                 "oqs": der(4, private + public), "seed": der(0x80, seed), "bare-priv": private, "bare-seed": seed,
                 "short": der(0x80, seed[1:]), "swapped": der(0x30, der(4, private) + der(4, seed))}
        for name, form in forms.items():
            if number == 0 or len(form) < 100:
                key = algorithm + der(4, form)
                write(f"mlkem_file/set{number}-{name}", bytes([number]) + der(0x30, der(2, b"\0") + key))
        key = der(2, b"\1") + algorithm + der(4, forms["seed"]) + der(0xa0, b"") + der(0x81, b"\0" + public)
        write(f"mlkem_file/set{number}-version1", bytes([number]) + der(0x30, key))


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
    write_mlkem_files(rng)


if __name__ == "__main__":
    main()
