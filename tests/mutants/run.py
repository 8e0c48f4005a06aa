#!/usr/bin/env python3
"""
Plant each fault of faults.py in a scratch copy of the sources, build what its check needs, and see the check fail.

usage: run.py BUILD [TEXT ...]     only the faults whose name or check has one of these texts

There is a copy for each processor, at most four: BUILD/mutants/0, BUILD/mutants/1 ... Each takes a check, sees it pass
without a fault, plants the faults that name it one by one, and takes the next check. A copy has one build folder, whose
objects are made with -O1 and without debug information: a fault is one of the source, and the compiler is faster so.
One line is printed for each fault, with the seconds that it took. BUILD/mutants/caught has those that were caught; a
run that was interrupted goes on after them, unless a file of the tree other than a document has changed since. The exit
status is 1 if a check passes in spite of the fault, cannot be built with it, or fails without. A check that this
machine skips is reported, and its faults are not planted.
"""

import hashlib
import json
import multiprocessing
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from faults import FAULTS

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT = 600  # seconds for a check without a fault
PATIENCE = 4  # times as long for a check with one, which may run forever, ...
LEAST_PATIENCE = 30  # ... but at least so many seconds
SKIPPED = 77
MOST_COPIES = 4
PROCESSORS = len(os.sched_getaffinity(0))
COPIES = min(MOST_COPIES, PROCESSORS)


def files_of_tree(build):
    """All but build folders, which have a CMake cache, and what no build reads."""
    for folder, folders, names in os.walk(ROOT):
        here = Path(folder)
        folders[:] = [
            name
            for name in sorted(folders)
            if name not in (".git", "__pycache__")
            and here / name != build
            and not (here / name / "CMakeCache.txt").exists()
        ]
        yield from (here / name for name in sorted(names) if (here / name).is_file())


def copy_sources(scratch, build):
    """
    Files that are the same keep their time; the others get the present one, so that the build sees them change. Return
    a digest of all but documents.
    """
    digest = hashlib.sha256()
    for source in files_of_tree(build):
        name, text = source.relative_to(ROOT), source.read_bytes()
        if source.suffix != ".md":
            digest.update(f"{name} {len(text)}\n".encode() + text)
        copy = scratch / name
        if not (copy.is_file() and copy.read_bytes() == text):
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, copy)
    return digest.hexdigest()


def cached(build, name):
    for line in (build / "CMakeCache.txt").read_text().splitlines():
        if line.startswith(name + ":"):
            return line.split("=", 1)[1]
    raise SystemExit(f"{build} has no {name}")


def configure(scratch, build):
    command = ["cmake", "-G", "Ninja", "-S", scratch, "-B", scratch / "build", "-DAB_BENCH=OFF"]
    command += ["-DCMAKE_BUILD_TYPE=None", "-DCMAKE_C_FLAGS=-O1 -w"]
    command += [f"-DCMAKE_C_COMPILER={cached(build, 'CMAKE_C_COMPILER')}"]
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
    def __init__(self, build, number):
        self.root = build / "mutants" / str(number)
        self.build = self.root / "build"
        self.digest = copy_sources(self.root, build)
        configure(self.root, build)
        self.seconds = {}  # that each check takes without a fault

    def make(self, check):
        """Return whether what it needs could be built."""
        target = target_of(check)
        if target is None:
            return True
        command = ["ninja", "-C", str(self.build), f"-j{PROCESSORS // COPIES}", target]
        done = subprocess.run(command, capture_output=True, text=True, env=environment(self.root))
        if done.returncode != 0:
            print(done.stdout[-2000:])
        return done.returncode == 0

    def test(self, check):
        """What CTest knows of it once its program is there."""
        command = ["ctest", "--test-dir", str(self.build), "--show-only=json-v1"]
        listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        return next(test for test in json.loads(listed)["tests"] if test["name"] == check)

    def run(self, check):
        """The exit status of a check; that of a signal if it takes too long, or once it has reported a failure."""
        test = self.test(check)
        properties = {p["name"]: p["value"] for p in test["properties"]}
        settings = dict(setting.split("=", 1) for setting in properties.get("ENVIRONMENT", ()))
        usual = self.seconds.get(check)
        limit = TIMEOUT if usual is None else max(LEAST_PATIENCE, PATIENCE * usual)
        process = subprocess.Popen(["timeout", str(limit), "stdbuf", "-oL", *test["command"]], text=True,
                                   errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   cwd=properties["WORKING_DIRECTORY"], env={**os.environ, **settings})
        start = time.monotonic()
        with process:
            for line in process.stdout:
                if line.startswith("FAIL"):
                    process.terminate()
        self.seconds.setdefault(check, time.monotonic() - start)
        return process.returncode

    def plant(self, fault):
        """What became of the fault."""
        path = self.root / "src" / fault.path
        text = path.read_text()
        path.write_text(text.replace(fault.old, fault.new))
        try:
            if not self.make(fault.check):
                return "does not build"
            return "survives" if self.run(fault.check) == 0 else "caught"
        finally:
            path.write_text(text)


class Record:
    """The faults that were caught in this tree, and what became of all."""

    def __init__(self, path, digest):
        self.found = Counter()
        lines = path.read_text().splitlines() if path.exists() else []
        self.names = set(lines[1:]) if lines[:1] == [digest] else set()
        self.file = path.open("w")
        self.write(digest, *sorted(self.names))

    def write(self, *lines):
        self.file.writelines(f"{line}\n" for line in lines)
        self.file.flush()

    def add(self, fault, fate, seconds):
        self.found[fate] += 1
        if fate == "caught":
            self.write(fault.name)
        print(f"{fate:10} {seconds:4.0f} s  {fault.name} ({fault.path}; {fault.check})", flush=True)


def fates_of(scratch, check, faults):
    """What becomes of the faults of one check, after a run without any; and the seconds of each."""
    status = scratch.run(check) if scratch.make(check) else 1
    for fault in faults:
        begin = time.monotonic()
        if status == 0:
            fate = scratch.plant(fault)
        else:
            fate = "not run: the check is skipped here" if status == SKIPPED else "not run: the check fails without it"
        yield fault, fate, time.monotonic() - begin


def work(scratch, faults, checks, fates):
    """A process of its own, which an interruption ends in the middle of a fault, so that this one is not recorded."""
    try:
        while check := checks.get():
            for fate in fates_of(scratch, check, faults[check]):
                fates.put(fate)
    finally:
        fates.put(None)


def by_check(faults):
    """The faults of each check; those with the most come first, so that all copies end at about the same time."""
    found = {}
    for fault in faults:
        found.setdefault(fault.check, []).append(fault)
    return dict(sorted(found.items(), key=lambda entry: -len(entry[1])))


def plant_all(copies, faults, record):
    """Share the checks among the copies."""
    faults, checks, fates = by_check(faults), multiprocessing.SimpleQueue(), multiprocessing.SimpleQueue()
    for check in [*faults, *(None for _ in copies)]:
        checks.put(check)
    for scratch in copies:
        multiprocessing.Process(target=work, args=(scratch, faults, checks, fates)).start()
    num_working = len(copies)
    while num_working > 0:
        fate = fates.get()
        if fate is None:
            num_working -= 1
        else:
            record.add(*fate)


def main():
    build, texts = Path(sys.argv[1]).resolve(), sys.argv[2:]
    chosen = [f for f in FAULTS if not texts or any(text in f.name or text in f.check for text in texts)]
    start = time.monotonic()
    copies = [Scratch(build, number) for number in range(COPIES)]
    record = Record(build / "mutants" / "caught", copies[0].digest)
    left = [fault for fault in chosen if fault.name not in record.names]
    num_before = len(chosen) - len(left)
    plant_all(copies, left, record)
    record.found["caught"] += num_before
    print(f"{len(chosen)} faults, {num_before} of them in a run before:",
          ", ".join(f"{num} {fate}" for fate, num in sorted(record.found.items())),
          f"in {time.monotonic() - start:.0f} s")
    skipped = sum(num for fate, num in record.found.items() if fate.endswith("skipped here"))
    return 0 if record.found["caught"] + skipped == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
