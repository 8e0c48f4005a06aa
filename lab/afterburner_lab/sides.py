"""Sides: what is measured against what. Each becomes a library context made from an openssl.cnf of its own."""
from __future__ import annotations

import pathlib
from dataclasses import dataclass, field

from afterburner_lab import paths
from afterburner_lab.errors import LabError

BASELINE, CANDIDATE, CONTROL, SOFTWARE = "default", "afterburner", "control", "software"

# Every feature bit that OpenSSL's assembly looks at and that the older studies' "pure software" did without: SSSE3, PCLMULQDQ,
# AES, AVX and what follows from it; ADX, BMI, AVX2, SHA, VAES, VPCLMULQDQ and AVX-512 (OPENSSL_ia32cap(3)).
SOFTWARE_IA32CAP = "~0x1200020200000000:~0xffffffffffffffff"


@dataclass(frozen=True)
class Side:
    """name: as in the results. module: a provider module to prefer over the default provider; None: the default alone.
    settings: keys and values of the module's section. ia32cap: sides with one run in processes of their own."""
    name: str
    module: pathlib.Path | None = None
    settings: dict[str, str] = field(default_factory=dict)
    ia32cap: str | None = None

    @property
    def provider(self) -> str:
        """The name that OpenSSL knows the preferred provider by."""
        return "default" if self.module is None else self.module.name.removesuffix(".so")

    def configuration(self) -> str:
        """The text of this side's openssl.cnf."""
        if self.module is None:
            return "openssl_conf = lab\n[lab]\nproviders = providers\n[providers]\ndefault = on\n[on]\nactivate = 1\n"
        settings = "".join(f"{key} = {value}\n" for key, value in self.settings.items())
        return (f"openssl_conf = lab\n[lab]\nproviders = providers\nalg_section = algorithms\n"
                f"[providers]\ndefault = on\n{self.provider} = module\n[on]\nactivate = 1\n"
                f"[module]\nmodule = {self.module}\nactivate = 1\n{settings}"
                f"[algorithms]\ndefault_properties = ?provider={self.provider}\n")


def checked_module(module: pathlib.Path | None) -> pathlib.Path:
    path = (module or paths.default_module()).resolve()
    if not path.is_file():
        raise LabError(f"{path}: no such module; build it (make) or name one with --module")
    return path


def standard(module: pathlib.Path | None = None, settings: dict[str, str] | None = None) -> list[Side]:
    """The default provider, the module, and the default provider once more as the A/A control."""
    return [Side(BASELINE), Side(CANDIDATE, checked_module(module), settings or {}), Side(CONTROL)]
