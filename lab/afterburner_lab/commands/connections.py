"""`connections`: what the module changes for a TLS server."""

from __future__ import annotations

import pathlib
import shlex
import sys
from dataclasses import replace
from types import SimpleNamespace
from typing import Annotated

import typer

from afterburner_lab.connections import classic_part, memory, parts, results, work
from afterburner_lab.connections.capacity import CORES_PER_SERVER, HEADROOM
from afterburner_lab.connections.parts import Wishes
from afterburner_lab.connections.results import BULK, Result
from afterburner_lab.connections.servers import install, kinds, points
from afterburner_lab.connections.servers import measure as measure_servers
from afterburner_lab.connections.servers.plan import Plan as ServersPlan
from afterburner_lab.core import libssl as other_libssl
from afterburner_lab.core import options, paths, sides, terminal
from afterburner_lab.core.driver import TLS
from afterburner_lab.core.errors import LabError
from afterburner_lab.core.options import (
    INTERRUPTED,
    Companion,
    Cpu,
    Csv,
    Json,
    Libcrypto,
    Module,
    Resume,
    Runs,
    Seed,
    Set,
)
from afterburner_lab.core.sides import Side
from afterburner_lab.speed import journal
from afterburner_lab.speed import plan as plans
from afterburner_lab.speed.plan import Plan

NAME = "connections"
OUTPUT = {"json", "csv", "resume"}  # options allowed with --resume, besides those of WISHES
WISHES = {
    "plan": "plan",
    "pair": "pair",
    "cores_per_server": "cores_per_server",
    "headroom": "headroom",
    "profile": "profile",
}

Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="WORD",
        help="What to measure, by names or globs, ignoring case: full, "
        "resumed, resumed-id or bulk; TLSv1.2 or TLSv1.3; a certificate (RSA-2048), "
        "CERTIFICATE/GROUP (P-256/X25519), a group or a cipher. Without one, the "
        "usual ones.",
    ),
]
Connections = Annotated[
    str | None,
    typer.Option(
        "--connections", metavar="N,N", help="Connections at once, instead of 32 (and of 1 to 256 for one pair)."
    ),
]
Servers = Annotated[
    str | None,
    typer.Option(
        metavar="NAMES",
        help="Real servers instead, over loopback: of nginx, haproxy, "
        "httpd and s_server, with commas between them, or all.",
    ),
]
Libssl = Annotated[
    pathlib.Path | None,
    typer.Option(
        metavar="PATH",
        help="A build of AWS-LC or BoringSSL, with include/ and lib/, as another side: its libssl, in memory.",
    ),
]
Yes = Annotated[bool, typer.Option("--yes", help="Fetch servers that this machine lacks without asking.")]
Threads = Annotated[
    int,
    typer.Option(
        metavar="N",
        help="Server threads, each with a share of the connections at "
        "once; they share contexts, as in a server.",
    ),
]
Sizes = Annotated[str | None, typer.Option(metavar="N,N", help="Bytes of a record, instead of 64, 1350 and 16384.")]
Quick = Annotated[
    bool, typer.Option("--quick", help="About a minute: 3 runs with fewer and shorter slices, and so wider intervals.")
]
Classic = Annotated[
    bool,
    typer.Option(
        "--classic",
        help="Like the older study: clock ticks of 32 to 256 new sessions at once, RSA "
        "keys of 512 (insecure), 1024 (insecure) and 2048 bits.",
    ),
]
Profile = Annotated[
    bool, typer.Option("--profile", help="Also show where the server's time goes, and the most that could be gained.")
]
PlanText = Annotated[
    str | None,
    typer.Option(
        "--plan", metavar="TEXT", help='Cores and servers for a load, as in "20000 full, 80000 resumed, 40 Gbit/s".'
    ),
]
Pair = Annotated[str | None, typer.Option(metavar="CERT/GROUP", help="The plan's certificate and group.")]
Cores = Annotated[
    int, typer.Option("--cores-per-server", metavar="N", min=1, help="Number of cores of each of the plan's servers.")
]
Headroom = Annotated[int, typer.Option(metavar="PERCENT", min=0, max=95, help="The share of each that is kept free.")]
Source = Annotated[
    pathlib.Path | None,
    typer.Option("--from", metavar="RESULT.json", help="Measure nothing: calculate the capacity from a result."),
]
HEADROOM_PERCENT = round(100 * HEADROOM)


def register(app: typer.Typer) -> None:
    app.command()(connections)


def connections(
    ctx: typer.Context,
    words: Words = None,
    at_once: Connections = None,
    sizes: Sizes = None,
    runs: Runs = None,
    quick: Quick = False,
    module: Module = None,
    cpu: Cpu = None,
    settings: Set = None,
    libcrypto: Libcrypto = "libcrypto.so.3",
    libssl: Libssl = None,
    companion: Companion = False,
    seed: Seed = 1,
    classic: Classic = False,
    profile: Profile = False,
    plan: PlanText = None,
    pair: Pair = None,
    cores_per_server: Cores = CORES_PER_SERVER,
    headroom: Headroom = HEADROOM_PERCENT,
    source: Source = None,
    json: Json = None,
    csv: Csv = None,
    resume: Resume = None,
    servers: Servers = None,
    yes: Yes = False,
    threads: Threads = 1,
) -> None:
    """Measure what a connection costs a TLS server, with and without the module, in memory: about five minutes."""
    given = SimpleNamespace(**ctx.params)
    wishes = Wishes(**{wish: ctx.params[name] for name, wish in WISHES.items()})
    wishes.check()
    options.outputs(json, csv)
    if source is not None:
        _reckon(ctx, source, wishes, json)
        return
    if servers is not None:
        result = measure_servers.measure(_servers_plan(given))
        _write_and_show(result, given, wishes)
        raise typer.Exit(0 if result.complete else INTERRUPTED)
    book = journal.to_resume(resume) if resume else journal.new(NAME, json)
    measured = _resumed_plan(ctx, book) if resume else _plan(given)
    wishes.check([work.Work.of(key) for key in measured.rows])
    options.note_threads(measured.threads)
    result = memory.measure(measured, journal=None if resume else book, resume=book if resume else None)
    parts.add(result, measured, wishes)
    _write_and_show(result, given, wishes)
    if not result.complete:
        print(f"continue with: {journal.resuming(NAME, book, json, csv)}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)
    book.unlink(missing_ok=True)


def _write_and_show(result: Result, given: SimpleNamespace, wishes: Wishes) -> None:
    if given.json:
        results.save_json(result, given.json)
        parts.save_log(result, given.json)
    if given.csv:
        results.save_csv(result, given.csv)
    parts.show(result, terminal.console(), wishes)


def _reckon(ctx: typer.Context, source: pathlib.Path, wishes: Wishes, json: pathlib.Path | None) -> None:
    """--from: only calculate the capacity."""
    if others := options.given(ctx) - {"source", "json"} - (set(WISHES) - {"profile"}):
        raise LabError(f"--from measures nothing; it does not accept {', '.join(sorted(others))}")
    result = results.load(source)
    parts.add_capacity(result, wishes)
    if result.capacity is None:
        raise LabError(f"{source}: contains no full handshake in memory with and without Afterburner; measure one")
    if json:
        results.save_json(result, json)
    parts.show_capacity(result, terminal.console())


def _resumed_plan(ctx: typer.Context, book: pathlib.Path) -> Plan:
    if others := options.given(ctx) - OUTPUT - set(WISHES):
        raise LabError(f"--resume continues the interrupted run; it does not accept {', '.join(sorted(others))}")
    plan = journal.read(book).header.plan
    if plan.program != TLS:
        raise LabError(f"{book}: a journal of `speed`; continue with afterburner-lab speed --resume {book}")
    return plan


def _sides(given: SimpleNamespace) -> tuple[Side, ...]:
    settings = options.settings(given.settings) | ({} if given.cpu is None else {"cpu": given.cpu})
    chosen = sides.standard(given.module, settings, given.companion)
    if given.libssl is not None:
        build = other_libssl.find(given.libssl)
        chosen.append(Side(build.side, libssl=build.folder, fork=build.provider))
    return tuple(chosen)


def _plan(given: SimpleNamespace) -> Plan:
    threads = options.counted(given.threads, "--threads", plans.MAX_THREADS)
    if threads > 1 and given.profile:
        raise LabError("--profile samples one thread; leave out --threads")
    plan = Plan(
        _sides(given),
        rows=tuple(w.key for w in _works(given)),
        program=TLS,
        threads=threads,
        libcrypto=given.libcrypto,
        seed=given.seed,
        keys=paths.keys(),
        command=shlex.join(["afterburner-lab", *sys.argv[1:]]),
        **memory.PACE,
    )
    plan = replace(plan, preset=classic_part.PRESET, **classic_part.PACE) if given.classic else plan
    plan = plan.quick() if given.quick else plan
    return plan if given.runs is None else replace(plan, runs=options.counted(given.runs, "--runs", plans.MAX_RUNS))


def _servers_plan(given: SimpleNamespace) -> ServersPlan:
    for option, value in (
        ("--libssl", given.libssl),
        ("--sizes", given.sizes),
        ("--resume", given.resume),
        ("--classic", given.classic),
        ("--profile", given.profile),
        ("--plan", given.plan),
        ("--pair", given.pair),
        ("--threads", given.threads != 1),
    ):
        if value:
            raise LabError(f"{option}: cannot be used with --servers")
    counts = _numbers(given.at_once, "--connections", work.MOST_CONNECTIONS)
    named = (
        work.named(given.words or [], counts, (), work.IN_SERVERS)
        if given.words or counts
        else points.usual(given.quick)
    )
    wanted = kinds.named(given.servers)
    *programs, (_, openssl) = install.programs([*wanted, kinds.KINDS["s_server"]], given.yes)
    plan = ServersPlan(
        _sides(given),
        tuple(programs),
        tuple(named),
        openssl,
        libcrypto=given.libcrypto,
        seed=given.seed,
        command=shlex.join(["afterburner-lab", *sys.argv[1:]]),
    )
    plan = plan.quick() if given.quick else plan
    return plan if given.runs is None else replace(plan, runs=options.counted(given.runs, "--runs", plans.MAX_RUNS))


def _works(given: SimpleNamespace) -> list[work.Work]:
    if given.classic:
        return _classic(given)
    counts = _numbers(given.at_once, "--connections", work.MOST_CONNECTIONS)
    sizes = _numbers(given.sizes, "--sizes", work.MOST_BYTES)
    if given.words or counts or sizes:
        words = given.words or ([BULK] if sizes and not counts else [])
        return work.shared(work.named(words, counts, sizes), given.threads)
    return work.shared(work.usual(given.quick), given.threads)


def _classic(given: SimpleNamespace) -> list[work.Work]:
    others = (given.words, given.sizes, given.at_once, given.profile, given.plan, given.pair, given.libssl)
    if any(others) or given.companion or given.threads != 1:
        raise LabError(
            "--classic measures what the older study did; it accepts no words, --connections, --sizes, "
            "--profile, --plan, "
            "--pair, --threads, --libssl, --companion"
        )
    return classic_part.works()


def _numbers(text: str | None, option: str, most: int) -> tuple[int, ...]:
    numbers = () if text is None else options.numbers(text, option)
    return tuple(options.counted(number, option, most) for number in numbers)
