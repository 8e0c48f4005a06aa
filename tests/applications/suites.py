"""Suites by which other projects test their own use of OpenSSL: Python's test_ssl, test_hashlib and test_hmac."""

import pathlib
import tempfile
import xml.etree.ElementTree

from application import Application, find, output
from languages import identify_python

PYTHON_SUITES = ["test_ssl", "test_hashlib", "test_hmac"]
AT_LEAST = 250  # cases that ran


class PythonSuites(Application):
    """Python's own tests, which distributions package apart from it."""

    def missing(self):
        there = find("python3") and "ok" in output([find("python3"), "-c", "import test.test_ssl; print('ok')"])
        return [] if there else ["libpython3-testsuite"]


def outcome(case):
    """Return what became of a case: "completed", or the kind of its failure or skip."""
    return [case.get("result")] + [child.tag for child in case]


def python_suites(side):
    with tempfile.TemporaryDirectory(dir=side.folder) as folder:
        report = pathlib.Path(folder) / "report.xml"
        side.run([find("python3"), "-m", "test", "--tempdir", folder, f"--junit-xml={report}", *PYTHON_SUITES])
        cases = list(xml.etree.ElementTree.parse(report).iter("testcase"))
    assert len(cases) >= AT_LEAST
    return sorted([case.get("name"), *outcome(case)] for case in cases)


SUITES = [
    PythonSuites(
        "Python's own tests",
        (),
        "test_ssl, test_hashlib and test_hmac of the distribution's Python, case by case",
        "threads; a process for some cases",
        frozenset(
            {"AES-GCM", "MD5", "SHA1", "SHA2-256", "SHA2-384", "SHA2-512", "SHA3-256", "P-256", "modular products"}
        ),
        identify_python,
        python_suites,
    ),
]
