"""Figures of builds: ratios and intervals of figures with known truth, explanations, files, and the page."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace

import pytest
from rich.console import Console

from afterburner_lab import report
from afterburner_lab.compilers import causes, notes, tables
from afterburner_lab.compilers import figures as forms
from afterburner_lab.compilers.figures import Count, Hot
from afterburner_lab.core import schema
from afterburner_lab.core.errors import LabError
from synthetic_builds import MD5, RC2, SIGN, build, figures

GCC, CLANG, ZIG = build(), build("clang-16"), build("zig")
PGO, WITH_ASM = build(variant="pgo"), build(asm=True)
TRUTH = {
    (CLANG, MD5): 1.25,
    (ZIG, MD5): 0.80,
    (PGO, MD5): 1.5,
    (CLANG, SIGN): 1.0,
    (ZIG, SIGN): 1.06,
    (PGO, SIGN): 1.12,
    (CLANG, RC2): 1.09,
    (ZIG, RC2): 1.0,
    (PGO, RC2): 1.0,
}


@pytest.fixture(scope="module")
def result():
    return figures([GCC, CLANG, ZIG, PGO, WITH_ASM], TRUTH)


def text_of(result, width: int = 132) -> str:
    text = io.StringIO()
    tables.show(result, Console(width=width, file=text))
    return text.getvalue()


# ---- ratios ----


def test_ratios_are_the_true_ones_within_their_intervals(result):
    rows = {(row.build, row.key): row for row in result.rows}
    for (made, key), gain in TRUTH.items():
        ratio = rows[made.id, key].speedup if made is not PGO else rows[made.id, key].gain
        assert ratio.over == GCC.id
        assert ratio.low <= ratio.value <= ratio.high and ratio.value == pytest.approx(gain, rel=0.01)
        assert ratio.verdict == ("same" if abs(gain - 1) < 0.02 else "faster" if gain > 1 else "slower"), (made.id, key)


def test_a_build_is_compared_only_with_the_same_variant(result):
    rows = {row.build: row for row in result.rows if row.key == MD5}
    assert rows[GCC.id].speedup is None and rows[GCC.id].gain is None, "the baseline"
    assert rows[PGO.id].speedup is None, "no other toolchain has this variant"
    assert rows[WITH_ASM.id].speedup is None and rows[WITH_ASM.id].gain is None, "assembly has no counterpart"
    assert rows[CLANG.id].gain is None, "it is plain itself"


def test_the_baseline_can_be_another():
    ratios = {row.build: row.speedup for row in figures([GCC, CLANG], {(CLANG, MD5): 1.25}, baseline="clang-16").rows}
    assert ratios[CLANG.id] is None and ratios[GCC.id].value == pytest.approx(0.8, rel=0.01)


def test_a_build_that_crashes_costs_its_own_rows():
    result = figures([GCC, CLANG, ZIG], {(CLANG, MD5): 1.25}, crashed=ZIG)
    assert {row.build for row in result.rows} == {GCC.id, CLANG.id}
    assert [(s["side"], s["reason"]) for s in result.skipped] == [(ZIG.id, "the driver ended with status -4")]
    assert "not measured: MD5 digest: the driver ended with status -4" in text_of(result)


def test_rows_that_no_build_has_are_listed(result):
    assert "MD2" in result.absent and "MD5" not in result.absent
    assert "not in OpenSSL 3.0.22 as built: MD2" in text_of(result)


# ---- tables ----


def test_the_table_has_ratios_intervals_and_means(result):
    text = text_of(result)
    assert "-O3, no-asm: speed-up over gcc-12, symmetric, messages of 8192 bytes" in text
    line = next(line for line in text.splitlines() if line.startswith(" MD5"))
    assert "▲1.25" in line and "▼0.80" in line and line.count("..") == 2
    assert "RC2-CBC" in text and "RC2-128" not in text
    mean = next(line for line in text.splitlines() if "geometric mean" in line)
    assert [float(word) for word in mean.split()[2:]] == pytest.approx([(1.25 * 1.09) ** 0.5, 0.8**0.5], abs=0.02)
    pgo = text[text.index("pgo, no-asm") :]
    assert "gcc-12 / -O3" in pgo and re.search(r"MD5 .*▲1\.(49|50|51)", pgo)
    variants = text[text.index("Variants over") :]
    assert PGO.id in variants and re.search(r"1\.(49|50|51) MD5", variants) and CLANG.id not in variants


def test_a_narrow_terminal_gets_the_ratios_alone(result):
    line = next(line for line in text_of(result, 50).splitlines() if line.startswith(" MD5"))
    assert "▲1.25" in line and ".." not in line


# ---- explanations ----


def test_only_differences_over_a_tenth_are_explained(result):
    assert causes.wanted(result) == {CLANG.id: [MD5], GCC.id: [MD5, SIGN], ZIG.id: [MD5], PGO.id: [MD5, SIGN]}
    found = [(note.row.build, note.title) for note in notes.notes(result, "O3-noasm")]
    assert found == [(CLANG.id, "MD5"), (ZIG.id, "MD5")]
    assert [note.title for note in notes.notes(result, "pgo-noasm")] == ["MD5", "RSA 2048 sign"]


def counted(made, instructions, cycles, branch=0.0, l1=0.0, size=1000, function="md5_block") -> Count:
    return Count(
        *MD5, made.id, "callgrind", instructions, cycles, branch, l1, 0.0, Hot(function, "libcrypto.so.3", 0.97, size)
    )


@pytest.mark.parametrize(
    "mine, reason",
    [
        (counted(CLANG, 80e3, 80e3), "fewer instructions"),
        (counted(CLANG, 130e3, 125e3), "more instructions"),
        (counted(CLANG, 100e3, 80e3), "faster at as many"),
        (counted(CLANG, 100e3, 130e3, branch=3000), "slower at as many (branch misses)"),
        (counted(CLANG, 100e3, 130e3, l1=4000), "slower at as many (data cache misses)"),
        (counted(CLANG, 120e3, 80e3), "more instructions, but faster at them"),
        (counted(CLANG, 90e3, 80e3), "fewer instructions, and faster at them"),
        (counted(CLANG, 100e3, 101e3), "not visible in the counts: maybe the layout of the code, or code for AVX-512"),
    ],
)
def test_the_reason_is_the_largest_change(result, mine, reason):
    shown = replace(result, counts=[mine, counted(GCC, 100e3, 100e3)])
    note = next(notes.notes(shown, "O3-noasm"))
    assert note.reason == reason
    assert f"{mine.instructions / 100e3:.2f} times the instructions" in note.text
    assert f"{mine.instructions / mine.cycles:.2f} a cycle, not 1.00" in note.text
    assert "md5_block (97 %) 1000 bytes, not 1000 bytes" in note.text


def test_notes_follow_the_table(result):
    shown = replace(
        result,
        counts=[
            counted(CLANG, 80e3, 80e3, size=640, function="md5_other"),
            counted(GCC, 100e3, 100e3),
            Count(*MD5, ZIG.id, "callgrind", error="valgrind cannot run it"),
        ],
    )
    text = " ".join(text_of(shown).split())
    assert "MD5, clang-16 ▲1.25: fewer instructions; 0.80 times the instructions (80 000)" in text
    assert "md5_other (97 %) 640 bytes, not md5_block (97 %) 1000 bytes" in text
    assert "and 1 more that differ by over a tenth" in text, "of each algorithm only the largest"
    assert next(n.text for n in notes.notes(shown, "O3-noasm") if n.row.build == ZIG.id) == (
        f"not counted: {ZIG.id}: valgrind cannot run it"
    )
    assert "callgrind's, of a simulated processor without AVX-512" in text
    assert "neither perf's counters nor valgrind is available" in text_of(result)


# ---- files and page ----


@pytest.fixture
def saved(result, tmp_path):
    whole = replace(
        result, counts=[counted(CLANG, 80e3, 80e3), counted(GCC, 100e3, 100e3)], logs=["c.logs/run-1.jsonl"]
    )
    forms.save_json(whole, tmp_path / "c.json")
    (tmp_path / "c.logs").mkdir()
    (tmp_path / "c.logs" / "run-1.jsonl").write_text("{}\n")
    return whole, tmp_path / "c.json"


def test_a_result_survives_writing_and_reading(saved):
    whole, path = saved
    assert schema.fault(json.loads(path.read_text()), schema.COMPILERS) is None
    assert forms.load(path) == whole


@pytest.mark.parametrize(
    "broken", [{"baseline": ""}, {"sides": []}, {"logs": ["../run-1.jsonl"]}, {"rows": [{}]}, {"more": 1}]
)
def test_a_broken_result_is_refused(saved, broken):
    _, path = saved
    path.write_text(json.dumps(json.loads(path.read_text()) | broken))
    with pytest.raises(LabError, match="not a complete result"):
        forms.load(path)


def test_the_csv_has_one_line_for_each_row_with_its_counts(saved, tmp_path):
    whole, _ = saved
    forms.save_csv(whole, tmp_path / "c.csv")
    lines = list(csv.DictReader((tmp_path / "c.csv").open()))
    assert len(lines) == len(whole.rows) and list(lines[0]) == forms.CSV_COLUMNS
    mine = next(line for line in lines if line["build"] == CLANG.id and line["algorithm"] == "MD5")
    assert float(mine["speedup"]) == pytest.approx(1.25, rel=0.01) and mine["speedup_over"] == GCC.id
    assert (mine["instructions"], mine["hot_function"], mine["hot_size"]) == ("80000.0", "md5_block", "1000")
    assert mine["gain"] == "" and float(mine["instructions_per_cycle"]) == 1


def test_the_page_shows_tables_reasons_and_charts(saved, tmp_path):
    _, path = saved
    page = tmp_path / "page"
    report.add([path], page)
    html = report.write_folder(page).read_text()
    assert "OpenSSL 3.0.22 by 3 compilers" in html
    for words in (
        "-O3, no-asm, asymmetric",
        "1.25×",
        "fewer instructions",
        "Log of run 1",
        "c.logs/run-1.jsonl",
        "Not in OpenSSL",
    ):
        assert words in html, words
    assert (page / "c.logs" / "run-1.jsonl").is_file() and (page / "c.csv").is_file()
    charts = {file.stem for file in (page / "charts").glob("*.svg")}
    assert charts == {
        "c-means-speedup",
        "c-means-gain",
        "c-speedups-o3-noasm-symmetric",
        "c-speedups-o3-noasm-asymmetric",
    }
