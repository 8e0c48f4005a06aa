"""The report: the page contains what the result says, and loads nothing else. Its appearance: test_report_browser.py.
"""

from __future__ import annotations

import itertools
import json
import os
import pathlib
import re
import subprocess
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from PIL import Image

import make_result
from afterburner_lab import report
from afterburner_lab.report import palette, wording
from afterburner_lab.report.speed import naming
from afterburner_lab.report.speed.view import View
from afterburner_lab.speed.results import Result, load, save_json
from page import Page

SIZES = (16, 1350, 16384)
MODES = ("-GCM", "-CBC", "-ECB", "-GCM-SIV", "-CFB8", "-CTR")


def lab(*arguments: str | pathlib.Path) -> subprocess.CompletedProcess:
    return subprocess.run([os.environ["AB_LAB"], *map(str, arguments)], capture_output=True, text=True, timeout=600)


def reduced(result: Result, keep) -> Result:
    """Return the result with only the rows that keep() accepts."""
    return replace(result, rows=[r for r in result.rows if keep(r)])


@pytest.fixture(scope="module")
def result() -> Result:
    made = make_result.make(software=True, runs=1, samples=6, sizes=SIZES)
    return reduced(made, lambda r: r.kind != "cipher" or r.algorithm.endswith(MODES))


@pytest.fixture(scope="module")
def folder(result: Result, tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """Run the command's report on the synthetic result."""
    source, target = tmp_path_factory.mktemp("source") / "speed.json", tmp_path_factory.mktemp("report") / "new"
    save_json(result, source)
    done = lab("report", target, "--from", source, "--title", "Title & <test>")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip() == str(target / "index.html")
    return target


@pytest.fixture(scope="module")
def text(folder: pathlib.Path) -> str:
    return (folder / "index.html").read_text()


@pytest.fixture(scope="module")
def page(text: str) -> Page:
    return Page(text)


@pytest.fixture
def small() -> Result:
    """Make a result that is quick to draw: one mode, encryption."""
    made = make_result.make(runs=1, samples=6, sizes=SIZES)
    return reduced(made, lambda r: r.algorithm.endswith("-ECB") and r.operation == "encrypt")


def test_all_rows_are_in_the_tables_with_their_figures(result: Result, page: Page) -> None:
    rows = result.summary("afterburner")
    assert len(rows) > 150
    for row in rows:
        found = page.rows_of(row.algorithm, row.operation, str(row.bytes or ""))
        assert len(found) == 1, row.key
        expected = [
            wording.figure(row.value),
            row.unit,
            wording.figure(row.cycles_per_op),
            row.provider,
            wording.percent(row.limit_share),
        ]
        if row.ratio is not None:
            expected += [wording.times(row.ratio), f"{wording.times(row.ratio_low)} – {wording.times(row.ratio_high)}"]
        assert not [value for value in expected if value not in found[0]], (row, found[0])


def test_losses_are_named_as_plainly_as_gains(result: Result, folder: pathlib.Path, text: str) -> None:
    view = View(result)
    losses = view.judged("slower")
    assert losses and view.judged("faster")
    assert all(r.ratio < 1 for r in losses)
    chart = (folder / "charts" / "speed-changes-losses.svg").read_text()
    for row in losses:
        assert f">{row.algorithm} {row.operation} {wording.size(row.bytes)}<" in chart
    lowest = min(losses, key=lambda r: r.ratio)
    assert re.search(
        rf"<b>{wording.times(lowest.ratio)}</b> <span>largest loss: {lowest.algorithm} {lowest.operation}", text
    )
    assert f"<b>{len(losses)}</b> <span>rows slower" in text
    assert f"<b>{wording.times(view.gain())}</b> <span>as fast (geometric mean)" in text


def test_only_rows_of_the_modules_own_code_count(result: Result) -> None:
    judged = View(result).judged()
    assert {r.provider for r in judged} == {"afterburner"}
    assert not [r for r in judged if "GCM-SIV" in r.algorithm]  # the default provider has none, so there is no ratio
    assert {r.provider for r in View(result).unserved()} == {"default"}


def test_page_loads_nothing(folder: pathlib.Path, text: str, page: Page) -> None:
    assert not re.search(r"https?://|@import|url\((?!#)|//[a-z]+\.", text)
    assert not [e for e in page.elements if e[0] in ("img", "iframe", "object") or "src" in e[1]]
    assert any("default-src 'none'" in value for value in page.attributes("content"))
    for link in page.attributes("href"):
        if link.startswith("#"):
            assert link[1:] in page.attributes("id"), link
        elif link != "data:,":
            assert (folder / link).stat().st_size > 0, link


def test_html_is_well_formed_and_escaped(page: Page, text: str) -> None:
    ids = page.attributes("id")
    assert len(ids) == len(set(ids))
    assert "<Processor>" not in text and "<test>" not in text and "<this>" not in text
    words = "".join(page.text)
    assert (
        "Title & <test>" in words
        and "Example <Processor> & Co 9000" in words
        and "not offered by <this> libcrypto" in words
    )


def test_headings_descend_one_step_at_a_time(page: Page) -> None:
    levels = [int(tag[1]) for tag, _ in page.elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


def test_charts_have_words_and_files(folder: pathlib.Path, page: Page) -> None:
    charts = [attributes for tag, attributes in page.elements if tag == "svg"]
    assert len(charts) > 40
    assert all(chart["role"] == "img" and len(chart["aria-label"]) > 30 for chart in charts)
    assert len({chart["aria-label"] for chart in charts}) == len(charts)
    files = {kind: {p.stem for p in (folder / "charts").glob(f"*.{kind}")} for kind in ("svg", "png")}
    assert files["svg"] == files["png"] and len(files["svg"]) == len(charts)
    assert all(re.match(r"<svg [^<>]*><style>svg{--", p.read_text()) for p in (folder / "charts").glob("*.svg")), (
        "black on black"
    )
    for kind in (
        "changes-all",
        "changes-modes",
        "bars-aes-gcm-encrypt",
        "cycles-aes-gcm-decrypt",
        "share-cipher-encrypt",
        "operations-signatures-sign",
    ):
        assert f"speed-{kind}" in files["svg"]
    for name in files["svg"]:
        root = ElementTree.parse(folder / "charts" / f"{name}.svg").getroot()
        width, height = float(root.attrib["width"]), float(root.attrib["height"])
        assert width == 384 and root.attrib["viewBox"] == f"-12 -12 {width:g} {height:g}"
        assert "prefers-color-scheme" in root[0].text
    for name in files["png"]:
        with Image.open(folder / "charts" / f"{name}.png") as image:
            assert image.width == 2 * (360 + 2 * 12) and len(image.convert("L").getcolors()) > 4, name


def test_charts_take_their_colours_from_the_theme(text: str) -> None:
    charts = "".join(re.findall(r"<svg.*?</svg>", text, re.DOTALL))
    assert "var(--afterburner)" in charts and "var(--ink)" in charts
    assert not re.findall(r"#[0-9a-fA-F]{6}|#000\b|font-family|DejaVu", charts)


def test_colours_have_contrast() -> None:
    for theme in ("light", "dark"):
        colour = {name: getattr(value, theme) for name, value in palette.COLOURS.items()}
        for ground in ("page", "surface", "band"):
            for name in ("ink", "muted", "loss", "accent"):
                assert contrast(colour[name], colour[ground]) >= 4.5, (theme, name, ground)
        for name in ("default", "afterburner", "software", "other", "loss"):
            assert contrast(colour[name], colour["surface"]) >= 3, (theme, name)


def contrast(a: str, b: str) -> float:
    """Compute the contrast as WCAG 2 defines it."""
    bright, dim = sorted((luminance(a), luminance(b)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(p * weight for p, weight in zip(linear, (0.2126, 0.7152, 0.0722)))


def test_same_result_gives_the_same_files(small: Result, tmp_path: pathlib.Path) -> None:
    one, two = (report.write(small, tmp_path / name) for name in ("one", "two"))
    files = sorted(p.relative_to(one.parent) for p in one.parent.rglob("*") if p.is_file())
    assert len(files) > 6
    for name in files:
        assert (one.parent / name).read_bytes() == (two.parent / name).read_bytes(), name


def test_absent_parts_leave_no_empty_chapter(small: Result, tmp_path: pathlib.Path) -> None:
    bare = replace(
        small, fits=[], skipped=[], limits={}, rows=[replace(r, limit_share=None, limit=None) for r in small.rows]
    )
    text = report.write(bare, tmp_path).read_text()
    assert "Before and after" in text
    for heading in (
        "Share of the limit",
        "Keys, signatures",
        "Cycles over length",
        "Not measured",
        "Limits of this processor",
        "limit of the silicon",
    ):
        assert heading not in text
    assert "not complete" not in text


def test_an_interrupted_run_is_reported(small: Result, tmp_path: pathlib.Path) -> None:
    assert "not complete" in report.write(replace(small, complete=False), tmp_path).read_text()


def test_no_rows_at_all(small: Result, tmp_path: pathlib.Path) -> None:
    text = report.write(replace(small, rows=[], fits=[]), tmp_path).read_text()
    assert "nothing to compare" in text and "<svg" not in text


def test_without_the_module_software_is_the_subject(tmp_path: pathlib.Path) -> None:
    made = make_result.make(software=True, runs=1, samples=6, sizes=SIZES)
    both = reduced(made, lambda r: r.side != "afterburner" and "-CBC" in r.algorithm and r.algorithm.startswith("AES"))
    view = View(replace(both, sides=[s for s in both.sides if s["name"] != "afterburner"]))
    assert view.subject == "software" and view.gain() < 1
    assert "software runs code of its own" in report.write(view.result, tmp_path).read_text()


def test_first_side_is_the_baseline() -> None:
    """With the sides software, default, afterburner, the rows that do not run the masked library's code count: all of
    them."""
    made = make_result.make(software=True, runs=1, samples=6, sizes=SIZES)
    view = View(replace(made, sides=[made.sides[3], *made.sides[:3]]))
    assert (view.baseline, view.subject, view.others()) == ("software", "afterburner", ["default"])
    assert view.sides == ["software", "default", "afterburner"]
    assert not view.unserved()


def test_several_results_newest_first(small: Result, tmp_path: pathlib.Path) -> None:
    save_json(replace(small, created="2026-11-09T00:00:00+00:00", command="afterburner-lab newer"), tmp_path / "b.json")
    save_json(replace(small, command="afterburner-lab older"), tmp_path / "a.json")
    text = report.write_folder(tmp_path).read_text()
    Page(text)
    assert "holds 2 results" in text
    assert text.index("afterburner-lab newer") < text.index("afterburner-lab older")
    assert {p.name.split("-")[0] for p in (tmp_path / "charts").glob("*.svg")} == {"a", "b"}
    assert re.search('<h2 id="b">b: .*<h2 id="a">a: ', text, re.DOTALL)
    rows = (tmp_path / "a.csv").read_text().splitlines()
    assert len(rows) == 1 + len(small.rows)


def test_charts_of_an_earlier_page_are_removed(small: Result, tmp_path: pathlib.Path) -> None:
    charts = tmp_path / "charts"
    report.write(small, tmp_path)
    (charts / "speed-old.svg").write_text("<svg/>")
    (charts / "mine.svg").write_text("<svg/>")
    report.write(small, tmp_path)
    assert not (charts / "speed-old.svg").exists() and (charts / "mine.svg").exists()


@pytest.mark.parametrize(
    "name, content, said",
    [
        ("", "", "no result here; make one: afterburner-lab speed --json"),
        ("x.json", "{", "not JSON"),
        ("x.json", json.dumps({"schema": "another/9"}), "schema another/9"),
        ("x.json", json.dumps({"schema": "afterburner-lab/1", "rows": [], "fits": []}), "not a complete result"),
    ],
)
def test_bad_folder_gets_one_line(tmp_path: pathlib.Path, name: str, content: str, said: str) -> None:
    if name:
        (tmp_path / name).write_text(content)
    done = lab("report", tmp_path)
    assert done.returncode == 2 and done.stdout == ""
    assert said in done.stderr and done.stderr.count("\n") == 1
    assert not (tmp_path / "index.html").exists()


def test_bad_source_leaves_the_folder_alone(small: Result, tmp_path: pathlib.Path) -> None:
    save_json(small, tmp_path / "good.json")
    done = lab("report", tmp_path / "out", "--from", tmp_path / "good.json", "--from", tmp_path / "missing.json")
    assert done.returncode == 2 and "missing.json" in done.stderr and done.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_folder_that_is_a_file(small: Result, tmp_path: pathlib.Path) -> None:
    save_json(small, tmp_path / "good.json")
    done = lab("report", tmp_path / "good.json", "--from", tmp_path / "good.json")
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and load(tmp_path / "good.json")


def test_figures_are_readable() -> None:
    shown = {0.0312: "0.0312×", 0.966: "0.97×", 9.99: "9.99×", 12.34: "12.3×", 258.9: "259×", None: "–"}
    assert {ratio: wording.times(ratio) for ratio in shown} == shown
    assert wording.date("2026-11-02T03:04:05+00:00") == "2026-11-02 03:04 UTC"
    assert wording.date("2026-99-02T03:04:05+00:00") == "2026-99-02T03:04:05+00:00"
    assert [wording.figure(v) for v in (1234567, 12.345, 0.012345, 0, None)] == [
        "1\u2009234\u2009567",
        "12.3",
        "0.0123",
        "0",
        "–",
    ]
    assert (
        wording.listed(["a", "b", "c"]) == "a, b and c" and wording.listed(["a", "b", "c", "d"], 2) == "a, b and 2 more"
    )


def test_names() -> None:
    assert naming.group("AES-256-WRAP-PAD") == naming.Group("AES-WRAP-PAD", "256")
    assert naming.group("GMAC/AES-128-GCM") == naming.Group("GMAC/AES-GCM", "128")
    assert naming.group("SHA2-512") == naming.Group("SHA2", "512")
    assert naming.group("CHACHA20-POLY1305") == naming.Group("CHACHA20-POLY1305", "")
    assert sorted(["RSA/15360", "RSA/512", "RSA/2048"], key=wording.natural) == ["RSA/512", "RSA/2048", "RSA/15360"]
