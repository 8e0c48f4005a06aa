"""Real servers: each starts, serves and ends; samples become rows; missing packages are named."""

from __future__ import annotations

import contextlib
import io
import json
import os
import pathlib
import shutil
import signal
import ssl  # noqa: F401 - loads libcrypto
import stat
import subprocess
import sys
import time
from dataclasses import asdict, replace

import numpy as np
import pytest
from rich.console import Console

from afterburner_lab.connections import results, table
from afterburner_lab.connections.results import FILE, FULL, KEEP_ALIVE, RESUMED
from afterburner_lab.connections.servers import (
    certificates,
    counted,
    install,
    kinds,
    machine,
    measure,
    points,
    server,
    summary,
)
from afterburner_lab.connections.servers import path as path_part
from afterburner_lab.connections.servers.load import Agreed, Done, Load, Wish
from afterburner_lab.connections.servers.machine import CpuTime
from afterburner_lab.connections.servers.path import path, providers
from afterburner_lab.connections.servers.plan import Plan
from afterburner_lab.connections.servers.program import Program, find_installed
from afterburner_lab.connections.servers.samples import Gap, Sample, Slice
from afterburner_lab.connections.work import FILE_BYTES, GCM128, IN_SERVERS, KNOWN, PAIRS, TLS12, TLS13, Work, named
from afterburner_lab.core import paths, schema, sides
from afterburner_lab.core.driver import Offer
from afterburner_lab.core.errors import LabError
from afterburner_lab.speed.journal import Header
from afterburner_lab.speed.plan import Plan as SpeedPlan

PAIR = PAIRS[0]
WORKS = (
    Work(FULL, TLS13, *PAIR, GCM128, 4),
    Work(RESUMED, TLS12, *PAIR, GCM128, 4),
    Work(KEEP_ALIVE, TLS13, *PAIR, GCM128, 4),
    Work(FILE, TLS13, *PAIR, points.STRONG, 2, FILE_BYTES),
)
OPENSSL = find_installed("openssl")
ABIDE_S = 600


def need(kind):
    """Find a server's program; a test does not fetch what this machine lacks."""
    if (program := find_installed(kind.program)) is None or OPENSSL is None:
        pytest.skip(f"no {kind.program} here")
    return program


def plan_of(kind, **changes):
    plan = Plan(tuple(sides.standard()), ((kind, need(kind)),), WORKS, OPENSSL, runs=1, slices=1, slice_ms=40)
    return replace(plan, **changes)


@pytest.fixture(scope="module", params=kinds.KINDS.values(), ids=lambda kind: kind.name)
def measured(request):
    """Measure each server briefly; return (plan, result)."""
    plan = plan_of(request.param)
    return plan, measure.measure(plan, progress=False)


# ---- each server ----


def test_every_server_runs_every_supported_connection(measured):
    plan, result = measured
    ((kind, _),) = plan.servers
    assert result.complete and schema.fault(json.loads(json.dumps(asdict(result))), schema.CONNECTIONS) is None
    wanted = {points.key(work, kind.name) for work in points.fitted(list(WORKS), kind)}
    for run in (1, "all"):
        for side in ("default", "afterburner", "control"):
            assert {row.key for row in result.rows if (row.run, row.side) == (run, side)} == wanted
    assert {s["what"] for s in result.skipped} == (set() if kind.keeps else {KEEP_ALIVE}), result.skipped


def test_every_row_has_all_figures(measured):
    _, result = measured
    for row in result.rows:
        assert row.value > 0 and row.cpu_s > 0 and row.ratio > 0 and row.rate_ratio > 0
        assert 0 < row.p50_ms <= row.p99_ms and 0 < row.client_share < 1.1
        assert row.user_s is None or abs(row.user_s + row.system_s - row.cpu_s) < 1e-9


@pytest.fixture(scope="module")
def who_offers():
    """The provider of each digest with the module: some processors leave SHA-384 to OpenSSL."""
    command = [paths.build() / "afterburner", "exec", "--", paths.build() / "afterburner", "status", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    rows = json.loads(done.stdout)["algorithms"]
    return {row["name"]: row["provider"] for row in rows if row["operation"] == "digest"}


def test_every_row_names_the_provider(measured, who_offers):
    _, result = measured
    for row in result.summary():
        wanted = {"exchange", "signature", "cipher", "digest"}
        if row.what == RESUMED:
            wanted -= {"exchange", "signature"}  # a session of TLS 1.2
        if row.what in (KEEP_ALIVE, FILE) and row.mode != "s_server":
            wanted = {"cipher"}
        provider = "afterburner" if row.side == "afterburner" else "default"
        expected = dict.fromkeys(wanted, provider)
        if "digest" in wanted and row.side == "afterburner":
            expected["digest"] = who_offers["SHA2-384" if row.cipher == points.STRONG else "SHA2-256"]
        assert {part: name for part, name in row.path.items() if name} == expected
        assert ("AES-GCM" in (row.counted or "")) == (row.side == "afterburner")


def test_the_table_names_the_bottleneck(measured):
    _, result = measured
    out = io.StringIO()
    table.show(result, Console(file=out, width=200))
    text = out.getvalue()
    assert (
        "CPU µs/handshake" in text and f"servers on core {result.settings['server_core']}, their client on core" in text
    )
    busy = replace(
        result.summary("afterburner")[0], connections=2, value=100.0, cpu_s=0.0095, bytes=None, client_bound=False
    )
    assert "neither" not in table._cores(result.settings, [busy]) and "!" not in table._cores(result.settings, [busy])
    idle, bound = replace(busy, cpu_s=0.001), replace(busy, client_bound=True)
    assert "the client (!) kept the server waiting in 1 of 3 rows" in table._cores(result.settings, [busy, idle, bound])
    assert "neither had its core to itself in 1 of 3 rows" in table._cores(result.settings, [busy, idle, bound])


# ---- the command ----


def lab(*words):
    return subprocess.run([os.environ["AB_LAB"], "connections", *words], capture_output=True, text=True, timeout=600)


def test_the_command(tmp_path):
    need(kinds.KINDS["s_server"])
    words = ("full", "TLSv1.3", "P-256/X25519", "--quick", "--runs", "1", "--json", str(tmp_path / "r.json"))
    done = lab("--servers", "s_server", *words)
    assert done.returncode == 0 and "Full handshakes, s_server" in done.stdout, done.stderr
    result = results.load(tmp_path / "r.json")
    assert {row.side for row in result.summary()} == {"default", "afterburner", "control"}
    assert {row.connections for row in result.rows} == {1} and result.settings["slices"] == 2


@pytest.mark.parametrize(
    "words, why",
    [
        (("--servers", "iis"), "--servers iis: no such server"),
        (("--servers", "all", "--sizes", "5"), "--sizes: cannot be used with --servers"),
        (("--servers", "all", "bulk"), "bulk: only in memory"),
        (("--servers", "all", "--connections", "5000"), "1 to 1024 are possible"),
    ],
)
def test_invalid_options_are_refused(words, why):
    done = lab(*words)
    assert done.returncode == 2 and why in done.stderr and len(done.stderr.splitlines()) == 1 and not done.stdout


# ---- its end ----


def alive(pids):
    stats = {pid: machine._read(machine.PROC / str(pid) / "stat") for pid in pids}
    return [pid for pid, text in stats.items() if text and machine.fields_of(text)[0] != "Z"]


def wait_until(condition, what):
    end = time.monotonic() + ABIDE_S
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(0.02)
    raise AssertionError(what)


MEASURING = """
import sys
from afterburner_lab.core import sides
from afterburner_lab.connections.servers import kinds, measure, points
from afterburner_lab.connections.servers.plan import Plan
from afterburner_lab.connections.servers.program import find_installed
kind = kinds.KINDS[sys.argv[1]]
program, openssl = find_installed(kind.program), find_installed("openssl")
works = tuple(points.usual(True)[:1])
plan = Plan(tuple(sides.standard()), ((kind, program),), works, openssl, slice_ms=3000)
while (result := measure.measure(plan)).complete:  # so that a server which does not start has another chance
    print("not measured:", result.skipped, file=sys.stderr, flush=True)
"""


@pytest.mark.parametrize("name, sign", [("nginx", signal.SIGKILL), ("httpd", signal.SIGKILL), ("nginx", signal.SIGINT)])
def test_no_process_survives_the_lab(name, sign, tmp_path):
    """In the middle of a run there are three servers with their workers, and three clients."""
    kind = kinds.KINDS[name]
    need(kind)
    said = tmp_path / "said"
    with said.open("w") as file:
        lab = subprocess.Popen(
            [sys.executable, "-c", MEASURING, name],
            env={**os.environ, "TMPDIR": str(tmp_path)},
            stdout=subprocess.DEVNULL,
            stderr=file,
        )
    try:

        def begun():
            assert lab.poll() is None, f"the lab ended: {said.read_text()}"
            below = machine.descendants(lab.pid)
            names = [(machine.PROC / str(pid) / "comm").read_text() for pid in below if alive([pid])]
            return below if names.count("tls_load\n") == 3 and names.count(f"{kind.program}\n") >= 6 else None

        below = wait_until(begun, "it never measured")
        lab.send_signal(sign)
        lab.wait(ABIDE_S)
        wait_until(lambda: not alive(below), "processes are left")
    finally:
        lab.kill()
        lab.wait()


def guard(*command, **options):
    return subprocess.Popen(
        [paths.guard(), "-", *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **options
    )


def test_the_guard_ends_detached_children_that_ignore_signals(tmp_path):
    stubborn = tmp_path / "stubborn"
    stubborn.write_text("trap '' TERM; echo $$; touch begun; while :; do sleep 0.1; done")
    parent = "setsid sh stubborn & while [ ! -e begun ]; do sleep 0.01; done"
    with guard("sh", "-c", parent, cwd=tmp_path) as process:
        pid = int(process.stdout.readline())
        assert process.wait(ABIDE_S) == 0
        assert not alive([pid])


def test_the_guard_returns_the_servers_exit_status():
    for command, status in ((["sh", "-c", "exit 7"], 7), (["/nonexistent"], 127), (["sh", "-c", "kill -9 $$"], 137)):
        with guard(*command, stderr=subprocess.DEVNULL) as process:
            assert process.wait(ABIDE_S) == status


def test_the_guard_ends_with_the_lab():
    with guard("sleep", "60") as process:
        below = wait_until(lambda: machine.descendants(process.pid), "no child")
        process.stdin.close()
        assert process.wait(ABIDE_S) == 128 + signal.SIGTERM
        assert not alive(below)


@pytest.mark.parametrize("argv", [[], ["0"], ["x", "true"], ["1,", "true"], ["99999", "true"]], ids=str)
def test_the_guard_refuses_invalid_arguments(argv):
    done = subprocess.run([paths.guard(), *argv], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600)
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1


# ---- errors ----


@pytest.fixture
def site(tmp_path):
    if OPENSSL is None:
        pytest.skip("no openssl here")
    tmp_path.chmod(0o755)
    (tmp_path / "empty").touch()
    conf = tmp_path / "openssl.cnf"
    conf.write_text(sides.Side("default").configuration())
    return server.Site(
        tmp_path,
        tmp_path,
        certificates.make("P-256", tmp_path, OPENSSL),
        conf,
        sides.clean_environment(),
        machine.choose_cores().server,
        server.GROUPS,
    )


@pytest.mark.parametrize("kind", kinds.KINDS.values(), ids=lambda kind: kind.name)
def test_a_server_that_does_not_start_is_reported_in_one_line(kind, site):
    site.certificate.chain.write_text("no certificate")
    site.certificate.both.write_text("no certificate")
    with pytest.raises(LabError, match=f"^{kind.name} ends with status [0-9]+: [^\n]+$"):
        kind(need(kind), site).__enter__()


def test_a_server_that_ends_during_a_run_leaves_a_gap(monkeypatch):
    kind = kinds.KINDS["s_server"]
    plan = plan_of(kind, works=WORKS[:1])
    real = measure._measure_slice

    def ended(running, load, point, ms):
        running.stop()
        return real(running, load, point, ms)

    monkeypatch.setattr(measure, "_measure_slice", ended)
    monkeypatch.setattr(server.Server, "check", lambda self: None)
    monkeypatch.setattr(server.Server, "_pids", lambda self: [])
    result = measure.measure(plan, progress=False)
    assert not result.rows and {s["side"] for s in result.skipped} == {"default", "afterburner", "control"}


def test_a_server_with_another_openssl_leaves_a_gap(monkeypatch):
    monkeypatch.setattr(server.Server, "libraries", lambda self, name: set())
    result = measure.measure(plan_of(kinds.KINDS["s_server"], works=WORKS[:1]), progress=False)
    assert not result.rows and len(result.skipped) == 3
    assert all(s["reason"].startswith("s_server works with an OpenSSL of its own, not /") for s in result.skipped)


def test_servers_use_the_named_libcrypto(tmp_path):
    mine = machine.loaded_libraries(os.getpid(), "libcrypto.so.3")
    if not mine or not (libssl := pathlib.Path(next(iter(mine))).with_name("libssl.so.3")).is_file():
        pytest.skip("Python has no shared OpenSSL here")
    for library in (*map(pathlib.Path, mine), libssl):
        shutil.copy(library, tmp_path)
    result = measure.measure(plan_of(kinds.KINDS["s_server"], works=WORKS[:1], libcrypto=str(tmp_path)), progress=False)
    assert {row.side for row in result.summary()} == {"default", "afterburner", "control"} and not result.skipped
    assert {side["libcrypto_path"] for side in result.sides} == {str((tmp_path / "libcrypto.so.3").resolve())}


def test_a_certificate_that_openssl_cannot_make(tmp_path):
    if OPENSSL is None:
        pytest.skip("no openssl here")
    with pytest.raises(LabError, match="^P-9: .* cannot make such a certificate: [^\n]+$"):
        certificates.make("P-9", tmp_path, OPENSSL)


def test_unknown_servers():
    with pytest.raises(
        LabError, match="--servers iis: no such server; there are nginx, haproxy, httpd, s_server, and all"
    ):
        kinds.named("nginx,iis")
    assert [kind.name for kind in kinds.named("all")] == ["nginx", "haproxy", "httpd", "s_server"]
    assert [kind.name for kind in kinds.named("httpd, nginx,httpd")] == ["httpd", "nginx"]


def test_the_negotiated_parameters_must_be_the_requested_ones():
    agreed = Agreed(TLS13, "TLS_AES_128_GCM_SHA256", "X25519", "id-ecPublicKey", 1)
    measure._check_agreed(agreed, WORKS[0])
    for wrong in ({"version": TLS12}, {"group": "prime256v1"}, {"cipher": "TLS_AES_256_GCM_SHA384"}, {"checked": 0}):
        with pytest.raises(LabError):
            measure._check_agreed(replace(agreed, **wrong), WORKS[0])
    done = Done(done=5, resumed=4, seconds=1, cpu_seconds=0.1, p50_us=1, p99_us=2, taken=0)
    for work in WORKS[:2]:
        with pytest.raises(LabError, match="4 of 5 handshakes were resumed"):
            measure._check_done(done, work)
    measure._check_done(done, WORKS[2])


# ---- the load generator ----


@pytest.fixture
def loaded(site):
    """Start a server and a client for it."""
    kind = kinds.KINDS["s_server"]
    with (
        kind(need(kind), site) as running,
        Load(machine.choose_cores().load, site.openssl_conf, sides.clean_environment()) as load,
    ):
        yield running, load


WISH = Wish("1.3", "X25519", "TLS_AES_128_GCM_SHA256", "/empty", 0, 1)


def test_only_the_first_signature_is_verified(loaded):
    running, load = loaded
    agreed = load.open(running.port, WISH)
    assert agreed == Agreed(TLS13, WISH.cipher, "X25519", "id-ecPublicKey", 1)
    done = load.load(60000, 7)
    assert (done.done, done.resumed, done.taken) == (7, 0, 7)
    assert 0 < done.p50_us <= done.p99_us and 0 < done.cpu_seconds and 0 < done.seconds < 60
    load.close()
    assert load.open(running.port, WISH).checked == 1


def test_resumed_sessions_need_no_signature(loaded):
    running, load = loaded
    for version, cipher, group in (
        ("1.3", WISH.cipher, "X25519"),
        ("1.2", "ECDHE-ECDSA-AES128-GCM-SHA256", "X25519:P-256"),
    ):
        load.open(running.port, replace(WISH, version=version, cipher=cipher, group=group, resume=True))
        done = load.load(5000, 5)
        assert (done.done, done.resumed, done.taken) == (5, 5, 0)
        load.close()


@pytest.mark.parametrize(
    "changes, why",
    [
        ({"path": "/none"}, "the reply has [0-9]+ bytes of 0"),
        ({"bytes": 1}, "the reply has 0 bytes of 1"),
        ({"cipher": "none"}, "this version, group and cipher cannot be requested: [^\n]+"),
        ({"connections": 0}, "not a request to open"),
        ({"version": "1.2", "cipher": "ECDHE-RSA-AES128-GCM-SHA256"}, "the handshake fails: [^\n]*handshake failure"),
    ],
)
def test_a_load_that_fails_says_why(loaded, changes, why):
    running, load = loaded
    with pytest.raises(LabError, match=f"^{why}$"):
        load.open(running.port, replace(WISH, **changes))
    assert load.open(running.port, WISH).checked == 1


def test_a_port_without_a_server(loaded):
    running, load = loaded
    running.stop()
    with pytest.raises(LabError, match="^the handshake fails: Connection refused$"):
        load.open(running.port, WISH)


def test_invalid_requests_to_the_load_generator():
    asked = [
        "",
        "x",
        "load",
        "load ms=1",
        "open",
        "open port=x",
        "open port=99999",
        "open port=1 more=2",
        "close",
        "open port=1 port=1",
    ]
    done = subprocess.run(
        [paths.load()], input="\n".join(asked) + "\n", capture_output=True, text=True, timeout=600, check=True
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["ok"] for answer in answers] == [word == "close" for word in asked]
    assert all(answer.get("error") for answer in answers if not answer["ok"])


def test_the_load_generator_refuses_an_absent_processor():
    for argv in (["x"], ["99999"], ["0", "1"], [""]):
        assert (
            subprocess.run([paths.load(), *argv], stdin=subprocess.DEVNULL, capture_output=True, timeout=600).returncode
            == 2
        )


# ---- packages ----

APT = r"""#!/bin/sh
case $1 in
install)
  printf 'Inst libfoo (1.0 Debian)\nInst libssl3 [3.0] (3.1 Debian)\n'
  printf 'Inst nginx (1.22 Debian)\nConf nginx (1.22)\n'
  ;;
download) shift; for p; do echo "$p" > "$p.deb"; done;;
esac
"""
DPKG = '#!/bin/sh\nmkdir -p usr/sbin\necho "$2" >> usr/sbin/contents\n[ $2 != nginx.deb ] || touch usr/sbin/nginx\n'


@pytest.fixture
def bare(tmp_path, monkeypatch):
    """Make a folder of programs like that of a machine without servers."""
    programs = tmp_path / "bin"
    programs.mkdir()
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    monkeypatch.setenv("AB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(install, "find_installed", lambda program: None)
    return programs


def write_program(file, text):
    file.write_text(text)
    file.chmod(file.stat().st_mode | stat.S_IXUSR)


def test_missing_packages_are_named(bare, monkeypatch):
    write_program(bare / "apt-get", APT)
    write_program(bare / "dpkg", DPKG)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    with pytest.raises(
        LabError, match="^nginx: not on this machine. Packages nginx, .*; nothing is [^\n]*. Use --yes to agree$"
    ):
        install.programs([kinds.KINDS["nginx"]], False)
    assert not (bare.parent / "cache").exists()


def test_missing_packages_are_fetched_and_unpacked_once(bare):
    write_program(bare / "apt-get", APT)
    write_program(bare / "dpkg", DPKG)
    ((kind, program),) = install.programs([kinds.KINDS["nginx"]], True)
    root = bare.parent / "cache" / "servers" / "nginx"
    assert program.path == str(root / "usr/sbin/nginx") and root / "usr/lib/x86_64-linux-gnu" in program.libraries
    assert (root / "usr/sbin/contents").read_text().split() == [
        "libfoo.deb",
        "nginx.deb",
    ]  # libssl3 is installed, but too old
    write_program(bare / "apt-get", "#!/bin/sh\nexit 1\n")
    assert install.programs([kind], False) == [(kind, program)]


def test_a_package_that_cannot_be_fetched(bare):
    write_program(bare / "apt-get", "#!/bin/sh\necho 'E: Unable to locate package nginx' >&2\nexit 100\n")
    write_program(bare / "dpkg", DPKG)
    with pytest.raises(LabError, match="^apt-get install .*: Unable to locate package nginx; `apt-get update` [^\n]*$"):
        install.programs([kinds.KINDS["nginx"]], True)


def test_a_machine_without_apt(bare, monkeypatch):
    monkeypatch.setenv("PATH", str(bare))
    with pytest.raises(
        LabError, match="^nginx, httpd: not on this machine, nor apt-get to fetch nginx apache2-bin; [^\n]*$"
    ):
        install.programs(kinds.named("nginx,httpd"), True)


# ---- /proc ----


def test_fields_of_a_process_whose_name_has_parentheses():
    assert machine.fields_of("7 (a) S 1) 2 ) R 5 6 7")[:2] == ["R", "5"]


def test_lists_of_processors():
    assert (
        machine.numbers_of("0-2,7\n") == {0, 1, 2, 7}
        and machine.numbers_of("3") == {3}
        and machine.numbers_of("") == set()
    )


def test_cores_are_of_this_process():
    cores = machine.choose_cores()
    assert {cores.server, cores.load} <= os.sched_getaffinity(0)
    assert cores.one_core or cores.server != cores.load


def test_the_cpu_time_of_a_tree(tmp_path):
    busy = "i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done; echo done; exec sleep 60"
    with subprocess.Popen(["sh", "-c", f"sh -c '{busy}' & wait"], stdout=subprocess.PIPE, text=True) as tree:
        try:
            assert tree.stdout.readline() == "done\n"
            below = machine.descendants(tree.pid)
            used = machine.settled_cpu_time(below)
            assert len(below) == 1 and 0.005 < used.total < 20 and abs(used.total - used.user - used.system) < 0.1
            assert machine.cpu_time([tree.pid]).total < used.total
        finally:
            for pid in machine.descendants(tree.pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
    assert machine.cpu_time(below) == CpuTime(0, 0, 0) and machine.loaded_libraries(tree.pid, "libc") == set()


def test_libraries_of_this_process():
    assert any(pathlib.Path(p).name.startswith("libc.so") for p in machine.loaded_libraries(os.getpid(), "libc.so"))


# ---- measurements and rows ----


def test_the_default_selection():
    every, least = points.usual(), points.usual(quick=True)
    assert len(set(every)) == len(every) and set(least) < set(every)
    assert {w.what for w in least} == {FULL, RESUMED, KEEP_ALIVE, FILE}
    assert {(w.certificate, w.group) for w in every} == set(PAIRS)
    assert {w.connections for w in every if w.what == FULL and w.version == TLS13} == set(points.SCAN)
    one_by_one = points.fitted(every, kinds.KINDS["s_server"])
    assert {w.connections for w in one_by_one} == {1} and KEEP_ALIVE not in {w.what for w in one_by_one}


def test_selection_by_name():
    found = named(["file", "keep-alive", "TLSv1.3"], (), (), IN_SERVERS)
    assert found == [Work(FILE, TLS13, *PAIR, GCM128, 4, FILE_BYTES), Work(KEEP_ALIVE, TLS13, *PAIR)]
    assert {w.connections for w in named(["full"], (1, 8), (), IN_SERVERS)} == {1, 8}
    with pytest.raises(LabError, match="^bulk: only in memory, without --servers$"):
        named(["bulk"], (), (), IN_SERVERS)
    with pytest.raises(LabError, match="^file: only of real servers, with --servers$"):
        named(["file"], (), ())


def test_every_cipher_that_can_be_named_has_a_suite():
    for cipher in KNOWN["cipher"]:
        for version in (TLS12, TLS13):
            if Work(FULL, version, *PAIR, cipher).is_possible():
                assert points.suite(Work(FULL, version, *PAIR, cipher))


def test_the_request_to_the_client():
    nginx, s_server = kinds.KINDS["nginx"], kinds.KINDS["s_server"]
    wish = points.wish(Work(FULL, TLS12, "P-384", "X25519", points.STRONG, 7), nginx)
    assert (wish.version, wish.group, wish.cipher) == ("1.2", "X25519:P-384", "ECDHE-ECDSA-AES256-GCM-SHA384")
    assert not wish.keep and not wish.resume and wish.connections == 7
    assert points.suite(Work(FULL, TLS12, "RSA-2048", "ffdhe2048", "CHACHA20-POLY1305")) == "DHE-RSA-CHACHA20-POLY1305"
    assert points.wish(WORKS[3], nginx).keep and not points.wish(WORKS[3], s_server).keep


def test_groups_that_this_openssl_lacks_are_not_named_to_servers():
    works = (Work(FULL, TLS13, "P-256", "X25519MLKEM768"), Work(FULL, TLS13, "P-256", "P-384"))
    assert measure._further_groups(works, {}) == ()
    assert measure._further_groups(works, {("kem", "X25519MLKEM768", "encapsulate"): {}}) == ("X25519MLKEM768",)


def test_names_of_the_servers():
    offers = [
        Offer(kind, algorithm, operation, False, True, {"a": "ours", "b": "default"})
        for kind, algorithm, operation in (
            ("exchange", "ECDH/P-384", "derive"),
            ("exchange", "DH/ffdhe2048", "derive"),
            ("signature", "RSA-PSS/4096", "sign"),
            ("signature", "ED25519", "sign"),
            ("cipher", "AES-256-GCM", "encrypt"),
            ("digest", "SHA2-384", "digest"),
        )
    ]
    known = providers(offers)
    every = {"exchange": "ours", "signature": "ours", "cipher": "ours", "digest": "ours"}
    assert path(Work(FULL, TLS13, "RSA-4096", "P-384", "AES-256-GCM", 1), False, "a", known) == every
    assert path(Work(FULL, TLS13, "Ed25519", "ffdhe2048", "AES-256-GCM", 1), False, "a", known) == every
    assert path(Work(RESUMED, TLS13, "Ed25519", "P-384", "AES-256-GCM", 1), False, "b", known)["signature"] is None


# ---- the proof of a path ----


def mapping(*counters, **head):
    """Make a mapping of counters. Each: family's number, name, whether it is a cipher's, line, kind, calls."""
    made = np.zeros(1, counted.COUNTERS)
    about = {"magic": counted.MAGIC, "version": counted.VERSION, "size": counted.COUNTERS.itemsize, **head}
    for key, value in about.items():
        made[0][key] = value
    for number, name, is_cipher, line, kind, calls in counters:
        made[0]["family"][number] = (counted.NAMED, is_cipher, name, b"avx2")
        made[0]["line"][line, number, kind] = (calls, 0)
    return made.tobytes()


CALLED = (
    (0, b"AES-GCM", 1, 3, 0, 40),
    (0, b"AES-GCM", 1, 55, 8, 2),
    (7, b"P-256", 0, 0, 3, 9),
    (9, b"curve25519", 0, 0, 2, 9),
    (11, b"SHA2-256", 0, 1, 0, 20),
)


def test_counters_are_read():
    counts = counted.parse(mapping(*CALLED))
    assert counts["AES-GCM", "avx2", "cipher"] == 42 and counts["P-256", "avx2", "sign"] == 9
    assert counted.told(counts) == "AES-GCM (avx2), P-256 (avx2), SHA2-256 (avx2), curve25519 (avx2)"
    for damaged in (
        mapping(*CALLED, magic=0),
        mapping(*CALLED, version=2),
        mapping(*CALLED, size=1),
        mapping(*CALLED)[:-1],
        b"",
    ):
        assert not counted.parse(damaged)
    assert not counted.read([2**22 + 1])  # no such process


def test_a_path_is_proved_by_counted_calls():
    work, counts = Work(FULL, TLS13, *PAIR, GCM128, 4), counted.parse(mapping(*CALLED))
    ours = dict.fromkeys(("exchange", "signature", "cipher", "digest"), "afterburner")
    assert path_part.unproved(work, False, ours, "afterburner", counts, 9) == ""
    assert "the exchange: the module counted 9 calls of X25519 for 10" in path_part.unproved(
        work, False, ours, "afterburner", counts, 10
    )
    for left_out, what in zip(CALLED[2:], ("signature", "exchange", "digest")):
        fewer = counted.parse(mapping(*(called for called in CALLED if called != left_out)))
        assert f"the {what}: " in path_part.unproved(work, False, ours, "afterburner", fewer, 9)
        assert path_part.unproved(work, False, {**ours, what: "default"}, "afterburner", fewer, 9) == ""
        assert path_part.unproved(work, True, ours, "afterburner", fewer, 9) == ""  # open connections: the cipher alone


@pytest.mark.parametrize(
    "certificate, group, cipher, families",
    [
        ("RSA-4096", "P-384", "AES-256-GCM", {"P-384", "RSA", "AES-GCM", "SHA2-384"}),
        ("P-256", "ffdhe2048", "AES-128-CBC-SHA256", {"DSA and DH", "P-256", "AES-CBC-HMAC-SHA256", "SHA2-256"}),
        ("Ed25519", "P-256", "AES-128-CBC-SHA", {"P-256", "curve25519", "AES-CBC", "SHA2-256"}),
        ("ML-DSA-65", "X25519", "CHACHA20-POLY1305", {"curve25519", "ML-DSA-65", "ChaCha20-Poly1305", "SHA2-256"}),
    ],
)
def test_every_part_has_a_family_of_its_own(certificate, group, cipher, families):
    for name in path_part._parts(Work(FULL, TLS13, certificate, group, cipher), False).values():
        (found,) = (family for family in families if path_part._is_family(name, family))
        families = families - {found}
    assert not families


class NotPreferred(sides.Side):
    """Loads the module, and lets the default provider serve."""

    def configuration(self):
        return super().configuration().replace("default_properties", "#")


@pytest.mark.parametrize("offence", ["not preferred", "not counting"])
def test_a_module_that_does_not_serve_is_caught(monkeypatch, offence):
    def offend(side):
        return side if offence == "not counting" or side.module is None else NotPreferred(**vars(counting(side)))

    counting = measure._counting
    monkeypatch.setattr(measure, "_counting", offend)
    result = measure.measure(plan_of(kinds.KINDS["s_server"], works=WORKS[:1]), progress=False)
    assert not result.rows and {s["side"] for s in result.skipped} == {"default", "afterburner", "control"}
    assert all("the module counted 0 calls of X25519" in s["reason"] for s in result.skipped), result.skipped


def slices(cpu_s, client_share=0.5, count=3):
    return [
        Slice(
            Done(
                done=100, resumed=0, seconds=1 + i / 1000, cpu_seconds=client_share, p50_us=500, p99_us=2000, taken=100
            ),
            CpuTime(100 * cpu_s, 75 * cpu_s, 25 * cpu_s),
        )
        for i in range(count)
    ]


def test_samples_become_rows():
    nginx = kinds.KINDS["nginx"]
    plan = Plan(tuple(sides.standard()), ((nginx, Program("nginx")),), WORKS, Program("openssl"), runs=3)
    about = [{"name": side.name, "libcrypto": "3.0.1"} for side in plan.sides]
    header = Header(SpeedPlan(plan.sides), "2026-01-01T00:00:00+00:00", {}, about)
    by_side = {"default": slices(2e-3), "afterburner": slices(1e-3, 0.95), "control": slices(2e-3)}
    samples = [Sample("nginx", WORKS[0], run, False, by_side, {"afterburner": "P-256 (ifma)"}) for run in (1, 2, 3)]
    gaps = [Gap("nginx", WORKS[1], "no"), Gap("nginx", WORKS[1], "no")]
    result = summary.summarise(plan, header, {}, samples, gaps, {"client": "afterburner"}, True)
    assert len(result.rows) == 12 and len(result.skipped) == 3 and result.settings["client"] == "afterburner"
    (ours,) = result.summary("afterburner")
    assert (
        ours.ratio == pytest.approx(2)
        and ours.rate_ratio == pytest.approx(1)
        and ours.value == pytest.approx(100, rel=0.01)
    )
    assert (ours.cpu_s, ours.user_s, ours.system_s) == pytest.approx((1e-3, 0.75e-3, 0.25e-3))
    assert (ours.p50_ms, ours.p99_ms) == pytest.approx((0.5, 2)) and ours.unit == "handshakes/s" and ours.client_bound
    assert ours.counted == "P-256 (ifma)" and not ours.samples
    assert not result.summary("default")[0].client_bound and result.control["median"] == pytest.approx(1)
    assert all(len(row.samples) == 3 for row in result.rows if row.run != "all")
