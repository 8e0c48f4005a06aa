"""stunnel, OpenSSH and OpenVPN: send bytes through a tunnel with the stock program at one end."""
import contextlib
import hashlib
import itertools
import shutil
import signal
import sys

from application import Application, find, shared
from bench import DATA, HOSTS, IS_ROOT, USER, free_port, since_now
from visits import FAMILIES, RSA_ROWS, get_plainly, http_server, visit, wait_for_tls

# ---- stunnel ----

STUNNEL = """\
foreground = yes
pid =
debug = 5
ciphers = ECDHE+AESGCM:ECDHE+AES
[server]
accept = 127.0.0.1:{server}
connect = 127.0.0.1:{plain}
cert = {folder}/server-rsa.pem
key = {folder}/rsa.key
curves = X25519:P-256:P-384
[client]
client = yes
accept = 127.0.0.1:{client}
connect = 127.0.0.1:{secure}
CAfile = {folder}/authority.pem
verifyChain = yes
checkHost = localhost
"""


def stunnel(side):
    ports = {"server": free_port(), "client": free_port()}
    certificate = side.folder / "server-ec.pem", side.folder / "ec.key"
    config = side.folder / "stunnel.conf"
    seen = []
    with http_server(DATA) as plain, http_server(DATA, *certificate) as secure:
        config.write_text(STUNNEL.format(folder=side.folder, plain=plain, secure=secure, **ports))
        with side.server([find("stunnel4"), config]) as server:
            for reload in range(2):
                if reload:
                    log = since_now(server)
                    server.process.send_signal(signal.SIGHUP)
                    server.wait_for(lambda log=log: "Configuration successful" in log(), "reload")
                wait_for_tls(ports["server"], side.bench.authority)
                seen += visit(ports["server"], side.bench.authority, DATA, RSA_ROWS)
                for _ in range(5):
                    assert get_plainly(ports["client"]) == DATA
    return seen


# ---- OpenSSH ----

SSHD = """\
ListenAddress 127.0.0.1
Port {port}
{hosts}
PidFile none
AuthorizedKeysFile {folder}/authorized
StrictModes no
UsePAM yes
PasswordAuthentication no
Subsystem sftp internal-sftp
ForceCommand internal-sftp
Ciphers {ciphers}
LogLevel VERBOSE
"""
SSH_CIPHERS = [
    "aes128-ctr",
    "aes192-ctr",
    "aes256-ctr",
    "aes128-gcm@openssh.com",
    "aes256-gcm@openssh.com",
    "aes128-cbc",
    "aes256-cbc",
]
SSH_KEYS = {
    "ed25519": "ssh-ed25519",
    "rsa-2048": "rsa-sha2-256",
    **{f"ecdsa-{n}": f"ecdsa-sha2-nistp{n}" for n in (256, 384, 521)},
}
SSH_EXCHANGES = ["curve25519-sha256", "ecdh-sha2-nistp256", "ecdh-sha2-nistp384", "ecdh-sha2-nistp521",
                 "diffie-hellman-group16-sha512"]
SSH_MACS = ["hmac-sha2-256", "hmac-sha2-512-etm@openssh.com", "hmac-sha1"]


def make_ssh_keys(side):
    """Make keys once for all sides: one of each kind for the server, and one for the user."""
    folder = side.folder
    if (folder / "authorized").exists():
        return
    for kind in SSH_KEYS:
        algorithm, _, bits = kind.partition("-")
        for name in ("host", "user"):
            side.bench.stock.run(
                [
                    find("ssh-keygen"),
                    "-q",
                    "-t",
                    algorithm,
                    *(["-b", bits] if bits else []),
                    "-N",
                    "",
                    "-f",
                    folder / f"{name}-{kind}",
                ]
            )
        if IS_ROOT:
            shutil.chown(folder / f"host-{kind}", USER)
    (folder / "authorized").write_text("".join((folder / f"user-{kind}.pub").read_text() for kind in SSH_KEYS))


@contextlib.contextmanager
def sshd(side):
    """Run a server without privileges: it serves its own user, but its children are in the seccomp sandbox as usual."""
    port, folder = free_port(), side.folder
    hosts = "\n".join(f"HostKey {folder}/host-{kind}" for kind in SSH_KEYS)
    config = folder / f"sshd-{port}.conf"
    config.write_text(SSHD.format(folder=folder, port=port, hosts=hosts, ciphers=",".join(SSH_CIPHERS)))
    with side.server([find("sshd"), "-D", "-e", "-f", config], user=USER) as server:
        server.wait_for_text(rb"Server listening on")
        yield server, port


def fetch_by_sftp(side, port, options, kind):
    got = side.folder / "got"
    got.unlink(missing_ok=True)
    words = ["StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "IdentitiesOnly=yes", *options]
    side.run([find("sftp"), "-q", "-F", "/dev/null", "-i", side.folder / f"user-{kind}", "-P", port,
              *itertools.chain(*(("-o", word) for word in words)), f"{USER}@127.0.0.1:{side.folder}/data", got])
    assert got.read_bytes() == DATA, options
    return [*options, hashlib.sha256(got.read_bytes()).hexdigest()]


def openssh(side):
    """Use each cipher, with rekeying, while kinds of key, key exchanges and MACs take turns; stop and restart the
    server."""
    make_ssh_keys(side)
    seen = []
    turns = list(
        zip(SSH_CIPHERS, itertools.cycle(SSH_KEYS.items()), itertools.cycle(SSH_EXCHANGES), itertools.cycle(SSH_MACS))
    )
    for half in (turns[:4], turns[4:]):
        with sshd(side) as (server, port), sshd(side.bench.stock) as (_, stock_port):
            for cipher, (kind, algorithm), exchange, mac in half:
                options = [
                    f"Ciphers={cipher}",
                    f"MACs={mac}",
                    f"KexAlgorithms={exchange}",
                    f"HostKeyAlgorithms={algorithm}",
                    f"PubkeyAcceptedAlgorithms={algorithm}",
                    "RekeyLimit=1M",
                ]
                log = since_now(server)
                seen.append(fetch_by_sftp(side.bench.stock, port, options, kind))   # here the server is tested
                side.expect(log, {{"ctr": "AES-CTR", "gcm": "AES-GCM", "cbc": "AES-CBC"}[cipher[7:10]]})
                seen.append(fetch_by_sftp(side, stock_port, options, kind))         # here the client is tested
    assert "Bad system call" not in side.log and "signal 31" not in side.log
    return seen


# ---- OpenVPN ----

OPENVPN = [
    "--proto",
    "udp",
    "--local",
    "127.0.0.1",
    "--remote",
    "127.0.0.1",
    "--auth",
    "SHA256",
    "--dh",
    "none",
    "--connect-retry",
    "1",
    "--reneg-sec",
    "0",
    "--reneg-pkts",
    "3000",
    "--verb",
    "3",
    "--tls-version-min",
    "1.2",
]
SELF_TEST = ["--test-crypto", "--secret", "static.key", "--verb", "3", "--cipher", "AES-256-CBC", "--auth", "SHA256"]
READY = b"Initialization Sequence Completed"


def has_tun(side):
    """Return whether this process may create tunnel devices in a network namespace of its own."""
    probe = [find("unshare"), "-n", find("ip"), "tuntap", "add", "dev", "tun0", "mode", "tun"]
    before = len(side.bench.stock.log)
    side.bench.stock.run(probe, status=None)
    return IS_ROOT and len(side.bench.stock.log) == before


@contextlib.contextmanager
def network_of_its_own(side):
    """Return the words before a command that put it into a new network namespace with a loopback."""
    with side.bench.stock.server(
        [find("unshare"), "-n", "sh", "-c", "ip link set lo up && echo up && exec cat"]
    ) as holder:
        holder.wait_for_text(b"up\n")
        yield [find("nsenter"), f"--net=/proc/{holder.process.pid}/ns/net"]


@contextlib.contextmanager
def vpn(side, inside, devices, cipher):
    """Start both ends, the server on the tested side; return the program of each."""
    folder, ports = side.folder, (free_port(), free_port())

    def end(own, other, device, role, kind):
        keys = [
            "--ca",
            folder / "authority.pem",
            "--cert",
            folder / f"server-{kind}.pem",
            "--key",
            folder / f"{kind}.key",
        ]
        ends = ["--lport", own, "--rport", other, "--dev", device, role]
        return [*inside, find("openvpn"), *OPENVPN, *keys, *ends, "--data-ciphers", cipher]

    with (
        side.server(end(*ports, devices[0], "--tls-server", "rsa")) as server,
        side.bench.stock.server(end(*ports[::-1], devices[1], "--tls-client", "ec")) as client,
    ):
        yield server, client


def carry(side, inside, devices):
    """Send packets of all sizes through both devices in both directions; return their digest."""
    for device in devices:
        side.bench.stock.run([*inside, find("ip"), "link", "set", device, "up"])
    return side.bench.stock.run([*inside, sys.executable, HOSTS / "packets.py", *devices]).decode()


def start_or_restart(ends, is_restart):
    """Wait until both ends are connected, or connected again."""
    counts = [program.out.count(READY) for program in ends] if is_restart else [0, 0]
    for program in ends if is_restart else ():
        program.process.send_signal(signal.SIGUSR1)
    for program, count in zip(ends, counts):
        program.wait_for(lambda p=program, n=count: p.out.count(READY) > n, READY)


def openvpn(side):
    side.bench.stock.run([find("openvpn"), "--genkey", "secret", "static.key"])
    assert b"self-test mode SUCCEEDED" in side.run([find("openvpn"), *SELF_TEST])
    seen = []
    with contextlib.ExitStack() as stack:
        tun = has_tun(side)
        inside = stack.enter_context(network_of_its_own(side)) if tun else []
        devices = ("tun0", "tun1") if tun else ("null", "null")
        for cipher in ("AES-256-GCM", "AES-256-CBC"):
            with vpn(side, inside, devices, cipher) as ends:
                for is_restart in (False, True):
                    start_or_restart(ends, is_restart)
                    seen.append(carry(side, inside, devices) if tun else "connected")
    return seen


TUNNELS = [
    Application(
        "stunnel",
        ("stunnel4",),
        "a TLS server before a plain one and a TLS client that verifies its server: 5 MB each time, TLS 1.2 and 1.3, "
        "full "
        "and resumed; handshakes",
        "threads; reloaded (SIGHUP)",
        FAMILIES,
        shared("stunnel4", ["-version"], r"stunnel (\S+)"),
        stunnel,
    ),
    Application(
        "OpenSSH",
        ("ssh", "sftp", "ssh-keygen", "sshd"),
        "5 MB by sftp with each AES cipher, each kind of key and key exchange, new keys after each MB; server and "
        "client "
        "each against the stock one",
        "sandboxed process for each connection; stopped and started",
        frozenset({"AES-CTR", "AES-GCM", "AES-CBC", "SHA1", "SHA2-256", "SHA2-384", "SHA2-512"}),
        shared("ssh", ["-V"], r"OpenSSH_(\S+?),?\s"),
        openssh,
    ),
    Application(
        "OpenVPN",
        ("openvpn", "ip", "unshare", "nsenter"),
        "its self-test; 2000 packets of all sizes each way through two tunnel devices, before and after the restart, "
        "AES-256-GCM and AES-256-CBC with HMAC-SHA-256, new keys on the way",
        "both ends restarted (SIGUSR1)",
        frozenset({"AES-GCM", "AES-CBC", "SHA2-256", "modular products"}),
        shared("openvpn", ["--version"], r"OpenVPN (\S+)"),
        openvpn,
    ),
]
