"""Make the table of docs/applications.md from the matrix's reports in a folder, and print it: table.py FOLDER
[--write].

Exits with 1, and writes nothing, if a report of an application is missing.
"""
import json
import pathlib
import statistics
import sys

DOCUMENT = pathlib.Path(__file__).parents[2] / "docs" / "applications.md"
BEGIN = "<!-- Made by make test-applications ARGS=--write: -->\n"
END = "<!-- to here -->\n"
SLOWER = 0.95   # rows below this ratio are flagged
HEAD = (
    "| program | OpenSSL | without the module | with it | ratio | noise | the module served |\n"
    "|---|---|---|---|---|---|---|\n"
)
ENOUGH = 3        # rounds for a measurement; a row of fewer rounds is only checked
CHECKED = "only checked"
WORK_HEAD = "| program | what it does | what it goes through |\n|---|---|---|\n"


def file_of(name):
    """Return the name of an application's report in the folder."""
    return name.lower().replace(" ", "-").replace(",", "") + ".json"


def spread(over, under):
    """Return (median, least, most) of the ratios of the rounds; a round runs both sides within seconds of each other.
    """
    ratios = [a / b for a, b in zip(over, under)]
    return statistics.median(ratios), min(ratios), max(ratios)


def ratio_cell(ratio):
    middle, least, most = ratio
    text = f"{middle:.2f} ({least:.2f} to {most:.2f})"
    return f"**{text}, slower**" if middle < SLOWER else text


def rounds_of(report):
    return len(report["seconds"]["with"])


def times(seconds):
    """Return the cells of the times: medians, the ratio and the noise."""
    without, served = seconds["without"], seconds["with"]
    _, least, most = spread(without, seconds["again"])
    return [
        f"{statistics.median(without):.2f} s",
        f"{statistics.median(served):.2f} s",
        ratio_cell(spread(without, served)),
        f"{least:.2f} to {most:.2f}",
    ]


def row(report):
    cells = [
        f"{report['name']} {report['version']}",
        f"{report['openssl']}, {'static' if report['static'] else 'shared'}",
        *(times(report["seconds"]) if rounds_of(report) >= ENOUGH else [CHECKED] * 4),
        ", ".join(report["served"]),
    ]
    return "| " + " | ".join(cells) + " |\n"


def measured_before(document, report):
    """Return the row of this program, of whatever version, with its times from an earlier table; None if it has none.
    """
    start = f"| {report['name']} "
    results = document.partition(HEAD)[2].partition("\n\n")[0] + "\n"
    rows = [line for line in results.splitlines(True) if line.startswith(start) and CHECKED not in line]
    return rows[0] if rows else None


def row_or_before(report, document):
    """Return the row of a report. One without a measurement does not replace the measured row in the document."""
    before = measured_before(document, report) if rounds_of(report) < ENOUGH else None
    return before or row(report)


def render(reports, document=""):
    """Return both tables: what was measured, and what each application did. document: the page that they go to."""
    rounds = rounds_of(reports[0])
    machine = (
        f"{len(reports)} programs, all with the same answers on both sides. "
        f"{'Rounds' if rounds >= ENOUGH else 'Last check, rounds'}: {rounds}. {reports[0]['processor']},\n"
        f"{reports[0]['system']}, Afterburner at level {reports[0]['level']}.\n\n"
    )
    rows = "".join(row_or_before(report, document) for report in reports)
    work = "".join(f"| {r['name']} | {r['does']} | {r['lives']} |\n" for r in reports)
    return machine + HEAD + rows + "\n" + WORK_HEAD + work


def replaced(document, table):
    """Replace the table between the document's markers by this one."""
    before, rest = document.split(BEGIN)
    return before + BEGIN + table + END + rest.split(END)[1]


def main(folder, *options):
    sys.path.append(str(pathlib.Path(__file__).parents[1] / "system"))   # programs.py
    from matrix import MATRIX  # pylint: disable=import-outside-toplevel
    files = {application.name: pathlib.Path(folder) / file_of(application.name) for application in MATRIX}
    reports = [json.loads(file.read_text()) for file in files.values() if file.exists()]
    missing = [name for name, file in files.items() if not file.exists()]
    if reports:
        print(render(reports))
    if missing:
        sys.exit(f"no result of: {', '.join(missing)}")
    if "--write" in options:
        document = DOCUMENT.read_text()
        DOCUMENT.write_text(replaced(document, render(reports, document)))


if __name__ == "__main__":
    main(*sys.argv[1:])
