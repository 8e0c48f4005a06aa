"""What all charts share: a figure with a layout in pixels, its style, and its conversion to PNG or to SVG that follows
the page's theme."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import matplotlib

matplotlib.use("Agg")

from matplotlib.axes import Axes  # imported after the backend is chosen
from matplotlib.figure import Figure
from matplotlib.transforms import Bbox

from afterburner_lab.report import palette

WIDTH = 360  # width of every chart in CSS pixels: a phone's, so that text is legible there without zooming
SMALL, NORMAL, TITLE = 10, 11, 13  # font sizes in the same pixels
LEGEND_LINE = 14  # height of a legend's line in the same pixels
_PNG_SCALE = 2
_MARGIN = 12  # around a chart in a file of its own; on the page the style sheet adds it
_SVG = "http://www.w3.org/2000/svg"
_STYLE: dict[Any, Any] = {
    "font.size": NORMAL,
    "svg.fonttype": "none",
    "font.family": "DejaVu Sans",
    "axes.edgecolor": palette.light("line"),
    "axes.labelcolor": palette.light("muted"),
    "text.color": palette.light("ink"),
    "xtick.color": palette.light("muted"),
    "ytick.color": palette.light("muted"),
    "grid.color": palette.light("line"),
    "grid.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "xtick.bottom": False,
    "ytick.left": False,
    "xtick.labelsize": SMALL,
    "ytick.labelsize": SMALL,
    "xtick.minor.bottom": False,
    "ytick.minor.left": False,
    "xtick.major.pad": 3,
    "ytick.major.pad": 3,
}


@dataclass(frozen=True)
class Chart:
    """A finished chart. name: of its files, without suffix. alt: a description in words for screen readers. svg: for
    the page."""

    name: str
    title: str
    alt: str
    svg: str
    png: bytes

    @property
    def file_svg(self) -> str:
        """Return the chart as a file of its own, with both themes and a margin."""
        style = (
            f"svg{{{palette.variables('light')}font-family:'DejaVu Sans',sans-serif;background:var(--surface)}}"
            f"@media(prefers-color-scheme:dark){{svg{{{palette.variables('dark')}}}}}"
        )
        width, height = (
            float(size) + 2 * _MARGIN for size in re.search(r'viewBox="0 0 (\S+) (\S+)"', self.svg).groups()
        )
        opening = (
            f'<svg xmlns="{_SVG}" width="{width:g}" height="{height:g}" '
            f'viewBox="{-_MARGIN} {-_MARGIN} {width:g} {height:g}"'
        )
        return re.sub(r'^<svg(.*?) viewBox="[^"]*"(.*?)>', rf"{opening}\1\2><style>{style}</style>", self.svg, count=1)


class Canvas:
    """A figure of WIDTH x height pixels whose parts are positioned in pixels from its top left corner."""

    def __init__(self, title: str, height: int, legend: Sequence[tuple[str, str]] = ()):
        """Create the figure. legend: (text, name of a colour)."""
        self.title, self.height = title, height
        with matplotlib.rc_context(_STYLE):
            self.figure = Figure(figsize=(WIDTH / 72, height / 72), dpi=72, facecolor=palette.light("surface"))
            self.text(0, 14, title, size=TITLE, weight="bold")
            self._legend(legend)

    def axes(self, left: float, top: float, width: float, height: float) -> Axes:
        with matplotlib.rc_context(_STYLE):
            return self.figure.add_axes(
                (left / WIDTH, 1 - (top + height) / self.height, width / WIDTH, height / self.height)
            )

    def text(self, x: float, y: float, text: str, colour: str = "ink", **how: Any) -> None:
        """Write text. y: of the base line. how: size, weight, ha as in matplotlib."""
        self.figure.text(x / WIDTH, 1 - y / self.height, text, color=palette.light(colour), **{"size": NORMAL, **how})

    def _legend(self, entries: Sequence[tuple[str, str]]) -> None:
        for (text, colour), (x, line) in zip(entries, _legend_places(entries)):
            y = 31 + LEGEND_LINE * line
            self.text(x, y, "■", colour, size=NORMAL)
            self.text(x + 12, y, text, "muted", size=SMALL)

    def finish(self, name: str, alt: str) -> Chart:
        with matplotlib.rc_context(_STYLE | {"svg.hashsalt": name}):
            svg, png = io.BytesIO(), io.BytesIO()
            self.figure.savefig(svg, format="svg", metadata={"Date": None})
            self.figure.savefig(
                png,
                format="png",
                dpi=72 * _PNG_SCALE,
                metadata={"Software": None},
                bbox_inches=Bbox(
                    [[-_MARGIN / 72, -_MARGIN / 72], [(WIDTH + _MARGIN) / 72, (self.height + _MARGIN) / 72]]
                ),
            )
        return Chart(name, self.title, alt, _themed(svg.getvalue(), alt), png.getvalue())


def legend_lines(entries: list[tuple[str, str]]) -> int:
    """Return how many lines of LEGEND_LINE pixels a legend needs."""
    return max((line for _, line in _legend_places(entries)), default=-1) + 1


def _legend_places(entries: Sequence[tuple[str, str]]) -> list[tuple[float, int]]:
    """Return x and line of each entry."""
    places, x, line = [], 0.0, 0
    for text, _ in entries:
        width = 26 + 6.6 * len(text)
        if x > 0 and x + width - 14 > WIDTH:
            x, line = 0.0, line + 1
        places.append((x, line))
        x += width
    return places


def quiet(axes: Axes, grid: Literal["x", "y", "both"], spines: tuple[str, ...] = ()) -> None:
    """Keep the grid lines of one axis ("x", "y", "both"), and only these spines."""
    axes.grid(True, axis=grid)
    for name, spine in axes.spines.items():
        spine.set_visible(name in spines)


def _themed(svg: bytes, alt: str) -> str:
    """Adapt matplotlib's SVG to an HTML page: use the page's colours and font, and drop unused ids."""
    root = ET.fromstring(svg)
    used = set(re.findall(rb"(?:#|url\(#)([\w-]+)", svg))
    parts = [_element(child, used) for child in root if child.tag not in (f"{{{_SVG}}}metadata",)]
    label = alt.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    return (
        f'<svg class="chart" viewBox="{root.attrib["viewBox"]}" role="img" aria-label="{label}">{"".join(parts)}</svg>'
    )


def _element(element: ET.Element, used: set[bytes]) -> str:
    """Convert one element and its content to text; nothing for matplotlib's own style sheet and for empty groups."""
    tag = element.tag.removeprefix(f"{{{_SVG}}}")
    inside = "".join(_element(child, used) for child in element)
    text = (element.text or "").strip()
    if tag == "style" or (tag in ("g", "defs") and not inside):
        return ""
    attributes = "".join(f' {name}="{value}"' for name, value in _attributes(element, used))
    if tag == "g" and not attributes:
        return inside
    text = text.replace("&", "&amp;").replace("<", "&lt;")
    return f"<{tag}{attributes}>{text}{inside}</{tag}>" if text or inside else f"<{tag}{attributes}/>"


def _attributes(element: ET.Element, used: set[bytes]) -> list[tuple[str, str]]:
    found = []
    for name, value in element.attrib.items():
        name = name.rpartition("}")[2]
        if name == "id" and value.encode() not in used:
            continue
        if name == "style":
            value = _style(value)
        elif name == "transform":
            value = re.sub(r"rotate\(-?0(\.0*)? [^)]*\)", "", value).strip()
        elif name in ("d", "x", "y", "width", "height"):
            value = _rounded(value)
        if value:
            found.append((name, value))
    return found


def _style(style: str) -> str:
    """Remove the font's name, which the page sets, and use the page's colours."""
    style = re.sub(r"([:;]) ", r"\1", re.sub(r"font-family:[^;]*;?", "", style))
    return palette.as_variables(_rounded(style).replace("stroke-linejoin:miter", "").strip("; "))


def _rounded(text: str) -> str:
    """Round numbers to one decimal: a tenth of a pixel."""
    return re.sub(r"-?\d+\.\d+(?:e-?\d+)?", lambda m: f"{float(m[0]):.1f}".removesuffix(".0"), " ".join(text.split()))
