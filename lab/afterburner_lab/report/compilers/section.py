"""A result of `compilers` as a section of the page."""

from __future__ import annotations

import pathlib

from afterburner_lab.compilers import algorithms, figures, notes, tables
from afterburner_lab.compilers.figures import Figures, Row
from afterburner_lab.compilers.notes import Note
from afterburner_lab.core.statistics import geometric_mean
from afterburner_lab.report import wording
from afterburner_lab.report.compilers import charts
from afterburner_lab.report.section import Chapter, Figure, Link, Section


class CompilersSection(Section):
    template = "compilers/section.html.j2"
    result: Figures

    def write_files(self, folder: pathlib.Path) -> list[Link]:
        figures.save_csv(self.result, folder / f"{self.name}.csv")
        logs = [log for log in self.result.logs if (folder / log).is_file()]
        return [Link("CSV", f"{self.name}.csv"), *(Link(f"Log of run {i}", log) for i, log in enumerate(logs, 1))]

    def _chapters(self) -> list[Chapter]:
        band = "A dot is a build with its 95 % interval, right of 1 if it is faster; the band is noise."
        chapters = [
            Chapter(
                f"{self.id}-means",
                "Compilers and variants",
                "Geometric means over all algorithms.",
                list(charts.means(self.result, self.id)),
                uneven=True,
            )
        ]
        return chapters + [
            Chapter(
                f"{self.id}-{wording.slug(name)}",
                f"Builds with {tables.heading(name)}",
                band,
                list(charts.speedups(self.result, name, self.id)),
                uneven=True,
            )
            for name in self.result.configurations()
        ]

    @property
    def heading(self) -> str:
        return (
            f"OpenSSL {self.result.openssl} by {wording.count(len(self.toolchains()), 'compiler')}, {self._processor()}"
        )

    def _processor(self) -> str:
        return self.result.machine.get("processor") or "unknown processor"

    def toolchains(self) -> list[str]:
        return list(dict.fromkeys(side["toolchain"] for side in self.result.sides))

    def sentences(self) -> list[str]:
        result, control = self.result, self.result.control
        num = len(result.by_key())
        builds = wording.count(len(result.sides), "build")
        said = [
            f"{builds} of OpenSSL {result.openssl} by {wording.listed(self.toolchains(), 8)}, "
            f"measured at {num} algorithms and "
            f"operations, interleaved in random order, {result.settings['runs']} runs each in new processes."
        ]
        if speedups := [row.speedup for row in result.rows if row.speedup]:
            counts = {v: sum(r.verdict == v for r in speedups) for v in ("faster", "slower")}
            said.append(
                f"Against {result.baseline} with the same flags, {counts['faster']} of "
                f"{len(speedups)} rows are faster and "
                f"{counts['slower']} slower beyond noise ({100 * control['threshold']:.1f} %)."
            )
        return said

    def figures(self) -> list[Figure]:
        rows = [row for row in self.result.rows if row.speedup]
        found = [
            Figure(wording.times(mean), f"{name} over {self.result.baseline} (geometric mean)")
            for name in self.toolchains()
            if (mean := self._mean(name, rows)) is not None
        ]
        if rows:
            most, least = max(rows, key=_speedup), min(rows, key=_speedup)
            found += [
                Figure(wording.times(_speedup(row)), f"{what}: {self._describe(row)}")
                for what, row in (("largest gain", most), ("largest loss", least))
            ]
        return found

    def _mean(self, toolchain: str, rows: list[Row]) -> float | None:
        mine = [_speedup(row) for row in rows if self.result.side(row.build)["toolchain"] == toolchain]
        return geometric_mean(mine) if mine else None

    def _describe(self, row: Row) -> str:
        side = self.result.side(row.build)
        return f"{algorithms.title(row.key)}, {side['toolchain']} {tables.heading(side['configuration'])}"

    def facts(self) -> list[tuple[str, object]]:
        machine = self.result.machine
        return [
            ("processor", machine.get("processor")),
            ("cores", machine.get("cores")),
            ("system", machine.get("distribution")),
            ("openssl", self.result.openssl),
            ("baseline", self.result.baseline),
            ("compilers", ", ".join(self.toolchains())),
            ("measured", wording.date(self.result.created)),
            ("runs", self.result.settings["runs"]),
        ]

    # ---- what the template uses ----

    def tables(self) -> list[tuple[str, list[dict], list[tuple[str, dict[str, Row]]]]]:
        """Return for each configuration and kind: a heading, the builds, and lines of title and rows by build."""
        found = []
        for configuration in self.result.configurations():
            builds = self.result.builds(configuration)
            names = {side["name"] for side in builds}
            for kind, keys in tables.KINDS.items():
                lines = [
                    (algorithms.title(key), {name: row for name, row in rows.items() if name in names})
                    for key, rows in self.result.by_key().items()
                    if key in keys
                ]
                found.append((f"{tables.heading(configuration)}, {kind}", builds, [line for line in lines if line[1]]))
        return [entry for entry in found if entry[2]]

    def notes(self) -> list[tuple[str, list[Note]]]:
        """Return the notes by configuration, if there are any."""
        found = [(tables.heading(name), list(notes.notes(self.result, name))) for name in self.result.configurations()]
        return [entry for entry in found if entry[1]]

    def sources(self) -> str:
        return "; ".join(notes.sources(self.result))


def _speedup(row: Row) -> float:
    return row.speedup.value
