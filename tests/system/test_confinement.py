"""Programs and servers as confined as systemd can confine a service: they load the module, and it works.

The directives' effects, without systemd: MemoryDenyWriteExecute=yes and SystemCallFilter=@system-service by seccomp
(confined.c), NoNewPrivileges=yes, ProtectSystem=strict and ProtectHome=read-only by a read-only root,
PrivateDevices=yes by a /dev of its own (bubblewrap).
"""
import pathlib
import re
import shutil
import signal
import subprocess
import sys

import pytest

from conftest import served_families, served_hashes
from hosting import BUILD, TIMEOUT
from programs import IS_ROOT, free_port, running
from servers import SERVERS, Server, Site, has_postgres, postgres_cluster, wait_for_port

SYSTEMD_ANALYZE, BWRAP = shutil.which("systemd-analyze"), shutil.which("bwrap")
HEADER = next((p for p in (pathlib.Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
                           pathlib.Path("/usr/include/asm/unistd_64.h")) if p.exists()), None)

UNBOUND = """\
server:
    interface: 127.0.0.1@{port}
    tls-port: {port}
    tls-service-pem: {cert}
    tls-service-key: {key}
    username: ""
    chroot: ""
    pidfile: ""
    directory: {folder}
    use-syslog: no
    {setting}
"""


def names_of(filter_set):
    """Return the names of the system calls in a set of systemd's, those of the sets in it included."""
    text = subprocess.run([SYSTEMD_ANALYZE, "--no-pager", "syscall-filter", filter_set], capture_output=True, text=True,
                          timeout=TIMEOUT, check=True).stdout
    words = [line.strip() for line in text.splitlines()[1:] if line.strip() and not line.strip().startswith("#")]
    return {name for word in words for name in (names_of(word) if word.startswith("@") else {word})}


@pytest.fixture(scope="module")
def numbers():
    """Return the numbers of the system calls of @system-service, with commas between."""
    if None in (SYSTEMD_ANALYZE, BWRAP, HEADER):
        pytest.skip("needs systemd-analyze, bwrap (bubblewrap) and the kernel's headers (linux-libc-dev)")
    known = dict(re.findall(r"^#define __NR_(\w+) (\d+)$", HEADER.read_text(), re.M))
    names = names_of("@system-service")
    assert {"read", "mmap", "getrandom"} <= names and "chroot" not in names
    return ",".join(sorted((known[name] for name in names if name in known), key=int))


class Confinement:
    """Puts words in front of a command that confine it to one folder in which it may write."""

    def __init__(self, folder, numbers):
        self.words = [BWRAP, "--ro-bind", "/", "/", "--dev", "/dev", "--bind", "/dev/shm", "/dev/shm", "--proc",
                      "/proc", "--bind", folder, folder,
                      *(["--cap-add", "ALL"] if IS_ROOT else []), "--die-with-parent", "--",
                      BUILD / "system_confined", numbers]
        done = self.run(["true"])
        if done.returncode != 0:
            pytest.skip(f"bwrap or seccomp does not work here: {done.stderr}")

    def run(self, command, **options):
        return subprocess.run([*map(str, self.words), *map(str, command)], capture_output=True, text=True,
                              timeout=TIMEOUT, **options)


@pytest.fixture
def confinement(tmp_path, numbers):
    return Confinement(tmp_path, numbers)


# ---- what it forbids ----

MAPS = """
import ctypes, mmap, sys
libc = ctypes.CDLL(None, use_errno=True)
try:
    mmap.mmap(-1, 4096, prot=mmap.PROT_WRITE | mmap.PROT_EXEC)
except PermissionError:
    print("mmap refused")
plain = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE)
address = ctypes.addressof(ctypes.c_char.from_buffer(plain))
print("mprotect", libc.mprotect(ctypes.c_void_p(address), 4096, mmap.PROT_READ | mmap.PROT_EXEC), ctypes.get_errno())
"""


def test_confinement_is_effective(confinement, tmp_path):
    done = confinement.run([sys.executable, "-S", "-c", MAPS])
    assert done.stdout == "mmap refused\nmprotect -1 1\n", done
    control = subprocess.run([sys.executable, "-S", "-c", MAPS], capture_output=True, text=True)
    assert control.stdout == "mprotect 0 0\n", control
    done = confinement.run([sys.executable, "-S", "-c", "import os; os.chroot('/')"])
    assert done.returncode in (-signal.SIGSYS, 128 + signal.SIGSYS), done
    assert "Read-only file system" in confinement.run(["touch", BUILD / "new"]).stderr
    assert confinement.run(["touch", tmp_path / "new"]).returncode == 0
    assert confinement.run(["test", "-e", "/dev/mem"]).returncode == 1


# ---- programs ----

OPENSSL = """
set -e
cd {folder}
openssl enc -aes-256-ctr -K {key} -iv {iv} -in {file} -out ctr
openssl dgst -sha3-256 -r {file} >digest
for key in "EC -pkeyopt ec_paramgen_curve:P-256" "RSA -pkeyopt rsa_keygen_bits:2048"; do
    openssl genpkey -algorithm $key -out key.pem
    openssl pkey -in key.pem -pubout -out public.pem
    openssl dgst -sha256 -sign key.pem -out signature {file}
    openssl dgst -sha256 -verify public.pem -signature signature {file}
done
"""


def test_openssl(confinement, host, tmp_path):
    file = tmp_path / "file"
    file.write_bytes(bytes(range(256)) * 4096)
    results = []
    for name, settings, words in ("plain", None, []), ("confined", "log = info", confinement.words):
        folder = tmp_path / name
        folder.mkdir()
        script = OPENSSL.format(key="1" * 64, iv="2" * 32, file=file, folder=folder)
        _, log = host.run([*map(str, words), "sh", "-c", script], settings)
        results.append([(folder / x).read_bytes() for x in ("ctr", "digest")])
    assert results[0] == results[1]
    assert "AES-CTR" in served_families(log) and {"SHA3-256", "P-256"} <= served_hashes(log), log
    assert "afterburner: modular products: serves with" in log, "RSA"


# ---- servers ----


@pytest.fixture
def site(tmp_path, certificate):
    """Make the files of a server, all of them in the folder in which it may write."""
    key, cert, both, enabled = (tmp_path / x for x in ("key.pem", "cert.pem", "both.pem", "openssl.cnf"))
    shutil.copy(certificate[0], key)
    shutil.copy(certificate[1], cert)
    both.write_text(cert.read_text() + key.read_text())
    enabled.write_text("")
    shutil.copy(BUILD / "afterburner.so", tmp_path)
    subprocess.run([BUILD / "afterburner", "enable", "--log", "info", "--config", enabled, "--module",
                    tmp_path / "afterburner.so"], check=True, capture_output=True, timeout=TIMEOUT)
    return Site(tmp_path, str(cert), str(key), both, enabled, enabled)


ALL = [*SERVERS, Server("unbound", "unbound", UNBOUND, lambda _: ["-d", "-c"], "", [])]


def shake_hands(site, port, *options):
    """Do a TLS handshake with OpenSSL's own client, whose configuration has no module."""
    done = subprocess.run(["openssl", "s_client", "-connect", f"127.0.0.1:{port}", "-groups", "P-256", *options],
                          input="", capture_output=True, text=True, timeout=TIMEOUT, env=site.environment("/dev/null"))
    assert re.search(r"Temp Key: ECDH, (prime256v1|P-256|secp256r1)", done.stdout), done


def assert_served(program):
    log = program.err.decode(errors="replace")
    assert "P-256" in served_hashes(log) and "AES-GCM" in served_families(log), log


@pytest.mark.parametrize("server", ALL, ids=lambda server: server.name)
def test_server(confinement, site, server):
    if server.find() is None:
        pytest.skip(f"not installed: {server.program}; fix: scripts/bootstrap.sh applications")
    port = free_port()
    command = [*confinement.words, *server.command(site, port)]
    with running(command, site.environment(site.enabled), site.folder) as program:
        wait_for_port(program, port)
        for _ in range(3):
            shake_hands(site, port)
        if server.name != "unbound":
            got = subprocess.run(["curl", "-sSk", "-w", "%{http_code}", "-o", "/dev/null",
                                  f"https://127.0.0.1:{port}/"], capture_output=True, text=True, timeout=TIMEOUT,
                                 env=site.environment("/dev/null"))
            assert got.returncode == 0 and got.stdout in ("200", "404"), got
    assert_served(program)


def test_postgresql(numbers, site):
    if not has_postgres():
        pytest.skip("not installed: postgres, initdb or setpriv; fix: scripts/bootstrap.sh applications")
    port = free_port()
    with postgres_cluster(site) as cluster:
        config = cluster.folder / "openssl.cnf"
        shutil.copy(BUILD / "afterburner.so", cluster.folder)
        config.write_text(site.enabled.read_text().replace(str(site.folder), str(cluster.folder)))
        command = [*Confinement(cluster.folder, numbers).words, *cluster.command, "-p", port]
        with running(command, site.environment(config), cluster.folder) as program:
            wait_for_port(program, port)
            for _ in range(3):
                shake_hands(site, port, "-starttls", "postgres")
    assert_served(program)
