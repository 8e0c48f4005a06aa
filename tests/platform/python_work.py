"""Run CPython's own tests of hashes, HMAC and TLS in the tests of its build for Windows, and write a line for each test
that did not pass into the file that is named. The lines are the same with the module and without."""

import sys
import unittest

sys.modules["_wmi"] = None  # Wine lacks what this calls; `platform` does without it

from test.test_hashlib import HashLibTestCase  # noqa: E402

for name in [name for name in dir(HashLibTestCase) if name.endswith("_over_4gb")]:
    setattr(HashLibTestCase, name, None)  # they take minutes

suites = unittest.defaultTestLoader.loadTestsFromNames(["test.test_hashlib", "test.test_hmac", "test.test_ssl"])
result = unittest.TextTestRunner(verbosity=0).run(suites)
with open(sys.argv[1], "w", encoding="utf-8", newline="\n") as report:
    print("tests", result.testsRun, file=report)
    for outcome in ("failures", "errors", "skipped", "unexpectedSuccesses"):
        for test in sorted(entry[0].id() for entry in getattr(result, outcome)):
            print(outcome, test, file=report)
