#!/usr/bin/env python3
"""Choose vectors of the generators of SP 800-90A from evprand.txt of OpenSSL's tests: a line each.

Usage: convert_drbg.py EVPRAND_TXT OUT

The file has NIST's drbgtestvectors.zip (CAVP). Of each mechanism, cipher or digest, kind of request and set of lengths,
which are lists of 15 tests, the first one is taken. A line is words "key=value"; values are hex from "entropy" on.
"""
import pathlib
import re
import sys

FIELDS = {"Entropy": "entropy", "Nonce": "nonce", "PersonalisationString": "text", "ReseedEntropy": "reseed",
          "ReseedAdditionalInput": "reseed_more", "EntropyPredictionResistanceA": "fresh_a",
          "EntropyPredictionResistanceB": "fresh_b", "AdditionalInputA": "more_a", "AdditionalInputB": "more_b",
          "Output": "out"}


def convert(text: str) -> list[str]:
    lines, seen = [], set()
    for record in re.split(r"\n\s*\n", text):
        items = dict(re.findall(r"^(\S+) = *(\S*)$", record, re.M))
        if "RAND" not in items or "Entropy.0" not in items:
            continue
        head = [items["RAND"], items.get("Cipher", items.get("Digest", "")), items.get("DerivationFunction", "0"),
                items["PredictionResistance"]]
        test = {short: items[f"{name}.0"] for name, short in FIELDS.items() if items.get(f"{name}.0")}
        kind = (*head, *((short, len(value)) for short, value in test.items()))
        if kind in seen:
            continue
        seen.add(kind)
        words = [f"{key}={value}" for key, value in zip(("rand", "algorithm", "df", "fresh"), head)]
        lines.append(" ".join(words + [f"{key}={value}" for key, value in test.items()]))
    return lines


def main() -> None:
    lines = convert(pathlib.Path(sys.argv[1]).read_text())
    pathlib.Path(sys.argv[2]).write_text("\n".join(lines) + "\n")
    print(f"{len(lines)} vectors")


main()
