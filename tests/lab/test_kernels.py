"""The comparison of builds of the project's own kernels."""
from __future__ import annotations

import io
import json
import os
import pathlib
import shutil
import subprocess

import numpy as np
import pytest
from rich.console import Console

from afterburner_lab import paths
from afterburner_lab.compilers.toolchains import Toolchain
from afterburner_lab.errors import LabError
from afterburner_lab.kernels import builds, measure, show
from afterburner_lab.kernels.builds import KernelBuild

LAB = os.environ["AB_LAB"]
NAMES = ["gcc-12-O3", "clang-14-O3", "gcc-12-O2"]


def toolchain(cc: str, name: str = "gcc-12") -> Toolchain:
    return Toolchain(name, name.partition("-")[0], cc, "none", "ar", "ranlib", "nm")


def samples(*factors: float) -> dict[int, list[np.ndarray]]:
    """Three runs of nine rounds each, about 100 ns times these."""
    rng = np.random.default_rng(1)
    return {i: [100 * factor * rng.normal(1, 0.002, 9) for _ in range(3)] for i, factor in enumerate(factors)}


def test_the_best_is_found_and_the_others_are_as_far_behind_as_they_are():
    rows = measure.compare({"a/b": samples(1.2, 1.0, 1.02)}, NAMES, 1)
    assert [row.build for row in rows if row.is_best] == ["clang-14-O3"]
    assert [round(row.behind, 2) for row in rows] == [1.2, 1.0, 1.02]
    assert [row.is_notable for row in rows] == [True, False, False]
    assert all(row.behind_low <= row.behind <= row.behind_high for row in rows)


def test_the_table_names_what_a_shipped_build_loses_and_nothing_else():
    rows = measure.compare({"slow/one": samples(1.2, 1.0, 1.0), "good/one": samples(1.0, 1.0, 1.3)}, NAMES, 1)
    out = io.StringIO()
    show.show(rows, NAMES[:2], Console(file=out, width=150))
    assert "slow/one" in out.getvalue() and "good/one" not in out.getvalue()
    assert "1 of 2 kernels" in out.getvalue()


def test_files_hold_every_row(tmp_path):
    rows = measure.compare({"a/b": samples(1.2, 1.0, 1.02)}, NAMES, 1)
    show.write_json(tmp_path / "k.json", rows, dict.fromkeys(NAMES, "a compiler"), {"runs": 3})
    show.write_csv(tmp_path / "k.csv", rows)
    written = json.loads((tmp_path / "k.json").read_text())
    assert written["schema"] == show.SCHEMA and [row["build"] for row in written["rows"]] == NAMES
    assert len((tmp_path / "k.csv").read_text().splitlines()) == 1 + len(NAMES)


def test_one_build_against_itself():
    """Through the program that measures; a real one, so nothing is said of the figures but that there are some."""
    rows = paths.build() / "bench" / "rows.so"
    *_, found = measure.measure(builds.host(), [rows, rows], "aes/ctr/*", 2, 2, 1)
    table = measure.compare(found, ["one", "other"], 1)
    if not table:
        pytest.skip("no AES instructions: no such row")
    assert all(row.ns > 0 and row.behind > 0 for row in table)
    assert all(len(runs) == 2 for by_build in found.values() for runs in by_build.values())


def test_a_row_that_there_is_not_is_an_error():
    with pytest.raises(LabError, match="no such row"):
        list(measure.measure(builds.host(), [paths.build() / "bench" / "rows.so"], "nothing", 1, 1, 1))


def test_builds_in_order_and_no_level_that_there_is_not():
    plan = builds.plan([toolchain("cc"), toolchain("cc", "clang-14")], ["2", "3", "2"])
    assert [build.name for build in plan] == ["gcc-12-O3", "clang-14-O3", "gcc-12-O2", "clang-14-O2"]
    with pytest.raises(LabError, match="--levels 7"):
        builds.plan([toolchain("cc")], ["7"])


def test_a_build_that_fails_says_why(tmp_path, monkeypatch):
    monkeypatch.setenv("AB_LAB_BUILD", str(tmp_path))
    false = tmp_path / "false"
    false.write_text("#!/bin/sh\necho this compiler is none >&2; exit 1\n")
    false.chmod(0o755)
    build = KernelBuild(toolchain(str(false)), "3")
    tail = build.make(builds.ROWS, 1)
    assert tail and "$ cmake" in build.log.read_text()


def test_the_level_reaches_the_compiler(tmp_path, monkeypatch):
    monkeypatch.setenv("AB_LAB_BUILD", str(tmp_path))
    cc = shutil.which("gcc") or shutil.which("clang")
    build = KernelBuild(toolchain(cc), "1")
    assert build.make("help", 1) == []  # configures, and lists the targets
    commands = [entry["command"].split() for entry in json.loads((build.folder / "compile_commands.json").read_text())]
    kernels = [words for words in commands if any("kernels/sha/sha256_sha.c" in word for word in words)]
    assert kernels and all([w for w in words if w.startswith("-O")] == ["-O1"] for words in kernels)


def test_the_command_refuses_what_it_does_not_know(tmp_path):
    for words, said in ((["--levels", "9"], "--levels 9"), (["--toolchain", "tcc"], "--toolchain tcc")):
        done = subprocess.run([LAB, "compilers", "--kernels", *words], capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 2 and said in done.stderr and len(done.stderr.splitlines()) == 1


def test_every_test_of_the_kernels_has_their_label():
    """`compilers --kernels --test` runs what bears it."""
    listed = subprocess.run(["ctest", "--test-dir", paths.build(), "-N", "-L", "kernels"], capture_output=True, text=True).stdout
    suites = pathlib.Path(paths.SOURCE, "tests", "kernels").glob("*_suite.c")
    assert all(f": {suite.name.removesuffix('_suite.c')}\n" in listed for suite in suites)
