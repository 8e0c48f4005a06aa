"""
Servers that people run, with the module switched on: nginx over several reloads, and sshd, whose children live in a
seccomp sandbox. A machine that lacks them gets their packages unpacked (not installed) into the cache.
"""
import contextlib
import os
import pathlib
import pwd
import random
import shutil
import signal
import subprocess
import tempfile

import pytest

from conftest import BUILD, PYTHON, Host, served_families
from packages import find_program
from programs import listening_port, running

DATA = random.Random(4).randbytes(5000001)


def find_server(name, packages):
    """The path of a server, and a folder with libraries for it if it was unpacked."""
    path, libraries = find_program(name, packages, "usr/sbin")
    return str(path), str(libraries[0]) if libraries else None


@pytest.fixture
def folder():
    """A folder that a server without privileges can read, with a copy of the module in it."""
    with tempfile.TemporaryDirectory(prefix="ab-services-") as name:
        path = pathlib.Path(name)
        path.chmod(0o755)
        shutil.copy(BUILD / "afterburner.so", path)
        yield path


class ServiceHost(Host):
    """Configurations that name the copy."""

    def config(self, settings="log = info"):
        path = pathlib.Path(super().config(settings))
        path.write_text(path.read_text().replace(str(BUILD), str(self.folder)))
        path.chmod(0o644)
        return str(path)


def server_environment(host, libraries):
    environment = host.environment("log = info")
    return environment | ({"LD_LIBRARY_PATH": libraries} if libraries else {})


# ---- nginx ----

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
    client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
    uwsgi_temp_path {folder}; scgi_temp_path {folder};
    server {{
        listen 127.0.0.1:{port} ssl;
        root {folder};
        ssl_certificate {cert};
        ssl_certificate_key {key};
        ssl_protocols TLSv1.2 TLSv1.3;
        ssl_ciphers ECDHE+AESGCM:ECDHE+AESCCM:ECDHE+AES256+SHA384;
    }}
}}
"""


def free_port():
    """nginx takes no port 0."""
    code = "import socket; s = socket.create_server(('127.0.0.1', 0)); print(s.getsockname()[1])"
    return int(subprocess.run([PYTHON, "-c", code], capture_output=True, text=True, timeout=20, check=True).stdout)


def test_nginx(folder, certificate):
    path, libraries = find_server("nginx", ["nginx"])
    host = ServiceHost(folder)
    key, cert = certificate
    port = free_port()
    (folder / "data").write_bytes(DATA)
    user = "user root;" if os.geteuid() == 0 else ""
    config = folder / "nginx.conf"
    config.write_text(NGINX.format(folder=folder, port=port, key=key, cert=cert, user=user))
    command = [path, "-p", folder, "-e", "stderr", "-c", config]
    with running(command, server_environment(host, libraries)) as server:
        listening_port(server)
        for count in range(3):
            for options in (["--tls-max", "1.2", "--ciphers", "ECDHE-ECDSA-AES128-GCM-SHA256"],
                            ["--tls-max", "1.2", "--ciphers", "ECDHE-ECDSA-AES256-SHA384"],
                            ["--tls-max", "1.2", "--ciphers", "ECDHE-ECDSA-AES128-CCM"],
                            ["--tls13-ciphers", "TLS_AES_256_GCM_SHA384"]):
                url = f"https://localhost:{port}/data"
                host.run(["curl", "-sS", "--retry", "20", "--retry-connrefused", "--cacert", cert, "--ipv4", *options,
                          url, "-o", folder / f"got{count}"], None)
                assert (folder / f"got{count}").read_bytes() == DATA
            server.process.send_signal(signal.SIGHUP)   # new workers, a new SSL_CTX
    log = server.err.decode()
    assert "exited on signal" not in log
    assert served_families(log) >= {"AES-GCM", "AES-CBC", "AES-CCM"}


# ---- sshd ----

SSHD = """\
ListenAddress 127.0.0.1
Port {port}
{hosts}
PidFile {folder}/sshd.pid
AuthorizedKeysFile {folder}/authorized
StrictModes no
UsePAM yes
PasswordAuthentication no
Subsystem sftp internal-sftp
ForceCommand internal-sftp
Ciphers {ciphers}
"""
SSH_CIPHERS = ["aes128-ctr", "aes192-ctr", "aes256-ctr", "aes128-gcm@openssh.com", "aes256-gcm@openssh.com",
               "aes128-cbc", "aes256-cbc"]
SSH_KEYS = {"ed25519": "ssh-ed25519", **{f"ecdsa-{bits}": f"ecdsa-sha2-nistp{bits}" for bits in (256, 384, 521)}}
SSH_EXCHANGES = ["curve25519-sha256", "ecdh-sha2-nistp256", "ecdh-sha2-nistp384", "ecdh-sha2-nistp521"]
SSH_FAMILY = {"ctr": "AES-CTR", "gcm": "AES-GCM", "cbc": "AES-CBC"}


def make_keys(folder, user):
    for kind in SSH_KEYS:
        algorithm, _, bits = kind.partition("-")
        for name in ("host", "user"):
            subprocess.run(["ssh-keygen", "-q", "-t", algorithm, *(["-b", bits] if bits else []), "-N", "",
                            "-f", folder / f"{name}-{kind}"], timeout=20, check=True)
        shutil.chown(folder / f"host-{kind}", user)
    (folder / "authorized").write_text("".join((folder / f"user-{kind}.pub").read_text() for kind in SSH_KEYS))


@contextlib.contextmanager
def sshd(folder, host):
    """A server without privileges: it serves its own user, and its children are in the sandbox all the same."""
    path, libraries = find_server("sshd", ["openssh-server", "libwrap0"])
    user = "nobody" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
    make_keys(folder, user)
    port = free_port()
    hosts = "\n".join(f"HostKey {folder}/host-{kind}" for kind in SSH_KEYS)
    (folder / "sshd.conf").write_text(SSHD.format(folder=folder, port=port, hosts=hosts, ciphers=",".join(SSH_CIPHERS)))
    if libraries:   # sshd insists on its own absolute path, and its user need not see the cache
        path = shutil.copy(path, folder / "sshd")
        libraries = shutil.copytree(libraries, folder / "libraries")
    drop = ["setpriv", f"--reuid={user}", "--clear-groups"] if os.geteuid() == 0 else []
    command = [*drop, path, "-D", "-e", "-o", "LogLevel=VERBOSE", "-f", folder / "sshd.conf"]
    with running(command, server_environment(host, libraries)) as server:
        listening_port(server)
        yield server, user, port


def need_ssh():
    for program in ("ssh", "sftp", "ssh-keygen", "setpriv"):
        if not shutil.which(program):
            pytest.skip(f"no {program}")


def fetch(host, folder, user, port, options, settings, kind="ed25519"):
    """The log of sftp, after it has got the data."""
    got = folder / "got"
    got.unlink(missing_ok=True)
    _, log = host.run(["sftp", "-q", "-F", "/dev/null", "-i", folder / f"user-{kind}", "-P", str(port),
                       "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "IdentitiesOnly=yes",
                       *(word for option in options for word in ("-o", option)),
                       f"{user}@127.0.0.1:{folder}/data", got], settings)
    assert got.read_bytes() == DATA, options
    return log


def test_ssh_keys(folder):
    """Logins with a key of each kind, the server's and the user's, and each key exchange."""
    need_ssh()
    host = ServiceHost(folder)
    (folder / "data").write_bytes(DATA)
    with sshd(folder, host) as (server, user, port):
        for kind, algorithm in SSH_KEYS.items():
            for exchange in SSH_EXCHANGES:
                options = [f"HostKeyAlgorithms={algorithm}", f"PubkeyAcceptedAlgorithms={algorithm}", f"KexAlgorithms={exchange}"]
                fetch(host, folder, user, port, options, None, kind)
    log = server.err.decode()
    assert "Bad system call" not in log and "signal 31" not in log


def test_sshd(folder):
    need_ssh()
    host = ServiceHost(folder)
    (folder / "data").write_bytes(DATA)
    client_families = set()
    with sshd(folder, host) as (server, user, port):
        for cipher in SSH_CIPHERS:
            for settings in ("log = info", None):
                log = fetch(host, folder, user, port, [f"Ciphers={cipher}", "RekeyLimit=1M"], settings)
                families = served_families(log)
                client_families |= families
                if settings:
                    assert SSH_FAMILY[cipher[7:10]] in families
    log = server.err.decode()
    assert client_families >= set(SSH_FAMILY.values())
    assert served_families(log.replace("\r", "")) >= set(SSH_FAMILY.values())
    assert "Bad system call" not in log and "signal 31" not in log
