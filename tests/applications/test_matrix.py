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

from bench import served
from comparison import skip_missing, work_once
from hosting import BUILD
from matrix import MATRIX
from table import file_of

ROUNDS = int(os.environ.get("AB_ROUNDS", "1"))


@pytest.mark.parametrize("application", MATRIX, ids=lambda a: a.name)
def test_application(application, bench):
    skip_missing(application)
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
