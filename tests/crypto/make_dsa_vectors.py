#!/usr/bin/env python3
"""Write dsa_vectors.h: the keys of RFC 6979 app. A.2.1 and A.2.2 and their signatures of "sample" and "test".

The signatures are computed here with Python's integers and equal those printed in the RFC.
"""
import hashlib
import hmac
import pathlib

KEYS = [
    {
        "p": "86F5CA03DCFEB225063FF830A0C769B9DD9D6153AD91D7CE27F787C43278B447E6533B86B18BED6E8A48B784A14C252C5BE0DBF60"
        "B86D6385BD2F12F"
        "B763ED8873ABFD3F5BA2E0A8C0A59082EAC056935E529DAF7C610467899C77ADEDFC846C881870B7B19B2B58F9BE0521A17002E3BDD6B8"
        "6685EE90B3"
        "D9A1B02B782B1779",
        "q": "996F967F6C8E388D9E28D01E205FBA957A5698B1",
        "g": "07B0F92546150B62514BB771E2A0C0CE387F03BDA6C56B505209FF25FD3C133D89BBCD97E904E09114D9A7DEFDEADFC9078EA544D"
        "2E401AEECC40BB9"
        "FBBF78FD87995A10A1C27CB7789B594BA7EFB5C4326A9FE59A070E136DB77175464ADCA417BE5DCE2F40D10A46A3A3943F26AB7FD9C039"
        "8FF8C76EE0"
        "A56826A8A88F1DBD",
        "x": "411602CB19A6CCC34494D79D98EF1E7ED5AF25F7",
    },
    {
        "p": "9DB6FB5951B66BB6FE1E140F1D2CE5502374161FD6538DF1648218642F0B5C48C8F7A41AADFA187324B87674FA1822B00F1ECF813"
        "6943D7C55757264"
        "E5A1A44FFE012E9936E00C1D3E9310B01C7D179805D3058B2A9F4BB6F9716BFE6117C6B5B3CC4D9BE341104AD4A80AD6C94E005F4B993E"
        "14F091EB51"
        "743BF33050C38DE235567E1B34C3D6A5C0CEAA1A0F368213C3D19843D0B4B09DCB9FC72D39C8DE41F1BF14D4BB4563CA28371621CAD332"
        "4B6A2D3921"
        "45BEBFAC748805236F5CA2FE92B871CD8F9C36D3292B5509CA8CAA77A2ADFC7BFD77DDA6F71125A7456FEA153E433256A2261C6A06ED36"
        "93797E7995"
        "FAD5AABBCFBE3EDA2741E375404AE25B",
        "q": "F2C3119374CE76C9356990B465374A17F23F9ED35089BD969F61C6DDE9998C1F",
        "g": "5C7FF6B06F8F143FE8288433493E4769C4D988ACE5BE25A0E24809670716C613D7B0CEE6932F8FAA7C44D2CB24523DA53FBE4F6EC"
        "3595892D1AA58C4"
        "328A06C46A15662E7EAA703A1DECF8BBB2D05DBE2EB956C142A338661D10461C0D135472085057F3494309FFA73C611F78B32ADBB5740C"
        "361C9F35BE"
        "90997DB2014E2EF5AA61782F52ABEB8BD6432C4DD097BC5423B285DAFB60DC364E8161F4A2A35ACA3A10B1C4D203CC76A470A33AFDCBDD"
        "92959859AB"
        "D8B56E1725252D78EAC66E71BA9AE3F1DD2487199874393CD4D832186800654760E1E34C09E4D155179F9EC0DC4473F996BDCE6EED1CAB"
        "ED8B6F116F"
        "7AD9CF505DF0F998E34AB27514B0FFE7",
        "x": "69C7548C21D0DFEA6B9A51C9EAD4E27C33D3B3F180316E5BCAB92C933F0E4DBC",
    },
]
HASHES = ["sha1", "sha224", "sha256", "sha384", "sha512"]


def nonce(q: int, x: int, name: str, digest: bytes) -> int:
    """Derive the nonce: RFC 6979 sec. 3.2."""
    def mac(key: bytes, data: bytes) -> bytes:
        return hmac.new(key, data, name).digest()

    def leftmost(data: bytes) -> int:
        return int.from_bytes(data, "big") >> max(0, 8 * len(data) - q.bit_length())

    size = (q.bit_length() + 7) // 8
    seed = x.to_bytes(size, "big") + (leftmost(digest) % q).to_bytes(size, "big")
    key, value = bytes(len(digest)), b"\1" * len(digest)
    for separator in b"\0", b"\1":
        key = mac(key, value + separator + seed)
        value = mac(key, value)
    while True:
        made = b""
        while len(made) < size:
            value = mac(key, value)
            made += value
        k = leftmost(made[:size])
        if 0 < k < q:
            return k
        key = mac(key, value + b"\0")
        value = mac(key, value)


def signature(key: dict[str, int], name: str, message: bytes) -> tuple[int, int]:
    digest = hashlib.new(name, message).digest()
    k = nonce(key["q"], key["x"], name, digest)
    m = int.from_bytes(digest[:key["q"].bit_length() // 8], "big")
    r = pow(key["g"], k, key["p"]) % key["q"]
    return r, pow(k, -1, key["q"]) * (m + key["x"] * r) % key["q"]


def main() -> None:
    lines = ["/* Made by make_dsa_vectors.py: RFC 6979 app. A.2.1 and A.2.2. */", "",
             "static const struct rfc6979_key rfc6979_keys[] = {"]
    signatures = []
    for number, hexadecimal in enumerate(KEYS):
        key = {name: int(value, 16) for name, value in hexadecimal.items()}
        key["y"] = pow(key["g"], key["x"], key["p"])
        lines += ["    {"] + [f'        "{key[name]:x}",' for name in "pqgxy"] + ["    },"]
        for message in "sample", "test":
            for name in HASHES:
                r, s = signature(key, name, message.encode())
                head = f'{number}, AB_HASH_{name.upper()}, "{message}"'
                signatures.append(f'    {{ {head}, "{r:x}",\n      "{s:x}" }},')
    lines += ["};", "", "static const struct rfc6979_signature rfc6979_signatures[] = {", *signatures, "};"]
    pathlib.Path(__file__).with_name("dsa_vectors.h").write_text("\n".join(lines) + "\n")


main()
