#!/usr/bin/env python3
"""Run clang-tidy with the flags of a build over those of the C files that the build compiles.

Usage: clang_tidy.py CLANG_TIDY BUILD_DIR FILE...
"""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from build_commands import ROOT, commands


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
