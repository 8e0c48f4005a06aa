"""lab/schemas/speed.json accepts results of real measurements and rejects broken ones."""

import copy
import json
import pathlib

import pytest
from jsonschema import Draft202012Validator

import synthetic
from afterburner_lab.core import schema, sides
from afterburner_lab.core.errors import LabError
from afterburner_lab.speed import engine, results
from afterburner_lab.speed.plan import Plan


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """Make a real result with every side, with and without lengths, written by `speed`."""
    plan = Plan(
        tuple(sides.choose((sides.BASELINE, sides.CANDIDATE, sides.SOFTWARE))),
        sizes=(16, 1350),
        patterns=("AES-128-GCM", "AES-256-CBC", "X25519"),
    ).quick()
    file = tmp_path_factory.mktemp("measured") / "result.json"
    results.save_json(engine.measure(plan, progress=False), file)
    return json.loads(file.read_text())


@pytest.mark.parametrize("form", schema.MAKERS)
def test_the_schema_is_valid(form):
    Draft202012Validator.check_schema(schema.validator(form).schema)


@pytest.mark.parametrize("form", schema.MAKERS)
def test_everything_has_a_description(form):
    def visit(place, part):
        if isinstance(part, dict) and "$ref" not in part:
            for name, property in part.get("properties", {}).items():
                assert "$ref" in property or property.get("description"), f"{place}/{name}"
                visit(f"{place}/{name}", property)

    root = schema.validator(form).schema
    visit("", root)
    for name, part in root["$defs"].items():
        assert part["description"]
        visit(name, part)


def test_a_real_result_is_valid(measured):
    assert schema.fault(measured, schema.SPEED) is None
    assert {row["side"] for row in measured["rows"]} == {"default", "afterburner", "control", "software"}
    assert measured["fits"] and measured["limits"]


def test_a_random_result_is_valid_and_survives_writing_and_reading(tmp_path):
    result = synthetic.result(dict.fromkeys(synthetic.rows(3), 2.0), module=pathlib.Path(__file__))
    results.save_json(result, tmp_path / "r.json")
    assert schema.fault(json.loads((tmp_path / "r.json").read_text()), schema.SPEED) is None
    assert results.load(tmp_path / "r.json") == result


def broken(change):
    """Copy the result and break the copy."""

    def make(result):
        result = copy.deepcopy(result)
        change(result)
        return result

    return make


BROKEN = {
    "no rows": broken(lambda r: r.pop("rows")),
    "no machine": broken(lambda r: r.pop("machine")),
    "no processor": broken(lambda r: r["machine"].pop("processor")),
    "an unknown part": broken(lambda r: r.update(remark="fast")),
    "an unknown setting": broken(lambda r: r["settings"].update(warmth=1)),
    "not complete, not incomplete": broken(lambda r: r.update(complete="yes")),
    "a local time": broken(lambda r: r.update(created="2026-01-01 12:00")),
    "no sides": broken(lambda r: r.update(sides=[])),
    "a role of its own": broken(lambda r: r["sides"][0].update(role="hero")),
    "half a checksum": broken(lambda r: r["sides"][1].update(module_sha256="abc")),
    "a threshold under 2 %": broken(lambda r: r["control"].update(threshold=0.001)),
    "a limit that is a number": broken(lambda r: r["limits"].update(aes=2.0)),
    "a fit without slope": broken(lambda r: r["fits"][0].pop("slope")),
    "something skipped for no reason": broken(
        lambda r: r["skipped"].append(
            {"kind": "cipher", "algorithm": "X", "operation": "encrypt", "side": "default", "reason": ""}
        )
    ),
}
BROKEN_ROWS = {
    "no ratio": broken(lambda r: r["rows"][0].pop("ratio")),
    "an unknown column": broken(lambda r: r["rows"][0].update(colour="red")),
    "a speed in words": broken(lambda r: r["rows"][0].update(value="fast")),
    "a row of no run": broken(lambda r: r["rows"][0].update(run=None)),
    "samples that are none": broken(lambda r: r["rows"][0].update(samples=7)),
    "half a length": broken(lambda r: r["rows"][0].update(bytes=16.5)),
}
BROKEN_VALUES = {  # found by the schema only: with thousands of rows, loading checks only their types
    "a speed of 0": broken(lambda r: r["rows"][0].update(value=0)),
    "a length of 0": broken(lambda r: r["rows"][0].update(bytes=0)),
    "another unit": broken(lambda r: r["rows"][0].update(unit="kB/s")),
    "an unknown kind": broken(lambda r: r["rows"][0].update(kind="magic")),
    "a name with a space": broken(lambda r: r["rows"][0].update(algorithm="AES 128")),
    "a run without samples": broken(lambda r: r["rows"][0].update(samples=[])),
    "samples in the sum of runs": broken(
        lambda r: next(x for x in r["rows"] if x["run"] == "all").update(samples=[1.0])
    ),
    "a sample of no time": broken(lambda r: r["rows"][0]["samples"].append(0)),
    "a ratio without interval": broken(lambda r: r["rows"][0].update(ratio_low=None)),
    "cycles a byte of no bytes": broken(lambda r: r["rows"][0].update(bytes=None)),
}


@pytest.mark.parametrize("name", [*BROKEN, *BROKEN_ROWS, *BROKEN_VALUES])
def test_broken_results_are_not_valid(measured, name):
    fault = schema.fault({**BROKEN, **BROKEN_ROWS, **BROKEN_VALUES}[name](measured), schema.SPEED)
    assert fault and "\n" not in fault and len(fault) < 200


@pytest.mark.parametrize("name", [*BROKEN, *BROKEN_ROWS])
def test_broken_results_are_refused(measured, tmp_path, name):
    file = tmp_path / "broken.json"
    file.write_text(json.dumps({**BROKEN, **BROKEN_ROWS}[name](measured)))
    with pytest.raises(LabError, match="broken.json: not a complete result .*; measure again") as error:
        results.load(file)
    assert "\n" not in str(error.value)
