#!/usr/bin/env python3
"""Applies the examples of docs/adding-an-algorithm.md to the tree: cipher, hash and key beside this file.

An example is the files that it adds, at their paths, and rows.txt, which says what it adds to files that exist:

    @ PATH          the file, from the root of the tree
    before | after  add before or after the place that follows
    |LINE           the place: lines that begin like this; they must occur once
    +LINE           what is added

Usage: apply.py ROOT list                  prints the files of the tree that the examples change
       apply.py ROOT affected              prints the C files below src/ that include such a file, at any depth
       apply.py ROOT write OUT             writes the changed files to OUT
       apply.py ROOT tree OUT              copies the tree's include, src and tests to OUT and applies the examples
"""
import dataclasses
import pathlib
import re
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = ("cipher", "hash", "key")
ROWS = "rows.txt"


@dataclasses.dataclass
class Edit:
    path: str
    goes_before: bool
    place: list[str] = dataclasses.field(default_factory=list)
    added: list[str] = dataclasses.field(default_factory=list)


def read_edits(example: str) -> list[Edit]:
    edits: list[Edit] = []
    path = ""
    for number, line in enumerate((HERE / example / ROWS).read_text().splitlines(), 1):
        if line.startswith("@ "):
            path = line[2:]
        elif line in ("before", "after"):
            edits.append(Edit(path, line == "before"))
        elif line.startswith("|"):
            edits[-1].place.append(line[1:])
        elif line.startswith("+"):
            edits[-1].added.append(line[1:])
        elif line and not line.startswith("#"):
            raise SystemExit(f"{example}/{ROWS}:{number}: {line}")
    return edits


def apply_edit(lines: list[str], edit: Edit) -> list[str]:
    """lines with what the edit adds."""
    count = len(edit.place)
    found = [
        i for i in range(len(lines) - count + 1)
        if all(line.startswith(start) for line, start in zip(lines[i:i + count], edit.place))
    ]
    if len(found) != 1 or not edit.place or not edit.added:
        raise SystemExit(f"{edit.path} has this place {len(found)} times: {edit.place}")
    at = found[0] if edit.goes_before else found[0] + count
    return lines[:at] + edit.added + lines[at:]


def changed_files(root: pathlib.Path) -> dict[str, str]:
    """The path of each file that the examples change, and its new text."""
    texts: dict[str, list[str]] = {}
    for example in EXAMPLES:
        for edit in read_edits(example):
            lines = texts.get(edit.path) or (root / edit.path).read_text().splitlines()
            texts[edit.path] = apply_edit(lines, edit)
    return {path: "\n".join(lines) + "\n" for path, lines in texts.items()}


def new_files(example: str) -> dict[str, pathlib.Path]:
    folder = HERE / example
    return {str(p.relative_to(folder)): p for p in sorted(folder.rglob("*")) if p.is_file() and p.name != ROWS}


def included(path: pathlib.Path) -> list[str]:
    return re.findall(r'^\s*#\s*include\s*"([^"]+)"', path.read_text(), re.MULTILINE)


def affected_files(root: pathlib.Path) -> list[str]:
    """The C files below src/ that change, or that reach a changed file through their includes.

    Kernels count only in folders in which something changes: what those of other families take from a changed header
    stays as it is. Those of SM4, ARIA and Camellia count with AES's, whose table of kernels they fill.
    """
    folders = {str(pathlib.Path(path).parent) for path in changed_files(root)}
    if "src/kernels/aes" in folders:
        folders |= {f"src/kernels/{name}" for name in ("aria", "camellia", "sm4")}
    files = [p for top in ("include", "src") for p in (root / top).rglob("*.[ch]")]
    place = {}
    for p in files:
        relative = p.relative_to(root)
        place[str(relative)] = p
    reached = set(changed_files(root))
    users: dict[str, set[str]] = {}
    for name, p in place.items():
        for target in included(p):
            for prefix in (str(pathlib.Path(name).parent), "include", "src"):
                candidate = f"{prefix}/{target}"
                if candidate in place:
                    if not name.startswith("src/kernels/") or str(pathlib.Path(name).parent) in folders:
                        users.setdefault(candidate, set()).add(name)
                    break
    left = list(reached)
    while left:
        for user in users.get(left.pop(), set()) - reached:
            reached.add(user)
            left.append(user)
    return sorted(name for name in reached if name.endswith(".c") and name in place)


def write(root: pathlib.Path, out: pathlib.Path) -> None:
    """Leave a file that is right already as it is, so that nothing is compiled again for it."""
    for path, text in changed_files(root).items():
        target = out / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or target.read_text() != text:
            target.write_text(text)


def make_tree(root: pathlib.Path, out: pathlib.Path) -> None:
    for top in ("include", "src", "bench", "tests"):
        shutil.copytree(root / top, out / top, ignore=shutil.ignore_patterns("examples", "vectors", "__pycache__"))
    for example in EXAMPLES:
        for path, source in new_files(example).items():
            (out / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, out / path)
    write(root, out)


def main() -> int:
    root, action, *rest = sys.argv[1:]
    tree = pathlib.Path(root).resolve()
    if action == "list":
        print("\n".join(changed_files(tree)))
    elif action == "affected":
        print("\n".join(affected_files(tree)))
    elif action == "write":
        write(tree, pathlib.Path(rest[0]))
    elif action == "tree":
        make_tree(tree, pathlib.Path(rest[0]))
    else:
        raise SystemExit(__doc__)
    return 0


if __name__ == "__main__":
    sys.exit(main())
