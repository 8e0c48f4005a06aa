"""Find the servers' programs.

If the user agrees, missing ones are fetched from the distribution (Debian, Ubuntu) and unpacked into the cache: nothing
is installed, no service is started, and no privileges are needed."""

from __future__ import annotations

import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Callable

from afterburner_lab.connections.servers.program import Program, find_installed
from afterburner_lab.connections.servers.server import Server
from afterburner_lab.core import paths
from afterburner_lab.core.errors import LabError

PATIENCE_S = 300
CHOSEN = re.compile(r"^Inst (\S+) \(", re.M)  # apt-get's line for each package that it would install


def programs(kinds: list[type[Server]], agreed: bool) -> list[tuple[type[Server], Program]]:
    """Return the programs. agreed: do not ask the user. LabError names the missing packages if a program stays missing.
    """
    missing = [kind for kind in kinds if _find(kind) is None]
    if missing:
        _fetch_all(missing, agreed)
    return [(kind, _found(kind)) for kind in kinds]


def folder(kind: type[Server]) -> pathlib.Path:
    """Return the folder where it is unpacked."""
    return paths.cache() / "servers" / kind.package


def _find(kind: type[Server]) -> Program | None:
    return find_installed(kind.program) or _find_unpacked(kind)


def _find_unpacked(kind: type[Server]) -> Program | None:
    root = folder(kind)
    path = root / kind.folder / kind.program
    libraries = tuple(root / place / f"{platform.machine()}-linux-gnu" for place in ("usr/lib", "lib"))
    return Program(str(path), libraries) if path.is_file() else None


def _found(kind: type[Server]) -> Program:
    if (program := _find(kind)) is None:
        raise LabError(
            f"{kind.name}: {folder(kind)} lacks {kind.folder}/{kind.program}; remove that folder and try again"
        )
    return program


def _fetch_all(missing: list[type[Server]], agreed: bool) -> None:
    names = ", ".join(kind.name for kind in missing)
    packages = " ".join(kind.package for kind in missing)
    if not (shutil.which("apt-get") and shutil.which("dpkg")):
        raise LabError(
            f"{names}: not on this machine, nor apt-get to fetch {packages}; install that, or name others with "
            "--servers"
        )
    if not agreed:
        _ask(
            f"{names}: not on this machine. Packages {packages}, and what they need, would be fetched "
            "by apt-get and unpacked "
            f"into {folder(missing[0]).parent}; nothing is installed or started."
        )
    for kind in missing:
        _fetch(kind)


def _ask(what: str, answer: Callable[[], str] = input) -> None:
    """Ask the user. Raises LabError unless they agree."""
    if not sys.stdin.isatty():
        raise LabError(f"{what} Use --yes to agree")
    print(f"{what} Continue? [y/N] ", end="", file=sys.stderr, flush=True)
    if answer().strip().lower() not in ("y", "yes"):
        raise LabError("nothing is fetched; name other servers with --servers")


def _fetch(kind: type[Server]) -> None:
    """Unpack into a temporary folder and rename it, so that the final folder is always complete."""
    root = folder(kind)
    part = root.with_name(root.name + ".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    chosen = CHOSEN.findall(_run("apt-get", "install", "--simulate", "--no-install-recommends", kind.package, cwd=part))
    _run("apt-get", "download", *(chosen or [kind.package]), cwd=part)
    for package in sorted(part.glob("*.deb")):
        _run("dpkg", "-x", package.name, ".", cwd=part)
        package.unlink()
    shutil.rmtree(root, ignore_errors=True)
    part.rename(root)


def _run(*command: str, cwd: pathlib.Path) -> str:
    try:
        done = subprocess.run(
            command, cwd=cwd, capture_output=True, text=True, timeout=PATIENCE_S, env={**os.environ, "LC_ALL": "C"}
        )
    except subprocess.TimeoutExpired:
        raise LabError(f"{' '.join(command)}: no end after {PATIENCE_S} s") from None
    if done.returncode != 0:
        why = (done.stderr.strip() or "it fails").splitlines()[-1].removeprefix("E: ")
        raise LabError(f"{' '.join(command)}: {why}; `apt-get update` fetches the lists of packages")
    return done.stdout
