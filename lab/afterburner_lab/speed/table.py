"""A result as text: the ratios of every side to the baseline, and below them the figures needed to judge them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from afterburner_lab.core import terminal
from afterburner_lab.core.sides import CONTROL
from afterburner_lab.speed.claims import Claims
from afterburner_lab.speed.results import KINDS, Result, Row

NOISY = 0.05  # a larger threshold says more about the machine than about the sides

Line = tuple[str, str, str]  # kind, algorithm, operation


def show(result: Result, out: Console, all_rows: bool = False) -> None:
    """Show a result. all_rows: also rows with the same provider on both sides, which are otherwise summed up in one
    line."""
    rows = result.summary()
    baseline = result.sides[0]["name"]
    for side in (s["name"] for s in result.sides[1:] if s["name"] != CONTROL):
        _show_side(result, out, side, all_rows)
    if len(result.sides) == 1 or all(s["name"] == CONTROL for s in result.sides[1:]):
        _show_side(result, out, baseline, True)
    _show_footer(result, rows, out)


def _show_side(result: Result, out: Console, side: str, all_rows: bool) -> None:
    shared = _shared(result, side) if not all_rows else set()
    if all(row.key[:3] in shared for row in result.summary(side)):
        shared = set()  # better than no rows at all
    by_kind: dict[str, dict[Line, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in result.summary(side):
        if row.key[:3] not in shared:
            by_kind[row.kind][row.key[:3]].append(row)
    for kind, lines in by_kind.items():
        for sized in (True, False):
            chosen = {line: rows for line, rows in lines.items() if (rows[0].bytes is not None) == sized}
            if chosen:
                make = _sized_table if sized else _unsized_table
                terminal.print_table(
                    out,
                    f"{KINDS.get(kind, kind)}, {_against(result, side)}",
                    make(result, side, chosen),
                    spare=3 + _mixed(chosen) if sized else 0,
                )
    if shared:
        out.print(
            f"{_count(len({line[1] for line in shared}), 'more algorithm')} ({_count(len(shared), 'operation')}) "
            "have the same provider on both sides: --all-rows shows them",
            style="dim",
        )


def _shared(result: Result, side: str) -> set[Line]:
    """Return the operations that run the same code at every length."""
    claims, rows = Claims(result), result.summary(side)
    return {row.key[:3] for row in rows} - {row.key[:3] for row in rows if not claims.is_alike(row)}


def _sized_table(result: Result, side: str, lines: dict[Line, list[Row]]) -> Table:
    sizes = sorted({requested_size(result, row) for rows in lines.values() for row in rows})
    mixed, claims = _mixed(lines), Claims(result)
    table = _table(*(f"{size} B" for size in sizes), f"MB/s at {sizes[-1]}", "cycles/B", "limit")
    if mixed:
        table.add_column("by", no_wrap=True)
    for (_, algorithm, operation), rows in lines.items():
        cells = {requested_size(result, row): _ratio(claims, row) for row in rows}
        last = rows[-1]
        table.add_row(
            algorithm,
            operation,
            *(cells.get(size, "") for size in sizes),
            f"{last.value:.0f}",
            f"{last.cycles_per_byte:.3g}",
            _share(last),
            *([last.provider] if mixed else []),
        )
    return table


def _unsized_table(result: Result, side: str, lines: dict[Line, list[Row]]) -> Table:
    baseline = result.sides[0]["name"]
    base = {row.key: row for row in result.summary(baseline)}
    mixed, claims = _mixed(lines), Claims(result)
    table = _table("ratio", "from .. to", "op/s", f"op/s {baseline}", "cycles/op", "limit")
    if mixed:
        table.add_column("by", no_wrap=True)
    for (_, algorithm, operation), (row, *_) in lines.items():
        interval = "" if row.ratio is None else f"{row.ratio_low:.2f} .. {row.ratio_high:.2f}"
        was = f"{base[row.key].value:.5g}" if row.key in base else ""
        table.add_row(
            algorithm,
            operation,
            _ratio(claims, row),
            interval,
            f"{row.value:.5g}",
            was,
            terminal.thousands(row.cycles_per_op),
            _share(row),
            *([row.provider] if mixed else []),
        )
    return table


def _mixed(lines: dict[Line, list[Row]]) -> bool:
    """Return whether the provider differs between lines."""
    return len({row.provider for rows in lines.values() for row in rows}) > 1


def _table(*figures: str) -> Table:
    return terminal.new_table("algorithm", "operation", *figures, left=2)


def _against(result: Result, side: str) -> str:
    baseline = result.sides[0]["name"]
    return baseline if side == baseline else f"{side} against {baseline}: ratio of throughput"


def requested_size(result: Result, row: Row) -> int:
    """Return the requested length: modes that require whole blocks have rounded it down."""
    return min((size for size in result.settings.get("sizes", ()) if size >= row.bytes), default=row.bytes)


def _ratio(claims: Claims, row: Row) -> Text:
    if (verdict := claims.verdict(row)) is None:
        return Text("new", style="green")
    digits = 2 if row.ratio < 9.995 else 1
    return Text(f"{terminal.MARKS[verdict]}{row.ratio:.{digits}f}", style=terminal.STYLES[verdict])


def _share(row: Row) -> str:
    return "" if row.limit_share is None else f"{100 * row.limit_share:.0f} %"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _show_footer(result: Result, rows: list[Row], out: Console) -> None:
    for line in _footer(result, rows):
        out.print(line)


def _footer(result: Result, rows: list[Row]) -> Iterator[str | Text]:
    claims, threshold = Claims(result), result.control["threshold"]
    for side in (s["name"] for s in result.sides[1:] if s["name"] != CONTROL):
        verdicts: Counter[str | None] = Counter(claims.verdict(row) for row in rows if row.side == side)
        text = Text(f"{side}: ")
        for verdict in terminal.STYLES:
            text.append(
                f"{terminal.MARKS[verdict]}{verdicts[verdict]} {verdict}  ".lstrip(), style=terminal.STYLES[verdict]
            )
        served = Counter(row.provider for row in rows if row.side == side)
        yield text.append("rows served by " + ", ".join(f"{name} ({n})" for name, n in served.most_common()))
    c = result.control
    middle = "mean" if result.settings["loops"] else "median"
    noisy = "" if threshold <= NOISY else " (a busy machine: measure again when it is quiet, or with more --runs)"
    yield (
        f"{middle} of {_count(result.settings['runs'], 'run')}; A/A control: median {c['median']:.3f}, 95 % of rows "
        f"{c['low']:.3f} .. {c['high']:.3f}; less than {100 * threshold:.1f} % is noise and stays unmarked{noisy}"
    )
    samples = sum(len(row.samples) for row in result.rows)
    yield (
        f"{samples} samples, {sum(row.outliers for row in rows)} outliers among them, all kept; "
        f"clock {result.machine['clock_hz'] / 1e9:.2f} GHz, {result.machine['processor']}, {_library(result)}"
    )
    if result.skipped:
        algorithms = len({(s["kind"], s["algorithm"], s["operation"]) for s in result.skipped})
        yield f"{_count(algorithms, 'operation')} not measurable on every side: --skipped lists them with the reasons"
    if not result.complete:
        yield Text("interrupted: the plan is not complete", style="yellow")


def _library(result: Result) -> str:
    return ", ".join(dict.fromkeys(f"OpenSSL {s['libcrypto']} ({s['libcrypto_path']})" for s in result.sides))


def show_skipped(result: Result, out: Console) -> None:
    """Show every algorithm and operation without a result, with the sides and the reason."""
    if not result.skipped:
        out.print("Everything was measured on every side.")
        return
    table = _table()
    for name in ("sides", "reason"):
        table.add_column(name)
    entries: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for s in result.skipped:
        entries[s["algorithm"], s["operation"], s["reason"]].append(s["side"])
    for (algorithm, operation, reason), sides in entries.items():
        table.add_row(algorithm, operation, ", ".join(sides), reason)
    terminal.print_table(out, "Not measured", table)


def show_classic(result: Result, out: Console) -> None:
    """Show the table of the older studies: for each length the average time of an operation and the throughput, side by
    side."""
    claims, sides = Claims(result), [s["name"] for s in result.sides if s["name"] != CONTROL]
    rows: dict[tuple, dict[str, Row]] = defaultdict(dict)
    for row in result.summary():
        rows[row.key][row.side] = row
    figures = [
        "bytes",
        *(name for side in sides for name in (f"{side} µs", "MB/s")),
        *(f"{side} ratio" for side in sides[1:]),
    ]
    table = _table(*figures)
    for (_, algorithm, operation, size), by_side in rows.items():
        figures = [text for side in sides for text in _classic_cells(by_side.get(side))]
        ratios = [_ratio(claims, by_side[side]) if side in by_side else "" for side in sides[1:]]
        table.add_row(algorithm, operation, "" if size is None else str(size), *figures, *ratios)
    what = "Averages of {runs} runs of {slices} x {loops} operations, or fewer if they are slow"
    terminal.print_table(out, what.format(**result.settings), table)
    _show_footer(result, result.summary(), out)


def _classic_cells(row: Row | None) -> tuple[str, str]:
    if row is None:
        return "", ""
    return f"{row.ns_per_op / 1000:.4g}", "" if row.bytes is None else f"{row.value:.1f}"
