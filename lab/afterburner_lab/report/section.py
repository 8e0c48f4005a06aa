"""A result as a section of the page: what all formats of results have in common, and what each format adds."""

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
    """Charts under a heading. uneven: they differ in height."""

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
    """A link to a file of the folder, by its name there."""

    text: str
    file: str


class Section(ABC):
    """A section.

    name: of the result's file, without suffix. id: prefix of the ids of its parts and the names of its charts.
    template: what follows the charts, a file beside the section's class; opening: a template for what precedes
    everything but the figures, if any.

    result has at least created, command, complete, schema, settings, machine and sides."""

    template: str
    opening: str | None = None

    def __init__(self, result: Any, name: str):
        self.result, self.name, self.id = result, name, wording.slug(name) or "result"
        self.chapters = [c for c in self._chapters() if c.charts]

    @property
    @abstractmethod
    def heading(self) -> str:
        """The section's heading: the machine, and what was measured there."""

    @abstractmethod
    def sentences(self) -> list[str]:
        """Sentences: what was measured, where, and the outcome."""

    @abstractmethod
    def figures(self) -> list[Figure]:
        """The figures on the first screen."""

    @abstractmethod
    def facts(self) -> list[tuple[str, object]]:
        """The facts that readers ask for first; the others are at the end."""

    @abstractmethod
    def _chapters(self) -> list[Chapter]:
        """Return charts under headings. A heading without charts is left out."""

    @abstractmethod
    def write_files(self, folder: pathlib.Path) -> list[Link]:
        """Write the files that belong to the result besides page and charts (such as tables in CSV), and return links
        to them."""

    def charts(self) -> Iterator[Chart]:
        for chapter in self.chapters:
            yield from chapter.charts

    def side_facts(self) -> list[str]:
        """The names of the facts that are known of any side."""
        names = dict.fromkeys(key for side in self.result.sides for key in side if key != "name")
        return [n for n in names if any(side.get(n) not in (None, "", {}) for side in self.result.sides)]
