"""The parts of a `connections` result on the page: charts with descriptions, and tables."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

import synthetic_connections as synthetic
from afterburner_lab.connections import capacity_part, results
from afterburner_lab.core.sides import CANDIDATE
from afterburner_lab.report import write_folder
from afterburner_lab.report.connections import parts
from test_classic import measured
from test_profile import HALF, as_row, made


@pytest.fixture(scope="module")
def whole():
    after = made(CANDIDATE, signature=10, libcrypto=90, replaceable={"signature": 10})
    result = synthetic.result(
        profile={"method": "samples", "interval_us": 400, "rows": [as_row(HALF), as_row(after)]},
        classic={"ticks": "cycles", "measured": [vars(t) for t in measured() + measured("RSA-2048")]},
    )
    result.capacity = capacity_part.make(result, plan="20000 full, 80000 resumed, 40 Gbit/s")
    return result


def test_every_part_has_a_chapter_with_charts(whole):
    chapters = list(parts.chapters(whole, "c"))
    assert [c.id for c in chapters] == ["c-profile", "c-capacity", "c-classic"]
    assert [[chart.name for chart in c.charts] for c in chapters] == [
        ["c-profile"],
        ["c-capacity-cores", "c-capacity-servers"],
        ["c-classic-rsa-512", "c-classic-rsa-2048"],
    ]
    for chart in (chart for chapter in chapters for chart in chapter.charts):
        ET.fromstring(chart.file_svg)
        assert chart.png.startswith(b"\x89PNG") and chart.alt.endswith(".")


def test_charts_have_descriptions(whole):
    charts = {chart.name: chart for chapter in parts.chapters(whole, "c") for chart in chapter.charts}
    assert "full TLSv1.3 P-256/X25519: 50 % replaceable, ceiling 2.00×, reached 4.00×" in charts["c-profile"].alt
    assert "20k full, 80k resumed, 40 Gbit/s: 15.0 and 8.19" in charts["c-capacity-cores"].alt
    assert "at most 15625 without Afterburner and 3907 with it" in charts["c-capacity-servers"].alt
    assert "insecure" in charts["c-classic-rsa-512"].title and "insecure" not in charts["c-classic-rsa-2048"].title
    assert "saves 50 %" in charts["c-classic-rsa-512"].alt


def test_every_part_has_a_table(whole):
    profile, capacity, classic = parts.tables(whole, "c")
    assert all(len(row) == len(t.headings) for t in (profile, capacity, classic) for row in t.rows)
    assert (
        len(profile.rows) == 2 and capacity.rows[0][0] == "20k full, 80k resumed, 40 Gbit/s" and len(classic.rows) == 16
    )
    assert classic.warning.startswith("INSECURE: RSA-512") and "RSA-2048" not in classic.warning
    assert any("watts" not in note and "Costs add up" in note for note in capacity.notes)


def test_a_result_without_parts_shows_none():
    assert list(parts.chapters(synthetic.result(), "c")) == [] and parts.tables(synthetic.result(), "c") == []


def test_the_page_contains_the_parts(whole, tmp_path):
    results.save_json(whole, tmp_path / "site.json")
    page = write_folder(tmp_path).read_text()
    for text in (
        "Where the server&#39;s time goes",
        "How many servers",
        "20k full, 80k resumed, 40 Gbit/s",
        "INSECURE: RSA-512",
        "100 Tbit/s",
        "Costs add up",
    ):
        assert text in page, text
    assert {f"site-{name}.svg" for name in ("profile", "capacity-cores", "capacity-servers", "classic-rsa-512")} <= {
        path.name for path in (tmp_path / "charts").iterdir()
    }
    assert 'href="site-capacity.html"' in page
    own = (tmp_path / "site-capacity.html").read_text()
    for text in (
        "How many servers",
        "20k full, 80k resumed, 40 Gbit/s",
        "1G full",
        "Costs add up",
        "<svg",
        "index.html#site",
    ):
        assert text in own, text
