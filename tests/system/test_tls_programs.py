"""`openssl s_server` and `openssl s_client` over loopback with the module in one or both of them; all bytes are
compared. The log asserts which side uses the module ("FAMILY: serves with ...", written at first use).

libssl fetches AES-CBC-HMAC-SHA1/SHA256 for TLS without encrypt-then-MAC, and AES-CBC with it and with SHA-384.
"""
import os
import random
import re
import subprocess

import pytest

from conftest import served_families, served_hashes, served_names
from programs import PATIENCE, Proxy, exchange, listening_port, openssl_programs, running, wait_until

# (protocol option, cipher, encrypt-then-MAC, the family of ciphers that libssl fetches)
SUITES = [
    ("-tls1", "ECDHE-ECDSA-AES128-SHA", True, "AES-CBC"),
    ("-tls1", "ECDHE-ECDSA-AES256-SHA", False, "AES-CBC-HMAC-SHA1"),
    ("-tls1_1", "ECDHE-ECDSA-AES256-SHA", True, "AES-CBC"),
    ("-tls1_1", "ECDHE-ECDSA-AES128-SHA", False, "AES-CBC-HMAC-SHA1"),
    ("-tls1_2", "ECDHE-ECDSA-AES128-SHA", True, "AES-CBC"),
    ("-tls1_2", "ECDHE-ECDSA-AES128-SHA256", True, "AES-CBC"),
    ("-tls1_2", "ECDHE-ECDSA-AES128-SHA256", False, "AES-CBC-HMAC-SHA256"),
    ("-tls1_2", "ECDHE-ECDSA-AES256-SHA384", True, "AES-CBC"),
    ("-tls1_2", "ECDHE-ECDSA-AES256-SHA384", False, "AES-CBC"),
    ("-tls1_2", "ECDHE-ECDSA-AES128-GCM-SHA256", True, "AES-GCM"),
    ("-tls1_2", "ECDHE-ECDSA-AES256-GCM-SHA384", True, "AES-GCM"),
    ("-tls1_2", "ECDHE-ECDSA-AES128-CCM", True, "AES-CCM"),
    ("-tls1_2", "ECDHE-ECDSA-AES256-CCM", True, "AES-CCM"),
    ("-tls1_2", "ECDHE-ECDSA-AES128-CCM8", True, "AES-CCM"),
    ("-tls1_2", "ECDHE-ECDSA-AES256-CCM8", True, "AES-CCM"),
    ("-tls1_2", "ECDHE-ECDSA-CHACHA20-POLY1305", True, "ChaCha20-Poly1305"),
    ("-tls1_3", "TLS_CHACHA20_POLY1305_SHA256", True, "ChaCha20-Poly1305"),
    ("-tls1_3", "TLS_AES_128_GCM_SHA256", True, "AES-GCM"),
    ("-tls1_3", "TLS_AES_256_GCM_SHA384", True, "AES-GCM"),
    ("-tls1_3", "TLS_AES_128_CCM_SHA256", True, "AES-CCM"),
    ("-tls1_3", "TLS_AES_128_CCM_8_SHA256", True, "AES-CCM"),
]
DTLS_SUITES = [
    ("-dtls1_2", "ECDHE-ECDSA-AES128-SHA", True, "AES-CBC"),
    ("-dtls1_2", "ECDHE-ECDSA-AES128-SHA", False, "AES-CBC"),
    ("-dtls1_2", "ECDHE-ECDSA-AES256-GCM-SHA384", True, "AES-GCM"),
    ("-dtls1_2", "ECDHE-ECDSA-AES128-CCM8", True, "AES-CCM"),
]
WITH, WITHOUT = "log = info", None
PAIRINGS = [(WITH, WITHOUT), (WITHOUT, WITH), (WITH, WITH)]
LARGE = 1 << 20


def name_of(value):
    if isinstance(value, tuple) and len(value) == 4:
        return f"{value[0][1:]} {value[1]}{' etm' if value[2] else ''}"
    if isinstance(value, tuple):
        return "client+server" if value == (WITH, WITH) else "client" if value[0] else "server"
    return None


class Pair:
    """The commands that start both sides of one suite."""

    def __init__(self, host, program, certificate, suite, pairing):
        self.host, self.program, self.pairing = host, program, pairing
        protocol, cipher, etm, self.family = suite
        names = ["-cipher", "DEFAULT:@SECLEVEL=0", "-ciphersuites", cipher] if protocol == "-tls1_3" \
            else ["-cipher", cipher + ":@SECLEVEL=0"]
        self.options = [protocol, *names] + ([] if etm else ["-no_etm"])
        self.certificate = ["-key", certificate[0], "-cert", certificate[1]]
        self.table = "udp" if protocol.startswith("-dtls") else "tcp"

    def server(self, *more):
        command = [self.program, "s_server", "-accept", "127.0.0.1:0", *self.certificate, *self.options, *more]
        return running(command, self.host.environment(self.pairing[1]))

    def client(self, server, *more, port=None):
        port = port or listening_port(server, self.table)
        command = [self.program, "s_client", "-connect", f"127.0.0.1:{port}", *self.options, *more]
        return running(command, self.host.environment(self.pairing[0]))

    def check_served(self, offered, client, server):
        """Check the logs, after both sides have ended."""
        for settings, program in zip(self.pairing, (client, server)):
            if settings and self.family in offered:
                assert self.family in served_families(program.err.decode())
            if not settings:
                assert b"afterburner" not in program.err


@pytest.fixture(params=openssl_programs())
def program(request):
    return request.param


@pytest.mark.parametrize("pairing", PAIRINGS, ids=name_of)
@pytest.mark.parametrize("suite", SUITES, ids=name_of)
def test_large_transfer(host, program, certificate, offered, suite, pairing):
    pair = Pair(host, program, certificate, suite, pairing)
    with pair.server("-quiet") as server, pair.client(server, "-quiet") as client:
        exchange(client, server, random.Random(1).randbytes(LARGE))
        exchange(server, client, random.Random(2).randbytes(LARGE + 12345))
        for length in (1, 5000):   # system.tls_traffic tests every length
            exchange(client, server, random.Random(length).randbytes(length))
            exchange(server, client, random.Random(length + 1).randbytes(length))
    pair.check_served(offered, client, server)


@pytest.mark.parametrize("pairing", PAIRINGS, ids=name_of)
@pytest.mark.parametrize("suite", DTLS_SUITES, ids=name_of)
def test_datagrams(host, program, certificate, offered, suite, pairing):
    """Send one datagram at a time, so that loopback loses none."""
    pair = Pair(host, program, certificate, suite, pairing)
    with pair.server("-quiet") as server, pair.client(server, "-quiet") as client:
        for length in [*range(1, 40), 100, 255, 256, 257, 1000, 1300]:
            exchange(client, server, random.Random(length).randbytes(length))
            exchange(server, client, random.Random(-length).randbytes(length))
    pair.check_served(offered, client, server)


@pytest.mark.parametrize("pairing", PAIRINGS, ids=name_of)
@pytest.mark.parametrize("suite", [s for s in SUITES if s[0] in ("-tls1_3", "-tls1_2")], ids=name_of)
def test_key_change(host, program, certificate, offered, suite, pairing):
    """TLS 1.3 key updates and TLS 1.2 renegotiation in the middle of the data, by s_client's commands."""
    pair = Pair(host, program, certificate, suite, pairing)
    command, trace = (b"K\n", rb"KEYUPDATE") if suite[0] == "-tls1_3" else (b"R\n", rb"RENEGOTIATING")
    with pair.server("-quiet", "-client_renegotiation") as server, pair.client(server) as client:
        client.wait_for_text(rb"Verify return code: [^\n]*\n(?s:.*)---\n")
        for count in range(1, 5):
            line = b"%d. " % count + b"s" * 3000 + b"\n"
            before = len(server.out)
            client.write(line)
            assert server.wait_for_bytes(before + len(line))[before:] == line
            client.write(command)
            client.wait_for(lambda n=count: len(re.findall(trace, client.out + client.err)) == n, trace)
        exchange(client, server, b"the end\n")
    pair.check_served(offered, client, server)


@pytest.mark.parametrize("pairing", PAIRINGS, ids=name_of)
@pytest.mark.parametrize("suite", [SUITES[7], SUITES[9], SUITES[15], SUITES[17]], ids=name_of)
def test_resumption(host, program, certificate, offered, suite, pairing, tmp_path):
    """The second connection resumes the first with a ticket that the server encrypted with AES-256-CBC."""
    pair = Pair(host, program, certificate, suite, pairing)
    session = tmp_path / "session.pem"
    with pair.server() as server:
        with pair.client(server, "-sess_out", session) as first:
            first.wait_for_text(rb"Verify return code: ")
            wait_until(lambda: session.exists() and "END SSL SESSION" in session.read_text(), "session written")
            first.write(b"Q\n")
            first.process.wait(PATIENCE)
        with pair.client(server, "-sess_in", session) as second:
            second.wait_for_text(rb"Reused, TLSv1")
            before = len(server.out)
            second.write(b"after resumption\n")
            server.wait_for(lambda: b"after resumption\n" in server.out[before:], "data after resumption")
    pair.check_served(offered, second, server)


def has_hybrids(program):
    """Return whether the release has the hybrids of ML-KEM without the module."""
    version = subprocess.run([program, "version"], check=True, capture_output=True, text=True).stdout.split()[1]
    return tuple(map(int, version.split(".")[:2])) >= (3, 5)


@pytest.mark.parametrize("is_server", [True, False], ids=["our-server", "our-client"])
@pytest.mark.parametrize("group", ["X25519MLKEM768", "SecP256r1MLKEM768", "SecP384r1MLKEM1024"])
def test_hybrid_groups(host, program, certificate, group, is_server):
    """The system's OpenSSL with the module against another release without it, or against itself before 3.5."""
    theirs = WITHOUT if has_hybrids(program) else WITH
    options, pair = ["-tls1_3", "-groups", group, "-quiet"], ["-key", certificate[0], "-cert", certificate[1]]
    server_side, client_side = [("openssl", WITH), (program, theirs)][::1 if is_server else -1]
    with running([server_side[0], "s_server", "-accept", "127.0.0.1:0", *pair, *options],
                 host.environment(server_side[1])) as server:
        port = listening_port(server, "tcp")
        with running([client_side[0], "s_client", "-connect", f"127.0.0.1:{port}", *options],
                     host.environment(client_side[1])) as client:
            exchange(client, server, random.Random(3).randbytes(3000))
            exchange(server, client, random.Random(4).randbytes(3000))
    ours = server if is_server else client
    assert re.search(r"^afterburner: ML-KEM-\d+: serves with \w+$", ours.err.decode(), re.M)


@pytest.mark.parametrize("suite", SUITES, ids=name_of)
def test_man_in_the_middle(host, program, certificate, offered, suite):
    """Flip one bit at the end of the last record (MAC, padding or tag): the receiver sends an alert and returns none of
    its bytes."""
    pair = Pair(host, program, certificate, suite, (WITHOUT, WITH))
    finished = 1 if suite[0] == "-tls1_3" else 0   # TLS 1.3 sends Finished as application data
    empty = 1 if suite[0] == "-tls1" else 0        # TLS 1.0 sends an empty record before each
    good, bad = b"this arrives", b"this must not arrive"

    def alter(number, body):
        last = finished + 2 * (1 + empty) - 1
        return body[:-1] + bytes([body[-1] ^ 1]) if number == last else body

    with (
        pair.server("-quiet") as server, Proxy(listening_port(server), alter) as proxy,
        pair.client(server, "-quiet", port=proxy.port) as client,
    ):
        exchange(client, server, good)
        client.write(bad)
        client.wait_for_text(rb"alert bad record mac")
        server.wait_for_text(rb"bad record mac|BAD_RECORD_MAC|bad_record_mac")
        assert server.out == good
    pair.check_served(offered, client, server)


@pytest.fixture(scope="module")
def ed25519_certificate(tmp_path_factory):
    """Make a certificate with the stock library."""
    folder = tmp_path_factory.mktemp("ed25519")
    subprocess.run(
        [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "ed25519",
            "-nodes",
            "-keyout",
            "key.pem",
            "-out",
            "cert.pem",
            "-subj",
            "/CN=localhost",
            "-days",
            "10",
        ],
        cwd=folder,
        check=True,
        capture_output=True,
        env={"OPENSSL_CONF": "/dev/null", "PATH": os.environ["PATH"]},
    )
    return folder / "key.pem", folder / "cert.pem"


@pytest.mark.parametrize("pairing", PAIRINGS, ids=name_of)
@pytest.mark.parametrize("suite", [("-tls1_2", "ECDHE-ECDSA-AES128-GCM-SHA256", True, "curve25519"),
                                   ("-tls1_3", "TLS_AES_128_GCM_SHA256", True, "curve25519")], ids=name_of)
def test_x25519_and_ed25519(host, program, ed25519_certificate, suite, pairing):
    """Key exchange and certificate in both roles; the peer's certificate is verified."""
    pair = Pair(host, program, ed25519_certificate, suite, pairing)
    with pair.server("-quiet", "-groups", "X25519") as server, pair.client(
        server, "-groups", "X25519", "-CAfile", ed25519_certificate[1], "-verify_return_error"
    ) as client:
        client.wait_for_text(rb"Verify return code: 0 \(ok\)")
        assert re.search(rb"(?i)Peer signature type: ed25519\n(?:.*\n)?.*: X25519,", client.out)
        exchange(client, server, b"over X25519\n")
    for settings, ended in zip(pairing, (client, server)):
        if settings and "X25519" in served_names("keymgmt"):
            assert "curve25519" in served_hashes(ended.err.decode())


def test_control(host, program, certificate):
    """Without the module nothing is logged, so the log lines in the other tests are evidence."""
    pair = Pair(host, program, certificate, SUITES[9], (WITHOUT, WITHOUT))
    with pair.server("-quiet") as server, pair.client(server, "-quiet") as client:
        exchange(client, server, b"hello")
    assert b"afterburner" not in client.err + server.err
