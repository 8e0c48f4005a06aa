"""The programs that a build runs one after the other: logged, and all ended when the build is stopped."""

from __future__ import annotations

import contextlib
import os
import pathlib
import subprocess
import threading
from collections.abc import Callable

from afterburner_lab.core import guarded

TAIL = 15  # lines of a log shown for a failure

# Environment variables that Configure and make read, which would change a build without its recipe showing it.
FOREIGN = (
    "CC",
    "CFLAGS",
    "CPPFLAGS",
    "CXXFLAGS",
    "LDFLAGS",
    "LDLIBS",
    "AR",
    "RANLIB",
    "MAKEFLAGS",
    "MFLAGS",
    "MAKELEVEL",
    "DESTDIR",
    "LD_LIBRARY_PATH",
    "LD_PRELOAD",
    "AFTERBURNER_CPU",
)


class BuildFailed(Exception):
    """A step failed. step: its name. tail: the last lines of the log."""

    def __init__(self, step: str, tail: list[str]):
        super().__init__(step)
        self.step, self.tail = step, tail


class Stopped(Exception):
    """The build was stopped."""


class Steps:
    """The steps of one build. stop: set to end all builds. tell: called with the name of each step when it starts."""

    def __init__(self, log: pathlib.Path, stop: threading.Event, tell: Callable[[str], None]):
        self.log, self.stop, self._tell = log, stop, tell
        log.parent.mkdir(parents=True, exist_ok=True)
        log.write_text("")

    def run(
        self,
        step: str,
        command: list[str | pathlib.Path],
        cwd: pathlib.Path,
        may_fail: bool = False,
        **environment: str,
    ) -> None:
        """Run a step to its end; raises BuildFailed or Stopped. environment: added to the user's."""
        self._tell(step)
        with self.log.open("a") as log:
            log.write(f"\n$ {' '.join(map(str, command))}\n")
            log.flush()
            process = guarded.start(
                command, cwd=cwd, stdout=log, stderr=subprocess.STDOUT, env=clean_environment() | environment
            )
            status = self.wait(process)
        if status != 0 and not may_fail:
            raise BuildFailed(step, self.tail())

    def wait(self, process: subprocess.Popen) -> int:
        """Return the exit status, or raise Stopped if the builds are stopped. The process and its children have then
        ended."""
        try:
            while not self.stop.is_set():
                with contextlib.suppress(subprocess.TimeoutExpired):
                    return process.wait(timeout=0.2)
            raise Stopped
        finally:
            guarded.end(process)

    def fail(self, step: str, why: str) -> None:
        raise BuildFailed(step, [*self.tail(), why])

    def tail(self) -> list[str]:
        return self.log.read_text(errors="replace").splitlines()[-TAIL:]


def clean_environment() -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in FOREIGN and not k.startswith("OPENSSL_")}
    return kept | {"LC_ALL": "C", "OPENSSL_CONF": "/dev/null"}
