"""`compare` on results with known truth: what changed, what did not, and what is measured again before a gate fails."""

import json
import os
import pathlib
import re
import shutil
import subprocess
from dataclasses import replace

import pytest
from typer.testing import CliRunner

import synthetic
from afterburner_lab import cli
from afterburner_lab.core import metadata, sides
from afterburner_lab.core.errors import LabError
from afterburner_lab.core.statistics import Interval
from afterburner_lab.speed import engine, remeasure, results
from afterburner_lab.speed.compare import By, compare
from afterburner_lab.speed.plan import Plan

ROWS = synthetic.rows()
SLOW, FAST, SMALL = ROWS[0], ROWS[1], ROWS[2]


@pytest.fixture(scope="module")
def module(tmp_path_factory):
    path = tmp_path_factory.mktemp("build") / "afterburner.so"
    path.write_bytes(b"a module that nobody loads")
    return path


@pytest.fixture(scope="module")
def pair(module):
    """Make two results: of 20 rows, one became 20 % slower, one 30 % faster and one 1 % slower."""
    gains = dict.fromkeys(ROWS, 3.0)
    before = synthetic.result(gains, module=module, seed=1)
    return before, synthetic.result({**gains, SLOW: 2.4, FAST: 3.9, SMALL: 2.97}, module=module, seed=2)


@pytest.fixture
def run(tmp_path, pair):
    """Run `compare` on the pair or on other results with these options; return exit status and output."""

    def invoke(*options, before=pair[0], after=pair[1]):
        files = tmp_path / "A.json", tmp_path / "B.json"
        for file, result in zip(files, (before, after)):
            results.save_json(result, file)
        return command(*files, *options)

    return invoke


def command(*arguments):
    done = CliRunner(env={"COLUMNS": "200"}).invoke(cli.app, ["compare", *map(str, arguments)])
    if isinstance(done.exception, LabError):
        return 2, str(done.exception)
    if not isinstance(done.exception, (SystemExit, type(None))):
        raise done.exception
    return done.exit_code, done.output


class Remeasured:
    """Replaces engine.measure: applies the next change to the requested rows, and keeps the plans."""

    def __init__(self, *changes):
        self.changes, self.plans = list(changes), []

    def __call__(self, plan):
        self.plans.append(plan)
        change = self.changes.pop(0)
        measured = synthetic.result(dict.fromkeys(plan.rows, change), module=plan.sides[0].module, seed=9)
        names = {"default": remeasure.BEFORE, "afterburner": remeasure.AFTER, "control": "control"}
        return replace(
            measured,
            rows=[replace(row, side=names[row.side]) for row in measured.rows],
            sides=[{**side, "name": names[side["name"]]} for side in measured.sides],
        )


def gate(pair, least, *changes, by=By.GAIN):
    """Return the rows that stay below `least` when repeated measurements give these changes, and the replacement."""
    measure = Remeasured(*changes)
    comparison = compare(*pair, "afterburner", by)
    settled = remeasure.settle(comparison, least, remeasure.plan(*pair, "afterburner"), measure)
    return remeasure.below(settled, least), settled, measure


# ---- what changed ----


@pytest.mark.parametrize("by", By)
def test_planted_changes_are_found_and_nothing_else(pair, by):
    comparison = compare(*pair, "afterburner", by)
    assert [c.key for c in comparison.of("slower")] == [SLOW]
    assert [c.key for c in comparison.of("faster")] == [FAST]
    assert len(comparison.of("same")) == len(ROWS) - 2  # the 1 % is not claimed
    assert comparison.changes[0].key == SLOW and comparison.changes[-1].key == FAST
    for change, truth in ((comparison.changes[0], 0.8), (comparison.changes[-1], 1.3)):
        assert change.change.low <= truth <= change.change.high
        assert change.change.value == pytest.approx(truth, rel=0.02)
        assert change.change.high - change.change.low < 0.06


def test_gains_hold_on_another_machine_and_speeds_do_not(pair, module):
    gains = dict.fromkeys(ROWS, 3.0)
    elsewhere = synthetic.result(gains, module=module, seed=3, slower=2)
    assert len(compare(pair[0], elsewhere, "afterburner", By.GAIN).of("same")) == len(ROWS)
    assert len(compare(pair[0], elsewhere, "afterburner", By.SPEED).of("slower")) == len(ROWS)
    assert compare(pair[0], elsewhere, "afterburner", By.SPEED).mean == pytest.approx(0.5, rel=0.01)


def test_a_result_compared_with_itself_has_the_noise_of_both(pair):
    for by in By:
        assert all(
            c.change.low < c.change.value == 1 < c.change.high
            for c in compare(pair[0], pair[0], "afterburner", by).changes
        )


def test_figures_are_gains_or_cycles(pair):
    gain, speed = (compare(*pair, "afterburner", by).changes[0] for by in By)
    assert (gain.before, gain.after) == pytest.approx((3.0, 2.4), rel=0.02)
    assert (speed.before, speed.after) == pytest.approx((1000, 1250), rel=0.02)  # 333 and 417 ns at 3 GHz


def test_the_mean_is_geometric(module):
    gains = dict.fromkeys(ROWS, 2.0)
    halves = {key: 1.0 if i % 2 else 4.0 for i, key in enumerate(ROWS)}
    comparison = compare(
        synthetic.result(gains, module=module, seed=1),
        synthetic.result(halves, module=module, seed=2),
        "afterburner",
        By.GAIN,
    )
    assert comparison.mean == pytest.approx(1, abs=0.01)


def test_noise_sets_the_threshold_by_both_controls(module):
    gains = dict.fromkeys(ROWS, 3.0)
    quiet, loud = (synthetic.result(gains, module=module, seed=s, noise=n) for s, n in ((1, 0.001), (2, 0.2)))
    assert compare(quiet, quiet, "afterburner", By.GAIN).threshold == pytest.approx(0.02 * 2**0.5)
    assert compare(quiet, loud, "afterburner", By.GAIN).threshold > 0.1
    assert compare(quiet, loud, "afterburner", By.GAIN).threshold > loud.control["threshold"]


def test_only_rows_in_both_results_are_matched(run, module):
    before, after = (
        synthetic.result(dict.fromkeys(keys, 3.0), module=module, seed=s)
        for s, keys in ((1, ROWS[:12]), (2, ROWS[10:]))
    )
    comparison = compare(before, after, "afterburner", By.GAIN)
    assert {c.key for c in comparison.changes} == set(ROWS[10:12])
    assert set(comparison.only_before) == set(ROWS[:10]) and set(comparison.only_after) == set(ROWS[12:])
    status, said = run(before=before, after=after)
    assert status == 0
    assert "A.json: 10 rows: AES-1-GCM encrypt 1024;" in said and "B.json: 8 rows: AES-13-GCM encrypt 1024;" in said


def test_rows_that_openssl_serves_in_both_have_no_gain_to_lose(run, module):
    gains = dict.fromkeys(ROWS, 1.0)
    own = synthetic.result(gains, module=module, seed=1, providers=dict.fromkeys(ROWS[:5], "default"))
    now = synthetic.result(gains, module=module, seed=2, providers=dict.fromkeys(ROWS[1:5], "default"))
    comparison = compare(own, now, "afterburner", By.GAIN)
    assert comparison.without_gain == 4 and len(comparison.changes) == len(ROWS) - 4
    assert compare(own, now, "afterburner", By.SPEED).without_gain == 0
    assert "Left out: 4 rows with the baseline's own code in both." in run(before=own, after=now)[1]


def test_differences_come_first(run, pair, module):
    machine = {**metadata.machine(3e9, None), "processor": "Another", "features": ["aes", "vaes"]}
    other = synthetic.result(
        dict.fromkeys(ROWS, 3.0), module=module, seed=2, libcrypto="3.5.0", settings={"cpu": "avx2"}, machine=machine
    )
    before = replace(pair[0], machine={**pair[0].machine, "features": ["aes", "sha"]})
    differences = {name: (a, b) for name, a, b in compare(before, other, "afterburner", By.GAIN).differences}
    assert differences["features"] == ("sha", "vaes")
    assert differences["libcrypto"] == ("3.0.0", "3.5.0") and differences["settings"] == ("-", "cpu=avx2")
    assert differences["processor"][1] == "Another"
    assert not {"load", "clock hz"} & differences.keys()
    said = run(before=before, after=other)[1]
    assert said.index("Another") < said.index("Unchanged")


def test_the_same_result_twice(run, pair):
    status, said = run("--fail-below", "1", before=pair[0], after=pair[0])
    assert status == 0
    assert "The same machine, OpenSSL, module and settings." in said and "Unchanged: 20 of 20" in said


# ---- the command ----


def test_the_report_shows_both_directions(run):
    status, said = run()
    assert status == 0
    assert said.index("Slower: 1") < said.index("AES-1-GCM") < said.index("Faster: 1") < said.index("AES-2-GCM")
    assert "Unchanged: 18 of 20" in said and "Geometric mean of the change: 1.00" in said
    low, high = map(float, re.search(r"AES-1-GCM .* (-\d+\.\d) \.\. (-\d+\.\d)", said).groups())
    assert -23 < low < -20 < high < -17
    assert "AES-3-GCM" not in said


def test_by_speed(run):
    status, said = run("--by", "speed")
    assert status == 0 and "cycles A" in said and "Slower: 1" in said


def test_sides(run):
    status, said = run("--side", "control")
    assert status == 0 and "Unchanged: 0 of 0" not in said
    assert run("--side", "default", "--by", "speed")[0] == 0


def test_the_comparison_as_json(run, tmp_path):
    file = tmp_path / "comparison.json"
    assert run("--json", file)[0] == 0
    data = json.loads(file.read_text())
    assert data["schema"] == "afterburner-lab-comparison/1" and data["by"] == "gain" and data["side"] == "afterburner"
    assert len(data["changes"]) == len(ROWS) and data["changes"][0]["verdict"] == "slower"
    _value, low, high = data["changes"][0]["change"]
    assert low <= 0.8 <= high and data["changes"][0]["key"] == list(SLOW)


def test_few_runs_and_interruptions_are_reported(run, module):
    gains = dict.fromkeys(ROWS, 3.0)
    few = synthetic.result(gains, module=module, runs=2, complete=False)
    said = run(after=few)[1]
    assert said.count("Under 5 runs") == 1 and said.count("interrupted") == 1
    assert "Under 5 runs" not in run()[1]


# ---- the gate ----


def test_the_gate_passes_what_is_not_slower(run, pair):
    assert run("--fail-below", "0.97", before=pair[1], after=pair[1])[0] == 0
    assert run("--fail-below", "0.7")[0] == 0  # 0.8 is above


def test_a_row_fails_only_if_its_whole_interval_is_below(pair):
    comparison = compare(*pair, "afterburner", By.GAIN)
    slow = comparison.changes[0]
    for interval, verdict, fails in (
        (Interval(0.95, 0.93, 0.96), "slower", True),
        (Interval(0.95, 0.93, 0.98), "slower", False),
        (Interval(0.95, 0.93, 0.96), "same", False),
    ):
        changed = replace(comparison, changes=(replace(slow, change=interval, verdict=verdict),))
        assert bool(remeasure.below(changed, 0.97)) is fails


def test_a_spurious_loss_disappears_when_measured_again(pair):
    failing, settled, measure = gate(pair, 0.97, 1.0)
    assert failing == []
    change = next(c for c in settled.changes if c.key == SLOW)
    assert change.verdict == "same" and change.tries == 1 and change.change.value == pytest.approx(1, abs=0.02)
    assert change.after == pytest.approx(change.before, rel=0.02)
    assert [plan.rows for plan in measure.plans] == [(SLOW,)]


def test_a_real_loss_stays_and_is_measured_longer_each_time(pair):
    failing, _, measure = gate(pair, 0.97, 0.8, 0.81, 0.79)
    assert [c.key for c in failing] == [SLOW]
    assert failing[0].tries == remeasure.TRIES == len(measure.plans)
    assert failing[0].change.value == pytest.approx(0.79, rel=0.02)
    slices = [plan.slices for plan in measure.plans]
    assert slices == sorted(set(slices)) and slices[0] > pair[1].settings["slices"]


@pytest.mark.parametrize("by, after", [(By.GAIN, 3.0 * 0.8), (By.SPEED, 1000 / 0.8)])
def test_repeated_measurements_enter_the_figures(pair, by, after):
    _, settled, _ = gate(pair, 0.97, 0.8, 0.8, 0.8, by=by)
    assert settled.changes[0].after == pytest.approx(after, rel=0.02)


def test_a_loss_that_disappears_in_the_third_attempt(pair):
    failing, _settled, measure = gate(pair, 0.97, 0.8, 0.8, 0.99)
    assert failing == [] and len(measure.plans) == 3


def test_an_interruption_ends_the_attempts(pair):
    measure = Remeasured(0.8)
    settled = remeasure.settle(
        compare(*pair, "afterburner", By.GAIN),
        0.97,
        remeasure.plan(*pair, "afterburner"),
        lambda plan: replace(measure(plan), complete=False),
    )
    assert remeasure.below(settled, 0.97)[0].tries == 1


def test_a_row_that_cannot_be_repeated_keeps_its_figures(pair):
    comparison = compare(*pair, "afterburner", By.GAIN)

    def nothing(plan):
        return replace(pair[1], rows=[])

    settled = remeasure.settle(comparison, 0.97, remeasure.plan(*pair, "afterburner"), nothing)
    assert settled == comparison and [c.key for c in remeasure.below(settled, 0.97)] == [SLOW]


def test_both_modules_with_their_settings_stand_side_by_side(pair, module):
    before, after = pair
    after = synthetic.result(dict.fromkeys(ROWS, 3.0), module=module, settings={"cpu": "avx2"}, runs=2)
    plan = remeasure.plan(before, after, "afterburner")
    assert [(s.name, s.module, s.settings) for s in plan.sides] == [
        ("before", module, {}),
        ("after", module, {"cpu": "avx2"}),
        ("control", module, {}),
    ]
    assert plan.runs == 5 and plan.libcrypto == "/lib/libcrypto-3.0.0.so"


def test_what_a_side_preloads_is_preloaded_again(pair):
    before, after = (replace(r, sides=[{**side, "preload": "/lib/x"} for side in r.sides]) for r in pair)
    assert {side.preload for side in remeasure.plan(before, after, "afterburner").sides} == {pathlib.Path("/lib/x")}
    assert {side.preload for side in remeasure.plan(*pair, "afterburner").sides} == {None}


@pytest.fixture
def stand_in(monkeypatch):
    """Replace the engine by Remeasured."""

    def put(*changes):
        measure = Remeasured(*changes)
        monkeypatch.setattr(engine, "measure", measure)
        return measure

    return put


def test_the_command_measures_again_and_passes(run, stand_in):
    measure = stand_in(1.0)
    status, said = run("--fail-below", "0.97")
    assert status == 0 and len(measure.plans) == 1
    assert (
        "1 row below 0.97: measuring again" in said and "1 row below 0.97 at first, but not when measured again" in said
    )
    assert "0 of 20 rows below 0.97" in said


def test_the_command_measures_again_and_fails(run, stand_in):
    measure = stand_in(0.8, 0.8, 0.8)
    status, said = run("--fail-below", "0.97")
    assert status == 1 and len(measure.plans) == 3
    assert "BELOW 0.97: AES-1-GCM encrypt 1024: 0.8" in said and "measured again 3 times" in said


def with_sides(result, **changes):
    """Set these entries in all sides of a result that have a module."""
    return replace(result, sides=[{**s, **changes} if s["module"] else s for s in result.sides])


OBSTACLES = {
    "module gone": ("the first module is gone", lambda a, b: (with_sides(a, module="/nowhere/afterburner.so"), b)),
    "module changed": ("the first module has changed since", lambda a, b: (with_sides(a, module_sha256="0" * 64), b)),
    "second module changed": (
        "the second module has changed since",
        lambda a, b: (a, with_sides(b, module_sha256="0" * 64)),
    ),
    "other machine": (
        "on another machine",
        lambda a, b: (a, replace(b, machine={**b.machine, "processor": "Another"})),
    ),
    "other OpenSSL": ("with two OpenSSLs", lambda a, b: (a, with_sides(b, libcrypto="3.5.0"))),
    "other threads": (
        "different numbers of threads",
        lambda a, b: (a, replace(b, settings={**b.settings, "threads": 2})),
    ),
}


@pytest.mark.parametrize("name", OBSTACLES)
def test_the_reason_why_rows_cannot_be_measured_again(run, pair, monkeypatch, name):
    why, change = OBSTACLES[name]
    monkeypatch.setattr(engine, "measure", None)
    before, after = change(*pair)
    status, said = run("--fail-below", "0.97", before=before, after=after)
    assert status == 1
    assert "cannot be measured again here" in said and why in said and "BELOW 0.97: AES-1-GCM" in said


def test_openssls_own_side_has_no_module_to_measure(pair):
    assert "OpenSSL's own" in remeasure.obstacle(*pair, "control")


# ---- bad input ----


def test_bad_options(run):
    for value in ("0", "-1", "1.5", "nan"):
        status, said = run("--fail-below", value)
        assert status == 2 and "--fail-below" in said
    assert run("--by", "colour")[0] == 2
    assert run("--side", "default") == (2, "--side default: the baseline has no gain over itself; add --by speed")
    status, said = run("--side", "software")
    assert status == 2 and "default, afterburner, control" in said


def test_different_baselines_are_not_compared(run, pair):
    after = replace(pair[1], sides=pair[1].sides[::-1])
    assert run(after=after) == (
        2,
        "the gains of one are relative to default, of the other to control; compare --by speed",
    )
    assert run("--by", "speed", after=after)[0] == 0


def test_nothing_in_common(run, pair, module):
    status, said = run(after=synthetic.result({(*ROWS[0][:3], 7): 1.0}, module=module))
    assert status == 2 and "no row of side afterburner in common" in said


BROKEN = {
    "absent": (None, "No such file"),
    "not JSON": ("{", "not JSON"),
    "not text": (b"\xff\xfe\x00", "not JSON"),
    "a list": ("[]", "schema None"),
    "another schema": (
        '{"schema": "afterburner-lab/99"}',
        "schema afterburner-lab/99; this lab reads afterburner-lab/1",
    ),
    "half": ('{"schema": "afterburner-lab/1", "rows": []}', "not a complete result"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_files(tmp_path, pair, name):
    content, why = BROKEN[name]
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    results.save_json(pair[0], good)
    if content is not None:
        bad.write_bytes(content if isinstance(content, bytes) else content.encode())
    for files in ((good, bad), (bad, good)):
        status, said = command(*files)
        assert status == 2 and str(bad) in said and why in said and "\n" not in said


@pytest.mark.parametrize("samples", [[], [0.0], ["fast"], None, [[1.0]]])
def test_rows_without_samples(run, pair, samples):
    status, said = run(after=replace(pair[1], rows=[replace(row, samples=samples) for row in pair[1].rows]))
    assert status == 2 and "\n" not in said


# ---- with real modules ----


def test_two_copies_of_the_module_in_one_process(tmp_path):
    """A loss that exists only in the file disappears when the launcher measures both modules again."""
    build = pathlib.Path(os.environ["AB_LAB_BUILD"])
    modules = [tmp_path / name / "afterburner.so" for name in ("old", "new")]
    files = [tmp_path / "A.json", tmp_path / "B.json"]
    for module, file, slower in zip(modules, files, (1, 3)):
        module.parent.mkdir()
        shutil.copy(build / "afterburner.so", module)
        plan = Plan(tuple(sides.standard(module)), ("AES-128-GCM",), ("encrypt",), (16384,)).quick()
        result = engine.measure(plan, progress=False)
        for row in result.rows:
            if row.side == "afterburner":
                row.samples = [slower * ns for ns in row.samples]
        results.save_json(result, file)
    done = subprocess.run(
        [os.environ["AB_LAB"], "compare", *files, "--fail-below", "0.9"], capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 row below 0.9 at first, but not when measured again" in done.stdout
