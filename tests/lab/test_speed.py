"""`speed` as a whole on few rows: the content of results, every option, errors in one line, interruption and resuming.
"""

from __future__ import annotations

import csv
import json
import os
import pathlib
import pty
import re
import signal
import statistics
import subprocess
import time

import pytest

from afterburner_lab.speed import journal, results
from afterburner_lab.speed.results import ALL_RUNS, CSV_COLUMNS, Result

LAB = os.environ["AB_LAB"]
SMALL = (
    "AES-128-CTR",
    "X25519",
    "--operation",
    "encrypt",
    "--operation",
    "derive",
    "--sizes",
    "64,1350,16384",
    "--quick",
)


def lab(*arguments: object, status: int = 0, **more) -> subprocess.CompletedProcess:
    done = subprocess.run([LAB, "speed", *map(str, arguments)], capture_output=True, text=True, timeout=600, **more)
    assert done.returncode == status, done.stdout + done.stderr
    return done


def measured(folder: pathlib.Path, *arguments: object) -> Result:
    path = folder / "result.json"
    lab(*arguments, "--json", path)
    return results.load(path)  # checks it against the schema


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> tuple[Result, pathlib.Path, str]:
    """Make a result; return it with its folder and the output."""
    folder = tmp_path_factory.mktemp("small")
    done = lab(*SMALL, "--seed", 7, "--json", folder / "r.json", "--csv", folder / "r.csv", "--all-rows", "--skipped")
    return results.load(folder / "r.json"), folder, done.stdout


# ---- the result ----


def test_rows_of_each_side_and_run_and_of_all(small):
    result, _, _ = small
    keys = {("cipher", "AES-128-CTR", "encrypt", size) for size in (64, 1350, 16384)} | {
        ("exchange", "X25519", "derive", None)
    }
    wanted = {
        (key, side, run)
        for key in keys
        for side in ("default", "afterburner", "control")
        for run in (1, 2, 3, ALL_RUNS)
    }
    assert {(row.key, row.side, row.run) for row in result.rows} == wanted and len(result.rows) == len(wanted)
    assert result.complete and result.settings["seed"] == 7 and "--seed 7" in result.command


def test_figures_follow_from_the_samples(small):
    result, _, _ = small
    clock = result.machine["clock_hz"]
    for row in result.rows:
        per_second = 1e9 / row.ns_per_op
        assert row.value == pytest.approx(per_second if row.bytes is None else per_second * row.bytes / 1e6)
        assert 0.5 < row.cycles_per_op / (row.ns_per_op * clock / 1e9) < 2  # a busy host disturbs the clock's reading
        assert (row.samples == []) == (row.run == ALL_RUNS)
        assert row.run == ALL_RUNS or 0.9999 * min(row.samples) <= row.ns_per_op <= 1.0001 * max(row.samples)
        if row.bytes is not None:
            assert row.cycles_per_byte == pytest.approx(row.cycles_per_op / row.bytes) and row.unit == "MB/s"
    outliers = {run: sum(row.outliers for row in result.rows if (row.run == ALL_RUNS) == run) for run in (False, True)}
    assert outliers[False] == outliers[True]


def test_sides_are_compared_with_the_first(small):
    result, _, _ = small
    assert [side["role"] for side in result.sides] == ["baseline", "candidate", "control"]
    assert all((row.ratio, row.ratio_low, row.ratio_high) == (1, 1, 1) for row in result.summary("default"))
    base = {row.key: row for row in result.summary("default")}
    rows = result.summary("afterburner")
    assert all(row.ratio_low <= row.ratio <= row.ratio_high for row in rows)
    deviations = [row.ratio / (row.value / base[row.key].value) for row in rows]  # of medians, on a busy host
    assert all(0.5 < deviation < 2 for deviation in deviations)
    assert statistics.geometric_mean(deviations) == pytest.approx(1, rel=0.3)


def test_the_control_stays_within_noise(small):
    result, _, _ = small
    assert 0.9 < result.control["low"] <= result.control["median"] <= result.control["high"] < 1.1
    assert result.control["threshold"] >= 0.02


def test_rows_name_the_provider_and_the_machine(small):
    result, _, _ = small
    assert {row.provider for row in result.summary() if row.side != "afterburner"} == {"default"}
    module = result.sides[1]
    assert pathlib.Path(module["module"]).name == "afterburner.so" and re.fullmatch(
        "[0-9a-f]{64}", module["module_sha256"]
    )
    assert {row.level for row in result.rows if row.provider == "afterburner"} <= {module["level"]}
    assert result.machine["processor"] and result.machine["cores"] >= 1 and result.machine["clock_hz"] > 5e8
    assert "GCC" in result.machine["compiler"] or "clang" in result.machine["compiler"]


def test_limits_and_fits(small):
    result, _, _ = small
    assert result.limits["clock"]["unit"] == "Hz"
    assert {(fit.algorithm, fit.side) for fit in result.fits} == {
        ("AES-128-CTR", "default"),
        ("AES-128-CTR", "afterburner"),
    }
    assert all(fit.slope > 0 for fit in result.fits)


def test_csv_and_json_agree(small):
    result, folder, _ = small
    with (folder / "r.csv").open(newline="") as file:
        reader = csv.DictReader(file)
        rows = list(reader)
    assert reader.fieldnames == CSV_COLUMNS
    as_text = [
        {name: "" if getattr(row, name) is None else str(getattr(row, name)) for name in CSV_COLUMNS}
        for row in result.rows
    ]
    assert rows == as_text


def test_a_complete_run_removes_its_journal(small):
    _, folder, _ = small
    assert sorted(path.name for path in folder.iterdir()) == ["r.csv", "r.json"]


def test_the_output_of_a_run(small):
    result, _, shown = small
    assert "Ciphers, afterburner against default" in shown and "Key exchange" in shown
    assert re.search(r"AES-128-CTR +encrypt", shown) and re.search(r"X25519 +derive", shown)
    assert re.search(r"A/A control: median \d\.\d{3}, .* less than \d+\.\d % is noise", shown)
    assert f"OpenSSL {result.sides[0]['libcrypto']}" in shown and "outliers among them, all kept" in shown
    assert "Everything was measured on every side." in shown


# ---- what is measured ----


def test_software_runs_without_the_instructions(tmp_path):
    result = measured(
        tmp_path / "a folder to be made",
        "AES-128-GCM",
        "--operation",
        "encrypt",
        "--sides",
        "default,software,afterburner",
        "--sizes",
        16384,
        "--quick",
    )
    (row,) = result.summary("software")
    assert row.provider == "default" and row.ratio_high < 0.5
    assert [side["name"] for side in result.sides] == ["default", "software", "afterburner", "control"]
    assert result.sides[1]["ia32cap"].startswith("~0x") and result.sides[0]["ia32cap"] is None


def test_the_companion_is_a_side(tmp_path):
    """It makes loading a key several times as fast where it serves the libcrypto, and changes nothing elsewhere."""
    names = "default,afterburner,companion"
    result = measured(tmp_path, "EC/P-256", "--operation", "pem", "--sides", names, "--quick")
    assert [side["name"] for side in result.sides] == [*names.split(","), "control"]
    assert [pathlib.Path(side["preload"] or "none").name for side in result.sides] == [
        "none",
        "none",
        "libafterburner-companion.so",
        "none",
    ]
    (row,) = result.summary("companion")
    assert row.provider == "afterburner"
    if result.sides[0]["libcrypto"].startswith(("3.0.", "3.1.")):
        assert row.ratio_low > 2
    else:
        assert row.ratio_high > 0.7


def test_any_side_can_be_the_baseline(tmp_path):
    result = measured(
        tmp_path, "AES-128-ECB", "--operation", "encrypt", "--sides", "software,default", "--sizes", 1024, "--quick"
    )
    assert [(side["name"], side["role"]) for side in result.sides] == [
        ("software", "baseline"),
        ("default", "candidate"),
        ("control", "control"),
    ]
    assert result.sides[2]["ia32cap"] == result.sides[0]["ia32cap"]
    assert result.summary("default")[0].ratio_low > 2


def test_lengths_are_added_replaced_and_cut_to_blocks_once(tmp_path):
    result = measured(
        tmp_path,
        "AES-128-CBC",
        "--operation",
        "encrypt",
        "--quick",
        "--runs",
        1,
        "--sizes",
        "64,70,1048576",
        "--add-size",
        "100",
    )
    assert [row.bytes for row in result.summary("default")] == [64, 96, 1048576]
    assert result.settings["sizes"] == [64, 70, 1048576, 100]


def test_settings_of_the_module(tmp_path):
    for option in (("--cpu", "aesni"), ("--set", "cpu=aesni")):
        result = measured(tmp_path, "AES-128-CTR", "--quick", "--runs", 1, "--sizes", 64, *option)
        assert result.sides[1]["settings"] == {"cpu": "aesni"} and result.sides[1]["level"] == "sse41"


def test_threads_add_up(tmp_path):
    result = measured(tmp_path, "AES-128-CTR", "--operation", "encrypt", "--sizes", 16384, "--threads", 2, "--quick")
    (row,) = result.summary("afterburner")
    assert result.settings["threads"] == 2 and row.value > 0 and row.ratio > 0
    cores = len(os.sched_getaffinity(0))
    many = lab("AES-128-CTR", "--operation", "encrypt", "--sizes", 64, "--threads", cores + 1, "--quick", "--runs", 1)
    assert f"{cores + 1} threads share {cores} cores" in many.stderr


def test_the_traditional_form(tmp_path):
    done = lab("AES-128-CBC", "--operation", "encrypt", "--classic", "--json", tmp_path / "r.json")
    result = results.load(tmp_path / "r.json")
    assert result.settings["loops"] == 1000 and result.settings["runs"] == 5
    assert [row.bytes for row in result.summary("default")] == [256, 512, 1024, 2048, 4096, 8192, 16384]
    for row in result.summary("default"):
        runs = [r for r in result.rows if r.key == row.key and r.side == row.side and r.run != ALL_RUNS]
        assert [len(r.samples) for r in runs] == [2] * 5
        assert row.ns_per_op == pytest.approx(sum(sum(r.samples) for r in runs) / 10, rel=1e-4)
    assert re.search(r"AES-128-CBC +encrypt +16384 +[\d.]+ +[\d.]+ +[\d.]+ +[\d.]+", done.stdout)


def test_the_legacy_provider(tmp_path):
    assert "no such algorithm" in lab("RC4", "--quick", status=2).stderr
    done = subprocess.run(
        [LAB, "speed", "RC4", "--legacy", "--quick", "--runs", "1", "--sizes", "64", "--json", tmp_path / "r.json"],
        capture_output=True,
        text=True,
        timeout=600,
    )
    if "legacy: this OpenSSL does not load it" in done.stderr:
        pytest.skip("this OpenSSL has no legacy provider")
    assert done.returncode == 0
    assert {row.provider for row in results.load(tmp_path / "r.json").rows} == {"legacy"}


def test_what_no_side_can_measure_is_counted_and_listed(tmp_path):
    done = lab(
        "AES-128-WRAP",
        "--operation",
        "encrypt",
        "--sizes",
        "8,64",
        "--quick",
        "--runs",
        1,
        "--json",
        tmp_path / "r.json",
    )
    skipped = results.load(tmp_path / "r.json").skipped
    assert {s["side"] for s in skipped} == {"default", "afterburner", "control"} and all(s["reason"] for s in skipped)
    assert "--skipped lists them with the reasons" in done.stdout and skipped[0]["reason"] not in done.stdout
    listed = lab("AES-128-WRAP", "--operation", "encrypt", "--sizes", "8,64", "--quick", "--runs", 1, "--skipped")
    assert skipped[0]["reason"] in listed.stdout


def test_rows_that_one_provider_serves_on_both_sides_are_one_line():
    arguments = ("DES-EDE3-CBC", "AES-128-CBC", "--sizes", 64, "--quick", "--runs", 1)
    brief, long = lab(*arguments).stdout, lab(*arguments, "--all-rows").stdout
    assert "DES-EDE3" not in brief and "1 more algorithm (2 operations) have the same provider" in brief
    assert re.search(r"DES-EDE3-CBC +decrypt", long) and "more algorithm" not in long


# ---- errors ----


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["AES-128-GMC"], r"AES-128-GMC: no such algorithm or kind here; near: AES-128-GCM"),
        (["zzz"], r"zzz: no such algorithm or kind here; `afterburner-lab list` shows all"),
        (["AES-128-CTR", "--operation", "sign"], r"--operation sign: what is selected has decrypt, .*, encrypt, "),
        (["AES-128-CTR", "--pattern", "iv,often"], r"--pattern iv,often: of iv, stream, context, fetch"),
        (["--sizes", "0"], r"size 0: a message has 1 to \d+ bytes"),
        (["--sizes", "99999999999"], r"size 99999999999: a message has 1 to"),
        (["--sizes", ""], r"--sizes : numbers"),
        (["--add-size", ""], r"--add-size : numbers"),
        (["--sides", ""], r"--sides : no such side"),
        (["--preset", ""], r"--preset : no such preset"),
        (["--seed", "-1"], r"'--seed'"),
        (["--json", "/tmp/r.json", "--csv", "/tmp/../tmp/r.json"], r"/tmp/r.json: named for two different outputs"),
        (["--sizes", "16,many"], r"--sizes 16,many: numbers"),
        (["--add-size", "-1"], r"--add-size -1: numbers"),
        (["--runs", "0"], r"--runs 0: 1 to"),
        (["--threads", "0"], r"--threads 0: 1 to 256"),
        (["--threads", "257"], r"--threads 257: 1 to 256"),
        (["--sides", "default,fast"], r"--sides fast: no such side; there are default, afterburner, .*, companion"),
        (["--sides", "control"], r"--sides needs at least one side"),
        (["--cpu", "fast"], r"afterburner.so: this OpenSSL does not load it, or not with its settings"),
        (["--set", "cpu"], r"--set cpu: give KEY=VALUE"),
        (["--set", "speed=11"], r"--set speed: the module knows algorithms, cpu, threads, log"),
        (["--module", "/nowhere/afterburner.so"], r"/nowhere/afterburner.so: no such module"),
        (["--module", LAB], r"afterburner-lab: this OpenSSL does not load it"),
        (["--libcrypto", LAB], r"afterburner-lab"),
        (["--libcrypto", "/nowhere/libcrypto.so"], r"/nowhere/libcrypto.so"),
        (["--preset", "fast"], r"--preset fast: no such preset"),
        (["--json", "/proc/nowhere/r.json"], r"/proc/nowhere/r.json: its folder cannot be created"),
        (["--csv", "/"], r"/: cannot be written"),
        (
            ["--resume", "/nowhere/r.journal"],
            r"/nowhere/r.journal: No such file or directory; --resume needs the journal",
        ),
        (["--check", "/nowhere/marks"], r"/nowhere/marks: No such file"),
    ],
)
def test_errors_are_one_line(arguments, said):
    done = lab(*arguments, status=2)
    assert done.stdout == "" and len(done.stderr.splitlines()) == 1 and re.search(said, done.stderr), done.stderr


# ---- interruption ----


class Interrupted:
    """A run that a signal ended in its middle. path: its result; wanted: the measurements of a whole run."""

    arguments = ("AES-128-CTR", "AES-128-CBC", "--sizes", "64,1024,16384", "--runs", "3")
    wanted = 3 * 24  # in two ways of calling

    def __init__(self, folder: pathlib.Path, number: signal.Signals):
        self.path, self.journal = folder / "r.json", folder / "r.json.journal"
        process = subprocess.Popen(
            [LAB, "speed", *self.arguments, "--json", self.path, "--csv", folder / "r.csv"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        while process.poll() is None and self.entries() < 20:
            time.sleep(0.01)
        process.send_signal(number)
        self.out, self.err = process.communicate(timeout=600)
        self.status = process.returncode

    def entries(self) -> int:
        return self.journal.read_text().count("\n") if self.journal.exists() else 0


@pytest.fixture(scope="module", params=[signal.SIGINT, signal.SIGTERM])
def interrupted(tmp_path_factory, request) -> Interrupted:
    return Interrupted(tmp_path_factory.mktemp("interrupted"), request.param)


def test_interrupting_keeps_what_was_measured_and_resume_measures_the_rest(interrupted, tmp_path):
    assert interrupted.status == 130 and "interrupted: the plan is not complete" in interrupted.out
    part = results.load(interrupted.path)
    kept = [row.samples for row in part.rows if row.run != ALL_RUNS]
    assert not part.complete and 3 * 10 <= len(kept) < 3 * interrupted.wanted
    command = re.search(r"^continue with: afterburner-lab speed (.*)$", interrupted.err, re.M)[1].split()

    with interrupted.journal.open("a") as file:
        file.write('{"run":2,"key":["cip')  # a power cut can leave half a line
    (tmp_path / "journal").write_bytes(interrupted.journal.read_bytes())
    lab(*command)
    whole = results.load(interrupted.path)
    runs = [row for row in whole.rows if row.run != ALL_RUNS]
    assert whole.complete and len({(row.key, row.side, row.run) for row in runs}) == len(runs) == 3 * interrupted.wanted
    assert all(samples in [row.samples for row in runs] for samples in kept)
    assert (whole.created, whole.command) == (part.created, part.command)
    assert not interrupted.journal.exists() and interrupted.path.with_name("r.csv").exists()


def header(path: pathlib.Path) -> dict:
    return json.loads(path.read_text().splitlines()[0])


@pytest.fixture
def kept(tmp_path, small) -> pathlib.Path:
    """Make the journal of an interrupted run of the fixture `small`: only its header."""
    _result, _, _ = small
    path = tmp_path / "r.json.journal"
    process = subprocess.Popen(
        [LAB, "speed", *SMALL, "--json", tmp_path / "r.json"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )  # for what the run leaves
    while process.poll() is None and not (path.exists() and "\n" in path.read_text()):
        time.sleep(0.01)
    process.kill()
    process.wait()
    return path


def refused(path: pathlib.Path, *arguments: object) -> str:
    done = lab("--resume", path, *arguments, status=2)
    assert len(done.stderr.splitlines()) == 1
    return done.stderr


def edit(path: pathlib.Path, **changes: object) -> None:
    path.write_text(json.dumps({**header(path), **changes}) + "\n")


def test_a_journal_of_something_else_is_refused(kept):
    assert "another plan (runs): 3 there, 4 now; measure again" in refused(kept, *SMALL, "--runs", 4)
    assert 'another plan (patterns): ["AES-128-CTR", "X25519"] there, ["X25519"] now' in refused(
        kept, "X25519", "--quick"
    )
    machine = header(kept)["machine"]
    edit(kept, machine={**machine, "processor": "Z80"})
    assert 'another machine (processor): "Z80" there' in refused(kept)
    edit(kept, machine=machine, sides=[])
    assert "another set of sides: [] there" in refused(kept)
    edit(kept, schema="afterburner-lab-journal/0")
    assert f"schema afterburner-lab-journal/0; --resume needs {journal.SCHEMA}" in refused(kept)
    edit(kept, schema=journal.SCHEMA, plan={})
    assert "not a complete journal" in refused(kept)
    kept.write_text("no journal\n")
    assert "no journal; --resume needs" in refused(kept)


def test_resume_takes_the_result_for_its_journal_and_fresh_runs_do_not_overwrite_one(kept):
    json_path = kept.with_suffix("")
    assert "has an interrupted run; continue with --resume" in lab(*SMALL, "--json", json_path, status=2).stderr
    lab("--resume", json_path)
    assert results.load(json_path).complete and not kept.exists()


def test_a_full_disk_costs_no_measurement(tmp_path):
    (tmp_path / "r.csv").symlink_to("/dev/full")
    done = lab("AES-128-CTR", "--quick", "--runs", 1, "--sizes", 64, "--csv", tmp_path / "r.csv", status=2)
    said = done.stderr.splitlines()[-1]
    command = re.search(
        r"r.csv: No space left on device; all is kept: afterburner-lab speed (--resume (\S+)) --csv", said
    )
    assert pathlib.Path(command[2]).exists()
    lab(*command[1].split(), "--csv", tmp_path / "other.csv")
    assert (tmp_path / "other.csv").exists() and not pathlib.Path(command[2]).exists()


# ---- progress ----


def test_progress_is_lines_without_a_terminal_and_a_bar_on_one():
    assert re.search(r"^6 of 6 measured, 0 s left$", lab("AES-128-CTR", "--sizes", 64, "--quick").stderr, re.M)
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [LAB, "speed", "AES-128-CTR", "--quick"],
        stdout=subprocess.DEVNULL,
        stderr=slave,
        env={**os.environ, "TERM": "xterm"},
    )
    os.close(slave)
    seen = b""
    try:
        while chunk := os.read(master, 65536):
            seen += chunk
    except OSError:  # the other end is closed
        pass
    assert process.wait(timeout=600) == 0
    assert b"left" in seen and b"/36" in seen and b"AES-128-CTR" in seen
    os.close(master)
