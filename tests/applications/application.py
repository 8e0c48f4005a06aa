"""What the matrix knows of an application."""
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
    """
    A program and the work it does. work(side) does it on that side and returns what has to be the same on every side;
    it fails if an answer is wrong by itself.
    """
    name: str
    programs: tuple[str, ...]      # executables it takes; without them it is left out, with a reason
    does: str                      # for the table
    lives: str                     # likewise: what it goes through: reloads, restarts, forks
    serves: frozenset[str]         # families that the module has to log at least, of those it offers on this processor
    identify: Callable[[], Identity]
    work: Callable[..., object]

    def missing(self):
        return [name for name in self.programs if find(name) is None]


def find(name):
    """The distribution's program; None if it is not installed."""
    return shutil.which(name, path=SEARCH)


def output(command):
    """What it says, on either stream."""
    environment = {"PATH": SEARCH, "OPENSSL_CONF": "/dev/null"}
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, env=environment)
    return done.stdout + done.stderr


def version(command, pattern):
    return re.search(pattern, output(command)).group(1)


def shared_openssl(binary):
    """The version of the libcrypto that an executable or library is linked against."""
    path = re.search(r"libcrypto\.so\S* => (\S+)", output(["ldd", str(binary)]))
    assert path, f"{binary} is not linked against libcrypto"
    return re.search(rb"OpenSSL (\d+\.\d+\.\d+\S*) +\d", pathlib.Path(path.group(1)).read_bytes()).group(1).decode()


def shared(name, command, pattern, library=None):
    """Identifies a program whose OpenSSL is the system's; library: what is linked against it, if not the program
    itself."""
    return lambda: Identity(version([find(name), *command], pattern), shared_openssl(library or find(name)), False)
