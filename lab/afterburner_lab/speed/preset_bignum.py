"""The preset `bignum`: big numbers lie below EVP, so a separate program measures them (bench/bignum.c)."""

from __future__ import annotations

import subprocess

from afterburner_lab.core import paths
from afterburner_lab.core.errors import LabError

NAME = "bignum"


def run(given: set[str], quick: bool) -> int:
    """Run the program and return its exit status. given: the names of the options that the user gave."""
    if others := sorted(given - {"preset", "quick"}):
        raise LabError(
            f"--preset {NAME} accepts only --quick, not {', '.join('--' + name.replace('_', '-') for name in others)}"
        )
    return subprocess.run([paths.bench(NAME), *(["--quick"] if quick else [])], check=False).returncode
