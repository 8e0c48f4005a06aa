"""The machine of a result in words, for the sections of all formats."""

from __future__ import annotations

from typing import Protocol

from afterburner_lab.report import wording


class Measured(Protocol):
    """What results of all formats contain about their measurement."""

    @property
    def machine(self) -> dict: ...
    @property
    def created(self) -> str: ...
    @property
    def settings(self) -> dict: ...


def libcrypto(side: dict) -> str:
    return f"OpenSSL {side.get('libcrypto') or ''}".strip()


def where(result: Measured, baseline: dict, subject: dict) -> str:
    """Describe the machine in a sentence. baseline, subject: of result.sides."""
    machine, level = result.machine, subject.get("level")
    clock = f" at {machine['clock_hz'] / 1e9:.2f} GHz (measured)" if machine.get("clock_hz") else ""
    system = f", {machine['distribution']}" if machine.get("distribution") else ""
    virtual = (
        f" in a virtual machine{wording.brackets(machine['virtualisation'])}" if machine.get("virtualisation") else ""
    )
    busy = f", while other work ran (load {machine['load']})" if (machine.get("load") or 0) > 1 else ""
    return (
        f"Measured on {machine.get('processor') or 'an unknown processor'}{clock}{system}{virtual}, under "
        f"{libcrypto(baseline)}{f', with the module at level {level}' if level else ''}{busy}."
    )


def facts(result: Measured, baseline: dict, subject: dict) -> list[tuple[str, object]]:
    """Return the facts that readers ask for first; the others are at the end."""
    machine, settings = result.machine, result.settings
    model = ", ".join(f"{k} {machine[k]}" for k in ("family", "model", "stepping") if machine.get(k) is not None)
    return [
        ("processor", machine.get("processor")),
        ("model", model or None),
        ("cores", machine.get("cores")),
        ("system", machine.get("distribution")),
        ("openssl", libcrypto(baseline)),
        ("module level", subject.get("level")),
        ("built by", machine.get("compiler")),
        ("commit", machine.get("commit")),
        ("measured", wording.date(result.created)),
        ("runs", settings.get("runs")),
        ("threads", settings.get("threads")),
    ]
