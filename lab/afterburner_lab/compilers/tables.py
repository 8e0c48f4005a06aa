"""Figures of builds as text: speed-ups for each configuration and kind of algorithm, with the reasons below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from afterburner_lab.compilers import algorithms, notes
from afterburner_lab.compilers.figures import Figures, Ratio, Row
from afterburner_lab.compilers.notes import Note
from afterburner_lab.core import terminal
from afterburner_lab.core.statistics import geometric_mean
from afterburner_lab.speed.plan import Key

KINDS = {f"symmetric, messages of {algorithms.BYTES} bytes": algorithms.SYMMETRIC, "asymmetric": algorithms.ASYMMETRIC}
MOST_NOTES = 12  # for a configuration, the largest of each algorithm; a report shows all
MEAN = "geometric mean"


def show(figures: Figures, out: Console) -> None:
    for configuration in figures.configurations():
        _show_configuration(figures, configuration, out)
    if any(row.gain is not None for row in figures.rows):
        terminal.print_table(
            out, "Variants over the same compiler's plain -O3, geometric means and extremes", _variants(figures)
        )
    for line in _footer(figures):
        out.print(line)


def heading(configuration: str) -> str:
    """Write a configuration as people do: "-O3, no-asm" for O3-noasm, which is the name of a folder."""
    return ("-" if configuration.startswith("O") else "") + configuration.replace("-noasm", ", no-asm")


def _show_configuration(figures: Figures, configuration: str, out: Console) -> None:
    for kind, keys in KINDS.items():
        chosen = {key: rows for key, rows in figures.by_key().items() if key in keys}
        made = _speedups(figures, configuration, chosen, True)
        if made.row_count and terminal.width(made) > out.width:
            made = _speedups(figures, configuration, chosen, False)
        if made.row_count:
            terminal.print_table(out, f"{heading(configuration)}: speed-up over {figures.baseline}, {kind}", made)
    _show_notes(figures, configuration, out)


def _speedups(figures: Figures, configuration: str, chosen: dict[Key, dict[str, Row]], intervals: bool) -> Table:
    """One line for each algorithm: the baseline's speed, each other toolchain's ratio to it, and each one's gain over
    plain -O3."""
    builds = figures.builds(configuration)
    gaining = [s for s in builds if any(s["name"] in rows and rows[s["name"]].gain for rows in chosen.values())]
    unit = "MB/s" if any(key[3] for key in chosen) else "op/s"
    first = builds[0]["toolchain"]
    others = [
        name
        for side in builds[1:]
        for name in ((side["toolchain"], "from .. to") if intervals else (side["toolchain"],))
    ]
    made = terminal.new_table(
        "algorithm", f"{first} {unit}", *others, *(f"{s['toolchain']} / -O3" for s in gaining), left=1
    )
    for key, rows in chosen.items():
        if base := rows.get(builds[0]["name"]):
            cells = [cell for side in builds[1:] for cell in _cells(rows.get(side["name"]), intervals)]
            cells += [marked(rows[side["name"]].gain if side["name"] in rows else None) for side in gaining]
            speed = terminal.thousands(base.value) if base.value >= 1000 else f"{base.value:.4g}"
            made.add_row(algorithms.title(key), speed, *cells)
    means = [_mean(rows.get(side["name"]) for rows in chosen.values()) for side in builds[1:]]
    if made.row_count and means:
        made.add_section()
        made.add_row(MEAN, "", *(cell for mean in means for cell in ((mean, "") if intervals else (mean,))))
    return made


def _cells(row: Row | None, intervals: bool) -> tuple:
    ratio = None if row is None else row.speedup
    shown = marked(ratio)
    return (shown, "" if ratio is None else f"{ratio.low:.2f} .. {ratio.high:.2f}") if intervals else (shown,)


def marked(ratio: Ratio | None) -> Text:
    """Format a ratio as in the tables of `speed`."""
    if ratio is None:
        return Text("")
    return Text(f"{terminal.MARKS[ratio.verdict]}{ratio.value:.2f}", style=terminal.STYLES[ratio.verdict])


def _mean(rows: Iterable[Row | None]) -> str:
    ratios = [row.speedup.value for row in rows if row is not None and row.speedup is not None]
    return f"{geometric_mean(ratios):.2f}" if ratios else ""


def _show_notes(figures: Figures, configuration: str, out: Console) -> None:
    found = list(notes.notes(figures, configuration))
    found.sort(key=lambda note: max(note.ratio.value, 1 / note.ratio.value), reverse=True)
    largest: dict[tuple[str, bool], Note] = {}
    for note in found:
        largest.setdefault((note.title, note.ratio is note.row.gain), note)
    shown = list(largest.values())[:MOST_NOTES]
    for note in shown:
        over = " over -O3" if note.ratio is note.row.gain else ""
        out.print(
            Padding(
                Text.assemble(
                    f"{note.title}, {figures.side(note.row.build)['toolchain']}{over} ",
                    marked(note.ratio),
                    f": {note.text}",
                ),
                (0, 0, 0, 2),
            )
        )
    if len(found) > len(shown):
        out.print(f"  and {len(found) - len(shown)} more that differ by over a tenth: `report` shows all")
    if found:
        out.print()


def _variants(figures: Figures) -> Table:
    made = terminal.new_table("build", "symmetric", "asymmetric", "most", "least", left=1)
    for side in figures.sides:
        gains = {row.key: row.gain.value for row in figures.rows if row.build == side["name"] and row.gain is not None}
        if gains:
            means = [geometric_mean([gains[key] for key in keys if key in gains]) for keys in KINDS.values()]
            most, least = max(gains, key=gains.get), min(gains, key=gains.get)
            made.add_row(
                side["name"],
                *(f"{mean:.2f}" for mean in means),
                *(f"{gains[key]:.2f} {algorithms.title(key)}" for key in (most, least)),
            )
    return made


def _footer(figures: Figures) -> Iterator[str | Text]:
    for source in notes.sources(figures):
        yield f"Why: {source}"
    control, runs = figures.control, figures.settings["runs"]
    yield (
        f"median of {runs} runs; A/A control: median {control['median']:.3f}, 95 % of rows {control['low']:.3f} .. "
        f"{control['high']:.3f}; less than {100 * control['threshold']:.1f} % is noise and stays unmarked"
    )
    if figures.absent:
        yield f"not in OpenSSL {figures.openssl} as built: {', '.join(figures.absent)}"
    for name in dict.fromkeys((s["algorithm"], s["operation"], s["reason"]) for s in figures.skipped):
        yield Text(f"not measured: {' '.join(name[:2])}: {name[2]}", style="yellow")
    if not figures.complete:
        yield Text("interrupted: not everything is measured; the same command continues", style="yellow")
