"""NTPsec: authenticated time (NTS, RFC 8915) between two network namespaces. No process may set the clock."""

import contextlib
import re
import subprocess

from application import Application, find, shared
from bench import IS_ROOT
from programs import wait_until
from tunnels import network_of_its_own

ADDRESSES = ["192.0.2.1", "192.0.2.2"]  # of the server and of the client; the port is always 123
CLOCKLESS = ["setpriv", "--bounding-set=-sys_time", "--inh-caps=-sys_time"]
EXCHANGES = 2  # of time, by each client
NTPD = """\
disable ntp
disable kernel
restrict 127.0.0.1
{role}
"""
SERVER = """\
server 127.127.1.0
nts enable
nts cert {folder}/clock-{kind}.pem
nts key {folder}/{kind}.key
nts cookie {folder}/ntpd.cookies
"""
CLIENT = "server {address} nts noselect minpoll 1 maxpoll 1 ca {folder}/authority.pem\n"


class Clocks(Application):
    """It needs root and network namespaces."""

    def missing(self):
        probe = [find("unshare"), "-n", find("ip"), "link", "add", "va", "type", "veth", "peer", "name", "vb"]
        missing = super().missing()
        if not missing and not (IS_ROOT and subprocess.run(probe, capture_output=True, check=False).returncode == 0):
            missing = ["network namespaces"]
        return missing


@contextlib.contextmanager
def two_networks(side):
    """Yield the words before a command that put it into one of two networks with a cable between them."""
    with network_of_its_own(side) as first, network_of_its_own(side) as second:
        run, ip = side.bench.stock.run, find("ip")
        names = [re.search(r"/proc/(\d+)/", words[1]).group(1) for words in (first, second)]
        run([*first, ip, "link", "add", "cable", "type", "veth", "peer", "name", "cable", "netns", names[1]])
        for words, address in zip((first, second), ADDRESSES):
            run([*words, ip, "addr", "add", f"{address}/24", "dev", "cable"])
            run([*words, ip, "link", "set", "cable", "up"])
        yield first, second


def certify(stock):
    """Make certificates of the server's address, clock-KIND.pem, with the keys that there are."""
    (stock.folder / "address").write_text(f"subjectAltName = IP:{ADDRESSES[0]}\n")
    for kind in ("rsa", "ec"):
        request = ["openssl", "req", "-new", "-key", f"{kind}.key", "-subj", "/CN=clock", "-out", "request"]
        signed = ["-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial", "-days", "2"]
        stock.run(request)
        stock.run(["openssl", "x509", "-req", "-in", "request", *signed, "-extfile", "address", "-out",
                   f"clock-{kind}.pem"])


@contextlib.contextmanager
def ntpd(who, inside, name, role):
    config = who.folder / f"{name}.conf"
    config.write_text(NTPD.format(role=role))
    command = [*inside, *CLOCKLESS, find("ntpd"), "-n", "-c", config, "-f", who.folder / f"{name}.drift"]
    with who.server(command) as server:
        yield server


def counts(who, inside):
    """Return what an ntpd counts."""
    text = who.run([*inside, find("ntpq"), "-n", "-c", "ntsinfo", "127.0.0.1"], status=None).decode()
    return {name: int(number) for name, number in re.findall(r"^(NTS [^:]+): +(\d+)$", text, re.M)}


def ntp(side):
    seen, stock = [], side.bench.stock
    certify(stock)
    with two_networks(side) as (first, second):
        for server_side, client_side in ((side, stock), (stock, side)):
            for kind in ("rsa", "ec"):
                role = SERVER.format(folder=side.folder, kind=kind)
                with ntpd(server_side, first, "server", role) as server:
                    server.wait_for_text(rb"Private Key OK")
                    role = CLIENT.format(address=ADDRESSES[0], folder=side.folder)
                    with ntpd(client_side, second, "client", role):
                        wait_until(
                            lambda: counts(stock, second).get("NTS client recvs good", 0) >= EXCHANGES,
                            "authenticated time",
                        )
                        told = counts(stock, second)
                    served = counts(stock, first)
                seen.append([told["NTS client recvs w error"], served["NTS server recvs w error"]])
                seen.append([told["NTS KE client probes good"], served["NTS KE serves good"]])
    assert seen[::2] == [[0, 0]] * 4
    return seen


CLOCKS = [
    Clocks(
        "NTPsec",
        ("ntpd", "ntpq", "ip", "unshare", "nsenter"),
        "authenticated time (NTS) through network namespaces: TLS 1.3 with RSA and ECDSA, cookies and packets sealed "
        "by AES-SIV; server and client each against the stock one",
        "threads; started for each certificate",
        frozenset({"AES-GCM", "SHA2-256", "SHA2-384", "modular products"}),
        shared("ntpd", ["--version"], r"ntpsec-(\S+)"),
        ntp,
    ),
]
