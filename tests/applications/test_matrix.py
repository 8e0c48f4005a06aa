"""Each application of the matrix does real work with and without the module: the results are equal, the module's log
shows that it was used, and there is no log without it.

AB_ROUNDS (default 1) is how often each side works; the order of the sides is random. The report goes to
AB_BUILD/applications/NAME.json, from which table.py makes the table.
"""
import json
import os
import platform
import random

import pytest

from bench import Side, served
from hosting import BUILD
from matrix import MATRIX
from table import file_of

ROUNDS = int(os.environ.get("AB_ROUNDS", "1"))


def check_log(application, side):
    """Check that the module was used for what it must be, and only where it is switched on."""
    if side.on:
        wanted = application.serves & side.bench.offered
        assert wanted <= served(side.log), f"{sorted(wanted - served(side.log))} not served:\n{side.log[-4000:]}"
        assert "self test failed" not in side.log
    else:
        assert "afterburner: " not in side.log


def work_once(application, bench, on):
    side = Side(bench, on)
    answer = application.work(side)
    check_log(application, side)
    return side, answer


@pytest.mark.parametrize("application", MATRIX, ids=lambda a: a.name)
def test_application(application, bench):
    if missing := application.missing():
        pytest.skip(f"not installed: {', '.join(missing)}; fix: make test-applications")
    report = BUILD / "applications" / file_of(application.name)
    report.parent.mkdir(exist_ok=True)
    report.unlink(missing_ok=True)
    families, answers = set(), []
    seconds: dict[str, list[float]] = {"without": [], "with": [], "again": []}
    for _ in range(ROUNDS):
        for name in random.sample(list(seconds), len(seconds)):   # "again": a second run without the module, the noise
            side, answer = work_once(application, bench, name == "with")
            seconds[name].append(side.cpu)
            answers.append((name, answer))
            families |= served(side.log)
    for name, answer in answers:
        assert answer == answers[0][1], f"{name} and {answers[0][0]} differ"
    identity = application.identify()
    report.write_text(
        json.dumps(
            {
                "name": application.name,
                "version": identity.version,
                "openssl": identity.openssl,
                "static": identity.is_static,
                "does": application.does,
                "lives": application.lives,
                "served": sorted(families),
                "seconds": seconds,
                "processor": bench.status["processor"]["brand"],
                "level": bench.status["module"]["level"],
                "system": platform.freedesktop_os_release()["PRETTY_NAME"],
            },
            indent=1,
        )
    )
