"""The place where an application works: on a side whose configuration has the module, or on one without it; on either,
the companion may be preloaded.

A side collects what its processes write to stderr (including the logs of module and companion) and the processor time
that they take.
"""
import contextlib
import json
import pathlib
import random
import re
import resource
import shutil
import subprocess
import tempfile

from hosting import BUILD, TIMEOUT, clean_environment, configuration
from programs import GROUP as GROUP
from programs import IS_ROOT, end_group, running, wait_until
from programs import USER as USER
from programs import free_port as free_port

HOSTS = pathlib.Path(__file__).parent / "hosts"
DATA = random.Random(4).randbytes(5000001)
SERVES = re.compile(r"^afterburner: (.+): serves with \S+\r?$", re.M)
COMPANION = BUILD / "libafterburner-companion.so"
ACCELERATES = re.compile(r"^afterburner-companion: \S+, version (0x[0-9a-f]+): ([a-z,]+)(: .*)?\r?$", re.M)


def served(log):
    """Return the families that the module logged at their first use, e.g. {"AES-GCM", "P-256"}; the log has a line for
    each process or library context."""
    return set(SERVES.findall(log))


def accelerated(log):
    """Return what the companion logged at its first use for each libcrypto: {(version, parts)}, e.g.
    {("0x300000d0", "decoders,names,fetches")}; its parts are "nothing" for one that it does not serve."""
    return {(version, parts) for version, parts, _ in ACCELERATES.findall(log)}


def processor_time():
    """Return the user and system time, in seconds, of all processes that were waited for, with their children."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def tied(user=None):
    """Return the words before a command that end it with this process, and run it as another user if one is named."""
    return ["setpriv", "--pdeathsig=TERM", *([f"--reuid={user}", "--clear-groups"] if user and IS_ROOT else [])]


class Side:
    """One of the sides of a comparison. on: with the module; companion: with the companion preloaded."""

    def __init__(self, bench, on, companion=False):
        self.bench, self.on, self.companion, self.folder = bench, on, companion, bench.folder
        self.log, self.cpu = "", 0.0

    def environment(self, **more):
        config = str(self.bench.config) if self.on else "/dev/null"
        preload = {"LD_PRELOAD": str(self.bench.companion), "AFTERBURNER_COMPANION_LOG": "1"} if self.companion else {}
        return clean_environment() | {"LC_ALL": "C", "OPENSSL_CONF": config} | preload | more

    def run(self, command, data=None, status=0, user=None, **more):
        """Run a command to its end and return its stdout as bytes. Its exit status must be `status` (None: any)."""
        before = processor_time()
        with subprocess.Popen(
            [*tied(user), *map(str, command)],
            env=self.environment(**more),
            cwd=self.folder,
            start_new_session=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            try:
                out, err = process.communicate(data, TIMEOUT)
            finally:
                end_group(process)
        self.cpu += processor_time() - before
        self.log += err.decode(errors="replace")
        said = f"{command}: status {process.returncode}\n{out[-2000:]!r}\n{err[-4000:]!r}"
        assert status in (None, process.returncode), said
        return out

    @contextlib.contextmanager
    def server(self, command, user=None, **more):
        """Run a program until the block ends (programs.Program)."""
        with running([*tied(user), *command], self.environment(**more), self.folder) as program:
            try:
                yield program
            finally:
                before = processor_time()
                self.log += program.end()
                self.cpu += processor_time() - before

    def expect(self, read, families):
        """If the module is on, wait until the log that read() returns (for example, since a reload) has these families.
        """
        wanted = self.bench.offered & set(families)
        if self.on:
            wait_until(lambda: wanted <= served(read()), f"log of {sorted(wanted)}")


class Bench:
    """A temporary folder that servers without privileges can read: module, configuration, certificates and data."""

    def __init__(self, folder):
        self.folder = folder
        folder.chmod(0o755)
        shutil.copy(BUILD / "afterburner.so", folder)
        self.companion = folder / COMPANION.name
        if COMPANION.exists():   # not on every platform
            shutil.copy(COMPANION, folder)
        self.config = folder / "openssl.cnf"
        self.config.write_text(configuration(folder / "afterburner.so", "log = info"))
        (folder / "data").write_bytes(DATA)
        self.stock = Side(self, False)   # peers that are not under test
        self.status = json.loads(self.stock.run([BUILD / "afterburner", "status", "--json"]))
        self.offered = self._offered()
        self.authority = folder / "authority.pem"
        self._make_certificates()

    def _offered(self):
        """Return the families that the module offers on this processor, by the names in its log."""
        ours = {
            (row["operation"], row["name"]) for row in self.status["algorithms"] if row["provider"] == "afterburner"
        }
        families = {re.sub(r"^AES-\d+-", "AES-", name) for operation, name in ours if operation in ("cipher", "digest")}
        keys = {name for operation, name in ours if operation == "keymgmt"}
        return families | {family for family, key in FAMILY_OF_KEY.items() if key in keys}

    def _make_certificates(self):
        """Make authority.pem, which signs server-rsa.pem and server-ec.pem; each KIND.key; server-KIND.both with
        certificate and key."""
        run, folder = self.stock.run, self.folder
        (folder / "names").write_text(EXTENSIONS)
        run(
            [
                "openssl",
                "req",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-subj",
                "/CN=authority",
                "-keyout",
                "authority.key",
                "-out",
                "request",
            ]
        )
        run(
            [
                "openssl",
                "x509",
                "-req",
                "-in",
                "request",
                "-signkey",
                "authority.key",
                "-days",
                "2",
                "-extfile",
                "names",
                "-extensions",
                "authority",
                "-out",
                "authority.pem",
            ]
        )
        for kind, algorithm in (("rsa", ["rsa:2048"]), ("ec", ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"])):
            key, cert = folder / f"{kind}.key", folder / f"server-{kind}.pem"
            run(
                [
                    "openssl",
                    "req",
                    "-newkey",
                    *algorithm,
                    "-nodes",
                    "-subj",
                    "/CN=localhost",
                    "-keyout",
                    key,
                    "-out",
                    "request",
                ]
            )
            run(
                [
                    "openssl",
                    "x509",
                    "-req",
                    "-in",
                    "request",
                    "-CA",
                    "authority.pem",
                    "-CAkey",
                    "authority.key",
                    "-CAcreateserial",
                    "-days",
                    "2",
                    "-extfile",
                    "names",
                    "-extensions",
                    "server",
                    "-out",
                    cert,
                ]
            )
            (folder / f"server-{kind}.both").write_text(cert.read_text() + key.read_text())
        for path in folder.glob("*.key"):
            path.chmod(0o644)   # for servers without privileges; the keys protect nothing


EXTENSIONS = """\
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
subjectKeyIdentifier = hash
[server]
basicConstraints = CA:FALSE
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
subjectAltName = DNS:localhost, IP:127.0.0.1
extendedKeyUsage = serverAuth, clientAuth
"""

FAMILY_OF_KEY = {
    "curve25519": "X25519",
    "curve448": "X448",
    "P-256": "EC",
    "P-384": "EC",
    "P-521": "EC",
    "modular products": "RSA",
}


def both_ways(side, make, open_it):
    """Let the stock program open what this side makes in a folder, and the other way round; return what opening
    returned, which must be the same both ways. make and open_it take the side that works and the folder."""
    answers = []
    for maker, opener in ((side, side.bench.stock), (side.bench.stock, side)):
        with tempfile.TemporaryDirectory(dir=side.folder) as name:
            folder = pathlib.Path(name)
            make(maker, folder)
            answers.append(open_it(opener, folder))
    assert answers[0] == answers[1]
    return answers[0]


def since_now(program):
    """Return a function that returns what a program has written to stderr since now."""
    start = len(program.err)
    return lambda: program.err[start:].decode(errors="replace")


def since_start(program):
    """Return a function that returns all that a program has written to stderr."""
    return lambda: program.err.decode(errors="replace")


def children_of(pid):
    """Return the ids of a process's children."""
    found = pathlib.Path(f"/proc/{pid}/task/{pid}/children")
    return set(map(int, found.read_text().split())) if found.exists() else set()


def wait_for_new_children(pid, old):
    """Wait until a server has no old worker left, and has new ones."""
    wait_until(lambda: (now := children_of(pid)) and not now & old, "new workers")
