"""Render a page from a template, as one file that contains its style and script."""

from __future__ import annotations

import pathlib

import jinja2

from afterburner_lab.report import palette, wording

_HERE = pathlib.Path(__file__).parent


def render(template: str, **values: object) -> str:
    """Render a template. template: its path relative to this folder."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_HERE),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters.update(
        {f.__name__: f for f in (wording.figure, wording.times, wording.percent, wording.cell, wording.date)}
    )
    return environment.get_template(template).render(
        **values,
        style=(_HERE / "style.css").read_text(),
        script=(_HERE / "script.js").read_text(),
        light=palette.variables("light"),
        dark=palette.variables("dark"),
    )
