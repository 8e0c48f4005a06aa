"""The cores for a server and its load client, and the CPU time that a server's processes have used (proc(5))."""

from __future__ import annotations

import os
import pathlib
import time
from dataclasses import dataclass

PROC, CPUS = pathlib.Path("/proc"), pathlib.Path("/sys/devices/system/cpu")
TICK = 1 / os.sysconf("SC_CLK_TCK")
PPID, UTIME, STIME, CUTIME, CSTIME = 1, 11, 12, 13, 14  # indexes in /proc/PID/stat, from the state on
QUIET_S, PATIENCE_S = 0.003, 0.3  # idle means no CPU time for so long; how long to wait for that


@dataclass(frozen=True)
class Cores:
    """Numbers of processors. one_core: the two are, or share, one core."""

    server: int
    load: int
    one_core: bool


@dataclass(frozen=True)
class CpuTime:
    """Seconds. total is exact; user and system have the resolution of the kernel's ticks."""

    total: float
    user: float
    system: float

    def __sub__(self, earlier: CpuTime) -> CpuTime:
        return CpuTime(self.total - earlier.total, self.user - earlier.user, self.system - earlier.system)


def choose_cores() -> Cores:
    """Return the last usable processor for the server, and for the load the first one on another core."""
    cpus = sorted(os.sched_getaffinity(0))
    server = cpus[-1]
    apart = [cpu for cpu in cpus if cpu not in _siblings(server)]
    load = (apart or [cpu for cpu in cpus if cpu != server] or [server])[0]
    return Cores(server, load, not apart)


def _siblings(cpu: int) -> set[int]:
    """Return the processors of the same core, including this one."""
    try:
        text = (CPUS / f"cpu{cpu}" / "topology" / "thread_siblings_list").read_text()
    except OSError:
        return {cpu}
    return numbers_of(text) | {cpu}


def numbers_of(text: str) -> set[int]:
    """Parse a list as the kernel writes it: "0,4-6"."""
    found: set[int] = set()
    for part in text.strip().split(","):
        first, _, last = part.partition("-")
        if first:
            found |= set(range(int(first), int(last or first) + 1))
    return found


def fields_of(stat: str) -> list[str]:
    """Return the fields of /proc/PID/stat from the state on: before that comes a name in parentheses, which may contain
    anything."""
    return stat.rpartition(")")[2].split()


def descendants(root: int) -> list[int]:
    """Return all descendants of a process."""
    children: dict[int, list[int]] = {}
    for entry in PROC.iterdir():
        if entry.name.isdigit() and (stat := _read(entry / "stat")):
            children.setdefault(int(fields_of(stat)[PPID]), []).append(int(entry.name))
    found, ahead = [], [root]
    while ahead:
        below = children.get(ahead.pop(), [])
        found += below
        ahead += below
    return sorted(found)


def cpu_time(pids: list[int]) -> CpuTime:
    """Return the CPU time of processes since they started, including that of their ended children."""
    user = system = exact = 0.0
    for pid in pids:
        if stat := _read(PROC / str(pid) / "stat"):
            fields = fields_of(stat)
            user += TICK * (int(fields[UTIME]) + int(fields[CUTIME]))
            system += TICK * (int(fields[STIME]) + int(fields[CSTIME]))
        exact += _exact(pid)
    return CpuTime(exact or user + system, user, system)


def _exact(pid: int) -> float:
    """Return the time of all threads by the scheduler's own account; 0 if the kernel has none."""
    tasks = (PROC / str(pid) / "task").glob("*/schedstat")
    return 1e-9 * sum(int(text.split()[0]) for task in tasks if (text := _read(task)))


def settled_cpu_time(pids: list[int]) -> CpuTime:
    """Return the same once the processes are idle, so that all requested work is included."""
    end, before = time.monotonic() + PATIENCE_S, cpu_time(pids)
    while True:
        time.sleep(QUIET_S)
        now = cpu_time(pids)
        if now.total == before.total or time.monotonic() > end:
            return now
        before = now


def loaded_libraries(pid: int, name: str) -> set[str]:
    """Return the paths of the shared objects with that name (libcrypto.so ...) that a process has mapped."""
    maps = _read(PROC / str(pid) / "maps") or ""
    paths = (line.split(maxsplit=5)[5] for line in maps.splitlines() if line.count("/"))
    return {path for path in paths if pathlib.PurePath(path).name.startswith(name)}


def _read(path: pathlib.Path) -> str | None:
    """Read a file; None if its process has ended."""
    try:
        return path.read_text(errors="replace")
    except OSError:
        return None
