"""Attacks by a user who wants root's rights: root runs the command on that user's files, processes and directories.

Every attack here worked before the command was hardened, except where a test says otherwise. The command must not load
the attacker's code, open anything but regular files, print the attacker's text unquoted, reveal what only root can
read, write where the attacker leads it, or hang.
"""
import contextlib
import fcntl
import json
import os
import pathlib
import re
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import time

import pytest

from conftest import COMMAND, MOUNT, SECRET, UPSTREAM, clean_environment, may_mount, refused, run

pytestmark = [pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to be attacked, and another user"),
              pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl")]

ATTACKER = 54321
SYSTEM_PYTHON = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
HOLD = "; import sys; print('up', flush=True); sys.stdin.read()"
LDD = subprocess.run(["ldd", shutil.which("openssl") or "/"], capture_output=True, text=True)
LIBCRYPTO = re.search(r"(/\S*libcrypto\.so\S*)", LDD.stdout)
# OpenSSL is mapped but not used, so the process does not read its own configuration, where it might hang.
USES_OPENSSL = f"import ctypes; ctypes.CDLL('{LIBCRYPTO and LIBCRYPTO[1]}')" + HOLD
BLOCK = "\n# BEGIN afterburner: test\n[x]\ny = z\n[default]\n# END afterburner\n"


class Scene:
    """A directory of root's that everybody can enter, and the attacker's directory in it."""

    def __init__(self, path):
        self.path = path
        self.mark = path / "attackers" / "mark"  # made by the attacker's code when it runs
        self.home = path / "attackers"
        self.home.mkdir()
        self.own(self.home)

    def own(self, path):
        os.chown(path, ATTACKER, ATTACKER)
        return path

    def file(self, name, text, owner=0, mode=0o644):
        path = self.path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(mode)
        os.chown(path, owner, owner)
        return path

    def module(self, name="attackers/evil.so", owner=ATTACKER, work=""):
        """Make a library that creates the mark when it is loaded."""
        compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
        if compiler is None:
            pytest.skip("no compiler to make a module with")
        source = self.path / "evil.c"
        source.write_text('#include <fcntl.h>\n#include <stdio.h>\n#include <unistd.h>\n'
                          f'__attribute__((constructor)) static void go(void)\n{{\n'
                          f'    close(open("{self.mark}", O_CREAT | O_WRONLY, 0666));\n{work}}}\n')
        path = self.path / name
        subprocess.run([compiler, "-shared", "-fPIC", "-o", path, source], check=True)
        source.unlink()
        os.chown(path, owner, owner)
        return path

    @contextlib.contextmanager
    def process(self, *words, env=None, say_up=True, **kwargs):
        """Start a process of the attacker's; yield its id."""
        options = {"user": ATTACKER, "group": ATTACKER, "extra_groups": [], "cwd": "/", **kwargs}
        started = subprocess.Popen(words or (SYSTEM_PYTHON, "-c", USES_OPENSSL), stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, env=clean_environment(**(env or {})), **options)
        try:
            if say_up:
                assert started.stdout.readline() == b"up\n"
            yield started.pid
        finally:
            started.kill()
            started.communicate()

    def doctor(self, *args, **env):
        """Run doctor and return its output, which must consist of its own plain lines and come well within the time
        limit."""
        done = subprocess.run([COMMAND, "doctor", *map(str, args)], capture_output=True, timeout=600,
                              env=clean_environment(**env))
        text = done.stdout.decode("ascii") + done.stderr.decode("ascii")
        assert re.fullmatch(r"([ -~]*\n)*", text), repr(text)
        assert done.returncode in (0, 1), (done, text)
        for line in text.splitlines():
            assert re.match(r"(finding|note|process|module|openssl|healthy|restart): ", line), repr(line)
        assert not self.mark.exists()
        return text


@pytest.fixture
def scene():
    path = pathlib.Path(tempfile.mkdtemp(prefix="ab-cli-attack-"))
    path.chmod(0o755)
    yield Scene(path)
    shutil.rmtree(path)


def provider(module, app="openssl_conf"):
    return (f"{app} = i\n[i]\nproviders = p\n[p]\ndefault = d\nevil = e\n[d]\nactivate = 1\n"
            f"[e]\nmodule = {module}\nactivate = 1\n")


# ---- enable, disable and their dry runs: whose code is executed ----


def attackers_file(scene, evil):
    return scene.file("attackers/c.cnf", provider(evil), owner=ATTACKER)


def file_that_all_can_write(scene, evil):
    return scene.file("c.cnf", provider(evil), mode=0o666)


def directory_of_the_attacker(scene, evil):
    return scene.file("attackers/c.cnf", provider(evil))


def directory_that_all_can_write(scene, evil):
    path = scene.file("open/c.cnf", provider(evil))
    path.parent.chmod(0o777)
    return path


def link_of_the_attacker(scene, evil):
    """In a directory like /tmp, the attacker owns a link that now leads to a file of root's."""
    shared = scene.path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    link = shared / "c.cnf"
    link.symlink_to(scene.file("good.cnf", provider(evil)))
    os.chown(link, ATTACKER, ATTACKER, follow_symlinks=False)
    return link


def include(scene, evil, line):
    scene.file("attackers/inc.cnf", provider(evil), owner=ATTACKER)
    return scene.file("c.cnf", line.format(path=scene.home / "inc.cnf", dir=scene.home) + "\n")


FILES = {
    "a file of the attacker": attackers_file,
    "a file that all can write": file_that_all_can_write,
    "a directory of the attacker": directory_of_the_attacker,
    "a directory that all can write": directory_that_all_can_write,
    "a link of the attacker": link_of_the_attacker,
    "an include": lambda s, e: include(s, e, ".include {path}"),
    "an include with an equal sign": lambda s, e: include(s, e, " .include={path}"),
    "an include of a variable": lambda s, e: include(s, e, "d = {dir}\n.include = ${{d}}/inc.cnf"),
    "a quoted include": lambda s, e: include(s, e, ".include \"{path}\" # x"),
    "a continued include": lambda s, e: include(s, e, ".inc\\\nlude {dir}\\\n/inc.cnf"),
    "an include behind a mark": lambda s, e: include(s, e, "\ufeff.include {path}"),
    "an include of a directory": lambda s, e: include(s, e, ".include {dir}"),
    "an include by a pragma": lambda s, e: include(s, e, ".pragma includedir:{dir}\n.include inc.cnf"),
    "an include in an include": lambda s, e: include(
        s, e, f".include {s.file('b.cnf', f'.include {s.home}/inc.cnf')}"),
}

MODULES = {
    "module": provider,
    "module for Node.js": lambda m: provider(m, "nodejs_conf"),
    "engine": lambda m: f"openssl_conf = i\n[i]\nengines = e\n[e]\nx = y\n[y]\nengine_id = evil\ndynamic_path = {m}\n",
    "engine by control": lambda m: "openssl_conf = i\n[i]\nengines = e\n[e]\nx = y\n[y]\nengine_id = dynamic\n"
                                   f"SO_PATH = {m}\nLIST_ADD = 1\nLOAD = EMPTY\n",
    "library for a name": lambda m: f"openssl_conf = i\n[i]\nevil = e\n[e]\npath = {m}\n",
    "relative": lambda m: provider("../" * 20 + str(m)[1:]),
    "parameter of a provider": lambda m: f"openssl_conf = i\n[i]\nproviders = p\n[p]\ndefault = d\n[d]\nactivate = 1\n"
                                         f"inner = s\n[s]\nsome-module-path = {m}\n",
}


COMMANDS = [("enable",), ("enable", "--dry-run"), ("disable",), ("disable", "--dry-run")]


@pytest.mark.parametrize("args", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("what", FILES)
def test_configuration_that_others_can_change(scene, what, args):
    path = FILES[what](scene, scene.module())
    if args[0] == "disable":
        with open(path, "a") as f:
            f.write(BLOCK)
    before = path.read_bytes()
    line = refused(args[0], "--config", path, *args[1:])
    assert not scene.mark.exists(), "the attacker's code has run"
    assert path.read_bytes() == before and "left as it is" in line
    assert re.search(r"; (run this as that user, or chown it first|chmod go-w it first)$", line)


@pytest.mark.parametrize("args", [("enable",), ("enable", "--dry-run"), ("tune", "--dry-run")], ids=" ".join)
@pytest.mark.parametrize("what", MODULES)
def test_module_that_others_can_change(scene, what, args):
    """No provider here loads a provider's parameter, so for that only the refusal is tested."""
    path = scene.file("c.cnf", MODULES[what](scene.module()))
    before = path.read_bytes()
    line = refused(args[0], "--config", path, *args[1:])
    assert not scene.mark.exists(), "the attacker's code has run"
    assert path.read_bytes() == before and "it names" in line
    assert "chown it first" in line or "write the whole path" in line


@pytest.mark.parametrize("dry", [(), ("--dry-run",)], ids=["disable", "dry run"])
@pytest.mark.parametrize("what", MODULES)
def test_disable_works_without_loading_the_attackers_module(scene, what, dry):
    text = MODULES[what](scene.module())
    path = scene.file("c.cnf", text + BLOCK)
    done = run("disable", "--config", path, *dry)
    assert not scene.mark.exists(), "the attacker's code has run"
    assert done.returncode == 0 and "not tried: it names" in done.line
    assert path.read_text() == (text + BLOCK if dry else text)


def test_dry_run_loads_no_module_of_others(scene):
    """Not even a module that root owns. Without --dry-run it is loaded, which shows that the mark works."""
    path = scene.file("c.cnf", provider(scene.module("good.so", owner=0)))
    done = run("enable", "--config", path, "--dry-run")
    assert done.returncode == 0 and "+# BEGIN afterburner" in done.stdout and "a dry run does not load" in done.line
    assert not scene.mark.exists()
    run("enable", "--config", path)
    assert scene.mark.exists()


def test_module_directory_of_the_environment(scene):
    scene.module("attackers/evil.so")
    path = scene.file("c.cnf", provider("evil"))
    assert "it names" in refused("enable", "--config", path, env={"OPENSSL_MODULES": scene.home})
    assert not scene.mark.exists()


def test_group_of_the_owner_alone_is_trusted(scene):
    """A file that its group can write is trusted if only the owner is in the group, as in root's."""
    path = scene.file("c.cnf", UPSTREAM, mode=0o664)
    assert run("enable", "--config", path).returncode == 0
    os.chown(path, 0, ATTACKER)
    assert "can be written by others" in refused("disable", "--config", path)


@pytest.mark.parametrize("make", [os.mkfifo, lambda p: os.mknod(p, 0o20666, os.makedev(1, 5))], ids=["FIFO", "device"])
@pytest.mark.parametrize("args", [("enable",), ("disable",), ("enable", "--dry-run")], ids=" ".join)
def test_include_that_is_not_a_regular_file(scene, make, args):
    """Nobody writes to the FIFO, so opening it would block forever. The device /dev/zero never ends."""
    try:
        make(scene.path / "inc.cnf")
    except PermissionError:
        pytest.skip("may not make devices here")
    (scene.path / "inc.cnf").chmod(0o644)
    path = scene.file("c.cnf", f".include {scene.path}/inc.cnf\n")
    assert "neither a regular file nor a directory" in refused(args[0], "--config", path, *args[1:])


def test_includes_of_themselves(scene):
    path = scene.file("c.cnf", f".include {scene.path}/c.cnf\n")
    assert "include themselves" in refused("enable", "--config", path)


def test_includes_keep_their_meaning(scene):
    """Not an attack: includes that the command resolves itself must give what OpenSSL's own includes give."""
    folder = scene.path / "more"
    folder.mkdir()
    scene.file("more/a.conf", "[p]\ndefault = d\n")
    scene.file("more/b.txt", "no configuration [\n")
    scene.file("in.cnf", "providers = p")
    scene.file("last.cnf", "activate = 1 # the end")
    path = scene.file("c.cnf", f"openssl_conf = i\nhere = {scene.path}\n[i]\n"
                      f".include = ${{default::here}}/../{scene.path.name}/in.cnf\n"
                      f".include {folder}\n.include /nonexistent/x.cnf\n[d]\n.include {scene.path}/last.cnf\n")
    before = path.read_text()
    assert run("enable", "--config", path).returncode == 0
    added = path.read_text()[len(before):]
    assert "[p]\nafterburner = " in added and "afterburner_default" not in added.split("nodejs_conf")[0]
    listed = subprocess.run(["openssl", "list", "-providers"], capture_output=True, text=True,
                            env=clean_environment(OPENSSL_CONF=path)).stdout
    assert "\n  default\n" in listed and "\n  afterburner\n" in listed


# ---- status, doctor and exec in the attacker's directory ----


def test_status_and_doctor_load_nothing_of_the_attacker(scene):
    path = attackers_file(scene, scene.module())
    done = run("status", env={"OPENSSL_CONF": path})
    assert done.returncode == 0 and "belongs to user 54321" in done.stdout
    assert "belongs to user 54321" in scene.doctor(OPENSSL_CONF=path)
    named = scene.file("named.cnf", provider(scene.home / "evil.so").replace("evil = e", "afterburner = e"))
    assert "belongs to user 54321" in scene.doctor(OPENSSL_CONF=named)
    assert not scene.mark.exists()


@pytest.mark.parametrize("mode,owner", [(0o777, 0), (0o755, ATTACKER)], ids=["that all can write", "of the attacker"])
def test_exec_in_a_directory(scene, mode, owner):
    """The attacker could replace the private configuration."""
    folder = scene.path / "tmp"
    folder.mkdir()
    folder.chmod(mode)
    os.chown(folder, owner, owner)
    assert "TMPDIR" in refused("exec", "touch", scene.mark, env={"TMPDIR": folder})
    assert not scene.mark.exists() and list(folder.iterdir()) == []


def test_exec_does_not_wait_for_a_fifo(scene):
    os.mkfifo(scene.path / "fifo")
    path = scene.file("c.cnf", f".include {scene.path}/fifo\n")
    assert "neither a regular file" in refused("exec", "true", env={"OPENSSL_CONF": path})


# ---- doctor PID ----


def test_names_are_quoted(scene):
    """The program's name contains escape sequences, and lines that doctor itself could have printed."""
    odd = scene.home / "x\x1b]0;owned\x07\nhealthy: forged\r; fix: run rm -rf \u202e\u009b31m"
    shutil.copy("/bin/cat", odd)
    with scene.process(str(odd), say_up=False) as pid:
        while os.readlink(f"/proc/{pid}/exe") != str(odd):
            time.sleep(0.01)
        text = scene.doctor(pid)
    assert "no OpenSSL in '" in text and text.count("\n") == 2 and "\nhealthy" not in text


ODD_CONF = "\x1b[2J\nhealthy: forged; fix: run 'x'"


def test_environment_is_quoted(scene):
    for name, value in (("OPENSSL_CONF", "/" + ODD_CONF), ("OPENSSL_CONF", ODD_CONF), ("AFTERBURNER_CPU", ODD_CONF),
                        ("OPENSSL_ia32cap", ODD_CONF)):
        with scene.process(env={name: value}) as pid:
            scene.doctor(pid)


def test_contents_of_files_are_quoted(scene):
    conf = scene.file("attackers/c.cnf", "openssl_conf = \"i\x1b[31m\x9b; fix: run $(id)\"\n", owner=ATTACKER)
    with scene.process(env={"OPENSSL_CONF": conf}) as pid:
        scene.doctor(pid)
    library = scene.home / "libcrypto.so.3"
    library.write_bytes(b'OPENSSLDIR: "/\x1b[2J\nhealthy: x"\0OpenSSL 1.1.1\x1b 1 x\0OpenSSL 1.1.1\x1b[31m 11 Sep\0'
                        + bytes(4096))
    scene.own(library)
    with scene.process(SYSTEM_PYTHON, "-S", "-c", maps(library)) as pid:
        scene.doctor(pid)


def maps(path, then=""):
    """Return a program that maps a file as code."""
    return (f"import mmap, os; f = open({str(path)!r}, 'r+b'); "
            f"m = mmap.mmap(f.fileno(), 0, prot=mmap.PROT_READ | mmap.PROT_EXEC){then}" + HOLD)


NAMES = ["x; touch $MARK;", "$(touch $MARK)", "`touch $MARK`", "x' ; touch $MARK; '", "x\n touch $MARK\n",
         "x&touch $MARK&",
         "--module=$EVIL", "-m $EVIL", "{a,b}", "~", "a b"]


@pytest.mark.parametrize("name", NAMES)
def test_advice_can_be_followed(scene, name):
    """The administrator pastes the advice into root's shell. The file's name must be one word of it."""
    evil = scene.module()
    name = name.replace("$MARK", "mark").replace("$EVIL", "evil.so")
    conf = scene.file(f"attackers/{name}", UPSTREAM, owner=ATTACKER)
    with scene.process(env={"OPENSSL_CONF": conf}) as pid:
        text = scene.doctor(pid)
    fix = re.search(r"; fix: as user 54321, run (.*)\n", text)[1]
    assert fix.startswith("afterburner enable --config ")
    env = clean_environment(PATH=f"{os.path.dirname(COMMAND)}:{os.environ['PATH']}")
    for shell in ("sh", "bash"):
        words = subprocess.run([shell, "-c", "set -- " + fix + '; printf "%s\\0" "$@"'], capture_output=True, env=env,
                               cwd=scene.home)
        if shell == "bash" or "$'" not in fix:  # $'' is in POSIX only since 2024
            assert words.stdout.decode().split("\0") == ["afterburner", "enable", "--config", str(conf), ""], fix
        assert not scene.mark.exists()
    done = subprocess.run(["bash", "-c", fix], capture_output=True, text=True, env=env, cwd=scene.home)
    assert not scene.mark.exists() and done.returncode == 2 and "belongs to user 54321" in done.stderr
    assert evil.exists()


def test_advice_on_a_configuration_that_loads_code(scene):
    conf = attackers_file(scene, scene.module())
    with scene.process(env={"OPENSSL_CONF": conf}) as pid:
        text = scene.doctor(pid)
    fix = re.search(r"; fix: (?:as user \d+, )?run (.*)\n", text)[1]
    for dry in ("", " --dry-run"):
        subprocess.run(["bash", "-c", fix + dry], capture_output=True,
                       env=clean_environment(PATH=f"{os.path.dirname(COMMAND)}:{os.environ['PATH']}"))
        assert not scene.mark.exists(), "the attacker's code has run"


# The configuration itself, mapped files and modules were already opened without waiting; the include was not.
@pytest.mark.parametrize("text", [".include {fifo}\n", ".include = \"{fifo}\"\n", ".include {dir}\n"])
def test_fifo_is_not_waited_for(scene, text):
    (scene.home / "d").mkdir()
    fifo = scene.home / "d" / "fifo.cnf"
    os.mkfifo(fifo)
    for path in (fifo, fifo.parent):
        scene.own(path)
    conf = scene.file("attackers/c.cnf", text.format(fifo=fifo, dir=fifo.parent), owner=ATTACKER)
    with scene.process(env={"OPENSSL_CONF": "/dev/null"}, say_up=True) as pid:
        assert "no openssl_conf line" in scene.doctor(pid)
    with scene.process(env={"OPENSSL_CONF": conf}) as pid:
        assert "neither a regular file nor a directory" in scene.doctor(pid)


TIOCSPTLCK, TIOCGPTN = 0x40045431, 0x80045430  # ioctl_tty(2)


class Terminal:
    """A terminal device that records whether anybody has opened it."""

    def __init__(self):
        self.main = os.open("/dev/ptmx", os.O_RDWR | os.O_NOCTTY)
        fcntl.ioctl(self.main, TIOCSPTLCK, struct.pack("i", 0))
        number = struct.unpack("i", fcntl.ioctl(self.main, TIOCGPTN, struct.pack("i", 0)))[0]
        self.path = pathlib.Path(f"/dev/pts/{number}")
        self.path.chmod(0o666)

    def was_opened(self):
        """Return whether its other end was closed, which requires that it was opened."""
        poll = select.poll()
        poll.register(self.main, select.POLLHUP)
        return any(events & select.POLLHUP for _, events in poll.poll(0))


@pytest.fixture
def terminal():
    try:
        made = Terminal()
    except OSError as e:
        pytest.skip(f"no terminals here: {e}")
    assert not made.was_opened()
    yield made
    os.close(made.main)


def test_terminal_notes_openings(terminal):
    os.close(os.open(terminal.path, os.O_RDWR | os.O_NOCTTY))
    assert terminal.was_opened()


def test_device_as_configuration_is_not_opened(scene, terminal):
    link = scene.home / "link.cnf"
    link.symlink_to(terminal.path)
    for path in (terminal.path, link):
        with scene.process(env={"OPENSSL_CONF": path}) as pid:
            assert "not a regular file" in scene.doctor(pid)
        assert not terminal.was_opened()
        refused("enable", "--config", path)
        assert run("status", env={"OPENSSL_CONF": path}).returncode == 0
        assert "not a regular file" in refused("exec", "true", env={"OPENSSL_CONF": path})
        assert not terminal.was_opened()


def test_device_as_include_or_module_is_not_opened(scene, terminal):
    include_it = scene.file("attackers/inc.cnf", f".include {terminal.path}\n", owner=ATTACKER)
    name_it = scene.file("attackers/mod.cnf", provider(terminal.path).replace("evil = e", "afterburner = e"),
                         owner=ATTACKER)
    for path in (include_it, name_it):
        with scene.process(env={"OPENSSL_CONF": path}) as pid:
            assert "regular file" in scene.doctor(pid)
        assert not terminal.was_opened()


def test_device_in_the_place_of_a_mapped_file_is_not_opened(scene, terminal):
    library = scene.home / "lib.so"
    library.write_bytes(bytes(4096))
    scene.own(library)
    swap = f"; os.unlink({str(library)!r}); os.symlink({str(terminal.path)!r}, {str(library)!r})"
    # The name in /proc/PID/maps then ends in " (deleted)", which doctor removes.
    with scene.process(SYSTEM_PYTHON, "-S", "-c", maps(library, swap)) as pid:
        assert "no OpenSSL in" in scene.doctor(pid)
    assert not terminal.was_opened()


def test_secrets_that_only_root_can_read_are_not_revealed(scene):
    """The attacker's configuration includes root's file and names a section after root's secret."""
    private = scene.file("private/secret.cnf", f"password = {SECRET}\n", mode=0o600)
    conf = scene.file("attackers/c.cnf", f".include {private}\nopenssl_conf = $password\n", owner=ATTACKER)
    with scene.process(env={"OPENSSL_CONF": conf}) as pid:
        assert SECRET not in scene.doctor(pid)
    with scene.process(env={"OPENSSL_CONF": private}) as pid:
        assert "Permission denied" in scene.doctor(pid)


def test_groups_of_the_process_count(scene):
    """Not an attack: doctor reads a process's configuration if the process's group may read it."""
    conf = scene.file("c.cnf", UPSTREAM, mode=0o640)
    os.chown(conf, 0, 4242)
    with scene.process(env={"OPENSSL_CONF": conf}, extra_groups=[7, 4242]) as pid:
        assert "does not list Afterburner" in scene.doctor(pid)
    with scene.process(env={"OPENSSL_CONF": conf}) as pid:
        assert "Permission denied" in scene.doctor(pid)


STOPS = """
import os, signal, sys, time
print("up", flush=True)
end = time.time() + 60
while time.time() < end:
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if int(pid) != os.getpid() and open(f"/proc/{pid}/comm").read() == "afterburner\\n":
                os.kill(int(pid), signal.{signal})
        except OSError:
            pass
"""


@pytest.mark.parametrize("number,says", [("SIGSTOP", "took too long"), ("SIGKILL", "crashed")])
def test_signals_to_the_child(scene, number, says):
    """A child has the attacker's rights, so the attacker can stop or kill it. Before the hardening there was no
    child."""
    with scene.process(env={"OPENSSL_CONF": "/dev/null"}) as target, \
            scene.process(SYSTEM_PYTHON, "-c", STOPS.replace("{signal}", number)):
        for _ in range(50):  # repeat until the attacker is in time
            done = run("doctor", target)
            if done.returncode == 2:
                break
        # If only a later child is stopped, what an earlier one found stands there, but no verdict.
        assert done.returncode == 2 and says in done.line and "healthy:" not in done.stdout


# ---- containers ----

needs_mounts = pytest.mark.skipif(os.geteuid() != 0 or not may_mount(),
                                  reason="may not mount in a namespace of its own here")


@contextlib.contextmanager
def container(scene, prepare, conf):
    """Run a process of the attacker's that sees a tmpfs at scene.path/inside."""
    inside = scene.path / "inside"
    inside.mkdir()
    program = f"import os; os.setgroups([]); os.setgid({ATTACKER}); os.setuid({ATTACKER}); {USES_OPENSSL}"
    script = (f"mount -t tmpfs -o mode=755 none '{inside}' && cd '{inside}' && {prepare} && "
              f"exec {SYSTEM_PYTHON} -c \"$0\"")
    with scene.process(*MOUNT, script, program, env={"OPENSSL_CONF": conf}, user=0, group=0) as pid:
        yield pid


@needs_mounts
def test_links_of_a_container_stay_in_it(scene):
    """An absolute link led out of /proc/PID/root to a file of the host."""
    inside = scene.path / "inside"
    prepare = f"mkdir r && echo 'openssl_conf = contained' > r/real.cnf && ln -s '{inside}/r/real.cnf' c.cnf"
    with container(scene, prepare, inside / "c.cnf") as pid:
        (inside / "r").mkdir()
        (inside / "r" / "real.cnf").write_text("openssl_conf = hosts\n")
        text = scene.doctor(pid)
    assert "names section [contained]" in text and "root or container of its own" in text


@needs_mounts
def test_includes_of_a_container_stay_in_it(scene):
    inside = scene.path / "inside"
    (scene.path / "host.cnf").write_text("openssl_conf = hosts\n")
    with container(scene, f"echo 'openssl_conf = contained' > real.cnf && echo '.include {inside}/real.cnf' > c.cnf",
                   inside / "c.cnf") as pid:
        (inside / "real.cnf").write_text("openssl_conf = hosts\n")
        assert "names section [contained]" in scene.doctor(pid)


@needs_mounts
def test_advice_for_a_container_names_its_own_path(scene):
    """/proc/PID/root/... led to the host's file of that name."""
    inside = scene.path / "inside"
    with container(scene, "echo > c.cnf", inside / "c.cnf") as pid:
        (inside / "c.cnf").write_text("# the host's\n")
        text = scene.doctor(pid)
        assert (f"; fix: as user {ATTACKER}, run afterburner enable --config {inside}/c.cnf in its container or root\n"
                in text)
        refused("enable", "--config", f"/proc/{pid}/root{inside}/c.cnf")
        assert "link of /proc" in refused("exec", "true", env={"OPENSSL_CONF": f"/proc/{pid}/root{inside}/c.cnf"})
    assert (inside / "c.cnf").read_text() == "# the host's\n"


def test_change_of_root(scene):
    """Links of a process that called chroot stay below its root; so does its current directory."""
    root = scene.path / "root"
    (root / "etc").mkdir(parents=True)
    scene.file("root/etc/real.cnf", "openssl_conf = inside\n")
    (root / "etc/c.cnf").symlink_to("/../../etc/real.cnf")
    real = os.path.realpath(LIBCRYPTO[1])
    (root / real[1:]).parent.mkdir(parents=True)
    shutil.copy(real, root / real[1:])
    program = f"{USES_OPENSSL.removesuffix(HOLD)}; import os; os.chroot({str(root)!r}); os.chdir('/etc'); " \
              f"os.setgroups([]); os.setgid({ATTACKER}); os.setuid({ATTACKER})" + HOLD
    for name in ("/etc/c.cnf", "c.cnf", "../etc/c.cnf"):
        with scene.process(SYSTEM_PYTHON, "-c", program, env={"OPENSSL_CONF": name}, user=0, group=0) as pid:
            assert "names section [inside]" in scene.doctor(pid)


# ---- races ----


def test_directory_that_is_exchanged(scene):
    """While the file is tested, replace the checked directory by another that has a second link to the file.

    The new file and the backup must not go there. A module that the file names makes the exchange."""
    folder, aside = scene.path / "etc", scene.path / "aside"
    folder.mkdir()
    work = (f'    if (rename("{folder}", "{aside}") == 0) {{\n        if (symlink("{scene.home}", "{folder}") != 0)\n'
            f'            perror("symlink");\n        if (link("{aside}/c.cnf", "{scene.home}/c.cnf") != 0)\n'
            f'            perror("link");\n    }}\n')
    path = scene.file("etc/c.cnf", provider(scene.module("good.so", owner=0, work=work)))
    run("enable", "--config", path)
    assert scene.mark.exists() and folder.is_symlink(), "the directory was not exchanged"
    assert sorted(p.name for p in scene.home.iterdir()) == ["c.cnf", "mark"]
    assert "BEGIN afterburner" not in (scene.home / "c.cnf").read_text()


def test_links_that_change_all_the_time(scene):
    """A path leads by turns to a good file and to the attacker's: the file that was checked is the one that is used."""
    evil = scene.module()
    good = scene.file("good.cnf", UPSTREAM)
    bad = scene.file("attackers/bad.cnf", provider(evil), owner=ATTACKER)
    link = scene.home / "link.cnf"
    program = f"""
import os
print("up", flush=True)
while True:
    for target in ({str(good)!r}, {str(bad)!r}):
        os.symlink(target, {str(link)!r} + ".new")
        os.rename({str(link)!r} + ".new", {str(link)!r})
"""
    with scene.process(SYSTEM_PYTHON, "-c", program):
        for _ in range(30):
            assert run("enable", "--config", link, "--dry-run").returncode == 2
    assert not scene.mark.exists() and good.read_text() == UPSTREAM


# ---- other output ----


def test_messages_have_no_control_characters():
    for name in (b"\xc2\x9b31m", b"\x9b31m", b"\x1b[31m", "\u202e".encode(), "\u2028".encode(), b"\xff"):
        for args in ((b"exec", name), (b"doctor", name), (b"enable", b"--config", b"/nonexistent/" + name), (name,)):
            done = subprocess.run([COMMAND.encode(), *args], capture_output=True, env=clean_environment())
            assert done.returncode in (2, 127) and re.fullmatch(rb"[ -~]+\n", done.stderr), done
    done = subprocess.run([COMMAND, "exec", "/nonexistent/ä€😀"], capture_output=True, text=True,
                          env=clean_environment())
    assert "/nonexistent/ä€😀" in done.stderr


def test_json_is_valid_for_any_names(scene):
    for name in (b"\xff", b"\xc2\x9b", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", "ä€😀".encode()):
        env = {**{os.fsencode(k): os.fsencode(v) for k, v in clean_environment().items()},
               b"OPENSSL_CONF": os.fsencode(scene.path) + b"/" + name}
        done = subprocess.run([COMMAND, "status", "--json"], capture_output=True, env=env)
        config = json.loads(done.stdout.decode())["live"]["config"]
        assert "\u009b" not in done.stdout.decode() and config.startswith(str(scene.path))


def test_status_options_refuse_devices_as_modules(terminal):
    assert "not a regular file" in refused("status", "--module", terminal.path)
    assert not terminal.was_opened()
