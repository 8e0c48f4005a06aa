#!/usr/bin/env python3
"""Convert vectors of ACVP for SLH-DSA, as they stand in OpenSSL's source, to the text that slhdsa_vectors_test.c reads.

Usage:
  convert_slhdsa.py test/recipes/30-test_evp_data FILE

Signatures have up to 49,856 bytes, so a line has the SHA-256 of one. SET is SHA2-128s and so on; octets are
hexadecimal, "-" is empty; ADDRND is empty for a deterministic signature:
  keygen SET valid SEED PK ID
  sign SET valid SK ADDRND MESSAGE CONTEXT SHA256 ID
  sign-encoded SET valid SK ADDRND MESSAGE SHA256 ID
Of each set and operation there are the NUM tests with the shortest messages.
"""
from __future__ import annotations

import hashlib
import itertools
import pathlib
import sys
from collections.abc import Iterator

NUM = 2
Test = dict[str, str]


def stanzas(path: pathlib.Path) -> Iterator[Test]:
    """Each test with its values; Ctrl and CtrlOut are known by what follows them."""
    for is_empty, lines in itertools.groupby(path.read_text().splitlines(), lambda line: not line.strip()):
        pairs = [line.split(" = ", 1) for line in lines if " = " in line]
        if not is_empty and pairs:
            yield {key: value for name, text in pairs
                   for key, _, value in [text.partition(":") if name in ("Ctrl", "CtrlOut") else (name, "", text)]}


def keys_generated(folder: pathlib.Path) -> Iterator[tuple[str, ...]]:
    for test in stanzas(folder / "evppkey_slh_dsa_keygen.txt"):
        if "KeyGen" in test and "Security-Category" not in test:
            yield "keygen", test["KeyGen"], test["hexseed"], test["hexpub"], test["KeyName"]


def signatures(folder: pathlib.Path) -> Iterator[tuple[str, ...]]:
    keys = {}
    for test in stanzas(folder / "evppkey_slh_dsa_siggen.txt"):
        if "PrivateKeyRaw" in test:
            name, _, key = test["PrivateKeyRaw"].split(":")
            keys[name] = key
        elif "Sign-Message" in test and "Security-Category" not in test:
            parameter_set, name = test["Sign-Message"].split(":")
            random = test.get("hextest-entropy", "")
            digest = hashlib.sha256(bytes.fromhex(test["Output"])).hexdigest()
            common = parameter_set, keys[name], random, test.get("Input", "")
            if test["message-encoding"] == "1":
                yield "sign", *common, test["hexcontext-string"], digest, name
            else:
                yield "sign-encoded", *common, digest, name


def main() -> None:
    folder, out = map(pathlib.Path, sys.argv[1:])
    tests = sorted([*keys_generated(folder), *signatures(folder)], key=lambda t: (t[0], t[1], sum(map(len, t))))
    chosen = [t for _, group in itertools.groupby(tests, lambda t: t[:2]) for t in itertools.islice(group, NUM)]
    lines = (" ".join((t[0], t[1].removeprefix("SLH-DSA-"), "valid", *(word.lower() or "-" for word in t[2:-1]), t[-1]))
             for t in chosen)
    out.write_text("".join(f"{line}\n" for line in lines))


if __name__ == "__main__":
    main()
