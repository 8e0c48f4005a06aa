"""zig as a C compiler: the newest LLVM, from PyPI, in a Python environment in the cache."""

from __future__ import annotations

import fcntl
import pathlib
import subprocess
import sys

from afterburner_lab.core import paths
from afterburner_lab.core.errors import LabError

VERSION = "0.15.2"
# Without -target, zig compiles for this machine's processor; without the other options it adds checks of its own and
# debug information.
CC = "cc -target x86_64-linux-gnu -mcpu=x86_64 -fno-sanitize=undefined -g0"
TOOLS = {"cc": CC, "ar": "ar", "ranlib": "ranlib"}


def is_fetched() -> bool:
    return (_home() / "whole").is_file()


def fetch() -> None:
    """Make the environment and the commands, once and by one process at a time; raises LabError if pip cannot."""
    home = _home()
    home.mkdir(parents=True, exist_ok=True)
    with (home / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if is_fetched():
            return
        print(f"Fetching zig {VERSION} from PyPI", file=sys.stderr)
        venv = home / "venv"
        _run([sys.executable, "-m", "venv", str(venv)])
        _run([str(venv / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check", f"ziglang=={VERSION}"])
        (program,) = venv.glob("lib/python3*/site-packages/ziglang/zig")
        for name, words in TOOLS.items():
            tool(name).write_text(f"#!/bin/sh\nexec '{program}' {words} \"$@\"\n")
            tool(name).chmod(0o755)
        said = subprocess.run([tool("cc"), "--version"], capture_output=True, text=True, check=True).stdout
        (home / "version").write_text(f"zig {VERSION}, {said.partition(chr(10))[0]}")
        (home / "whole").touch()


def tool(name: str) -> pathlib.Path:
    """Return the path of cc, ar or ranlib as a command of one word."""
    return _home() / f"zig-{name}"


def version() -> str:
    return (_home() / "version").read_text()


def _home() -> pathlib.Path:
    return paths.cache() / "compilers" / f"zig-{VERSION}"


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise LabError(
            f"zig {VERSION} cannot be fetched from PyPI: {said[-1] if said else command[0]}; no network? "
            "Leave zig out with --toolchain"
        )
