"""The connections that `connections --servers` measures with each server, and the load client's options for them."""

from __future__ import annotations

from dataclasses import replace

from afterburner_lab.connections.results import FILE, FULL, KEEP_ALIVE, RESUMED, Key
from afterburner_lab.connections.servers.load import Wish
from afterburner_lab.connections.servers.server import EMPTY, Server
from afterburner_lab.connections.servers.server import FILE as FILE_PATH
from afterburner_lab.connections.work import CONCURRENCY, FILE_BYTES, FILES, GCM128, PAIRS, TLS12, TLS13, Work

STRONG = "AES-256-GCM"
SCAN = (1, CONCURRENCY, 64, 128, 256)
# OpenSSL's names of a cipher in TLS 1.3 (None: there is none) and in TLS 1.2, the latter with the type of the
# certificate's key.
SUITES = {
    GCM128: ("TLS_AES_128_GCM_SHA256", "AES128-GCM-SHA256"),
    STRONG: ("TLS_AES_256_GCM_SHA384", "AES256-GCM-SHA384"),
    "CHACHA20-POLY1305": ("TLS_CHACHA20_POLY1305_SHA256", "CHACHA20-POLY1305"),
    "AES-128-CBC-SHA": (None, "AES128-SHA"),
    "AES-256-CBC-SHA": (None, "AES256-SHA"),
    "AES-128-CBC-SHA256": (None, "AES128-SHA256"),
}


def usual(quick: bool = False) -> list[Work]:
    """List the default selection: every usual pair in both versions, sessions resumed, fewer and more connections at
    once, requests on kept connections, and files.

    quick: the smallest selection that has each kind."""
    first = PAIRS[0]
    kept, file = Work(KEEP_ALIVE, TLS13, *first), Work(FILE, TLS13, *first, GCM128, FILES, FILE_BYTES)
    if quick:
        return [*(Work(FULL, TLS13, *pair) for pair in PAIRS[:2]), Work(RESUMED, TLS13, *first), kept, file]
    full = [Work(FULL, version, *pair) for version in (TLS13, TLS12) for pair in PAIRS]
    resumed = [Work(RESUMED, version, *first) for version in (TLS13, TLS12)]
    scan = [Work(FULL, TLS13, *first, connections=count) for count in SCAN]
    return list(dict.fromkeys([*full, *resumed, *scan, kept, file, replace(file, cipher=STRONG)]))


def fitted(works: list[Work], server: type[Server]) -> list[Work]:
    """Adapt works to a server: at most as many connections as it accepts at once, and without what it cannot do."""
    fit = (replace(w, connections=min(w.connections, server.most)) for w in works if lack(w, server) is None)
    return list(dict.fromkeys(fit))


def lack(work: Work, server: type[Server]) -> str | None:
    """Return why this server cannot do this work, or None if it can."""
    return "it does not keep connections open" if work.what == KEEP_ALIVE and not server.keeps else None


def key(work: Work, mode: str) -> Key:
    """Return the key of a row of the results."""
    return (mode, work.what, work.version, work.certificate, work.group, work.cipher, work.connections, work.bytes)


def wish(work: Work, server: type[Server]) -> Wish:
    """Return the options of the load client."""
    file = work.what == FILE
    return Wish(
        work.version.removeprefix("TLSv"),
        _groups(work),
        suite(work),
        FILE_PATH if file else EMPTY,
        work.bytes or 0,
        work.connections,
        server.keeps and work.what in (KEEP_ALIVE, FILE),
        work.what == RESUMED,
    )


def _groups(work: Work) -> str:
    """Return the groups: in TLS 1.2 the certificate's curve is one of them, so it must be named as well."""
    also = work.version == TLS12 and work.certificate.startswith("P-") and work.certificate != work.group
    return f"{work.group}:{work.certificate}" if also else work.group


def suite(work: Work) -> str:
    """Return OpenSSL's name of the cipher in that version, with that certificate and that exchange."""
    tls13, tls12 = SUITES[work.cipher]
    if work.version == TLS13:
        return tls13
    exchange = "DHE" if work.group.startswith("ffdhe") else "ECDHE"
    return f"{exchange}-{'RSA' if work.certificate.startswith('RSA') else 'ECDSA'}-{tls12}"
