"""How the command is called: all of it has help, and a wrong call gets one line and exit status 2."""

from __future__ import annotations

import io
import os
import pathlib
import re
import signal
import subprocess
import time

import pytest
import typer
from rich.console import Console

import make_result
from afterburner_lab.cli import app
from afterburner_lab.core import files, options
from afterburner_lab.speed import table

COMMANDS = sorted(typer.main.get_group(app).commands)


LAB = os.environ["AB_LAB"]


def lab(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run([LAB, *arguments], capture_output=True, text=True, timeout=600)


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


@pytest.mark.parametrize(
    "arguments, wanted",
    [
        (["--nope"], "No such option: --nope (afterburner-lab --help)"),
        (["nope"], "No such command 'nope'"),
        (["speed", "--nope"], "No such option: --nope (afterburner-lab speed --help)"),
        (["speed", "--runs", "0"], "--runs 0: 1 to 1000"),
        (["speed", "--runs", "many"], "'--runs'"),
        (["speed", "--json"], "'--json' requires an argument"),
        (["list", "nope"], "nope: no such algorithm"),
        (["limits", "--size", "99999999999"], "'--size'"),
        (["threads", "nope"], "nope: no such algorithm"),
        (["threads", "--sizes", "0"], "size 0: a message has 1 to"),
        (["compare", "a.json", "b.json", "--json", "/"], "/: cannot be written"),
        (["list", "--module", "/nowhere/afterburner.so"], "/nowhere/afterburner.so: no such module"),
    ],
)
def test_a_wrong_call_gets_one_line(arguments, wanted):
    done = lab(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1 and done.stderr.startswith("afterburner-lab: ") and wanted in done.stderr


def test_a_full_disk_is_reported_in_one_line():
    with open("/dev/full", "w") as full:
        done = subprocess.run([LAB, "list", "AES-128-GCM"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=600)
    assert (done.returncode, done.stderr) == (2, "afterburner-lab: standard output: No space left on device\n")


def imported(process: subprocess.Popen, module: str) -> bool:
    """Return whether the process has mapped that extension module, which shows how far its start has come."""
    try:
        return module in pathlib.Path(f"/proc/{process.pid}/maps").read_text()
    except OSError:
        return False


def test_a_locale_without_the_symbols_does_not_fail():
    done = subprocess.run(
        [LAB, "speed", "AES-128-CTR", "--quick", "--runs", "1", "--sizes", "64"],
        capture_output=True,
        timeout=600,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 0 and b"?0 slower" in done.stdout, done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_during_the_start_is_silent(number):
    process = subprocess.Popen([LAB, "list"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and not imported(process, "_multiarray_umath"):
        time.sleep(0.001)
    process.send_signal(number)
    assert process.communicate(timeout=600) == ("", "")
    assert process.returncode in (
        130,
        -signal.SIGINT,
    )  # a shell reports 130 for both: Python exits so if an eval() was interrupted


def test_links_and_devices_are_written_in_place_and_files_as_a_whole(tmp_path):
    """Replacing a link such as /dev/stdout by a new file would destroy it for the whole machine."""
    file, link, device = tmp_path / "file", tmp_path / "link", pathlib.Path("/dev/null")
    file.write_text("old")
    link.symlink_to(file)
    options.outputs(link, device, tmp_path / "new")
    inode = file.stat().st_ino
    for path in (link, device):
        files.write_whole(path, "through")
    assert (
        link.is_symlink() and file.read_text() == "through" and file.stat().st_ino == inode and device.is_char_device()
    )
    files.write_whole(file, "whole")
    assert file.read_text() == "whole" and file.stat().st_ino != inode and sorted(tmp_path.iterdir()) == [file, link]


@pytest.mark.parametrize("width, wanted", [(132, True), (80, False), (30, False)])
def test_a_narrow_terminal_leaves_columns_out_and_cuts_no_figure(width, wanted):
    result, out = make_result.make(runs=1, samples=6, sizes=(16, 64, 256, 1350, 8192, 16384)), io.StringIO()
    console = Console(file=out, width=width)
    table.show(result, console)
    heading = next(line for line in out.getvalue().splitlines() if "algorithm" in line and "16 B" in line)
    assert ("cycles/B" in heading, "limit" in heading) == (wanted, wanted) and heading.rstrip().endswith(
        ("limit", "16384 B", "by")
    )
    assert "…" not in out.getvalue() and console.width == width
    assert ("--csv has them" in " ".join(out.getvalue().split())) != wanted


def test_rows_for_the_standard_output_come_before_the_table(tmp_path):
    with (tmp_path / "out").open("w") as out:
        done = subprocess.run(
            [LAB, "speed", "AES-128-CTR", "--quick", "--runs", "1", "--sizes", "64", "--csv", "/dev/stdout"],
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            timeout=600,
        )
    text = (tmp_path / "out").read_text()
    assert done.returncode == 0 and text.startswith("kind,algorithm,operation,bytes,side,"), done.stderr
    assert text.index("\ncipher,AES-128-CTR,encrypt,64,control,") < text.index("Ciphers, afterburner against default")
