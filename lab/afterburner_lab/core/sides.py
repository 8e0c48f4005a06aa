"""Sides: the configurations that are compared. Each becomes a library context with an openssl.cnf of its own."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from afterburner_lab.core import paths
from afterburner_lab.core.errors import LabError

BASELINE, CANDIDATE, CONTROL, SOFTWARE, COMPANION = "default", "afterburner", "control", "software", "companion"

# The features that OpenSSL's assembly checks and that the older studies' "pure software" did without: PCLMULQDQ, SSSE3,
# XOP, AES, AVX (so FMA and all wider vectors), and the whole of CPUID leaf 7: BMI, ADX, SHA, AVX2, AVX-512, VAES,
# VPCLMULQDQ. Later releases read further words of the mask; those that are left out are cleared (OPENSSL_ia32cap(3),
# crypto/cpuid.c of 3.5 and 4.0).
SOFTWARE_IA32CAP = "~0x12000a0200000000:~0xffffffffffffffff"
SETTINGS = ("algorithms", "cpu", "threads", "log")  # the keys that the module reads from its section


@dataclass(frozen=True)
class Side:
    """One side.

    name: as in the results. module: a provider module to prefer over the default provider; None: only the default
    provider. settings: keys and values of the module's section. legacy: load OpenSSL's legacy provider, too. ia32cap: a
    side with one runs in a process of its own. libcrypto: a file other than the plan's; such a side has a process of
    its own. modules: the folder of that libcrypto's legacy provider, instead of the compiled-in one. libssl: the folder
    of a build of another libssl (libssl.py), which has neither providers nor settings; fork: what it is. preload: a
    library that the side's process preloads, which it has for itself."""

    name: str
    module: pathlib.Path | None = None
    settings: dict[str, str] = field(default_factory=dict)
    ia32cap: str | None = None
    legacy: bool = False
    libcrypto: str | None = None
    modules: pathlib.Path | None = None
    libssl: pathlib.Path | None = None
    fork: str | None = None
    preload: pathlib.Path | None = None

    @property
    def process(self) -> tuple[str | None, ...]:
        """Sides share a process if this is equal."""
        own = self.libcrypto if self.libssl is None else str(self.libssl)
        shared = self.ia32cap, None if self.preload is None else str(self.preload)
        return shared if own is None else (*shared, own, self.name)

    @property
    def provider(self) -> str:
        """The name by which OpenSSL knows the preferred provider; for another libssl, what that is."""
        if self.fork is not None:
            return self.fork
        return "default" if self.module is None else self.module.stem

    def environment(self) -> dict[str, str]:
        """The environment variables of a process of this side, besides the path of its openssl.cnf."""
        set_here = {"OPENSSL_ia32cap": self.ia32cap, "OPENSSL_MODULES": self.modules, "LD_PRELOAD": self.preload}
        return {name: str(value) for name, value in set_here.items() if value is not None}

    def configuration(self) -> str:
        """The text of this side's openssl.cnf.

        No section has the name of a setting's value, such as "on": OpenSSL would take the value for that section."""
        providers, module, algorithms = ["default = active"], "", ""
        if self.legacy:
            providers.append("legacy = active")
        if self.module is not None:
            providers.append(f"{self.provider} = module")
            settings = "".join(f"{key} = {value}\n" for key, value in self.settings.items())
            module = f"[module]\nmodule = {self.module}\nactivate = 1\n{settings}"
            algorithms = f"[algorithms]\ndefault_properties = ?provider={self.provider}\n"
        return (
            "openssl_conf = lab\n[lab]\nproviders = providers\nalg_section = algorithms\n[providers]\n"
            + "\n".join(providers)
            + f"\n[active]\nactivate = 1\n{module}{algorithms or '[algorithms]'}\n"
        )


def clean_environment() -> dict[str, str]:
    """Return the user's environment without variables that would configure OpenSSL or the module."""
    return {k: v for k, v in os.environ.items() if not k.startswith("OPENSSL_") and k != "AFTERBURNER_CPU"}


def checked_module(module: pathlib.Path | None) -> pathlib.Path:
    path = (module or paths.default_module()).resolve()
    if not path.is_file():
        raise LabError(f"{path}: no such module; build it (make) or name one with --module")
    return path


def checked_companion() -> pathlib.Path:
    path = paths.companion()
    if not path.is_file():
        raise LabError(f"{path}: no such library; build it (make)")
    return path


def standard(
    module: pathlib.Path | None = None, settings: dict[str, str] | None = None, companion: bool = False
) -> list[Side]:
    """Make the default provider, the module, and the default provider once more as the A/A control. companion: also the
    module with the companion library preloaded, before the control."""
    return choose((BASELINE, CANDIDATE, *((COMPANION,) if companion else ())), module, settings)


def choose(
    names: tuple[str, ...],
    module: pathlib.Path | None = None,
    settings: dict[str, str] | None = None,
    legacy: bool = False,
) -> list[Side]:
    """Make the sides of these names; the first is the baseline, which is added once more as the A/A control."""
    known: dict[str, Callable[[], Side]] = {
        BASELINE: lambda: Side(BASELINE, legacy=legacy),
        CANDIDATE: lambda: _candidate(checked_module(module), settings or {}, legacy),
        SOFTWARE: lambda: Side(SOFTWARE, ia32cap=SOFTWARE_IA32CAP, legacy=legacy),
        COMPANION: lambda: replace(known[CANDIDATE](), name=COMPANION, preload=checked_companion()),
    }
    for name in names:
        if name not in (*known, CONTROL):
            raise LabError(f"--sides {name}: no such side; there are {', '.join(known)}")
    chosen = [known[name]() for name in dict.fromkeys(names) if name != CONTROL]
    if not chosen:
        raise LabError("--sides needs at least one side besides the control")
    return [*chosen, replace(chosen[0], name=CONTROL)]


def _candidate(module: pathlib.Path, settings: dict[str, str], legacy: bool) -> Side:
    side = Side(CANDIDATE, module, settings, legacy=legacy)
    unknown = [key for key in settings if key not in SETTINGS]
    if side.provider == CANDIDATE and unknown:
        raise LabError(f"--set {unknown[0]}: the module knows {', '.join(SETTINGS)}")
    return side
