#!/usr/bin/env python3
"""Check that the compiler that did not make a build accepts its product's C files without a warning: clang for a build
by gcc, gcc for one by clang. It checks syntax and types only, and compiles nothing.

Usage: check_second_compiler.py BUILD_DIR COMPILER_ID
       check_second_compiler.py --self-check COMPILER_ID

COMPILER_ID is CMake's name of the compiler that made the build. Exit status 77: the other compiler is not installed.
"""
import concurrent.futures
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDERS = tuple(str(ROOT / name) + os.sep for name in ("src", "cli", "companion"))
WARNINGS = ["-Werror", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Wstrict-prototypes", "-Wvla"]
SUMS_OF_ENUMERATORS = ["-Wno-enum-enum-conversion", "-Wno-enum-float-conversion"]  # in clang's -Wextra from 19 on
KEPT = ("-D", "-U", "-I", "-std=", "-m")  # what decides which code a file has
ONE_COMPILERS = ("-mmemset-strategy=", "-mllvm", "-D_FORTIFY_SOURCE")
TAKES_A_WORD = ("-include", "-isystem")
OFFENDER = "int f(void);\nint f(void)\n{\n    unsigned char narrow = f();\n    return narrow;\n}\n"


def flags_of(command: str) -> list[str]:
    """Return those words of a compiler's command that decide which code it sees."""
    words = iter(shlex.split(command))
    flags = []
    for word in words:
        if word in TAKES_A_WORD:
            flags += [word, next(words)]
        elif word.startswith(KEPT) and not word.startswith(ONE_COMPILERS):
            flags.append(word)
    return flags


def findings(compiler: str, file: str, flags: list[str], folder: str) -> str:
    """Return the compiler's errors and warnings; empty if there are none."""
    command = [compiler, "-fsyntax-only", "-O2", "-fPIC", *WARNINGS, *SUMS_OF_ENUMERATORS, *flags, file]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.stderr or ("failed\n" if done.returncode else "")


def check_build(compiler: str, build: pathlib.Path) -> int:
    entries: dict[str, dict[str, str]] = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        if entry["file"].startswith(FOLDERS) and entry["file"].endswith(".c"):
            entries.setdefault(entry["file"], entry)

    def check(entry: dict[str, str]) -> str:
        return findings(compiler, entry["file"], flags_of(entry["command"]), entry["directory"])

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [text for text in pool.map(check, entries.values()) if text]
    print("".join(found), end="")
    print(f"{compiler}: {len(entries)} files, {len(found)} with findings")
    return 1 if found or not entries else 0


def self_check(compiler: str) -> int:
    """A value that loses bits must be a finding."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "offender.c")
        file.write_text(OFFENDER)
        return 0 if findings(compiler, str(file), [], folder) else 1


def main() -> int:
    compiler = "gcc" if sys.argv[2] == "Clang" else "clang"
    if shutil.which(compiler) is None:
        print(f"{compiler} is not installed")
        return 77
    if sys.argv[1] == "--self-check":
        return self_check(compiler)
    return check_build(compiler, pathlib.Path(sys.argv[1]).resolve())


if __name__ == "__main__":
    sys.exit(main())
