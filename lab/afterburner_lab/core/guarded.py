"""Programs under build/lab/guard: each ends, with all its children, when the lab ends for any reason."""

from __future__ import annotations

import subprocess
from typing import Any

from afterburner_lab.core import paths

EVERY_CORE = "-"
END_S = 10  # the guard itself waits three seconds before it kills


def start(command: list, cores: str = EVERY_CORE, **more: Any) -> subprocess.Popen:
    """cores: numbers with commas between them. more: for Popen. The program reads nothing; one that cannot be run ends
    with status 127. A process group of its own, as Ctrl-C is the lab's to handle; but no session, which the scheduler
    would weigh apart."""
    return subprocess.Popen([paths.guard(), cores, *command], stdin=subprocess.PIPE, process_group=0, **more)


def end(process: subprocess.Popen) -> None:
    """Of one that was started here, with all that it has started; nothing happens to one that has ended."""
    process.stdin.close()
    try:
        process.wait(END_S)
    except subprocess.TimeoutExpired:
        process.terminate()
        process.wait()
