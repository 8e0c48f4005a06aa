"""Where the parts lie."""

from __future__ import annotations

import os
import pathlib

from afterburner_lab.core.errors import LabError

SOURCE = pathlib.Path(__file__).resolve().parents[3]


def build() -> pathlib.Path:
    """The build folder: set by build/afterburner-lab."""
    return pathlib.Path(os.environ.get("AB_LAB_BUILD", SOURCE / "build"))


def driver(name: str) -> pathlib.Path:
    """The program of that name that measures; driver.py has the names."""
    return build() / "lab" / name


def load() -> pathlib.Path:
    return build() / "lab" / "tls_load"


def guard() -> pathlib.Path:
    return build() / "lab" / "guard"


def default_module() -> pathlib.Path:
    return build() / "afterburner.so"


def keys() -> pathlib.Path:
    """Where generated keys are kept between runs, since they are slow to make. They protect nothing."""
    return _made(build() / "lab" / "keys")


def results() -> pathlib.Path:
    """Where journals lie that were given no place."""
    return _made(build() / "lab" / "results")


def cache() -> pathlib.Path:
    """What is kept between build folders: sources, builds. ${AB_CACHE:-${XDG_CACHE_HOME:-~/.cache}/afterburner}."""
    standard = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "afterburner"
    return pathlib.Path(os.environ.get("AB_CACHE") or standard)


def _made(folder: pathlib.Path) -> pathlib.Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise LabError(f"{folder}: {e.strerror}; the lab measures from a build folder of yours") from None
    return folder
