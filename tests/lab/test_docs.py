"""docs/lab.md and afterburner-lab(1) name every subcommand and option of the command, and no others."""

from __future__ import annotations

import pathlib
import re

import pytest
import typer

from afterburner_lab.cli import app

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"
MANUAL, PAGE = DOCS / "lab.md", DOCS / "man" / "afterburner-lab.1"


def options_of(command) -> set[str]:
    """Return the long options, without --help, which every command has."""
    names = {name for p in command.params for name in (*p.opts, *p.secondary_opts)}
    return {name for name in names if name.startswith("--")} - {"--help"}


COMMANDS = {name: options_of(command) for name, command in typer.main.get_group(app).commands.items()}


def sections(text: str, heading: str) -> dict[str, str]:
    """Return the text under each heading by the heading's first word; heading: a pattern of the line, with that word as
    its group."""
    parts = re.split(heading, text, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def check(found: dict[str, set[str]], place: pathlib.Path) -> None:
    assert set(found) == set(COMMANDS), f"{place.name}: subcommands"
    for name, options in COMMANDS.items():
        assert found[name] == options, (
            f"{place.name}, {name}: lacks {options - found[name]}, has {found[name] - options}"
        )


def test_the_parser_has_commands():
    assert {"speed", "list"} <= set(COMMANDS) and "--json" in COMMANDS["speed"]


def test_the_manual_has_a_section_for_each_command_with_all_its_options():
    """Each command has a table of its options:
    `--name VALUE`
    what it does |."""
    reference = MANUAL.read_text().split("\n## Commands\n")[1].split("\n## ")[0]
    found = sections(reference, r"^### `([a-z]+)`.*$")
    check({name: set(re.findall(r"^\| `(--[a-z-]+)", text, re.M)) for name, text in found.items()}, MANUAL)


def test_the_man_page_has_all_commands_and_options():
    found = sections(PAGE.read_text(), r"^\.Ss ([a-z]+)$")
    check(
        {name: {f"--{o}" for o in re.findall(r"^\.It Fl Fl ([a-z-]+)", text, re.M)} for name, text in found.items()},
        PAGE,
    )


PAGES = sorted(DOCS.parent.glob("*.md")) + sorted(DOCS.rglob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS.parent)))
def test_documented_commands_exist(page):
    for line in re.findall(r"build/afterburner-lab ([a-z]+[^`\n#]*)", page.read_text()):
        name = line.split()[0]
        assert name in COMMANDS, f"{page}: {line}"
        assert set(re.findall(r"--[a-z-]+", line)) <= COMMANDS[name], f"{page}: {line}"


def test_the_manual_has_example_commands():
    assert len(re.findall(r"^ {4}build/afterburner-lab ", MANUAL.read_text(), re.M)) > 5
