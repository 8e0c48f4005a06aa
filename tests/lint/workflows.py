#!/usr/bin/env python3
"""
Check .github/workflows: every `make` calls a target of the Makefile, every script exists, and every action is named by
a commit. The schema of such files is checked by check-jsonschema, their meaning by actionlint in the workflow itself.
"""

from __future__ import annotations

import pathlib
import re
import sys
from collections.abc import Iterator
from typing import Any

from ruamel.yaml import YAML

ROOT = pathlib.Path(__file__).resolve().parents[2]


def targets(makefile: str) -> set[str]:
    return {name for line in re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE) for name in line.split()}


def steps(workflow: dict[str, Any]) -> Iterator[tuple[dict[str, Any], list[str]]]:
    """Each step, with the values of its job's matrix."""
    for job in workflow["jobs"].values():
        matrix = job.get("strategy", {}).get("matrix", {})
        for step in job["steps"]:
            yield step, [str(value) for values in matrix.values() for value in values]


def commands(step: dict[str, Any], values: list[str]) -> Iterator[str]:
    """The shell's lines of a step. One that runs `make` with a word of the matrix stands for each of its values."""
    for line in step.get("run", "").splitlines():
        if re.search(r"\bmake \$", line):
            yield from (f"make {value}" for value in values)
        else:
            yield line


def errors(workflow: dict[str, Any], known: set[str], root: pathlib.Path) -> Iterator[str]:
    for step, values in steps(workflow):
        action = step.get("uses", "")
        if not re.fullmatch(r"(?:[\w./-]+@[0-9a-f]{40}|docker://[\w./-]+:[\d.]+)?", action):
            yield f"{action} is not named by a commit"
        for line in commands(step, values):
            for target in re.findall(r"(?:^|&& )make ([a-z0-9-]+)", line):
                if target not in known:
                    yield f"the Makefile has no target {target}"
            for script in re.findall(r"(?:scripts|tests|packaging)/[\w./-]+", line):
                if not (root / script).is_file():
                    yield f"there is no {script}"


def main() -> int:
    known = targets((ROOT / "Makefile").read_text())
    found = [
        f"{path.relative_to(ROOT)}: {error}"
        for path in sorted((ROOT / ".github/workflows").glob("*.yml"))
        for error in errors(YAML(typ="safe").load(path), known, ROOT)
    ]
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
