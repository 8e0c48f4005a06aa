"""What the measured processes do: phases of build/lab/startup (lab/native/startup/phases.c), or a program."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from afterburner_lab.core.errors import LabError

START, PROCESS = "start", "process"  # before the first phase; the whole, with exec and exit


@dataclass(frozen=True)
class Scenario:
    """A process. phases: of the lab's own program, in this order. program: another program with its arguments, of which
    only the whole is known."""

    name: str
    phases: tuple[str, ...] = ()
    program: tuple[str, ...] = ()


SCENARIOS = (
    Scenario("digest", ("load", "SHA2-256")),
    Scenario("cipher", ("load", "AES-128-GCM")),
    Scenario("ec", ("load", "EC")),
    Scenario("rsa", ("load", "RSA")),
    Scenario("ml-kem", ("load", "ML-KEM")),
    Scenario("tls-client", ("load", "SSL_CTX_new", "handshake")),
)


def choose(names: list[str], program: str | None) -> list[Scenario]:
    """Return the scenarios of these names, or all, and the program as one more."""
    known = {scenario.name: scenario for scenario in SCENARIOS}
    for name in names:
        if name not in known:
            raise LabError(f"{name}: no such scenario; there are {', '.join(known)}")
    chosen = [known[name] for name in dict.fromkeys(names)] if names or program else list(known.values())
    if program is not None:
        words = shlex.split(program)
        if not words:
            raise LabError("--program needs a program with its arguments")
        chosen.append(Scenario("program", program=tuple(words)))
    return chosen
