"""What one run of a recipe says: the verdict of each case, in TAP and in the remarks of evp_test, and which families of
the module served."""

import collections
import re
from dataclasses import dataclass, field

# From 4.0 on, some recipes pass on what a program prints as comments.
RESULT = re.compile(r"^(?:#(?= {4}))?( *)(not )?ok \d+(?: - (.*?))? *(# *skip.*)?$", re.I)
FOLDERS = re.compile(r"(?<!\S)\.{0,2}/\S*/")
STANZA = re.compile(r"^ *# +(?:INFO: +)?(?:\S*/)?([\w.-]+\.txt):(\d+): (.*)$")
COMPLETED = re.compile(r"Completed (\d+) tests with (\d+) errors and (\d+) skipped")
SERVED = re.compile(r"\bafterburner: ([^:\n]+): serves with \S+$", re.M)  # after what commands print as they go on


@dataclass
class Run:
    """Verdicts by case; the number of cases that contain no others."""

    verdicts: dict[str, str] = field(default_factory=dict)
    num_cases: int = 0
    served: collections.Counter = field(default_factory=collections.Counter)

    def record(self, case: str, verdict: str) -> None:
        """Cases of the same name are numbered."""
        name, number = case, 1
        while name in self.verdicts:
            number += 1
            name = f"{case} #{number}"
        self.verdicts[name] = verdict


def read(output: str, remarks: str, status: int) -> Run:
    """The standard output, standard error and exit status of a recipe."""
    run = Run(served=collections.Counter(SERVED.findall(remarks)))
    _read_results(run, output.splitlines())
    for line in remarks.splitlines():
        if stanza := STANZA.match(line):
            run.record(f"{stanza[1]}:{stanza[2]}", stanza[3])
        elif completed := COMPLETED.search(line):
            run.record("completed", f"{completed[1]} tests, {completed[2]} errors, {completed[3]} skipped")
            run.num_cases += int(completed[1])
    run.record("exit status", str(status))
    return run


def _read_results(run: Run, lines: list[str]) -> None:
    """Name each case by the number of the recipe's step that it is part of, its depth and its description, without the
    folders of files. TAP gives the parts before the whole."""
    step, deeper = 1, -1
    for line in lines:
        if not (result := RESULT.match(line)):
            continue
        depth = len(result[1]) // 4
        name = FOLDERS.sub("", result[3] or "")
        run.record(f"{step}/{depth}: {name}", "skipped" if result[4] else "failed" if result[2] else "ok")
        run.num_cases += deeper <= depth
        deeper = depth
        step += depth == 0


def compare(stock: Run, ours: Run) -> dict[str, str]:
    """The cases with another verdict: what each side says. The exit status counts only if no case explains it."""
    names = dict.fromkeys([*stock.verdicts, *ours.verdicts])
    sides = {name: (stock.verdicts.get(name, "absent"), ours.verdicts.get(name, "absent")) for name in names}
    different = {name: f"stock: {a}; with the module: {b}" for name, (a, b) in sides.items() if a != b}
    if len(different) > 1:
        different.pop("exit status", None)
    return different
