"""Builds of this project's kernels: one folder per toolchain and level of optimisation, made by the project's CMake."""

from __future__ import annotations

import pathlib
import shutil
import subprocess
from dataclasses import dataclass
from typing import TextIO

from afterburner_lab.compilers.steps import TAIL, clean_environment
from afterburner_lab.compilers.toolchains import Toolchain
from afterburner_lab.core import guarded, paths
from afterburner_lab.core.errors import LabError

LEVELS = ("0", "1", "2", "3", "s", "g")
SHIPPED = "3"  # as in CMakeLists.txt
ROWS, TESTS = "bench_rows", "kernel_tests"  # CMake's targets
# For ctest: the tests of the kernels without those of the full tier and without proofs, which need the tests' Python
# environment. Those of the source are alike in every build.
CHOSEN = ("-L", "kernels", "-LE", "full|proof")


@dataclass(frozen=True)
class KernelBuild:
    """A build. level: of -O. Each source file's own flags, from cmake/, come after it."""

    toolchain: Toolchain
    level: str

    @property
    def name(self) -> str:
        return f"{self.toolchain.name}-O{self.level}"

    @property
    def folder(self) -> pathlib.Path:
        """The folder below this source's build folder, since CMake refuses a build of another source."""
        return paths.build() / "kernels" / self.name

    @property
    def log(self) -> pathlib.Path:
        return self.folder.with_name(self.name + ".log")

    @property
    def rows(self) -> pathlib.Path:
        """The shared object of all kernels that bench/builds.c loads."""
        return self.folder / "bench" / "rows.so"

    def side(self) -> dict[str, str | bool]:
        """Describe the build for a result."""
        return {
            "name": self.name,
            "toolchain": self.toolchain.name,
            "family": self.toolchain.family,
            "compiler": self.toolchain.version,
            "level": self.level,
            "is_shipped": self.level == SHIPPED,
        }

    def make(self, target: str, jobs: int) -> list[str]:
        """Build a target. Return the end of the log if that fails, and nothing if it works."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with self.log.open("w") as log:
            configured = (self.folder / "build.ninja").exists() or self._run(self._configure(), log)
            whole = configured and self._run(["cmake", "--build", self.folder, "--target", target, f"-j{jobs}"], log)
        return [] if whole else self._tail()

    def test(self, jobs: int) -> list[str]:
        """Run the tests of the kernels, which `make` has built; return the names of those that fail."""
        with self.log.open("w") as log:
            if self._run(["ctest", "--test-dir", self.folder, *CHOSEN, "--no-tests=error", f"-j{jobs}"], log):
                return []
        failed = [
            line.strip() for line in self.log.read_text().splitlines() if "(Failed)" in line or "(Timeout)" in line
        ]
        return failed or self._tail()

    def _configure(self) -> list[str | pathlib.Path]:
        """Return the command that configures, without a build type, which would set its own level."""
        return [
            "cmake",
            "-G",
            "Ninja",
            "-S",
            paths.SOURCE,
            "-B",
            self.folder,
            f"-DCMAKE_C_COMPILER={self.toolchain.cc}",
            f"-DCMAKE_AR={self.toolchain.ar}",
            f"-DCMAKE_RANLIB={self.toolchain.ranlib}",
            "-DCMAKE_BUILD_TYPE=None",
            f"-DCMAKE_C_FLAGS=-O{self.level}",
        ]

    def _run(self, command: list[str | pathlib.Path], log: TextIO) -> bool:
        log.write(f"\n$ {' '.join(map(str, command))}\n")
        log.flush()
        if shutil.which(command[0]) is None:
            raise LabError(f"{command[0]} is not on PATH; fix: scripts/bootstrap.sh build")
        process = guarded.start(command, stdout=log, stderr=subprocess.STDOUT, env=clean_environment())
        try:
            return process.wait() == 0
        finally:
            guarded.end(process)

    def _tail(self) -> list[str]:
        return self.log.read_text(errors="replace").splitlines()[-TAIL:]


def host() -> pathlib.Path:
    """Return the program of this build folder that loads and measures builds."""
    return paths.bench("builds")


def plan(toolchains: list[Toolchain], levels: list[str]) -> list[KernelBuild]:
    """List the builds; the level that ships comes first for each toolchain."""
    for level in levels:
        if level not in LEVELS:
            raise LabError(f"--levels {level}: the levels of -O are {', '.join(LEVELS)} here")
    ordered = sorted(dict.fromkeys(levels), key=lambda level: (level != SHIPPED, level))
    return [KernelBuild(toolchain, level) for level in ordered for toolchain in toolchains]
