"""nginx, one worker."""

from __future__ import annotations

from afterburner_lab.connections.servers.server import ADDRESS, Server, is_root

CONFIGURATION = """\
daemon off;
worker_processes 1;
{user}
pid {folder}/pid;
error_log stderr notice;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder}; uwsgi_temp_path {folder};
    scgi_temp_path {folder};
    sendfile on;
    keepalive_timeout 3600;
    keepalive_requests 1000000000;
    ssl_session_cache shared:sessions:10m;
    server {{
        listen {address}:{port} ssl backlog=4096;
        root {documents};
        ssl_certificate {chain};
        ssl_certificate_key {key};
        ssl_protocols TLSv1.2 TLSv1.3;
        ssl_ciphers ALL;
        ssl_ecdh_curve {groups};
    }}
}}
"""


class Nginx(Server):
    name, program, package = "nginx", "nginx", "nginx"

    def configure(self) -> list[str]:
        site = self.site
        config = site.folder / "nginx.conf"
        config.write_text(
            CONFIGURATION.format(
                user="user root;" if is_root() else "",
                folder=site.folder,
                documents=site.documents,
                address=ADDRESS,
                port=self.port,
                chain=site.certificate.chain,
                key=site.certificate.key,
                groups=":".join(site.groups),
            )
        )
        return [self.found.path, "-p", str(site.folder), "-e", "stderr", "-c", str(config)]
