"""Test how run.py reads the output of a recipe, and what it takes for a fault."""

import configuration
import known
import pytest
import run
import verdicts

OUTPUT = """\
1..2
    # Subtest: ../test/evp_test
    1..2
        # Subtest: test_parts
        1..2
        ok 1 - iteration 1
        not ok 2 - iteration 2
    not ok 1 - test_parts
    ok 2 - test_other # skipped
not ok 1 - running evp_test -config ../../test/default.cnf /a/evpciph.txt
ok 2 - the app
"""
REMARKS = """\
afterburner: AES-GCM: serves with vaes256
..+.afterburner: SHA2-256: serves with sha
    # INFO:  @ test/testutil/stanza.c:32
    # ../../data/evpciph.txt:17: Source of above error; unexpected error VALUE_MISMATCH
    # Completed 12 tests with 1 errors and 2 skipped
afterburner: AES-GCM: serves with vaes256
"""


def test_each_case_has_a_name_and_a_verdict():
    read = verdicts.read(OUTPUT, REMARKS, 1)
    assert read.verdicts == {
        "1/2: iteration 1": "ok",
        "1/2: iteration 2": "failed",
        "1/1: test_parts": "failed",
        "1/1: test_other": "skipped",
        "1/0: running evp_test -config default.cnf evpciph.txt": "failed",
        "2/0: the app": "ok",
        "evpciph.txt:17": "Source of above error; unexpected error VALUE_MISMATCH",
        "completed": "12 tests, 1 errors, 2 skipped",
        "exit status": "1",
    }
    assert read.num_cases == 4 + 12
    assert read.served == {"AES-GCM": 2, "SHA2-256": 1}


def test_results_in_comments_count():
    output = "#         ok 1 - iteration 1\n#     not ok 1 - test\n# ok 9 - no result\nok 1 - running sslapitest\n"
    read = verdicts.read(output, "", 0)
    assert read.verdicts == {
        "1/2: iteration 1": "ok",
        "1/1: test": "failed",
        "1/0: running sslapitest": "ok",
        "exit status": "0",
    }


def test_cases_of_the_same_name_are_kept_apart():
    read = verdicts.read("    ok 1 - a\n    not ok 2 - a\n", "", 0)
    assert read.verdicts == {"1/1: a": "ok", "1/1: a #2": "failed", "exit status": "0"}


@pytest.mark.parametrize(
    "output, remarks, status",
    [
        (OUTPUT.replace("    ok 2 - test_other # skipped", "    ok 2 - test_other"), REMARKS, 0),
        (OUTPUT.replace("ok 2 - the app", "not ok 2 - the app"), REMARKS, 0),
        (OUTPUT.replace("        ok 1 - iteration 1\n", ""), REMARKS, 0),
        (OUTPUT, REMARKS.replace(":17:", ":18:"), 0),
        (OUTPUT, REMARKS.replace("2 skipped", "3 skipped"), 0),
        (OUTPUT, REMARKS, 1),
    ],
)
def test_each_kind_of_difference_is_a_fault(output, remarks, status):
    def faults(stock, expected=()):
        one = run.Compared("r", stock, verdicts.read(output, remarks, status), (0, 0))
        return run.find_faults([one], list(expected), whole=True)

    stock = verdicts.read(OUTPUT, REMARKS, 0)
    found = faults(stock)
    assert found and all(fault.startswith("r: ") for fault in found)
    assert not faults(stock, found)


def test_a_known_difference_that_is_gone_is_a_fault():
    same = verdicts.read(OUTPUT, REMARKS, 0)
    faults = run.find_faults([run.Compared("r", same, same, (0, 0))], ["r: x*"], whole=True)
    assert faults == ["r: x*: known.txt has it, but it is not so"]


def test_a_recipe_that_fails_stock_is_a_fault():
    failing = verdicts.read(OUTPUT, REMARKS, 1)
    assert run.find_faults([run.Compared("r", failing, failing, (0, 0))], [], whole=True) == ["r: fails: stock, too"]


def test_a_recipe_that_the_module_did_not_serve_is_a_fault():
    one = run.Compared("r", verdicts.read(OUTPUT, "", 0), verdicts.read(OUTPUT, "", 0), (0, 0))
    assert run.find_faults([one], [], whole=True) == ["r: served: nothing"]


def test_known_differences_need_a_reason(tmp_path):
    path = tmp_path / "known.txt"
    path.write_text("# why\n3.0,3.5: r: 1/0: a\n4.0: r: b\n")
    assert known.of_release(path, "3.5") == ["r: 1/0: a"] and known.of_release(path, "4.0") == ["r: b"]
    for text in "3.0: r: a\n", "# why\n3.0: r: b\n\n3.0: r: a\n", "#\n3.0: r: a\n":
        path.write_text(text)
        with pytest.raises(ValueError, match="no reason for 3.0: r: a"):
            known.of_release(path, "3.0")


def test_the_configuration_activates_both_providers(tmp_path):
    text = "[openssl_init]\nproviders = provider_sect\n[provider_sect]\ndefault = default_sect\n[default_sect]\n"
    (tmp_path / "apps").mkdir()
    (tmp_path / "apps/openssl.cnf").write_text(text + "# activate = 1\n")
    stock = (configuration.write(tmp_path, tmp_path / "stock", None) / "openssl.cnf").read_text()
    ours = (configuration.write(tmp_path, tmp_path / "ours", tmp_path / "m.so") / "openssl.cnf").read_text()
    assert stock == (tmp_path / "apps/openssl.cnf").read_text()
    assert "\n[provider_sect]\nafterburner = afterburner_section\n" in ours
    assert "[default_sect]\nactivate = 1\n" in ours and f"module = {tmp_path}/m.so\nactivate = 1" in ours
    with pytest.raises(ValueError):
        configuration.add_module("[openssl_init]\n", tmp_path)
