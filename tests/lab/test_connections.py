"""Results of `connections`: their form, and that they come back from a file as they went."""
from __future__ import annotations

import copy
import csv
import json

import pytest
import synthetic_connections as synthetic

from afterburner_lab import schema
from afterburner_lab.connections import results
from afterburner_lab.errors import LabError
from afterburner_lab.sides import CANDIDATE


@pytest.fixture
def written(tmp_path) -> dict:
    results.save_json(synthetic.result(), tmp_path / "r.json")
    return json.loads((tmp_path / "r.json").read_text())


def test_a_result_is_valid_and_comes_back_whole(tmp_path, written):
    made = synthetic.result()
    made.machine = written["machine"]
    assert schema.fault(written, results.SCHEMA) is None
    assert results.load(tmp_path / "r.json") == made


def test_rows_as_csv(tmp_path):
    made = synthetic.result()
    results.save_csv(made, tmp_path / "r.csv")
    read = list(csv.DictReader((tmp_path / "r.csv").open()))
    assert len(read) == len(made.rows) and list(read[0]) == results.CSV_COLUMNS
    assert [float(row["cpu_s"]) for row in read] == [row.cpu_s for row in made.rows]


def test_summary_by_side_and_kind():
    made = synthetic.result()
    found = made.summary(CANDIDATE, results.BULK)
    assert len(found) == 6 and {row.side for row in found} == {CANDIDATE} and {row.what for row in found} == {results.BULK}
    assert found[0].pair == "P-256/X25519"


BROKEN = {
    "no rows": lambda r: r.pop("rows"),
    "a machine without processor": lambda r: r["machine"].pop("processor"),
    "an unknown part": lambda r: r.update(remark="fast"),
    "a threshold under 2 %": lambda r: r["control"].update(threshold=0.001),
    "settings without runs": lambda r: r["settings"].pop("runs"),
    "a row without path": lambda r: r["rows"][0].pop("path"),
    "a path in words": lambda r: r["rows"][0].update(path="default"),
    "a cost in words": lambda r: r["rows"][0].update(cpu_s="little"),
    "an unknown column": lambda r: r["rows"][0].update(colour="red"),
}
BROKEN_VALUES = {  # what only the schema finds
    "a cost of nothing": lambda r: r["rows"][0].update(cpu_s=0),
    "no connection": lambda r: r["rows"][0].update(connections=0),
    "an unknown server": lambda r: r["rows"][0].update(mode="gopher"),
    "an unknown kind": lambda r: r["rows"][0].update(what="half"),
    "a version that is none": lambda r: r["rows"][0].update(version="SSLv2"),
}


@pytest.mark.parametrize("name", [*BROKEN, *BROKEN_VALUES])
def test_broken_results_are_not_valid(tmp_path, written, name):
    data = copy.deepcopy(written)
    {**BROKEN, **BROKEN_VALUES}[name](data)
    fault = schema.fault(data, results.SCHEMA)
    assert fault and "\n" not in fault
    if name in BROKEN:
        (tmp_path / "broken.json").write_text(json.dumps(data))
        with pytest.raises(LabError, match="broken.json: not a whole result .*; measure again"):
            results.load(tmp_path / "broken.json")


def test_another_form_is_refused(tmp_path, written):
    (tmp_path / "other.json").write_text(json.dumps({**written, "schema": "afterburner-lab/1"}))
    with pytest.raises(LabError, match="schema afterburner-lab/1; this lab reads afterburner-lab-connections/1 here"):
        results.load(tmp_path / "other.json")
