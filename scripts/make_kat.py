#!/usr/bin/env python3
"""Makes the folded answers of the known-answer tests (src/crypto/aes/*_kat_data.h) with PyPI `cryptography`.

Usage: make_kat.py [--check]   writes the headers, or only compares them with what is there.
"""
import pathlib
import sys

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

AES_DIR = pathlib.Path(__file__).resolve().parent.parent / "src/crypto/aes"
MESSAGE = bytes(((i + 1) * 0x9E3779B1 & 0xFFFFFFFF) >> 24 for i in range(1100))


def key(length: int) -> bytes:
    return bytes(0x40 + i for i in range(length))


def iv(length: int) -> bytes:
    return bytes(0x80 + i for i in range(length))


def fold(data: bytes) -> int:
    """FNV-1a, 64 bits."""
    h = 0xCBF29CE484222325
    for byte in data:
        h = (h ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return h


def encrypt(key_len: int, mode: modes.Mode, message: bytes = MESSAGE) -> bytes:
    encryptor = Cipher(algorithms.AES(key(key_len)), mode).encryptor()
    return encryptor.update(message) + encryptor.finalize()


def ctr() -> dict[str, bytes]:
    start = iv(8) + b"\xff" * 7 + b"\xfd"
    return {f"CTR_{8 * n}": encrypt(n, modes.CTR(start)) for n in (16, 24, 32)}


FILES = {"aes_ctr": ctr}


def header(name: str) -> str:
    lines = [f"/* Made by scripts/make_kat.py with an independent implementation: the folds of {name}_kat.c. */"]
    lines += [f"#define AB_KAT_{label} 0x{fold(out):016x}u" for label, out in FILES[name]().items()]
    return "\n".join(lines) + "\n"


def main() -> int:
    stale = []
    for name in FILES:
        path = AES_DIR / f"{name}_kat_data.h"
        if "--check" in sys.argv[1:]:
            if path.read_text() != header(name):
                stale.append(path.name)
        else:
            path.write_text(header(name))
    if stale:
        print(f"make_kat.py: {', '.join(stale)} differ from the independent implementation", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
