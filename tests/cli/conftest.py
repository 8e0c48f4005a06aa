"""Shared by the suites of this folder. CTest sets AB_COMMAND and AB_MODULE; the default is a build tree."""
import os
import pathlib
import shutil
import subprocess
import tempfile

import pytest

BUILD = pathlib.Path(__file__).parents[2] / "build"
COMMAND = os.environ.get("AB_COMMAND", str(BUILD / "afterburner"))
MODULE = os.environ.get("AB_MODULE", str(BUILD / "afterburner.so"))
COMPANION = str(pathlib.Path(MODULE).parent / "libafterburner-companion.so")
IMPLEMENTATIONS = os.environ.get("AB_IMPLEMENTATIONS", str(BUILD / "tests/kernels/implementations_test"))
SYSTEM_CONF = pathlib.Path("/etc/ssl/openssl.cnf")
SECRET = "s3cret-pass-phrase"
TIMEOUT = 600

NO_AESNI = "~0x200000200000000"  # OPENSSL_ia32cap(3): clears AES and PCLMULQDQ

# OpenSSL's own openssl.cnf, shortened: it has sections for providers, but activates none.
UPSTREAM = """\
HOME = .
openssl_conf = openssl_init
[openssl_init]
providers = provider_sect
ssl_conf = ssl_sect
[provider_sect]
default = default_sect
[default_sect]
# activate = 1
[ssl_sect]
system_default = system_default_sect
[system_default_sect]
MinProtocol = TLSv1.2
"""


def clean_environment(**more):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("OPENSSL", "AFTERBURNER", "AB_"))}
    env.pop("NO_COLOR", None)
    env.update({"LC_ALL": "C.UTF-8"})
    env.update({k: str(v) for k, v in more.items()})
    return env


class Result(subprocess.CompletedProcess):
    @property
    def line(self):
        """Return the only line of stderr."""
        assert self.stderr.endswith("\n") and self.stderr.count("\n") == 1, self.stderr
        return self.stderr[:-1]


def run(*args, command=COMMAND, env=None, cwd=None, stdin=None):
    done = subprocess.run([str(command), *map(str, args)], capture_output=True, text=True, timeout=TIMEOUT, cwd=cwd,
                          env=clean_environment(**(env or {})), input=stdin)
    assert SECRET not in done.stdout + done.stderr
    return Result(done.args, done.returncode, done.stdout, done.stderr)


def refused(*args, **kwargs):
    """Run a command that must fail with status 2, nothing on stdout and one line on stderr; return that line."""
    done = run(*args, **kwargs)
    assert (done.returncode, done.stdout) == (2, ""), done
    assert done.line.startswith("afterburner")
    return done.line


def not_sanitized():
    if os.environ.get("AB_SANITIZE"):
        pytest.skip("a sanitized module serves no stranger's program")


def served(conf, name="AES-256-CTR"):
    """Return which provider a program with this configuration uses for a cipher, by the module's own log."""
    not_sanitized()
    done = subprocess.run(["openssl", "enc", f"-{name.lower()}", "-K", "0" * 64, "-iv", "0" * 32], input=b"x" * 20,
                          capture_output=True, env=clean_environment(OPENSSL_CONF=conf))
    assert done.returncode == 0, done.stderr
    return "afterburner" if b"afterburner: AES-CTR: serves" in done.stderr else "default"


@pytest.fixture
def public_dir():
    """Make a directory that other users can read, with the command and the module in it."""
    path = pathlib.Path(tempfile.mkdtemp(prefix="ab-cli-test-"))
    path.chmod(0o755)
    for source in (COMMAND, MODULE):
        shutil.copy(source, path)
    yield path
    shutil.rmtree(path)


def as_nobody(*args):
    """Return the words that run args without root's rights."""
    if os.geteuid() != 0:
        return list(args)
    if shutil.which("setpriv") is None:
        pytest.skip("no setpriv to give up root's rights with")
    return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--", *args]


MOUNT = ["unshare", "-m", "--propagation", "private", "sh", "-c"]


def may_mount():
    """Return whether a shell behind the words of MOUNT may mount."""
    return shutil.which("unshare") is not None and subprocess.run(
        [*MOUNT, "mount -t tmpfs none /mnt"], capture_output=True).returncode == 0
