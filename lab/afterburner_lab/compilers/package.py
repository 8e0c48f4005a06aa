"""Pack a build as a relocatable archive: it runs from any folder, next to the system's OpenSSL.

The libraries find each other relative to their own location ($ORIGIN). Compiled-in paths (openssl.cnf, modules,
certificates) are overridden by bin/openssl, a launcher in the archive, and for any other program by bin/with-openssl.
"""

from __future__ import annotations

import os
import pathlib
import platform
import shutil
import subprocess
import tarfile
import tempfile
from datetime import datetime

from afterburner_lab.compilers import check
from afterburner_lab.compilers.builds import Build
from afterburner_lab.core.errors import LabError

LAUNCHERS = pathlib.Path(__file__).with_name("launchers")
MODES = {".tar.xz": "w:xz", ".tar.gz": "w:gz"}
ZST = ".tar.zst"


def default_name(build: Build) -> pathlib.Path:
    return pathlib.Path(f"openssl-{build.id}{ZST if shutil.which('zstd') else '.tar.xz'}")


def write(build: Build, archive: pathlib.Path) -> None:
    """Write the archive completely or not at all. Raise LabError if the build does not work, or the suffix is unknown.
    """
    if not archive.name.endswith((ZST, *MODES)):
        raise LabError(f"--output {archive}: .tar.zst, .tar.xz or .tar.gz is expected")
    if archive.name.endswith(ZST) and shutil.which("zstd") is None:
        raise LabError(f"--output {archive}: zstd is not on PATH; fix: apt-get install zstd, or name it .tar.xz")
    if (fault := check.fault(build.install, build.install)) is not None:
        raise LabError(f"{build.folder}: does not work ({fault}); remove it and build again")
    with tempfile.TemporaryDirectory(prefix="afterburner-lab-") as folder:
        top = pathlib.Path(folder, f"openssl-{build.id}")
        _stage(build, top)
        part = archive.with_name(f".{archive.name}.part")
        try:
            _pack(top, part, archive, datetime.fromisoformat(build.created).timestamp())
            part.replace(archive)
        finally:
            part.unlink(missing_ok=True)


def _stage(build: Build, top: pathlib.Path) -> None:
    shutil.copytree(build.install, top, symlinks=True)
    (top / "libexec").mkdir()
    (top / "bin" / "openssl").rename(top / "libexec" / "openssl")
    (top / "bin" / "c_rehash").unlink(
        missing_ok=True
    )  # a script that contains paths of the build; `openssl rehash` does the same
    for script in LAUNCHERS.iterdir():
        target = top / ("libexec" if script.name == "environment" else "bin") / script.name
        shutil.copy(script, target)
        target.chmod(0o755)
    for file in top.glob("lib/**/*.pc"):
        up = os.path.relpath(top, file.parent)
        file.write_text(file.read_text().replace(str(build.install), f"${{pcfiledir}}/{up}"))
    shutil.copy(build.folder / "LICENSE.txt", top / "LICENSE.txt")
    (top / "BUILD.txt").write_text(note(build))


def note(build: Build) -> str:
    """Return the text of the archive's BUILD.txt."""
    processor = (
        " for the processor of the machine that built it, and may not run on others"
        if build.variant == "native"
        else ""
    )
    return f"""OpenSSL {build.openssl}, built by afterburner-lab, {build.created}{processor}

compiler   {build.compiler}
CFLAGS     {build.cflags}
LDFLAGS    {build.ldflags}
options    {" ".join(build.options)}
variant    {build.variant}, {"with" if build.asm else "without"} OpenSSL's assembly
source     SHA-256 {build.source_sha256}
C library  {" ".join(platform.libc_ver())} or later

bin/openssl                    the command; runs from any folder
bin/with-openssl PROGRAM ...   runs another program with these libraries, modules and openssl.cnf
ssl/openssl.cnf                its configuration
"""


def _pack(top: pathlib.Path, part: pathlib.Path, archive: pathlib.Path, when: float) -> None:
    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mtime = int(when)
        return entry

    mode = next((mode for suffix, mode in MODES.items() if archive.name.endswith(suffix)), None)
    if mode is not None:
        with tarfile.open(part, mode) as tar:  # type: ignore[call-overload]  # a mode from a table
            tar.add(top, top.name, filter=plain)
        return
    with (
        part.open("wb") as out,
        subprocess.Popen(["zstd", "-q", "-12", "-c"], stdin=subprocess.PIPE, stdout=out) as zstd,
    ):
        with tarfile.open(fileobj=zstd.stdin, mode="w|") as tar:
            tar.add(top, top.name, filter=plain)
        zstd.stdin.close()
    if zstd.returncode != 0:
        raise LabError(f"zstd ended with status {zstd.returncode}; name the archive .tar.xz")
