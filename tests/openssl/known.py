"""The differences that known.txt names."""

import pathlib


def of_release(path: pathlib.Path, release: str) -> list[str]:
    """What is known of a release. A line is `RELEASE,...: GLOB`, which matches what run.py prints after FAIL. The
    comment above it gives the reason, and holds for all lines until the next empty one."""
    found, has_reason = [], False
    for line in path.read_text().splitlines():
        if line.startswith("#") or not line.strip():
            has_reason = len(line) > 1
            continue
        releases, _, case = line.partition(": ")
        if not has_reason:
            raise ValueError(f"{path.name}: no reason for {line}")
        if release in releases.split(","):
            found.append(case)
    return found
