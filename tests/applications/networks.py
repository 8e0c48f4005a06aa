"""hostapd with wpa_supplicant's eapol_test, Mosquitto, socat and rsync-ssl: network protocols other than the web's."""

import hashlib
import shutil

from application import Application, Identity, find, shared, shared_openssl, version
from bench import DATA, IS_ROOT, free_port
from visits import V12, V13, get_plainly, http_server, visit, wait_for_tls

PASSWORD = "correct horse battery staple"

# ---- hostapd and eapol_test ----

HOSTAPD = """\
driver=none
radius_server_clients={folder}/radius.clients
radius_server_auth_port={port}
eap_server=1
eap_user_file={folder}/radius.users
ca_cert={folder}/authority.pem
server_cert={folder}/server-{kind}.pem
private_key={folder}/{kind}.key
"""
RADIUS_USERS = f"""\
"certified" TLS
* TTLS,PEAP
"user" TTLS-PAP,GTC,MD5 "{PASSWORD}" [2]
"""
EAPOL = """\
network={{
    key_mgmt=WPA-EAP
    ca_cert="{folder}/authority.pem"
    domain_match="localhost"
    phase1="{phase1}"
    {method}
}}
"""
EAP_METHODS = {
    "TLS": 'eap=TLS\n identity="certified"\n client_cert="{folder}/server-ec.pem"\n private_key="{folder}/ec.key"',
    "TTLS": 'eap=TTLS\n identity="user"\n anonymous_identity="x"\n password="{password}"\n phase2="auth=PAP"',
    "PEAP": 'eap=PEAP\n identity="user"\n anonymous_identity="x"\n password="{password}"\n phase2="auth=GTC"',
}
TLS_VERSIONS = ["tls_disable_tlsv1_3=1", "tls_disable_tlsv1_3=0"]
LOGINS = 5  # one after the other in a process


def eapol(side):
    """Authenticate by each method, with the server on one side and the client on the other."""
    folder, seen = side.folder, []
    (folder / "radius.clients").write_text("127.0.0.1 shared\n")
    (folder / "radius.users").write_text(RADIUS_USERS)

    def log_in(who, port, method, phase1, password, status):
        config = folder / "eapol.conf"
        text = EAP_METHODS[method].format(folder=folder, password=password)
        config.write_text(EAPOL.format(folder=folder, phase1=phase1, method=text))
        said = who.run(
            [
                find("eapol_test"),
                "-c",
                config,
                "-a",
                "127.0.0.1",
                "-p",
                port,
                "-s",
                "shared",
                "-t",
                60,
                "-r",
                LOGINS if status == 0 else 0,
            ],
            status=status,
        ).decode()
        assert ("\nSUCCESS" in said) == (status == 0), said[-2000:]
        who.log += "\n".join(line for line in said.split("\n") if line.startswith("afterburner: "))
        return [method, said.count("CTRL-EVENT-EAP-SUCCESS"), "SUCCESS" in said]

    for server_side, client_side in ((side, side.bench.stock), (side.bench.stock, side)):
        for kind in ("rsa", "ec"):
            port = free_port()
            config = folder / "hostapd.conf"
            config.write_text(HOSTAPD.format(folder=folder, port=port, kind=kind))
            with server_side.server([find("hostapd"), config]) as server:
                server.wait_for_text(rb"AP-ENABLED|eap_server|Setup of interface done|interface state")
                for phase1 in TLS_VERSIONS:
                    for method in EAP_METHODS:
                        seen.append(log_in(client_side, port, method, phase1, PASSWORD, 0))
                seen.append(log_in(client_side, port, "TTLS", TLS_VERSIONS[0], PASSWORD + "r", 252))
    return seen


# ---- Mosquitto ----

MOSQUITTO = """\
listener {port} 127.0.0.1
cafile {folder}/authority.pem
certfile {folder}/server-rsa.pem
keyfile {folder}/rsa.key
require_certificate true
use_identity_as_username false
password_file {folder}/mosquitto.users
allow_anonymous false
user root
"""
RETAINED = 3


def mosquitto(side):
    """Publish and fetch messages by each protocol, with certificates on both ends, and with the server on one side and
    the clients on the other."""
    folder, seen = side.folder, []
    users = folder / "mosquitto.users"
    for server_side, client_side in ((side, side.bench.stock), (side.bench.stock, side)):
        users.unlink(missing_ok=True)
        server_side.run([find("mosquitto_passwd"), "-b", "-c", users, "user", PASSWORD])
        users.chmod(0o644)
        port = free_port()
        config = folder / "mosquitto.conf"
        config.write_text(MOSQUITTO.format(folder=folder, port=port))

        def client(name, *words, password=PASSWORD, status=0, protocol="tlsv1.3", who=client_side, to=port):
            secure = [
                "--cafile",
                "authority.pem",
                "--cert",
                "server-ec.pem",
                "--key",
                "ec.key",
                "--tls-version",
                protocol,
            ]
            return who.run(
                [find(name), "-h", "localhost", "-p", to, *secure, "-u", "user", "-P", password, *words], status=status
            )

        with server_side.server([find("mosquitto"), "-c", config]) as server:
            server.wait_for_text(rb"mosquitto version \S+ running")
            for protocol in ("tlsv1.2", "tlsv1.3"):
                for n in range(RETAINED):
                    client("mosquitto_pub", "-t", f"data/{n}", "-r", "-q", 1, "-f", "data", protocol=protocol)
                    got = client("mosquitto_sub", "-t", f"data/{n}", "-C", 1, "-N", protocol=protocol)
                    assert got == DATA
                    seen.append([protocol, hashlib.sha256(got).hexdigest()])
            client("mosquitto_pub", "-t", "data", "-m", "message", password=PASSWORD + "r", status=5)
    return seen


# ---- socat ----


SOCAT_ROWS = [  # it accepts no other group
    (V12, "ECDHE-RSA-AES256-GCM-SHA384", "prime256v1"),
    (V12, "ECDHE-RSA-AES128-SHA", "prime256v1"),
    (V13, None, "prime256v1"),
]


def socat(side):
    """A TLS server before a plain one and a TLS client that verifies its server, a process for each connection."""
    folder = side.folder
    server_port, client_port = free_port(), free_port()
    certificate = folder / "server-ec.pem", folder / "ec.key"
    with http_server(DATA) as plain, http_server(DATA, *certificate) as secure:
        listen = (
            f"OPENSSL-LISTEN:{server_port},bind=127.0.0.1,reuseaddr,fork,cert={folder}/server-rsa.both,verify=0,"
            "ciphers=ECDHE+AESGCM\\:ECDHE+AES"
        )
        connect = f"OPENSSL:localhost:{secure},pf=ip4,cafile={side.bench.authority},commonname=localhost"
        with (
            side.server([find("socat"), "-t", 30, listen, f"TCP:127.0.0.1:{plain}"]),
            side.server([find("socat"), "-t", 30, f"TCP-LISTEN:{client_port},bind=127.0.0.1,reuseaddr,fork", connect]),
        ):
            wait_for_tls(server_port, side.bench.authority)
            seen = visit(server_port, side.bench.authority, DATA, SOCAT_ROWS)
            for _ in range(5):
                assert get_plainly(client_port) == DATA
    return seen


# ---- rsync-ssl ----

RSYNCD = """\
use chroot = no
pid file = {folder}/rsyncd.pid
[files]
path = {folder}/files
read only = no
auth users = user
secrets file = {folder}/rsyncd.secrets
{user}
"""
RSYNC_FILES = 20


def rsync(side):
    """Send and fetch a tree through rsync-ssl, which runs openssl s_client, from a daemon behind a stock socat; by
    checksums of every file, and whole and as differences."""
    folder = side.folder
    source, files, back = folder / "source", folder / "files", folder / "back"
    for path in (source, files, back):
        shutil.rmtree(path, ignore_errors=True)
        path.mkdir()
    for n in range(RSYNC_FILES):
        (source / f"file{n}").write_bytes(DATA[n * 1000 : n * 1000 + 400000])
    (folder / "rsyncd.secrets").write_text(f"user:{PASSWORD}\n")
    (folder / "rsyncd.secrets").chmod(0o600)
    (folder / "rsyncd.conf").write_text(RSYNCD.format(folder=folder, user="uid = root\ngid = root" if IS_ROOT else ""))
    plain, port = free_port(), free_port()
    daemon = [
        find("rsync"),
        "--daemon",
        "--no-detach",
        "--address",
        "127.0.0.1",
        "--port",
        plain,
        f"--config={folder}/rsyncd.conf",
        "--log-file=/dev/stderr",
    ]
    front = f"OPENSSL-LISTEN:{port},bind=127.0.0.1,reuseaddr,fork,cert={folder}/server-ec.both,verify=0"

    def sync(*words, password=PASSWORD, status=0):
        return side.run(
            [find("rsync-ssl"), "--type=openssl", "-a", "--checksum", "--checksum-choice=md5", "--stats", *words],
            status=status,
            RSYNC_SSL_CA_CERT=str(side.bench.authority),
            RSYNC_PORT=str(port),
            RSYNC_PASSWORD=password,
        )

    address = f"rsync://user@localhost:{port}/files/"
    with side.server(daemon), side.bench.stock.server([find("socat"), "-t", 30, front, f"TCP:127.0.0.1:{plain}"]):
        wait_for_tls(port, side.bench.authority)
        sync(f"{source}/", address)
        for n in range(0, RSYNC_FILES, 3):
            with (source / f"file{n}").open("r+b") as file:
                file.seek(200000)
                file.write(b"altered")
        sync(f"{source}/", address)
        sync(address, f"{back}/")
        sync(address, f"{back}/", password=PASSWORD + "r", status=5)
    got = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in back.iterdir()}
    assert got == {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in source.iterdir()}
    return sorted(got.items())


def identify_hostapd():
    return Identity(version([find("hostapd"), "-v"], r"hostapd v(\S+)"), shared_openssl(find("hostapd")), False)


NETWORKS = [
    Application(
        "hostapd, eapol_test",
        ("hostapd", "eapol_test"),
        "logins over RADIUS by EAP-TLS, TTLS and PEAP, TLS 1.2 "
        "and 1.3, RSA and ECDSA, full and resumed; server and client each against the stock one; wrong passwords",
        "started for each certificate",
        frozenset({"AES-GCM", "P-256", "SHA2-256", "SHA2-384", "modular products"}),
        identify_hostapd,
        eapol,
    ),
    Application(
        "Mosquitto",
        ("mosquitto", "mosquitto_pub", "mosquitto_sub", "mosquitto_passwd"),
        "messages of 5 MB "
        "published and fetched by TLS 1.2 and 1.3 with certificates on both ends; server and clients each against "
        "the stock ones; passwords",
        "stopped and started; a process for each message",
        frozenset({"AES-GCM", "SHA2-256", "SHA2-384", "SHA2-512", "P-256", "modular products"}),
        shared("mosquitto", ["-h"], r"mosquitto version (\S+)"),
        mosquitto,
    ),
    Application(
        "socat",
        ("socat",),
        "a TLS server before a plain one and a TLS client that verifies its server: 5 MB each "
        "time, TLS 1.2 and 1.3, full and resumed; handshakes",
        "a forked process for each connection",
        frozenset({"AES-GCM", "AES-CBC", "SHA2-256", "SHA2-384", "modular products"}),
        shared("socat", ["-V"], r"socat version (\S+)"),
        socat,
    ),
    Application(
        "rsync-ssl",
        ("rsync", "rsync-ssl", "socat"),
        "a tree of 8 MB sent whole and as differences, and fetched, "
        "by MD5 checksums of all, through TLS of openssl s_client; right and wrong passwords",
        "a forked process for each connection",
        frozenset({"AES-GCM", "MD5", "SHA2-256", "SHA2-384"}),
        shared("rsync", ["--version"], r"rsync\s+version (\S+)"),
        rsync,
    ),
]
