"""Measure real servers: every run starts each server again, on all sides at once; the sides take turns, slice by slice,
while the others wait."""

from __future__ import annotations

import contextlib
import pathlib
import random
import tempfile
from dataclasses import replace

from afterburner_lab.connections.results import FULL, RESUMED, Result
from afterburner_lab.connections.servers import certificates, counted, machine, path, points, summary
from afterburner_lab.connections.servers.certificates import Certificate
from afterburner_lab.connections.servers.counted import Counts
from afterburner_lab.connections.servers.load import Agreed, Done, Load, LoadFailed
from afterburner_lab.connections.servers.path import Providers
from afterburner_lab.connections.servers.plan import Plan
from afterburner_lab.connections.servers.program import Program
from afterburner_lab.connections.servers.samples import Gap, Sample, Slice
from afterburner_lab.connections.servers.server import EMPTY, FILE, GROUPS, Server, ServerFailed, Site
from afterburner_lab.connections.work import FILE_BYTES, Work
from afterburner_lab.core.progress import Progress
from afterburner_lab.core.sides import CANDIDATE, Side, clean_environment
from afterburner_lab.speed import engine
from afterburner_lab.speed.journal import Header
from afterburner_lab.speed.plan import Plan as SpeedPlan

MOST = 200_000  # operations in a slice
CURVES = {"prime256v1": "P-256", "secp384r1": "P-384"}  # libssl's names of the curves


def measure(plan: Plan, progress: bool = True) -> Result:
    """Measure the plan.

    An interruption (Ctrl-C, SIGTERM) ends it; the result then contains what was measured so far, with complete false.
    """
    with engine.Session(SpeedPlan(plan.sides, libcrypto=plan.libcrypto, command=plan.command)) as session:
        header, known = session.header(), path.providers(session.offers())
    with tempfile.TemporaryDirectory(prefix="afterburner-servers-") as name:
        bench = _Bench(plan, header, known, pathlib.Path(name))
        with Progress(plan.runs * len(plan.tasks()), 0, progress) as shown:
            try:
                bench.prepare()
                bench.measure_all(shown)
                complete = True
            except KeyboardInterrupt:
                complete = False
    return summary.summarise(plan, header, known, bench.samples, bench.gaps, bench.settings(), complete)


class _Bench:
    """The state of a run. samples, gaps: what was measured so far, and what could not be."""

    def __init__(self, plan: Plan, header: Header, known: Providers, folder: pathlib.Path):
        self.plan, self.folder, self.known = plan, folder, known
        self._sides = {side.name: side for side in plan.sides}
        self.samples: list[Sample] = []
        self.gaps = [
            Gap(server.name, work, reason)
            for server, _ in plan.servers
            for work in plan.works
            if (reason := points.lack(work, server))
        ]
        self.cores = machine.choose_cores()
        self._libcrypto = {side["name"]: pathlib.Path(side["libcrypto_path"]) for side in header.sides}
        self._groups = GROUPS + _further_groups(plan.works, known)
        self._certificates: dict[str, Certificate] = {}

    def prepare(self) -> None:
        """Create files to serve, certificates, and an openssl.cnf for each side, readable by unprivileged servers."""
        self.folder.chmod(0o755)
        self.documents = self.folder / "documents"
        self.documents.mkdir()
        (self.documents / EMPTY.strip("/")).write_bytes(b"")
        (self.documents / FILE.strip("/")).write_bytes(random.Random(self.plan.seed).randbytes(FILE_BYTES))
        for name in dict.fromkeys(work.certificate for work in self.plan.works):
            self._certificates[name] = certificates.make(name, self.folder, self.plan.openssl)
        for side in self.plan.sides:
            self._conf(side.name).write_text(_counting(side).configuration())
        self._conf("load").write_text(_client_side(self.plan.sides).configuration())

    def settings(self) -> dict:
        """Return how it was measured, besides the plan."""
        return {
            "server_core": self.cores.server,
            "load_core": self.cores.load,
            "one_core": self.cores.one_core,
            "client": _client_side(self.plan.sides).provider,
            "programs": {s.name: p.path for s, p in self.plan.servers},
        }

    def _conf(self, name: str) -> pathlib.Path:
        return self.folder / f"{name}.cnf"

    def measure_all(self, shown: Progress) -> None:
        for run in range(1, self.plan.runs + 1):
            for server, program in self.plan.servers:
                rng = random.Random(f"{self.plan.seed}/{run}/{server.name}")
                here = points.fitted(list(self.plan.works), server)
                by_certificate = {name: [p for p in here if p.certificate == name] for name in self._certificates}
                for name in rng.sample(list(by_certificate), len(by_certificate)):
                    self._measure_group(
                        server, program, self._certificates[name], by_certificate[name], run, rng, shown
                    )

    def _measure_group(
        self,
        server: type[Server],
        program: Program,
        certificate: Certificate,
        group: list[Work],
        run: int,
        rng: random.Random,
        shown: Progress,
    ) -> None:
        """Measure the works of one certificate, with its own servers on all sides."""
        left = rng.sample(group, len(group))
        try:
            with contextlib.ExitStack() as stack:
                started = {
                    side.name: self._start(stack, server, program, certificate, side)
                    for side in rng.sample(self.plan.sides, len(self.plan.sides))
                }
                pairs = {side.name: started[side.name] for side in self.plan.sides}
                while left:
                    shown.at(run, " ".join(map(str, points.key(left[0], server.name)[:-1])))
                    self._measure_point(server, left[0], pairs, run, rng)
                    left.pop(0)
                    shown.advance()
        except ServerFailed as e:
            self.gaps += [Gap(server.name, work, str(e)) for work in left]

    def _start(
        self, stack: contextlib.ExitStack, server: type[Server], program: Program, certificate: Certificate, side: Side
    ) -> tuple[Server, Load]:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(dir=self.folder)))
        folder.chmod(0o755)
        environment = {**clean_environment(), **side.environment(), **_library_path(side, self.plan)}
        site = Site(
            self.documents, folder, certificate, self._conf(side.name), environment, self.cores.server, self._groups
        )
        running = stack.enter_context(server(program, site))
        self._check_libraries(running, side)
        return running, stack.enter_context(Load(self.cores.load, self._conf("load"), clean_environment()))

    def _check_libraries(self, running: Server, side: Side) -> None:
        """Check that the server uses the libcrypto that the result names, and the module exactly if it should."""
        wanted = self._libcrypto[side.name].resolve()
        loaded = {pathlib.Path(p).resolve() for p in running.libraries("libcrypto.so")}
        if wanted not in loaded:
            raise ServerFailed(
                f"{running.name} works with {', '.join(map(str, loaded)) or 'an OpenSSL of its own'}, not {wanted}"
            )
        if side.module is not None and str(side.module) not in running.libraries(side.module.name):
            raise ServerFailed(f"{running.name} has not loaded {side.module}")
        if side.preload is not None and str(side.preload) not in running.libraries(side.preload.name):
            raise ServerFailed(f"{running.name} has not preloaded {side.preload}")

    def _measure_point(
        self, server: type[Server], work: Work, pairs: dict[str, tuple[Server, Load]], run: int, rng: random.Random
    ) -> None:
        wish = points.wish(work, server)
        sample = Sample(server.name, work, run, wish.keep, {name: [] for name in pairs})
        before = {name: running.counts() for name, (running, _) in pairs.items()}
        try:
            with contextlib.ExitStack() as stack:
                for running, load in pairs.values():
                    _check_agreed(load.open(running.port, wish), work)
                    stack.callback(load.close)
                for _ in range(self.plan.slices):
                    for name in rng.sample(list(pairs), len(pairs)):
                        sample.slices[name].append(_measure_slice(*pairs[name], work, self.plan.slice_ms))
            for name, (running, _) in pairs.items():
                sample.counted[name] = self._check_counts(sample, name, running.counts() - before[name])
        except LoadFailed as e:
            for running, _ in pairs.values():
                running.check()
            self.gaps.append(Gap(server.name, work, str(e)))
            return
        self.samples.append(sample)

    def _check_counts(self, sample: Sample, side: str, counts: Counts) -> str:
        """Check that the module was called in the server for whatever it serves by name. Return what was called."""
        if _counts(self._sides[side]):
            names = path.path(sample.work, sample.is_kept, side, self.known)
            done = sum(each.done.done for each in sample.slices[side])
            if missing := path.unproved(sample.work, sample.is_kept, names, CANDIDATE, counts, done):
                raise LoadFailed(f"not proved of {missing}")
        return counted.told(counts)


def _further_groups(works: tuple[Work, ...], known: Providers) -> tuple[str, ...]:
    """List the other groups that this OpenSSL has, since a server does not start with the name of a missing one."""
    algorithms = {algorithm for _, algorithm, _ in known}
    return tuple(dict.fromkeys(w.group for w in works if w.group not in GROUPS and w.group in algorithms))


def _counts(side: Side) -> bool:
    """Return whether the side's provider is the one that can count."""
    return side.module is not None and side.provider == CANDIDATE


def _counting(side: Side) -> Side:
    """Return the side, counting if it can."""
    return replace(side, settings={**side.settings, "counters": "on"}) if _counts(side) else side


def _client_side(sides: tuple[Side, ...]) -> Side:
    """Return the client's side, the same for all servers: with the module if possible, so that the client is faster."""
    return next((side for side in sides if side.module is not None), sides[0])


def _library_path(side: Side, plan: Plan) -> dict[str, str]:
    libcrypto = pathlib.Path(side.libcrypto or plan.libcrypto)
    folder = libcrypto if libcrypto.is_dir() else libcrypto.parent
    return {"LD_LIBRARY_PATH": str(folder.resolve())} if folder.parts else {}


def _measure_slice(running: Server, load: Load, work: Work, ms: int) -> Slice:
    before = running.cpu_time()
    done = load.load(ms, MOST)
    used = running.cpu_time() - before
    _check_done(done, work)
    if used.total <= 0:
        raise LoadFailed("the server's CPU time cannot be determined")
    return Slice(done, used)


def _check_agreed(agreed: Agreed, work: Work) -> None:
    """Check that the requested parameters were negotiated, which are the same on both sides."""
    found = agreed.version, agreed.cipher, CURVES.get(agreed.group, agreed.group)
    wanted = work.version, points.suite(work), work.group
    if found != wanted:
        raise LoadFailed(f"negotiated {', '.join(found)}, not on {', '.join(wanted)}")
    if agreed.checked != 1:
        raise LoadFailed("the server's signature was not checked")


def _check_done(done: Done, work: Work) -> None:
    if work.what in (FULL, RESUMED) and done.resumed != (done.done if work.what == RESUMED else 0):
        raise LoadFailed(f"{done.resumed} of {done.done} handshakes were resumed")
