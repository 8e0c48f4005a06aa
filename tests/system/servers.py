"""TLS servers on loopback, each with as little configuration as it takes."""
import contextlib
import dataclasses
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable

from hosting import TIMEOUT, clean_environment
from programs import GROUP, IS_ROOT, USER, free_port, running, wait_until

SEARCH = "/usr/sbin:/usr/bin:/sbin:/bin"
APACHE_MODULES = "/usr/lib/apache2/modules"

# The block http stays open. Whatever nginx writes is in the folder.
NGINX_HEAD = """\
daemon off;
pid {folder}/nginx.pid;
error_log stderr;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/nginx; proxy_temp_path {folder}/nginx; fastcgi_temp_path {folder}/nginx;
    uwsgi_temp_path {folder}/nginx; scgi_temp_path {folder}/nginx;
"""

NGINX = """\
master_process off;
""" + NGINX_HEAD + """\
    server {{
        listen 127.0.0.1:{port} ssl;
        ssl_certificate {cert};
        ssl_certificate_key {key};
        ssl_protocols TLSv1.2 TLSv1.3;
        {setting}
        return 200;
    }}
}}
"""
HAPROXY = """\
global
    {setting}
defaults
    mode http
    timeout connect 10s
    timeout client 10s
    timeout server 10s
listen one
    bind 127.0.0.1:{port} ssl crt {both}
    http-request return status 200
"""
APACHE = """\
ServerRoot {folder}
ServerName localhost
Listen 127.0.0.1:{port}
PidFile {folder}/apache.pid
ErrorLog /dev/stderr
{user}
LoadModule mpm_event_module {modules}/mod_mpm_event.so
LoadModule authz_core_module {modules}/mod_authz_core.so
LoadModule ssl_module {modules}/mod_ssl.so
DefaultRuntimeDir {folder}
Mutex posixsem
StartServers 1
SSLSessionCache none
SSLEngine on
SSLCertificateFile {cert}
SSLCertificateKeyFile {key}
{setting}
"""
STUNNEL = """\
foreground = yes
pid =
debug = 5
[service]
accept = 127.0.0.1:{port}
exec = /bin/sh
execArgs = sh {folder}/answer.sh
cert = {cert}
key = {key}
{setting}
"""
ANSWER = """\
while read -r line && [ "$line" != "$(printf '\\r')" ]; do :; done
printf 'HTTP/1.0 200 OK\\r\\n\\r\\n'
"""


@dataclasses.dataclass(frozen=True)
class Site:
    """What servers need: a folder, a certificate, and configurations of OpenSSL with post-quantum groups."""
    folder: pathlib.Path
    cert: str
    key: str
    both: pathlib.Path      # certificate and key in one file
    enabled: pathlib.Path   # by `afterburner enable --post-quantum`
    missing: pathlib.Path   # likewise, but the module is not there

    def environment(self, config):
        return clean_environment() | {"LC_ALL": "C", "OPENSSL_CONF": str(config)}


@dataclasses.dataclass(frozen=True)
class Server:
    """A server, the text of its configuration, and the words before the name of that file."""
    name: str
    program: str
    text: str
    words: Callable[[pathlib.Path], list[str]]
    groups: str       # the setting that lists groups
    check: list[str]  # let it check the configuration and end; [] if it cannot

    def find(self):
        """Return the path of the distribution's program; None if it is not installed."""
        return shutil.which(self.program, path=SEARCH)

    def command(self, site, port, setting=""):
        """Write its configuration; return the command that starts it."""
        path = site.folder / f"{self.program}.conf"
        (site.folder / "answer.sh").write_text(ANSWER)   # what stunnel runs
        path.write_text(
            self.text.format(
                folder=site.folder,
                port=port,
                cert=site.cert,
                key=site.key,
                both=site.both,
                user=f"User {USER}\nGroup {GROUP}" if IS_ROOT else "",
                modules=APACHE_MODULES,
                setting=setting,
            )
        )
        return [self.find(), *self.words(site.folder), str(path)]

    @contextlib.contextmanager
    def serving(self, site, config, setting=""):
        """Run it with a configuration of OpenSSL; yield the program and its port."""
        port = free_port()
        with running(self.command(site, port, setting), site.environment(config), site.folder) as program:
            wait_for_port(program, port)
            yield program, port


def wait_for_port(program, port):
    """Wait until a server accepts connections, and fail if it has ended."""

    def is_open():
        if program.process.poll() is not None:
            return True
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return True
        return False

    wait_until(is_open, f"listener of {program.process.args}")
    assert program.process.poll() is None, bytes(program.out + program.err).decode(errors="replace")


SERVERS = [
    Server("nginx", "nginx", NGINX, lambda folder: ["-p", str(folder), "-e", "stderr", "-c"], "ssl_ecdh_curve {};",
           ["-t"]),
    Server("HAProxy", "haproxy", HAPROXY, lambda _: ["-db", "-f"], "ssl-default-bind-curves {}", ["-c"]),
    Server("Apache", "apache2", APACHE, lambda _: ["-DFOREGROUND", "-f"], "SSLOpenSSLConfCmd Groups {}", []),
    Server("stunnel", "stunnel4", STUNNEL, lambda _: [], "curves = {}", []),
]


# ---- PostgreSQL ----

def postgres_program(name):
    folders = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
    found = [folder / name for folder in folders if (folder / name).exists()]
    return found[-1] if found else shutil.which(name)


def has_postgres():
    return None not in (postgres_program("postgres"), postgres_program("initdb"), shutil.which("setpriv"))


@dataclasses.dataclass(frozen=True)
class Cluster:
    """A data folder of PostgreSQL, the words that start its server, and its major version."""
    folder: pathlib.Path
    command: list[str]
    major: int


@contextlib.contextmanager
def postgres_cluster(site):
    """Make a data folder of a user without privileges, since PostgreSQL does not run as root."""
    postgres, initdb = postgres_program("postgres"), postgres_program("initdb")
    with tempfile.TemporaryDirectory(prefix="ab-postgres-") as name:
        folder = pathlib.Path(name)
        for source, target in ((site.cert, "server.crt"), (site.key, "server.key")):
            shutil.copy(source, folder / target)
            (folder / target).chmod(0o600)
        for path in (folder, *folder.iterdir()):
            if IS_ROOT:
                shutil.chown(path, USER)
        prefix = ["setpriv", f"--reuid={USER}", "--clear-groups"] if IS_ROOT else []
        done = subprocess.run([*prefix, initdb, "-D", folder / "data", "-U", "user", "-A", "trust", "--no-sync",
                               "--no-locale"], env=site.environment("/dev/null"), input="", text=True,
                              capture_output=True, timeout=TIMEOUT, cwd=folder)
        assert done.returncode == 0, done
        options = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "fsync": "off", "ssl": "on",
                   "ssl_cert_file": folder / "server.crt", "ssl_key_file": folder / "server.key"}
        text = subprocess.run([postgres, "--version"], check=True, capture_output=True, text=True).stdout
        yield Cluster(folder,
                      [*prefix, str(postgres), "-D", str(folder / "data"), *(f"--{x}={y}" for x, y in options.items())],
                      int(re.search(r"(\d+)", text)[1]))
