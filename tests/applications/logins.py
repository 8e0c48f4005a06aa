"""Kerberos and Dovecot: logins by certificates and passwords, tickets, and mail that is kept encrypted."""

import contextlib
import hashlib
import imaplib
import pathlib
import re
import shutil

from application import Application, Identity, find, output, shared, shared_openssl
from bench import DATA, GROUP, IS_ROOT, USER, free_port
from visits import V12, V13, client_context, wait_for_tls

PASSWORD = "correct horse battery staple"

# ---- Kerberos: PKINIT (RFC 4556), the part that uses OpenSSL ----

KRB5 = """\
[libdefaults]
default_realm = TEST
dns_lookup_kdc = false
dns_canonicalize_hostname = false
[realms]
TEST = {{
    kdc = 127.0.0.1:{port}
    pkinit_anchors = FILE:{folder}/authority.pem
    pkinit_kdc_hostname = localhost
}}
"""
KDC = """\
[kdcdefaults]
kdc_listen = 127.0.0.1:{port}
kdc_tcp_listen = 127.0.0.1:{port}
[realms]
TEST = {{
    database_name = {home}/database
    key_stash_file = {home}/stash
    acl_file = {home}/none
    pkinit_identity = FILE:{folder}/krbtgt.pem,{folder}/krbtgt.key
    pkinit_anchors = FILE:{folder}/authority.pem
}}
[logging]
kdc = STDERR
"""
NAMED_CERTIFICATE = """\
[extensions]
basicConstraints = CA:FALSE
keyUsage = digitalSignature, keyEncipherment, keyAgreement
extendedKeyUsage = 1.3.6.1.5.2.3.{usage}
subjectAltName = otherName:1.3.6.1.5.2.2;SEQUENCE:principal
[principal]
realm = EXP:0, GeneralString:TEST
name = EXP:1, SEQUENCE:name
[name]
type = EXP:0, INTEGER:{type}
parts = EXP:1, SEQUENCE:parts
[parts]
{parts}
"""
CERTIFIED = {"user": (4, 1, ["user"]), "krbtgt": (5, 2, ["krbtgt", "TEST"])}  # usage, type of name, its parts
GROUPS = [2048, 4096]  # of Diffie-Hellman, in bits
SERVICE = "host/localhost"
PKINIT = "/usr/lib/x86_64-linux-gnu/krb5/plugins/preauth/pkinit.so"


def certify(stock, name):
    """Make NAME.key and NAME.pem, whose name is a principal of Kerberos."""
    folder = stock.folder
    usage, type_of_name, parts = CERTIFIED[name]
    lines = "\n".join(f"part{n} = GeneralString:{part}" for n, part in enumerate(parts))
    extensions = folder / f"{name}.extensions"
    extensions.write_text(NAMED_CERTIFICATE.format(usage=usage, type=type_of_name, parts=lines))
    key, request = folder / f"{name}.key", folder / f"{name}.request"
    stock.run(["openssl", "req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=x", "-keyout", key, "-out", request])
    signed = ["-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial", "-days", "2"]
    extended = ["-extfile", extensions, "-extensions", "extensions"]
    stock.run(["openssl", "x509", "-req", "-in", request, *signed, *extended, "-out", folder / f"{name}.pem"])


def make_realm(stock, home, port):
    """Make certificates and a database, once for all sides; return the environment that names them."""
    environment = {"KRB5_CONFIG": f"{home}/krb5.conf", "KRB5_KDC_PROFILE": f"{home}/kdc.conf"}
    is_new = not home.exists()
    home.mkdir(exist_ok=True)
    (home / "krb5.conf").write_text(KRB5.format(port=port, folder=stock.folder))
    (home / "kdc.conf").write_text(KDC.format(port=port, folder=stock.folder, home=home))
    if is_new:
        for name in CERTIFIED:
            certify(stock, name)
        stock.run([find("kdb5_util"), "create", "-s", "-P", PASSWORD, "-r", "TEST"], **environment)
        for words in ("-randkey +requires_preauth user", "-randkey WELLKNOWN/ANONYMOUS", f"-randkey {SERVICE}"):
            stock.run([find("kadmin.local"), "-q", f"addprinc {words}"], **environment)
    return environment


def log_in(who, home, environment, group):
    """Get a ticket by certificate, one without a name, and with each one for a service; return who got what."""
    seen = []
    cache = home / "cache"
    identity = f"FILE:{who.folder}/user.pem,{who.folder}/user.key"
    config = home / f"krb5-{group}.conf"
    config.write_text((home / "krb5.conf").read_text().replace("{\n", f"{{\n    pkinit_dh_min_bits = {group}\n", 1))
    environment = environment | {"KRB5CCNAME": f"FILE:{cache}", "KRB5_CONFIG": str(config)}
    for words in (["-X", f"X509_user_identity={identity}", "user"], ["-n", "@TEST"]):
        cache.unlink(missing_ok=True)
        who.run([find("kinit"), *words], **environment)
        who.run([find("kvno"), SERVICE], **environment)
        tickets = who.run([find("klist")], **environment).decode()
        assert f"{SERVICE}@TEST" in tickets
        seen.append(re.search(r"Default principal: (\S+)", tickets).group(1))
    wrong = f"FILE:{who.folder}/server-rsa.pem,{who.folder}/rsa.key"
    who.run([find("kinit"), "-X", f"X509_user_identity={wrong}", "user"], status=1, **environment)
    return seen


def identify_kerberos():
    """The programs do not say their version; a library does."""
    library = re.search(r"libkrb5\.so\S* => (\S+)", output(["ldd", find("kinit")])).group(1)
    brand = re.search(rb"KRB5_BRAND: krb5-(\d[\d.]*)", pathlib.Path(library).read_bytes()).group(1).decode()
    return Identity(brand, shared_openssl(PKINIT), False)


def kerberos(side):
    home, port, seen = side.folder / "kerberos", free_port(), []
    stock = side.bench.stock
    environment = make_realm(stock, home, port)
    for server_side, client_side in ((side, stock), (stock, side)):
        with server_side.server([find("krb5kdc"), "-n"], **environment) as server:
            server.wait_for_text(rb"commencing operation")
            for group in GROUPS:
                seen.append(log_in(client_side, home, environment, group))
    return seen


# ---- Dovecot ----

DOVECOT = """\
protocols = imap
base_dir = {home}/run
state_dir = {home}/state
log_path = /dev/stderr
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
import_environment = $import_environment OPENSSL_CONF LC_ALL LD_PRELOAD AFTERBURNER_COMPANION_LOG
listen = 127.0.0.1
auth_mechanisms = plain scram-sha-256 cram-md5
ssl = required
ssl_cert = <{folder}/server-rsa.pem
ssl_key = <{folder}/rsa.key
ssl_alt_cert = <{folder}/server-ec.pem
ssl_alt_key = <{folder}/ec.key
ssl_min_protocol = TLSv1.2
mail_location = maildir:{home}/mail/%u
mail_uid = {user}
mail_gid = {group}
first_valid_uid = 1
mail_plugins = mail_crypt
plugin {{
    mail_crypt_global_private_key = <{home}/mail.key
    mail_crypt_global_public_key = <{home}/mail.pub
    mail_crypt_save_version = 2
}}
passdb {{
    driver = passwd-file
    args = {home}/users
}}
userdb {{
    driver = static
    args = home={home}/mail/%u
}}
service imap-login {{
    chroot =
    inet_listener imap {{
        port = 0
    }}
    inet_listener imaps {{
        port = {port}
        ssl = yes
    }}
}}
"""
LETTER = b"Subject: data\r\n\r\n" + b"".join(DATA[n : n + 30].hex().encode() + b"\r\n" for n in range(0, 600000, 30))
CIPHERS = [(V12, "ECDHE-RSA-AES256-GCM-SHA384"), (V12, "ECDHE-ECDSA-AES128-GCM-SHA256"), (V13, None)]


def make_mailbox(side):
    """Make a folder with the key of the mail, once for all sides."""
    home = side.folder / "dovecot"
    if not home.exists():
        for path in (home, home / "mail"):
            path.mkdir()
        if IS_ROOT:
            shutil.chown(home / "mail", USER)
        (home / "users").write_text(f"user:{{PLAIN}}{PASSWORD}\n")
        run, key = side.bench.stock.run, home / "mail.key"
        run(["openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", key])
        run(["openssl", "pkey", "-in", key, "-pubout", "-out", home / "mail.pub"])
        key.chmod(0o644)
    return home


@contextlib.contextmanager
def dovecot_server(side, home):
    port, config = free_port(), home / "dovecot.conf"
    config.write_text(DOVECOT.format(home=home, folder=side.folder, port=port, user=USER, group=GROUP))
    with side.server([find("dovecot"), "-F", "-c", config]):
        wait_for_tls(port, side.bench.authority)
        yield port


@contextlib.contextmanager
def mailbox(side, port, protocol=V13, cipher=None, log_in=None):
    context = client_context(side.bench.authority, protocol, cipher)
    with imaplib.IMAP4_SSL("localhost", port, ssl_context=context) as connection:
        (log_in or (lambda c: c.login("user", PASSWORD)))(connection)
        connection.select()
        yield connection


def is_refused(side, port):
    """A wrong password gets nobody in."""
    try:
        with mailbox(side, port, log_in=lambda c: c.login("user", PASSWORD + "r")):
            return False
    except imaplib.IMAP4.error:
        return True


def dovecot(side):
    """Store letters by one server and read them by the other, which share the mailbox."""
    home, seen = make_mailbox(side), []
    for writer, reader in ((side, side.bench.stock), (side.bench.stock, side)):
        with dovecot_server(writer, home) as port:
            for protocol, cipher in CIPHERS:
                with mailbox(side, port, protocol, cipher) as connection:
                    seen.append(connection.sock.cipher()[:2])
                    assert connection.append("INBOX", None, None, LETTER)[0] == "OK"
            with mailbox(side, port, log_in=lambda c: c.login_cram_md5("user", PASSWORD)) as connection:
                seen.append(connection.search(None, "ALL"))
            assert is_refused(side, port)
        stored = [path.read_bytes() for path in (home / "mail").rglob("*,S=*")]
        assert len(stored) == len(CIPHERS) and all(LETTER[100:200] not in text for text in stored)
        with dovecot_server(reader, home) as port, mailbox(side, port) as connection:
            for number in range(1, len(CIPHERS) + 1):
                (_, letter), _ = connection.fetch(str(number), "(RFC822)")[1]
                assert letter == LETTER
                seen.append(hashlib.sha256(letter).hexdigest())
                connection.store(str(number), "+FLAGS", r"\Deleted")
            connection.expunge()
    side.log = re.sub(r"^.*? (?=afterburner(-companion)?: )", "", side.log, flags=re.M)  # Dovecot's date and process
    return seen


LOGINS = [
    Application(
        "Kerberos (PKINIT)",
        ("krb5kdc", "kdb5_util", "kadmin.local", "kinit", "kvno", "klist", PKINIT),
        "tickets by certificate and without a name, with Diffie-Hellman of 2048 and 4096 bits, and tickets for a "
        "service; server and client each against the stock one; a wrong certificate",
        "started for each side; a process for each call",
        frozenset({"SHA2-256", "modular products"}),
        identify_kerberos,
        kerberos,
    ),
    Application(
        "Dovecot",
        ("dovecot", "/usr/lib/dovecot/modules/lib10_mail_crypt_plugin.so"),
        "letters of 1 MB stored encrypted by a key of P-256 over TLS 1.2 and 1.3 (RSA, ECDSA), and read back; each "
        "server reads the mail of the stock one, and the other way round; right and wrong passwords",
        "a process for each login and mailbox; stopped and started",
        frozenset({"AES-GCM", "P-256", "SHA2-256", "SHA2-384", "modular products"}),
        shared("dovecot", ["--version"], r"(\S+)", "/usr/lib/dovecot/libdcrypt_openssl.so"),
        dovecot,
    ),
]
