"""The folder of a report: its results, one page with all of them, and their charts as files."""

from __future__ import annotations

import pathlib
import shutil

from afterburner_lab.core.errors import LabError
from afterburner_lab.core.files import write_whole
from afterburner_lab.report import forms, pages
from afterburner_lab.report.section import Link, Section
from afterburner_lab.speed.results import Result, save_json

TITLE = "Afterburner, measured"


def write(result: Result, folder: pathlib.Path, name: str = "speed", title: str | None = None) -> pathlib.Path:
    """Write the result to the folder as NAME.json, render the page of all results there, and return its path."""
    _make(folder)
    save_json(result, folder / f"{name}.json")
    return write_folder(folder, title)


def add(sources: list[pathlib.Path], folder: pathlib.Path) -> None:
    """Copy results to the folder, each under its own file name, after checking that all of them are results."""
    if not sources:
        return
    names = [source.name for source in sources]
    if doubled := next((n for n in names if names.count(n) > 1), None):
        raise LabError(f"--from: two results of the name {doubled}; rename one")
    beside = {source: forms.form(source).companions(forms.form(source).load(source)) for source in sources}
    _make(folder)
    for source in sources:
        _copy(source, folder / source.with_suffix(".json").name)
        for name in beside[source]:
            _copy(source.parent / name, folder / name)


def _copy(source: pathlib.Path, target: pathlib.Path) -> None:
    if source.is_file() and source.resolve() != target.resolve():
        _make(target.parent)
        shutil.copyfile(source, target)


def write_folder(folder: pathlib.Path, title: str | None = None) -> pathlib.Path:
    """Write index.html, the charts, and the tables as CSV of every result (*.json) in the folder, newest first."""
    paths = sorted(folder.glob("*.json"))
    if not paths:
        make = "" if folder.is_dir() else f"mkdir -p {folder} && "
        raise LabError(
            f"{folder}: no result here; make one: {make}afterburner-lab speed --json {folder / 'speed.json'}"
        )
    sections = sorted(map(forms.read, paths), key=lambda section: section.result.created, reverse=True)
    page = folder / "index.html"
    try:
        parts = [(section, _write_files(section, folder)) for section in sections]
    except OSError as e:
        raise LabError(f"{e.filename}: {e.strerror}") from None
    write_whole(page, pages.render("page.html.j2", title=title or TITLE, parts=parts))
    return page


def _make(folder: pathlib.Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise LabError(f"{folder}: {e.strerror}") from None


def _write_files(section: Section, folder: pathlib.Path) -> list[Link]:
    _write_charts(section, folder / "charts")
    return [Link("JSON", f"{section.name}.json"), *section.write_files(folder)]


def _write_charts(section: Section, folder: pathlib.Path) -> None:
    """Write the charts, after removing those of an earlier page of this result."""
    folder.mkdir(exist_ok=True)
    for old in (*folder.glob(f"{section.id}-*.svg"), *folder.glob(f"{section.id}-*.png")):
        old.unlink()
    for chart in section.charts():
        (folder / f"{chart.name}.svg").write_text(chart.file_svg)
        (folder / f"{chart.name}.png").write_bytes(chart.png)
