"""`speed`: measure, show, and write the result."""

from __future__ import annotations

import pathlib
import shlex
import sys
from dataclasses import replace
from types import SimpleNamespace
from typing import Annotated

import typer

from afterburner_lab.core import calls, options, paths, sides, terminal
from afterburner_lab.core.errors import LabError
from afterburner_lab.core.options import INTERRUPTED, Cpu, Csv, Json, Libcrypto, Module, Resume, Runs, Seed, Set
from afterburner_lab.speed import engine, journal, marks, preset_bignum, presets, results, table
from afterburner_lab.speed.plan import MAX_RUNS, MAX_THREADS, Plan
from afterburner_lab.speed.results import Result, Row

MISSED = 1  # exit status: a row is below its mark
# Options that do not affect what is measured: with --resume they may differ from those of the interrupted run.
OUTPUT = {"json", "csv", "resume", "all_rows", "skipped", "check"}

Words = list[str] | None
Path = pathlib.Path | None
Algorithms = Annotated[
    Words,
    typer.Argument(
        metavar="ALGORITHM",
        help="Names, ignoring case (RSA, ECDSA/P-256), globs "
        "(AES-*-GCM) or kinds (cipher). By default, everything in common use.",
    ),
]
Operation = Annotated[Words, typer.Option(metavar="OP", help="Only this operation; may be given several times.")]
Pattern = Annotated[
    str | None,
    typer.Option(
        metavar="NAMES",
        help="Ways of calling ciphers, digests, MACs and derivations, with commas between them: iv (a kept context), "
        "stream (update after update), context (a new one each time), fetch (and its method by name); iv,stream.",
    ),
]
Sizes = Annotated[
    str | None, typer.Option(metavar="N,N", help="Bytes of a message, instead of 16,64,256,1350,8192,16384.")
]
AddSize = Annotated[str | None, typer.Option(metavar="N,N", help="Bytes of a message, besides those.")]
Quick = Annotated[
    bool, typer.Option("--quick", help="Under a minute: 3 runs with fewer and shorter slices, and so wider intervals.")
]
Classic = Annotated[
    bool,
    typer.Option(
        "--classic", help="Like the older studies: 256 to 16384 bytes, 1000 operations averaged, and their table."
    ),
]
Threads = Annotated[int, typer.Option(metavar="N", help="Throughput of N threads together, in wall time.")]
Sides = Annotated[
    str | None,
    typer.Option(
        "--sides",
        metavar="NAMES",
        help="Of default, afterburner, companion (afterburner with the companion library preloaded) "
        "and software (default "
        "without AES, SHA, carry-less multiply and vector instructions), with commas "
        "between them; the first is the baseline.",
    ),
]
Preset = Annotated[str | None, typer.Option(metavar="NAME", help="An experiment of docs/experiments/.")]
Legacy = Annotated[bool, typer.Option("--legacy", help="With OpenSSL's legacy provider on every side.")]
Check = Annotated[
    Path, typer.Option(metavar="MARKS", help="Exit with 1 if a ratio stays below its mark (lab/marks.txt).")
]
AllRows = Annotated[bool, typer.Option("--all-rows", help="Also show rows with the same provider on both sides.")]
Skipped = Annotated[bool, typer.Option("--skipped", help="Show what could not be measured, and why.")]


def register(app: typer.Typer) -> None:
    app.command()(speed)


def speed(
    ctx: typer.Context,
    algorithms: Algorithms = None,
    operation: Operation = None,
    pattern: Pattern = None,
    sizes: Sizes = None,
    add_size: AddSize = None,
    runs: Runs = None,
    quick: Quick = False,
    classic: Classic = False,
    threads: Threads = 1,
    side_names: Sides = None,
    preset: Preset = None,
    module: Module = None,
    cpu: Cpu = None,
    settings: Set = None,
    libcrypto: Libcrypto = "libcrypto.so.3",
    legacy: Legacy = False,
    seed: Seed = 1,
    json: Json = None,
    csv: Csv = None,
    resume: Resume = None,
    check: Check = None,
    all_rows: AllRows = False,
    skipped: Skipped = False,
) -> None:
    """Measure speed: every algorithm, operation and size, on every side. All of them take about five minutes."""
    given = SimpleNamespace(**ctx.params)
    if preset == preset_bignum.NAME:
        raise typer.Exit(preset_bignum.run(options.given(ctx), quick))
    least = marks.read(check) if check else []
    options.outputs(json, csv)
    book = journal.to_resume(resume) if resume else journal.new("speed", json)
    if resume and json is None and book.parent != paths.results():
        given.json = book.with_name(book.name.removesuffix(journal.SUFFIX))
    plan = journal.read(book).header.plan if resume and not _says_what(ctx) else _plan(given)
    options.note_threads(plan.threads)
    result = engine.measure(plan, journal=None if resume else book, resume=book if resume else None)
    going_on = journal.resuming("speed", book, given.json, given.csv)
    try:
        _write_and_show(result, given)
    except LabError as e:
        raise LabError(f"{e}; all is kept: {going_on}") from None
    if not result.complete:
        print(f"continue with: {going_on}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)
    book.unlink(missing_ok=True)
    if check:
        _hold(result, least, plan)


def _says_what(ctx: typer.Context) -> bool:
    """Return whether an option was given that selects what is measured."""
    return not options.given(ctx) <= OUTPUT


def _plan(given: SimpleNamespace) -> Plan:
    plan = _paced(_base(given), given)
    if given.preset is not None:
        chosen = plan.sides
        plan = presets.plan(given.preset, plan)
        plan = replace(plan, sides=chosen) if given.side_names is not None else plan
    return _narrowed(plan, given)


def _base(given: SimpleNamespace) -> Plan:
    """Make the basic plan, with wall time if the module has threads of its own."""
    settings = options.settings(given.settings) | ({} if given.cpu is None else {"cpu": given.cpu})
    names = tuple(("default,afterburner" if given.side_names is None else given.side_names).split(","))
    return Plan(
        tuple(sides.choose(names, given.module, settings, given.legacy)),
        libcrypto=given.libcrypto,
        seed=given.seed,
        threads=options.counted(given.threads, "--threads", MAX_THREADS),
        wall=settings.get("threads", "0") != "0",
        keys=paths.keys(),
        command=shlex.join(["afterburner-lab", *sys.argv[1:]]),
    )


def _paced(plan: Plan, given: SimpleNamespace) -> Plan:
    plan = plan.classic() if given.classic else plan.threaded() if given.threads > 1 else plan
    plan = plan.quick() if given.quick else plan
    return plan if given.runs is None else replace(plan, runs=options.counted(given.runs, "--runs", MAX_RUNS))


def _narrowed(plan: Plan, given: SimpleNamespace) -> Plan:
    sizes = plan.sizes if given.sizes is None else options.numbers(given.sizes, "--sizes")
    added = () if given.add_size is None else options.numbers(given.add_size, "--add-size")
    return replace(
        plan,
        patterns=tuple(given.algorithms or plan.patterns),
        sizes=sizes + added,
        operations=tuple(given.operation or plan.operations),
        calls=_calls(given),
    )


def _calls(given: SimpleNamespace) -> tuple[str, ...]:
    """Return the ways of calling. The older studies kept their contexts, and so does what must be quick."""
    if given.pattern is None:
        return (calls.KEPT,) if given.quick or given.classic or given.preset is not None else calls.USUAL
    ways = tuple(dict.fromkeys(given.pattern.split(",")))
    for way in ways:
        if way not in calls.CALLS:
            raise LabError(f"--pattern {given.pattern}: of {', '.join(calls.CALLS)}, with commas between them")
    return ways


def _write_and_show(result: Result, given: SimpleNamespace) -> None:
    if given.json:
        results.save_json(result, given.json)
    if given.csv:
        results.save_csv(result, given.csv)
    out = terminal.console()
    if result.settings["loops"]:
        table.show_classic(result, out)
    else:
        table.show(result, out, given.all_rows)
    if given.skipped:
        table.show_skipped(result, out)


def _hold(result: Result, least: list[marks.Mark], plan: Plan) -> None:
    def measure_again(rows: list[Row], attempt: int) -> Result:
        return engine.measure(plan.just([row.key for row in rows], attempt), progress=False)

    missed = marks.check(result, least, measure_again)
    for miss in missed:
        print(f"MISS {miss}")
    print(f"rows held to a mark: {len(marks.held(result, least))}, below it: {len(missed)}")
    if missed:
        raise typer.Exit(MISSED)
