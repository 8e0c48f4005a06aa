"""Programs for `afterburner top` to watch, and what it says of them."""
import contextlib
import json
import subprocess

import pytest

from conftest import run


def top(*args):
    """Run it; skip the test where nobody may read another process."""
    done = run("top", *args)
    if done.returncode == 2 and "may not read" in done.stderr:
        pytest.skip(done.line)
    return done


def processes(*args):
    done = top("--json", *args)
    assert done.returncode in (0, 1), done
    return json.loads(done.stdout)["processes"]


@contextlib.contextmanager
def program(words, **more):
    process = subprocess.Popen([*map(str, words)], stdin=subprocess.PIPE, **more)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()
