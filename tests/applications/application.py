"""Describe an application of the matrix."""
import dataclasses
import pathlib
import re
import shutil
import subprocess
from collections.abc import Callable

SEARCH = "/usr/sbin:/usr/bin:/sbin:/bin"


@dataclasses.dataclass(frozen=True)
class Identity:
    """Which program was tested and which OpenSSL it uses."""
    version: str
    openssl: str
    is_static: bool


@dataclasses.dataclass(frozen=True)
class Application:
    """A program and the work that it does.

    work(side) does the work on that side and returns what must be the same on every side; it fails if an answer is
    wrong in itself.
    """
    name: str
    programs: tuple[str, ...]      # executables and plugins that it needs; without them it is skipped, with a reason
    does: str                      # for the table
    lives: str                     # likewise: what it goes through: reloads, restarts, forks
    serves: frozenset[str]         # families that the module must log, as far as it offers them on this processor
    identify: Callable[[], Identity]
    work: Callable[..., object]

    def missing(self):
        return [name for name in self.programs if not is_installed(name)]


def find(name):
    """Return the path of the distribution's program; None if it is not installed."""
    return shutil.which(name, path=SEARCH)


def is_installed(name):
    """Return whether the distribution's program, or a plugin by its path, is installed."""
    return pathlib.Path(name).exists() if name.startswith("/") else find(name) is not None


def output(command):
    """Return what a command prints, on either stream."""
    environment = {"PATH": SEARCH, "OPENSSL_CONF": "/dev/null"}
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, env=environment)
    return done.stdout + done.stderr


def version(command, pattern):
    return re.search(pattern, output(command)).group(1)


def shared_openssl(binary):
    """Return the version of the libcrypto that an executable or library is linked with."""
    path = re.search(r"libcrypto\.so\S* => (\S+)", output(["ldd", str(binary)]))
    assert path, f"{binary} is not linked against libcrypto"
    return re.search(rb"OpenSSL (\d+\.\d+\.\d+\S*) +\d", pathlib.Path(path.group(1)).read_bytes()).group(1).decode()


def shared(name, command, pattern, library=None):
    """Identify a program that uses the system's OpenSSL. library: the file linked with libcrypto, if it is not the
    program itself."""
    return lambda: Identity(version([find(name), *command], pattern), shared_openssl(library or find(name)), False)
