"""How the command is called: help is there for all of it, and a call that is wrong gets one line and exit status 2."""
from __future__ import annotations

import os
import re
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


def test_list_shows_all_or_what_speed_would_take():
    everything, chosen = lab("list").stdout, lab("list", "RSA-PSS", "aes-???-gcm").stdout
    names = {line.split()[1] for line in chosen.splitlines() if len(line.split()) > 4}
    assert {"AES-128-GCM", "AES-192-GCM", "AES-256-GCM", "RSA-PSS/2048"} <= names and "RSA-PSS/1024" not in names
    assert all(name.startswith(("AES-", "RSA-PSS/", "algorithm")) for name in names)
    assert re.search(r"RSA-PSS/1024 .* only when named", everything)
    assert all(name in everything for name in names)


@pytest.mark.parametrize("arguments, wanted", [
    (["--nope"], "No such option: --nope (afterburner-lab --help)"),
    (["nope"], "No such command 'nope'"),
    (["speed", "--nope"], "No such option: --nope (afterburner-lab speed --help)"),
    (["speed", "--runs", "0"], "--runs 0: 1 to 1000"),
    (["speed", "--runs", "many"], "'--runs'"),
    (["speed", "--json"], "'--json' requires an argument"),
    (["list", "nope"], "nope: no such algorithm"),
    (["list", "--module", "/nowhere/afterburner.so"], "/nowhere/afterburner.so: no such module"),
])
def test_a_wrong_call_gets_one_line(arguments, wanted):
    done = lab(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1 and done.stderr.startswith("afterburner-lab: ") and wanted in done.stderr
