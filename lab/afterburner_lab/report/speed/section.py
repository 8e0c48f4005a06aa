"""A result of `speed` as a section of the page: prepares what the template shows."""

from __future__ import annotations

import pathlib
from types import ModuleType

from afterburner_lab.report import machine, wording
from afterburner_lab.report.section import Chapter, Figure, Link, Section
from afterburner_lab.report.speed import (
    charts_bars,
    charts_changes,
    charts_cycles,
    charts_modes,
    charts_operations,
    charts_share,
    naming,
)
from afterburner_lab.report.speed.view import Comparison, View, grouped
from afterburner_lab.speed.results import Fit, Result, Row, save_csv


class SpeedSection(Section):
    template = "speed/section.html.j2"

    def __init__(self, result: Result, name: str):
        self.view = View(result)
        super().__init__(result, name)

    def write_files(self, folder: pathlib.Path) -> list[Link]:
        save_csv(self.result, folder / f"{self.name}.csv")
        return [Link("CSV", f"{self.name}.csv")]

    def _chapters(self) -> list[Chapter]:
        view = self.view
        return [
            self._chapter(
                "changes", "Wins and losses", self._changes_text(), charts_changes, charts_modes, uneven=True
            ),
            self._chapter(
                "bars",
                "Before and after",
                "Throughput by message length, higher is better; each panel has a scale of "
                f"its own. The figure above a group is the speed of {view.subject} against {view.baseline}.",
                charts_bars,
            ),
            self._chapter(
                "cycles",
                "Cycles a byte",
                "True core cycles, lower is better; both scales are logarithmic. The "
                "thin line is the least that this processor's units allow. Of several key lengths the shortest and "
                "the longest are drawn.",
                charts_cycles,
            ),
            self._chapter(
                "share",
                "Share of the limit",
                "How much of the processor's own limit is reached at the longest "
                "message; at 100 % the unit that bounds the algorithm would never rest.",
                charts_share,
                uneven=True,
            ),
            self._chapter(
                "operations",
                "Keys, signatures and derivation",
                "Operations per second, higher is better. Each "
                "algorithm has a scale of its own: bars compare sides, not algorithms.",
                charts_operations,
                uneven=True,
            ),
        ]

    def _chapter(self, name: str, heading: str, text: str, *modules: ModuleType, uneven: bool = False) -> Chapter:
        charts = [chart for module in modules for chart in module.draw(self.view, self.id)]
        return Chapter(f"{self.id}-{name}", heading, text, charts, uneven)

    def _changes_text(self) -> str:
        view = self.view
        counts = {v: len(view.judged(v)) for v in ("faster", "slower", "same")}
        shown = " The largest are named; the tables have all."
        hidden = counts["slower"] > charts_changes.MOST_LOSSES or counts["faster"] > charts_changes.MOST_GAINS
        return (
            f"Against {view.baseline}, beyond noise: {wording.count(counts['faster'], 'row')} faster, "
            f"{counts['slower']} "
            f"slower, {counts['same']} the same. Thin lines are 95 % intervals (ranges where so "
            "titled), the band is noise." + (shown if hidden else "")
        )

    @property
    def heading(self) -> str:
        return f"{self.result.machine.get('processor') or 'Unknown processor'}, {machine.libcrypto(self._baseline())}"

    def _baseline(self) -> dict:
        return self.view.side(self.view.baseline)

    def sentences(self) -> list[str]:
        return [
            self._what(),
            machine.where(self.result, self._baseline(), self.view.side(self.view.subject)),
            self._outcome(),
        ]

    def _what(self) -> str:
        rows = [c.any for c in self.view.comparisons]
        kinds = wording.listed(sorted({naming.family(r.kind, r.algorithm) for r in rows}), 3)
        runs = len({r.run for r in self.result.rows} - {"all"})
        return (
            f"{wording.count(len(rows), 'measurement')} of "
            f"{wording.count(len({r.algorithm for r in rows}), 'algorithm')} "
            f"({kinds}), each on {wording.listed(self.view.names)}, interleaved in random order"
            + (f", in {wording.count(runs, 'run')}." if runs else ".")
        )

    def _outcome(self) -> str:
        view = self.view
        if not view.judged():
            return (
                f"No row has {view.subject} and {view.baseline} running different code, so there is nothing to compare."
            )
        rows = wording.count(len(view.judged()), "row")
        return (
            f"Where {view.subject} runs code of its own it is {wording.times(view.gain())} as fast as {view.baseline} "
            f"(geometric mean of {rows}); differences within {100 * view.threshold:.1f} % count as noise."
        )

    def figures(self) -> list[Figure]:
        judged = self.view.judged()
        if not judged:
            return []
        counts = {v: len(self.view.judged(v)) for v in ("faster", "same", "slower")}
        lowest = min(self.view.judged("slower") or judged, key=lambda r: r.ratio)
        highest = max(self.view.judged("faster") or judged, key=lambda r: r.ratio)
        loss = "largest loss" if counts["slower"] else "no loss; lowest"
        gain = "largest gain" if counts["faster"] else "no gain; highest"
        return [
            Figure(wording.times(self.view.gain()), "as fast (geometric mean)"),
            Figure(str(counts["faster"]), "rows faster", "faster"),
            Figure(str(counts["same"]), "same within noise"),
            Figure(str(counts["slower"]), "rows slower", "slower" if counts["slower"] else ""),
            Figure(
                wording.times(lowest.ratio),
                f"{loss}: {charts_changes.describe_row(lowest)}",
                "slower" if counts["slower"] else "",
            ),
            Figure(wording.times(highest.ratio), f"{gain}: {charts_changes.describe_row(highest)}"),
            *(
                Figure(wording.times(self.view.gain(name)), f"as fast: {name} (geometric mean)")
                for name in self.view.others()
            ),
        ]

    def facts(self) -> list[tuple[str, object]]:
        return machine.facts(self.result, self._baseline(), self.view.side(self.view.subject))

    def unserved_text(self) -> str:
        """Describe what the rows without code of the subject's own show about the noise."""
        rows = self.view.unserved()
        beyond = [r for r in rows if self.view.is_beyond_noise(r)]
        return (
            (
                f"{wording.count(len(rows), 'more row')} run the same code on both sides; "
                f"{len(beyond)} of them came out beyond "
                f"noise, which tells how many such false alarms to expect."
            )
            if rows
            else ""
        )

    def tables(self) -> list[tuple[str, list[Comparison]]]:
        return list(grouped(self.view.comparisons, lambda c: naming.family(c.any.kind, c.any.algorithm)))

    def table_note(self, members: list[Comparison]) -> str:
        rows = [c.rows[self.view.subject] for c in members if self.view.subject in c.rows]
        verdicts = [self.view.verdict(r) for r in rows if r.side != self.view.baseline]
        return (
            f"{wording.count(len(members), 'row')}, {verdicts.count('faster')} faster, "
            f"{verdicts.count('slower')} slower"
        )

    def ratio_sides(self) -> list[str]:
        return [n for n in self.view.names if n != self.view.baseline]

    def fits(self) -> list[tuple[Fit, dict[str, Fit]]]:
        found: dict[tuple, dict[str, Fit]] = {}
        for fit in self.result.fits:
            found.setdefault((fit.kind, fit.algorithm, fit.operation), {})[fit.side] = fit
        return [(next(iter(sides.values())), sides) for sides in found.values()]

    def fit_sides(self) -> list[str]:
        return [n for n in self.view.names if any(f.side == n for f in self.result.fits)]

    def outliers(self, comparison: Comparison) -> int:
        return sum(row.outliers for row in comparison.rows.values())

    def verdict(self, row: Row | None) -> str:
        return self.view.verdict(row) or ""
