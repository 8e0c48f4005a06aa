"""Paths of the lab's programs and folders."""

from __future__ import annotations

import os
import pathlib

from afterburner_lab.core.errors import LabError

SOURCE = pathlib.Path(__file__).resolve().parents[3]


def build() -> pathlib.Path:
    """Return the build folder, which build/afterburner-lab sets; of an installed lab the user's folder."""
    return pathlib.Path(os.environ.get("AB_LAB_BUILD", SOURCE / "build"))


def programs() -> pathlib.Path:
    """Return the folder of the lab's native programs."""
    return pathlib.Path(os.environ.get("AB_LAB_PROGRAMS", build() / "lab"))


def driver(name: str) -> pathlib.Path:
    """Return the path of a driver program; driver.py has the names."""
    return programs() / name


def load() -> pathlib.Path:
    return programs() / "tls_load"


def guard() -> pathlib.Path:
    return programs() / "guard"


def default_module() -> pathlib.Path:
    return pathlib.Path(os.environ.get("AB_LAB_MODULE", build() / "afterburner.so"))


def bench(name: str) -> pathlib.Path:
    """Return the path of a program of bench/. Raises LabError if it is not built."""
    program = build() / "bench" / name
    if not program.exists():
        raise LabError(f"{program} is missing; fix: make, in the source tree, which alone has bench/")
    return program


def companion() -> pathlib.Path:
    return pathlib.Path(os.environ.get("AB_LAB_COMPANION", build() / "libafterburner-companion.so"))


def keys() -> pathlib.Path:
    """Return the folder of generated keys, which are kept between runs because generation is slow. They protect
    nothing."""
    return made(build() / "lab" / "keys")


def results() -> pathlib.Path:
    """Return the folder of journals without a path of their own."""
    return made(build() / "lab" / "results")


def cache() -> pathlib.Path:
    """Return the cache that build folders share: ${AB_CACHE:-${XDG_CACHE_HOME:-~/.cache}/afterburner}."""
    standard = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "afterburner"
    return pathlib.Path(os.environ.get("AB_CACHE") or standard)


def made(folder: pathlib.Path) -> pathlib.Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise LabError(f"{folder}: {e.strerror}; the lab needs a build folder of yours") from None
    return folder
