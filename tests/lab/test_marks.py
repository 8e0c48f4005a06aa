"""The gate of `speed --check`: what a file of marks may contain, which mark applies, and that a miss needs three
measurements."""

from __future__ import annotations

import dataclasses
import pathlib
from fnmatch import fnmatchcase

import pytest

from afterburner_lab.core import paths
from afterburner_lab.core.errors import LabError
from afterburner_lab.speed import marks
from afterburner_lab.speed.results import ALL_RUNS, Result, Row

THRESHOLD = 0.02


def row(
    algorithm="AES-128-CTR",
    operation="encrypt",
    size=64,
    low=1.9,
    value=2.0,
    high=2.1,
    level="avx2+vaes",
    provider="afterburner",
    side="afterburner",
    run=ALL_RUNS,
) -> Row:
    return Row(
        "cipher",
        algorithm,
        operation,
        size,
        side,
        provider,
        level,
        100.0,
        "MB/s",
        640.0,
        1.0,
        64.0,
        value,
        low,
        high,
        None,
        None,
        "3.0.22",
        run,
    )


def result(*rows: Row) -> Result:
    return Result("", "", {}, {}, [], {}, {"threshold": THRESHOLD}, list(rows), [], [])


def write(folder: pathlib.Path, text: str) -> pathlib.Path:
    path = folder / "marks.txt"
    path.write_text(text)
    return path


def read(folder: pathlib.Path, text: str) -> list[marks.Mark]:
    return marks.read(write(folder, text))


def refuse(*_) -> Result:
    raise AssertionError("measured again without need")


def test_reads_comments_blank_lines_and_any_size(tmp_path):
    found = read(tmp_path, "# marks\n\n*  AES-*-CTR  *  *  1.0  # all\navx2+vaes AES-128-GCM decrypt 16384 2.6\n")
    assert found == [
        marks.Mark("*", "AES-*-CTR", "*", None, 1.0),
        marks.Mark("avx2+vaes", "AES-128-GCM", "decrypt", 16384, 2.6),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "* AES-128-CTR encrypt",
        "* A encrypt 64 2 more",
        "* A encrypt many 2",
        "* A encrypt 0 2",
        "* A encrypt -1 2",
        "* A encrypt 64 fast",
        "* A encrypt 64 0",
        "* A encrypt 64 -1",
        "* A encrypt 64 nan",
        "* A encrypt 64 inf",
    ],
)
def test_a_broken_line_is_named(tmp_path, line):
    with pytest.raises(LabError, match=r"marks.txt:2: the form is LEVEL"):
        read(tmp_path, f"* * * * 1\n{line}\n")


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(LabError, match="No such file"):
        marks.read(tmp_path / "absent")
    with pytest.raises(LabError, match="Is a directory"):
        marks.read(tmp_path)
    with pytest.raises(LabError, match="contains no mark"):
        read(tmp_path, "# nothing\n")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LabError, match="not text"):
        marks.read(tmp_path / "binary")


def test_the_highest_mark_that_applies_counts(tmp_path):
    found = read(tmp_path, "* * * * 1.0\n*+vaes aes-*-ctr encrypt 64 1.5\navx2+vaes AES-128-CTR * * 1.4\n")
    assert marks.mark_of(found, row()) == 1.5
    assert marks.mark_of(found, row(size=256)) == 1.4
    assert marks.mark_of(found, row(operation="decrypt")) == 1.4
    assert marks.mark_of(found, row(level="sse41")) == 1.0
    assert marks.mark_of(found, row(algorithm="AES-128-GCM")) == 1.0
    assert marks.mark_of(found, row(size=None)) == 1.4
    assert marks.mark_of(found[1:], row(level="sse41")) is None


def test_a_miss_is_an_interval_wholly_below_the_mark_and_the_noise():
    held = [marks.Mark("*", "*", "*", None, 2.0)]
    edge = 2.0 * (1 - THRESHOLD)
    assert marks.misses(result(row(low=1.0, value=1.2, high=edge + 1e-9)), held) == []
    below = row(low=1.0, value=1.2, high=edge - 1e-9)
    assert marks.misses(result(below), held) == [marks.Miss(below, 2.0)]
    assert str(marks.Miss(below, 2.0)) == "AES-128-CTR encrypt 64: 1.20 (1.00 .. 1.96), mark 2.00"


def test_marks_apply_only_to_the_modules_own_rows_of_all_runs():
    held = [marks.Mark("*", "*", "*", None, 2.0)]
    slow = {"low": 0.9, "value": 1.0, "high": 1.1}
    free = [
        row(**slow, provider="default"),
        row(**slow, side="control"),
        row(**slow, run=1),
        row(low=None, value=None, high=None),
    ]
    assert marks.misses(result(*free), held) == []
    assert len(marks.misses(result(*free, row(**slow)), held)) == 1


def test_nothing_is_measured_again_where_all_marks_are_reached():
    assert marks.check(result(row()), [marks.Mark("*", "*", "*", None, 2.0)], refuse) == []


def test_a_row_that_recovers_is_no_miss():
    slow, good, asked = row(high=1.5), row(), []

    def remeasure(rows: list[Row], attempt: int) -> Result:
        asked.append((rows, attempt))
        return result(good)

    assert marks.check(result(slow, row(size=256)), [marks.Mark("*", "*", "*", None, 2.0)], remeasure) == []
    assert asked == [([slow], 2)]


def test_a_row_that_stays_below_is_a_miss_after_three_measurements():
    asked = []

    def remeasure(rows: list[Row], attempt: int) -> Result:
        asked.append(attempt)
        return result(row(high=1.6))

    missed = marks.check(result(row(high=1.5)), [marks.Mark("*", "*", "*", None, 2.0)], remeasure)
    assert [m.row.ratio_high for m in missed] == [1.6] and asked == [2, 3]


def test_an_interruption_while_a_row_is_measured_again_leaves_its_miss():
    asked = []

    def interrupted(rows: list[Row], attempt: int) -> Result:
        asked.append(attempt)
        return dataclasses.replace(result(row()), complete=False)

    slow = [row(high=1.5), row(size=256, high=1.5)]
    missed = marks.check(result(*slow), [marks.Mark("*", "*", "*", None, 2.0)], interrupted)
    assert [m.row for m in missed] == slow[1:] and asked == [2]


def test_the_marks_of_the_tree_are_read():
    found = marks.read(paths.SOURCE / "lab" / "marks.txt")
    assert marks.Mark("*", "*", "*", None, 1.0) in found and len(found) > 5
    levels = ("avx2+vaes", "avx512+vaes")  # as the driver writes them
    assert all(any(fnmatchcase(level, mark.level) for level in levels) for mark in found)
