"""Variants: the flags of a build, and the toolchain features that they require."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from afterburner_lab.compilers.toolchains import Toolchain
from afterburner_lab.core.errors import LabError


class Training(enum.Enum):
    """How the counts of a training run are used."""

    PGO = "pgo"  # compile again
    BOLT = "bolt"  # change the layout of the finished library


@dataclass(frozen=True)
class Variant:
    """A variant. cflags: replace OpenSSL's own -O3 -Wall. ldflags: added to those of every build. lto: ThinLTO with
    clang."""

    name: str
    about: str
    cflags: tuple[str, ...]
    ldflags: tuple[str, ...] = ()
    lto: bool = False
    training: Training | None = None

    def obstacle(self, toolchain: Toolchain) -> str | None:
        """Return why this toolchain cannot build it; None if it can."""
        major = toolchain.major
        if self.lto and toolchain.family == "clang" and toolchain.lld is None:
            return f"{toolchain.name} lacks lld (apt-get install lld-{major})"
        if self.training is Training.PGO and toolchain.family == "clang" and toolchain.profdata is None:
            return f"{toolchain.name} lacks tools for profiles (apt-get install llvm-{major} libclang-rt-{major}-dev)"
        if self.training is Training.PGO and toolchain.family == "zig":
            return "zig has no run-time library for profiles"
        if self.training is Training.BOLT and toolchain.bolt is None:
            return "no llvm-bolt on PATH (apt-get install bolt-19 or bolt-16)"
        return None

    def flags(self, toolchain: Toolchain) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return CFLAGS and LDFLAGS."""
        cflags, ldflags = self.cflags, self.ldflags
        if self.lto and toolchain.family == "gcc":
            return (*cflags, "-flto=auto"), (*ldflags, "-flto=auto")
        if self.lto:  # lld refuses a version script with symbols that an option has removed
            return (*cflags, "-flto=thin"), (*ldflags, "-flto=thin", "-fuse-ld=lld", "-Wl,--undefined-version")
        if self.training is Training.BOLT:
            ldflags = (*ldflags, "-Wl,--emit-relocs")
            if toolchain.family == "gcc":  # BOLT splits functions itself and refuses those that gcc has split
                cflags = (*cflags, "-fno-reorder-blocks-and-partition")
        return cflags, ldflags


VARIANTS = {
    v.name: v
    for v in (
        Variant("O2", "-O2", ("-O2",)),
        Variant("O3", "-O3, OpenSSL's own flags", ("-O3",)),
        Variant("native", "-O3 for this processor alone", ("-O3", "-march=native")),
        Variant("lto", "-O3 and optimisation at link time (ThinLTO with clang)", ("-O3",), lto=True),
        Variant("pgo", "-O3 guided by a profile", ("-O3",), training=Training.PGO),
        Variant("bolt", "-O3, with the layout changed by a profile (LLVM's BOLT)", ("-O3",), training=Training.BOLT),
    )
}


def find(names: list[str]) -> list[Variant]:
    """Return the variants of these names, each once; raises LabError for an unknown one."""
    for name in names:
        if name not in VARIANTS:
            raise LabError(f"--variant {name}: no such variant; there are {', '.join(VARIANTS)}")
    return [VARIANTS[name] for name in dict.fromkeys(names)]
