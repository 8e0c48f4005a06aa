"""The capacity of servers as text: the plan, if there is one, and the table from a site to the internet."""

from __future__ import annotations

from rich.console import Console

from afterburner_lab.connections.capacity import ASSUMPTIONS, Need
from afterburner_lab.connections.capacity_part import Capacity
from afterburner_lab.connections.demand import FULL, RESUMED, Demand
from afterburner_lab.core import terminal
from afterburner_lab.core.sides import BASELINE, CANDIDATE

_STEPS = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))
HEADINGS = (
    "a second",
    f"cores {BASELINE}",
    f"cores {CANDIDATE}",
    "saved",
    "from .. to",
    f"servers {BASELINE}",
    f"servers {CANDIDATE}",
    "fewer",
)


def words(demand: Demand) -> str:
    """Write a demand in the syntax of --plan: 20k full, 40 Gbit/s."""
    counts = ((demand.full, FULL), (demand.resumed, RESUMED))
    parts = ["{}{} {}".format(*_scaled(number), name) for number, name in counts if number]
    return ", ".join(parts + (["{} {}bit/s".format(*_scaled(8 * demand.bytes))] if demand.bytes else []))


def _scaled(number: float) -> tuple[str, str]:
    """Split a number into digits and suffix: 20, k."""
    step, prefix = next(((step, prefix) for step, prefix in _STEPS if number >= step), (1, ""))
    return f"{number / step:.4g}", prefix


def cells(need: Need) -> tuple[str, ...]:
    """Return the cells of one line of the table, in the order of HEADINGS."""
    low, high = need.saved.low, need.saved.high
    return (
        words(need.demand),
        _cores(need.before),
        _cores(need.after.value),
        f"{100 * need.saved.value:.0f} %",
        f"{100 * low:.0f} .. {100 * high:.0f} %",
        _whole(need.servers_before),
        _whole(need.servers_after),
        _whole(need.saved_servers),
    )


def title(capacity: Capacity) -> str:
    servers = capacity.servers
    return (
        f"Cores, and servers of {servers.cores} cores of which {100 * servers.headroom:.0f} % are kept free; "
        f"{capacity.pair}"
    )


def basis(capacity: Capacity) -> list[str]:
    """Describe the rows that the costs come from, and their values."""
    return [
        f"Cost of a {name if name == 'byte' else f'{name} handshake'}: "
        f"{_seconds(getattr(capacity.costs, name).seconds)} "
        f"without Afterburner ({words})."
        for name, words in capacity.basis.items()
    ]


def show(capacity: Capacity, out: Console) -> None:
    if (planned := capacity.need()) is not None:
        _print(f"The plan. {title(capacity)}", [planned], out)
    _print(f"From a site to the internet. {title(capacity)}", capacity.scales(), out)
    for line in (*basis(capacity), *ASSUMPTIONS):
        out.print(f"- {line}", style="dim", soft_wrap=not out.is_terminal)


def _print(heading: str, needs: list[Need], out: Console) -> None:
    made = terminal.new_table(*HEADINGS, left=1)
    for need in needs:
        made.add_row(*cells(need))
    terminal.print_table(out, heading, made)


def _seconds(seconds: float) -> str:
    step, unit = next(((step, unit) for step, unit in ((1e-3, "ms"), (1e-6, "µs")) if seconds >= step), (1e-9, "ns"))
    return f"{seconds / step:.3g} {unit}"


def _cores(number: float) -> str:
    return f"{number:.2f}" if number < 100 else _whole(round(number))


def _whole(number: int) -> str:
    return f"{number:,}".replace(",", " ")
