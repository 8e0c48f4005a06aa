"""The examples of docs/adding-an-algorithm.md: the document and what they touch, and the command over their kernels."""
import json
import os
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("AB_BUILD", ROOT / "build"))
COMMAND = BUILD / "afterburner"
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests/examples")]
import apply  # noqa: E402

import check_layers  # noqa: E402

# Each example with the heading of its list in the document.
HEADINGS = {"cipher": "### The example: AES-XCTR", "hash": "### The example: MD4", "key": "### The example: Schnorr"}
NAMES = {
    "AES-128-XCTR": "cipher", "AES-192-XCTR": "cipher", "AES-256-XCTR": "cipher", "MD4": "digest",
    "SCHNORR": "signature",
}


def run(*command: str | pathlib.Path) -> str:
    env = {k: v for k, v in os.environ.items() if not k.startswith(("OPENSSL", "AFTERBURNER"))}
    env["OPENSSL_CONF"] = "/dev/null"
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=120, env=env)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A copy of the tree with the examples in it."""
    folder = tmp_path_factory.mktemp("examples")
    apply.make_tree(ROOT, folder)
    return folder


def listed_files(example: str) -> set[str]:
    """The files that the document lists under the heading of the example."""
    text = (ROOT / "docs/adding-an-algorithm.md").read_text()
    section = text.split(HEADINGS[example] + "\n")[1].split("\n#")[0]
    return set(re.findall(r"`((?:src|include|tests|bench)/[^`]+)`", section))


@pytest.mark.parametrize("example", apply.EXAMPLES)
def test_document_lists_what_the_example_touches(example: str) -> None:
    touched = {edit.path for edit in apply.read_edits(example)} | set(apply.new_files(example))
    assert listed_files(example) == touched


def test_row_without_its_place_is_found() -> None:
    with pytest.raises(SystemExit, match="0 times"):
        apply.apply_edit(["one", "two"], apply.Edit("file", True, ["three"], ["added"]))
    with pytest.raises(SystemExit, match="2 times"):
        apply.apply_edit(["one", "one"], apply.Edit("file", True, ["one"], ["added"]))


def test_layers(tree: pathlib.Path) -> None:
    assert check_layers.check_tree(tree) == []


def test_known_answers_are_those_of_the_generator(tree: pathlib.Path) -> None:
    run(sys.executable, "-W", "ignore", "-B", tree / "src/crypto/generate/make_kat.py", "--check")


def test_selftest() -> None:
    said = run(COMMAND, "selftest", "--module", BUILD / "afterburner_examples.so")
    tested = {line[:24].strip(): line[24:].split() for line in said.splitlines()}
    assert "passed" in tested["AES-XCTR"]
    assert tested["MD4"] == ["scalar", "passed", "portable", "passed"]
    assert tested["Schnorr"] == ["scalar", "passed", "portable", "passed"]
    assert said.endswith("all answers are right\n")


def status(module: str) -> dict[tuple[str, str], dict[str, str | None]]:
    said = json.loads(run(COMMAND, "status", "--json", "--module", BUILD / f"{module}.so"))
    return {(row["name"], row["operation"]): row for row in said["algorithms"]}


def test_status() -> None:
    rows = status("afterburner_examples")
    for name, operation in NAMES.items():
        assert rows[name, operation]["provider"] == "afterburner", name
        assert rows[name, operation]["reason"] is None, name
    assert rows["MD4", "digest"]["level"] == rows["SCHNORR", "signature"]["level"] == "scalar"
    assert rows["SCHNORR", "keymgmt"]["provider"] == "afterburner"


def test_broken_kernels_are_demoted() -> None:
    sound, broken = status("afterburner_examples"), status("afterburner_examples_broken")
    for name in ("MD4", "SCHNORR"):
        row = broken[name, NAMES[name]]
        assert row["level"] == "portable" and "demoted" in str(row["reason"]), row
    best = sound["AES-128-XCTR", "cipher"]["level"]
    row = broken["AES-128-XCTR", "cipher"]
    assert row["level"] == "aesni"
    assert best == "aesni" or "demoted" in str(row["reason"]), row
    assert broken["AES-128-CTR", "cipher"] == sound["AES-128-CTR", "cipher"]


def test_bench_has_the_kernel() -> None:
    said = run(BUILD / "examples_bench", "--kernels", "xctr", "--quick", "--csv", "--sizes", "1344")
    assert re.search(r"^xctr,aesni,128,1344,", said, re.MULTILINE), said
