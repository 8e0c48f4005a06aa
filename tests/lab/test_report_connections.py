"""The report of connections: the page contains what the result says, first of all what is gained and what is not."""

from __future__ import annotations

import os
import pathlib
import subprocess

import pytest

import make_result
import synthetic_connections as synthetic
from afterburner_lab.connections import results
from afterburner_lab.connections.results import BULK, FULL, RESUMED
from afterburner_lab.core.sides import BASELINE, CANDIDATE
from afterburner_lab.report import wording
from afterburner_lab.report.connections.section import ConnectionsSection
from afterburner_lab.report.connections.view import View, named
from afterburner_lab.speed import results as speed
from page import Page


def report(folder: pathlib.Path, *sources: pathlib.Path) -> str:
    words = [word for source in sources for word in ("--from", source)]
    done = subprocess.run([os.environ["AB_LAB"], "report", folder, *words], capture_output=True, text=True, timeout=600)
    assert (done.returncode, done.stderr) == (0, "")
    return (folder / "index.html").read_text()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """Report a result of connections and one of speed on one page."""
    source = tmp_path_factory.mktemp("source")
    results.save_json(synthetic.result(), source / "tls.json")
    made = make_result.make(runs=1, samples=6, sizes=(16,))
    made.rows = [row for row in made.rows if row.algorithm == "AES-128-ECB"]
    speed.save_json(made, source / "speed.json")
    report(source / "page", source / "tls.json", source / "speed.json")
    return source / "page"


@pytest.fixture(scope="module")
def page(folder) -> Page:
    return Page((folder / "index.html").read_text())


def test_the_first_screen_has_each_pair_before_and_after(page):
    for i, (certificate, group) in enumerate(synthetic.PAIRS):
        for version in ("TLSv1.2", "TLSv1.3"):
            ratio = 1.0 if certificate == "Ed25519" else 2.0 + i
            before = 1 / (1e-4 * (1 + i))
            wanted = [
                wording.figure(before),
                wording.figure(before * ratio),
                wording.times(ratio),
                f"{1000 * (1 - 1 / ratio):.0f}",
            ]
            assert any(
                cells[:2] == [f"{certificate}/{group}", version] and set(wanted) <= set(cells) for cells in page.cells
            )


def test_rows_without_gain_are_named(page):
    text = " ".join("".join(page.text).split())
    assert (
        "No gain for TLSv1.3 Ed25519/X25519, full (1.00×) and TLSv1.2 Ed25519/X25519, full (1.00×)." in text
        or "No gain for TLSv1.2 Ed25519/X25519, full (1.00×) and TLSv1.3 Ed25519/X25519, full (1.00×)." in text
    )


def test_all_rows_are_in_the_tables(page):
    for row in synthetic.rows():
        interval = f"{wording.times(row.ratio_low)} – {wording.times(row.ratio_high)}"
        found = page.rows_of(row.version, row.pair, row.cipher, str(row.connections), str(row.bytes or "–"), row.side)
        assert any(wording.figure(row.value) in cells and interval in cells for cells in found), row.key


def test_charts(folder):
    names = {path.stem for path in (folder / "charts").glob("tls-*.svg")}
    assert {
        "tls-pairs-memory-full-tlsv1-3",
        "tls-pairs-memory-resumed-tlsv1-2",
        "tls-at-once-memory-full-tlsv1-3-p-256-x25519",
        "tls-bulk-memory-tlsv1-3",
    } <= names
    text = (folder / "charts" / "tls-pairs-memory-full-tlsv1-3.svg").read_text()
    assert all(certificate in text for certificate, _ in synthetic.PAIRS) and "6.00×" not in text and "1.00×" in text


def test_both_forms_share_the_page(page):
    assert "This page holds 2 results" in "".join(page.text)
    ids = page.attributes("id")
    assert len(ids) == len(set(ids)) and {"tls", "speed"} <= set(ids)


def test_nothing_lost_and_nothing_measured():
    gained = synthetic.result([synthetic.row(side, FULL) for side in synthetic.SIDES])
    assert ConnectionsSection(gained, "x").nothing_gained().startswith("Every measured kind of connection gains")
    empty = ConnectionsSection(synthetic.result([]), "x")
    assert empty.figures() == [] and empty.headline() == [] and empty.chapters == [] and empty.tables() == []


def test_threads_are_reported(tmp_path):
    made = synthetic.result()
    made.settings["threads"] = 3
    assert "in memory, 3 threads at once, " in ConnectionsSection(made, "x").sentences()[0]
    results.save_json(made, tmp_path / "tls.json")
    text = report(tmp_path / "page", tmp_path / "tls.json")
    assert "of all 3 threads, which share the server's context" in text.replace("&#39;", "'")
    assert "threads at once" not in ConnectionsSection(synthetic.result(), "x").sentences()[0]


def test_a_loss_is_shown_as_a_loss():
    lost = synthetic.result([synthetic.row(side, FULL, gain=0.5) for side in synthetic.SIDES])
    section = ConnectionsSection(lost, "x")
    assert section.view.saved(section.headline()[0]) == pytest.approx(-1000)
    assert section.figures()[0].tone == "slower" and section.figures()[-1].value == "1"


def test_the_pairs_are_of_the_usual_number_of_connections():
    view = View(synthetic.result())
    found = view.pairs("memory", FULL, "TLSv1.3")
    assert [(c.any.certificate, c.any.connections) for c in found] == [
        ("P-256", 32),
        ("RSA-2048", 32),
        ("RSA-4096", 32),
        ("P-384", 32),
        ("Ed25519", 32),
    ]
    assert len(view.pairs("memory", RESUMED)) == 2 and view.pairs("nginx", FULL) == []


def test_names():
    assert named(synthetic.row(BASELINE, FULL)) == "TLSv1.3 P-256/X25519, full"
    assert (
        named(synthetic.row(CANDIDATE, FULL, mode="nginx", connections=256))
        == "nginx: TLSv1.3 P-256/X25519, full, 256 at once"
    )
    assert named(synthetic.row(BASELINE, BULK, connections=1, size=64)).startswith("TLSv1.3 AES-128-GCM, 64")
