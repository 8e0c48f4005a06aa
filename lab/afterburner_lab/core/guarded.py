"""Programs under build/lab/guard: each ends, with all its children, when the lab ends for any reason."""

from __future__ import annotations

import subprocess
from typing import Any

from afterburner_lab.core import paths

EVERY_CORE = "-"
END_S = 10  # the guard itself waits three seconds before it uses SIGKILL


def start(command: list, cores: str = EVERY_CORE, **more: Any) -> subprocess.Popen:
    """Start a program. cores: numbers separated by commas. more: for Popen.

    The program has no input; one that cannot be run ends with status 127. It gets a process group of its own, since
    Ctrl-C is the lab's to handle; but no session, which the scheduler would weigh separately."""
    return subprocess.Popen([paths.guard(), cores, *command], stdin=subprocess.PIPE, process_group=0, **more)


def end(process: subprocess.Popen) -> None:
    """End a program that was started here, with everything that it has started; nothing happens if it has ended."""
    process.stdin.close()
    try:
        process.wait(END_S)
    except subprocess.TimeoutExpired:
        process.terminate()
        process.wait()
