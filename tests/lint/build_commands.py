"""The commands with which a build compiles its C files."""
import json
import pathlib
import shlex

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
    """Return the first command for each C file, without flags that clang does not know."""
    found: dict[pathlib.Path, dict[str, str]] = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file = pathlib.Path(entry["file"])
        if file.suffix == ".c" and file not in found:
            words = [w for w in shlex.split(entry["command"]) if not w.startswith(GCC_ONLY)]
            found[file] = entry | {"command": shlex.join(words)}
    return found
