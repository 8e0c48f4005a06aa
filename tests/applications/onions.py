"""Tor: a network of its own on loopback, with authorities, relays and a client."""

import contextlib
import hashlib
import re
import shutil
import socket

from application import Application, find, shared
from bench import DATA, free_port, since_start
from programs import wait_until
from visits import get, http_server

AUTHORITIES = 3  # they are relays and exits, too
TESTED = (True, True, False)  # the others are stock programs
DOWNLOADS = 3
TORRC = """\
TestingTorNetwork 1
DataDirectory {home}
Nickname {name}
RunAsDaemon 0
Log notice stdout
Address 127.0.0.1
ControlPort 0
AssumeReachable 1
PathsNeededToBuildCircuits 0.67
TestingV3AuthInitialVotingInterval 20
TestingV3AuthInitialVoteDelay 4
TestingV3AuthInitialDistDelay 4
V3AuthVotingInterval 20
V3AuthVoteDelay 4
V3AuthDistDelay 4
{authorities}
{role}
"""
AUTHORITY = """\
AuthoritativeDirectory 1
V3AuthoritativeDirectory 1
ContactInfo nobody
SocksPort 0
ORPort {onion}
DirPort {directory}
ExitRelay 1
ExitPolicy accept 127.0.0.1:*
ExitPolicyRejectPrivate 0
"""
CLIENT = "SocksPort {socks}\nClientOnly 1\n"


def make_keys(who, home, name, ports):
    """Make an authority's keys; return the line that names it to all others."""
    keys = home / "keys"
    keys.mkdir(parents=True)
    home.chmod(0o700)
    keys.chmod(0o700)
    generate = [find("tor-gencert"), "--create-identity-key", "-m", 12, "-a", f"127.0.0.1:{ports['directory']}"]
    files = ["-i", keys / "authority_identity_key", "-s", keys / "authority_signing_key"]
    certificate = keys / "authority_certificate"
    who.run([*generate, *files, "-c", certificate, "--passphrase-fd", 0], data=b"a passphrase\n")
    identity = re.search(r"^fingerprint (\w+)$", certificate.read_text(), re.M).group(1)
    config = home / "first.torrc"
    config.write_text(f"DataDirectory {home}\nNickname {name}\nORPort {ports['onion']}\n")
    listed = who.run(
        [find("tor"), "--quiet", "-f", config, "--defaults-torrc", "/dev/null", "--list-fingerprint"]
    ).decode()
    fingerprint = re.search(rf"{name} ([0-9A-F ]+)", listed).group(1).replace(" ", "")
    return (
        f"DirAuthority {name} orport={ports['onion']} v3ident={identity} 127.0.0.1:{ports['directory']} {fingerprint}"
    )


def node(who, home, name, authorities, role):
    home.mkdir(exist_ok=True)
    home.chmod(0o700)
    config = home / "torrc"
    config.write_text(TORRC.format(home=home, name=name, authorities="\n".join(authorities), role=role))
    return who.server([find("tor"), "-f", config, "--defaults-torrc", "/dev/null"])


def fetch(port, target):
    """Download the data through the client by SOCKS 5."""
    with socket.create_connection(("127.0.0.1", port), timeout=120) as connection:
        connection.sendall(b"\x05\x01\x00")
        assert connection.recv(2) == b"\x05\x00"
        connection.sendall(b"\x05\x01\x00\x01" + socket.inet_aton("127.0.0.1") + target.to_bytes(2, "big"))
        if connection.recv(10)[1] != 0:
            return None
        return get(connection, "/data")


def tor(side):
    folder, stock = side.folder / "tor", side.bench.stock
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    who = [side if tested else stock for tested in TESTED]
    ports = [{"onion": free_port(), "directory": free_port()} for _ in range(AUTHORITIES)]
    names = [f"authority{n}" for n in range(AUTHORITIES)]
    lines = [make_keys(who[n], folder / names[n], names[n], ports[n]) for n in range(AUTHORITIES)]
    socks = free_port()
    seen = []
    with contextlib.ExitStack() as stack:
        for n in range(AUTHORITIES):
            role = AUTHORITY.format(**ports[n])
            stack.enter_context(node(who[n], folder / names[n], names[n], lines, role))
        target = stack.enter_context(http_server(DATA))
        client = stack.enter_context(node(side, folder / "client", "client", lines, CLIENT.format(socks=socks)))
        client.wait_for_text(rb"Bootstrapped 100%")
        for _ in range(DOWNLOADS):
            got = wait_until(lambda: fetch(socks, target), "way through the network")
            assert got == DATA
            seen.append(hashlib.sha256(got).hexdigest())
        side.expect(since_start(client), {"AES-CTR", "AES-GCM", "SHA2-256"})
    return seen


ONIONS = [
    Application(
        "Tor",
        ("tor", "tor-gencert"),
        "a network of three authorities, which are relays, too, one of them stock, and a client: keys and "
        "certificates, votes on the network's state, circuits of three relays, 5 MB through each",
        "votes every 20 seconds; started with new keys each time",
        frozenset({"AES-CTR", "AES-GCM", "SHA1", "SHA2-256", "modular products"}),
        shared("tor", ["--version"], r"Tor version (\S+?)\.?\s"),
        tor,
    ),
]
