"""HAProxy, one thread.

It does not serve files itself: the empty reply is a rule, and the large file comes from its cache, which a small server
behind it fills once."""

from __future__ import annotations

import functools
import http.server
import threading

from afterburner_lab.connections.servers.server import ADDRESS, EMPTY, FILE, Server
from afterburner_lab.connections.work import FILE_BYTES

CACHE_MB = 64
CONFIGURATION = """\
global
    nbthread 1
    maxconn 4096
    ssl-default-bind-options ssl-min-ver TLSv1.2 prefer-client-ciphers
    ssl-default-bind-ciphers ALL
    tune.ssl.default-dh-param 2048
defaults
    mode http
    timeout connect 10s
    timeout client 1h
    timeout server 1h
    timeout http-keep-alive 1h
cache files
    total-max-size {cache}
    max-object-size {most}
    max-age 86400
frontend tls
    bind {address}:{port} ssl crt {both} curves {groups} backlog 4096
    http-request return status 200 if {{ path {empty} }}
    http-request cache-use files if {{ path {file} }}
    http-response cache-store files
    default_backend files
backend files
    server files {address}:{behind}
"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serve the files of a folder, without a log."""

    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        pass


class Haproxy(Server):
    name, program, package = "haproxy", "haproxy", "haproxy"
    _behind: http.server.ThreadingHTTPServer | None = None

    def configure(self) -> list[str]:
        site = self.site
        if self._behind is None:
            self._behind = http.server.ThreadingHTTPServer(
                (ADDRESS, 0), functools.partial(Quiet, directory=str(site.documents))
            )
            threading.Thread(target=self._behind.serve_forever, daemon=True).start()
        config = site.folder / "haproxy.cfg"
        config.write_text(
            CONFIGURATION.format(
                cache=CACHE_MB,
                most=2 * FILE_BYTES,
                address=ADDRESS,
                port=self.port,
                both=site.certificate.both,
                empty=EMPTY,
                file=FILE,
                groups=":".join(site.groups),
                behind=self._behind.server_address[1],
            )
        )
        return [self.found.path, "-db", "-f", str(config)]

    def stop(self) -> None:
        super().stop()
        if self._behind is not None:
            self._behind.shutdown()
            self._behind.server_close()
            self._behind = None
