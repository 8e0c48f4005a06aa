"""BorgBackup, SQLCipher, xmlsec1, systemd-creds, SoftHSM and strongSwan's pki: what one side encrypts or
signs, the other opens or verifies."""

import hashlib
import pathlib

from application import Application, find, output, shared
from bench import DATA, both_ways

PASSWORD = "correct horse battery staple"


def digest(data):
    return hashlib.sha256(data).hexdigest()


# ---- BorgBackup ----


def borg(side):
    def call(who, folder, *words):
        home = {
            "BORG_BASE_DIR": str(folder / "home"),
            "BORG_PASSPHRASE": PASSWORD,
            "BORG_RELOCATED_REPO_ACCESS_IS_OK": "yes",
        }
        return who.run([find("borg"), *words], **home)

    def make(who, folder):
        call(who, folder, "init", "--encryption", "repokey", folder / "repository")
        call(who, folder, "create", "--compression", "none", f"{folder}/repository::first", "data")

    def open_it(who, folder):
        call(who, folder, "check", "--verify-data", folder / "repository")
        got = call(who, folder, "extract", "--stdout", f"{folder}/repository::first")
        assert got == DATA
        return digest(got)

    return both_ways(side, make, open_it)


def borg_library():
    code = "import borg.crypto.low_level as module; print(module.__file__)"
    return output([find("python3"), "-c", code]).split()[-1]


# ---- SQLCipher ----

SQL_ROWS = 20000
SQL_KEY = f"PRAGMA key = '{PASSWORD}';\n"
SQL_MAKE = f"""
create table facts (n integer primary key, text text);
with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < {SQL_ROWS})
    insert into facts select n, 'fact ' || (n * n) || ' of the table' from numbers;
"""
SQL_OPEN = "select n, text from facts order by text;\nPRAGMA integrity_check;\n"


def sqlcipher(side):
    def call(who, folder, text):
        return who.run([find("sqlcipher"), "-bail", folder / "facts.db"], data=(SQL_KEY + text).encode())

    def make(who, folder):
        call(who, folder, SQL_MAKE)
        assert b"SQLite format" not in (folder / "facts.db").read_bytes()

    def open_it(who, folder):
        rows = call(who, folder, SQL_OPEN)
        assert rows.count(b" of the table") == SQL_ROWS and rows.endswith(b"ok\n")
        who.run(
            [find("sqlcipher"), "-bail", folder / "facts.db"],
            data=b"PRAGMA key = 'wrong';\n" + SQL_OPEN.encode(),
            status=1,
        )
        return digest(rows)

    return both_ways(side, make, open_it)


# ---- xmlsec1 ----

SIGNATURE = """\
<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo>
<CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"/>
<SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#{method}"/>
<Reference URI=""><Transforms>
<Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/>
</Transforms><DigestMethod Algorithm="{digest}"/><DigestValue/></Reference>
</SignedInfo><SignatureValue/></Signature>"""
ENCRYPTION = """\
<EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#" Type="http://www.w3.org/2001/04/xmlenc#Element">
<EncryptionMethod Algorithm="{method}"/>
<KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><EncryptedKey xmlns="http://www.w3.org/2001/04/xmlenc#">
<EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p"/>
<KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><KeyName/></KeyInfo>
<CipherData><CipherValue/></CipherData></EncryptedKey></KeyInfo>
<CipherData><CipherValue/></CipherData></EncryptedData>"""
SIGNATURES = [  # kind of key, method, digest
    ("rsa", "rsa-sha256", "http://www.w3.org/2001/04/xmlenc#sha256"),
    ("rsa", "rsa-sha512", "http://www.w3.org/2001/04/xmlenc#sha512"),
    ("ec", "ecdsa-sha256", "http://www.w3.org/2001/04/xmlenc#sha256"),
    ("ec", "ecdsa-sha384", "http://www.w3.org/2001/04/xmldsig-more#sha384"),
]
ENCRYPTIONS = {
    "http://www.w3.org/2001/04/xmlenc#aes128-cbc": "aes-128",
    "http://www.w3.org/2001/04/xmlenc#aes256-cbc": "aes-256",
    "http://www.w3.org/2009/xmlenc11#aes256-gcm": "aes-256",
}
XML_TEXT = "".join(f"<line>{n * n}</line>\n" for n in range(5000))


def xmlsec(side):
    def sign(who, folder):
        for n, (kind, method, digest_name) in enumerate(SIGNATURES):
            signature = SIGNATURE.format(method=method, digest=digest_name)
            (folder / "template").write_text(f"<document>{XML_TEXT}{signature}</document>")
            who.run(
                [
                    find("xmlsec1"),
                    "--sign",
                    "--privkey-pem",
                    f"{kind}.key",
                    "--output",
                    folder / f"signed{n}",
                    folder / "template",
                ]
            )
        (folder / "text").write_text(f"<document>{XML_TEXT}</document>")
        for n, (method, session) in enumerate(ENCRYPTIONS.items()):
            (folder / "template").write_text(ENCRYPTION.format(method=method))
            who.run(
                [
                    find("xmlsec1"),
                    "--encrypt",
                    "--pubkey-cert-pem",
                    "server-rsa.pem",
                    "--session-key",
                    session,
                    "--xml-data",
                    folder / "text",
                    "--output",
                    folder / f"sealed{n}",
                    folder / "template",
                ]
            )

    def verify(who, folder):
        for n, (kind, _, _) in enumerate(SIGNATURES):
            command = [find("xmlsec1"), "--verify", "--pubkey-cert-pem", f"server-{kind}.pem"]
            who.run([*command, folder / f"signed{n}"])
            forged = (folder / f"signed{n}").read_text().replace("<line>16</line>", "<line>17</line>")
            (folder / "forged").write_text(forged)
            who.run([*command, folder / "forged"], status=1)
        opened = [
            who.run([find("xmlsec1"), "--decrypt", "--privkey-pem", "rsa.key", folder / f"sealed{n}"])
            for n in range(len(ENCRYPTIONS))
        ]
        assert all(XML_TEXT.encode() in text for text in opened)
        return list(map(digest, opened))

    return both_ways(side, sign, verify)


# ---- systemd-creds ----


def systemd_creds(side):
    secret = side.folder / "credential.secret"
    home = {"SYSTEMD_CREDENTIAL_SECRET": str(secret)}
    if not secret.exists():
        side.bench.stock.run([find("systemd-creds"), "setup"], **home)
    (side.folder / "credential").write_bytes(DATA[:800000])

    def make(who, folder):
        who.run(
            [find("systemd-creds"), "--with-key=host", "--name=secret", "encrypt", "credential", folder / "sealed"],
            **home,
        )

    def open_it(who, folder):
        got = who.run([find("systemd-creds"), "--name=secret", "decrypt", folder / "sealed", "-"], **home)
        assert got == DATA[:800000]
        altered = bytearray((folder / "sealed").read_bytes())
        altered[len(altered) // 2] ^= 1
        (folder / "altered").write_bytes(altered)
        who.run([find("systemd-creds"), "--name=secret", "decrypt", folder / "altered", "-"], status=1, **home)
        return digest(got)

    return both_ways(side, make, open_it)


# ---- SoftHSM, by OpenSC's pkcs11-tool ----

HSM = "/usr/lib/softhsm/libsofthsm2.so"
HSM_KEYS = {"rsa:2048": ("01", "SHA256-RSA-PKCS"), "EC:secp256r1": ("02", "ECDSA")}
PIN = "1234"


def softhsm(side):
    (side.folder / "digest").write_bytes(hashlib.sha256(DATA).digest())

    def call(who, folder, *words):
        (folder / "softhsm.conf").write_text(f"directories.tokendir = {folder}/tokens\nlog.level = ERROR\n")
        return who.run([find("pkcs11-tool"), "--module", HSM, *words], SOFTHSM2_CONF=str(folder / "softhsm.conf"))

    def signature(folder, name, mechanism, role):
        """Return the words that sign or verify: RSA signs the data, ECDSA their digest."""
        role_of_file = "--output-file" if role == "--sign" else "--signature-file"
        data = "digest" if mechanism == "ECDSA" else "data"
        return [
            "--login",
            "--pin",
            PIN,
            "--id",
            name,
            "--mechanism",
            mechanism,
            "--signature-format",
            "openssl",
            role,
            "--input-file",
            data,
            role_of_file,
            folder / f"signature{name}",
        ]

    def make(who, folder):
        (folder / "tokens").mkdir()
        officer = ["--so-pin", "123456"]
        call(who, folder, "--init-token", "--label", "token", *officer)
        call(who, folder, "--init-pin", "--login", "--login-type", "so", *officer, "--new-pin", PIN)
        for kind, (name, mechanism) in HSM_KEYS.items():
            call(who, folder, "--login", "--pin", PIN, "--keypairgen", "--key-type", kind, "--id", name)
            call(who, folder, *signature(folder, name, mechanism, "--sign"))

    def open_it(who, folder):
        seen = []
        for name, mechanism in HSM_KEYS.values():
            call(who, folder, *signature(folder, name, mechanism, "--verify"))
            public = folder / "public.der"
            call(who, folder, "--read-object", "--type", "pubkey", "--id", name, "--output-file", public)
            prehashed = ["-in", "digest"] if mechanism == "ECDSA" else ["-rawin", "-digest", "sha256", "-in", "data"]
            verify = ["-verify", "-pubin", "-inkey", public, "-keyform", "DER", "-sigfile", folder / f"signature{name}"]
            seen.append(who.run([find("openssl"), "pkeyutl", *verify, *prehashed]).decode())
        return seen

    return both_ways(side, make, open_it)


# ---- strongSwan's pki ----

PKI_CONFIG = "pki {\n  load = openssl pem pkcs1 pkcs8 x509 revocation constraints random nonce\n}\n"
PKI_KEYS = [
    ("rsa", "2048", "sha256"),
    ("ecdsa", "256", "sha256"),
    ("ecdsa", "384", "sha384"),
    ("ecdsa", "521", "sha512"),
]


def pki(side):
    config = side.folder / "strongswan.conf"
    config.write_text(PKI_CONFIG)

    def call(who, *words, status=0):
        return who.run([find("pki"), *words], status=status, STRONGSWAN_CONF=str(config))

    def make(who, folder):
        for n, (kind, size, hashing) in enumerate(PKI_KEYS):
            key, issued = folder / f"key{n}", folder / f"issued{n}"
            key.write_bytes(call(who, "--gen", "--type", kind, "--size", size, "--outform", "pem"))
            (folder / f"ca{n}").write_bytes(
                call(
                    who,
                    "--self",
                    "--ca",
                    "--in",
                    key,
                    "--type",
                    kind,
                    "--digest",
                    hashing,
                    "--dn",
                    "CN=authority",
                    "--outform",
                    "pem",
                )
            )
            (folder / "public").write_bytes(call(who, "--pub", "--in", key, "--type", kind))
            issued.write_bytes(
                call(
                    who,
                    "--issue",
                    "--in",
                    folder / "public",
                    "--cacert",
                    folder / f"ca{n}",
                    "--cakey",
                    key,
                    "--digest",
                    hashing,
                    "--dn",
                    "CN=end",
                    "--outform",
                    "pem",
                )
            )

    def open_it(who, folder):
        """Verify by the openssl command and by pki, which frees a key after OPENSSL_cleanup."""
        seen = []
        for n in range(len(PKI_KEYS)):
            issued, authority = folder / f"issued{n}", folder / f"ca{n}"
            wrong = folder / f"ca{(n + 1) % len(PKI_KEYS)}"
            who.run([find("openssl"), "verify", "-CAfile", authority, issued])
            seen.append(call(who, "--verify", "--in", issued, "--cacert", authority).decode())
            call(who, "--verify", "--in", issued, "--cacert", wrong, status=1)
        return seen

    return both_ways(side, make, open_it)


def plugin(pattern):
    """Return the path of a plugin that is linked with libcrypto, wherever the distribution puts it."""
    return next(map(str, pathlib.Path("/usr/lib").glob(pattern)), None)


PROCESSES = "a process for each call"

FILES = [
    Application(
        "BorgBackup",
        ("borg",),
        "an encrypted repository made, checked and read back, 5 MB; each side reads the other's",
        PROCESSES,
        frozenset({"AES-CTR", "SHA2-256"}),
        lambda: shared("borg", ["--version"], r"borg (\S+)", borg_library())(),
        borg,
    ),
    Application(
        "SQLCipher",
        ("sqlcipher",),
        "an encrypted database of 20,000 rows written, searched and checked; each "
        "side reads the other's; a wrong password",
        PROCESSES,
        frozenset({"AES-CBC", "SHA1"}),
        shared("sqlcipher", ["-version"], r"^(\d\S+)"),
        sqlcipher,
    ),
    Application(
        "xmlsec1",
        ("xmlsec1",),
        "XML of 5000 elements signed by RSA and ECDSA and encrypted by AES-CBC and AES-GCM to an "
        "RSA key; each side opens and verifies the other's; forgeries",
        PROCESSES,
        frozenset({"AES-CBC", "AES-GCM", "SHA2-256", "SHA2-384", "SHA2-512", "P-256", "modular products"}),
        lambda: shared("xmlsec1", ["--version"], r"xmlsec1 (\S+)", plugin("*/libxmlsec1-openssl.so*"))(),
        xmlsec,
    ),
    Application(
        "systemd-creds",
        ("systemd-creds",),
        "a credential of 0.8 MB encrypted by the host's key; each side decrypts the other's; an altered one",
        PROCESSES,
        frozenset({"AES-GCM", "SHA2-256"}),
        shared("systemd-creds", ["--version"], r"systemd (\d+)"),
        systemd_creds,
    ),
    Application(
        "SoftHSM",
        ("pkcs11-tool", "softhsm2-util", HSM),
        "a token with RSA and ECDSA keys, made, and signatures of 5 "
        "MB, by OpenSC's pkcs11-tool; each side verifies the other's, also by the openssl command",
        PROCESSES,
        frozenset({"SHA2-256", "P-256", "modular products"}),
        lambda: shared("softhsm2-util", ["--version"], r"(\d+\.\d+\.\d+)", HSM)(),
        softhsm,
    ),
    Application(
        "strongSwan pki",
        ("pki",),
        "RSA and ECDSA keys, authorities and certificates made by the openssl "
        "plugin, and verified by the openssl command on the other side and the stock pki; the wrong authority",
        PROCESSES,
        frozenset({"SHA2-256", "SHA2-384", "SHA2-512", "P-256", "P-384", "P-521", "modular products"}),
        lambda: shared("pki", [], r"strongSwan (\S+?)[\s)]", plugin("ipsec/plugins/libstrongswan-openssl.so"))(),
        pki,
    ),
]
