"""Apache httpd with the event module, one serving process."""

from __future__ import annotations

import grp
import pathlib
import pwd

from afterburner_lab.connections.servers.program import Program
from afterburner_lab.connections.servers.server import ADDRESS, Server, is_root

MODULES = ("mpm_event", "authz_core", "socache_shmcb", "ssl")
INSTALLED = pathlib.Path("/usr/lib/apache2/modules")
CONFIGURATION = """\
ServerRoot {folder}
ServerName localhost
PidFile {folder}/pid
ErrorLog {folder}/log
LogLevel warn
Mutex file:{folder} default
{load}
{user}
Listen {address}:{port}
ListenBacklog 4096
StartServers 1
ServerLimit 1
ThreadLimit 400
ThreadsPerChild 400
MinSpareThreads 1
MaxSpareThreads 400
MaxRequestWorkers 400
MaxConnectionsPerChild 0
KeepAlive On
MaxKeepAliveRequests 0
KeepAliveTimeout 3600
Timeout 3600
DocumentRoot {documents}
<Directory {documents}>
    Require all granted
</Directory>
SSLSessionCache shmcb:{folder}/sessions(512000)
SSLEngine on
SSLCertificateFile {chain}
SSLCertificateKeyFile {key}
SSLProtocol -all +TLSv1.2 +TLSv1.3
SSLCipherSuite ALL
SSLOpenSSLConfCmd Groups {groups}
"""


class Httpd(Server):
    name, program, package = "httpd", "apache2", "apache2-bin"
    most = 384

    def configure(self) -> list[str]:
        site = self.site
        config = site.folder / "httpd.conf"
        load = "\n".join(f"LoadModule {name}_module {modules_of(self.found)}/mod_{name}.so" for name in MODULES)
        config.write_text(
            CONFIGURATION.format(
                folder=site.folder,
                documents=site.documents,
                load=load,
                user=unprivileged(),
                address=ADDRESS,
                port=self.port,
                chain=site.certificate.chain,
                key=site.certificate.key,
                groups=":".join(site.groups),
            )
        )
        return [self.found.path, "-d", str(site.folder), "-f", str(config), "-DFOREGROUND"]


def modules_of(program: Program) -> pathlib.Path:
    """Return the folder of modules; beside the program if that was unpacked: usr/sbin/apache2 and
    usr/lib/apache2/modules."""
    unpacked = pathlib.Path(program.path).parents[1] / "lib" / "apache2" / "modules"
    return unpacked if unpacked.is_dir() else INSTALLED


def unprivileged() -> str:
    """Return the lines that name the user of the workers if root starts httpd, which does not serve as root."""
    if not is_root():
        return ""
    nobody = pwd.getpwnam("nobody")
    return f"User nobody\nGroup {grp.getgrgid(nobody.pw_gid).gr_name}"
