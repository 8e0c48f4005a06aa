"""A result of `connections` as a section of the page: prepares what the templates show."""

from __future__ import annotations

import pathlib
from collections.abc import Callable, Iterator

from afterburner_lab.connections.results import Result, Row, save_csv
from afterburner_lab.core import files
from afterburner_lab.report import machine, pages, wording
from afterburner_lab.report.canvas import Chart
from afterburner_lab.report.comparison import Comparison
from afterburner_lab.report.connections import charts, parts
from afterburner_lab.report.connections.tables import Table
from afterburner_lab.report.connections.view import MEMORY, SAVED_OF, View, grouped, named, operation
from afterburner_lab.report.section import Chapter, Figure, Link, Section

MOST_NAMED = 6  # of rows without gain, on the first screen


class ConnectionsSection(Section):
    template = "connections/section.html.j2"
    opening = "connections/opening.html.j2"

    def __init__(self, result: Result, name: str):
        self.view = View(result)
        super().__init__(result, name)

    @property
    def heading(self) -> str:
        processor = self.result.machine.get("processor") or "Unknown processor"
        return f"TLS connections, {processor}, {machine.libcrypto(self._baseline())}"

    def _baseline(self) -> dict:
        return self.view.side(self.view.baseline)

    def _subject(self) -> dict:
        return self.view.side(self.view.subject)

    def sentences(self) -> list[str]:
        return [self._what(), machine.where(self.result, self._baseline(), self._subject()), self._outcome()]

    def _what(self) -> str:
        modes = ["in memory" if mode == MEMORY else mode for mode in self.view.modes()]
        together = f"{self.result.threads} threads at once, " if self.result.threads > 1 else ""
        return (
            f"What a connection costs a TLS server: {wording.count(len(self.view.comparisons), 'kind')} of it, "
            f"{wording.listed(modes, 6)}, {together}{wording.listed(self.view.sides)} by turns, in "
            f"{wording.count(self.result.settings['runs'], 'run')}."
        )

    def _outcome(self) -> str:
        noise = f"Differences within {100 * self.view.claims.threshold:.1f} % count as noise."
        if not (found := self.view.headline()):
            return noise
        first = found[0]
        before, after = first.rows[self.view.baseline], first.rows[self.view.subject]
        who = "one core that does only the server's work makes" if before.mode == MEMORY else f"{before.mode} makes"
        return (
            f"With {self.view.subject} {who} {wording.figure(after.value, 4)} full {before.version} handshakes of "
            f"{before.pair} a second, without it {wording.figure(before.value, 4)}. {noise}"
        )

    def figures(self) -> list[Figure]:
        found = self.view.headline()
        if not found:
            return []
        first, best = found[0], max(found, key=self.view.ratio)
        others = self.view.not_gained()
        slower = [c for c in others if self.view.verdict(c) == "slower"]
        total = len(self.view.select(lambda row: True))
        return [
            Figure(
                wording.times(self.view.ratio(first)), f"full handshakes/core: {named(first.any)}", self._tone(first)
            ),
            Figure(
                f"{self.view.saved(first):.0f}", f"of {SAVED_OF} cores saved: {named(first.any)}", self._tone(first)
            ),
            Figure(wording.times(self.view.ratio(best)), f"most: {named(best.any)}", self._tone(best)),
            Figure(str(total - len(others)), "kinds of connection cheaper", "faster" if total > len(others) else ""),
            Figure(str(len(others) - len(slower)), "the same within noise"),
            Figure(str(len(slower)), "dearer", "slower" if slower else ""),
        ]

    def _tone(self, c: Comparison) -> str:
        return self.tone(self.view.verdict(c))

    @staticmethod
    def tone(verdict: str) -> str:
        """Return the class in the style sheet."""
        return "" if verdict == "same" else verdict

    def facts(self) -> list[tuple[str, object]]:
        return machine.facts(self.result, self._baseline(), self._subject())

    def nothing_gained(self) -> str:
        """Name in a sentence what does not gain from the subject."""
        others = self.view.not_gained()
        if not others:
            return "Every measured kind of connection gains."
        names = [f"{named(c.any)} ({wording.times(self.view.ratio(c))})" for c in others]
        return f"No gain for {wording.listed(names, MOST_NAMED)}."

    def _chapters(self) -> list[Chapter]:
        view = self.view
        return [
            self._chapter(
                "pairs",
                "Certificates and groups",
                "Handshakes per second, higher is better. The figure above a group "
                f"is the processor time of {view.baseline} for one to that of {view.subject}.",
                charts.by_pair,
                True,
            ),
            self._chapter(
                "at-once",
                "Connections at once",
                "Handshakes per second by how many connections are open at once.",
                charts.by_concurrency,
            ),
            self._chapter(
                "bulk", "Bulk data", "What one core can encrypt and send, by length of record.", charts.bulk, True
            ),
            *parts.chapters(self.result, self.id),
        ]

    def _chapter(
        self, name: str, heading: str, text: str, draw: Callable[..., Iterator[Chart]], uneven: bool = False
    ) -> Chapter:
        return Chapter(f"{self.id}-{name}", heading, text, list(draw(self.view, self.id)), uneven)

    def write_files(self, folder: pathlib.Path) -> list[Link]:
        save_csv(self.result, folder / f"{self.name}.csv")
        return [Link("CSV", f"{self.name}.csv"), *self._write_capacity(folder)]

    def _write_capacity(self, folder: pathlib.Path) -> Iterator[Link]:
        """Write the capacity as a page of its own, if there is one."""
        chapter = next((c for c in self.chapters if c.id == f"{self.id}-{parts.CAPACITY}"), None)
        if chapter is not None:
            file, table = f"{self.name}-{parts.CAPACITY}.html", parts.capacity_table(self.result, self.id)
            files.write_whole(
                folder / file,
                pages.render("connections/capacity.html.j2", title=chapter.heading, s=self, chapter=chapter, t=table),
            )
            yield Link("Capacity", file)

    def headline(self) -> list[Comparison]:
        return self.view.headline()

    def tables(self) -> list[Table]:
        """Return the tables of the parts, and all rows in a table for each mode and kind."""
        rows = grouped(self.view.comparisons, lambda row: (row.mode, row.what))
        return [
            *parts.tables(self.result, self.id),
            *(self._table(mode, what, members) for (mode, what), members in rows),
        ]

    def _table(self, mode: str, what: str, members: list[Comparison]) -> Table:
        place = "in memory" if mode == MEMORY else mode
        kind = "handshakes" if operation(members[0].any) == "handshake" else ""
        return Table(
            f"{self.id}-rows-{wording.slug(mode, what)}",
            f"{what.capitalize()} {kind}, {place}".replace(" ,", ","),
            wording.count(len(members), "row"),
            (
                "Version",
                "Pair",
                "Cipher",
                "At once",
                "Bytes",
                "Side",
                "Rate",
                "Unit",
                "Ratio",
                "95 % interval",
                "CPU µs",
                "user/system",
                "Cycles",
                "p50/p99 ms",
                "Client",
                "Metering",
                "Outliers",
                "Path",
            ),
            [self._cells(row) for c in members for row in c.rows.values()],
            left=3,
        )

    @staticmethod
    def _cells(row: Row) -> tuple[str, ...]:
        none, figure = "–", wording.figure
        interval = none if row.ratio is None else f"{wording.times(row.ratio_low)} – {wording.times(row.ratio_high)}"
        split = none if row.user_s is None else f"{figure(1e6 * row.user_s)} / {figure(1e6 * (row.system_s or 0))}"
        latency = none if row.p50_ms is None else f"{figure(row.p50_ms)} / {figure(row.p99_ms)}"
        client = wording.percent(row.client_share) + (" (bound by it)" if row.client_bound else "")
        metering = none if row.overhead is None else f"{100 * row.overhead:.1f} %"
        return (
            row.version,
            row.pair,
            row.cipher,
            str(row.connections),
            str(row.bytes or none),
            row.side,
            figure(row.value),
            row.unit,
            wording.times(row.ratio),
            interval,
            figure(1e6 * row.cpu_s, 4),
            split,
            figure(row.cycles, 4),
            latency,
            client,
            metering,
            str(row.outliers),
            row.served,
        )
