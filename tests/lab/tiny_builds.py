"""Replacements for OpenSSL and compilers where the process of building is tested: everything takes a second."""

from __future__ import annotations

import pathlib
import tarfile

import pytest

TINY = pathlib.Path(__file__).with_name("tiny_openssl")
COMPILER = """#!/bin/sh
# Says that it is gcc {number}.2.0, and compiles by copying its last word.
case $1 in
-dumpversion) echo {number}.2.0; exit ;;
--version) echo "gcc-{number} (Fictive) {number}.2.0"; exit ;;
esac
echo "$@" >>'{place}/calls'
{before}
for source; do :; done
cp "$source" main.o
"""
FAILS = "echo 'main.c:1: internal compiler error: of gcc-{number}' >&2; exit 1"
WAITS = (
    "echo $$ >'{place}/began.part'; mv '{place}/began.part' '{place}/began'; "
    "while [ ! -e '{place}/go' ]; do sleep 0.02; done"
)


class Workshop:
    """A cache, a PATH and a source archive for one test."""

    def __init__(self, folder: pathlib.Path, monkeypatch: pytest.MonkeyPatch):
        self.place = folder
        self.bin = folder / "bin"
        self.bin.mkdir()
        self.archive = folder / "openssl-3.0.99.tar.gz"
        with tarfile.open(self.archive, "w:gz") as tar:
            tar.add(TINY, "openssl-3.0.99")
        monkeypatch.setenv("AB_CACHE", str(folder / "cache"))
        monkeypatch.setenv("PATH", f"{self.bin}:/usr/bin:/bin")

    def compiler(self, number: int, before: str = "") -> str:
        """Put gcc-NUMBER on PATH. before: FAILS, WAITS, or another line of shell."""
        script = self.bin / f"gcc-{number}"
        script.write_text(
            COMPILER.format(number=number, place=self.place, before=before.format(number=number, place=self.place))
        )
        script.chmod(0o755)
        return script.name

    def calls(self) -> list[str]:
        """Return the arguments of all compilations."""
        return (self.place / "calls").read_text().splitlines()
