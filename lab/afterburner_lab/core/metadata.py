"""The origin of a result: the machine, the system, the build, and the parts of each side."""

from __future__ import annotations

import hashlib
import os
import pathlib
import platform
import re
import subprocess
from datetime import UTC, datetime

from afterburner_lab.core import paths, schema
from afterburner_lab.core.sides import Side

# In this order: a module that clang built has gcc's line too, from the C library's start files.
COMPILERS = (b"clang version ", b"GCC: (")


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def machine(clock_hz: float, module: pathlib.Path | None) -> dict:
    """Describe the machine. clock_hz: of a core, measured by the driver. module: the one whose compiler is recorded."""
    return {
        **place(),
        "clock_hz": round(clock_hz),
        "lab_version": schema.SPEED,
        "compiler": None if module is None else _compiler(module),
    }


def place() -> dict:
    """Describe the processor, the system and the source."""
    cpu = _cpuinfo()
    return {
        "processor": cpu.get("model name", platform.processor() or "unknown"),
        "family": _number(cpu.get("cpu family")),
        "model": _number(cpu.get("model")),
        "stepping": _number(cpu.get("stepping")),
        "cores": len(os.sched_getaffinity(0)),
        "features": cpu.get("flags", "").split(),
        "kernel": platform.release(),
        "distribution": _distribution(),
        "virtualisation": _virtualisation(cpu),
        "governor": _text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        "load": round(os.getloadavg()[0], 2),
        "commit": _commit(),
    }


def describe(side: Side, role: str, hello: dict) -> dict:
    """Describe a side for a result. role: baseline, candidate or control. hello: the answer of its process's driver."""
    loaded: dict = next((p for p in hello["sides"][side.name] if p["name"] == side.provider), {})
    return {
        "name": side.name,
        "role": role,
        "provider": side.provider,
        "version": loaded.get("version"),
        "level": loaded.get("level"),
        "workers": loaded.get("workers"),
        "module": None if side.module is None else str(side.module),
        "module_sha256": None if side.module is None else sha256(side.module),
        "settings": dict(side.settings),
        "libcrypto": hello["libcrypto_version"],
        "libcrypto_path": hello["libcrypto_path"],
        "ia32cap": side.ia32cap,
        "preload": None if side.preload is None else str(side.preload),
    }


def sha256(file: pathlib.Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _cpuinfo() -> dict[str, str]:
    """Return the first processor's block of /proc/cpuinfo."""
    block = (_text("/proc/cpuinfo") or "").split("\n\n")[0]
    return {k.strip(): v.strip() for k, _, v in (line.partition(":") for line in block.splitlines())}


def _number(text: str | None) -> int | None:
    return int(text) if text is not None and text.isdigit() else None


def _text(path: str) -> str | None:
    try:
        return pathlib.Path(path).read_text().strip()
    except OSError:
        return None


def _distribution() -> str:
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", "unknown")
    except OSError:
        return "unknown"


def _virtualisation(cpu: dict[str, str]) -> str | None:
    """Return the hypervisor's name; None on bare metal."""
    if "hypervisor" not in cpu.get("flags", "").split():
        return None
    named = re.search(r"^Hypervisor vendor: *(.+)$", _output("lscpu") or "", re.M)
    return named[1] if named else "unknown"


def _commit() -> str | None:
    """Return the commit of the source tree; with "+" if files differ from it."""
    if (commit := _git("rev-parse", "--short=12", "HEAD")) is None:
        return None
    return commit + ("+" if _git("status", "--porcelain", "--untracked-files=no") else "")


def _git(*words: str) -> str | None:
    return _output("git", "-C", str(paths.SOURCE), *words)


def _output(*command: str) -> str | None:
    """Return a program's output; None if it fails or is missing."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, env={**os.environ, "LC_ALL": "C"})
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def _compiler(module: pathlib.Path) -> str | None:
    """Return the compiler's line in the module's .comment section."""
    content = module.read_bytes()
    for name in COMPILERS:
        if (at := content.find(name)) >= 0:
            start, end = content.rfind(b"\0", 0, at) + 1, content.find(b"\0", at)
            return content[start:end].decode(errors="replace").strip()
    return None
