"""A result of `compilers --kernels` as a section of the page."""

from __future__ import annotations

import pathlib

from afterburner_lab.kernels import figures
from afterburner_lab.kernels.figures import NOTABLE, Figures, Row, Rows
from afterburner_lab.report import wording
from afterburner_lab.report.kernels import charts
from afterburner_lab.report.section import Chapter, Figure, Link, Section

_PERCENT = f"{100 * (NOTABLE - 1):.0f} %"


class KernelsSection(Section):
    template = "kernels/section.html.j2"
    result: Figures

    def write_files(self, folder: pathlib.Path) -> list[Link]:
        figures.save_csv(self.result, folder / f"{self.name}.csv")
        return [Link("CSV", f"{self.name}.csv")]

    def _chapters(self) -> list[Chapter]:
        said = "of the best build of each kernel: a dot further right is slower"
        overall = (
            [charts.means(self.result, self.id), charts.by_family(self.result, self.id)] if self.result.rows else []
        )
        return [
            Chapter(
                f"{self.id}-means",
                "Builds",
                f"Time in that {said}; geometric means over kernels.",
                overall,
                uneven=True,
            ),
            Chapter(
                f"{self.id}-behind",
                "What is behind",
                f"Time in that {said}, with its 95 % interval; kernels that a build "
                f"at the project's own level runs more than {_PERCENT} slower, at most {charts.MOST}, the worst first.",
                charts.worst(self.result, self.id),
            ),
        ]

    @property
    def heading(self) -> str:
        processor = self.result.machine.get("processor") or "unknown processor"
        return f"Kernels by {wording.count(len(self.toolchains()), 'compiler')}, {processor}"

    def toolchains(self) -> list[str]:
        return list(dict.fromkeys(side["toolchain"] for side in self.result.sides))

    def sentences(self) -> list[str]:
        result, num = self.result, len(self.result.by_kernel())
        said = [
            f"{wording.count(len(result.sides), 'build')} of {wording.count(num, 'kernel')} by "
            f"{wording.listed(self.toolchains(), 8)}, measured in one process by turns, interleaved in random order, "
            f"{result.settings['runs']} runs each in a new process."
        ]
        if num:
            said.append(
                f"Of {num} kernels {len(result.behind())} have a build at the project's own level ("
                f"{wording.listed(result.shipped(), 8)}) that is more than {_PERCENT} slower than the best."
            )
        return said

    def figures(self) -> list[Figure]:
        if not self.result.rows:
            return []
        return [
            Figure(wording.times(self.result.mean(name)), f"{name}: time in the best build's (geometric mean)")
            for name in self.result.shipped()
        ]

    def facts(self) -> list[tuple[str, object]]:
        machine, settings = self.result.machine, self.result.settings
        return [
            ("processor", machine.get("processor")),
            ("cores", machine.get("cores")),
            ("system", machine.get("distribution")),
            ("compilers", ", ".join(self.toolchains())),
            ("commit", machine.get("commit")),
            ("measured", wording.date(self.result.created)),
            ("kernels", settings["rows"]),
            ("runs", settings["runs"]),
        ]

    # ---- what the template uses ----

    def tables(self) -> list[tuple[str, dict[str, Rows]]]:
        """Return the kernels of each family."""
        kernels = self.result.by_kernel()
        return [
            (family, {kernel: rows for kernel, rows in kernels.items() if kernel.startswith(f"{family}/")})
            for family in figures.families(self.result)
        ]

    def best(self, rows: Rows) -> Row:
        return figures.best(rows)
