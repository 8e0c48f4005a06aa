"""The provider that serves each part of a server's work: by name in a library context with the side's configuration,
and by what the module reported in the server's log."""

from __future__ import annotations

import re

from afterburner_lab.connections.results import RESUMED
from afterburner_lab.connections.servers.points import STRONG
from afterburner_lab.connections.work import TLS13, Work
from afterburner_lab.core.driver import Offer

SERVES = re.compile(r"^afterburner: (.+?): serves with (.+?)\r?$", re.M)

Providers = dict[tuple[str, str, str], dict[str, str | None]]  # by (kind, algorithm, operation) and side


def providers(offers: list[Offer]) -> Providers:
    return {(o.kind, o.algorithm, o.operation): o.providers for o in offers}


def path(work: Work, is_kept: bool, side: str, known: Providers) -> dict[str, str | None]:
    """Return the provider of each part of the work; None: the part is not used. On kept connections no handshake is
    measured."""
    names: dict[str, tuple[str, str, str] | None] = {
        "exchange": _exchange(work.group),
        "signature": _signature(work),
        "cipher": ("cipher", work.cipher.partition("-SHA")[0], "encrypt"),
        "digest": ("digest", digest(work), "digest"),
    }
    if is_kept:
        names.update(exchange=None, signature=None, digest=None)
    elif work.what == RESUMED:
        names.update(signature=None, exchange=names["exchange"] if work.version == TLS13 else None)
    return {part: None if name is None else known.get(name, {}).get(side) for part, name in names.items()}


def digest(work: Work) -> str:
    """Return the digest of the transcript and the keys."""
    return "SHA2-384" if work.cipher == STRONG else "SHA2-256"


def _exchange(group: str) -> tuple[str, str, str]:
    prefix = {"P": "ECDH/", "f": "DH/"}.get(group[0], "")
    return "exchange", prefix + group, "derive"


def _signature(work: Work) -> tuple[str, str, str]:
    """Return the signature: RSA signs with PSS, which libssl prefers in both versions."""
    kind, _, size = work.certificate.partition("-")
    name = {"RSA": f"RSA-PSS/{size}", "P": f"ECDSA/{work.certificate}"}.get(kind, work.certificate.upper())
    return "signature", name, "sign"


def served(log: str) -> str:
    """Return what the module reported as its own, in this process or its children, each once."""
    return ", ".join(dict.fromkeys(f"{name} ({level})" for name, level in SERVES.findall(log)))
