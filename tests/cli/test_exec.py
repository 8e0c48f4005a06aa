"""afterburner exec: the program uses the module, exec ends as the program does, and nothing is left behind."""
import os
import shutil
import signal
import subprocess
import sys
import time

import pytest

from conftest import COMMAND, COMPANION, MODULE, SECRET, UPSTREAM, as_nobody, clean_environment, refused, run

SERVED = "afterburner: AES-CTR: serves with"
STRICT = """\
openssl_conf = init
[init]
ssl_conf = ssl
[ssl]
system_default = strict
[strict]
MinProtocol = TLSv1.3
CipherString = DEFAULT@SECLEVEL=3
"""


@pytest.fixture
def tmpdir_env(tmp_path):
    """Set a TMPDIR for the test; it must be empty at the end."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    yield {"TMPDIR": folder}
    assert list(folder.iterdir()) == []


def execute(*args, env=None, options=("--log", "info")):
    return run("exec", *options, "--", *args, env=env)


OPENSSL = ["openssl", "enc", "-aes-256-ctr", "-K", "0" * 64, "-iv", "0" * 32, "-in", "/dev/null"]
# Use 128 bits: where Node.js is linked with libcrypto 3.5 or later, its random generator has taken AES-256-CTR from the
# default provider before the script runs (openssl/openssl#31568, docs/what-is-not-ours.md).
NODE = ["node", "-e", "require('crypto').createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update('a')"]
PYTHON = [sys.executable, "-c", "from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes\n"
          "Cipher(algorithms.AES(bytes(32)), modes.CTR(bytes(16))).encryptor().update(b'a')"]
CHILD = [sys.executable, "-c", f"import subprocess; subprocess.run({OPENSSL!r}, close_fds=True)"]
SHELL = ["sh", "-c", "for fd in 3 4 5 6 7 8 9; do eval \"exec $fd>&-\"; done; " + " ".join(OPENSSL)]


@pytest.mark.parametrize("program", [OPENSSL, NODE, PYTHON, CHILD, SHELL],
                         ids=["openssl", "node", "cryptography", "closed descriptors", "shell"])
def test_programs_use_the_module(program, tmpdir_env):
    if shutil.which(program[0]) is None:
        pytest.skip(f"no {program[0]}")
    done = execute(*program, env=tmpdir_env)
    assert done.returncode == 0 and SERVED in done.stderr, done.stderr


def test_the_name_may_be_left_out(tmpdir_env):
    done = run("--", "openssl", "list", "-providers", env=tmpdir_env)
    assert done.returncode == 0 and "fterburner" in done.stdout, done.stderr
    assert run("--", "sh", "-c", "exit 7", env=tmpdir_env).returncode == 7
    assert run("--", env=tmpdir_env).returncode == 2


def test_curl_runs(tmpdir_env):
    if shutil.which("curl") is None:
        pytest.skip("no curl")
    assert execute("curl", "-s", "https://127.0.0.1:1/", env=tmpdir_env).returncode == 7  # nothing listens there


CERTIFICATES = [sys.executable, "-c", "import ssl; print(len(ssl.create_default_context().get_ca_certs()))"]


@pytest.mark.parametrize("program", [OPENSSL, CERTIFICATES, ["true"]], ids=["openssl", "python", "true"])
def test_companion_changes_no_result(program, tmpdir_env):
    without = execute(*program, env=tmpdir_env, options=())
    done = execute(*program, env=tmpdir_env, options=("--companion",))
    assert (done.returncode, done.stdout, done.stderr) == (0, without.stdout, "")


def test_companion_comes_before_other_preloaded_libraries(tmpdir_env):
    env = {**tmpdir_env, "LD_PRELOAD": "libm.so.6"}
    done = execute("sh", "-c", "echo $LD_PRELOAD", env=env, options=("--companion",))
    assert done.stdout == f"{COMPANION}:libm.so.6\n"


@pytest.mark.parametrize("name, fault", [("elsewhere", "no libafterburner-companion.so"), ("a space", "has a space")])
def test_companion_that_cannot_be_preloaded(name, fault, tmp_path, tmpdir_env):
    folder = tmp_path / name
    folder.mkdir()
    shutil.copy(MODULE, folder)
    if name == "a space":
        shutil.copy(COMPANION, folder)
    assert fault in refused("exec", "--companion", "--module", folder / "afterburner.so", "true", env=tmpdir_env)


def test_options_reach_the_module(tmpdir_env):
    done = execute(*OPENSSL, env=tmpdir_env, options=("--cpu", "aesni", "--log", "info", "--threads", "1"))
    assert "level sse41" in done.stderr
    off = execute(*OPENSSL, env=tmpdir_env, options=("--algorithms", "-AES-256-CTR", "--log", "info"))
    assert off.returncode == 0 and SERVED not in off.stderr


def test_options_stop_at_the_command(tmpdir_env):
    assert run("exec", "echo", "--cpu", "--help", env=tmpdir_env).stdout == "--cpu --help\n"
    assert run("exec", "--", "echo", "--", "x", env=tmpdir_env).stdout == "-- x\n"


@pytest.mark.parametrize("status", [0, 1, 2, 125, 126, 127, 255])
def test_exit_status_is_the_programs(status, tmpdir_env):
    assert execute("sh", "-c", f"exit {status}", env=tmpdir_env).returncode == status


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGSEGV, signal.SIGINT, signal.SIGPIPE])
def test_death_by_signal_is_the_programs(number, tmpdir_env):
    assert execute("sh", "-c", f"kill -{int(number)} $$", env=tmpdir_env).returncode == -number


def test_program_that_cannot_be_run(tmpdir_env, tmp_path):
    (tmp_path / "plain").write_text("x")
    for program, status in (
        ("no-such-program", 127),
        ("/nonexistent/x", 127),
        (tmp_path / "plain", 126),
        (tmp_path, 126),
    ):
        done = execute(program, env=tmpdir_env)
        assert done.returncode == status and done.line.startswith("afterburner exec: cannot run")


def test_no_program():
    assert "no command to run" in refused("exec")
    assert "no command to run" in refused("exec", "--")


def effective(env=None):
    """Return the whole configuration file that a program under exec reads."""
    return execute("sh", "-c", 'cat "$OPENSSL_CONF"', env=env, options=()).stdout


def test_settings_of_the_system_stay_in_force(tmp_path, tmpdir_env):
    """system_default stays in force: with security level 3, a key of 2048 bits is refused and only TLS 1.3 is offered.
    """
    conf = tmp_path / "strict.cnf"
    conf.write_text(STRICT)
    ask = "import ssl; c = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT); print(int(c.minimum_version), c.security_level)"
    python = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else "python3"
    plain = subprocess.run(
        [python, "-c", ask], capture_output=True, text=True, env=clean_environment(OPENSSL_CONF=conf)
    )
    done = execute(python, "-c", ask, env={"OPENSSL_CONF": conf, **tmpdir_env})
    assert done.stdout == plain.stdout
    if plain.stdout.split()[-1] != "3":
        pytest.skip("this Python sets a security level of its own")


def test_existing_providers_stay_active(tmp_path, tmpdir_env):
    conf = tmp_path / "c.cnf"
    conf.write_text(
        UPSTREAM.replace(
            "default = default_sect", "default = default_sect\nlegacy = legacy_sect\n[legacy_sect]\nactivate = 1"
        )
    )
    done = execute("openssl", "list", "-providers", env={"OPENSSL_CONF": conf, **tmpdir_env})
    for name in ("default", "legacy", "afterburner"):
        assert f"\n  {name}\n" in done.stdout


def test_enabled_configuration_is_overridden(tmp_path, tmpdir_env):
    conf = tmp_path / "c.cnf"
    conf.write_text(UPSTREAM)
    assert run("enable", "--config", conf, "--cpu", "none").returncode == 0
    done = execute(*OPENSSL, env={"OPENSSL_CONF": conf, **tmpdir_env}, options=("--cpu", "aesni", "--log", "info"))
    assert "serves with aesni" in done.stderr


def test_relative_configuration(tmp_path, tmpdir_env):
    (tmp_path / "a b.cnf").write_text("# x\n")
    done = run(
        "exec", "sh", "-c", 'cd /; cat "$OPENSSL_CONF"', env={"OPENSSL_CONF": "a b.cnf", **tmpdir_env}, cwd=tmp_path
    )
    assert f'.include = "{tmp_path}/a b.cnf"\n' in done.stdout


def test_no_configuration(tmpdir_env):
    for name in ("", "/dev/null"):
        assert SERVED in execute(*OPENSSL, env={"OPENSSL_CONF": name, **tmpdir_env}).stderr


@pytest.mark.parametrize("text,reason", [
    (f"this is {SECRET}\n", "line 1"),
    ("openssl_conf = i\n[i]\nnone = x\n", "does not load"),
    ("openssl_conf = i\n[i]\nalg_section = a\n[a]\ndefault_properties = fips=yes\n", "FIPS"),
], ids=["syntax", "unknown module", "FIPS"])
def test_unusable_configuration_is_refused(tmp_path, text, reason, tmpdir_env):
    conf = tmp_path / "c.cnf"
    conf.write_text(text)
    assert reason in refused("exec", "touch", tmp_path / "ran", env={"OPENSSL_CONF": conf, **tmpdir_env})
    assert not (tmp_path / "ran").exists()


def test_missing_configuration_is_refused(tmp_path, tmpdir_env):
    assert "No such file" in refused("exec", "true", env={"OPENSSL_CONF": tmp_path / "none", **tmpdir_env})
    assert "not a regular file" in refused("exec", "true", env={"OPENSSL_CONF": tmp_path, **tmpdir_env})


def test_configuration_that_cannot_be_read(public_dir):
    conf = public_dir / "c.cnf"
    conf.write_text("")
    conf.chmod(0o600)
    done = subprocess.run(as_nobody(str(public_dir / "afterburner"), "exec", "true"), capture_output=True, text=True,
                          env=clean_environment(OPENSSL_CONF=conf))
    assert done.returncode == 2 and "Permission denied" in done.stderr


def test_no_directory_for_the_private_file(public_dir):
    folder = public_dir / "tmp"
    folder.mkdir()
    folder.chmod(0o555)
    done = subprocess.run(as_nobody(str(public_dir / "afterburner"), "exec", "true"), capture_output=True, text=True,
                          env=clean_environment(TMPDIR=folder))
    assert done.returncode == 2 and "TMPDIR" in done.stderr


def test_private_file_is_readable_but_not_writable_by_others(tmpdir_env):
    done = execute(
        "sh", "-c", 'stat -c "%a %u" "$OPENSSL_CONF" "$(dirname "$OPENSSL_CONF")"', env=tmpdir_env, options=()
    )
    assert done.stdout == f"644 {os.geteuid()}\n755 {os.geteuid()}\n"
    private = effective(tmpdir_env)
    assert "ENV" not in private and "PATH" not in private


class Background:
    """A program under exec that has started, and what it received."""

    def __init__(self, tmpdir_env, script, **kwargs):
        self.process = subprocess.Popen([COMMAND, "exec", "--", "sh", "-c", script], stdout=subprocess.PIPE, text=True,
                                        env=clean_environment(**tmpdir_env), **kwargs)
        assert self.process.stdout.readline() == "up\n"

    def end(self):
        out = self.process.communicate(timeout=600)[0]
        return self.process.returncode, out


WAIT = "while :; do sleep 0.05; done"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1])
def test_signals_reach_the_program(number, tmpdir_env):
    name = signal.Signals(number).name[3:]
    b = Background(tmpdir_env, f"trap 'echo got; exit 5' {name}; echo up; {WAIT}")
    b.process.send_signal(number)
    assert b.end() == (5, "got\n")


def test_signal_that_the_program_does_not_catch(tmpdir_env):
    b = Background(tmpdir_env, f"echo up; {WAIT}")
    b.process.send_signal(signal.SIGTERM)
    assert b.end()[0] == -signal.SIGTERM


def test_sigkill_takes_the_program_along(tmp_path):
    b = Background({"TMPDIR": tmp_path}, f"echo up; {WAIT}")
    b.process.kill()
    assert b.end()[0] == -signal.SIGKILL  # communicate would hang if the program still held the pipe


def test_ignored_signals_stay_ignored(tmpdir_env):
    done = subprocess.run(["sh", "-c", f"trap '' CHLD INT; exec {COMMAND} exec -- sh -c 'kill -INT $$; exit 4'"],
                          env=clean_environment(**tmpdir_env))
    assert done.returncode == 4


def test_stopping_and_carrying_on(tmpdir_env):
    b = Background(tmpdir_env, "echo up; kill -STOP $$; exit 6")
    deadline = time.time() + 600
    while os.waitid(os.P_PID, b.process.pid, os.WSTOPPED | os.WNOHANG | os.WNOWAIT) is None:
        assert time.time() < deadline, "the command did not stop with its program"
        time.sleep(0.01)
    os.kill(b.process.pid, signal.SIGCONT)
    assert b.end()[0] == 6


def test_standard_streams_pass_through(tmpdir_env):
    done = run("exec", "sh", "-c", "cat; echo err >&2", env=tmpdir_env, stdin="in\n")
    assert (done.stdout, done.stderr) == ("in\n", "err\n")


def test_no_descriptor_is_passed_on(tmpdir_env):
    done = run("exec", "sh", "-c", "ls /proc/$$/fd", env=tmpdir_env)
    assert set(done.stdout.split()) <= {"0", "1", "2", "10", "255"}


def test_without_aes_instructions_programs_run(tmpdir_env):
    done = execute(*OPENSSL, env={"OPENSSL_ia32cap": "~0x200000200000000", **tmpdir_env})
    assert done.returncode == 0 and SERVED not in done.stderr


def test_many_at_once(tmpdir_env):
    several = [
        subprocess.Popen([COMMAND, "exec", "--", *OPENSSL], env=clean_environment(**tmpdir_env)) for _ in range(8)
    ]
    assert [p.wait() for p in several] == [0] * 8
