#!/usr/bin/env python3
"""Pick the published vectors that check the reference out of PyPI's `cryptography-vectors` (tests/requirements.txt).

Writes reference_vectors.h beside itself (NIST CAVP files, RFC 3686, 5297, 5649, 7253, 8452 and the SP 800-38B
examples) and curve25519_vectors.h (RFC 7748, and every 32nd of the vectors published with Ed25519).
"""
import pathlib
import re

import cryptography_vectors

ROOT = pathlib.Path(cryptography_vectors.__file__).parent
OUT = pathlib.Path(__file__).with_name("reference_vectors.h")
CURVE25519 = OUT.with_name("curve25519_vectors.h")
AES = "ciphers/AES/"


def entries(path: str, section: str = "") -> list[dict[str, str]]:
    """Read the records of a file: the "name = value" lines since the last COUNT, added to those before the first."""
    shared: dict[str, str] = {}
    record: dict[str, str] = {}
    found = []
    state = ""
    for line in (ROOT / path).read_text().splitlines():
        if re.fullmatch(r"\[(ENCRYPT|DECRYPT)\]", line):
            state = line[1:-1]
        elif m := re.fullmatch(r"\[(.*) = (.*)\]", line):
            shared[m[1].lower()] = m[2]
            record = {}  # lines before the next COUNT belong to the group
        elif m := re.fullmatch(r"\s*(\w+) =\s*(.*)", line):
            name = m[1].lower()
            if name == "count":
                record = dict(shared, count=m[2])
                found.append((state, record))
            else:
                record[name] = m[2].strip()
                if name in ("key", "nonce", "adata") and "ccm" in path.lower():
                    shared[name] = m[2]
    return [r for s, r in found if not section or s == section]


def row(origin: str, mode: str, **fields: str) -> str:
    names = ("key", "iv", "aad", "in", "out", "tag")
    values = ", ".join(f'"{fields.get(name, "").lower()}"' for name in names)
    return f'    {{ "{origin}", "{mode}", {values} }},'


def cavp(mode: str, path: str, counts: range) -> list[str]:
    name = path.split("/")[-1]
    return [row(f"CAVP {name} {r['count']}", mode, key=r["key"], iv=r.get("iv", r.get("i", "")),
                **{"in": r.get("plaintext", r.get("pt", "")), "out": r.get("ciphertext", r.get("ct", ""))})
            for r in entries(AES + path, "ENCRYPT") if int(r["count"]) in counts]


def simple() -> list[str]:
    rows = []
    for size in (128, 192, 256):
        for mode, folder in (("ECB", "ECB"), ("CBC", "CBC"), ("CFB128", "CFB"), ("CFB8", "CFB"), ("CFB1", "CFB"),
                             ("OFB", "OFB")):
            rows += cavp(mode, f"{folder}/{mode}MMT{size}.rsp", range(0, 10, 3))
            rows += cavp(mode, f"{folder}/{mode}KeySbox{size}.rsp", range(0, 2))
        rows += [row(f"RFC 3686 ({size}) {r['count']}", "CTR", key=r["key"], iv=r["iv"],
                     **{"in": r["plaintext"], "out": r["ciphertext"]})
                 for r in entries(f"{AES}CTR/aes-{size}-ctr.txt", "ENCRYPT")]
        rows += [row(f"SP 800-38B ({size}) {r['count']}", "CMAC", key=r["key"], tag=r["output"],
                     **{"in": r.get("message", "")}) for r in entries(f"CMAC/nist-800-38b-aes{size}.txt")]
    for size in (128, 256):
        rows += [row(f"CAVP XTSGenAES{size} {r['count']}", "XTS", key=r["key"], iv=r["i"],
                     **{"in": r["pt"], "out": r["ct"]})
                 for r in entries(f"{AES}XTS/tweak-128hexstr/XTSGenAES{size}.rsp", "ENCRYPT")
                 if int(r["dataunitlen"]) % 8 == 0 and int(r["count"]) % 40 in (1, 2)]
    return rows


def aeads() -> list[str]:
    rows = []
    for size in (128, 192, 256):
        rows += [row(f"CAVP gcmEncryptExtIV{size} {i}", "GCM", key=r["key"], iv=r["iv"], aad=r.get("aad", ""),
                     tag=r["tag"], **{"in": r.get("pt", ""), "out": r.get("ct", "")})
                 for i, r in enumerate(entries(f"{AES}GCM/gcmEncryptExtIV{size}.rsp")) if i % 500 == 7]
        for name in ("VADT", "VNT", "VPT", "VTT"):
            for i, r in enumerate(entries(f"{AES}CCM/{name}{size}.rsp")):
                if i % 19 != 0:
                    continue
                cut = 2 * int(r.get("plen", len(r["payload"]) // 2))
                rows.append(row(f"CAVP {name}{size} {r['count']}", "CCM", key=r["key"], iv=r["nonce"],
                                aad="" if r.get("alen") == "0" else r["adata"], tag=r["ct"][cut:],
                                **{"in": r["payload"][:cut], "out": r["ct"][:cut]}))
    for r in entries(AES + "OCB3/rfc7253.txt"):
        rows.append(row(f"RFC 7253 {r['count']}", "OCB", key=r["key"], iv=r["nonce"], aad=r["aad"],
                        tag=r["ciphertext"][-32:], **{"in": r["plaintext"], "out": r["ciphertext"][:-32]}))
    for i, r in enumerate(entries(AES + "GCM-SIV/openssl.txt")):
        rows.append(row(f"RFC 8452 {i}", "GCM-SIV", key=r["key"], iv=r["iv"], aad=r.get("aad", ""), tag=r["tag"],
                        **{"in": r.get("plaintext", ""), "out": r.get("ciphertext", "")}))
    for r in entries(AES + "SIV/openssl.txt"):
        aad = ":".join(r[n] for n in ("aad", "aad2", "aad3") if n in r)
        rows.append(row(f"RFC 5297 {r['count']}", "SIV", key=r["key"], aad=aad, tag=r["tag"],
                        **{"in": r["plaintext"], "out": r["ciphertext"]}))
    return rows


def wraps() -> list[str]:
    rows = []
    for size in (128, 192, 256):
        for suffix in ("", "_inv"):
            found = entries(f"keywrap/kwtestvectors/KW_AE_{size}{suffix}.txt")
            rows += [row(f"CAVP KW_AE_{size}{suffix} {r['count']}", f"KW{suffix.upper()}", key=r["k"],
                         **{"in": r["p"], "out": r["c"]}) for r in found[::100]]
    return rows


def table(kind: str, rows: list[tuple[str, ...]]) -> list[str]:
    return [
        f"static const struct {kind} {kind}s[] = {{",
        *(f"    {{ {', '.join(map(quoted, row))} }}," for row in rows),
        "};",
    ]


def quoted(text: str) -> str:
    return f'"{text.lower()}"'


def exchanges() -> list[str]:
    return table("exchange", [(r["input_scalar"], r["input_u"], r["output_u"])
                              for r in entries("asymmetric/X25519/rfc7748.txt") if "output_u" in r])


def signatures() -> list[str]:
    """Read the lines of the file: private and public key, public key, message, signature and message."""
    lines = (ROOT / "asymmetric/Ed25519/sign.input").read_text().splitlines()[::32]
    fields = [line.split(":") for line in lines]
    return table("signature", [(f[0][:64], f[1], f[2], f[3][:128]) for f in fields])


def main() -> None:
    lines = [
        "/* Made by make_reference_vectors.py out of cryptography-vectors; the files it took are named in each row. */"
    ]
    OUT.write_text("\n".join(lines + simple() + aeads() + wraps()) + "\n")
    lines = ["/* Made by make_reference_vectors.py out of cryptography-vectors: rfc7748.txt and sign.input. */"]
    CURVE25519.write_text("\n".join(lines + exchanges() + [""] + signatures()) + "\n")


if __name__ == "__main__":
    main()
