"""BIND 9: zones signed, verified and transferred; transactions with shared keys; DNS over TLS."""

import contextlib
import pathlib
import re
import shutil
import tempfile

from application import Application, find, shared
from bench import IS_ROOT, USER, both_ways, free_port
from programs import wait_until
from visits import wait_for_tls

ZONE = "test.example"
HOSTS = 60
DNSSEC = ["RSASHA256", "ECDSAP256SHA256", "ECDSAP384SHA384", "ED25519"]
TSIGS = ["hmac-sha1", "hmac-sha256", "hmac-sha384", "hmac-sha512"]
RECORDS = f"""\
$TTL 300
@ IN SOA ns.{ZONE}. root.{ZONE}. 1 3600 600 86400 300
@ IN NS ns.{ZONE}.
ns IN A 127.0.0.1
""" + "".join(f"host{n} IN A 192.0.2.{n}\n" for n in range(HOSTS))

NAMED = """\
options {{
    directory "{home}";
    pid-file none;
    session-keyfile "{home}/session.key";
    listen-on port {port} {{ 127.0.0.1; }};
    listen-on port {secure} tls ours {{ 127.0.0.1; }};
    listen-on-v6 {{ none; }};
    recursion no;
    dnssec-validation no;
    notify no;
}};
tls ours {{ cert-file "{folder}/server-rsa.pem"; key-file "{folder}/rsa.key"; }};
controls {{ inet 127.0.0.1 port {control} allow {{ 127.0.0.1; }} keys {{ "hmac-sha256"; }}; }};
logging {{ channel errors {{ stderr; severity info; }}; category default {{ errors; }}; }};
{keys}
zone "{zone}" {{ type primary; file "{home}/zone.signed"; allow-transfer {{ {names} }}; }};
zone "moving.example" {{
    type primary; file "{home}/moving"; dnssec-policy default; inline-signing yes;
    update-policy {{ grant hmac-sha256 zonesub ANY; }};
}};
"""


def tsig_keys(side):
    """Make the shared keys, once for all sides."""
    path = side.folder / "tsig.keys"
    if not path.exists():
        path.write_bytes(b"".join(side.bench.stock.run([find("tsig-keygen"), "-a", name, name]) for name in TSIGS))
    return path.read_text()


def make_zone(who, folder, algorithm):
    """Make keys and sign a zone; return the file."""
    home = folder / algorithm
    home.mkdir()
    size = ["-b", "2048"] if algorithm.startswith("RSA") else []
    for role in ([], ["-f", "KSK"]):
        who.run([find("dnssec-keygen"), "-q", "-K", home, "-a", algorithm, *size, *role, ZONE])
    keys = "".join(path.read_text() for path in sorted(home.glob("K*.key")))
    (home / "zone").write_text(RECORDS + keys)
    who.run(
        [
            find("dnssec-signzone"),
            "-q",
            "-K",
            home,
            "-o",
            ZONE,
            "-f",
            home / "zone.signed",
            "-3",
            "abcd",
            "-H",
            5,
            "-d",
            home,
            home / "zone",
        ]
    )
    return home / "zone.signed"


def verified(who, file):
    return who.run([find("dnssec-verify"), "-q", "-o", ZONE, file]).decode()


@contextlib.contextmanager
def named(side, zone, folder):
    """Serve a signed zone and one that is signed as it changes; yield the server and its ports."""
    home = folder / "named"
    home.mkdir()
    ports = {"port": free_port(), "secure": free_port(), "control": free_port()}
    shutil.copy(zone, home / "zone.signed")
    (home / "moving").write_text("$TTL 300\n@ IN SOA ns root 1 3600 600 86400 300\n@ IN NS ns\nns IN A 127.0.0.1\n")
    names = " ".join(f'key "{name}";' for name in TSIGS)
    keys = tsig_keys(side)
    (home / "named.conf").write_text(
        NAMED.format(home=home, folder=side.folder, zone=ZONE, keys=keys, names=names, **ports)
    )
    (home / "rndc.conf").write_text(
        f"{keys}\noptions {{ default-server 127.0.0.1; default-port {ports['control']}; "
        'default-key "hmac-sha256"; };\n'
    )
    if IS_ROOT:
        folder.chmod(0o755)
        for path in (home, *home.iterdir()):
            shutil.chown(path, USER)
    with side.server([find("named"), "-g", "-n", 2, "-c", home / "named.conf"], user=USER) as server:
        server.wait_for_text(rb"all zones loaded")
        wait_for_tls(ports["secure"], side.bench.authority)
        yield server, ports


def dig(who, port, *words):
    return who.run([find("dig"), "@127.0.0.1", "-p", port, "+tries=1", "+time=60", *words]).decode()


def transfers(side, who, ports):
    """Transfer the zone by each shared key, over TLS by one of them; a wrong key is refused. Return the records."""
    seen = []
    for name in TSIGS:
        secret = re.search(rf'key "{name}" {{[^}}]*secret "([^"]+)"', tsig_keys(side)).group(1)
        key = ["-y", f"{name}:{name}:{secret}"]
        zone = [
            line
            for line in dig(who, ports["port"], *key, "+nocmd", "+nostats", "axfr", ZONE).split("\n")
            if "TSIG" not in line
        ]
        assert sum(" RRSIG " in re.sub(r"\s+", " ", line) for line in zone) > HOSTS
        seen.append(len(zone))
        wrong = ["-y", f"{name}:{name}:{secret[::-1].lstrip('=')}"]
        assert "Transfer failed" in dig(who, ports["port"], *wrong, "axfr", ZONE)
    secure = ["+tls", "+tls-ca=" + str(side.bench.authority), "+tls-hostname=localhost", "+dnssec"]
    for n in range(3):
        answer = dig(who, ports["secure"], *secure, "+short", f"host{n}.{ZONE}", "A")
        seen.append(answer.split("\n")[0])
    return seen


def sign_and_verify(side):
    """Sign a zone by each algorithm; each side verifies the other's."""

    def make(who, folder):
        for algorithm in DNSSEC:
            make_zone(who, folder, algorithm)

    def verify(who, folder):
        seen = []
        for algorithm in DNSSEC:
            signed = folder / algorithm / "zone.signed"
            seen.append(verified(who, signed))
            who.run([find("dnssec-verify"), "-q", "-o", ZONE, forged(signed)], status=1)
        return seen

    return both_ways(side, make, verify)


def forged(signed):
    """Write a copy of a signed zone in which a record has changed."""
    path = signed.with_name("forged")
    path.write_text(signed.read_text().replace("192.0.2.7\n", "192.0.2.77\n"))
    return path


def change(side, who, ports, folder):
    """Change a zone by a signed transaction, and wait until its new record has a signature; a wrong key is refused."""
    lines = (
        f"server 127.0.0.1 {ports['port']}\nzone moving.example\nupdate add new.moving.example 300 A 192.0.2.1\nsend\n"
    )
    (folder / "wrong").write_bytes(side.bench.stock.run([find("tsig-keygen"), "-a", "hmac-sha256", "hmac-sha256"]))
    (folder / "right").write_text(re.search(r'key "hmac-sha256" {[^}]*};', tsig_keys(side)).group(0) + "\n")
    who.run([find("nsupdate"), "-k", folder / "wrong"], data=lines.encode(), status=2)
    who.run([find("nsupdate"), "-k", folder / "right"], data=lines.encode())
    asked = ["+dnssec", "+noall", "+answer", "new.moving.example", "A"]
    wait_until(lambda: "RRSIG" in dig(who, ports["port"], *asked), "signature of the new record")
    return who.run([find("rndc"), "-c", folder / "named" / "rndc.conf", "zonestatus", ZONE]).count(b"\n")


def bind(side):
    seen = [sign_and_verify(side)]
    for algorithm in ("RSASHA256", "ECDSAP256SHA256"):
        with tempfile.TemporaryDirectory(dir=side.folder) as name:
            folder = pathlib.Path(name)
            with named(side, make_zone(side, folder, algorithm), folder) as (_, ports):
                for who in (side.bench.stock, side):
                    seen.append(transfers(side, who, ports))
                seen.append(change(side, side, ports, folder))
    return seen


BIND_PROGRAMS = ("named", "dnssec-keygen", "dnssec-signzone", "dnssec-verify", "tsig-keygen", "rndc", "nsupdate", "dig")

NAMES = [
    Application(
        "BIND 9",
        BIND_PROGRAMS,
        "zones signed by RSA, ECDSA and Ed25519; each side verifies the other's; zone "
        "transfers by each HMAC and a signed change of a zone that is signed as it changes; DNS over TLS; "
        "forgeries",
        "stopped and started; a process for each tool",
        frozenset({"SHA1", "SHA2-256", "SHA2-384", "SHA2-512", "P-256", "P-384", "modular products"}),
        shared("named", ["-v"], r"BIND (\S+)"),
        bind,
    ),
]
