#!/usr/bin/env python3
"""Check the subjects of the commits since the last release, or since the rule: `area: imperative`, 72 characters at
most."""
import re
import subprocess
import sys

MAX_SUBJECT = 72
SUBJECT = re.compile(r"[a-z0-9_./-]+(, [a-z0-9_./-]+)*: \S.*[^.]$")
FIRST = "cabf949"  # the commit that added this check


def git(*arguments: str) -> str | None:
    done = subprocess.run(["git", *arguments], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def faults(subject: str) -> list[str]:
    found = []
    if len(subject) > MAX_SUBJECT:
        found.append(f"{len(subject)} characters, more than {MAX_SUBJECT}")
    if not SUBJECT.fullmatch(subject):
        found.append("not `area: imperative`")
    return found


def since() -> str | None:
    """The last tag if it is later than the rule."""
    tag = git("describe", "--tags", "--abbrev=0")
    if tag is not None and git("merge-base", "--is-ancestor", FIRST, tag) is not None:
        return tag
    return FIRST if git("merge-base", "--is-ancestor", FIRST, "HEAD") is not None else None


def main() -> int:
    assert faults("No area") and faults("area: " + "x" * 80) and not faults("area, other: say it")
    start = since()
    if start is None:
        print("no git history to check")
        return 0
    log = git("log", "--no-merges", "--format=%h %s", f"{start}..HEAD") or ""
    wrong = 0
    for line in log.splitlines():
        commit, subject = line.split(" ", 1)
        for fault in faults(subject):
            print(f"commit {commit}: {fault}: {subject}")
            wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
