"""The C driver as a process: one request per line, one answer per line (lab/native/driver/session.c)."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import subprocess
import tempfile
from dataclasses import dataclass, field

from afterburner_lab.core import libssl, paths
from afterburner_lab.core.errors import LabError
from afterburner_lab.core.sides import Side, clean_environment

DRIVER, TLS = "driver", "tls"  # the programs: for EVP's operations, for connections


class DriverEnded(LabError):
    """The process has ended: it could not start, or a call has crashed it."""


class DriverRefused(LabError):
    """The driver refused a request. reason: in its own words."""

    def __init__(self, reason: str, request: str):
        super().__init__(f"{reason} ({request})")
        self.reason = reason


@dataclass(frozen=True)
class Offer:
    """An algorithm and operation, with the provider that each side uses (None: the side does not have it).

    sized: it has a message length. common: in use today; false for the key sizes and curves that a plan leaves out
    unless they are named."""

    kind: str
    algorithm: str
    operation: str
    sized: bool
    common: bool
    providers: dict[str, str | None]


@dataclass(frozen=True)
class Timing:
    """The result of one side for one request: nanoseconds per operation, slice by slice, or the reason why there are
    none.

    The same index of two sides of one request is the same round. details: members that only some kinds have
    (lab/native/tls/connection.h). output: a digest of the first output; None if it is random. keys: a digest of the
    keys used, if another process could have others."""

    side: str
    error: str | None = None
    provider: str | None = None
    bytes: int = 0
    per_slice: int = 0
    ns: tuple[float, ...] = ()
    details: dict = field(default_factory=dict)
    output: str | None = None
    keys: str | None = None


@dataclass(frozen=True)
class Measurement:
    clock_hz: float
    timings: tuple[Timing, ...]


def find_libcrypto(name: str) -> str:
    """Return the path: a file as it is, for a folder the libcrypto in it; a bare name is left to the loader."""
    path = pathlib.Path(name)
    if path.is_dir():
        found = sorted(path.glob("libcrypto.so.[0-9]*")) or sorted(path.glob("libcrypto*.so"))
        if not found:
            raise LabError(f"{name}: no libcrypto.so in this folder")
        return str(found[-1].resolve())
    if "/" in name and not path.is_file():
        raise LabError(f"{name}: no such file; --libcrypto takes a libcrypto.so or its folder")
    return str(path.resolve()) if "/" in name else name


def _program(side: Side, program: str, libcrypto: str) -> list[str]:
    if side.libssl is not None:
        return [str(libssl.program(side.libssl))]
    return [str(paths.driver(program)), "--libcrypto", find_libcrypto(side.libcrypto or libcrypto)]


def _measured(answer: dict) -> Measurement | None:
    if answer.get("waits"):
        return None
    timings = tuple(Timing(**{**t, "ns": tuple(t.get("ns", ()))}) for t in answer["sides"])
    return Measurement(answer["clock_hz"], timings)


class Driver:
    """A running driver.

    All sides of one driver share a process, hence one libcrypto and one ia32cap. libcrypto: for sides that name none.
    program: DRIVER or TLS; a side of another libssl has a program of its own. under: a program that runs the driver,
    with its arguments, such as a profiler.
    """

    def __init__(
        self,
        sides: list[Side],
        libcrypto: str = "libcrypto.so.3",
        keys: pathlib.Path | None = None,
        program: str = DRIVER,
        under: tuple[str, ...] = (),
    ):
        self.sides = sides
        argv = [*under, *_program(sides[0], program, libcrypto)]
        self._folder = tempfile.TemporaryDirectory(prefix="afterburner-lab-")
        if keys is not None:
            argv += ["--keys", str(keys)]
        for side in sides:
            conf = pathlib.Path(self._folder.name, f"{side.name}.cnf")
            conf.write_text(side.configuration())
            argv += ["--side", f"{side.name}={conf}"]
        # A file and not a pipe, which would fill up if a provider writes much. It is closed with the driver.
        self._said = tempfile.TemporaryFile("w+", errors="replace")  # noqa: SIM115
        # Use a process group of its own, since Ctrl-C is ours to handle; but no session, which the scheduler would
        # weigh separately.
        self._process = subprocess.Popen(
            argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            text=True,
            env=self._environment(),
            process_group=0,
        )

    def _environment(self) -> dict[str, str]:
        if len({side.process for side in self.sides}) != 1:
            raise ValueError("sides of one process share an ia32cap, a libcrypto and a preloaded library")
        return {**clean_environment(), "OPENSSL_CONF": "/dev/null", **self.sides[0].environment()}

    def ask(self, request: str) -> dict:
        """Send one line and return the answer. Raises DriverEnded, or DriverRefused if the driver refuses."""
        try:
            self._process.stdin.write(request + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            self._process.wait()
            self._said.seek(0)
            said = self._said.read().strip().splitlines()
            raise DriverEnded(
                said[-1] if said else f"the driver ended with status {self._process.returncode} at: {request}"
            )
        answer = json.loads(line)
        if not answer["ok"]:
            raise DriverRefused(answer["error"], request)
        return answer

    def hello(self) -> dict:
        return self.ask("hello")

    def offers(self) -> list[Offer]:
        return [Offer(**offer) for offer in self.ask("list")["offers"]]

    def measure(self, offer: Offer, size: int, sides: list[str], **timing: int | str) -> Measurement:
        """Measure an offer. timing: slices, slice_us, most_ms, seed, loops, threads, clock as in session.c."""
        measured = self.begin(offer, size, sides, **timing)
        while measured is None:
            measured = self.go_on()
        return measured

    def begin(self, offer: Offer, size: int, sides: list[str], **timing: int | str) -> Measurement | None:
        """Begin to measure. With turns=1 nothing is timed yet: None is returned until go_on has been called for every
        round, each time after others had their turn."""
        what = f"kind={offer.kind} algorithm={offer.algorithm} operation={offer.operation} bytes={size}"
        words = [f"{key}={value}" for key, value in timing.items()]
        return _measured(self.ask(" ".join(["measure", what, f"sides={','.join(sides)}", *words])))

    def go_on(self) -> Measurement | None:
        """Time the next round."""
        return _measured(self.ask("go"))

    def stay_on(self, cpu: int) -> None:
        """Pin the process to a processor."""
        os.sched_setaffinity(self._process.pid, {cpu})

    def close(self) -> None:
        with contextlib.suppress(BrokenPipeError):  # a request that an ended driver did not read
            self._process.stdin.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()
        self._said.close()
        self._folder.cleanup()

    def __enter__(self) -> Driver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
