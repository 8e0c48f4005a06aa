"""The journal: every measurement is written to disk at once, so that an interrupted run loses nothing and can continue.

The format is JSON, one entry per line. The first is the header: schema, plan, machine and sides; then, in the order of
measuring, the limits of each run and its measurements."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import shlex
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import IO, Any

from afterburner_lab.core import paths
from afterburner_lab.core.driver import Measurement, Timing
from afterburner_lab.core.errors import LabError
from afterburner_lab.speed.plan import Key, Plan

SCHEMA = "afterburner-lab-journal/1"
SUFFIX = ".journal"


def new(command: str, result: pathlib.Path | None) -> pathlib.Path:
    """Return the path of a command's journal: beside its result, or else in the build folder."""
    if result is not None:
        return result.with_name(result.name + SUFFIX)
    return paths.results() / f"{command}-{datetime.now():%Y%m%d-%H%M%S}-{os.getpid()}{SUFFIX}"


def to_resume(path: pathlib.Path) -> pathlib.Path:
    """Return the path of the journal, also if its result was named."""
    beside = path.with_name(path.name + SUFFIX)
    return beside if path.suffix != SUFFIX and beside.exists() else path


def resuming(command: str, book: pathlib.Path, result: pathlib.Path | None, csv: pathlib.Path | None) -> str:
    """Return the command that continues a journal."""
    outputs = [(option, path) for option, path in (("--json", result), ("--csv", csv)) if path is not None]
    return shlex.join(["afterburner-lab", command, "--resume", str(book), *(str(w) for pair in outputs for w in pair)])


@dataclass(frozen=True)
class Record:
    """What one task gave in one run: a measurement from each process, or the reason why there is none."""

    run: int
    key: Key
    parts: tuple[Measurement, ...]
    error: str | None = None


@dataclass(frozen=True)
class Header:
    """The header. machine: as in a result; identity() is what must be equal to continue. sides: as in a result."""

    plan: Plan
    created: str
    machine: dict
    sides: list[dict]

    def identity(self) -> dict[str, object]:
        """Return what two parts of one result must have in common, by the name used in an error message."""
        plan = self.plan.to_json()
        measured = {f"plan ({name})": value for name, value in plan.items() if name not in ("command", "keys", "sides")}
        machine = {
            f"machine ({name})": self.machine.get(name)
            for name in ("processor", "family", "model", "stepping", "cores")
        }
        return {**measured, **machine, "set of sides": self.sides}


class Journal:
    """The entries of a run. `records` and `limits` (by run) contain what was appended, now or before an interruption.
    """

    def __init__(self, header: Header):
        self.header = header
        self.records: list[Record] = []
        self.limits: dict[int, dict] = {}
        self._file: IO[Any] | None = None

    def create(self, path: pathlib.Path) -> None:
        self._open(path, "x")
        self._write({"schema": SCHEMA, **asdict(self.header), "plan": self.header.plan.to_json()})

    def go_on(self, path: pathlib.Path) -> None:
        """Load what an earlier run measured, and append to its file. Raises LabError if the plan differs."""
        earlier = read(path)
        mine, theirs = self.header.identity(), earlier.header.identity()
        for name in mine:
            if mine[name] != theirs[name]:
                raise LabError(
                    f"{path}: another {name}: {_short(theirs[name])} there, {_short(mine[name])} now; "
                    "measure again without --resume, or remove it"
                )
        self.header, self.records, self.limits = earlier.header, earlier.records, earlier.limits
        _cut_torn_line(path)
        self._open(path, "a")

    def add_limits(self, run: int, limits: dict) -> None:
        self.limits[run] = limits
        self._write({"run": run, "limits": limits})

    def add(self, record: Record) -> None:
        self.records.append(record)
        self._write(asdict(record))

    def close(self) -> None:
        if self._file is not None:
            with contextlib.suppress(OSError):  # of an entry that did not fit on the disk: _write has reported it
                self._file.close()

    def _open(self, path: pathlib.Path, mode: str) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open(mode)
        except FileExistsError:
            raise LabError(f"{path}: has an interrupted run; continue with --resume {path}, or remove it") from None
        except OSError as e:
            raise LabError(f"{path}: {e.strerror}") from None

    def _write(self, entry: dict) -> None:
        if self._file is None:
            return
        try:
            self._file.write(json.dumps(entry, separators=(",", ":")) + "\n")
            self._file.flush()
        except OSError as e:
            raise LabError(f"{self._file.name}: {e.strerror}; the measurement ends") from None


def read(path: pathlib.Path) -> Journal:
    """Read a journal, without a last line that the interruption cut short."""
    try:
        lines = path.read_text().split("\n")[:-1]
        entries = [json.loads(line) for line in lines]
    except OSError as e:
        raise LabError(f"{path}: {e.strerror}; --resume needs the journal of an interrupted run") from None
    except ValueError:
        entries = []
    schema = entries[0].get("schema") if entries and isinstance(entries[0], dict) else None
    if schema != SCHEMA:
        raise LabError(f"{path}: {'no journal' if schema is None else f'schema {schema}'}; --resume needs {SCHEMA}")
    try:
        head = entries[0]
        journal = Journal(Header(Plan.from_json(head["plan"]), head["created"], head["machine"], head["sides"]))
        for entry in entries[1:]:
            _take(journal, entry)
    except (KeyError, TypeError) as e:
        raise LabError(f"{path}: not a complete journal ({e}); measure again") from None
    return journal


def _take(journal: Journal, entry: dict) -> None:
    if "limits" in entry:
        journal.limits[entry["run"]] = entry["limits"]
        return
    parts = tuple(
        Measurement(p["clock_hz"], tuple(Timing(**{**t, "ns": tuple(t["ns"])}) for t in p["timings"]))
        for p in entry["parts"]
    )
    journal.records.append(Record(entry["run"], tuple(entry["key"]), parts, entry["error"]))


def _cut_torn_line(path: pathlib.Path) -> None:
    text = path.read_bytes()
    if (whole := text.rfind(b"\n") + 1) < len(text):
        with path.open("r+b") as f:
            f.truncate(whole)


def _short(value: object) -> str:
    text = json.dumps(value, separators=(", ", ": "))
    return text if len(text) <= 60 else text[:57] + "..."
