#!/usr/bin/env python3
"""
Plant each fault of faults.py in a scratch copy of the sources, build what its check needs, and see the check fail.

usage: run.py BUILD [TEXT ...]     only the faults whose name or check has one of these texts

The copy is BUILD/mutants. The exit status is 1 if a check passes in spite of the fault, or cannot be built with it. A
check that this machine skips is reported, and its faults are not planted.
"""

import filecmp
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

from faults import FAULTS

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT = 600  # seconds for a check; a fault may make it run forever
SKIPPED = 77


def copy_changed(source, copy):
    """Files that are the same keep their time; the others get the present one, so that the build sees them change."""
    if not (Path(copy).is_file() and filecmp.cmp(source, copy, shallow=False)):
        shutil.copy(source, copy)


def copy_sources(scratch, build):
    """All but build folders, which have a CMake cache, and what no build reads."""

    def ignored(folder, names):
        return [name for name in names if name in (".git", "__pycache__") or (Path(folder) / name) == build
                or (Path(folder) / name / "CMakeCache.txt").exists()]

    shutil.copytree(ROOT, scratch, ignore=ignored, copy_function=copy_changed, ignore_dangling_symlinks=True,
                    dirs_exist_ok=True)


def cached(build, name):
    for line in (build / "CMakeCache.txt").read_text().splitlines():
        if line.startswith(name + ":"):
            return line.split("=", 1)[1]
    raise SystemExit(f"{build} has no {name}")


def configure(scratch, build):
    command = ["cmake", "-G", "Ninja", "-S", scratch, "-B", scratch / "build", "-DAB_BENCH=OFF"]
    command += [f"-D{name}={cached(build, name)}" for name in ("CMAKE_C_COMPILER", "CMAKE_BUILD_TYPE")]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment(scratch))
    venv = scratch / "build" / "venv"
    if not venv.is_symlink():
        venv.symlink_to(build / "venv")


def environment(scratch):
    return {**os.environ, "CCACHE_BASEDIR": str(scratch)}


def target_of(check):
    """The program of a test, by the conventions of tests/, tests/evp and fuzz/; proofs read the source."""
    if check.startswith("bounds."):
        return None
    if check.startswith("corpus_"):
        return "replay_" + check.removeprefix("corpus_")
    return "evp_" + check.split(".")[1] if check.startswith("evp.") else check + "_test"


class Scratch:
    def __init__(self, build):
        self.root, self.build = build / "mutants", build / "mutants" / "build"
        copy_sources(self.root, build)
        configure(self.root, build)
        self.tests = {}

    def make(self, targets):
        """Return whether they could be built."""
        if not targets:
            return True
        command = ["ninja", "-C", str(self.build), *targets]
        done = subprocess.run(command, capture_output=True, text=True, env=environment(self.root))
        if done.returncode != 0:
            print(done.stdout[-2000:])
        return done.returncode == 0

    def read_tests(self):
        """The commands, which CTest knows once the programs are there."""
        command = ["ctest", "--test-dir", str(self.build), "--show-only=json-v1"]
        listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        self.tests = {test["name"]: test for test in json.loads(listed)["tests"]}

    def run(self, check):
        """The exit status of a check; that of a signal if it takes too long, or once it has reported a failure."""
        test = self.tests[check]
        properties = {p["name"]: p["value"] for p in test["properties"]}
        settings = dict(setting.split("=", 1) for setting in properties.get("ENVIRONMENT", ()))
        process = subprocess.Popen(["timeout", str(TIMEOUT), "stdbuf", "-oL", *test["command"]], text=True,
                                   errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   cwd=properties["WORKING_DIRECTORY"], env={**os.environ, **settings})
        with process:
            for line in process.stdout:
                if line.startswith("FAIL"):
                    process.terminate()
        return process.returncode

    def plant(self, fault):
        """What became of the fault."""
        path = self.root / "src" / fault.path
        text = path.read_text()
        path.write_text(text.replace(fault.old, fault.new))
        target = target_of(fault.check)
        try:
            if not self.make([target] if target else []):
                return "does not build"
            return "survives" if self.run(fault.check) == 0 else "caught"
        finally:
            path.write_text(text)


def main():
    build, texts = Path(sys.argv[1]).resolve(), sys.argv[2:]
    chosen = [f for f in FAULTS if not texts or any(text in f.name or text in f.check for text in texts)]
    scratch = Scratch(build)
    checks = sorted({fault.check for fault in chosen})
    if not scratch.make(sorted(filter(None, {target_of(check) for check in checks}))):
        return 1
    scratch.read_tests()
    status = {check: scratch.run(check) for check in checks}
    broken = [check for check in checks if status[check] not in (0, SKIPPED)]
    if broken:
        print("fail without a fault:", *broken)
        return 1
    found = Counter()
    for fault in chosen:
        fate = "not run: the check is skipped here" if status[fault.check] == SKIPPED else scratch.plant(fault)
        found[fate] += 1
        print(f"{fate:10} {fault.name} ({fault.path}; {fault.check})", flush=True)
    print(f"{len(chosen)} faults:", ", ".join(f"{num} {fate}" for fate, num in sorted(found.items())))
    return 1 if found["survives"] or found["does not build"] else 0


if __name__ == "__main__":
    sys.exit(main())
