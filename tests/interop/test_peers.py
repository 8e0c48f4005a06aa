"""Handshakes over the hybrid groups between the system's OpenSSL with the module and a TLS library of others, which is
the server or the client. interop.sh builds the library into a program and names it in AB_PEER."""
import os
import random
import re
import subprocess

import pytest

from hosting import TIMEOUT, clean_environment
from programs import exchange, listening_port, running

PEER = os.environ["AB_PEER"].split()
GROUPS = ["X25519MLKEM768", "SecP256r1MLKEM768", "SecP384r1MLKEM1024"]
WITH = "log = info"


@pytest.fixture(scope="module")
def their_groups():
    return subprocess.run([*PEER, "groups"], check=True, capture_output=True, text=True, timeout=TIMEOUT).stdout.split()


def carry(server, client):
    """Carry bytes both ways."""
    exchange(client, server, random.Random(5).randbytes(30000))
    exchange(server, client, random.Random(6).randbytes(30000))


@pytest.mark.parametrize("is_server", [True, False], ids=["our-server", "our-client"])
@pytest.mark.parametrize("group", GROUPS)
def test_group(host, certificate, their_groups, group, is_server):
    if group not in their_groups:
        pytest.skip(f"the other library has only {', '.join(their_groups)}")
    key, cert = certificate
    options, environment = ["-tls1_3", "-groups", group, "-quiet"], host.environment(WITH)
    if is_server:
        words = ["openssl", "s_server", "-accept", "127.0.0.1:0", "-key", key, "-cert", cert, *options]
        with running(words, environment) as ours:
            peer = [*PEER, "client", group, listening_port(ours), cert]
            with running(peer, clean_environment()) as theirs:
                carry(ours, theirs)
    else:
        with running([*PEER, "server", group, cert, key], clean_environment()) as theirs:
            words = ["openssl", "s_client", "-connect", f"127.0.0.1:{listening_port(theirs)}", "-CAfile", cert,
                     "-verify_return_error", *options]
            with running(words, environment) as ours:
                carry(theirs, ours)
    assert re.search(r"^afterburner: ML-KEM-\d+: serves with \w+$", ours.err.decode(), re.M)
