"""The provider that serves each part of a server's work: by name in a library context with the side's configuration,
and, where that is the module, proved by the calls that it counted in the server."""

from __future__ import annotations

import re
from collections.abc import Iterator

from afterburner_lab.connections.results import RESUMED
from afterburner_lab.connections.servers import counted
from afterburner_lab.connections.servers.counted import Counts
from afterburner_lab.connections.servers.points import STRONG
from afterburner_lab.connections.work import TLS13, Work
from afterburner_lab.core.driver import Offer

Name = tuple[str, str, str]  # kind, algorithm and operation, as `speed` names them
Providers = dict[Name, dict[str, str | None]]  # and side
EXCHANGED = ("exchange", "encapsulate", "decapsulate")


def providers(offers: list[Offer]) -> Providers:
    return {(o.kind, o.algorithm, o.operation): o.providers for o in offers}


def _parts(work: Work, is_kept: bool) -> dict[str, Name | None]:
    """Return the algorithm of each part; None: the part is not used. On kept connections no handshake is measured."""
    names: dict[str, Name | None] = {
        "exchange": _exchange(work.group),
        "signature": _signature(work),
        "cipher": ("cipher", work.cipher.partition("-SHA")[0], "encrypt"),
        "digest": ("digest", digest(work), "digest"),
    }
    if is_kept:
        names.update(exchange=None, signature=None, digest=None)
    elif work.what == RESUMED:
        names.update(signature=None, exchange=names["exchange"] if work.version == TLS13 else None)
    return names


def path(work: Work, is_kept: bool, side: str, known: Providers) -> dict[str, str | None]:
    """Return the provider of each part of the work; None: the part is not used."""
    return {
        part: None if name is None else known.get(name, {}).get(side) for part, name in _parts(work, is_kept).items()
    }


def digest(work: Work) -> str:
    """Return the digest of the transcript and the keys."""
    return "SHA2-384" if work.cipher == STRONG else "SHA2-256"


def _exchange(group: str) -> Name:
    prefix = {"P": "ECDH/", "f": "DH/"}.get(group[0], "")
    return "exchange", prefix + group, "derive"


def _signature(work: Work) -> Name:
    """Return the signature: RSA signs with PSS, which libssl prefers in both versions."""
    kind, _, size = work.certificate.partition("-")
    name = {"RSA": f"RSA-PSS/{size}", "P": f"ECDSA/{work.certificate}"}.get(kind, work.certificate.upper())
    return "signature", name, "sign"


# ---- the proof ----


def unproved(work: Work, is_kept: bool, names: dict[str, str | None], provider: str, counts: Counts, done: int) -> str:
    """Say which part of the path is not proved: each that the provider serves by name must have been called there at
    least once for each of the operations that were done. Empty: all is proved."""
    for part, name in _parts(work, is_kept).items():
        if name is not None and names[part] == provider:
            calls = sum(n for key, n in counts.items() if key[2] in _operations(part) and _is_family(name, key[0]))
            if calls < done:
                return f"the {part}: the module counted {calls} calls of {name[1]} for {done} operations"
    return ""


def _operations(part: str) -> tuple[str, ...]:
    return {"exchange": EXCHANGED, "signature": ("sign",), "cipher": (counted.CIPHER,)}.get(part, (part,))


def _is_family(name: Name, family: str) -> bool:
    return any(family.upper().startswith(each.upper()) for each in _families(name))


def _families(name: Name) -> Iterator[str]:
    """Yield how the names of the module's families begin that compute an algorithm."""
    kind, algorithm, _ = name
    if kind == "cipher":
        yield re.sub(r"-(128|256)-", "-", algorithm)  # AES-CBC also with a MAC: AES-CBC-HMAC-SHA1
    elif algorithm.upper() in ("X25519", "ED25519"):
        yield "curve25519"
    elif algorithm.startswith("DH/"):
        yield "DSA and DH"
    else:
        first, _, second = algorithm.partition("/")
        yield second if first in ("ECDH", "ECDSA") else first.removesuffix("-PSS")
