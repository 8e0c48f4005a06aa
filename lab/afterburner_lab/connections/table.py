"""A result of `connections` as text."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.table import Table
from rich.text import Text

from afterburner_lab.connections.results import BULK, FULL, MEMORY, OPERATION, Result, Row
from afterburner_lab.connections.servers.summary import BOUND
from afterburner_lab.core import terminal
from afterburner_lab.core.sides import CONTROL
from afterburner_lab.speed.claims import Claims

MOST_OVERHEAD = 0.02  # a larger share of the metering is reported
TITLES = {
    FULL: "Full handshakes",
    "resumed": "Resumed handshakes, by ticket",
    "resumed-id": "Resumed handshakes, by session id",
    BULK: "Records that the server sends",
    "keep-alive": "Requests on kept connections",
    "file": "Files",
}


def show(result: Result, out: Console) -> None:
    """Show a table for each mode and kind of connection: the rate of one core with the baseline and with each other
    side."""
    baseline, shown = result.sides[0]["name"], result.summary()
    for mode, what in dict.fromkeys((row.mode, row.what) for row in shown):
        rows = [row for row in shown if (row.mode, row.what) == (mode, what)]
        others = list(dict.fromkeys(row.side for row in rows if row.side not in (baseline, CONTROL))) or [baseline]
        if len(others) > 1:
            title = f"{TITLES[what]}: the server's time in µs on each side, for one {OPERATION[what]}"
            terminal.print_table(out, title, _times(Claims(result), rows, [baseline, *others]))
        for side in others:
            make = _table if mode == MEMORY else _server_table
            whose = f", {side}" if len(others) > 1 else ""
            title = f"{TITLES[what]}{whose}, {_place(result, mode)}"
            terminal.print_table(out, title, make(Claims(result), rows, baseline, side))
    for line in footer(result, shown):
        out.print(line)


def _place(result: Result, mode: str) -> str:
    if mode != MEMORY:
        return f"{mode}: the ratio is that of its CPU time"
    if result.threads == 1:
        return "in memory: the server's work on one core"
    return f"in memory, {result.threads} threads at once: the server's work on one core"


def _times(claims: Claims, rows: list[Row], sides: list[str]) -> Table:
    """Show the times of all sides beside each other, with the ratios to the first."""
    found = {(row.key, row.side): row for row in rows}
    bulk = rows[0].bytes is not None
    made = terminal.new_table(
        "certificate/group",
        "version",
        "cipher",
        "bytes" if bulk else "at once",
        *sides,
        *(f"{sides[0]}/{side}" for side in sides[1:]),
        left=3,
    )
    for row in {row.key: row for row in rows if row.side in sides}.values():
        here = [found.get((row.key, side)) for side in sides]
        made.add_row(
            row.pair,
            row.version,
            row.cipher,
            str(row.bytes if bulk else row.connections),
            *("-" if r is None else f"{1e6 * r.cpu_s:.4g}" for r in here),
            *("-" if r is None or r.ratio is None else _ratio(claims, r) for r in here[1:]),
        )
    return made


def _table(claims: Claims, rows: list[Row], baseline: str, side: str) -> Table:
    base = {row.key: row for row in rows if row.side == baseline}
    mine = [row for row in rows if row.side == side]
    bulk, unit = mine[0].bytes is not None, mine[0].unit
    per = OPERATION[mine[0].what]
    made = terminal.new_table(
        "cipher" if bulk else "certificate/group",
        "version",
        "bytes" if bulk else "at once",
        unit,
        f"was {unit}",
        "ratio",
        "from .. to",
        f"µs/{per}",
        f"cycles/{per}",
        "by",
        left=2,
    )
    for row in mine:
        was = f"{base[row.key].value:,.0f}" if row.key in base else ""
        interval = "" if row.ratio is None else f"{row.ratio_low:.2f} .. {row.ratio_high:.2f}"
        cycles = "" if row.cycles is None else f"{row.cycles:,.0f}"
        made.add_row(
            row.cipher if bulk else row.pair,
            row.version,
            str(row.bytes if bulk else row.connections),
            f"{row.value:,.0f}",
            was,
            _ratio(claims, row),
            interval,
            f"{1e6 * row.cpu_s:.4g}",
            cycles,
            row.served,
        )
    return made


def _server_table(claims: Claims, rows: list[Row], baseline: str, side: str) -> Table:
    """Show rates and latencies as the client saw them; CPU time and its kernel share are the server's."""
    base, mine = {row.key: row for row in rows if row.side == baseline}, [row for row in rows if row.side == side]
    file, unit, per = mine[0].bytes is not None, mine[0].unit, OPERATION[mine[0].what]
    made = terminal.new_table(
        "cipher" if file else "certificate/group",
        "version",
        "at once",
        unit,
        "was",
        "ratio",
        "from .. to",
        f"CPU µs/{per}",
        "was",
        "kernel",
        "p50 ms",
        "p99 ms",
        "server",
        "client",
        "by",
        left=2,
    )
    for row in mine:
        was = base[row.key]
        kernel = "" if row.system_s is None else _percent(row.system_s / row.cpu_s)
        made.add_row(
            row.cipher if file else row.pair,
            row.version,
            str(row.connections),
            f"{row.value:,.0f}",
            f"{was.value:,.0f}",
            _ratio(claims, row),
            f"{row.ratio_low:.2f} .. {row.ratio_high:.2f}",
            f"{1e6 * row.cpu_s:,.4g}",
            f"{1e6 * was.cpu_s:,.4g}",
            kernel,
            f"{row.p50_ms:.3g}",
            f"{row.p99_ms:.3g}",
            _percent(server_share(row)),
            f"{_percent(row.client_share)}{'!' if row.client_bound else ''}",
            row.served,
        )
    return made


def server_share(row: Row) -> float:
    """Return the server's CPU time divided by wall time."""
    return row.cpu_s * (row.value if row.bytes is None else 1e6 * row.value / row.bytes)


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _cores(settings: dict, rows: list[Row]) -> str:
    """Describe the cores of server and client, and what limited the rates."""
    bound = sum(row.client_bound for row in rows)
    idle = sum(not row.client_bound and row.connections > 1 and server_share(row) < BOUND for row in rows)
    return (
        f"servers on core {settings['server_core']}, their client on core {settings['load_core']}"
        + (", which share the units of one core" if settings["one_core"] else "")
        + (f"; the client (!) kept the server waiting in {bound} of {len(rows)} rows" if bound else "")
        + (
            f"; neither had its core to itself in {idle} of {len(rows)} rows: ratios of CPU time hold, rates are low"
            if idle
            else ""
        )
    )


def _ratio(claims: Claims, row: Row) -> Text:
    if row.ratio is None:
        return Text("new", style="green")
    verdict = claims.ratio_verdict(row)
    return Text(f"{terminal.MARKS[verdict]}{row.ratio:.2f}", style=terminal.STYLES[verdict])


def _library(side: dict) -> str:
    """Return the name and version of a side's libcrypto; a fork's version has its name."""
    version = side["libcrypto"]
    return f"OpenSSL {version}" if version[:1].isdigit() else version


def footer(result: Result, rows: list[Row]) -> Iterable[str | Text]:
    c, threshold = result.control, result.control["threshold"]
    yield (
        f"median of {result.settings['runs']} runs; A/A control: median {c['median']:.3f}, 95 % of "
        f"rows {c['low']:.3f} .. "
        f"{c['high']:.3f}; less than {100 * threshold:.1f} % is noise and stays unmarked"
    )
    if shares := [row.overhead for row in rows if row.overhead is not None]:
        over = sum(share > MOST_OVERHEAD for share in shares)
        yield (
            f"metering takes at most {100 * max(shares):.1f} % of a measured time"
            + (f", more than {100 * MOST_OVERHEAD:.0f} % in {over} of {len(shares)} rows" if over else "")
        )
    if served := [row for row in rows if row.client_share is not None]:
        yield _cores(result.settings, served)
    yield (
        f"{sum(len(row.samples) for row in result.rows)} samples, {sum(row.outliers for row in rows)} "
        "outliers among them, all "
        f"kept; clock {result.machine['clock_hz'] / 1e9:.2f} GHz, {result.machine['processor']}, "
        + ", ".join(dict.fromkeys(_library(side) for side in result.sides))
    )
    for reason in dict.fromkeys(
        (s["version"], s["certificate"], s["group"], s["cipher"], s["reason"]) for s in result.skipped
    ):
        yield Text("not measured: {} {}/{} {}: {}".format(*reason), style="yellow")
    if not result.complete:
        yield Text("interrupted: the plan is not complete", style="yellow")
