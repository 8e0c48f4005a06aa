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


if __name__ == "__main__":
    main()
