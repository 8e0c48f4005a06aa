"""Complete builds: installations in the cache, each with a build.json that records how it was made."""

from __future__ import annotations

import json
import pathlib
from dataclasses import asdict, dataclass

from afterburner_lab.core import files, paths
from afterburner_lab.core.errors import LabError

SCHEMA = "afterburner-lab-build/1"
NOTE = "build.json"


@dataclass(frozen=True)
class Build:
    """A build.

    id: OPENSSL-TOOLCHAIN-VARIANT[-noasm], the name of its folder. openssl: full version. toolchain: its name; family:
    gcc, clang or zig; compiler: the first line of its version output. variant: a name in variants.VARIANTS. asm: with
    assembly. cflags, ldflags: as passed to Configure; options: its other arguments. seconds: duration of the build;
    log: its path; created: when it was finished, ISO 8601, UTC."""

    id: str
    openssl: str
    source_sha256: str
    toolchain: str
    family: str
    compiler: str
    variant: str
    asm: bool
    cflags: str
    ldflags: str
    options: tuple[str, ...]
    seconds: float
    log: str
    created: str

    @property
    def folder(self) -> pathlib.Path:
        return folder() / self.id

    @property
    def install(self) -> pathlib.Path:
        """The folder with bin, lib, include, ssl."""
        return self.folder / "install"

    @property
    def program(self) -> pathlib.Path:
        """The openssl command."""
        return self.install / "bin" / "openssl"

    @property
    def libcrypto(self) -> pathlib.Path:
        (found,) = (self.install / "lib").glob("libcrypto.so.[0-9]*")
        return found

    @property
    def modules(self) -> pathlib.Path:
        """The folder of legacy.so, for OPENSSL_MODULES."""
        return self.install / "lib" / "ossl-modules"

    @property
    def configuration(self) -> str:
        """The variant, and whether there is assembly: builds of different toolchains are comparable if this is equal.
        """
        return self.variant if self.asm else f"{self.variant}-noasm"

    def save(self, where: pathlib.Path) -> None:
        files.write_whole(where / NOTE, json.dumps({"schema": SCHEMA, **asdict(self)}, indent=1) + "\n")


def folder() -> pathlib.Path:
    return paths.cache() / "compilers" / "builds"


def find() -> list[Build]:
    """Find all complete builds, by id."""
    return [load(note.parent) for note in sorted(folder().glob(f"*/{NOTE}")) if not note.parent.name.endswith(".part")]


def load(where: pathlib.Path) -> Build:
    try:
        data = json.loads((where / NOTE).read_text())
    except (OSError, ValueError) as e:
        raise LabError(f"{where}: not a complete build ({e}); remove it and build again") from None
    if data.pop("schema", None) != SCHEMA:
        raise LabError(f"{where}: made by another version of the lab; remove it and build again")
    try:
        return Build(**{**data, "options": tuple(data["options"])})
    except (KeyError, TypeError) as e:
        raise LabError(f"{where}: not a complete build ({e}); remove it and build again") from None


def named(name: str) -> Build:
    """Return the build with this id. LabError lists the existing ones."""
    found = {build.id: build for build in find()}
    if name not in found:
        there = ", ".join(found) or "none yet: build some with `afterburner-lab compilers`"
        raise LabError(f"{name}: no such build; the builds are {there}")
    return found[name]
