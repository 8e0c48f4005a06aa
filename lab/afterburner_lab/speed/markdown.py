"""A result of `speed` as Markdown: what is slower first, then the ratios of every algorithm."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from afterburner_lab.core import calls
from afterburner_lab.speed.claims import Claims
from afterburner_lab.speed.results import KINDS, Result, Row
from afterburner_lab.speed.table import requested_size

Lines = dict[tuple[str, str], dict[str, list[Row]]]  # by algorithm and way of calling, then by operation


def markdown(result: Result, side: str) -> str:
    """Return the tables of one side. Rows that run the same code on both sides are left out."""
    claims = Claims(result)
    rows = [row for row in result.summary(side) if row.ratio is not None and not claims.is_alike(row)]
    return "\n".join([*_about(result, side), *_losses(rows, claims), *_kinds(result, rows)]) + "\n"


def _about(result: Result, side: str) -> Iterator[str]:
    about = next(s for s in result.sides if s["name"] == side)
    runs, control = result.settings["runs"], result.control
    yield f"    {result.command}"
    yield ""
    yield (
        f"OpenSSL {about['libcrypto']}, level `{about['level']}`, {result.machine['processor']}, "
        f"{result.created[:10]}: {runs} run{'' if runs == 1 else 's'}. Of the A/A control 95 % of the rows lie between "
        f"{control['low']:.3f} and {control['high']:.3f}; less than {100 * control['threshold']:.1f} % is noise."
    )
    yield ""


def _losses(rows: list[Row], claims: Claims) -> Iterator[str]:
    slower = sorted((row for row in rows if claims.verdict(row) == "slower"), key=lambda row: row.ratio or 0)
    if not slower:
        yield f"None of {len(rows)} rows is slower than OpenSSL's own."
        yield ""
        return
    yield f"Slower than OpenSSL's own, {len(slower)} of {len(rows)} rows:"
    yield ""
    yield from _table(
        ["algorithm", "operation", "bytes", "ratio", "95 % interval"],
        ([row.algorithm, row.operation, str(row.bytes or ""), _number(row), _interval(row)] for row in slower),
    )


def _kinds(result: Result, rows: list[Row]) -> Iterator[str]:
    for kind, title in KINDS.items():
        for sized in (True, False):
            lines: Lines = defaultdict(lambda: defaultdict(list))
            for row in rows:
                if row.kind == kind and (row.bytes is not None) == sized:
                    lines[row.algorithm, calls.split(row.operation)[1]][row.operation].append(row)
            if lines:
                yield f"**{title}**"
                yield ""
                yield from (_by_size(result, lines) if sized else _by_operation(lines))


def _by_size(result: Result, lines: Lines) -> Iterator[str]:
    """Yield a line for each algorithm and way of calling; a cell has the ratios of its operations at that size."""
    measured = [row for operations in lines.values() for rows in operations.values() for row in rows]
    sizes = sorted({requested_size(result, row) for row in measured})
    body = []
    for (algorithm, _), operations in lines.items():
        cells = [{requested_size(result, row): _number(row) for row in rows} for rows in operations.values()]
        at_sizes = (" / ".join(cell.get(size, "-") for cell in cells) for size in sizes)
        body.append([algorithm, ", ".join(operations), *at_sizes])
    yield from _table(["algorithm", "operations", *map(str, sizes)], body)


def _by_operation(lines: Lines) -> Iterator[str]:
    yield from _table(
        ["algorithm", "operation", "ratio", "a second"],
        (
            [algorithm, operation, _number(row), f"{row.value:.4g}" if row.value < 1e4 else f"{row.value:.0f}"]
            for (algorithm, _), operations in lines.items()
            for operation, (row, *_) in operations.items()
        ),
    )


def _number(row: Row) -> str:
    ratio = row.ratio or 0
    return f"{ratio:.2f}" if ratio < 9.995 else f"{ratio:.0f}"


def _interval(row: Row) -> str:
    return f"{row.ratio_low:.2f} to {row.ratio_high:.2f}"


def _table(head: list[str], body: Iterable[list[str]]) -> Iterator[str]:
    for line in (head, ["---"] * len(head), *body):
        yield f"| {' | '.join(line)} |"
    yield ""
