"""The load client (lab/native/load/main.c): one request per line, one answer per line."""

from __future__ import annotations

import contextlib
import json
import pathlib
import select
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass

from afterburner_lab.core import paths
from afterburner_lab.core.errors import LabError

PATIENCE_S = 60  # beyond the time that the request takes itself


class LoadFailed(LabError):
    """The server or the client failed; the reason is one line."""


@dataclass(frozen=True)
class Wish:
    """What to request of a server.

    version: "1.2" or "1.3". group, cipher: OpenSSL's names; group may be a list whose first entry counts. bytes: of
    every reply. keep: keep connections open and count requests instead of connections. resume: every handshake but the
    first resumes it."""

    version: str
    group: str
    cipher: str
    path: str
    bytes: int
    connections: int
    keep: bool = False
    resume: bool = False


@dataclass(frozen=True)
class Agreed:
    """What the first handshake negotiated, in libssl's words, and how many signatures were verified: one."""

    version: str
    cipher: str
    group: str
    signature: str
    checked: int


@dataclass(frozen=True)
class Done:
    """The result of a load: operations, how many of them resumed; wall seconds, the client's CPU seconds; latency in
    microseconds; signatures accepted unverified."""

    done: int
    resumed: int
    seconds: float
    cpu_seconds: float
    p50_us: float
    p99_us: float
    taken: int


class Load:
    """A running client on one core. One target is open at a time."""

    def __init__(self, core: int, openssl_conf: pathlib.Path, environment: Mapping[str, str]):
        self._process = subprocess.Popen(
            [paths.load(), str(core)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**environment, "OPENSSL_CONF": str(openssl_conf)},
            process_group=0,
        )

    def open(self, port: int, wish: Wish) -> Agreed:
        """Connect, check that the server does what was requested, and warm up both."""
        words = {
            "port": port,
            "version": wish.version,
            "group": wish.group,
            "cipher": wish.cipher,
            "path": wish.path,
            "bytes": wish.bytes,
            "connections": wish.connections,
            "keep": int(wish.keep),
            "resume": int(wish.resume),
        }
        return Agreed(**self._ask("open", words, PATIENCE_S))

    def load(self, ms: int, most: int) -> Done:
        """Load the server for this time or this many operations. Operations that have started are finished."""
        return Done(**self._ask("load", {"ms": ms, "most": most}, PATIENCE_S + ms / 1000))

    def close(self) -> None:
        self._ask("close", {}, PATIENCE_S)

    def _ask(self, command: str, words: dict[str, object], seconds: float) -> dict:
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(" ".join([command, *(f"{key}={value}" for key, value in words.items())]) + "\n")
            self._process.stdin.flush()
        ready, _, _ = select.select([self._process.stdout], [], [], seconds)
        if not ready:
            self._process.kill()
            raise LoadFailed(f"the client does not answer within {seconds:.0f} s")
        if not (line := self._process.stdout.readline()):
            raise LoadFailed(f"the client has ended, with status {self._process.wait()}")
        answer = json.loads(line)
        if not answer.pop("ok"):
            raise LoadFailed(answer["error"])
        return answer

    def __enter__(self) -> Load:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        try:
            self._process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()
