"""32-bit and 64-bit programs on one machine: doctor tells them apart, and enable writes a path that serves both."""
import contextlib
import os
import pathlib
import shutil
import struct
import subprocess

import pytest

from conftest import MODULE, MOUNT, UPSTREAM, clean_environment, may_mount, run

# i386: write(1, "up\n", 3); read(0, esp, 1); exit(0). The text is behind the code.
CODE = bytes.fromhex("b804000000 bb01000000 b900000000 ba03000000 cd80 b803000000 31db 89e1 ba01000000 cd80"
                     "b801000000 31db cd80")
BASE, HEAD = 0x08048000, 52 + 32


def elf32(kind, content):
    """Return an i386 ELF file (kind 2: program, 3: shared object) whose only segment is the whole file."""
    size = HEAD + len(content)
    return struct.pack("<4sBBBB8xHHIIIIIHHHHHH", b"\x7fELF", 1, 1, 1, 0, kind, 3, 1, BASE + HEAD, 52, 0, 0, 52, 32, 1,
                       0, 0, 0) + struct.pack("<8I", 1, 0, BASE, BASE, size, size, 5, 4096) + content


def program32(path, folder):
    """Write a program of 32 bits with an OpenSSL inside, whose configuration is in `folder`."""
    code = CODE[:11] + struct.pack("<I", BASE + HEAD + len(CODE)) + CODE[15:]
    texts = f'up\n\0OPENSSLDIR: "{folder}"\0OpenSSL 3.0.17 1 Jul 2025\0OSSL_provider_init\0dlfcn_load\0'
    path.write_bytes(elf32(2, code + texts.encode()))
    path.chmod(0o755)
    return path


@contextlib.contextmanager
def running(program, **env):
    try:
        process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   env=clean_environment(**env))
    except OSError:
        pytest.skip("this kernel runs no 32-bit programs")
    try:
        assert process.stdout.readline() == b"up\n"
        yield process.pid
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
def program(tmp_path):
    return program32(tmp_path / "program", tmp_path)


def configuration(tmp_path, module):
    path = tmp_path / "openssl.cnf"
    path.write_text(run("config").stdout.replace(MODULE, str(module)))
    return path


def examine(pid):
    done = run("doctor", pid)
    assert done.stderr == "" and done.returncode in (0, 1)
    return done.stdout


def test_process_of_the_other_kind_is_named(tmp_path, program):
    with running(program, OPENSSL_CONF=configuration(tmp_path, MODULE)) as pid:
        text = examine(pid)
    assert f"{program}, of 32 bits\n" in text and "openssl: 3.0.17" in text
    assert f"finding: the module {MODULE} is for 64-bit programs; fix: install the module for programs like" in text
    assert text.count("finding: ") == 1


def test_module_of_its_kind_is_right(tmp_path, program):
    module = tmp_path / "afterburner.so"
    module.write_bytes(elf32(3, b""))
    with running(program, OPENSSL_CONF=configuration(tmp_path, module)) as pid:
        text = examine(pid)
    assert text.count("finding: ") == 1 and "is right, but the process has not loaded the module" in text


def test_module_of_its_kind_is_wrong_for_others(tmp_path):
    module = tmp_path / "afterburner.so"
    module.write_bytes(elf32(3, b""))
    done = run("doctor", env={"OPENSSL_CONF": configuration(tmp_path, module)})
    assert f"finding: the module {module} is for 32-bit programs; fix: install the module for" in done.stdout
    module.write_bytes(elf32(3, b"")[:-40])
    done = run("doctor", env={"OPENSSL_CONF": configuration(tmp_path, module)})
    assert f"finding: the module {module} is no shared object" in done.stdout
    module.write_bytes(elf32(3, bytes(100))[:-40])
    done = run("doctor", env={"OPENSSL_CONF": configuration(tmp_path, module)})
    assert f"finding: the module {module} is cut short" in done.stdout


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root")
def test_raised_rights_are_seen(public_dir):
    program = program32(public_dir / "program", public_dir)
    os.chown(program, 65534, 65534)
    program.chmod(0o4755)
    with running(program, OPENSSL_CONF=configuration(public_dir, MODULE)) as pid:
        auxv = pathlib.Path(f"/proc/{pid}/auxv").read_bytes()
        if (23, 1) not in struct.iter_unpack("<II", auxv):
            pytest.skip("set-user-id has no effect on this file system")
        assert "OPENSSL_CONF is ignored" in examine(pid)


FOLDERS = ["x86_64-linux-gnu", "i386-linux-gnu"]
INSTALLED = f"/usr/lib/{FOLDERS[0]}/ossl-modules/afterburner.so"


def with_both(tmp_path, script, modules=FOLDERS):
    """Run a shell script where the module is installed for these kinds of programs, without a trace elsewhere."""
    (tmp_path / "32.so").write_bytes(elf32(3, b""))
    (tmp_path / "ssl").mkdir(exist_ok=True)
    (tmp_path / "ssl/openssl.cnf").write_text(UPSTREAM)
    sources = {FOLDERS[0]: MODULE, FOLDERS[1]: tmp_path / "32.so"}
    install = "".join(f"install -D -m 644 '{sources[x]}' /usr/lib/{x}/ossl-modules/afterburner.so && " for x in modules)
    layers = tmp_path / "layers"
    words = [*MOUNT, f"mkdir '{layers}' && mount -t tmpfs none '{layers}' && cd '{layers}' && mkdir upper work && "
             "mount -t overlay -o lowerdir=/usr/lib,upperdir=upper,workdir=work none /usr/lib || exit 77; "
             f"cd /; {install} true || exit 78; {script}"]
    command = os.environ.get("AB_COMMAND", "afterburner")
    done = subprocess.run(words, capture_output=True, text=True, timeout=600,
                          env=clean_environment(CONF=tmp_path / "ssl/openssl.cnf", COMMAND=command, MODULE=INSTALLED))
    if done.returncode == 77:
        pytest.skip("no overlay can be mounted here")
    return done


needs_debian = pytest.mark.skipif(
    os.geteuid() != 0 or not may_mount() or not pathlib.Path(f"/usr/lib/{FOLDERS[0]}/ossl-modules").is_dir()
    or shutil.which("openssl") is None, reason="needs root, mounts, and the folders of Debian")
ENABLE = "$COMMAND enable --log info --config $CONF --module $MODULE && "


@needs_debian
def test_enable_names_both(tmp_path):
    done = with_both(tmp_path, ENABLE + "export OPENSSL_CONF=$CONF && grep ^module $CONF && "
                     "$COMMAND doctor && $COMMAND status --module $MODULE && "
                     "echo x | openssl enc -aes-256-ctr -K 00 -iv 00 >/dev/null && "
                     + ENABLE + "$COMMAND disable --config $CONF")
    assert done.returncode == 0, done
    assert 'module = "/usr/$LIB/ossl-modules/afterburner.so"\n' in done.stdout
    assert f"healthy: Afterburner serves programs started from here ({INSTALLED}, by" in done.stdout
    assert "live by default  yes" in done.stdout and "not the one shown here" not in done.stdout
    assert "nothing to do" in done.stdout and "afterburner: AES-CTR: serves" in done.stderr
    assert (tmp_path / "ssl/openssl.cnf").read_text() == UPSTREAM


@needs_debian
def test_enable_alone_keeps_the_path(tmp_path):
    done = with_both(tmp_path, ENABLE + "grep ^module $CONF", FOLDERS[:1])
    assert f"module = {INSTALLED}\n" in done.stdout, done


@needs_debian
def test_counterpart_that_others_may_change_is_left(tmp_path):
    done = with_both(tmp_path, f"chmod 666 /usr/lib/{FOLDERS[1]}/ossl-modules/afterburner.so; " + ENABLE
                     + "grep ^module $CONF")
    assert f"module = {INSTALLED}\n" in done.stdout, done


@needs_debian
def test_process_of_each_kind_under_one_configuration(tmp_path, program):
    done = with_both(tmp_path, ENABLE + f"mkfifo '{tmp_path}/in' && export OPENSSL_CONF=$CONF && "
                     f"('{program}' <'{tmp_path}/in' >/dev/null & echo $! >'{tmp_path}/pid') && "
                     f"exec 3>'{tmp_path}/in' && "
                     f"sleep 1 && $COMMAND doctor $(cat '{tmp_path}/pid'); kill $(cat '{tmp_path}/pid')")
    if "of 32 bits" not in done.stdout:
        pytest.skip("this kernel runs no 32-bit programs")
    assert done.stdout.count("finding: ") == 1 and "has not loaded the module" in done.stdout, done
