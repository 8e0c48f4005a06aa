"""The profile as text: shares of time without and with Afterburner, the ceiling of the gain, and the gain."""

from __future__ import annotations

import math

from rich.console import Console

from afterburner_lab.connections.profile import Gain, Profile, gains, kernel_shares
from afterburner_lab.connections.results import BULK, Key, Result
from afterburner_lab.core import terminal
from afterburner_lab.core.sides import CANDIDATE

HEADINGS = (
    "connection",
    "side",
    "replaceable",
    "other crypto",
    "OpenSSL",
    "libc",
    "kernel",
    "rest",
    "ceiling",
    "reached",
    "most of it",
)


def connection(key: Key) -> str:
    """Describe a kind of connection in words: full TLSv1.3 P-256/X25519."""
    _, what, version, certificate, group, cipher, _, size = key
    return f"{what} {version} {cipher} {size} B" if what == BULK else f"{what} {version} {certificate}/{group}"


def lines(gain: Gain) -> list[tuple[str, ...]]:
    """Return the lines of one kind of connection, one for each side, in the order of HEADINGS."""
    before = gain.before
    reached = "" if gain.reached is None else f"{gain.reached:.2f}"
    found = [(connection(before.key), before.side, *_shares(before), _times(before.ceiling), reached, _largest(before))]
    if gain.after is not None:
        found.append(("", gain.after.side, *_shares(gain.after), _times(gain.after.ceiling), "", _largest(gain.after)))
    return found


def notes(result: Result) -> list[str]:
    """Return what a reader must know about the figures."""
    profiles = [
        p for g in gains(result, result.sides[0]["name"], CANDIDATE) for p in (g.before, g.after) if p is not None
    ]
    lost = max((p.lost / p.samples for p in profiles), default=0)
    made = [
        f"Shares of the server's processor time, by {result.profile['method']}; replaceable: "
        "cryptography that Afterburner also has, whichever provider runs it. The ceiling is the further gain if that "
        "took no time at all.",
        f"At most {100 * lost:.1f} % of a line's samples could not be walked to their end; they count by their known "
        "frames.",
    ]
    system = kernel_shares(result, result.sides[0]["name"])
    if system:
        low, high = (f"{100 * pick(share for _, share in system):.0f}" for pick in (min, max))
        made.append(
            "In memory there are no sockets. Of the real servers' own processor time the kernel took "
            f"{low} to {high} %, "
            "which lowers their ceilings accordingly."
        )
    else:
        made.append(
            "In memory there are no sockets: a real server's kernel takes time too, which lowers the "
            "ceiling (--servers)."
        )
    return made


def show(result: Result, out: Console) -> None:
    made = terminal.new_table(*HEADINGS, left=2)
    made.columns[-1].justify = "left"
    for gain in gains(result, result.sides[0]["name"], CANDIDATE):
        for cells in lines(gain):
            made.add_row(*cells)
    terminal.print_table(out, "Where the server's time goes", made)
    for note in notes(result):
        out.print(note, style="dim", soft_wrap=not out.is_terminal)


def _shares(p: Profile) -> tuple[str, ...]:
    return (
        f"{100 * p.crypto:.0f} ± {100 * p.error:.0f} %",
        *(f"{100 * share:.0f} %" for share in (p.other_crypto, p.openssl, p.libc, p.kernel, p.rest)),
    )


def _largest(p: Profile) -> str:
    return ", ".join(f"{name} {100 * share:.0f} %" for name, share in p.largest())


def _times(ratio: float) -> str:
    return "no limit" if math.isinf(ratio) else f"{ratio:.2f}"
