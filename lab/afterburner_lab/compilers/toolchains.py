"""Toolchains: the C compilers of this machine, each with the tools that a build needs."""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
from dataclasses import dataclass

from afterburner_lab.compilers import zig
from afterburner_lab.core.errors import LabError

COMPILER = re.compile(r"(gcc|clang)(?:-(\d+))?")
NAME = re.compile(r"(gcc|clang)-\d+")
TIMEOUT = 20  # seconds for a compiler to print its version


@dataclass(frozen=True)
class Toolchain:
    """A toolchain.

    name: gcc-12, clang-16, zig. family: gcc, clang or zig. cc: the command, an absolute path. version: the first line
    of its output. Tools that were not found are None; lld, profdata, bolt and merge_fdata are LLVM's."""

    name: str
    family: str
    cc: str
    version: str
    ar: str
    ranlib: str
    nm: str
    lld: str | None = None
    profdata: str | None = None
    bolt: str | None = None
    merge_fdata: str | None = None

    @property
    def major(self) -> int:
        """The number in its name; 0 for zig, which has none."""
        return int(self.name.rpartition("-")[2]) if "-" in self.name else 0

    def to_json(self) -> dict[str, str]:
        return {"name": self.name, "family": self.family, "version": self.version}


def find(names: list[str] | None = None) -> list[Toolchain]:
    """Find the toolchains of these names, or all on PATH (and zig, if it has been fetched): gcc first, and each family
    by its number.

    LabError says how to install one that is named and missing; zig is fetched if it is named."""
    if names is not None:
        here = _installed()
        return [_named(name, here) for name in dict.fromkeys(names)]
    found = sorted(_installed().values(), key=lambda t: (t.family != "gcc", t.major))
    return found + ([_zig()] if zig.is_fetched() else [])


def newest(family: str) -> Toolchain | None:
    """Return the newest of a family on PATH."""
    return max((t for t in _installed().values() if t.family == family), key=lambda t: t.major, default=None)


def packages(name: str) -> list[str]:
    """List the packages of Debian and Ubuntu that make a toolchain of this name complete."""
    family, _, major = name.partition("-")
    if family == "gcc":
        return [name]
    return [name, f"lld-{major}", f"llvm-{major}", f"libclang-rt-{major}-dev"]


def _named(name: str, here: dict[str, Toolchain]) -> Toolchain:
    if name == "zig":
        zig.fetch()
        return _zig()
    if not NAME.fullmatch(name):
        raise LabError(f"--toolchain {name}: must be gcc-N, clang-N or zig; installed: {', '.join([*here, 'zig'])}")
    if name not in here:
        raise LabError(
            f"--toolchain {name}: not on PATH; fix: apt-get install {' '.join(packages(name))}, "
            "or the same call with --install"
        )
    return here[name]


def _installed() -> dict[str, Toolchain]:
    """Find toolchains by name, in the order of PATH: the first of a name counts. `gcc` and `clang` are named by their
    version."""
    found: dict[str, Toolchain] = {}
    for folder in os.get_exec_path():
        try:
            entries = sorted(os.listdir(folder), reverse=True)  # gcc-12 before gcc: the more specific name
        except OSError:
            continue
        for entry in entries:
            match = COMPILER.fullmatch(entry)
            if match is None or f"{match[1]}-{match[2]}" in found:
                continue
            if (toolchain := _describe(pathlib.Path(folder, entry), match[1])) is not None:
                found.setdefault(toolchain.name, toolchain)
    return found


def _describe(cc: pathlib.Path, family: str) -> Toolchain | None:
    """Describe a compiler; None if it does not work or is of another family."""
    number, version = _said(cc, "-dumpversion"), _said(cc, "--version")
    if not number or not number[0].isdigit() or not version or (family == "clang") != ("clang" in version):
        return None
    major = number.split(".")[0]
    if family == "gcc":
        wanted: dict[str, tuple[str, ...]] = {
            tool: (f"gcc-{tool}-{major}", f"gcc-{tool}", tool) for tool in ("ar", "ranlib", "nm")
        }
    else:
        wanted = {tool: (f"llvm-{tool}-{major}", f"llvm-{tool}", tool) for tool in ("ar", "ranlib", "nm")}
        wanted |= {"lld": (f"ld.lld-{major}", "ld.lld"), "profdata": (f"llvm-profdata-{major}", "llvm-profdata")}
    tools = {tool: _tool(names, cc) for tool, names in wanted.items()}
    if tools.get("profdata") and not _has_profile_runtime(cc):
        tools["profdata"] = None
    if None in (tools["ar"], tools["ranlib"], tools["nm"]):
        return None
    return Toolchain(
        f"{family}-{major}", family, str(cc), version, **tools, **_bolt(major if family == "clang" else None, cc)
    )


def _bolt(major: str | None, cc: pathlib.Path) -> dict[str, str | None]:
    """Find BOLT, which works with any compiler's output: that of the same LLVM, else Debian's newest.

    Use its real path, since it looks for its library relative to how it was called."""
    numbers = ([major] if major is not None else []) + [str(n) for n in range(30, 13, -1)]
    for suffix in (*(f"-{number}" for number in numbers), ""):
        bolt, merge = _tool((f"llvm-bolt{suffix}",), cc), _tool((f"merge-fdata{suffix}",), cc)
        if bolt and merge:
            return {"bolt": os.path.realpath(bolt), "merge_fdata": os.path.realpath(merge)}
    return {"bolt": None, "merge_fdata": None}


def _tool(names: tuple[str, ...], cc: pathlib.Path) -> str | None:
    """Return the first of these that exists: beside the compiler, where its link leads, or on PATH."""
    places = os.pathsep.join([str(cc.parent), str(cc.resolve().parent), os.environ.get("PATH", os.defpath)])
    return next((path for name in names if (path := shutil.which(name, path=places))), None)


def _has_profile_runtime(clang: pathlib.Path) -> bool:
    """Return whether clang has its profile runtime, which Debian packages separately."""
    resources = pathlib.Path(_said(clang, "-print-resource-dir") or "/nowhere")
    return any(resources.glob("lib/*/libclang_rt.profile*.a"))


def _said(cc: pathlib.Path, option: str) -> str | None:
    try:
        done = subprocess.run(
            [cc, option],
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "LC_ALL": "C"},
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.partition("\n")[0].strip() if done.returncode == 0 else None


def _zig() -> Toolchain:
    cc = zig.tool("cc")
    return Toolchain(
        "zig",
        "zig",
        str(cc),
        zig.version(),
        str(zig.tool("ar")),
        str(zig.tool("ranlib")),
        shutil.which("nm") or "nm",
        **_bolt(None, cc),
    )
