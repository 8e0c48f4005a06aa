"""`connections --profile`: where the server's time goes, and so the most that any faster cryptography could gain.

The driver samples the call stack of its server at random moments, many times a millisecond, and knows where the
functions of the providers begin (lab/native/profile/). A share is therefore a share of time on this processor, and
needs neither a profiler nor symbols. Shares cover the server's work in memory. For a real server, whose kernel works
too, the rows contain user and system time."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from afterburner_lab.connections.results import BULK, FULL, MEMORY, RESUMED, Key, Result, Row
from afterburner_lab.core.driver import Driver
from afterburner_lab.core.errors import LabError
from afterburner_lab.speed.results import ALL_RUNS

SAMPLES, INTERVAL_US, MOST_MS = 2500, 400, 8000
METHOD = "call stacks sampled at random moments of the server's work, on average every {interval_us} µs"
# The driver's names of the parts (lab/native/profile/shares.h); the first ten are operations of providers.
OPERATIONS = {
    "signature": "signatures",
    "exchange": "key exchange",
    "keymgmt": "keys",
    "kem": "key encapsulation",
    "asym_cipher": "encryption with public keys",
    "kdf": "key derivation",
    "mac": "MACs",
    "digest": "digests",
    "cipher": "ciphers",
    "rand": "random numbers",
}
REST = {"libcrypto": "rest of libcrypto", "libssl": "libssl", "libc": "libc", "program": "the rest", "kernel": "kernel"}


@dataclass(frozen=True)
class Profile:
    """The profile of one kind of connection on one side.

    parts: samples by part; replaceable: those of them in algorithms that the module offers, too. lost: samples whose
    stack could not be walked to its end."""

    key: Key
    side: str
    samples: int
    lost: int
    parts: dict[str, int]
    replaceable: dict[str, int]

    @property
    def crypto(self) -> float:
        """The share of time in cryptography that the module can replace, or has replaced."""
        return self._share(sum(self.replaceable.values()))

    @property
    def other_crypto(self) -> float:
        """The share in providers for which the module has no replacement."""
        return self._share(sum(self.parts[name] for name in OPERATIONS)) - self.crypto

    @property
    def openssl(self) -> float:
        return self._share(self.parts["libcrypto"] + self.parts["libssl"])

    @property
    def libc(self) -> float:
        return self._share(self.parts["libc"])

    @property
    def kernel(self) -> float:
        return self._share(self.parts["kernel"])

    @property
    def rest(self) -> float:
        return self._share(self.parts["program"])

    @property
    def error(self) -> float:
        """Half of the 95 % interval of `crypto`, from the number of samples."""
        return 1.96 * math.sqrt(max(self.crypto * (1 - self.crypto), 1 / self.samples) / self.samples)

    @property
    def ceiling(self) -> float:
        """How many times faster a server would be if its replaceable cryptography took no time at all (Amdahl's law).
        """
        return math.inf if self.crypto >= 1 else 1 / (1 - self.crypto)

    def largest(self, most: int = 3) -> list[tuple[str, float]]:
        """Return the operations that take most of the replaceable time, with their shares of all time."""
        found = sorted(((self._share(n), name) for name, n in self.replaceable.items() if n), reverse=True)
        return [(OPERATIONS.get(name, REST.get(name, name)), share) for share, name in found[:most]]

    def _share(self, samples: int) -> float:
        return samples / self.samples if self.samples else 0.0


@dataclass(frozen=True)
class Gain:
    """The profiles of baseline and candidate, and the measured speed-up of the candidate; None if it was not measured.
    """

    before: Profile
    after: Profile | None
    reached: float | None


def choose(rows: list[Row]) -> list[Row]:
    """Choose which rows measured in memory to profile: a full handshake of each pair in its newest version, and, for
    the first pair, a resumed one and bulk data of the longest records."""
    here = [row for row in rows if row.mode == MEMORY]
    usual = max(
        (row.connections for row in here if row.what == FULL), key=[row.connections for row in here].count, default=0
    )
    full = {}
    for row in sorted((r for r in here if r.what == FULL), key=lambda r: (r.version, r.connections == usual)):
        full[row.pair] = row
    first = [
        max((row for row in here if row.what == what), key=lambda row: (row.version, row.bytes or 0), default=None)
        for what in (RESUMED, BULK)
    ]
    return [row for row in (*full.values(), *first) if row is not None]


def measure(driver: Driver, rows: list[Row], sides: list[str]) -> dict:
    """Make the part `profile` of a result: each row's kind of connection on each of the sides."""
    return {
        "method": METHOD.format(interval_us=INTERVAL_US),
        "interval_us": INTERVAL_US,
        "rows": [_ask(driver, row, side) for row in rows for side in sides],
    }


def _ask(driver: Driver, row: Row, side: str) -> dict:
    algorithm = f"{row.version}/{row.certificate}/{row.group}/{row.cipher}/{row.connections}"
    answer = driver.ask(
        f"profile kind=connection algorithm={algorithm} operation={row.what} bytes={row.bytes or 0} side={side} "
        f"samples={SAMPLES} interval_us={INTERVAL_US} most_ms={MOST_MS}"
    )
    if not answer["samples"]:
        raise LabError(f"--profile: {algorithm}, {row.what}: no sample was taken")
    parts = answer["parts"]
    return {
        "mode": row.mode,
        "what": row.what,
        "version": row.version,
        "certificate": row.certificate,
        "group": row.group,
        "cipher": row.cipher,
        "connections": row.connections,
        "bytes": row.bytes,
        "side": side,
        "samples": answer["samples"],
        "lost": answer["lost"],
        "parts": {name: counts[0] for name, counts in parts.items()},
        "replaceable": {name: counts[1] for name, counts in parts.items()},
    }


def read(part: dict) -> list[Profile]:
    return [
        Profile(
            (
                r["mode"],
                r["what"],
                r["version"],
                r["certificate"],
                r["group"],
                r["cipher"],
                r["connections"],
                r["bytes"],
            ),
            r["side"],
            r["samples"],
            r["lost"],
            r["parts"],
            r["replaceable"],
        )
        for r in part["rows"]
    ]


def gains(result: Result, baseline: str, candidate: str) -> Iterator[Gain]:
    """Yield the profiles in the part `profile` of a result, each with the gain measured by its rows."""
    found = {(p.key, p.side): p for p in read(result.profile)} if result.profile else {}
    reached = {row.key: row.ratio for row in result.rows if row.run == ALL_RUNS and row.side == candidate}
    for (key, side), profile in found.items():
        if side == baseline:
            yield Gain(profile, found.get((key, candidate)), reached.get(key))


def kernel_shares(result: Result, side: str) -> list[tuple[Row, float]]:
    """For real servers, return each row's share of system time in its processor time."""
    return [
        (row, row.system_s / (row.user_s + row.system_s))
        for row in result.summary(side)
        if row.mode != MEMORY and row.user_s is not None and row.system_s is not None and row.user_s + row.system_s > 0
    ]
