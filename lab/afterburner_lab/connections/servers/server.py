"""A server: found, configured in a folder, started on a free port of loopback and on one core, watched, and ended."""

from __future__ import annotations

import os
import pathlib
import socket
import ssl
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

from afterburner_lab.connections.servers import counted, machine
from afterburner_lab.connections.servers.certificates import Certificate
from afterburner_lab.connections.servers.counted import Counts
from afterburner_lab.connections.servers.machine import CpuTime
from afterburner_lab.connections.servers.program import Program
from afterburner_lab.connections.work import MOST_CONNECTIONS
from afterburner_lab.core import guarded
from afterburner_lab.core.errors import LabError

ADDRESS = "127.0.0.1"
EMPTY, FILE = "/empty", "/file"
GROUPS = ("X25519", "P-256", "P-384", "ffdhe2048")  # a server may use any of them; the client requests one
START_S, PAUSE_S, TRIES = 20, 0.01, 3


class ServerFailed(LabError):
    """The server did not start, or has ended."""


@dataclass(frozen=True)
class Site:
    """What is served.

    documents contains the files EMPTY and FILE. folder: for configuration and log, readable by every user.
    openssl_conf: the side's. environment: the server's other variables. groups: the groups for key exchange that may be
    requested."""

    documents: pathlib.Path
    folder: pathlib.Path
    certificate: Certificate
    openssl_conf: pathlib.Path
    environment: Mapping[str, str]
    core: int
    groups: tuple[str, ...]


class Server(ABC):
    """Each kind of server is a subclass; an object is a running server, from start to stop.

    name: as in the results. program, folder, package: its executable, the folder of it in a package, and Debian's name
    of that. keeps: connections stay open after a reply. most: how many connections it accepts at once."""

    name: str
    program: str
    package: str
    folder = "usr/sbin"
    keeps = True
    most = MOST_CONNECTIONS

    def __init__(self, program: Program, site: Site):
        self.found, self.site = program, site
        self.port = 0
        self._guard: subprocess.Popen | None = None

    @abstractmethod
    def configure(self) -> list[str]:
        """Write what it needs to the site's folder, for self.port; return the command line."""

    def start(self) -> None:
        """Start it on a free port; since another program may take that port meanwhile, try more than once.

        The server is ready when this returns."""
        for attempt in range(TRIES):
            self.port = free_port()
            self._run(self.configure())
            try:
                self._wait_until_ready()
                return
            except ServerFailed:
                self.stop()
                if attempt == TRIES - 1:
                    raise

    def _run(self, command: list[str]) -> None:
        environment = self.found.environment({**self.site.environment, "OPENSSL_CONF": str(self.site.openssl_conf)})
        with self.log_path.open("wb") as log:
            self._guard = guarded.start(
                command, str(self.site.core), stdout=log, stderr=log, cwd=self.site.documents, env=environment
            )

    def _wait_until_ready(self) -> None:
        """Wait for a handshake: some servers listen before they are ready."""
        end = time.monotonic() + START_S
        while not is_serving(self.port):
            self.check()
            if time.monotonic() > end:
                raise ServerFailed(f"{self.name} does not respond after {START_S} s: {self._last_words()}")
            time.sleep(PAUSE_S)
        self.check()

    def check(self) -> None:
        """Raise ServerFailed if it has ended."""
        if self._guard is not None and (status := self._guard.poll()) is not None:
            raise ServerFailed(f"{self.name} ends with status {status}: {self._last_words()}")

    @property
    def log_path(self) -> pathlib.Path:
        return self.site.folder / "log"

    def log(self) -> str:
        """Return its whole log."""
        return self.log_path.read_text(errors="replace")

    def _last_words(self) -> str:
        lines = [line for line in self.log().splitlines() if line and not line.startswith("afterburner: ")]
        return lines[-1] if lines else "it says nothing"

    def _pids(self) -> list[int]:
        return machine.descendants(self._guard.pid)

    def cpu_time(self) -> CpuTime:
        """Return the CPU time of all its processes, once they are idle."""
        return machine.settled_cpu_time(self._pids())

    def counts(self) -> Counts:
        """Return the calls that the module has counted in all its processes."""
        return counted.read(self._pids())

    def libraries(self, name: str) -> set[str]:
        """Return the paths of the libraries with that name that it has loaded."""
        return {path for pid in self._pids() for path in machine.loaded_libraries(pid, name)}

    def stop(self) -> None:
        """End it and everything that it has started."""
        if self._guard is not None:
            guarded.end(self._guard)
        self._guard = None

    def __enter__(self) -> Server:
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def free_port() -> int:
    with socket.create_server((ADDRESS, 0)) as server:
        return server.getsockname()[1]


def is_serving(port: int) -> bool:
    """Return whether something completes a handshake on that port."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    try:
        with socket.create_connection((ADDRESS, port), START_S) as plain, context.wrap_socket(plain):
            return True
    except OSError:
        return False


def is_root() -> bool:
    return os.geteuid() == 0
