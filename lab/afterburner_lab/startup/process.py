"""Start processes one by one, and read what each has cost."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import tempfile
import time
from dataclasses import dataclass

from afterburner_lab.core import guarded, paths
from afterburner_lab.core.driver import find_libcrypto
from afterburner_lab.core.errors import LabError
from afterburner_lab.core.sides import Side, clean_environment
from afterburner_lab.startup.scenarios import PROCESS, Scenario

SERVER_S = 30  # it generates an RSA key first


class Refused(LabError):
    """A phase is impossible, as ML-KEM before OpenSSL 3.5."""


@dataclass(frozen=True)
class Cost:
    """us: microseconds of processor time. faults: page faults that needed no disk."""

    us: float
    faults: int


class Processes:
    """The processes of one measurement, and the server of their handshakes."""

    def __init__(self, sides: list[Side], libcrypto: str):
        self._libcrypto = find_libcrypto(libcrypto)
        self._folder = tempfile.TemporaryDirectory(prefix="afterburner-lab-")
        self._environments = {side.name: self._environment(side) for side in sides}
        self._server = guarded.start(
            [*self._own(), "--serve"], env={**clean_environment(), "OPENSSL_CONF": "/dev/null"}
        )
        try:
            self._await_server()
        except BaseException:
            self.close()
            raise

    def _environment(self, side: Side) -> dict[str, str]:
        conf = pathlib.Path(self._folder.name, f"{side.name}.cnf")
        conf.write_text(side.configuration())
        made = {**clean_environment(), **side.environment(), "OPENSSL_CONF": str(conf)}
        if "/" in self._libcrypto:  # for other programs; the lab's own is told
            made["LD_LIBRARY_PATH"] = str(pathlib.Path(self._libcrypto).parent)
        return made

    def _own(self) -> list[str]:
        folder = self._folder.name
        program = str(paths.driver("startup"))
        return [program, "--libcrypto", self._libcrypto, "--keys", folder, "--socket", f"{folder}/server"]

    def _await_server(self) -> None:
        end = time.monotonic() + SERVER_S
        while not pathlib.Path(self._folder.name, "server").exists():
            if self._server.poll() is not None or time.monotonic() > end:
                raise LabError("the server of the handshakes does not start")
            time.sleep(0.01)

    def run(self, scenario: Scenario, side: str) -> dict[str, Cost]:
        """Run a process; return what each phase has cost, and the whole."""
        argv = [*scenario.program] if scenario.program else [*self._own(), *scenario.phases]
        said, whole = self._spawn(argv, side)
        own = {} if scenario.program else _answer(said)
        return {p["name"]: Cost(p["us"], int(p["faults"])) for p in own.get("phases", ())} | {PROCESS: whole}

    def describe(self, scenario: Scenario, side: str) -> dict:
        """Run a process, and return its memory and providers at its end; nothing of another program."""
        if scenario.program:
            self._spawn([*scenario.program], side)
            return {}
        said, _ = self._spawn([*self._own(), "--memory", *scenario.phases], side)
        return _answer(said)

    def _spawn(self, argv: list[str], side: str) -> tuple[str, Cost]:
        """Run a program to its end; return its output, and what it has cost."""
        program = shutil.which(argv[0])
        if program is None:
            raise LabError(f"{argv[0]}: no such program")
        reader, writer = os.pipe()
        actions = [
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_DUP2, writer, 1),
            (os.POSIX_SPAWN_DUP2, writer, 2),
        ]
        child = os.posix_spawn(program, argv, self._environments[side], file_actions=actions)
        os.close(writer)
        with open(reader, errors="replace") as output:
            said = output.read()
        _, status, usage = os.wait4(child, 0)
        if os.waitstatus_to_exitcode(status) != 0 and not said.startswith("{"):
            raise LabError(f"{' '.join(argv)}: {(said.strip().splitlines() or ['it failed'])[-1]}")
        return said, Cost(1e6 * (usage.ru_utime + usage.ru_stime), usage.ru_minflt)

    def close(self) -> None:
        guarded.end(self._server)
        self._folder.cleanup()

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _answer(said: str) -> dict:
    answer = json.loads(said)
    if not answer["ok"]:
        raise Refused(answer["error"])
    return answer
