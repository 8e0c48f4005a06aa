"""Colours, each with a light and a dark value.

Charts are drawn in the light values, which are all distinct and therefore identify the colours: in SVG each becomes a
CSS variable of the same name. Series differ in lightness too, for colour-blind readers."""

from __future__ import annotations

from typing import NamedTuple


class Colour(NamedTuple):
    light: str
    dark: str


COLOURS = {
    "page": Colour("#f6f7f9", "#0e1116"),
    "surface": Colour("#ffffff", "#171b21"),
    "ink": Colour("#1a1f26", "#e6e9ed"),
    "muted": Colour("#566170", "#a4aebb"),
    "line": Colour("#dde2e8", "#323a45"),
    "band": Colour("#e9edf2", "#272e38"),
    "default": Colour("#8a95a3", "#7f8b9a"),
    "afterburner": Colour("#0b5cc2", "#62aefc"),
    "software": Colour("#a66a00", "#d9a441"),
    "other": Colour("#00796b", "#4db6a8"),
    "loss": Colour("#b5330a", "#ff8c61"),
    "accent": Colour("#0a58ba", "#79baff"),
    "hue1": Colour("#1f6fb4", "#6db3f2"),
    "hue2": Colour("#c2570c", "#ff9d5c"),
    "hue3": Colour("#2b8a3e", "#6fd08c"),
    "hue4": Colour("#8e44ad", "#cf9be6"),
    "hue5": Colour("#b02a5b", "#ff8ab5"),
    "hue6": Colour("#5c5f0a", "#c9cc5a"),
    "hue7": Colour("#0f7c8a", "#5fd0dd"),
}
HUES = 7  # for items of which there may be many


def light(name: str) -> str:
    """Return the colour to draw with; a side without a colour of its own gets the common one."""
    return COLOURS.get(name, COLOURS["other"]).light


def variables(theme: str) -> str:
    """CSS declarations of every colour for "light" or "dark"."""
    return "".join(f"--{name}:{getattr(colour, theme)};" for name, colour in COLOURS.items())


def as_variables(style: str) -> str:
    """A style attribute with the light values replaced by the variables."""
    for name, colour in COLOURS.items():
        style = style.replace(colour.light, f"var(--{name})")
    return style
