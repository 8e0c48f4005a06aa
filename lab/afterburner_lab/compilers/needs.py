"""The packages that building needs, and their installation by apt-get on Debian and Ubuntu."""

from __future__ import annotations

import os
import shutil
import subprocess

from afterburner_lab.compilers import toolchains
from afterburner_lab.core.errors import LabError

PERL_MODULES = ("-MFindBin", "-MIPC::Cmd")  # of Perl, for Configure


def missing() -> list[str]:
    """List the packages that every build needs and that are missing: make, and perl with the modules of Configure."""
    packages = [] if shutil.which("make") else ["make"]
    if (
        not shutil.which("perl")
        or subprocess.run(["perl", *PERL_MODULES, "-e", "1"], capture_output=True).returncode != 0
    ):
        packages.append("perl")
    return packages


def require(names: list[str], install: bool) -> None:
    """Check the packages for these toolchains: install missing ones if `install`, else raise LabError with the command
    that does."""
    packages = missing()
    here = {t.name for t in toolchains.find()} | {"zig"}
    for name in names:
        if name not in here and toolchains.NAME.fullmatch(name):
            packages += toolchains.packages(name)
    if not packages:
        return
    if not install:
        raise LabError(
            f"this machine lacks {' '.join(packages)}; fix: apt-get install {' '.join(packages)}, "
            "or the same call with --install"
        )
    _apt_get("update", "-q")
    _apt_get("install", "-q", "-y", "--no-install-recommends", *packages)


def _apt_get(*words: str) -> None:
    if shutil.which("apt-get") is None:
        raise LabError(
            f"no apt-get here; install by hand what provides: {' '.join(w for w in words[1:] if not w.startswith('-'))}"
        )
    sudo = [] if os.getuid() == 0 else ["sudo"]
    done = subprocess.run(
        [*sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", *words], capture_output=True, text=True
    )
    if done.returncode != 0:
        said = [line for line in done.stderr.splitlines() if line.startswith("E:")] or done.stderr.splitlines()
        raise LabError(f"apt-get {' '.join(words)}: {said[-1] if said else 'failed'}")
