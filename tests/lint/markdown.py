#!/usr/bin/env python3
"""Wrap paragraphs and list items of Markdown files that have a line of more than 120 columns. What is wrapped already,
tables, headings, code and HTML stay as they are.

Usage: markdown.py [--check] FILE...   with --check, name such lines and fail instead
"""
import pathlib
import re
import sys
import textwrap

COLUMNS = 120
ITEM = re.compile(r"( *(?:[-*]|\d+\.) +)(.*)")
# What begins a block of its own at the start of a line, and must not come to stand there by wrapping.
BLOCK = re.compile(r" *(?:[-*+] |\d+[.)] |#+ |[>|<]|```|\[[^\]]+\]:)")


def wrapped(lines: list[str]) -> list[str]:
    """
    Wrap the lines of one paragraph or one list item, whose further lines are indented as its text. Make it narrower
    where a word that begins a block would come to stand at the start of a line.
    """
    item = ITEM.match(lines[0])
    indent = re.match(" *", lines[0]).group() if item is None else " " * len(item.group(1))
    first = indent if item is None else item.group(1)
    text = " ".join(line.strip() for line in [lines[0][len(first):], *lines[1:]])
    for columns in range(COLUMNS, COLUMNS - 40, -1):
        new = textwrap.wrap(text, columns, initial_indent=first, subsequent_indent=indent, break_long_words=False,
                            break_on_hyphens=False)
        if all(BLOCK.match(line) is None for line in new[1:]):
            return new
    return lines


def blocks(lines: list[str]) -> list[tuple[bool, list[str]]]:
    """Split a file into runs of lines, each with whether it is a paragraph or a list item."""
    found: list[tuple[bool, list[str]]] = []
    is_code = False
    text_at = 0  # the column of the text of the list item that goes on; 0: none does
    for line in lines:
        goes_on = bool(found) and found[-1][0]
        item = ITEM.match(line)
        if goes_on and text_at == 0 and not line.startswith(("- ", "* ", "1. ")):
            item = None  # no other number begins a list in the middle of a paragraph
        indent = len(line) - len(line.lstrip())
        if item is not None and indent < text_at + 4:
            text_at = len(item.group(1))
        elif line.strip() and indent < text_at:
            text_at = 0
        is_fence = line.lstrip().startswith("```")
        is_text = bool(line.strip()) and not (is_code or is_fence or (item is None and indent >= text_at + 4))
        is_code ^= is_fence
        is_block = item is not None or (BLOCK.match(line) is not None and ITEM.match(line) is None)
        if is_text and goes_on and not is_block:
            found[-1][1].append(line)
        else:
            found.append((is_text and (item is not None or not is_block), [line]))
    return found


def layout(text: str) -> str:
    result = []
    for is_prose, lines in blocks(text.split("\n")):
        result += wrapped(lines) if is_prose and any(len(line) > COLUMNS for line in lines) else lines
    return "\n".join(result)


def main() -> int:
    check = sys.argv[1] == "--check"
    failed = False
    for name in sys.argv[2 if check else 1:]:
        path = pathlib.Path(name)
        old = path.read_text()
        new = layout(old)
        if check and new != old:
            print(f"{name}: prose of more than {COLUMNS} columns")
            failed = True
        elif new != old:
            path.write_text(new)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
