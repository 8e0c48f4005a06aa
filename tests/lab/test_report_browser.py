"""The report in a real browser: light and dark, wide and narrow."""

from __future__ import annotations

import pathlib

import pytest
from PIL import Image

import browser
import make_result
from afterburner_lab import report
from afterburner_lab.report import palette

SKIPPED = 77  # CTest's SKIP_RETURN_CODE
SIZES = (16, 1350, 16384)
MODES = ("-GCM", "-CBC", "-ECB", "-WRAP-PAD-INV")
THEMES = pytest.mark.parametrize("scheme, theme", [(browser.LIGHT, "light"), (browser.DARK, "dark")])
WIDTHS = pytest.mark.parametrize("width", [1400, 390])


@pytest.fixture(scope="session", autouse=True)
def _needs_browser() -> None:
    if browser.find() is None:
        pytest.exit(
            "no Chromium here (Debian: apt-get install chromium; Ubuntu has it as a snap only)", returncode=SKIPPED
        )


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """Make a page with few modes, the longest name among them, and everything that is not a cipher."""
    made = make_result.make(software=True, runs=1, samples=6, sizes=SIZES)
    made.rows = [r for r in made.rows if r.kind != "cipher" or r.algorithm.endswith(MODES)]
    return report.write(made, tmp_path_factory.mktemp("report"))


@THEMES
@WIDTHS
def test_the_layout_fits(page: pathlib.Path, scheme: int, theme: str, width: int) -> None:
    """Nothing overflows, even with every table open; text in charts is legible; the console is empty."""
    seen, console = browser.ask(
        page,
        scheme,
        width,
        """(() => {
        document.querySelectorAll("details").forEach(d => { d.open = true; });
        const root = document.documentElement;
        const ids = [...document.querySelectorAll("svg text")].map(t => t.getBoundingClientRect().height);
        const outside = [...document.querySelectorAll("svg text")].filter(t => {
            const text = t.getBoundingClientRect(), card = t.closest("figure").getBoundingClientRect();
            return text.left < card.left || text.right > card.right; });
        return {inner: innerWidth, scroll: root.scrollWidth, client: root.clientWidth, least: Math.min(...ids),
                dark: matchMedia("(prefers-color-scheme: dark)").matches, outside: outside.map(t => t.textContent),
                background: getComputedStyle(document.body).backgroundColor,
                ink: getComputedStyle(document.querySelector("figure svg text[style*=weight]")).fill,
                tools: document.querySelectorAll(".tool").length};
    })()""",
    )
    assert console == []
    assert seen["inner"] == width and seen["scroll"] <= seen["client"]
    assert seen["dark"] == (theme == "dark")
    assert seen["background"] == rgb("page", theme) and seen["ink"] == rgb("ink", theme)
    assert seen["least"] >= 9 and seen["outside"] == []
    assert seen["tools"] == 2  # the command's button and the filter: the script ran


@THEMES
@WIDTHS
def test_the_colours(page: pathlib.Path, tmp_path: pathlib.Path, scheme: int, theme: str, width: int) -> None:
    """The picture has the theme's background, ink on it, and bars in the module's colour."""
    target = tmp_path / "page.png"
    browser.screenshot(page, scheme, width, 4000, target)
    with Image.open(target) as image:
        assert image.size == (width, 4000)
        colours = {colour: num for num, colour in image.convert("RGB").getcolors(1 << 24)}
        assert image.convert("RGB").getpixel((1, 1)) == triple("page", theme)
    assert colours[triple("surface", theme)] > 0.1 * width * 4000
    assert colours[triple("afterburner", theme)] > 0.01 * width * 4000
    assert colours[triple("ink", theme)] > 1000 and colours[triple("loss", theme)] > 100


def test_filter_and_sort(page: pathlib.Path) -> None:
    seen, console = browser.ask(
        page,
        browser.LIGHT,
        1400,
        """(() => {
        const input = document.querySelector("input.tool");
        input.value = "aes-128-gcm decrypt";
        input.dispatchEvent(new Event("input"));
        const tables = [...document.querySelectorAll("details[open] table")];
        const table = tables.find(t => t.textContent.includes("AES-128-GCM"));
        const column = [...table.tHead.rows[0].cells].findIndex(c => c.textContent == "afterburner ratio");
        table.tHead.rows[0].cells[column].click();
        const rows = [...table.tBodies[0].rows].filter(r => !r.hidden);
        return {algorithms: rows.map(r => r.cells[0].textContent + " " + r.cells[1].textContent),
                ratios: rows.map(r => parseFloat(r.cells[column].textContent))};
    })()""",
    )
    assert console == []
    assert seen["algorithms"] == ["AES-128-GCM decrypt"] * len(SIZES)
    assert seen["ratios"] == sorted(seen["ratios"]) and seen["ratios"][0] < seen["ratios"][-1]


def rgb(name: str, theme: str) -> str:
    return "rgb({}, {}, {})".format(*triple(name, theme))


def triple(name: str, theme: str) -> tuple[int, ...]:
    colour = getattr(palette.COLOURS[name], theme)
    return tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))
