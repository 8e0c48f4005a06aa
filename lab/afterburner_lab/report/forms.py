"""Which section renders a result: chosen by the schema that the result names."""

from __future__ import annotations

import pathlib
from collections.abc import Callable
from dataclasses import dataclass, field

from afterburner_lab.compilers import figures as compilers
from afterburner_lab.connections import results as connections
from afterburner_lab.core import files
from afterburner_lab.kernels import figures as kernels
from afterburner_lab.report.compilers.section import CompilersSection
from afterburner_lab.report.connections.section import ConnectionsSection
from afterburner_lab.report.kernels.section import KernelsSection
from afterburner_lab.report.section import Section
from afterburner_lab.report.speed.section import SpeedSection
from afterburner_lab.speed import results


@dataclass(frozen=True)
class Form:
    """A format. load: reads a result of this format or raises LabError. companions: returns the files that belong to a
    result and are copied with it."""

    load: Callable
    section: type[Section]
    companions: Callable = field(default=lambda result: ())


FORMS = {
    results.SCHEMA: Form(results.load, SpeedSection),
    connections.SCHEMA: Form(connections.load, ConnectionsSection),
    compilers.SCHEMA: Form(compilers.load, CompilersSection, lambda figures: figures.logs),
    kernels.SCHEMA: Form(kernels.load, KernelsSection),
}


def form(path: pathlib.Path) -> Form:
    """Return the format of the result in the file."""
    return FORMS[files.read_result(path, *FORMS)["schema"]]


def read(path: pathlib.Path) -> Section:
    """Read the result in a file as a section with the file's name."""
    found = form(path)
    return found.section(found.load(path), path.stem)
