"""`openssl s_server`, which serves one connection after the other and keeps none open."""

from __future__ import annotations

from afterburner_lab.connections.servers.server import ADDRESS, Server


class SServer(Server):
    name, program, package = "s_server", "openssl", "openssl"
    folder = "usr/bin"
    keeps, most = False, 1

    def configure(self) -> list[str]:
        site = self.site
        return [
            self.found.path,
            "s_server",
            "-accept",
            f"{ADDRESS}:{self.port}",
            "-WWW",
            "-quiet",
            "-cert",
            str(site.certificate.chain),
            "-key",
            str(site.certificate.key),
            "-groups",
            ":".join(site.groups),
        ]
