"""`speed --check`: every AES name of the module is measured and agrees with the default provider, and the gate can
fail.

Speed is not tested here."""

from __future__ import annotations

import os
import pathlib
import re
import subprocess

import pytest

from afterburner_lab.speed import results

LAB = os.environ["AB_LAB"]
pytestmark = pytest.mark.skipif(
    not re.search(r"^flags.*\baes\b", pathlib.Path("/proc/cpuinfo").read_text(), re.M),
    reason="no AES instructions: the module offers nothing",
)


# In 3.5 and 3.6 the default provider may be returned for these once a random byte was drawn: docs/what-is-not-ours.md.
OF_THE_GENERATOR = {"AES-256-CTR", "AES-256-ECB"}


def lab(*arguments: object) -> subprocess.CompletedProcess:
    return subprocess.run([LAB, *map(str, arguments)], capture_output=True, text=True, timeout=600)


def check(folder: pathlib.Path, marks: str) -> subprocess.CompletedProcess:
    path = folder / "marks"
    path.write_text(marks)
    return lab("speed", "AES-128-CTR", "--operation", "encrypt", "--sizes", "64", "--quick", "--check", path)


def test_every_name_of_the_module_agrees_with_the_default_provider(tmp_path):
    path = tmp_path / "result.json"
    done = lab("speed", "AES-*", "--quick", "--runs", 1, "--sizes", "64,1350", "--json", path)
    assert done.returncode == 0, done.stderr
    result = results.load(path)
    left = [
        s for s in result.skipped if not (s["algorithm"].endswith("GCM-SIV") and s["side"] in ("default", "control"))
    ]
    assert [s for s in left if s["operation"] != "multi-block"] == []  # for which these lengths are too short
    ours = {row.algorithm for row in result.summary("afterburner") if row.provider == "afterburner"}
    named = {row.algorithm for row in result.summary()}
    taken = OF_THE_GENERATOR if re.search(r"OpenSSL 3\.[56]\.", done.stdout) else set()
    assert without_hmac(named - ours) <= taken and len(ours) > 40


def without_hmac(names: set[str]) -> set[str]:
    """The module has AES-CBC-HMAC only if the processor has the SHA instructions."""
    return {name for name in names if "HMAC" not in name}


def test_a_mark_that_is_reached(tmp_path):
    done = check(tmp_path, "* AES-128-CTR * * 0.01\n")
    assert done.returncode == 0 and done.stdout.endswith("\nrows held to a mark: 1, below it: 0\n"), done.stderr


def test_a_mark_that_is_missed_is_named(tmp_path):
    done = check(tmp_path, "* AES-128-CTR encrypt 64 1000\n")
    assert done.returncode == 1
    assert re.search(r"MISS AES-128-CTR encrypt 64: \d+\.\d\d \(.*\), mark 1000\.00$", done.stdout, re.M)
    assert done.stdout.endswith("\nrows held to a mark: 1, below it: 1\n")


def test_a_broken_file_of_marks_ends_it_before_anything_is_measured(tmp_path):
    done = check(tmp_path, "* AES-128-CTR encrypt\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1 and "marks:1: the form is LEVEL ALGORITHM" in done.stderr
