"""Each application of the matrix does the same work with the companion preloaded, with the module and without it: the
results are equal to those without both, and the companion's log shows that it served the program's OpenSSL.

A program with an OpenSSL of its own (static) must not notice the companion; its log is not checked, because such a
program may also load a library that is linked with the system's OpenSSL.
"""
import pytest

from application import find
from bench import COMPANION, Side, accelerated
from comparison import ALL_PARTS, skip_missing, work_once
from matrix import MATRIX


@pytest.fixture(scope="module")
def companion_bench(bench):
    """Skip where the companion is not built, or stands aside for the system's OpenSSL."""
    if not COMPANION.exists():
        pytest.skip(f"{COMPANION.name} is not built for this platform")
    side = Side(bench, False, companion=True)
    side.run([find("openssl"), "dgst", "-sha256", "data"])
    if ALL_PARTS not in {parts for _, parts in accelerated(side.log)}:
        pytest.skip(f"the companion stands aside for the system's OpenSSL: {side.log.strip()}")
    return bench


@pytest.mark.parametrize("application", MATRIX, ids=lambda a: a.name)
def test_application(application, companion_bench):
    skip_missing(application)
    _, expected = work_once(application, companion_bench, on=False)
    for on in (False, True):
        _, answer = work_once(application, companion_bench, on, companion=True)
        assert answer == expected, f"with the companion, {'with' if on else 'without'} the module"
