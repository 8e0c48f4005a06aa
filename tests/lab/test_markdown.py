"""`markdown` on results with known truth: losses first, and every row that runs other code."""

import pytest
from typer.testing import CliRunner

import make_result
import synthetic
from afterburner_lab import cli
from afterburner_lab.speed import results
from afterburner_lab.speed.markdown import markdown


@pytest.fixture
def module(tmp_path):
    path = tmp_path / "afterburner.so"
    path.write_bytes(b"a module that nobody loads")
    return path


def tables(text):
    """Return the tables: a list of their lines, each a list of cells."""
    found, last = [], ""
    for line in text.splitlines():
        if line.startswith("|"):
            if not last.startswith("|"):
                found.append([])
            found[-1].append([cell.strip() for cell in line.strip("|").split("|")])
        last = line
    return found


def test_losses_come_first_and_the_worst_of_them_at_the_top(module):
    first, second, third, *others = synthetic.rows(20)
    gains = {**dict.fromkeys(others, 2.0), first: 0.9, second: 0.7, third: 1.001}
    text = markdown(synthetic.result(gains, module=module), "afterburner")
    losses, everything = tables(text)
    assert "2 of 20 rows" in text and text.index("Slower") < text.index("**Ciphers**")
    assert [line[0] for line in losses[2:]] == [second[1], first[1]]
    assert [float(line[3]) for line in losses[2:]] == pytest.approx([0.7, 0.9], abs=0.02)
    assert all(len(line) == len(losses[0]) for line in losses)
    assert len(everything) == 2 + 20


def test_a_result_without_losses_says_so(module):
    text = markdown(synthetic.result(dict.fromkeys(synthetic.rows(20), 2.0), module=module), "afterburner")
    assert "None of 20 rows is slower" in text and len(tables(text)) == 1


def test_a_line_has_all_operations_at_every_size_and_nothing_that_is_alike():
    result = make_result.make()
    text = markdown(result, "afterburner")
    lines = {line[0]: line for table in tables(text) for line in table}
    assert lines["AES-128-GCM"][1] == "encrypt, decrypt"
    assert len(lines["AES-128-GCM"]) == 2 + 6 and all(" / " in cell for cell in lines["AES-128-GCM"][2:])
    row = next(r for r in result.summary("afterburner") if r.key[1:] == ("AES-128-GCM", "decrypt", 16384))
    assert lines["AES-128-GCM"][-1].endswith(f" / {row.ratio:.2f}")
    assert "AES-128-GCM-SIV" not in lines, "no baseline"
    assert "MD5" not in lines and "RSA/2048" not in lines, "the same code on both sides"
    assert "OpenSSL 3.0.22, level `avx512+vaes`" in text


def test_operations_without_a_size_have_a_ratio_and_a_rate(module):
    gains = {("signature", "RSA/2048", "sign", None): 2.0, ("signature", "RSA/2048", "verify", None): 20.0}
    (table,) = tables(markdown(synthetic.result(gains, module=module), "afterburner"))
    assert table[0] == ["algorithm", "operation", "ratio", "a second"]
    assert [line[:2] for line in table[2:]] == [["RSA/2048", "sign"], ["RSA/2048", "verify"]]
    assert float(table[2][2]) == pytest.approx(2, abs=0.05) and table[3][2] in ("19", "20", "21")


def test_the_command_prints_it_and_names_the_sides_of_a_result(tmp_path, module):
    file = tmp_path / "result.json"
    results.save_json(synthetic.result(dict.fromkeys(synthetic.rows(), 2.0), module=module), file)
    run = CliRunner().invoke
    assert run(cli.app, ["markdown", str(file)]).output.count("AES-1-GCM") == 1
    refused = run(cli.app, ["markdown", str(file), "--side", "default"]).exception
    assert "has no side default beside the baseline" in str(refused)
