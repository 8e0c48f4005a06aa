#!/usr/bin/env python3
"""Check the subjects of the commits since the last release, or since the rule: `area: imperative`, 72 characters at
most."""
import re
import subprocess
import sys

MAX_SUBJECT = 72
SUBJECT = re.compile(r"[a-z0-9_./-]+(, [a-z0-9_./-]+)*: \S.*[^.]$")
RULE_SINCE = "2026-11-22T14:00:00+00:00"  # earlier commits followed another rule


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


def subjects() -> list[str]:
    """Return hash and subject of each commit since the last tag to which the rule applies."""
    tag = git("describe", "--tags", "--abbrev=0")
    found = f"{tag}..HEAD" if tag else "HEAD"
    return (git("log", "--no-merges", f"--since={RULE_SINCE}", "--format=%h %s", found) or "").splitlines()


def main() -> int:
    assert faults("No area") and faults("area: " + "x" * 80) and not faults("area, other: say it")
    wrong = 0
    for line in subjects():
        commit, subject = line.split(" ", 1)
        for fault in faults(subject):
            print(f"commit {commit}: {fault}: {subject}")
            wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
