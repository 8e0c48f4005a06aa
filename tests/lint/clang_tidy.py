#!/usr/bin/env python3
"""Run clang-tidy with the flags of a build over those of the C files that the build compiles.

Usage: clang_tidy.py CLANG_TIDY BUILD_DIR FILE...
"""
import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Flags of gcc that clang does not know (cmake/compiler_quirks.cmake).
GCC_ONLY = (
    "-fira-algorithm=",
    "-fsched-pressure",
    "-fschedule-insns",
    "-fno-tree-ter",
    "-mmemset-strategy=",
    "--param=",
    "-Wno-maybe-uninitialized",
)


def commands(build: pathlib.Path) -> dict[pathlib.Path, dict[str, str]]:
    """Return the first command for each file, without flags that clang does not know."""
    found: dict[pathlib.Path, dict[str, str]] = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file = pathlib.Path(entry["file"])
        if file.suffix == ".c" and file not in found:
            words = [w for w in shlex.split(entry["command"]) if not w.startswith(GCC_ONLY)]
            found[file] = entry | {"command": shlex.join(words)}
    return found


def check(tool: str, database: str, file: pathlib.Path) -> str:
    """Return the findings; empty if there are none."""
    done = subprocess.run(
        [tool, "-p", database, "--quiet", file], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout if done.returncode else ""


def main() -> int:
    tool, build = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    known = commands(build)
    wanted = {pathlib.Path(f).resolve() for f in sys.argv[3:]}
    files = sorted(wanted & known.keys())
    with tempfile.TemporaryDirectory() as database:
        pathlib.Path(database, "compile_commands.json").write_text(json.dumps(list(known.values())))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            findings = [f for f in pool.map(lambda file: check(tool, database, file), files) if f]
    print("".join(findings), end="")
    print(f"clang-tidy: {len(files)} files, {len(findings)} with findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
