"""
C sources as syntax trees. The compiler's preprocessor reads the unmodified source, with include/ in place of the
system's headers; pycparser parses what is left once GNU C's attributes and inline assembly are taken out. Types of
vectors are remembered, and inline assembly becomes a call of ab_assembly, which the machine refuses to run.
"""

import os
import re
import subprocess
from functools import cache, lru_cache
from pathlib import Path

from pycparser import c_parser

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]

VECTOR = re.compile(r"typedef\s+([\w\s]+?)\s+(\w+)\s*__attribute__\s*\(\(\s*vector_size\s*\((.*?)\)[, \w]*\)\)\s*;")


class Source:
    def __init__(self, tree, vectors):
        self.tree, self.vectors = tree, vectors


def end_of_parentheses(text, at):
    depth = 0
    for place in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0 and text[place] == ")":
            return place + 1
    raise ValueError("parentheses without an end")


def without_calls(text, word, by):
    """The text with each `word (...)` replaced by by(what the parentheses hold)."""
    parts, at = [], 0
    for match in re.finditer(word + r"\s*(?=\()", text):
        if match.start() < at:
            continue
        end = end_of_parentheses(text, match.end())
        parts += [text[at : match.start()], by(text[match.end() + 1 : end - 1])]
        at = end
    return "".join([*parts, text[at:]])


def assembly(content):
    """Without an instruction it only hides a value from the compiler."""
    return "((void)0)" if re.match(r'\s*""\s*:', content) else "ab_assembly()"


def preprocessed(text, defines, replaced):
    """Replaced: pairs of a file below src/ and a function that alters its text, for deliberate offenders."""
    command = [*os.environ.get("CC", "cc").split(), "-E", "-P", "-std=gnu17", "-nostdinc", "-U__clang__", "-U__AVX__"]
    for folder in (*replaced, HERE / "include", ROOT / "src", ROOT / "include"):
        command += ["-I", str(folder)]
    command += [f"-D{define}" for define in defines]
    return subprocess.run([*command, "-x", "c", "-"], input=text, capture_output=True, text=True, check=True).stdout


@lru_cache(maxsize=8)  # a tree of each deliberate fault would keep the garbage collector busy
def read(text, defines=(), replaced=()):
    """The syntax tree of a text of C, which includes what is to be read; replaced: folders that are searched first."""
    text = preprocessed(text, defines, replaced)
    text = re.sub(r"^\s*#.*$", "", text, flags=re.MULTILINE)
    vectors = {}

    def remember(match):
        vectors[match[2]] = match[3]
        return f"typedef {match[1]} {match[2]};"

    text = VECTOR.sub(remember, text)
    text = without_calls(text, r"\b__attribute__", lambda _: "")
    text = re.sub(r"\b__extension__\b", "", text)
    text = re.sub(r"\b__asm__\s+(?:__)?volatile(?:__)?", "__asm__", text)
    text = without_calls(text, r"\b__asm__", assembly)
    text = re.sub(r"\bunsigned\s+__int128\b", "ab_uint128", text)
    text = re.sub(r"\b__int128\b", "ab_int128", text)
    text = "typedef unsigned long long ab_uint128; typedef long long ab_int128;\n" + text
    return Source(c_parser.CParser().parse(text), vectors)


@cache
def parse_expression(text):
    """The syntax tree of an expression."""
    tree = c_parser.CParser().parse(f"int expression[{text}];")
    return tree.ext[0].type.dim
