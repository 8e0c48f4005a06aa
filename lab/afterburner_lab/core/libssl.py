"""Another libssl as a side of `connections`: a build of AWS-LC or BoringSSL, in a folder with include/ and lib/.

These forks of OpenSSL have its functions, but other headers and no providers. So what measures them is compiled against
their headers at first use, from the source that measures OpenSSL, and is a process of its own (lab/native/libssl/)."""

from __future__ import annotations

import hashlib
import os
import pathlib
import shutil
import subprocess
import tempfile
from dataclasses import dataclass

from afterburner_lab.core import paths
from afterburner_lab.core.errors import LabError

FORKS = {"OPENSSL_IS_AWSLC": ("aws-lc", "AWS-LC"), "OPENSSL_IS_BORINGSSL": ("boringssl", "BoringSSL")}
NATIVE = paths.SOURCE / "lab" / "native"
SOURCES = {
    "measure": ("clock", "seconds", "stats", "fill"),
    "driver": (
        *("lab", "slices", "timed", "threads", "kind_find", "key_files", "self_signed", "system_linux"),
        *("measure", "request", "requests", "reply"),
    ),
    "tls": ("kinds", "kind_connection", "suite", "settings", "crowd", "meter", "path_text"),
    "libssl": ("main", "contexts", "path"),
}
FLAGS = ("-std=gnu17", "-O2", "-Wall", "-Werror=implicit-function-declaration", "-Wfatal-errors")


@dataclass(frozen=True)
class Build:
    """A build. side: its name as a side. provider: its name in results. libraries: libssl and libcrypto."""

    folder: pathlib.Path
    side: str
    provider: str
    libraries: tuple[pathlib.Path, pathlib.Path]


def find(folder: pathlib.Path) -> Build:
    """Find out what is in the folder. Raises LabError, with what is missing, if it is no such build."""
    folder = folder.resolve()
    headers = folder / "include" / "openssl"
    base = headers / "base.h"
    if not base.is_file() and (headers / "opensslv.h").is_file():
        raise LabError(f"--libssl {folder}: an OpenSSL; --libcrypto takes it, --libssl a build of AWS-LC or BoringSSL")
    for file in (base, headers / "ssl.h"):
        if not file.is_file():
            raise LabError(f"--libssl {folder}: no include/openssl/{file.name} in it: no build of AWS-LC or BoringSSL")
    said = base.read_text(errors="replace")
    names = next((names for macro, names in FORKS.items() if f"define {macro}" in said), None)
    if names is None:
        raise LabError(f"--libssl {folder}: include/openssl/base.h is neither AWS-LC's nor BoringSSL's")
    return Build(folder, *names, (_library(folder, "libssl"), _library(folder, "libcrypto")))


def program(folder: pathlib.Path) -> pathlib.Path:
    """Return the program that measures a build, compiled unless it is there. Raises LabError if it cannot be."""
    build = find(folder)
    home = paths.made(paths.build() / "lab" / "libssl")
    made = home / f"{build.side}-{_digest(build)}"
    if not made.exists():
        with tempfile.TemporaryDirectory(dir=home) as work:
            part = pathlib.Path(work) / "program"
            _compile(build, part)
            part.replace(made)
    return made


def _library(folder: pathlib.Path, name: str) -> pathlib.Path:
    for found in (folder / "lib" / f"{name}.a", folder / "lib" / f"{name}.so"):
        if found.is_file():
            return found
    raise LabError(f"--libssl {folder}: no lib/{name}.a or lib/{name}.so in it")


def _sources() -> list[pathlib.Path]:
    return [NATIVE / part / f"{name}.c" for part, names in SOURCES.items() for name in names]


def _digest(build: Build) -> str:
    """Return a digest of everything that the program is made of; of a library its path, length and time suffice."""
    told = hashlib.sha256(repr((build, FLAGS)).encode())
    for library in build.libraries:
        about = library.stat()
        told.update(f"{about.st_size} {about.st_mtime_ns}".encode())
    for part in SOURCES:
        for file in sorted((NATIVE / part).rglob("*.[ch]")):
            told.update(file.read_bytes())
    return told.hexdigest()[:16]


def _compile(build: Build, made: pathlib.Path) -> None:
    compiler = os.environ.get("CC") or next((c for c in ("cc", "gcc", "clang") if shutil.which(c)), None)
    if compiler is None:
        raise LabError(f"--libssl {build.folder}: a C compiler is needed; set CC, or install gcc")
    include = [f"-I{paths.SOURCE}", f"-I{NATIVE / 'libssl' / 'include'}", "-isystem", str(build.folder / "include")]
    named = f'-DLAB_FORK_PATH="{build.libraries[0]}"'
    runs = [f"-Wl,-rpath,{library.parent}" for library in build.libraries if library.suffix == ".so"]
    argv = [*compiler.split(), *FLAGS, named, *include, *map(str, (*_sources(), *build.libraries)), *runs]
    done = subprocess.run([*argv, "-lstdc++", "-lpthread", "-o", str(made)], capture_output=True, text=True)
    if done.returncode != 0:
        said = next((line for line in done.stderr.splitlines() if "error" in line or "undefined" in line), "no reason")
        raise LabError(f"--libssl {build.folder}: the lab's driver cannot be compiled with it: {said}")
