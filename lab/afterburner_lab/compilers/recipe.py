"""Make one build: configure, compile, train if the variant requires it, install and check; all or nothing."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pathlib
import shutil
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TextIO

from afterburner_lab.compilers import builds, check, training
from afterburner_lab.compilers.builds import Build
from afterburner_lab.compilers.sources import Source
from afterburner_lab.compilers.steps import Steps, Stopped
from afterburner_lab.compilers.toolchains import Toolchain
from afterburner_lab.compilers.variants import Training, Variant
from afterburner_lab.core import metadata

OPTIONS = (
    "shared",
    "no-tests",
    "enable-md2",
    "enable-rc5",
)  # md2: part of the study; other weak algorithms are enabled by default
# Relative to the file, and before LD_LIBRARY_PATH: works for files in bin, in lib, and in a folder below lib.
RPATH = "-Wl,--disable-new-dtags,-rpath,'$$ORIGIN/../lib:$$ORIGIN/..'"
NO_STATIC = ("LIBS=", "INSTALL_LIBS=")  # libcrypto.a would compile every file once more
BOLT_OPTIONS = (
    "-reorder-blocks=ext-tsp",
    "-reorder-functions=hfsort",
    "-split-functions",
    "-split-all-cold",
    "-dyno-stats",
)


@dataclass(frozen=True)
class Spec:
    """What to build."""

    source: Source
    toolchain: Toolchain
    variant: Variant
    asm: bool

    @property
    def id(self) -> str:
        return f"{self.source.version}-{self.toolchain.name}-{self.variant.name}{'' if self.asm else '-noasm'}"

    @property
    def options(self) -> tuple[str, ...]:
        return OPTIONS if self.asm else (*OPTIONS, "no-asm")

    @property
    def log(self) -> pathlib.Path:
        return builds.folder() / f"{self.id}.log"

    def is_built(self) -> bool:
        return (builds.folder() / self.id / builds.NOTE).is_file()

    def build(self) -> Build:
        """Describe the finished build."""
        return builds.load(builds.folder() / self.id)


def make(spec: Spec, steps: Steps, jobs: int) -> Build:
    """Make the build, or wait until another process has made it. jobs: for make. Raises BuildFailed, or Stopped of
    steps."""
    with _alone(spec, steps):
        if not spec.is_built():
            with tempfile.TemporaryDirectory(
                ".part", f"{spec.id}.", builds.folder(), ignore_cleanup_errors=True
            ) as part:
                _Making(spec, steps, jobs, pathlib.Path(part)).all()
    return spec.build()


@contextlib.contextmanager
def _alone(spec: Spec, steps: Steps) -> Iterator[None]:
    """Hold the lock of a build, so that one process makes it at a time, and first remove what a killed process left."""
    builds.folder().mkdir(parents=True, exist_ok=True)
    with (builds.folder() / f".{spec.id}.lock").open("w") as lock:
        while not _is_locked(lock):
            if steps.stop.wait(0.5):
                raise Stopped
        for left in builds.folder().glob(f"{spec.id}.*.part"):
            shutil.rmtree(left, ignore_errors=True)
        yield


def _is_locked(file: TextIO) -> bool:
    """Try to take the lock; return whether it succeeded."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


class _Making:
    """One build in progress; everything is below one folder until that is renamed."""

    def __init__(self, spec: Spec, steps: Steps, jobs: int, part: pathlib.Path):
        self.spec, self.steps, self.jobs, self.part = spec, steps, jobs, part
        self.final = builds.folder() / spec.id / "install"
        self.cflags, self.ldflags = spec.variant.flags(spec.toolchain)
        self.tree = part  # until the source is unpacked

    def all(self) -> None:
        start = time.monotonic()
        self.tree = self.spec.source.unpack(self.part / "src")
        if self.spec.variant.training is Training.PGO:
            self._guided()
        else:
            self._compile(self.cflags, self.ldflags, "complete")
        if self.spec.variant.training is Training.BOLT:
            self._laid_out()
        if (fault := check.fault(self._installed(), self.final)) is not None:
            self.steps.fail("checking", fault)
        training.shake_hands(self._installed(), self.part / "work", self.steps, "checking")
        self._finish(time.monotonic() - start)

    def _compile(self, cflags: tuple[str, ...], ldflags: tuple[str, ...], into: str) -> pathlib.Path:
        """Configure, compile and install; the installation is in the folder `into`."""
        tools = self.spec.toolchain
        self.steps.run(
            "configuring",
            [
                "perl",
                "Configure",
                "linux-x86_64",
                *self.spec.options,
                f"--prefix={self.final}",
                f"--openssldir={self.final}/ssl",
                "--libdir=lib",
                f"CC={tools.cc}",
                f"AR={tools.ar}",
                f"RANLIB={tools.ranlib}",
                f"CFLAGS={' '.join(cflags)}",
                f"LDFLAGS={' '.join((RPATH, *ldflags))}",
            ],
            self.tree,
        )
        self.steps.run("compiling", ["make", f"-j{self.jobs}", "build_sw", *NO_STATIC], self.tree)
        root = self.part / into
        self.steps.run(
            "installing", ["make", "install_sw", "install_ssldirs", *NO_STATIC, f"DESTDIR={root}"], self.tree
        )
        return root / self.final.relative_to("/")

    def _guided(self) -> None:
        counts = self.part / "counts"
        generate = f"-fprofile-generate={counts}"
        trainee = self._compile(
            (*self.cflags, generate, "-fprofile-update=atomic"), (*self.ldflags, generate), "trainee"
        )
        self._train(trainee, counts)
        self.steps.run("cleaning", ["make", "clean"], self.tree)
        use: tuple[str, ...]
        if self.spec.toolchain.family == "gcc":  # do not warn of files and paths that no training has reached
            use = (
                f"-fprofile-use={counts}",
                "-fprofile-partial-training",
                "-Wno-missing-profile",
                "-Wno-coverage-mismatch",
            )
        else:
            merged = self.part / "merged.profdata"
            self.steps.run("merging", [self.spec.toolchain.profdata, "merge", "-o", merged, counts], self.part)
            use = (f"-fprofile-use={merged}", "-Wno-profile-instr-unprofiled", "-Wno-profile-instr-out-of-date")
        self._compile((*self.cflags, *use), (*self.ldflags, use[0]), "complete")

    def _train(self, trainee: pathlib.Path, counts: pathlib.Path) -> None:
        """Run the training. counts: the folder that must contain counts afterwards, since compilers do not report their
        absence."""
        training.train(trainee, self.part / "work", self.steps)
        if not counts.is_dir() or not any(counts.iterdir()):
            self.steps.fail("training", "nothing was counted")

    def _laid_out(self) -> None:
        """Optimise the layout of libcrypto by BOLT, and of nothing else, since little else runs."""
        tools, install = self.spec.toolchain, self._installed()
        (library,) = (install / "lib").glob("libcrypto.so.[0-9]*")
        plain, merged = self.part / "plain.so", self.part / "merged.fdata"
        counts = self.part / "counts"
        counts.mkdir()
        library.rename(plain)
        self.steps.run(
            "instrumenting",
            [
                tools.bolt,
                plain,
                "-instrument",
                f"-instrumentation-file={counts}/c",
                "-instrumentation-file-append-pid",
                "-o",
                library,
            ],
            self.part,
        )
        self._train(install, counts)
        self.steps.run("merging", ["sh", "-c", '"$0" "$1"/* > "$2"', tools.merge_fdata, counts, merged], self.part)
        self.steps.run("laying out", [tools.bolt, plain, f"-data={merged}", *BOLT_OPTIONS, "-o", library], self.part)

    def _installed(self) -> pathlib.Path:
        return self.part / "complete" / self.final.relative_to("/")

    def _finish(self, seconds: float) -> None:
        """Renaming the folder completes the build."""
        spec, tools, ready = self.spec, self.spec.toolchain, self.part / "ready"
        cflags = (*self.cflags, *(("-fprofile-use",) if spec.variant.training is Training.PGO else ()))
        ready.mkdir()
        self._installed().rename(ready / "install")
        shutil.copy(self.tree / "LICENSE.txt", ready / "LICENSE.txt")
        Build(
            spec.id,
            spec.source.version,
            spec.source.sha256,
            tools.name,
            tools.family,
            tools.version,
            spec.variant.name,
            spec.asm,
            " ".join(cflags),
            " ".join((RPATH, *self.ldflags)),
            spec.options,
            round(seconds, 1),
            str(spec.log),
            metadata.now(),
        ).save(ready)
        os.rename(ready, builds.folder() / spec.id)
