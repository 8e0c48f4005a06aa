"""nginx, HAProxy, Apache httpd, Git behind it, lighttpd and nghttpx: workers without privileges, reloaded while they
are serving."""
import os
import shutil
import signal

import http3
from application import Application, find, shared
from bench import DATA, GROUP, IS_ROOT, USER, children_of, free_port, since_now, since_start, wait_for_new_children
from servers import APACHE_MODULES, NGINX_HEAD
from suites import BuiltSuite, identify_suite, suite_folder
from visits import CCM_ROWS, FAMILIES, ROWS, RSA_ROWS, http_server, visit, wait_for_tls

RELOADS = 2
AGAIN = {"AES-GCM"}   # families that each new worker must log

NGINX = """\
master_process on;
worker_processes 2;
{user}
""" + NGINX_HEAD + """\
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

NGINX_HTTP3 = """\
master_process on;
worker_processes 2;
{user}
""" + NGINX_HEAD + """\
    server {{
        listen 127.0.0.1:{port} quic reuseport;
        listen 127.0.0.1:{port} ssl;
        root {folder};
        ssl_certificate {folder}/server-ec.pem; ssl_certificate_key {folder}/ec.key;
        ssl_protocols TLSv1.3;
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

GIT = """\
LoadModule cgid_module {modules}/mod_cgid.so
LoadModule env_module {modules}/mod_env.so
LoadModule alias_module {modules}/mod_alias.so
ScriptSock {folder}/cgid
SetEnv GIT_PROJECT_ROOT {folder}/git
SetEnv GIT_HTTP_EXPORT_ALL 1
ScriptAlias / /usr/lib/git-core/git-http-backend/
"""

LIGHTTPD = """\
server.modules = ("mod_openssl")
server.document-root = "{folder}"
server.port = {port}
server.bind = "127.0.0.1"
server.max-worker = 2
{user}
ssl.engine = "enable"
ssl.pemfile = "{folder}/server-rsa.both"
ssl.openssl.ssl-conf-cmd = ("MinProtocol" => "TLSv1.2", "Curves" => "X25519:prime256v1:secp384r1",
    "CipherString" => "ECDHE+AESGCM:ECDHE+AES")
"""
LIGHTTPD_MODULE = "/usr/lib/lighttpd/mod_openssl.so"


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


def nginx_http3(side):
    port = free_port()
    config = side.folder / "nginx-http3.conf"
    user = f"user {USER} {GROUP};" if IS_ROOT else ""
    config.write_text(NGINX_HTTP3.format(folder=side.folder, port=port, user=user))
    program = suite_folder("nginx") / "objs" / "nginx"
    with side.server([program, "-p", side.folder, "-e", "stderr", "-c", config]) as server:
        seen = reload_between(
            side, server, port, signal.SIGHUP, lambda: since_now(server),
            lambda: http3.visit(port, side.bench.authority, DATA))
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


def git(side):
    """Push to and clone from an empty repository behind Apache with a git that uses another TLS library."""
    port, folder = free_port(), side.folder
    config, log = folder / "apache.conf", folder / "apache.log"
    log.write_text("")
    shutil.rmtree(folder / "git", ignore_errors=True)
    seen = []

    def call(*words):
        home = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "HOME": str(folder),
                "GIT_SSL_CAINFO": str(side.bench.authority), "GIT_AUTHOR_DATE": "@1700000000 +0000",
                "GIT_COMMITTER_DATE": "@1700000000 +0000"}
        person = ["-c", "user.name=user", "-c", "user.email=user@example.org"]
        return side.bench.stock.run([find("git"), *person, *words], **home).decode()

    bare, work = folder / "git" / "work.git", folder / "git" / "work"
    call("init", "-q", "--bare", bare)
    call("-C", bare, "config", "http.receivepack", "true")
    call("init", "-q", "-b", "main", work)
    user = f"User {USER}\nGroup {GROUP}" if IS_ROOT else ""
    if IS_ROOT:
        side.bench.stock.run(["chown", "-R", USER, bare])
    text = APACHE.format(folder=folder, port=port, user=user, modules=APACHE_MODULES)
    config.write_text(text + GIT.format(folder=folder, modules=APACHE_MODULES))
    with side.server([find("apache2"), "-DFOREGROUND", "-f", config]) as server:
        wait_for_tls(port, side.bench.authority)
        for generation in range(RELOADS):
            if generation:
                old = children_of(server.process.pid)
                server.process.send_signal(signal.SIGUSR1)
                wait_for_new_children(server.process.pid, old)
                wait_for_tls(port, side.bench.authority)
            (work / "data").write_bytes(DATA[generation:])
            call("-C", work, "add", "data")
            call("-C", work, "commit", "-q", "-m", f"generation {generation}")
            call("-C", work, "push", "-q", f"https://localhost:{port}/work.git", "main")
            shutil.rmtree(folder / "git" / "clone", ignore_errors=True)
            call("clone", "-q", "-b", "main", f"https://localhost:{port}/work.git", folder / "git" / "clone")
            assert (folder / "git" / "clone" / "data").read_bytes() == DATA[generation:]
            seen.append(call("-C", folder / "git" / "clone", "log", "--format=%H %T %s"))
    side.log += log.read_text(errors="replace")
    assert "exit signal" not in side.log
    return seen


def lighttpd(side):
    port = free_port()
    config = side.folder / "lighttpd.conf"
    user = f'server.username = "{USER}"\nserver.groupname = "{GROUP}"' if IS_ROOT else ""
    config.write_text(LIGHTTPD.format(folder=side.folder, port=port, user=user))
    with side.server([find("lighttpd"), "-D", "-f", config]) as server:
        return reload_between(
            side, server, port, signal.SIGUSR1, lambda: since_now(server),
            lambda: visit(port, side.bench.authority, DATA, RSA_ROWS))


def nghttpx(side):
    """Use it as a proxy that ends TLS, by HTTP/1.1 and HTTP/2; its own client and load generator each take a side."""
    port = free_port()
    folder, seen = side.folder, []
    with http_server(DATA) as plain:
        options = ["--workers=2", "--ciphers=ECDHE+AESGCM:ECDHE+AES", "--ecdh-curves=X25519:P-256:P-384",
                   "--errorlog-file=/dev/stderr", "--accesslog-file=/dev/null", "--conf=/dev/null",
                   "--tls-min-proto-version=TLSv1.2", f"--subcert={folder}/ec.key:{folder}/server-ec.pem"]
        ends = [f"--frontend=127.0.0.1,{port}", f"--backend=127.0.0.1,{plain}"]
        command = [find("nghttpx"), *options, *ends, folder / "rsa.key", folder / "server-rsa.pem"]

        def visit_all():
            both = visit(port, side.bench.authority, DATA)
            for who in (side, side.bench.stock):
                got = who.run([find("nghttp"), f"https://localhost:{port}/data"])
                assert got == DATA
                load = who.run([find("h2load"), "-n", "40", "-c", "4", "-m", "4", f"https://localhost:{port}/data"])
                both += [line for line in load.decode().split("\n")
                         if line.startswith(("requests:", "TLS Protocol", "Cipher", "Server Temp Key", "Application"))]
            return both

        for _ in range(2):
            with side.server(command) as server:
                wait_for_tls(port, side.bench.authority)
                seen += visit_all()
                side.expect(since_start(server), AGAIN)
    return seen


SERVED = FAMILIES | {"AES-CCM"}
DOWNLOADS = (
    "downloads of 5 MB by TLS 1.2 and 1.3 (RSA, ECDSA; X25519, P-256, P-384; GCM, CBC, CCM), full and resumed; "
    "handshakes"
)

WEB_SERVERS = [
    Application("nginx", ("nginx",), DOWNLOADS, "master and two workers, two reloads (SIGHUP)", SERVED,
                shared("nginx", ["-v"], r"nginx/(\S+)"), nginx),
    BuiltSuite("QUIC by nginx", ("nginx",), "downloads of 5 MB by HTTP/3 (ECDSA; X25519; both AES-GCM suites and "
               "ChaCha20), full and resumed, two streams at once", "master and two workers, two reloads (SIGHUP)",
               frozenset({"AES-GCM", "curve25519", "P-256", "SHA2-256", "SHA2-384"}),
               identify_suite("nginx", "objs/nginx"), nginx_http3),
    Application("HAProxy", ("haproxy",), DOWNLOADS + "; TLS to its backend, verified",
                "master and worker in a chroot, two reloads (SIGUSR2)", SERVED,
                shared("haproxy", ["-v"], r"version (\S+)"), haproxy),
    Application("Apache httpd", ("apache2",), DOWNLOADS,
                "parent and children with threads, two graceful restarts (SIGUSR1)", SERVED,
                shared("apache2", ["-v"], r"Apache/(\S+)", os.path.join(APACHE_MODULES, "mod_ssl.so")), apache),
    Application("Git over HTTPS", ("apache2", "git"), "pushes and clones of 5 MB through git-http-backend behind "
                "Apache httpd; git itself, with another TLS library, is the peer", "a graceful restart (SIGUSR1)",
                frozenset({"AES-GCM", "SHA2-256", "SHA2-384"}),
                shared("git", ["--version"], r"git version (\S+)", os.path.join(APACHE_MODULES, "mod_ssl.so")), git),
    Application("lighttpd", ("lighttpd", LIGHTTPD_MODULE), DOWNLOADS.replace(", CCM", "").replace("RSA, ECDSA", "RSA"),
                "parent and two workers, two graceful restarts (SIGUSR1)", FAMILIES,
                shared("lighttpd", ["-v"], r"lighttpd/(\S+)", LIGHTTPD_MODULE), lighttpd),
    Application("nghttpx", ("nghttpx", "nghttp", "h2load"), DOWNLOADS.replace(", CCM", "") + "; the same by HTTP/2, by "
                "nghttp and h2load on both sides", "master and worker of two threads, stopped and started", FAMILIES,
                shared("nghttpx", ["--version"], r"nghttp2/(\S+)"), nghttpx),
]
