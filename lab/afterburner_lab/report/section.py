"""A result as a section of the page: what all forms of results have in common, and what each form adds."""

from __future__ import annotations

import pathlib
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from afterburner_lab.report import wording
from afterburner_lab.report.canvas import Chart


@dataclass(frozen=True)
class Chapter:
    """uneven: its charts differ in height."""

    id: str
    heading: str
    text: str
    charts: list[Chart]
    uneven: bool = False


@dataclass(frozen=True)
class Figure:
    """One of the large figures. tone: a class of the style sheet."""

    value: str
    label: str
    tone: str = ""


@dataclass(frozen=True)
class Link:
    """To a file of the folder, by its name there."""

    text: str
    file: str


class Section(ABC):
    """name: of the result's file, without suffix. id: begins the ids of its parts and the names of its charts.
    template: what stands below the charts, a file beside the section's class; opening: one for what stands above all
    but the figures, if any.

    result has at least created, command, complete, schema, settings, machine and sides."""

    template: str
    opening: str | None = None

    def __init__(self, result: Any, name: str):
        self.result, self.name, self.id = result, name, wording.slug(name) or "result"
        self.chapters = [c for c in self._chapters() if c.charts]

    @property
    @abstractmethod
    def heading(self) -> str:
        """Of the section: the machine, and what was measured there."""

    @abstractmethod
    def sentences(self) -> list[str]:
        """What was measured, where, and what came out."""

    @abstractmethod
    def figures(self) -> list[Figure]:
        """What a reader learns from the first screen."""

    @abstractmethod
    def facts(self) -> list[tuple[str, object]]:
        """What a reader asks first; the rest stands at the end."""

    @abstractmethod
    def _chapters(self) -> list[Chapter]:
        """Charts under headings. One without charts is left out."""

    @abstractmethod
    def write_files(self, folder: pathlib.Path) -> list[Link]:
        """Writes what belongs to the result besides page and charts (tables as CSV, say), and says what it wrote."""

    def charts(self) -> Iterator[Chart]:
        for chapter in self.chapters:
            yield from chapter.charts

    def side_facts(self) -> list[str]:
        """The names of what is known of some side."""
        names = dict.fromkeys(key for side in self.result.sides for key in side if key != "name")
        return [n for n in names if any(side.get(n) not in (None, "", {}) for side in self.result.sides)]
