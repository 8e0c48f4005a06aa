"""The supported servers."""

from __future__ import annotations

from afterburner_lab.connections.servers.haproxy import Haproxy
from afterburner_lab.connections.servers.httpd import Httpd
from afterburner_lab.connections.servers.nginx import Nginx
from afterburner_lab.connections.servers.s_server import SServer
from afterburner_lab.connections.servers.server import Server
from afterburner_lab.core.errors import LabError

KINDS: dict[str, type[Server]] = {kind.name: kind for kind in (Nginx, Haproxy, Httpd, SServer)}
EVERY = "all"


def named(text: str) -> list[type[Server]]:
    """Parse --servers: names separated by commas, or all."""
    names = list(KINDS) if text == EVERY else [name.strip() for name in text.split(",")]
    for name in names:
        if name not in KINDS:
            raise LabError(f"--servers {name}: no such server; there are {', '.join(KINDS)}, and {EVERY}")
    return [KINDS[name] for name in dict.fromkeys(names)]
