"""Suites by which other projects test their own use of OpenSSL: those of Python, libsrtp, BIND 9 and Rust's `openssl`.
"""

import functools
import pathlib
import re
import subprocess
import tempfile
import xml.etree.ElementTree

from application import Application, Identity, find, output, shared_openssl
from languages import identify_python

PYTHON_SUITES = ["test_ssl", "test_hashlib", "test_hmac"]
AT_LEAST = 250  # cases that ran
BUILD_SUITE = pathlib.Path(__file__).parent / "build_suite.sh"
SRTP_PROGRAMS = [
    "crypto/test/cipher_driver -v",
    "crypto/test/kernel_driver -v",
    "test/test_srtp",
    "test/rdbx_driver -v",
    "test/srtp_driver -v",
    "test/roc_driver -v",
    "test/replay_driver -v",
]
BIND_TESTS = [
    *(f"isc/{name}" for name in ("aes", "hmac", "md")),
    *(f"dns/{name}" for name in ("dh", "dst", "private", "rsa", "sigs", "tsig")),
]
AT_LEAST_IN_BIND = 35  # cases that ran
SRTP_TALKS = ["rtpw_test.sh", "rtpw_test_gcm.sh"]  # a sender and a receiver of packets


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


class BuiltSuite(Application):
    """A suite that build_suite.sh makes from its source."""

    def missing(self):
        return [] if suite_folder(self.programs[0]) else [self.programs[0]]


@functools.cache
def suite_folder(name):
    """Return the folder of a suite; None if it has not been built."""
    done = subprocess.run([BUILD_SUITE, "--built", name], capture_output=True, text=True, check=False)
    return pathlib.Path(done.stdout.strip()) if done.returncode == 0 else None


def identify_suite(name, program):
    def identify():
        folder = suite_folder(name)
        return Identity(folder.name.rpartition("-")[2], shared_openssl(folder / program), False)

    return identify


def libsrtp(side):
    """Run all that `make runtest` runs; return the lines that say what passed."""
    folder, said = suite_folder("libsrtp"), []
    for program in SRTP_PROGRAMS:
        said.append(side.run(["env", "-C", folder, *f"./{program}".split()]))
    for talk in SRTP_TALKS:
        said.append(side.run(["env", "-C", folder / "test", f"./{talk}", "-w", "words.txt"]))
    text = b"".join(said).decode(errors="replace")
    passed = [line.strip() for line in text.splitlines() if re.search(r"passed|\[ +OK +\]|done", line, re.I)]
    assert len(passed) >= AT_LEAST and "failed" not in text.lower()
    return passed


def bind9(side):
    """Run the unit tests that use OpenSSL; return each case with its outcome."""
    folder, cases = suite_folder("bind9") / "tests", []
    for test in BIND_TESTS:
        program = folder / f"{test}_test"
        text = side.run(["env", "-C", program.parent, f"./{program.name}"]).decode(errors="replace")
        cases += [[test, *case] for case in re.findall(r"^\[ +(OK|SKIPPED|FAILED) +\] (\w+)", text, re.M)]
    assert sum(outcome == "OK" for _, outcome, _ in cases) >= AT_LEAST_IN_BIND, cases
    return sorted(cases)


def rust_openssl(side):
    """Run every case; return each with its outcome."""
    folder = suite_folder("rust-openssl")
    text = side.run(["env", "-C", folder / "crate", "./suite"]).decode(errors="replace")
    cases = sorted(re.findall(r"^test (\S+) \.\.\. (ok|ignored)", text, re.M))
    assert len(cases) >= AT_LEAST and "test result: ok." in text
    return cases


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
    BuiltSuite(
        "libsrtp's own tests",
        ("libsrtp",),
        "all of `make runtest`: ciphers, authentication, whole streams, a sender and a receiver",
        "a process for each program",
        frozenset({"AES-CTR", "AES-GCM", "SHA1"}),
        identify_suite("libsrtp", "test/srtp_driver"),
        libsrtp,
    ),
    BuiltSuite(
        "BIND 9's own tests",
        ("bind9",),
        "its unit tests of HMAC, digests, AES, TSIG, Diffie-Hellman, RSA and signatures, case by case",
        "a process for each program",
        frozenset({"MD5", "SHA1", "SHA2-256", "SHA2-384", "SHA2-512", "modular products"}),
        identify_suite("bind9", "tests/isc/.libs/hmac_test"),
        bind9,
    ),
    BuiltSuite(
        "Rust's openssl, its own tests",
        ("rust-openssl",),
        "the unit tests of the crate `openssl`, case by case, with servers by openssl s_server",
        "threads; a process for some cases",
        frozenset({"AES-CBC", "AES-GCM", "SHA1", "SHA2-256", "SHA2-512", "P-256", "modular products"}),
        identify_suite("rust-openssl", "crate/suite"),
        rust_openssl,
    ),
]
