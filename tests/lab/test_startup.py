"""`startup` finds what a provider of known cost (dummy_provider.c) does at load, and nothing where nothing is."""

import json
import os
import pathlib
import subprocess

import pytest

from afterburner_lab.core import schema
from afterburner_lab.core.errors import LabError
from afterburner_lab.core.sides import Side
from afterburner_lab.startup import figures, markdown, measure, scenarios

LAB = os.environ["AB_LAB"]
DUMMY = pathlib.Path(os.environ["AB_LAB_BUILD"], "lab", "dummy.so")
BUSY_US, PAGES = 2000, 100
COMPANION_LIBRARY = "libafterburner-companion.so"
ROUNDS = (10, 20, 40, 80)


def plan(rounds: int, *names: str, module: pathlib.Path = DUMMY, planted: dict[str, int] | None = None) -> measure.Plan:
    settings = {key: str(value) for key, value in (planted or {}).items()}
    sides = [Side("default", DUMMY), Side("afterburner", module, settings), Side("control", DUMMY)]
    return measure.Plan(sides, scenarios.choose(list(names), None), "libcrypto.so.3", 3, rounds, 1, "test")


def measure_undisturbed(*names: str, **planted: int) -> figures.Figures:
    """Measure until the A/A control is calm, each time with twice the rounds; it does not know what is planted."""
    for rounds in ROUNDS:
        found = measure.measure(plan(rounds, *names, planted=planted), progress=False)
        if found.control["threshold"] < 0.05:
            break
    return found


@pytest.fixture(scope="module")
def slower():
    return measure_undisturbed("digest", load_busy=BUSY_US)


@pytest.fixture(scope="module")
def larger():
    return measure_undisturbed("digest", load_pages=PAGES)


@pytest.fixture(scope="module")
def same():
    return measure_undisturbed("digest", "tls-client")


def test_planted_time_is_found_in_its_phase_and_in_the_whole(slower):
    rows = slower.of_side("afterburner")
    assert slower.verdict(rows["digest", "load"]) == slower.verdict(rows["digest", "process"]) == "slower"
    assert rows["digest", "load"].more_us == pytest.approx(BUSY_US, rel=0.25)
    assert rows["digest", "process"].more_us == pytest.approx(BUSY_US, rel=0.5)
    assert rows["digest", "load"].more_low > BUSY_US / 2


def test_it_is_found_nowhere_else(slower):
    rows = slower.of_side("afterburner")
    for phase in ("start", "SHA2-256"):
        assert abs(rows["digest", phase].more_us) < BUSY_US / 3


def test_planted_pages_are_found(larger):
    rows = larger.of_side("afterburner")
    assert PAGES <= rows["digest", "load"].more_faults <= PAGES + 3
    assert abs(rows["digest", "process"].more_faults - PAGES) <= 20
    dirty = {memory.side: memory.dirty_kib for memory in larger.memory}
    assert dirty["afterburner"] - dirty["default"] == pytest.approx(4 * PAGES, abs=40)
    assert abs(dirty["control"] - dirty["default"]) <= 40


def test_the_same_twice_is_within_noise(same):
    assert [row.key for row in same.of_side("afterburner").values()] == [
        *(("digest", phase) for phase in ("start", "load", "SHA2-256", "process")),
        *(("tls-client", phase) for phase in ("start", "load", "SSL_CTX_new", "handshake", "process")),
    ]
    for row in same.of_side("afterburner").values():
        assert row.more_us is not None and abs(row.more_us) < max(0.15 * row.us, 100)
        assert len(row.samples) == 3


def test_the_whole_is_more_than_its_phases(same):
    for side in ("default", "afterburner"):
        rows = same.of_side(side)
        phases = sum(row.us for key, row in rows.items() if key[0] == "tls-client" and key[1] != "process")
        assert rows["tls-client", "process"].us > 0.9 * phases


def test_the_result_matches_its_schema_and_survives_writing_and_reading(same, tmp_path):
    figures.save_json(same, tmp_path / "r.json")
    assert schema.fault(json.loads((tmp_path / "r.json").read_text()), schema.STARTUP) is None
    assert figures.load(tmp_path / "r.json") == same


def test_a_module_that_does_not_load_is_refused(tmp_path):
    broken = tmp_path / "dummy.so"
    broken.write_text("no module")
    with pytest.raises(LabError):
        measure.measure(plan(1, "digest", module=broken), progress=False)


def test_what_a_side_cannot_do_is_skipped():
    """The dummy's libcrypto has ML-KEM from 3.5 on; the scenario is skipped or measured on all sides alike."""
    found = measure.measure(plan(3, "ml-kem"), progress=False)
    assert {gap["side"] for gap in found.skipped} in (set(), {"default", "afterburner", "control"})
    assert bool(found.rows) != bool(found.skipped)


def test_the_command_measures_the_module_and_a_program(tmp_path):
    """The module costs something, and the tables have every phase."""
    argv = [LAB, "startup", "--quick", "ec", "--companion", "--program", "true", "--json", f"{tmp_path}/r.json"]
    done = subprocess.run(argv, capture_output=True, text=True, check=True)
    assert "Microseconds of processor time" in done.stdout and "A/A control" in done.stdout
    found = figures.load(tmp_path / "r.json")
    assert found.candidates() == ["afterburner", "companion"] and found.settings["program"] == ["true"]
    assert found.of_side("afterburner")["ec", "load"].more_us > 0
    assert ("program", "process") in found.of_side("companion")
    assert [pathlib.Path(s["preload"] or "").name for s in found.sides] == ["", "", COMPANION_LIBRARY, ""]
    assert schema.fault(json.loads((tmp_path / "r.json").read_text()), schema.STARTUP) is None
    assert "| ec | load |" in markdown.markdown(found, "afterburner")
    shown = subprocess.run([LAB, "markdown", f"{tmp_path}/r.json"], capture_output=True, text=True, check=True)
    assert "| ec | EC |" in shown.stdout


def test_an_unknown_scenario_is_one_line():
    done = subprocess.run([LAB, "startup", "nothing"], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("afterburner-lab: nothing: no such scenario") and done.stderr.count("\n") == 1
