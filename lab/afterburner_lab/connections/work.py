"""Choose which connections are measured: the default selection, or those that words name."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from itertools import product

from afterburner_lab.connections.results import BULK, FILE, FULL, KEEP_ALIVE, RESUMED, RESUMED_ID
from afterburner_lab.core.errors import LabError
from afterburner_lab.speed import plan

KIND = "connection"  # of the driver, lab/native/tls/connection.h
TLS12, TLS13 = "TLSv1.2", "TLSv1.3"
GCM128 = "AES-128-GCM"
TRANSPORT = "RSA"  # instead of a group: the client encrypts the secret with the server's key
CBC = ("AES-128-CBC-SHA", "AES-256-CBC-SHA", "AES-128-CBC-SHA256")  # only in TLS 1.2
MLDSA = ("ML-DSA-44", "ML-DSA-65", "ML-DSA-87")  # only in TLS 1.3
IN_MEMORY, IN_SERVERS = (
    (FULL, RESUMED, RESUMED_ID, BULK),
    (FULL, RESUMED, KEEP_ALIVE, FILE),
)  # the kinds that each mode can measure
KNOWN = {
    "what": tuple(dict.fromkeys((*IN_MEMORY, *IN_SERVERS))),
    "version": (TLS13, TLS12),
    "certificate": ("RSA-2048", "RSA-3072", "RSA-4096", "P-256", "P-384", "Ed25519", *MLDSA),
    "group": ("X25519", "P-256", "P-384", "ffdhe2048", "X25519MLKEM768", TRANSPORT),
    "cipher": (GCM128, "AES-256-GCM", "CHACHA20-POLY1305", *CBC),
}
HYBRID = "X25519MLKEM768"
# The five pairs that servers use most, as (certificate, group): most servers have the first.
PAIRS = (("P-256", "X25519"), ("RSA-2048", "X25519"), ("RSA-4096", "X25519"), ("P-384", "P-384"), ("Ed25519", "X25519"))
BULK_CIPHERS = ((TLS13, GCM128), (TLS13, "AES-256-GCM"), (TLS13, "CHACHA20-POLY1305"), (TLS12, CBC[0]))
SIZES = (64, 1350, 16384)
MOST_BYTES = 16384  # in a record
CONCURRENCY = 32
SCAN = (1, 32, 64, 96, 128, 160, 192, 224, 256)
QUICK_SCAN = (1, 32, 256)
MOST_CONNECTIONS = 1024
FILE_BYTES, FILES = 10_000_000, 4  # in a file; files at once, enough to keep a core busy


@dataclass(frozen=True)
class Usual:
    """For a kind of connection: the values where no word says otherwise."""

    pairs: tuple[tuple[str, str], ...] = PAIRS
    ciphers: tuple[str, ...] = (GCM128,)
    counts: tuple[int, ...] = (CONCURRENCY,)
    lengths: tuple[int | None, ...] = (None,)


USUAL = {
    BULK: Usual(PAIRS[:1], tuple(dict.fromkeys(cipher for _, cipher in BULK_CIPHERS)), (1,), SIZES),
    KEEP_ALIVE: Usual(PAIRS[:1]),
    FILE: Usual(PAIRS[:1], counts=(FILES,), lengths=(FILE_BYTES,)),
}


@dataclass(frozen=True)
class Work:
    """One thing to measure; fields as in results.Row. bytes: of a record, for bulk only."""

    what: str
    version: str
    certificate: str
    group: str
    cipher: str = GCM128
    connections: int = CONCURRENCY
    bytes: int | None = None

    @property
    def pair(self) -> tuple[str, str]:
        return self.certificate, self.group

    @property
    def key(self) -> plan.Key:
        """The key that the driver and the journal use."""
        parts = (self.version, self.certificate, self.group, self.cipher, str(self.connections))
        return KIND, "/".join(parts), self.what, self.bytes

    @staticmethod
    def of(key: plan.Key) -> Work:
        version, certificate, group, cipher, connections = key[1].split("/")
        return Work(key[2], version, certificate, group, cipher, int(connections), key[3])

    def is_possible(self) -> bool:
        """Return whether TLS has this combination: CBC and RSA key transport ended with TLS 1.2, hybrids and ML-DSA
        began with 1.3, and in 1.2 DHE exists with RSA only."""
        if self.version == TLS13:
            return self.cipher not in CBC and self.what != RESUMED_ID and self.group != TRANSPORT
        is_rsas = self.group.startswith("ffdhe") or self.group == TRANSPORT
        is_later = "MLKEM" in self.group or self.certificate in MLDSA
        return not is_later and (not is_rsas or self.certificate.startswith("RSA"))


def usual(quick: bool = False) -> list[Work]:
    """List the default selection: the five pairs, sessions resumed, one pair at each concurrency, and bulk data."""
    first, nist = PAIRS[0], ("P-384", "P-384")
    full = [Work(FULL, version, *pair) for pair in PAIRS for version in (TLS13, TLS12)]
    hybrid = [Work(FULL, TLS13, first[0], HYBRID)]
    resumed = [Work(RESUMED, TLS13, *first), Work(RESUMED, TLS12, *first), Work(RESUMED, TLS13, *nist)]
    scan = [Work(FULL, TLS13, *first, connections=n) for n in (QUICK_SCAN if quick else SCAN)]
    bulk = [Work(BULK, version, *first, cipher, 1, size) for version, cipher in BULK_CIPHERS for size in SIZES]
    return list(dict.fromkeys([*full, *hybrid, *resumed, *scan, *bulk]))


def shared(works: list[Work], threads: int) -> list[Work]:
    """Return the same with at least one connection for each thread."""
    return list(dict.fromkeys(replace(work, connections=max(work.connections, threads)) for work in works))


def named(
    words: list[str], connections: tuple[int, ...], sizes: tuple[int, ...], kinds: tuple[str, ...] = IN_MEMORY
) -> list[Work]:
    """Return the selected works.

    Words of the same part are alternatives, words of different parts must all match; a part without a word has its
    defaults: full and resumed, both versions, and the values of USUAL. connections: instead of the defaults, if given;
    sizes: of records, likewise. kinds: those that can be measured here."""
    chosen = _chosen(words)
    pairs = _pairs(chosen)
    if elsewhere := [what for what in chosen["what"] if what not in kinds]:
        where = "only in memory, without" if kinds == IN_SERVERS else "only of real servers, with"
        raise LabError(f"{elsewhere[0]}: {where} --servers")
    found: list[Work] = []
    for what in chosen["what"] or (FULL, RESUMED):
        usual_here = USUAL.get(what, Usual())
        lengths = sizes if sizes and what == BULK else usual_here.lengths
        parts = product(
            chosen["version"] or KNOWN["version"],
            pairs or usual_here.pairs,
            chosen["cipher"] or usual_here.ciphers,
            connections or usual_here.counts,
            lengths,
        )
        found += [Work(what, version, *pair, cipher, count, size) for version, pair, cipher, count, size in parts]
    if not (possible := [work for work in found if work.is_possible()]):
        raise LabError(f"{' '.join(words)}: TLS has no such connection")
    return possible


def _pairs(chosen: dict[str, list]) -> list[tuple[str, str]]:
    """Return the named pairs, and those of named certificates and groups: a certificate alone gets its usual group, a
    group alone the first pair's certificate."""
    usual_group = dict(PAIRS)
    certificates = chosen["certificate"] or ([PAIRS[0][0]] if chosen["group"] else [])
    made = [(c, g) for c in certificates for g in chosen["group"] or [usual_group.get(c, PAIRS[0][1])]]
    return list(dict.fromkeys([*chosen["pair"], *made]))


def _chosen(words: list[str]) -> dict[str, list]:
    """Return, by part, what the words name; "pair" contains (certificate, group)."""
    chosen: dict[str, list] = {part: [] for part in (*KNOWN, "pair")}
    for word in words:
        part, names = _matching(word)
        chosen[part] += [name for name in names if name not in chosen[part]]
    return chosen


def _matching(word: str) -> tuple[str, list]:
    """Match a name or glob of a part, case-insensitively, or CERTIFICATE/GROUP. P-256 and P-384 alone are certificates.
    """
    if "/" in word:
        pairs = [p for p in product(KNOWN["certificate"], KNOWN["group"]) if _fits("/".join(p), word)]
        if pairs:
            return "pair", pairs
    for part, names in KNOWN.items():
        if found := [name for name in names if _fits(name, word)]:
            return part, found
    known = [name for names in KNOWN.values() for name in names]
    near = difflib.get_close_matches(word, known, n=3, cutoff=0.5)
    hint = f"near: {', '.join(near)}" if near else "such as full, TLSv1.3, RSA-2048, P-256/X25519 or AES-128-GCM"
    raise LabError(f"{word}: no such connection; {hint}")


def _fits(name: str, pattern: str) -> bool:
    return fnmatchcase(name.upper(), pattern.upper())
