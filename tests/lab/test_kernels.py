"""The comparison of builds of the project's own kernels."""

from __future__ import annotations

import csv
import io
import json
import os
import pathlib
import re
import shutil
import subprocess

import numpy as np
import pytest
from rich.console import Console

from afterburner_lab import report
from afterburner_lab.compilers.toolchains import Toolchain
from afterburner_lab.core import metadata, paths, schema
from afterburner_lab.core.errors import LabError
from afterburner_lab.kernels import builds, figures, measure, show
from afterburner_lab.kernels.builds import KernelBuild
from afterburner_lab.kernels.figures import Figures

LAB = os.environ["AB_LAB"]
NAMES = ["gcc-12-O3", "clang-14-O3", "gcc-12-O2"]


def toolchain(cc: str, name: str = "gcc-12") -> Toolchain:
    return Toolchain(name, name.partition("-")[0], cc, "none", "ar", "ranlib", "nm")


def samples(*factors: float) -> dict[int, list[np.ndarray]]:
    """Make three runs of nine rounds, about 100 ns times each factor."""
    rng = np.random.default_rng(1)
    return {i: [100 * factor * rng.normal(1, 0.002, 9) for _ in range(3)] for i, factor in enumerate(factors)}


def figures_of(times: dict[str, tuple[float, ...]]) -> Figures:
    """Make figures of the builds NAMES; times: for each kernel, by build, in units of 100 ns."""
    rows = measure.compare({kernel: samples(*factors) for kernel, factors in times.items()}, NAMES, 1)
    sides = [
        {
            "name": name,
            "toolchain": name.rpartition("-")[0],
            "family": name.split("-")[0],
            "compiler": "a compiler",
            "level": name[-1],
            "is_shipped": name.endswith("O3"),
        }
        for name in NAMES
    ]
    return Figures(
        "2026-01-01T00:00:00+00:00",
        "afterburner-lab compilers --kernels",
        {"rows": "*", "runs": 3, "rounds": 9, "seed": 1},
        metadata.machine(4e9, None),
        sides,
        rows,
    )


def test_the_best_build_and_the_distance_of_the_others():
    rows = figures_of({"a/b/avx2/8": (1.2, 1.0, 1.02)}).rows
    assert [row.build for row in rows if row.is_best] == ["clang-14-O3"]
    assert [round(row.behind, 2) for row in rows] == [1.2, 1.0, 1.02]
    assert [row.is_notable for row in rows] == [True, False, False]
    assert all(row.behind_low <= row.behind <= row.behind_high for row in rows)


def test_means_for_each_build_and_family():
    found = figures_of({"a/b/avx2/8": (1.2, 1.0, 1.0), "a/c/avx2/8": (1.2, 1.0, 1.0), "ab/c/avx2/8": (1.0, 1.0, 1.3)})
    assert (found.shipped(), figures.families(found)) == (NAMES[:2], ["a", "ab"])
    assert found.mean(NAMES[0], "a") == pytest.approx(1.2, abs=0.01) and found.mean(NAMES[0], "ab") == pytest.approx(
        1, abs=0.01
    )
    assert found.mean(NAMES[0]) == pytest.approx(1.2 ** (2 / 3), abs=0.01)


def test_the_table_names_what_a_shipped_build_loses_and_nothing_else():
    out = io.StringIO()
    show.show(
        figures_of({"slow/one/avx2/8": (1.2, 1.0, 1.0), "good/one/avx2/8": (1.0, 1.0, 1.3)}),
        Console(file=out, width=150),
    )
    assert "slow/one/avx2/8" in out.getvalue() and "good/one/avx2/8" not in out.getvalue()
    assert "1 of 2 kernels" in out.getvalue()


@pytest.fixture
def saved(tmp_path) -> tuple[Figures, pathlib.Path]:
    whole = figures_of({"slow/one/avx2/8": (1.2, 1.0, 1.0), "good/one/avx2/8": (1.0, 1.0, 1.3)})
    figures.save_json(whole, tmp_path / "k.json")
    return whole, tmp_path / "k.json"


def test_a_result_survives_writing_and_reading(saved):
    whole, path = saved
    assert schema.fault(json.loads(path.read_text()), schema.KERNELS) is None
    assert figures.load(path) == whole


@pytest.mark.parametrize("broken", [{"sides": []}, {"settings": {"runs": 3}}, {"rows": [{}]}, {"more": 1}])
def test_a_broken_result_is_refused(saved, broken):
    _, path = saved
    path.write_text(json.dumps(json.loads(path.read_text()) | broken))
    with pytest.raises(LabError, match="not a complete result"):
        figures.load(path)


def test_the_csv_has_one_line_for_each_row(saved, tmp_path):
    figures.save_csv(saved[0], tmp_path / "k.csv")
    lines = list(csv.DictReader((tmp_path / "k.csv").open()))
    assert len(lines) == 2 * len(NAMES) and {line["build"] for line in lines} == set(NAMES)


def test_the_page_shows_tables_and_charts(saved, tmp_path):
    page = tmp_path / "page"
    report.add([saved[1]], page)
    html = report.write_folder(page).read_text()
    for words in ("Kernels by 2 compilers", "Of 2 kernels 1 have", "slow/one/avx2/8", "good/one/avx2/8", "1.30×"):
        assert words in html, words
    assert {file.stem for file in (page / "charts").glob("*.svg")} == {"k-means", "k-families", "k-behind"}
    assert (page / "k.csv").is_file()


def test_a_page_of_equal_builds_has_no_chart_of_losses(tmp_path):
    figures.save_json(figures_of({"a/b/avx2/8": (1.0, 1.0, 1.0)}), tmp_path / "k.json")
    report.write_folder(tmp_path)
    assert not (tmp_path / "charts" / "k-behind.svg").exists() and (tmp_path / "charts" / "k-means.svg").exists()


def test_one_build_against_itself():
    """Run the real program that measures; check only that there are figures."""
    rows = paths.build() / "bench" / "rows.so"
    *_, found = measure.measure(builds.host(), [rows, rows], "aes/ctr/*", 2, 2, 1)
    table = measure.compare(found, ["one", "other"], 1)
    if not table:
        pytest.skip("no AES instructions: no such row")
    assert all(row.ns > 0 and row.behind > 0 for row in table)
    assert all(len(runs) == 2 for by_build in found.values() for runs in by_build.values())


def test_an_unknown_row_is_an_error():
    with pytest.raises(LabError, match="no such row"):
        list(measure.measure(builds.host(), [paths.build() / "bench" / "rows.so"], "nothing", 1, 1, 1))


def test_builds_are_in_order_and_unknown_levels_are_refused():
    plan = builds.plan([toolchain("cc"), toolchain("cc", "clang-14")], ["2", "3", "2"])
    assert [build.name for build in plan] == ["gcc-12-O3", "clang-14-O3", "gcc-12-O2", "clang-14-O2"]
    with pytest.raises(LabError, match="--levels 7"):
        builds.plan([toolchain("cc")], ["7"])


@pytest.fixture
def folder(tmp_path, monkeypatch) -> pathlib.Path:
    """Make a build folder that contains only the guard program."""
    guard = paths.guard()
    monkeypatch.setenv("AB_LAB_BUILD", str(tmp_path))
    paths.guard().parent.mkdir()
    paths.guard().symlink_to(guard)
    return tmp_path


def test_a_failed_build_gets_a_reason(folder):
    false = folder / "false"
    false.write_text("#!/bin/sh\necho this compiler is none >&2; exit 1\n")
    false.chmod(0o755)
    build = KernelBuild(toolchain(str(false)), "3")
    tail = build.make(builds.ROWS, 1)
    assert tail and "$ cmake" in build.log.read_text()


def test_the_level_reaches_the_compiler(folder):
    cc = shutil.which("gcc") or shutil.which("clang")
    build = KernelBuild(toolchain(cc), "1")
    assert build.make("help", 1) == []  # configures and lists the targets
    commands = [entry["command"].split() for entry in json.loads((build.folder / "compile_commands.json").read_text())]
    kernels = [words for words in commands if any("kernels/sha/sha256_sha.c" in word for word in words)]
    assert kernels and all([w for w in words if w.startswith("-O")] == ["-O1"] for words in kernels)


def test_the_command_refuses_unknown_names(tmp_path):
    for words, said in ((["--levels", "9"], "--levels 9"), (["--toolchain", "tcc"], "--toolchain tcc")):
        done = subprocess.run([LAB, "compilers", "--kernels", *words], capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 2 and said in done.stderr and len(done.stderr.splitlines()) == 1


def test_all_kernel_tests_but_the_long_ones_are_chosen():
    """`compilers --kernels --test` chooses them."""
    command = ["ctest", "--test-dir", paths.build(), "-N", *builds.CHOSEN]
    listed = set(re.findall(r"Test +#\d+: (.+)", subprocess.run(command, capture_output=True, text=True).stdout))
    names = {
        suite.name.removesuffix("_suite.c")
        for suite in pathlib.Path(paths.SOURCE, "tests", "kernels").glob("*_suite.c")
    }
    assert names | {"bignum_oracle_quick"} <= listed
    assert not any("full" in name or name.startswith("bounds.") for name in listed)
