"""nginx, HAProxy and Apache httpd: workers without privileges, reloaded while they are serving."""
import os
import signal

from application import Application, find, shared
from bench import DATA, GROUP, IS_ROOT, USER, children_of, free_port, since_now, wait_for_new_children
from visits import CCM_ROWS, FAMILIES, ROWS, http_server, visit, wait_for_tls

RELOADS = 2
AGAIN = {"AES-GCM"}   # families that each new worker must log

NGINX = """\
daemon off;
master_process on;
worker_processes 2;
{user}
pid {folder}/nginx.pid;
error_log stderr;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/nginx; proxy_temp_path {folder}/nginx; fastcgi_temp_path {folder}/nginx;
    uwsgi_temp_path {folder}/nginx; scgi_temp_path {folder}/nginx;
    server {{
        listen 127.0.0.1:{port} ssl;
        root {folder};
        ssl_certificate {folder}/server-rsa.pem; ssl_certificate_key {folder}/rsa.key;
        ssl_certificate {folder}/server-ec.pem; ssl_certificate_key {folder}/ec.key;
        ssl_protocols TLSv1.2 TLSv1.3;
        ssl_ciphers ECDHE+AESGCM:ECDHE+AESCCM:ECDHE+AES;
        ssl_ecdh_curve X25519:prime256v1:secp384r1;
    }}
}}
"""

HAPROXY = """\
global
    {jail}
    hard-stop-after 3s
    ssl-default-bind-options ssl-min-ver TLSv1.2
    ssl-default-bind-ciphers ECDHE+AESGCM:ECDHE+AESCCM:ECDHE+AES
defaults
    mode http
    timeout connect 10s
    timeout client 10s
    timeout server 10s
listen outside
    bind 127.0.0.1:{port} ssl crt {folder}/server-rsa.both crt {folder}/server-ec.both curves X25519:P-256:P-384
    server plain 127.0.0.1:{plain}
listen inside
    bind 127.0.0.1:{second} ssl crt {folder}/server-ec.both
    server secure 127.0.0.1:{secure} ssl verify required ca-file {folder}/authority.pem verifyhost localhost
"""

APACHE = """\
ServerRoot {folder}
ServerName localhost
Listen 127.0.0.1:{port}
PidFile {folder}/apache.pid
ErrorLog {folder}/apache.log
{user}
LoadModule mpm_event_module {modules}/mod_mpm_event.so
LoadModule authz_core_module {modules}/mod_authz_core.so
LoadModule ssl_module {modules}/mod_ssl.so
LoadModule socache_shmcb_module {modules}/mod_socache_shmcb.so
DefaultRuntimeDir {folder}
Mutex posixsem
StartServers 2
DocumentRoot {folder}
GracefulShutdownTimeout 3
SSLSessionCache shmcb:{folder}/sessions(512000)
SSLEngine on
SSLProtocol +TLSv1.2 +TLSv1.3
SSLCipherSuite ECDHE+AESGCM:ECDHE+AESCCM:ECDHE+AES
SSLOpenSSLConfCmd Groups X25519:prime256v1:secp384r1
SSLCertificateFile {folder}/server-rsa.pem
SSLCertificateKeyFile {folder}/rsa.key
SSLCertificateFile {folder}/server-ec.pem
SSLCertificateKeyFile {folder}/ec.key
"""
APACHE_MODULES = "/usr/lib/apache2/modules"


def added_to(path):
    """Return a function that returns what has been written to a file since now."""
    start = path.stat().st_size
    return lambda: path.read_bytes()[start:].decode(errors="replace")


def reload_between(side, server, port, reload_signal, log_from_now, visit_all):
    """Return what visit_all saw of each generation of workers; every later generation must log again what it uses."""
    wait_for_tls(port, side.bench.authority)
    seen = visit_all()
    for _ in range(RELOADS):
        old, log = children_of(server.process.pid), log_from_now()
        server.process.send_signal(reload_signal)
        wait_for_new_children(server.process.pid, old)
        wait_for_tls(port, side.bench.authority)
        side.expect(log, AGAIN)
        seen += visit_all()
    return seen


def nginx(side):
    port = free_port()
    config = side.folder / "nginx.conf"
    config.write_text(NGINX.format(folder=side.folder, port=port, user=f"user {USER} {GROUP};" if IS_ROOT else ""))
    with side.server([find("nginx"), "-p", side.folder, "-e", "stderr", "-c", config]) as server:
        seen = reload_between(
            side, server, port, signal.SIGHUP, lambda: since_now(server),
            lambda: visit(port, side.bench.authority, DATA, ROWS + CCM_ROWS))
    assert "exited on signal" not in side.log
    return seen


def haproxy(side):
    port, second = free_port(), free_port()
    jail = f"chroot {side.folder}\n    user {USER}\n    group {GROUP}" if IS_ROOT else ""
    config = side.folder / "haproxy.cfg"
    certificate = side.folder / "server-ec.pem", side.folder / "ec.key"
    with http_server(DATA) as plain, http_server(DATA, *certificate) as secure:
        config.write_text(
            HAPROXY.format(folder=side.folder, port=port, second=second, plain=plain, secure=secure, jail=jail)
        )
        with side.server([find("haproxy"), "-W", "-db", "-f", config]) as server:
            return reload_between(
                side, server, port, signal.SIGUSR2, lambda: since_now(server),
                lambda: visit(port, side.bench.authority, DATA, ROWS + CCM_ROWS)
                + visit(second, side.bench.authority, DATA, ROWS[:1] + ROWS[4:5]))


def apache(side):
    port = free_port()
    config, log = side.folder / "apache.conf", side.folder / "apache.log"
    log.write_text("")
    user = f"User {USER}\nGroup {GROUP}" if IS_ROOT else ""
    config.write_text(APACHE.format(folder=side.folder, port=port, user=user, modules=APACHE_MODULES))
    with side.server([find("apache2"), "-DFOREGROUND", "-f", config]) as server:
        seen = reload_between(
            side, server, port, signal.SIGUSR1, lambda: added_to(log),
            lambda: visit(port, side.bench.authority, DATA, ROWS + CCM_ROWS))
    side.log += log.read_text(errors="replace")
    assert "exit signal" not in side.log
    return seen


SERVED = FAMILIES | {"AES-CCM"}
DOWNLOADS = (
    "downloads of 5 MB by TLS 1.2 and 1.3 (RSA, ECDSA; X25519, P-256, P-384; GCM, CBC, CCM), full and resumed; "
    "handshakes"
)

WEB_SERVERS = [
    Application("nginx", ("nginx",), DOWNLOADS, "master and two workers, two reloads (SIGHUP)", SERVED,
                shared("nginx", ["-v"], r"nginx/(\S+)"), nginx),
    Application("HAProxy", ("haproxy",), DOWNLOADS + "; TLS to its backend, verified",
                "master and worker in a chroot, two reloads (SIGUSR2)", SERVED,
                shared("haproxy", ["-v"], r"version (\S+)"), haproxy),
    Application("Apache httpd", ("apache2",), DOWNLOADS,
                "parent and children with threads, two graceful restarts (SIGUSR1)", SERVED,
                shared("apache2", ["-v"], r"Apache/(\S+)", os.path.join(APACHE_MODULES, "mod_ssl.so")), apache),
]
