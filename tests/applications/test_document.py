"""Check that the table of docs/applications.md has the form that table.py writes and names every application; test
table.py itself."""
import copy
import re
from typing import Any

import pytest

import table
from matrix import MATRIX

REPORT: dict[str, Any] = {
    "name": "nginx",
    "version": "1.22.1",
    "openssl": "3.0.22",
    "static": False,
    "does": "downloads",
    "lives": "reloads",
    "served": ["AES-GCM", "P-256"],
    "processor": "a processor",
    "system": "a system",
    "level": "vaes512",
    "seconds": {"without": [1.0, 1.2, 1.1], "with": [0.5, 0.6, 0.55], "again": [1.0, 1.0, 1.1]},
}


def rows_of(text, head):
    return re.findall(r"^\| (.*) \|$", text.split(head)[1].split("\n\n")[0], re.M)


def written():
    return table.DOCUMENT.read_text().split(table.BEGIN)[1].split(table.END)[0]


def test_every_application_is_in_both_tables():
    results, works = rows_of(written(), table.HEAD), rows_of(written(), table.WORK_HEAD)
    assert len(results) == len(works) == len(MATRIX)
    for application, result, work in zip(MATRIX, results, works):
        cells = result.split(" | ")
        assert len(cells) == table.HEAD.split("\n")[0].count("|") - 1 and all(cells)
        assert cells[0].startswith(application.name + " ")
        assert re.fullmatch(r"\d+\.\d+\.\d+\S*, (static|shared)", cells[1])
        assert cells[2:6] == [table.CHECKED] * 4 or re.search(r"\d\.\d\d \(\d+\.\d\d to \d+\.\d\d\)", cells[4])
        assert (
            len(application.serves - set(cells[6].split(", "))) <= len(application.serves) // 2
        )  # another processor offers fewer
        assert work == f"{application.name} | {application.does} | {application.lives}"


def test_report_names_are_unique():
    assert len({table.file_of(a.name) for a in MATRIX}) == len(MATRIX) >= 30


@pytest.mark.parametrize("seconds,flagged", [([0.5, 0.6, 0.55], False), ([1.2, 1.4, 1.3], True)])
def test_slower_rows_are_flagged(seconds, flagged):
    report = copy.deepcopy(REPORT)
    report["seconds"]["with"] = seconds
    assert ("slower" in table.render([report])) == flagged


def test_ratios_are_of_the_same_round():
    assert table.spread([1.0, 3.0, 2.0], [2.0, 3.0, 1.0]) == (1.0, 0.5, 2.0)
    row = "| nginx 1.22.1 | 3.0.22, shared | 1.10 s | 0.55 s | 2.00 (2.00 to 2.00) | 1.00 to 1.20 | AES-GCM, P-256 |"
    assert row in table.render([REPORT])


def test_writing_keeps_the_text_around_the_table():
    document = f"before\n{table.BEGIN}old\n{table.END}after\n"
    assert table.replaced(document, "new\n") == f"before\n{table.BEGIN}new\n{table.END}after\n"


def test_a_check_does_not_replace_a_measurement():
    once = copy.deepcopy(REPORT)
    once["seconds"] = {name: times[:1] for name, times in once["seconds"].items()}
    assert "| nginx 1.22.1 | 3.0.22, shared | only checked |" in table.render([once])
    assert table.row(REPORT) in table.render([once], table.render([REPORT]))
    page = table.render([once])
    assert table.render([once], page) == page
    assert table.row(REPORT) not in table.render([once | {"name": "ngin"}], table.render([REPORT]))
