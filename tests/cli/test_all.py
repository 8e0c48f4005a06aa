"""status --all, enable --all and disable --all: find every OpenSSL below a folder, show all changes, then make them."""
import json
import os
import pathlib
import secrets
import shutil
import struct
import subprocess
import sys

import pytest

from conftest import COMMAND, MODULE, UPSTREAM, as_nobody, clean_environment, not_sanitized, refused, run

ATTACKER = 54321
BACKUP = ".afterburner-backup"
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root and another user")


def elf(machine=62, bits=2):
    """Return the header of a 64-bit (bits=2) or 32-bit (bits=1) ELF file without segments; 62: x86-64, 3: i386."""
    if bits == 1:
        return struct.pack("<4sBBBB8xHHIIIIIHHHHHH", b"\x7fELF", 1, 1, 1, 0, 3, machine, 1, 0, 0, 0, 0, 52, 32, 0, 0, 0,
                           0)
    return struct.pack("<4sBBBB8xHHIQQQIHHHHHH", b"\x7fELF", bits, 1, 1, 0, 3, machine, 1, 0, 0, 0, 0, 64, 56, 0, 0, 0,
                       0)


def library(path, folder, version="3.0.17 1 Jul 2025", head=None, loads=b"OSSL_provider_init\0dlfcn_load\0", more=b""):
    """Write a file that has the texts of a libcrypto whose configuration is in `folder`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    texts = f'\0OPENSSLDIR: "{folder}"\0OpenSSL {version}\0'.encode()
    path.write_bytes((elf() if head is None else head) + texts + loads + more)
    return path


class Machine:
    """Folders with libraries, and folders with their configurations."""

    def __init__(self, path):
        self.libraries, self.etc = path / "opt", path / "etc"
        self.libraries.mkdir()
        self.etc.mkdir()

    def add(self, name, text=UPSTREAM, file="libcrypto.so.3", **kwargs):
        """Add a library and its configuration (None: there is no such folder); return the configuration's path."""
        conf = self.etc / name / "ssl" / "openssl.cnf"
        if text is not None:
            conf.parent.mkdir(parents=True)
            conf.write_text(text)
        library(self.libraries / name / "lib" / file, conf.parent, **kwargs)
        return conf

    def run(self, command, *args, **kwargs):
        return run(command, "--all", "--below", self.libraries, *args, **kwargs)

    def status(self):
        done = self.run("status", "--json")
        assert done.returncode == 0 and done.stderr == "", done
        found = json.loads(done.stdout)
        assert found["format"] == 1 and found["complete"] is True
        return {pathlib.Path(x["path"]).relative_to(self.libraries).parts[0]: x for x in found["libcryptos"]}

    def contents(self):
        return {p: p.read_bytes() for p in self.etc.rglob("*") if p.is_file()}


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


# ---- what is found ----


def test_status_says_what_each_reads(machine):
    conf = machine.add("a")
    machine.add("b", text=run("config").stdout)
    machine.add("none", text=None)
    found = machine.status()
    assert set(found) == {"a", "b", "none"}
    assert found["a"] == {"path": str(machine.libraries / "a/lib/libcrypto.so.3"), "version": "3.0.17", "nodejs": False,
                          "loads_modules": True, "fault": None, "config": str(conf), "afterburner": "off",
                          "reason": "it does not list Afterburner for openssl_conf", "refusal": None}
    assert found["b"]["afterburner"] == "on" and found["b"]["reason"] is None
    assert found["none"]["reason"] == "there is no such file"
    text = machine.run("status").stdout
    for words in (str(machine.libraries / "a/lib/libcrypto.so.3"), "release      3.0.17\n", f"reads        {conf}\n",
                  "Afterburner  on\n", "Afterburner  off: it does not list Afterburner"):
        assert words in text


@pytest.mark.parametrize("what,kwargs,fault", [
    ("1.1.1", {"version": "1.1.1w  11 Sep 2023"}, "older than 3.0"),
    ("no dso", {"loads": b"OSSL_provider_init\0"}, "without the means"),
    ("32 bit", {"head": elf(machine=3, bits=1)}, "is for 32-bit programs"),
    ("arm64", {"head": elf(machine=183)}, "another architecture"),
    ("cut short", {"head": elf()[:20]}, "is cut short"),
    ("LibreSSL", {"version": "of another maker"}, "is not OpenSSL itself"),
])
def test_libraries_that_cannot_be_served_are_named(machine, what, kwargs, fault):
    conf = machine.add("a", **kwargs)
    found = machine.status()["a"]
    assert not found["loads_modules"] and fault in found["fault"] and found["config"] is None
    done = machine.run("enable", "--yes")
    assert done.returncode == 0 and fault in done.stdout and conf.read_text() == UPSTREAM


def test_names_that_are_searched(machine):
    for name in ("libcrypto.so.3", "libcrypto-0a1b2c3d.so.3", "_rust.abi3.so", "openssl", "node", "python3.12",
                 "libpython3.12.so.1.0", "_ssl.cpython-312-x86_64-linux-gnu.so"):
        machine.add(name, file=name)
    machine.add("other", file="program")
    assert len(machine.status()) == 8


def test_what_is_no_library_is_left_out(machine):
    machine.add("text", head=b"")
    folder = machine.libraries / "a"
    folder.mkdir()
    os.mkfifo(folder / "libcrypto.so.3")
    (folder / "libcrypto.so.4").symlink_to("/dev/zero")
    (folder / "libcrypto.so.5").mkdir()
    (folder / "loop").symlink_to("..")
    assert machine.status() == {}


def test_links_and_second_names_are_not_followed(machine, tmp_path):
    machine.add("a")
    real = machine.libraries / "a/lib/libcrypto.so.3"
    (real.parent / "libcrypto.so").symlink_to("libcrypto.so.3")
    os.link(real, real.parent / "libcrypto.so.3.0")
    library(tmp_path / "outside" / "libcrypto.so.3", tmp_path)
    (machine.libraries / "link").symlink_to(tmp_path / "outside")
    assert len(machine.status()) == 1 and machine.run("status").stdout.count("release") == 1


def test_another_system_is_not_searched(machine):
    """A root of another system has an openssl.cnf of its own at the same path."""
    library(machine.libraries / "root/usr/lib/libcrypto.so.3", "/usr/lib/ssl")
    (machine.libraries / "root/usr/lib/os-release").symlink_to("nowhere")
    assert machine.status() == {}


def test_node_reads_another_section(machine):
    text = run("config").stdout.replace("nodejs_conf = ", "other = ")
    machine.add("node", text=text, file="node", more=b"nodejs_conf\0")
    machine.add("plain", text=text)
    found = machine.status()
    assert found["plain"]["afterburner"] == "on" and found["node"]["nodejs"]
    assert found["node"]["reason"] == "it does not list Afterburner for nodejs_conf"


@pytest.mark.parametrize("old,new,reason", [
    ("activate = 1\n[afterburner_alg", "[afterburner_alg", "does not activate the module"),
    (MODULE, "/nonexistent/afterburner.so", "the module /nonexistent/afterburner.so is not there"),
    (MODULE, "/dev/null", "the module /dev/null cannot be read"),
    ("[afterburner_default]\nactivate = 1\n", "[afterburner_default]\n", "default provider"),
    ("?provider=afterburner", "?provider=default", "does not prefer"),
    ("[afterburner_init]", "[afterburner_init", "cannot parse it: line 5"),
])
def test_why_it_is_off(machine, old, new, reason):
    text = run("config").stdout
    assert old in text
    machine.add("a", text=text.replace(old, new))
    found = machine.status()["a"]
    assert found["afterburner"] == "off" and reason in found["reason"]


# ---- changes ----


def test_round_trip(machine):
    existing, new = machine.add("a"), machine.add("b", text=None)
    machine.add("node", text="# x", file="node", more=b"nodejs_conf\0")
    before = machine.contents()
    done = machine.run("enable", "--yes")
    assert done.returncode == 0 and done.stderr == "", done
    assert existing.read_bytes().startswith(before[existing]) and (new.stat().st_mode & 0o777) == 0o644
    assert {x["afterburner"] for x in machine.status().values()} == {"on"}
    again = machine.run("enable", "--yes")
    assert again.returncode == 0 and again.stdout.count("is on already; nothing to do") == 3
    assert machine.run("disable", "--yes").returncode == 0
    after = {p: b for p, b in machine.contents().items() if not p.name.endswith(BACKUP)}
    assert after == before and not (machine.etc / "b").exists(), "new folders are removed with the file"
    assert "nothing to do" in machine.run("disable", "--yes").stdout


def test_new_file_with_other_lines_stays(machine):
    conf = machine.add("a", text=None)
    assert machine.run("enable", "--yes").returncode == 0
    conf.write_text("# mine\n" + conf.read_text())
    assert machine.run("enable", "--yes", "--log", "info").returncode == 0
    assert machine.run("disable", "--yes").returncode == 0
    assert conf.read_text() == "# mine\n"


def test_new_file_keeps_its_mark_when_settings_change(machine):
    conf = machine.add("a", text=None)
    for args in ([], ["--log", "info"]):
        assert machine.run("enable", "--yes", *args).returncode == 0
        assert "(new file, new folders: 2)" in conf.read_text()
    assert machine.run("disable", "--yes").returncode == 0 and not conf.exists()


def test_dry_run_shows_all_and_writes_nothing(machine):
    existing, new = machine.add("a"), machine.add("b", text=None)
    before = machine.contents()
    dry = machine.run("enable", "--dry-run")
    assert dry.returncode == 0 and machine.contents() == before and not new.parent.exists()
    assert f"+++ {existing}\n" in dry.stdout and f"new file {new}, with 2 new folders above it\n" in dry.stdout
    assert machine.run("enable", "--yes").stdout.startswith(dry.stdout)
    shown = dry.stdout[dry.stdout.index(f"+++ {new}\n"):].splitlines()[2:]
    assert "\n".join(x[1:] for x in shown) + "\n" == new.read_text()


@pytest.mark.parametrize("answer,written", [("y\n", True), ("yes\n", True), ("n\n", False), ("\n", False), ("", False),
                                            ("yesterday\n", False)])
def test_it_asks(machine, answer, written):
    conf = machine.add("a")
    done = machine.run("enable", stdin=answer)
    assert f"+++ {conf}\n" in done.stdout and "[y/N]" in done.stdout
    assert ("BEGIN afterburner" in conf.read_text()) == written
    assert done.returncode == (0 if written else 2) and ("--yes" in done.stderr) == (not written)


def test_two_names_of_one_file_are_one_change(machine):
    conf = machine.add("a")
    (machine.etc / "b").symlink_to("a")
    library(machine.libraries / "b/libcrypto.so.3", machine.etc / "b/ssl")
    library(machine.libraries / "c/libcrypto.so.3", machine.etc / "a/ssl")
    done = machine.run("enable", "--yes")
    assert done.returncode == 0 and done.stdout.count("+++ ") == 1 and conf.read_text().count("BEGIN") == 1


def test_failure_in_one_leaves_the_others(machine):
    bad, good = machine.add("a", text="[x\n"), machine.add("b")
    done = machine.run("enable", "--yes")
    assert done.returncode == 1 and f"{bad}: left as it is: OpenSSL cannot parse it" in done.line
    assert bad.read_text() == "[x\n" and "BEGIN afterburner" in good.read_text()


def between(machine, meanwhile):
    """Run enable --all and do something before it is answered."""
    words = [COMMAND, "enable", "--all", "--below", machine.libraries]
    started = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env=clean_environment())
    shown = ""
    while not shown.endswith("[y/N] "):
        shown += started.stdout.read(1)
    meanwhile()
    out, error = started.communicate("y\n", timeout=600)
    return started.returncode, out, error


def test_file_that_changes_before_the_answer(machine):
    changed, new, good = machine.add("a"), machine.add("b", text=None), machine.add("c")

    def meanwhile():
        changed.write_text("# changed\n")
        new.parent.mkdir(parents=True)
        new.write_text("# made by somebody else\n")

    status, out, error = between(machine, meanwhile)
    assert status == 1 and "changed it meanwhile" in error and f"{new}: left as it is: cannot make" in error
    assert changed.read_text() == "# changed\n" and new.read_text() == "# made by somebody else\n"
    assert f"{good}: Afterburner is on" in out and "BEGIN afterburner" in good.read_text()


def test_link_that_leads_nowhere_is_not_replaced(machine):
    conf = machine.add("a")
    conf.unlink()
    conf.symlink_to("gone")
    done = machine.run("enable", "--yes")
    assert done.returncode == 1 and "a link that leads nowhere" in done.line and conf.is_symlink()


def test_options_that_exclude_each_other(machine):
    for args in (("--all", "--config", "/x"), ("--all", "--post-quantum"), ("--yes",), ("--below", "/")):
        refused("enable", *args)
    refused("disable", "--yes")
    refused("status", "--below", "/")
    assert "cannot search" in refused("status", "--all", "--below", "/nonexistent")


# ---- files of others ----


@needs_root
@pytest.mark.parametrize("mode,owner", [(0o644, ATTACKER), (0o666, 0)], ids=["of another user", "that all can write"])
def test_library_that_others_can_change_leads_to_no_new_file(machine, mode, owner):
    conf = machine.add("a", text=None)
    path = machine.libraries / "a/lib/libcrypto.so.3"
    path.chmod(mode)
    os.chown(path, owner, owner)
    done = machine.run("enable", "--yes")
    assert done.returncode == 1 and f"{path}: not served: {path}" in done.line and not conf.parent.exists()
    assert done.line.endswith("chown it first" if owner else "chmod go-w it first")
    assert machine.status()["a"]["refusal"] is not None
    library(machine.libraries / "good/libcrypto.so.3", conf.parent)
    assert machine.run("enable", "--yes").returncode == 0, "another library leads to the same file"
    (machine.libraries / "good/libcrypto.so.3").unlink()
    assert machine.run("disable", "--yes").returncode == 0 and not conf.parent.exists()


@needs_root
def test_configuration_of_another_user(machine):
    conf, good = machine.add("a"), machine.add("b")
    os.chown(conf, ATTACKER, ATTACKER)
    assert machine.status()["a"]["afterburner"] == "unknown"
    done = machine.run("enable", "--yes")
    assert done.returncode == 1 and "belongs to user 54321" in done.line and conf.read_text() == UPSTREAM
    assert "BEGIN afterburner" in good.read_text()


@needs_root
@pytest.mark.parametrize("mode", [0o1777, 0o777])
def test_folder_in_which_others_can_write(machine, mode):
    """In a folder like /tmp, somebody else may make the folder first, or after the machine starts again."""
    machine.etc.chmod(mode)
    conf = machine.add("a", text=None)
    done = machine.run("enable", "--yes")
    assert done.returncode == 1 and "can be written by others" in done.line and not conf.parent.parent.exists()


@needs_root
def test_folder_that_is_not_ones_own(machine, public_dir):
    """A user sees what is root's, and is told so before anything is asked."""
    conf = public_dir / "etc" / "openssl.cnf"
    conf.parent.mkdir()
    conf.write_text(UPSTREAM)
    library(public_dir / "libcrypto.so.3", conf.parent)
    words = as_nobody(str(public_dir / "afterburner"), "enable", "--all", "--yes", "--below", str(public_dir))
    done = subprocess.run(words, capture_output=True, text=True, env=clean_environment())
    assert done.returncode == 1 and "run this as root" in done.stderr and "+++" not in done.stdout
    assert conf.read_text() == UPSTREAM


# ---- a real one ----


def test_wheel_is_served(tmp_path):
    """The wheel `cryptography`, made to look for its configuration in a folder of this test."""
    import cryptography
    not_sanitized()
    source = pathlib.Path(cryptography.__file__).parent
    binary = next(source.glob("hazmat/bindings/_rust*.so"))
    done = run("status", "--all", "--json", "--below", binary.parent)
    config = json.loads(done.stdout)["libcryptos"][0]["config"]
    former = os.path.dirname(config).encode()
    folder = pathlib.Path("/tmp/ab" + secrets.token_hex(len(former))[:len(former) - 7])
    assert len(os.fsencode(folder)) == len(former) > 16
    shutil.copytree(source, tmp_path / "cryptography", ignore=shutil.ignore_patterns("__pycache__"))
    copied = tmp_path / "cryptography" / binary.relative_to(source)
    copied.write_bytes(copied.read_bytes().replace(former, os.fsencode(folder)))
    uses = "from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes; " \
           "Cipher(algorithms.AES(bytes(32)), modes.CTR(bytes(16))).encryptor().update(b'x' * 100)"

    def log():
        done = subprocess.run([sys.executable, "-c", uses], capture_output=True, text=True, cwd=tmp_path,
                              env=clean_environment(PYTHONPATH=tmp_path))
        assert done.returncode == 0, done
        return done.stderr

    folder.mkdir(mode=0o755)
    try:
        assert "afterburner: " not in log()
        args = ("--all", "--yes", "--below", tmp_path)
        assert run("enable", *args, "--log", "info").returncode == 0
        assert "afterburner: AES-CTR: serves" in log()
        assert run("disable", *args).returncode == 0 and list(folder.iterdir()) == [] and "afterburner: " not in log()
    finally:
        shutil.rmtree(folder)
