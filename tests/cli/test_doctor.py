"""afterburner doctor: it finds everything that keeps Afterburner from being live, and prints one line with advice for
each."""
import contextlib
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import threading
import time

import pytest

from conftest import COMPANION, MODULE, NO_AESNI, SECRET, UPSTREAM, clean_environment, refused, run


@pytest.fixture
def conf(tmp_path):
    path = tmp_path / "openssl.cnf"
    path.write_text(run("config").stdout)
    return path


def doctor(conf, *args, **env):
    done = run("doctor", *args, env={"OPENSSL_CONF": conf, "UNRELATED": SECRET, **env})
    assert done.returncode in (0, 1) and done.stderr == "", done
    findings = [x for x in done.stdout.splitlines() if x.startswith("finding: ")]
    assert all(x.count("; fix: ") == 1 for x in findings)
    assert done.returncode == (1 if findings else 0) and ("healthy" in done.stdout) == (not findings)
    return "\n".join(findings), done.stdout


def test_healthy(conf):
    findings, text = doctor(conf)
    assert findings == "" and MODULE in text and "note" not in text


def change(conf, old, new):
    text = conf.read_text()
    assert old in text
    conf.write_text(text.replace(old, new))


@pytest.mark.parametrize(
    "old,new,found",
    [
        ("openssl_conf = afterburner_init\n", "", "no openssl_conf line"),
        (
            "[default]\nopenssl_conf = afterburner_init\n",
            "[early]\nopenssl_conf = afterburner_init\n[default]\n",
            "openssl_conf line in section [early]",
        ),
        (
            "openssl_conf = afterburner_init",
            "openssl_conf = elsewhere",
            "names section [elsewhere], which is not there",
        ),
        ("providers = afterburner_providers\n", "", "nothing that openssl_conf leads to lists"),
        (
            "providers = afterburner_providers\n",
            "providers = other\n[other]\n[afterburner_init]\n",
            "nothing that openssl_conf",
        ),
        ("afterburner = afterburner_provider\n", "afterburner = gone\n", "no section [gone]"),
        (f"module = {MODULE}\nactivate = 1\n", f"module = {MODULE}\n", "does not activate Afterburner"),
        (f"module = {MODULE}\n", "", "the module does not load"),
        (f"module = {MODULE}\n", "module = elsewhere\n", "elsewhere does not load"),
        (f"module = {MODULE}\n", "module = /nonexistent/afterburner.so\n", "is not there"),
        ("default = afterburner_default\n", "", "does not activate the default provider"),
        ("[afterburner_default]\nactivate = 1\n", "[afterburner_default]\n", "does not activate the default provider"),
        ("default_properties = ?provider=afterburner\n", "", "no default_properties"),
        (
            "default_properties = ?provider=afterburner\n",
            "default_properties = ?provider=default\n",
            "prefer or exclude",
        ),
        (
            "default_properties = ?provider=afterburner\n",
            "default_properties = fips=yes,?provider=afterburner\n",
            "FIPS",
        ),
        (
            "activate = 1\n[afterburner_algorithms]",
            "activate = 1\ncpu = warp\n[afterburner_algorithms]",
            "does not load",
        ),
        (
            "activate = 1\n[afterburner_algorithms]",
            "activate = 1\nalgorithms = ROT13\n[afterburner_algorithms]",
            "ROT13",
        ),
        ("[afterburner_init]", f"[afterburner_init\n{SECRET}", "cannot parse"),
    ],
)
def test_configuration(conf, old, new, found):
    change(conf, old, new)
    findings, _ = doctor(conf)
    assert found in findings


def test_configuration_without_afterburner(tmp_path):
    (tmp_path / "c.cnf").write_text(UPSTREAM)
    findings, _ = doctor(tmp_path / "c.cnf")
    assert "does not list Afterburner" in findings and f"afterburner enable --config {tmp_path / 'c.cnf'}" in findings


@pytest.mark.parametrize(
    "name,found", [("", "empty"), ("/nonexistent/x.cnf", "No such file"), ("/", "not a regular file")]
)
def test_configuration_that_is_no_regular_file(name, found):
    assert found in doctor(name)[0]


@pytest.mark.parametrize("content,found", [(b"", "is no shared object"), (b"text", "is no shared object"),
                                           (open(MODULE, "rb").read(4096), "is cut short"),
                                           (open(MODULE, "rb").read()[:18] + b"\xb7" + open(MODULE, "rb").read()[19:],
                                            "is of another architecture")], ids=["empty", "text", "short", "arm64"])
def test_module_file(conf, tmp_path, content, found):
    (tmp_path / "afterburner.so").write_bytes(content)
    change(conf, MODULE, str(tmp_path / "afterburner.so"))
    assert found in doctor(conf)[0]


def test_environment(conf):
    assert "AFTERBURNER_CPU is no known level" in doctor(conf, AFTERBURNER_CPU="warp")[0]
    assert "switches Afterburner off" in doctor(conf, AFTERBURNER_CPU="none")[0]
    assert "masks the AES instructions" in doctor(conf, OPENSSL_ia32cap=NO_AESNI)[0]
    assert "this processor lacks" in doctor(conf, OPENSSL_ia32cap=NO_AESNI, AFTERBURNER_CPU="vaes512")[0]
    findings, text = doctor(conf, AFTERBURNER_CPU="aesni")
    assert findings == "" and ("note: AFTERBURNER_CPU=aesni caps" in text or "vaes" not in run("selftest").stdout)


def test_nodejs_is_noted(conf):
    change(conf, "nodejs_conf = afterburner_init\n", "")
    findings, text = doctor(conf)
    assert findings == "" and "note: Node.js is not" in text


# ---- processes ----

HOLD = "; import sys; print('up', flush=True); sys.stdin.read()"
SYSTEM_PYTHON = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else "python3"
USES_SSL = "import ssl; ssl.create_default_context()" + HOLD
NODE = "require('crypto').createCipheriv('aes-256-ctr', Buffer.alloc(32), Buffer.alloc(16)); console.log('up'); " \
       "process.stdin.resume()"


@contextlib.contextmanager
def running(*words, env=None, **kwargs):
    """Run a process that prints "up" and waits; yield its id."""
    if shutil.which(words[0]) is None:
        pytest.skip(f"no {words[0]}")
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                               env=clean_environment(TOKEN=SECRET, **(env or {})), **kwargs)
    try:
        assert process.stdout.readline() == "up\n"
        yield process.pid
    finally:
        process.stdin.close()
        process.stdout.close()
        process.kill()
        process.wait()


def examine(pid):
    return doctor("/dev/null", pid)


def test_process_that_uses_the_module(conf):
    with running(SYSTEM_PYTHON, "-c", USES_SSL, env={"OPENSSL_CONF": conf}) as pid:
        findings, text = examine(pid)
        assert findings == "" and f"module: {os.path.realpath(MODULE)}" in text and "libcrypto" in text
        conf.unlink()
        assert "is gone; what it loaded" in examine(pid)[1]


def test_process_that_does_not_use_the_module(conf):
    with running(SYSTEM_PYTHON, "-c", USES_SSL, env={"OPENSSL_CONF": "/dev/null"}) as pid:
        assert "no openssl_conf line" in examine(pid)[0]
    with running(SYSTEM_PYTHON, "-c", "import ssl" + HOLD, env={"OPENSSL_CONF": "late.cnf"}, cwd=conf.parent) as pid:
        assert "No such file" in examine(pid)[0]
        conf.rename(conf.parent / "late.cnf")  # as if Afterburner were enabled after the process started
        assert "has not loaded the module" in examine(pid)[0]


def test_process_with_environment_that_prevents_it(conf):
    for variable, value, found in (("AFTERBURNER_CPU", "warp", "no known level"),
                                   ("AFTERBURNER_CPU", "none", "switches Afterburner off"),
                                   ("OPENSSL_ia32cap", NO_AESNI, "masks the AES"), ("OPENSSL_CONF", "", "is empty")):
        with running(SYSTEM_PYTHON, "-c", USES_SSL, env={"OPENSSL_CONF": conf, variable: value}) as pid:
            assert found in examine(pid)[0]


def test_process_whose_module_was_replaced(conf, public_dir):
    change(conf, MODULE, str(public_dir / "afterburner.so"))
    with running(SYSTEM_PYTHON, "-c", USES_SSL, env={"OPENSSL_CONF": conf}) as pid:
        (public_dir / "afterburner.so").unlink()
        shutil.copy(MODULE, public_dir)
        assert "replaced or removed" in examine(pid)[0]


def test_process_without_openssl():
    with running("sh", "-c", "echo up; read x") as pid:
        assert "no OpenSSL in" in examine(pid)[0]


def test_node(conf):
    with running("node", "-e", NODE, env={"OPENSSL_CONF": conf}) as pid:
        findings, text = examine(pid)
        assert findings == "" and "openssl: 3." in text
    change(conf, "nodejs_conf = afterburner_init\n", "")
    with running("node", "-e", NODE, env={"OPENSSL_CONF": conf}) as pid:
        assert "no nodejs_conf line" in examine(pid)[0]
    with running("node", "--openssl-shared-config", "-e", NODE, env={"OPENSSL_CONF": conf}) as pid:
        assert examine(pid)[0] == ""


@pytest.mark.parametrize(
    "name,content,found",
    [
        ("libcrypto.so.1.1", b'OPENSSLDIR: "/x"\0OpenSSL 1.1.1w  11 Sep 2023\0', "OpenSSL 1.1.1w in"),
        (
            "static",
            b'OPENSSLDIR: "/x"\0OpenSSL 3.0.1 14 Dec 2021\0OSSL_provider_init\0',
            "without the means to load modules",
        ),
        ("libgnutls.so.30", b"x", "but GnuTLS"),
    ],
    ids=["1.1.1", "no dso", "GnuTLS"],
)
def test_process_with_other_libraries(tmp_path, name, content, found):
    """Files that only look like OpenSSL, mapped as code into a process without it."""
    (tmp_path / name).write_bytes(content)
    maps = f"import mmap; f = open('{tmp_path / name}', 'r+b'); " \
           "m = mmap.mmap(f.fileno(), 0, prot=mmap.PROT_READ | mmap.PROT_EXEC)"
    with running(SYSTEM_PYTHON, "-S", "-c", maps + HOLD) as pid:
        assert found in examine(pid)[0]


LIBP11 = b"RSA_meth_dup\0RSA_set_method\0EC_KEY_set_method\0"


@pytest.mark.parametrize("version,library,noted", [("4.0.1 1 Jul 2026", LIBP11, True),
                                                   ("3.6.1 1 Jul 2026", LIBP11, False),
                                                   ("4.0.1 1 Jul 2026", b"RSA_get0_n\0", False)])
def test_process_that_can_set_methods_of_keys(tmp_path, version, library, noted):
    """From 4.0 on a key's own method is not called; the OpenSSL itself, which has the function too, is not meant."""
    texts = f'OPENSSLDIR: "{tmp_path}"\0OpenSSL {version}\0'.encode() + b"OSSL_provider_init\0dlfcn_load\0" + LIBP11
    paths = [tmp_path / "libcrypto.so.4", tmp_path / "libp11.so.3"]
    for path, content in zip(paths, (texts, library)):
        path.write_bytes(content)
    maps = f"import mmap; f = [open(x, 'r+b') for x in {list(map(str, paths))}]; " \
           "m = [mmap.mmap(x.fileno(), 0, prot=mmap.PROT_READ | mmap.PROT_EXEC) for x in f]"
    with running(SYSTEM_PYTHON, "-S", "-c", maps + HOLD) as pid:
        notes = [x for x in examine(pid)[1].splitlines() if "method of their own" in x]
    assert len(notes) == noted
    for note in notes:
        assert note.startswith(f"note: {paths[1]} ") and "algorithms = ALL, -RSA, -EC" in note


@pytest.mark.parametrize("parts,printed", [
    (None, "all parts"), ("", "no part: its AFTERBURNER_COMPANION is empty"),
    ("names\x1b[2J", "AFTERBURNER_COMPANION='names'$'\\033''[2J'")])
def test_process_with_the_companion(conf, parts, printed):
    env = {"OPENSSL_CONF": conf, "LD_PRELOAD": COMPANION} | ({} if parts is None else {"AFTERBURNER_COMPANION": parts})
    with running(SYSTEM_PYTHON, "-c", USES_SSL, env=env) as pid:
        text = examine(pid)[1]
    assert f"companion: {COMPANION}, {printed}" in text.splitlines()
    assert ("note: the companion stands aside" in text) == (not before("3.2"))


def test_process_whose_companion_was_removed(conf, public_dir):
    copy = public_dir / pathlib.Path(COMPANION).name
    shutil.copy(COMPANION, copy)
    with running(SYSTEM_PYTHON, "-c", USES_SSL, env={"OPENSSL_CONF": conf, "LD_PRELOAD": copy}) as pid:
        copy.unlink()
        assert "note: the companion it has loaded was replaced or removed since; restart" in examine(pid)[1]


@pytest.mark.parametrize("version,aside", [("3.0.17 1 Jul 2025", False), ("3.1.8 11 Feb 2025", False),
                                           ("3.2.0 23 Nov 2023", True), ("3.10.1 1 Jul 2026", True),
                                           ("4.0.1 1 Jul 2026", True), ("of mine", False)])
def test_releases_that_the_companion_serves(tmp_path, version, aside):
    library = tmp_path / "libcrypto.so.4"
    text = examine_with_companion(library, version)
    assert (f"note: the companion stands aside for the OpenSSL in {library}: it serves 3.0 and 3.1" in text) == aside


def test_the_companion_does_not_reach_a_static_openssl(tmp_path):
    program = tmp_path / "node"
    text = examine_with_companion(program, "3.0.17 1 Jul 2025")
    assert f"note: the companion does not reach the OpenSSL in {program}, which is a part of that file" in text


def examine_with_companion(library, version):
    """Examine a process that has the companion, and a file that only looks like that OpenSSL."""
    texts = f'OPENSSLDIR: "{library.parent}"\0OpenSSL {version}\0'.encode()
    library.write_bytes(texts + b"OSSL_provider_init\0dlfcn_load\0")
    maps = f"import mmap; f = open('{library}', 'r+b'); " \
           "m = mmap.mmap(f.fileno(), 0, prot=mmap.PROT_READ | mmap.PROT_EXEC)"
    with running(SYSTEM_PYTHON, "-S", "-c", maps + HOLD, env={"LD_PRELOAD": COMPANION}) as pid:
        text = examine(pid)[1]
    assert f"companion: {COMPANION}, all parts" in text
    return text


def test_wheel_with_a_static_openssl(conf):
    uses = "from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes; " \
           "Cipher(algorithms.AES(bytes(32)), modes.CTR(bytes(16))).encryptor()"
    with running(sys.executable, "-c", uses + HOLD, env={"OPENSSL_CONF": conf}) as pid:
        findings, text = examine(pid)
        assert findings == "" and "_rust" in text


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root")
def test_set_user_id(conf, public_dir):
    """A program with raised privileges ignores OPENSSL_CONF."""
    program = shutil.copy(shutil.which("openssl"), public_dir / "openssl-suid")
    os.chown(program, 65534, 65534)
    os.chmod(program, 0o4755)
    conf.parent.chmod(0o755)
    process = subprocess.Popen([program, "enc", "-aes-256-ctr", "-K", "0" * 64, "-iv", "0" * 32], stdin=subprocess.PIPE,
                               stdout=subprocess.DEVNULL, env=clean_environment(OPENSSL_CONF=conf))
    try:
        deadline = time.time() + 600
        while "libcrypto" not in pathlib.Path(f"/proc/{process.pid}/maps").read_text() and time.time() < deadline:
            time.sleep(0.01)
        auxv = pathlib.Path(f"/proc/{process.pid}/auxv").read_bytes()
        secure = [auxv[i + 8] for i in range(0, len(auxv), 16) if auxv[i] == 23 and not any(auxv[i + 1:i + 8])]
        if secure != [1]:
            pytest.skip("set-user-id has no effect on this file system")
        assert "OPENSSL_CONF is ignored" in examine(process.pid)[0]
    finally:
        process.kill()
        process.communicate()


@pytest.mark.skipif(os.geteuid() != 0 or shutil.which("unshare") is None, reason="needs root and unshare")
def test_process_in_another_root(conf, tmp_path):
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    module = shutil.copy(MODULE, hidden)
    change(conf, f"module = {MODULE}\n", f"module = {module}\n")
    words = ["unshare", "-m", "sh", "-c", f"mount -t tmpfs none '{hidden}' 2>/dev/null || exit 3; "
             f"exec {SYSTEM_PYTHON} -c \"{USES_SSL}\""]
    try:
        with running(*words, env={"OPENSSL_CONF": conf}) as pid:
            findings, text = examine(pid)
            assert "root or container" in text and "is not there in the container" in findings
    except AssertionError:
        if (
            subprocess.run(["unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True).returncode
            != 0
        ):
            pytest.skip("may not mount here")
        raise


def test_process_that_cannot_be_examined(public_dir):
    from conftest import as_nobody
    if os.geteuid() != 0:
        pytest.skip("needs two users")
    done = subprocess.run(as_nobody(str(public_dir / "afterburner"), "doctor", str(os.getpid())), capture_output=True,
                          text=True, env=clean_environment())
    assert done.returncode == 2 and "as its user or as root" in done.stderr


@pytest.mark.parametrize("word", ["0", "-1", "x", "1x", "", "99999999999999999999"])
def test_invalid_process_id(word):
    assert "no process number" in refused("doctor", "--", word)


def test_no_such_process():
    process = subprocess.Popen(["true"])
    process.wait()
    assert "no process" in refused("doctor", process.pid)


def before(release):
    """Return whether the system's OpenSSL is older than this release."""
    done = subprocess.run(["openssl", "version"], check=True, capture_output=True, text=True)
    return [int(x) for x in done.stdout.split()[1].split(".")[:2]] < [int(x) for x in release.split(".")]


# ---- the key exchange of a server ----

RETRY = bytes.fromhex("cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c")


def server_hello(group, random=bytes(32), version=0x0304):
    """Return a record with a ServerHello (RFC 8446 sec. 4.1.3)."""
    share = group.to_bytes(2, "big") + (b"" if random == RETRY else b"\0\x04abcd")
    extensions = b"\0\x2b\0\x02" + version.to_bytes(2, "big") + b"\0\x33" + len(share).to_bytes(2, "big") + share
    body = b"\x03\x03" + random + b"\0\x13\x01\0" + len(extensions).to_bytes(2, "big") + extensions
    message = b"\x02" + len(body).to_bytes(3, "big") + body
    return b"\x16\x03\x03" + len(message).to_bytes(2, "big") + message


class Server(threading.Thread):
    """A server on the loopback interface that gives one fixed answer, and keeps the hello that it got."""

    def __init__(self, answer, cut=None):
        super().__init__(daemon=True)
        self.answer, self.cut, self.hello = answer, cut, b""
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.target = f"127.0.0.1:{self.socket.getsockname()[1]}"

    def run(self):
        with self.socket, self.socket.accept()[0] as connection:
            while len(self.hello) < 5 or len(self.hello) < 5 + int.from_bytes(self.hello[3:5], "big"):
                self.hello += connection.recv(65536)
            for piece in ([self.answer] if self.cut is None else [self.answer[:self.cut], self.answer[self.cut:]]):
                connection.sendall(piece)
                time.sleep(0.05)


def ask(answer, cut=None):
    server = Server(answer, cut)
    server.start()
    done = run("doctor", "--tls", server.target)
    server.join(30)
    return done, server.hello


def test_tls_hello():
    """The offer is that of a browser: two shares, of which the hybrid's comes first."""
    _, hello = ask(server_hello(0x11ec))
    shares = hello.index(b"\x11\xec\x04\xc0")
    assert hello.index(b"\0\x1d\0\x20") == shares + 4 + 1216 and len(hello) == shares + 4 + 1216 + 4 + 32
    assert b"\0\x2b\0\x05\x04\x03\x04\x03\x03" in hello


@pytest.mark.parametrize("cut", [None, 1, 4, 5, 6, 40, 60])
def test_tls_groups(cut):
    done, _ = ask(server_hello(0x11ec), cut)
    assert done.returncode == 0 and "negotiates X25519MLKEM768" in done.stdout and done.stderr == ""
    done, _ = ask(server_hello(29), cut)
    assert done.returncode == 1 and "negotiates X25519, which is not" in done.stdout and "--post-quantum" in done.stdout


def test_tls_other_answers():
    done, _ = ask(server_hello(0x11ed, RETRY))
    assert done.returncode == 0 and "demands SecP384r1MLKEM1024, in a second round trip" in done.stdout
    done, _ = ask(server_hello(24, RETRY))
    assert done.returncode == 1 and "P-384" in done.stdout
    done, _ = ask(server_hello(0x4242))
    assert done.returncode == 1 and "group 0x4242" in done.stdout
    done, _ = ask(server_hello(29, version=0x0303))
    assert done.returncode == 1 and "does not negotiate TLS 1.3" in done.stdout


@pytest.mark.parametrize("answer,line", [
    (b"\x15\x03\x03\0\x02\x02\x28", "refuses the handshake with alert 40"),
    (b"\x15\x03\x03\0\x01\x02", "does not answer by TLS"),
    (b"HTTP/1.1 400 Bad Request\r\n\r\n", "does not answer by TLS"),
    (b"\x16\x05\x03\0\x01\x02", "does not answer by TLS"),
    (b"\x16\x03\x03\0\x04\x02\0\0\xff", "does not answer by TLS"),
    (b"\x16\x03\x03\0\x04\x0b\0\0\0", "does not answer by TLS"),
    (b"\x16\x03\x03\xff\xff" + b"\x02\0\xff\xfb" * 100, "does not answer"),
    (b"", "does not answer"),
])
def test_tls_nonsense(answer, line):
    done, _ = ask(answer)
    assert (done.returncode, done.stdout) == (2, "") and line in done.stderr


def test_tls_every_cut_is_survived():
    """Whatever a server sends instead of its ServerHello, the answer is one line."""
    whole = server_hello(0x11ec)
    for i in range(5, len(whole), 3):
        for answer in (whole[:3] + (i - 5).to_bytes(2, "big") + whole[5:i], whole[:i] + b"\xff" + whole[i + 1:]):
            done, _ = ask(answer)
            assert done.returncode in (0, 1, 2) and (done.stdout + done.stderr).count("\n") == 1, (i, done)


def test_tls_target():
    for target in ("", ":443", "[::1", "localhost:", "x" * 300 + ":1"):
        assert "is not HOST:PORT" in refused("doctor", "--tls", target)
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    assert "cannot connect" in refused("doctor", "--tls", f"127.0.0.1:{port}")


def test_groups_are_noted(conf):
    assert run("enable", "--config", conf, "--post-quantum").returncode == 0
    noted = "note:" in run("doctor", env={"OPENSSL_CONF": str(conf)}).stdout
    assert noted == ("X25519MLKEM768" in conf.read_text())


def server_notes(conf, program):
    """Run a copy of Python under the name of a server; return the notes on settings of that server."""
    shutil.copy(os.path.realpath(SYSTEM_PYTHON), program)
    with running(program, "-c", USES_SSL, env={"OPENSSL_CONF": conf, "PYTHONHOME": "/usr"}) as pid:
        _, text = examine(pid)
    assert "\x1b" not in text
    return [x for x in text.splitlines() if x.startswith("note: ") and "is not reached by the groups" in x]


@pytest.mark.skipif(SYSTEM_PYTHON != "/usr/bin/python3", reason="needs the system's Python")
@pytest.mark.parametrize("name,title,settings", [
    ("nginx", "nginx", ["where ssl_ecdh_curve is set", "ssl_ecdh_curve X25519MLKEM768:X25519:prime256v1;"]),
    ("haproxy", "HAProxy", ["curves or ecdhe of a bind", "ssl-default-bind-curves X25519MLKEM768:X25519:P-256"]),
    ("apache2", "Apache", ["Groups or Curves", "SSLOpenSSLConfCmd Groups X25519MLKEM768:X25519:P-256"]),
    ("httpd", "Apache", []),
    ("stunnel4", "stunnel", ["in any service", "curves = X25519MLKEM768:X25519:P-256"]),
    ("stunnel", "stunnel", []),
    ("postgres", "PostgreSQL", ["ssl_ecdh_curve", "ssl_groups = 'X25519MLKEM768:X25519:prime256v1'"]),
    ("nginx\x1b[2J", None, []),
    ("nginx-debug", None, []),
])
def test_servers_that_set_groups_themselves(conf, tmp_path, name, title, settings):
    """A server by the name of its executable, with post-quantum groups in the configuration."""
    assert run("enable", "--config", conf, "--post-quantum").returncode == 0
    notes = server_notes(conf, tmp_path / name)
    assert [x.split()[1] for x in notes] == ([] if title is None else [title])
    assert all(words in notes[0] for words in settings)
    assert all(("does not start if Afterburner is missing" in x) == before("3.5") for x in notes)


@pytest.mark.skipif(SYSTEM_PYTHON != "/usr/bin/python3", reason="needs the system's Python")
def test_servers_without_post_quantum_groups(conf, tmp_path):
    """Nobody wants the groups, except where they are the release's default."""
    assert len(server_notes(conf, tmp_path / "nginx")) == (0 if before("3.5") else 1)
