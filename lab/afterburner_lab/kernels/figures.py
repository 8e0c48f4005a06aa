"""Measurements of several builds of the kernels: the result of `compilers --kernels`.

lab/schemas/kernels.json describes its file."""

from __future__ import annotations

import json
import pathlib
from dataclasses import asdict, dataclass, fields

from afterburner_lab.core import files, schema, statistics

SCHEMA = schema.KERNELS
NOTABLE = 1.05  # times as long as the best build: a loss worth fixing


@dataclass(frozen=True)
class Row:
    """A kernel in one build.

    ns: of a call. behind: how many times as long as in the best build, with its 95 % interval; 1 for the best one."""

    kernel: str
    build: str
    ns: float
    behind: float
    behind_low: float
    behind_high: float
    is_best: bool

    @property
    def is_notable(self) -> bool:
        """Return whether it is certainly behind by more than 5 %. (Of a call below ten nanoseconds, that is a cycle or
        two.)"""
        return self.behind > NOTABLE and self.behind_low > 1


Rows = dict[str, Row]  # the rows of one kernel, by build


@dataclass
class Figures:
    """The result.

    created: ISO 8601, UTC. command: reproduces it. settings: rows (a pattern of names), runs, rounds, seed. sides: a
    dictionary for each build: name, toolchain, family, compiler, level (of -O), is_shipped (at the project's own
    level)."""

    created: str
    command: str
    settings: dict
    machine: dict
    sides: list[dict]
    rows: list[Row]
    complete: bool = True
    schema: str = SCHEMA

    def by_kernel(self) -> dict[str, Rows]:
        """Return the rows by kernel, in the order in which they were made."""
        found: dict[str, Rows] = {}
        for row in self.rows:
            found.setdefault(row.kernel, {})[row.build] = row
        return found

    def names(self) -> list[str]:
        """The names of the builds."""
        return [side["name"] for side in self.sides]

    def shipped(self) -> list[str]:
        """The builds that should be best everywhere: those at the project's own level, or all if there is none."""
        return [side["name"] for side in self.sides if side["is_shipped"]] or self.names()

    def behind(self) -> dict[str, Rows]:
        """Return the kernels that a shipped build runs notably slower than the best build, the worst first."""
        shipped = self.shipped()
        found = {kernel: rows for kernel, rows in self.by_kernel().items() if any(rows[b].is_notable for b in shipped)}
        return dict(sorted(found.items(), key=lambda entry: -max(entry[1][b].behind for b in shipped)))

    def mean(self, build: str, family: str = "") -> float:
        """Return the geometric mean of `behind` of a build over all kernels, or over one family."""
        return statistics.geometric_mean(
            [
                row.behind
                for row in self.rows
                if row.build == build and row.kernel.startswith(f"{family}/" if family else "")
            ]
        )


def families(figures: Figures) -> list[str]:
    """Return the first parts of the kernels' names."""
    return sorted({row.kernel.partition("/")[0] for row in figures.rows})


def best(rows: Rows) -> Row:
    return next(row for row in rows.values() if row.is_best)


def save_json(figures: Figures, path: pathlib.Path) -> None:
    files.write_whole(path, json.dumps(asdict(figures), separators=(",", ":")))


def save_csv(figures: Figures, path: pathlib.Path) -> None:
    files.write_csv(path, [field.name for field in fields(Row)], map(asdict, figures.rows))


def load(path: pathlib.Path) -> Figures:
    data, rows = files.read_rows(path, SCHEMA, Row)
    return Figures(**{**data, "rows": rows})
