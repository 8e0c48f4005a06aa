#!/usr/bin/env python3
"""Check that the compiler that did not make a build accepts its product's C files without a warning: clang for a build
by gcc, gcc for one by clang. It checks syntax and types only, and compiles nothing.

Usage: second_compiler.py [--self-check] BUILD_DIR COMPILER_ID

COMPILER_ID is CMake's name of the compiler that made the build. Exit status 77: the other compiler is not installed.
"""
import concurrent.futures
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

from build_commands import ROOT, commands

FOLDERS = tuple(ROOT / name for name in ("src", "cli", "companion"))
KEPT = ("-D", "-U", "-I", "-std=", "-m", "-W")  # what decides which code and which warnings a file has
DROPPED = ("-mllvm",)  # clang's own
OFFENDER = "int f(void);\nint f(void)\n{\n    unsigned char narrow = f();\n    return narrow;\n}\n"


def findings(compiler: str, file: pathlib.Path, entry: dict[str, str]) -> str:
    """Return the errors and warnings for a file by the flags of a build's command; empty if there are none."""
    flags = [w for w in shlex.split(entry["command"]) if w.startswith(KEPT) and not w.startswith(DROPPED)]
    # Without optimisation gcc's intrinsics are macros, which convert types otherwise, and _FORTIFY_SOURCE is refused.
    command = [compiler, "-fsyntax-only", "-O1", "-fPIC", *flags, "-Werror", "-Wno-unknown-warning-option", str(file)]
    done = subprocess.run(command, cwd=entry["directory"], capture_output=True, text=True, check=False)
    return done.stderr or ("failed\n" if done.returncode else "")


def check(compiler: str, entries: dict[pathlib.Path, dict[str, str]]) -> int:
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [text for text in pool.map(lambda item: findings(compiler, *item), entries.items()) if text]
    print("".join(found), end="")
    print(f"{compiler}: {len(entries)} files, {len(found)} with findings")
    return 1 if found or not entries else 0


def self_check(compiler: str, entries: dict[pathlib.Path, dict[str, str]]) -> int:
    """A value that loses bits must be a finding, by the flags of any file."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "offender.c")
        file.write_text(OFFENDER)
        return 0 if "narrow" in findings(compiler, file, next(iter(entries.values()))) else 1


def main() -> int:
    build, compiler_id = sys.argv[-2:]
    compiler = "gcc" if compiler_id == "Clang" else "clang"
    if shutil.which(compiler) is None:
        print(f"{compiler} is not installed")
        return 77
    all_entries = commands(pathlib.Path(build).resolve())
    entries = {f: e for f, e in all_entries.items() if any(f.is_relative_to(folder) for folder in FOLDERS)}
    return self_check(compiler, entries) if "--self-check" in sys.argv else check(compiler, entries)


if __name__ == "__main__":
    sys.exit(main())
