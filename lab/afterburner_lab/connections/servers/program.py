"""Executables that the lab starts but does not build."""

from __future__ import annotations

import os
import pathlib
import shutil
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Program:
    """An executable; libraries: their folders, if it was unpacked and not installed."""

    path: str
    libraries: tuple[pathlib.Path, ...] = ()

    def environment(self, base: Mapping[str, str]) -> dict[str, str]:
        """Return base, with the folders of libraries prepended."""
        folders = filter(None, (*map(str, self.libraries), base.get("LD_LIBRARY_PATH")))
        path = ":".join(folders)
        return {**base, **({"LD_LIBRARY_PATH": path} if path else {})}


def find_installed(name: str) -> Program | None:
    """Find a program, also in folders that are not on an unprivileged user's PATH."""
    path = shutil.which(name, path=os.environ.get("PATH", os.defpath) + ":/usr/local/sbin:/usr/sbin:/sbin")
    return None if path is None else Program(path)
