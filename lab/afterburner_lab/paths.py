"""Where the parts lie."""
from __future__ import annotations

import os
import pathlib

SOURCE = pathlib.Path(__file__).resolve().parents[2]


def build() -> pathlib.Path:
    """The build folder: set by build/afterburner-lab."""
    return pathlib.Path(os.environ.get("AB_LAB_BUILD", SOURCE / "build"))


def driver() -> pathlib.Path:
    return build() / "lab" / "driver"


def default_module() -> pathlib.Path:
    return build() / "afterburner.so"
