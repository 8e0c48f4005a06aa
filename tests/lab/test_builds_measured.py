"""Test measuring and counting of builds, with the system's libcrypto in place of builds."""

from __future__ import annotations

import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys
from dataclasses import replace

import pytest
import typer

import synthetic_builds
from afterburner_lab.commands import compilers as command
from afterburner_lab.compilers import (
    algorithms,
    builds,
    callgrind,
    causes,
    figures,
    matrix,
    measuring,
    perf,
    run,
    symbols,
)
from afterburner_lab.compilers.figures import Figures
from afterburner_lab.compilers.run import Wish
from afterburner_lab.core import paths
from afterburner_lab.core.driver import Driver, DriverEnded
from afterburner_lab.core.errors import LabError
from afterburner_lab.core.sides import Side
from synthetic_builds import MD5, RC2, SIGN

DUMMY = pathlib.Path(os.environ["AB_LAB_BUILD"], "lab", "dummy.so")
SAMPLES = pathlib.Path(__file__).parent / "samples"
KEYS = (MD5, SIGN, ("kem", "NO-SUCH", "encapsulate", None))


@pytest.fixture(scope="module")
def libcrypto() -> str:
    with Driver([Side("x")]) as driver:
        return driver.hello()["libcrypto_path"]


@pytest.fixture
def installed(tmp_path, monkeypatch, libcrypto) -> list[builds.Build]:
    """The system's OpenSSL as two builds."""
    said = subprocess.run(["openssl", "version", "-m"], capture_output=True, text=True).stdout
    modules = re.search(r'"(.*)"', said)
    if modules is None or not pathlib.Path(modules[1], "legacy.so").is_file():
        pytest.skip("the system's OpenSSL has no legacy provider")
    monkeypatch.setenv("AB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(algorithms, "ALL", KEYS)
    made = [synthetic_builds.build(), synthetic_builds.build("clang-16")]
    for build in made:
        (build.install / "lib").mkdir(parents=True)
        (build.install / "lib" / "libcrypto.so.3").symlink_to(libcrypto)
        build.modules.symlink_to(modules[1])
        build.save(build.folder)
    return made


def measure(installed, out: pathlib.Path, runs: int = 2) -> Figures:
    return measuring.measure(installed, "gcc-12", out, False, runs, "afterburner-lab compilers", progress=False)


# ---- measuring ----


def test_builds_are_measured(installed, tmp_path):
    out = tmp_path / "c.json"
    result = measure(builds.find(), out)
    assert result.complete and [side["toolchain"] for side in result.sides] == ["gcc-12", "clang-16"]
    assert len(result.rows) == 4 and result.absent == ["NO-SUCH encapsulate"]
    for row in result.rows:
        assert 0 < row.value < float("inf") and 0 < row.cycles_per_op < float("inf") and row.samples >= 6
    for row in (row for row in result.rows if row.build == installed[1].id):
        assert row.speedup.over == installed[
            0
        ].id and 0 < row.speedup.low <= row.speedup.value <= row.speedup.high < float("inf")
    assert {side["libcrypto_sha256"] for side in result.sides} == {result.sides[0]["libcrypto_sha256"]}
    logs = measuring.keep_logs(out)
    assert logs == ["c.logs/run-1.jsonl", "c.logs/run-2.jsonl"] and not measuring.journal_of(out).exists()
    head, *lines = [json.loads(line) for line in (tmp_path / logs[1]).read_text().splitlines()]
    assert head["machine"] == result.machine
    measured = [line for line in lines if "parts" in line]
    assert {line["run"] for line in lines} == {2} and {tuple(line["key"]) for line in measured} == {MD5, SIGN}
    assert {t["side"] for line in measured for p in line["parts"] for t in p["timings"]} == {
        *(b.id for b in installed),
        "control",
    }


def test_an_interrupted_run_is_resumed(installed, tmp_path):
    out = tmp_path / "c.json"
    measure(installed, out)
    book = measuring.journal_of(out)
    lines = book.read_text().splitlines(keepends=True)
    book.write_text("".join(lines[:-1]))
    measure(installed, out)
    again = book.read_text().splitlines(keepends=True)
    assert again[:-1] == lines[:-1] and json.loads(again[-1])["key"] == json.loads(lines[-1])["key"]
    with pytest.raises(LabError, match=r"another plan \(runs\): 2 there, 3 now"):
        measure(installed, out, runs=3)


def test_the_baseline_is_the_newest_gcc():
    some = [synthetic_builds.build(name) for name in ("clang-19", "gcc-9", "gcc-12", "zig")]
    assert measuring.baseline_of(some, None) == "gcc-12" and measuring.baseline_of(some, "zig") == "zig"
    assert measuring.baseline_of(some[:1], None) == "clang-19"
    with pytest.raises(LabError, match="--baseline gcc-13: .* builds by clang-19, gcc-9, gcc-12, zig"):
        measuring.baseline_of(some, "gcc-13")


def test_builds_of_two_openssls_are_not_compared(tmp_path):
    with pytest.raises(LabError, match="these are of 3.0.22, 3.5.5"):
        measure([synthetic_builds.build(), synthetic_builds.build(openssl="3.5.5")], tmp_path / "c.json")


# ---- the command ----


@pytest.fixture
def wish(tmp_path) -> Wish:
    return Wish(runs=1, quick=True, json=tmp_path / "c.json", csv=tmp_path / "c.csv")


def test_a_run_writes_its_results(installed, wish, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(causes, "tool", lambda: None)
    assert all(result.complete for result in run.run(installed, wish))
    result = figures.load(wish.json)
    assert result.complete and result.settings["runs"] == 1 and result.logs == ["c.logs/run-1.jsonl"]
    assert len(wish.csv.read_text().splitlines()) == 1 + len(result.rows)
    shown = capsys.readouterr()
    assert "speed-up over gcc-12" in shown.out and f"report DIR --from {wish.json}" in shown.err


def test_a_build_with_wrong_bytes_is_named_and_not_timed(installed, wish, monkeypatch, capsys):
    """The second build gets a provider that returns a wrong byte, and the command's exit status reports it."""
    monkeypatch.setattr(algorithms, "ALL", (("digest", "SPIN", "digest", 64),))
    monkeypatch.setattr(causes, "tool", lambda: None)
    with_right = measuring.side
    monkeypatch.setattr(
        measuring,
        "side",
        lambda build, *more: replace(
            with_right(build, *more), module=DUMMY, settings={"wrong": str(int(build is installed[1]))}
        ),
    )
    monkeypatch.setattr(command, "_plan", lambda *_: matrix.Plan((), ()))
    monkeypatch.setattr(command, "_build", lambda *_: matrix.Outcome(installed, []))
    monkeypatch.setattr(Wish, "check", lambda *_: None)
    with pytest.raises(typer.Exit) as ended:
        command.compilers(json=wish.json, runs=1, quick=True)
    reason = f"the output of {installed[1].id} differs from that of {installed[0].id}"
    result = figures.load(wish.json)
    assert ended.value.exit_code == 1 and result.complete and {row.build for row in result.rows} == {installed[0].id}
    assert [(s["side"], s["reason"]) for s in result.skipped] == [(installed[1].id, reason)]
    assert f"not measured: SPIN digest: {reason}" in " ".join(capsys.readouterr().out.split())


def test_an_interruption_of_the_counting_keeps_the_times(installed, wish, monkeypatch, capsys):
    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(causes, "count", interrupted)
        assert not run.run(installed, wish)[-1].complete
    first = figures.load(wish.json)
    assert not first.complete and measuring.journal_of(wish.json).exists()
    assert "the same command continues" in capsys.readouterr().out
    monkeypatch.setattr(causes, "tool", lambda: None)
    assert all(result.complete for result in run.run(installed, wish))
    again = figures.load(wish.json)
    assert again.complete and (again.created, again.rows) == (first.created, first.rows), "nothing was measured anew"


@pytest.mark.parametrize(
    "more, releases, said",
    [
        ({"baseline": "gcc-9"}, 1, "--baseline gcc-9: not built here; there are gcc-12"),
        ({"runs": 0}, 1, "--runs 0: 1 to"),
        ({"csv": pathlib.Path("c.csv")}, 2, "of one release"),
    ],
)
def test_options_are_checked_before_anything_is_built(more, releases, said):
    with pytest.raises(LabError, match=said):
        Wish(**more).check(["gcc-12"], releases)
    Wish().check(["gcc-12"], 2)


# ---- callgrind and symbols ----


def test_a_dump_of_callgrind_is_read():
    """A function's own instructions do not include those of its callees; names occur once."""
    profile = callgrind.read((SAMPLES / "callgrind.txt").read_text())
    assert profile.events["Ir"] == 1327057 and profile.events["Bcm"] == 1457 and profile.events["Bim"] == 106
    assert profile.events["D1mr"] == 29 and profile.events["D1mw"] == 10
    library = "/usr/lib/x86_64-linux-gnu/libcrypto.so.3"
    assert profile.functions == {
        ("/build/lab/measure.so", "lab_time_operations"): 8 + 2 + 1 + 3 + 4 + 1 + 6 + 4,
        ("/build/lab/measure.so", "sign_digest"): 1 + 4 + 1 + 2 + 1,
        (library, "EVP_PKEY_sign"): 43 + 5,
        (library, "bn_mul_mont"): 1326940 - 48,
    }
    assert callgrind.read("events: Ir Bc\ntotals: 7\n").events == {"Ir": 7, "Bc": 0}, "zeros at the end are left out"


def test_symbols_are_read():
    text = (
        "00000000000c7ad0 00000000000001b2 T MD5_Update@@OPENSSL_3.0.0\n0000000000001000 00000000000008eb t md5_block\n"
        "0000000000002000 0000000000000010 t twice\n0000000000003000 0000000000000020 t twice\n"
        "0000000000004000 0000000000000040 r a_table\n                 U memcpy\n0000000000005000 t no_size\n"
    )
    assert symbols.read(text) == {"MD5_Update": 0x1B2, "md5_block": 0x8EB}
    assert symbols.sizes("/nowhere") == {} and symbols.sizes(__file__, nm="/no/such/nm") == {}


@pytest.mark.skipif(not callgrind.is_there(), reason="no valgrind here")
def test_callgrind_counts_operations(installed, tmp_path, monkeypatch):
    """The compression function takes at least two and fewer than twenty instructions for each of its 64 steps."""
    monkeypatch.setattr(algorithms, "ALL", (MD5,))
    monkeypatch.setattr(perf, "counts_here", lambda: False)
    monkeypatch.setattr(
        causes, "wanted", lambda figures: {installed[1].id: [MD5, RC2, ("digest", "NO-SUCH", "digest", 64)]}
    )
    monkeypatch.setattr(Figures, "by_key", lambda self: {key: {installed[1].id: self.rows[-1]} for key in (MD5, RC2)})
    md5, rc2, lacking = causes.count(
        measure(installed, tmp_path / "c.json", runs=1), installed, quick=True, progress=False
    )
    blocks = 8192 / 64
    assert blocks * 64 * 2 < md5.instructions < blocks * 64 * 20 and 0 < md5.per_cycle < 8
    assert rc2.instructions > 3 * md5.instructions and rc2.branch_misses >= 0 and rc2.error is None
    assert md5.hot is None, "the library is none of the build's own"
    assert (lacking.instructions, lacking.error) == (None, "not offered")


@pytest.mark.skipif(not callgrind.is_there(), reason="no valgrind here")
def test_a_build_that_valgrind_cannot_run_is_tried_once(installed, tmp_path, monkeypatch):
    monkeypatch.setattr(algorithms, "ALL", (MD5,))
    monkeypatch.setattr(perf, "counts_here", lambda: False)
    result = measure(installed, tmp_path / "c.json", runs=1)
    monkeypatch.setattr(causes, "wanted", lambda figures: {installed[0].id: [MD5, RC2]})
    started = []
    monkeypatch.setattr(callgrind, "Driver", lambda *words, **more: started.append(1) or broken())
    found = causes.count(result, installed, quick=True, progress=False)
    assert [count.error for count in found] == [callgrind.REFUSED] * 2 and len(started) == 1


def broken() -> None:
    raise DriverEnded("==1== at 0x1091B0: main (main.c:90)")


# ---- perf ----

FAKE = r"""#!{python}
import re, subprocess, sys
words = sys.argv[1:]
out, command = words[words.index("--output") + 1], words[words.index("--") + 1:]
work = 0
if command != ["true"]:
    child = subprocess.Popen(command, stdin=subprocess.PIPE, text=True)
    for line in iter(sys.stdin.readline, ""):
        child.stdin.write(line)
        child.stdin.flush()
        work = int(re.search(r"loops=(\d+)", line)[1])
    child.communicate()
    work += work // 10
with open(out, "w") as said:
    print("# started on ...\n", file=said)
    for event, value in {counts}:
        print(f"{{value}};;{{event}}:u;1000;100.00;;", file=said)
"""


def fake_perf(folder: pathlib.Path, monkeypatch, counts: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "perf").write_text(FAKE.format(python=sys.executable, counts=counts))
    (folder / "perf").chmod(stat.S_IRWXU)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def test_lines_of_perf_are_read():
    text = (
        "# started on Sun Nov 22 00:25:53 2026\n\n123456;;instructions:u;1000;100.00;1.5;insn per cycle\n"
        "82304.5;;cycles:u;1000;100;;\n"
        "<not supported>;;L1-dcache-load-misses;0;100.00;;\n<not counted>;;branch-misses:u;0;0.00;;\n"
    )
    assert perf.read(text) == {"instructions": 123456, "cycles": 82304.5}


def test_perf_is_used_where_the_machine_counts(tmp_path, monkeypatch):
    fake_perf(tmp_path / "bin", monkeypatch, '{"instructions": "<not supported>", "cycles": "<not supported>"}.items()')
    assert not perf.counts_here()
    fake_perf(tmp_path / "bin", monkeypatch, '{"instructions": 1, "cycles": 1}.items()')
    assert perf.counts_here() and causes.tool() == "perf"
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    assert not perf.counts_here() and causes.tool() is None


def test_perf_counts_operations_without_the_start(installed, tmp_path, monkeypatch):
    """The count for one run is subtracted from that for two, which removes the process's other instructions, here a
    million."""
    monkeypatch.setattr(algorithms, "ALL", (MD5,))
    counts = '{"instructions": 1000000 + 500 * work, "cycles": 900000 + 200 * work, "branch-misses": 3 * work}.items()'
    fake_perf(tmp_path / "bin", monkeypatch, counts)
    monkeypatch.setattr(causes.callgrind, "is_there", lambda: False)
    result = measure(installed, tmp_path / "c.json", runs=1)
    monkeypatch.setattr(causes, "wanted", lambda figures: {installed[0].id: [MD5]})
    (found,) = causes.count(result, installed, quick=False, progress=False)
    assert (found.instructions, found.cycles, found.branch_misses, found.cache_misses) == (500, 200, 3, None)
    assert found.per_cycle == 2.5 and found.hot is None and found.error is None


def test_a_build_that_perf_cannot_run_gets_a_reason(installed, tmp_path, monkeypatch):
    fake_perf(tmp_path / "bin", monkeypatch, "{}.items()")
    with pytest.raises(LabError, match="neither instructions nor cycles"):
        perf.count(measuring.side(installed[0]), paths.keys(), causes._offer(MD5), 8192, 1e4)
    shutil.rmtree(tmp_path / "bin")
