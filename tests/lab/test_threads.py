"""`threads`: scaling with a thread pool, measured on a provider with a perfect pool of two workers; one line for a
module without a pool."""

from __future__ import annotations

import csv
import io
import os
import subprocess
from dataclasses import replace

import pytest
from rich.console import Console

from afterburner_lab.core import driver, options, paths, sides
from afterburner_lab.core.errors import LabError
from afterburner_lab.speed import results, scaling
from afterburner_lab.speed.results import ALL_RUNS, Result, Row

LAB = os.environ["AB_LAB"]
DUMMY = paths.build() / "lab" / "dummy.so"
POOL = [
    "SPIN",
    "--operation",
    "digest",
    "--module",
    str(DUMMY),
    "--set",
    "spin=400000",
    "--set",
    "workers=2",
    "--sizes",
    "64,1024",
]


def threads(*arguments: object) -> subprocess.CompletedProcess:
    return subprocess.run(
        [LAB, "threads", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, "COLUMNS": "160"},
    )


def test_a_module_without_a_pool_gets_one_line_and_no_row(tmp_path):
    done = threads(
        "SPIN",
        "--operation",
        "digest",
        "--module",
        DUMMY,
        "--counts",
        "0,8",
        "--json",
        tmp_path / "r.json",
        "--csv",
        tmp_path / "r.csv",
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "dummy has no thread pool: with threads = 8 it uses no workers, so nothing scales\n"
    result = results.load(tmp_path / "r.json")
    assert result.rows == [] and [side["workers"] for side in result.sides] == [0, 0, 0]
    assert len((tmp_path / "r.csv").read_text().splitlines()) == 1


def test_a_pool_of_two_is_found_and_its_best_count_marked(tmp_path):
    done = threads(*POOL, "--quick", "--json", tmp_path / "r.json", "--csv", tmp_path / "r.csv")
    assert done.returncode == 0, done.stderr
    result = results.load(tmp_path / "r.json")
    assert {side["name"]: side["workers"] for side in result.sides} == {
        "threads-0": 0,
        "threads-1": 1,
        "threads-2": 2,
        "threads-4": 2,
        "control": 0,
    }
    assert result.settings["wall"] is True
    found = list(scaling.scalings(result, (0, 1, 2, 4)))
    assert [next(iter(s.rows.values())).bytes for s in found] == [64, 1024]
    for s in found:
        assert s.best == 2
        assert s.rows[1].ratio == pytest.approx(1, abs=0.2)
        assert s.rows[2].ratio == pytest.approx(2, rel=0.2) and s.rows[4].ratio == pytest.approx(2, rel=0.2)
    table = [line for line in done.stdout.splitlines() if "SPIN  " in line]
    assert len(table) == 2 and all(line.count("*") == 1 for line in table)
    with (tmp_path / "r.csv").open() as f:
        assert {row["side"] for row in csv.DictReader(f)} == {
            "threads-0",
            "threads-1",
            "threads-2",
            "threads-4",
            "control",
        }


def test_time_is_the_wall_time_that_the_caller_waits():
    offer = driver.Offer("digest", "SPIN", "digest", True, True, {"d": "dummy"})
    with driver.Driver([sides.Side("d", DUMMY, {"wait": "2000"})]) as lab:
        took = {
            clock: min(lab.measure(offer, 64, ["d"], slices=5, clock=clock).timings[0].ns) for clock in ("cpu", "wall")
        }
    assert took["wall"] > 2e6 > 10 * took["cpu"]


def row(side: str, ratio: float, spread: float) -> Row:
    return Row(
        "cipher",
        "AES-256-CTR",
        "decrypt",
        65536,
        side,
        "afterburner",
        None,
        100 * ratio,
        "MB/s",
        1.0,
        1.0,
        1.0,
        ratio,
        ratio - spread,
        ratio + spread,
        None,
        None,
        "3.0.22",
        ALL_RUNS,
    )


@pytest.mark.parametrize(
    "ratios, spread, best",
    [
        ((1, 0.99, 0.98), 0, 0),
        ((1, 1.01, 1.5), 0.01, 4),
        ((1, 1.48, 1.5), 0.01, 1),
        ((1, 1.4, 1.2), 0.01, 1),
        ((1, 1.1, 1.15), 0.2, 0),
        ((0.5, 1, 1.01), 0.01, 1),
    ],
)
def test_best_is_the_least_count_that_no_other_beats_beyond_noise(ratios, spread, best):
    rows = [row(f"threads-{count}", ratio, spread) for count, ratio in zip((0, 1, 4), ratios)] + [row("control", 9, 0)]
    result = Result("", "", {}, {}, [], {}, {"threshold": 0.02}, rows, [], [])
    assert [s.best for s in scaling.scalings(result, (0, 1, 4))] == [best]


def sized(ratios: dict[int, float]) -> Result:
    """Make AES-256-CTR by 0 and 4 threads: the ratio of 4 threads at each size."""
    rows = [
        replace(row(f"threads-{count}", ratio if count else 1, 0.01), bytes=size)
        for size, ratio in ratios.items()
        for count in (0, 4)
    ]
    return Result("", "", {}, {}, [], {}, {"threshold": 0.02}, rows, [], [])


@pytest.mark.parametrize(
    "ratios, pays_from",
    [
        ({16384: 0.9, 262144: 1.0, 4194304: 1.5}, 4194304),
        ({16384: 1.2, 65536: 1.5}, 16384),
        ({16384: 1.2, 65536: 1.0}, None),
        ({16384: 1.5, 65536: 1.0, 262144: 1.5}, 262144),
    ],
)
def test_threads_pay_from_the_size_from_which_on_they_never_lose(ratios, pays_from):
    (verdict,) = scaling.verdicts(sized(ratios), (0, 4))
    assert (verdict.algorithm, verdict.operation, verdict.pays_from) == ("AES-256-CTR", "decrypt", pays_from)


def test_the_smallest_size_is_described_in_words():
    shown = Console(width=160, record=True, file=io.StringIO())
    result = sized({16384: 0.9, 262144: 1.5})
    result.control.update(low=1, high=1)
    scaling.show(result, (0, 4), shown)
    words = "AES-256-CTR decrypt: threads gain from 262144 bytes on; at 16384 bytes they gain nothing (0.90x with 4)"
    assert words in shown.export_text()


def test_sides_are_the_counts_and_a_control_like_the_first():
    made = scaling.sides(sides.Side("afterburner", DUMMY, {"spin": "9"}), (0, 4))
    assert [(s.name, s.settings) for s in made] == [
        ("threads-0", {"spin": "9", "threads": "0"}),
        ("threads-4", {"spin": "9", "threads": "4"}),
        ("control", {"spin": "9", "threads": "0"}),
    ]


def test_options():
    assert options.numbers("16, 1350,16", "--sizes") == (16, 1350)
    assert options.settings(["cpu=aesni", "algorithms=ALL -AES-XTS=x"]) == {
        "cpu": "aesni",
        "algorithms": "ALL -AES-XTS=x",
    }
    for wrong in ("", "16;64", "-1", "1.5", "٣"):
        with pytest.raises(LabError, match="--sizes"):
            options.numbers(wrong, "--sizes")
    for wrong in ("cpu", "=aesni", "c pu=1", "cpu=a\nb"):
        with pytest.raises(LabError, match="--set"):
            options.settings([wrong])


@pytest.mark.parametrize(
    "arguments, word",
    [
        (["--counts", "1,x"], "--counts"),
        (["--counts", "1025"], "--counts"),
        (["--counts", "0,1,2,3,4,5,6,7"], "at most 7"),
        (["--module", "/nowhere.so"], "/nowhere.so"),
        (["--set", "cpu"], "--set"),
        ([*POOL, "--sizes", "0"], "size 0"),
        (["NOSUCH", *POOL[1:]], "NOSUCH"),
        (["--json", "/proc/nowhere/r.json"], "/proc/nowhere/r.json"),
        (["--set", "cpu=nosuch"], "its settings"),
    ],
)
def test_bad_input_is_one_line_and_status_2(arguments, word):
    done = threads(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1 and word in done.stderr, done.stderr
