"""How the command is called: help is there for all of it, and a call that is wrong gets one line and exit status 2."""
from __future__ import annotations

import os
import subprocess

import pytest
import typer

from afterburner_lab.cli import app

COMMANDS = sorted(typer.main.get_command(app).commands)


def lab(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run([os.environ["AB_LAB"], *arguments], capture_output=True, text=True, timeout=60)


def test_help_names_every_command():
    done = lab("--help")
    assert done.returncode == 0 and "Usage: afterburner-lab" in done.stdout
    assert all(name in done.stdout for name in COMMANDS) and "speed" in COMMANDS
    assert lab().stdout.split() == done.stdout.split() and lab().stderr == ""


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_has_its_help(name):
    command = typer.main.get_command(app).commands[name]
    assert command.help and command.help.strip().endswith(".")
    assert [p.name for p in command.params if not getattr(p, "help", None)] == []
    assert f"Usage: afterburner-lab {name}" in lab(name, "--help").stdout


@pytest.mark.parametrize("arguments, wanted", [
    (["--nope"], "No such option: --nope (afterburner-lab --help)"),
    (["nope"], "No such command 'nope'"),
    (["speed", "--nope"], "No such option: --nope (afterburner-lab speed --help)"),
    (["speed", "--runs", "0"], "--runs 0: 1 to 1000"),
    (["speed", "--runs", "many"], "'--runs'"),
    (["speed", "--json"], "'--json' requires an argument"),
    (["list", "--module", "/nowhere/afterburner.so"], "/nowhere/afterburner.so: no such module"),
])
def test_a_wrong_call_gets_one_line(arguments, wanted):
    done = lab(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1 and done.stderr.startswith("afterburner-lab: ") and wanted in done.stderr
