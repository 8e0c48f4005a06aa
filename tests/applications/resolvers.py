"""Unbound: it validates the zones of a stock BIND and answers over TLS."""

import contextlib
import pathlib
import re
import signal
import tempfile

from application import Application, find, shared
from bench import free_port
from names import BIND_PROGRAMS, DNSSEC, ZONE, dig, forged, make_zone, named
from visits import wait_for_tls

FORGED, ASKED = 7, 9   # the host that `forged` changes; how many hosts are asked for
UNBOUND = """\
server:
    directory: "{home}"
    username: ""
    chroot: ""
    pidfile: ""
    use-syslog: no
    interface: 127.0.0.1@{port}
    interface: 127.0.0.1@{secure}
    tls-port: {secure}
    tls-service-pem: "{folder}/server-ec.pem"
    tls-service-key: "{folder}/ec.key"
    do-not-query-localhost: no
    module-config: "validator iterator"
    trust-anchor-file: "{home}/anchors"
    local-zone: "example." nodefault
remote-control:
    control-enable: no
stub-zone:
    name: "{zone}"
    stub-addr: 127.0.0.1@{primary}
"""


def write_anchors(zone, home):
    """Trust the key-signing keys beside a signed zone."""
    keys = [path.read_text() for path in sorted(zone.parent.glob("K*.key"))]
    (home / "anchors").write_text("".join(key for key in keys if re.search(r" DNSKEY 257 ", key)))


@contextlib.contextmanager
def unbound(side, zone, primary, home):
    """Resolve what a primary server of a signed zone has; yield the server and its port for TLS."""
    ports = {"port": free_port(), "secure": free_port(), "primary": primary}
    write_anchors(zone, home)
    (home / "unbound.conf").write_text(UNBOUND.format(home=home, folder=side.folder, zone=ZONE, **ports))
    with side.server([find("unbound"), "-d", "-d", "-p", "-c", home / "unbound.conf"]) as server:
        wait_for_tls(ports["secure"], side.bench.authority)
        yield server, ports["secure"]


def ask(side, port, name):
    """Ask over TLS; return the status, whether the answer was validated, and the addresses."""
    secure = ["+tls", f"+tls-ca={side.bench.authority}", "+tls-hostname=localhost", "+dnssec"]
    answer = dig(side.bench.stock, port, *secure, name, "A")
    status, flags = (re.search(pattern, answer).group(1) for pattern in (r"status: (\w+)", r"flags: ([a-z ]+);"))
    return [status, "ad" in flags.split(), re.findall(r"\sA\s+(\S+)$", answer, re.M)]


def validate(side, zone, expected):
    """Let one generation of the resolver, and the one after its reload, judge a zone."""
    seen = []
    with tempfile.TemporaryDirectory(dir=side.folder) as name:
        home = pathlib.Path(name)
        with (
            named(side.bench.stock, zone, home) as (_, primary),
            unbound(side, zone, primary["port"], home) as (server, port),
        ):
            for reloads in range(2):
                if reloads:
                    server.process.send_signal(signal.SIGHUP)
                    wait_for_tls(port, side.bench.authority)
                seen += [ask(side, port, f"host{n}.{ZONE}") for n in range(ASKED)]
                seen.append(ask(side, port, f"nobody.{ZONE}"))
            assert all(answer[:2] == expected for answer in (seen[FORGED], seen[FORGED + ASKED + 1]))
    return seen


def resolver(side):
    seen = []
    for algorithm in DNSSEC:
        with tempfile.TemporaryDirectory(dir=side.folder) as name:
            zone = make_zone(side.bench.stock, pathlib.Path(name), algorithm)
            seen.append(validate(side, zone, ["NOERROR", True]))
            seen.append(validate(side, forged(zone), ["SERVFAIL", False]))
    return seen


RESOLVERS = [
    Application(
        "Unbound",
        ("unbound", *BIND_PROGRAMS),
        "answers over TLS, validated: a stock BIND's zones signed by RSA, ECDSA and Ed25519; forgeries are refused",
        "reloaded (SIGHUP), stopped and started for each zone",
        frozenset({"AES-GCM", "SHA1", "SHA2-256", "SHA2-384", "P-256", "P-384", "modular products"}),
        shared("unbound", ["-V"], r"Version (\S+)"),
        resolver,
    ),
]
