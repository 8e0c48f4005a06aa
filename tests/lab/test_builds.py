"""Builds of the matrix, with a tiny project in place of OpenSSL: how they are made, kept, resumed and packed."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import pathlib
import signal
import subprocess
import tarfile
import time

import pytest
from rich.console import Console

from afterburner_lab.compilers import builds, matrix, package, sources, toolchains, variants
from afterburner_lab.compilers.progress import Progress
from afterburner_lab.compilers.recipe import Spec
from afterburner_lab.core.errors import LabError
from tiny_builds import FAILS, WAITS, Workshop

LAB = os.environ["AB_LAB"]
PATIENCE = 600


def specs(
    workshop: Workshop, names: list[str], variant: str = "O3", asm: tuple[bool, ...] = (False,)
) -> tuple[Spec, ...]:
    source = sources.own(workshop.archive)
    return matrix.plan([source], toolchains.find(names), variants.find([variant]), asm).specs


def make(wanted: tuple[Spec, ...], jobs: int = 1) -> tuple[matrix.Outcome, str]:
    """Make the builds; return the outcomes and the messages."""
    said = io.StringIO()
    with Progress(len(wanted), Console(file=said, width=200)) as progress:
        return matrix.run(wanted, jobs, progress), said.getvalue()


def command(workshop: Workshop, *words: str) -> list[str]:
    return [LAB, "compilers", "--source", str(workshop.archive), "--asm", "without", "--build-only", *words]


def run(words: list[str | pathlib.Path]) -> subprocess.CompletedProcess:
    return subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)


def parts() -> list[pathlib.Path]:
    return list(builds.folder().glob("*.part"))


def wait_for(path: pathlib.Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while not path.exists():
        assert time.monotonic() < deadline, f"{path} does not come"
        time.sleep(0.02)


def assert_compiler_ends(workshop: Workshop) -> None:
    """Check that the compiler that WAITS has ended."""
    compiler = int((workshop.place / "began").read_text())
    deadline = time.monotonic() + PATIENCE
    with contextlib.suppress(FileNotFoundError):  # its entry in /proc is gone, or that of a zombie
        while pathlib.Path(f"/proc/{compiler}/cmdline").read_bytes():
            assert time.monotonic() < deadline, "the compiler goes on"
            time.sleep(0.02)


def test_a_build_uses_its_flags_and_records_how_it_was_made(workshop):
    outcome, said = make(specs(workshop, [workshop.compiler(71)], "O2", (True, False)), jobs=2)
    assert [b.asm for b in outcome.built] == [True, False] and outcome.failed == [] and parts() == []
    build = outcome.built[1]
    sha256 = hashlib.sha256(workshop.archive.read_bytes()).hexdigest()
    assert build.id == f"3.0.99+{sha256[:8]}-gcc-71-O2-noasm" and f"{build.id} built in" in said
    assert (build.source_sha256, build.compiler, build.cflags) == (sha256, "gcc-71 (Fictive) 71.2.0", "-O2")
    words = (build.install / "lib" / "words").read_text()
    assert all(
        word in words for word in ("no-asm", "enable-md2", "$$ORIGIN/../lib", f"--openssldir={build.install}/ssl")
    )
    assert "no-asm" not in (outcome.built[0].install / "lib" / "words").read_text()
    assert build.libcrypto.name == "libcrypto.so.3" and "making" not in said and pathlib.Path(build.log).is_file()
    assert workshop.calls() == ["-O2 -c -o main.o main.c"] * 2 and builds.find() == sorted(
        outcome.built, key=lambda b: b.id
    )
    make(specs(workshop, ["gcc-71"], "O2", (True, False)))
    assert len(workshop.calls()) == 2, "a build that is there is not made again"


def test_a_failed_build_shows_the_end_of_its_log_and_the_others_continue(workshop):
    for number, before in ((71, FAILS), (72, "")):
        workshop.compiler(number, before)
    done = run(command(workshop, "--toolchain", "gcc-71,gcc-72", "--jobs", "1"))
    assert done.returncode == 1
    assert [build.toolchain for build in builds.find()] == ["gcc-72"] and parts() == []
    assert (
        "main.c:1: internal compiler error: of gcc-71" in done.stderr
        and "gcc-71-O3-noasm failed while compiling" in done.stderr
    )
    assert f"{builds.find()[0].id} built in" in done.stderr and "gcc-72 (Fictive) 72.2.0" in done.stdout


def test_kill_9_stops_everything_and_keeps_finished_builds(workshop):
    workshop.compiler(71)
    workshop.compiler(72, WAITS)
    words = command(workshop, "--toolchain", "gcc-71,gcc-72", "--jobs", "1")
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for(workshop.place / "began")
    process.kill()
    process.wait()
    assert_compiler_ends(workshop)
    (first,) = builds.find()
    assert first.toolchain == "gcc-71" and len(parts()) == 1
    (workshop.place / "go").touch()
    done = run(words)
    assert done.returncode == 0, done.stderr
    assert [b.toolchain for b in builds.find()] == ["gcc-71", "gcc-72"] and builds.find()[0] == first and parts() == []
    assert "gcc-71" not in done.stderr


def test_ctrl_c_ends_running_builds_with_their_children(workshop):
    workshop.compiler(71, WAITS)
    process = subprocess.Popen(
        command(workshop, "--toolchain", "gcc-71"), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    wait_for(workshop.place / "began")
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode in (130, -signal.SIGINT) and "Traceback" not in said
    assert builds.find() == [] and parts() == []
    assert_compiler_ends(workshop)


def test_a_miscompiled_build_is_refused(workshop):
    """The digest of a text is checked before a build is accepted."""
    (workshop.bin / "python3").write_text("#!/bin/sh\necho 00 '*stdin'\n")
    (workshop.bin / "python3").chmod(0o755)
    outcome, _ = make(specs(workshop, [workshop.compiler(71)]))
    ((_spec, failure),) = outcome.failed
    assert failure.step == "checking" and "miscompiled" in failure.tail[-1] and builds.find() == []


def test_a_build_without_working_handshakes_is_refused(workshop):
    toolchain = workshop.compiler(71, "sed -i 's/^s_server).*/s_server) exit 1 ;;/' openssl.sh")
    outcome, _ = make(specs(workshop, [toolchain]))
    ((_spec, failure),) = outcome.failed
    assert failure.step == "checking" and "s_server does not listen" in failure.tail[-1] and builds.find() == []


def test_a_profile_is_made_by_one_build_and_used_by_the_next(workshop):
    counting = (
        'case "$*" in *-fprofile-generate=*) to=$(echo "$2" | cut -d= -f2); '
        'mkdir -p "$to"; touch "$to/main.gcda" ;; esac'
    )
    outcome, _ = make(specs(workshop, [workshop.compiler(71, counting)], "pgo"))
    assert outcome.failed == []
    first, second = workshop.calls()
    counts = next(word for word in first.split() if word.startswith("-fprofile-generate="))
    assert f"-fprofile-use={counts.partition('=')[2]}" in second and "-fprofile-generate" not in second
    assert outcome.built[0].cflags == "-O3 -fprofile-use"
    log = pathlib.Path(outcome.built[0].log).read_text()
    assert "speed" in log and "aes-128-cbc" in log and log.count("s_client -connect 127.0.0.1:1 -tls1_3") == 10 + 2


def test_an_empty_profile_is_refused(workshop):
    outcome, _ = make(specs(workshop, [workshop.compiler(71)], "pgo"))
    ((_spec, failure),) = outcome.failed
    assert failure.tail[-1] == "nothing was counted" and len(workshop.calls()) == 1 and builds.find() == []


def test_a_plan_leaves_out_what_a_toolchain_cannot_make(workshop, monkeypatch):
    monkeypatch.setattr(toolchains, "_bolt", lambda *_: {"bolt": None, "merge_fdata": None})
    toolchain = toolchains.find([workshop.compiler(71)])
    plan = matrix.plan([sources.own(workshop.archive)], toolchain, variants.find(["bolt", "O2"]), (True,))
    assert [spec.variant.name for spec in plan.specs] == ["O2"]
    ((name, why),) = plan.skipped
    assert name.endswith("gcc-71-bolt") and "llvm-bolt" in why


def pin(monkeypatch, folder: pathlib.Path, sha256: str) -> pathlib.Path:
    """Make a file of this folder the source of 3.0; return its path."""
    origin = folder / "origin" / "openssl.tar.gz"
    origin.parent.mkdir()
    origin.write_bytes(b"a source")
    entry = {"version": "3.0.99", "sha256": sha256, "folder": "openssl", "urls": [origin.as_uri()]}
    pinned = folder / "sources.json"
    pinned.write_text(json.dumps({"3.0": entry}))
    monkeypatch.setattr(sources, "PINNED", pinned)
    return origin


def test_a_source_is_fetched_once(workshop, monkeypatch):
    origin = pin(monkeypatch, workshop.place, hashlib.sha256(b"a source").hexdigest())
    source = sources.fetch("3.0")
    assert source.archive.read_bytes() == b"a source" and source.version == "3.0.99"
    origin.unlink()
    assert sources.fetch("3.0") == source
    source.archive.write_bytes(b"a sourcf")
    with pytest.raises(LabError, match="openssl.tar.gz cannot be fetched"):
        sources.fetch("3.0")
    with pytest.raises(LabError, match="--openssl 2.0: no such release; there are 3.0"):
        sources.fetch("2.0")


def test_a_source_with_another_checksum_is_refused(workshop, monkeypatch):
    pin(monkeypatch, workshop.place, "0" * 64)
    with pytest.raises(LabError, match=f"SHA-256 {hashlib.sha256(b'a source').hexdigest()}, not 0000"):
        sources.fetch("3.0")
    assert list((workshop.place / "cache" / "compilers" / "sources").iterdir()) == []


def test_an_archive_without_source_is_reported_in_one_line(workshop):
    workshop.compiler(71)
    (workshop.place / "text").write_text("text")
    with tarfile.open(workshop.place / "other.tar", "w") as tar:
        tar.add(workshop.place / "text", "other/text")
    with pytest.raises(LabError, match="no FOLDER/VERSION.dat"):
        sources.own(workshop.place / "other.tar")
    done = run([LAB, "compilers", "--source", workshop.place / "text", "--toolchain", "gcc-71"])
    assert (
        done.returncode == 2 and len(done.stderr.splitlines()) == 1 and "an archive of OpenSSL's source" in done.stderr
    )


@pytest.mark.parametrize("suffix", ["tar.xz", "tar.gz"])
def test_a_package_runs_from_any_folder(workshop, suffix):
    outcome, _ = make(specs(workshop, [workshop.compiler(71)]))
    build, archive = outcome.built[0], workshop.place / f"package.{suffix}"
    done = run([LAB, "compilers", "--package", build.id, "--output", archive])
    assert done.returncode == 0 and str(archive) in done.stdout, done.stderr
    outside = {k: v for k, v in os.environ.items() if not k.startswith(("OPENSSL_", "LD_"))}
    for place in (workshop.place / "one", workshop.place / "an other"):
        with tarfile.open(archive) as tar:
            tar.extractall(place, filter="data")
        home = place / f"openssl-{build.id}"
        link = place / "link"
        link.symlink_to(home / "bin" / "openssl")
        for program in (home / "bin" / "openssl", link):
            said = subprocess.run([program, "environment"], capture_output=True, text=True, env=outside).stdout
            assert said == f"{home}/ssl/openssl.cnf {home}/lib/ossl-modules {home}/lib\n"
        said = subprocess.run(
            [home / "bin" / "with-openssl", "openssl", "environment"], capture_output=True, text=True, env=outside
        ).stdout
        assert said.startswith(f"{home}/ssl/openssl.cnf {home}/lib/ossl-modules {home}/lib")
        said = subprocess.run(
            [home / "bin" / "openssl", "environment"],
            capture_output=True,
            text=True,
            env=outside | {"OPENSSL_CONF": "/mine"},
        ).stdout
        assert said.startswith("/mine ")
        assert (home / "lib" / "pkgconfig" / "libcrypto.pc").read_text() == "prefix=${pcfiledir}/../..\n"
        assert "-O3" in (home / "BUILD.txt").read_text() and build.source_sha256 in (home / "BUILD.txt").read_text()
        assert "licence" in (home / "LICENSE.txt").read_text()
        names = ("bin/openssl", "bin/with-openssl", "libexec/environment", "lib/pkgconfig/libcrypto.pc", "BUILD.txt")
        texts = [(home / name).read_text() for name in names]
        assert not (home / "bin" / "c_rehash").exists() and not any(
            str(workshop.place / "cache") in text for text in texts
        )


def test_a_broken_build_is_not_packed(workshop):
    outcome, _ = make(specs(workshop, [workshop.compiler(71)]))
    build, archive = outcome.built[0], workshop.place / "package.tar.gz"
    with pytest.raises(LabError, match=".tar.zst, .tar.xz or .tar.gz is expected"):
        package.write(build, workshop.place / "package.zip")
    program = build.program.read_text()
    for bad, why in (
        (program.replace("default legacy", "default"), "-providers: default"),
        ("#!/bin/sh\n", "another libcrypto"),
    ):
        build.program.write_text(bad)
        with pytest.raises(LabError, match=f"does not work .*{why}"):
            package.write(build, archive)
    assert not archive.exists()


def test_exports_of_a_source_without_a_list_of_symbols(tmp_path):
    """The lab's util/mkdef.pl for crates: versions in order, each inheriting from the last; all other symbols are
    local."""
    numbers = tmp_path / "libcrypto.num"
    numbers.write_text(
        "late 3 3_10_0 EXIST::FUNCTION:\nearly 1 3_0_0 EXIST::FUNCTION:\nmid 2 3_2_0 EXIST:_WIN32:VARIABLE:DSA\n"
        "gone 4 3_0_0 NOEXIST::FUNCTION:\n"
    )
    perl = ["perl", sources.SUPPLEMENT / "util" / "mkdef.pl", "--name", "libcrypto", "--ordinals", numbers, "--type"]
    said = subprocess.run([*perl, "lib"], capture_output=True, text=True, check=True).stdout.split()
    assert " ".join(said) == (
        "OPENSSL_3.0.0 { global: early; local: *; }; OPENSSL_3.2.0 { global: mid; } OPENSSL_3.0.0; "
        "OPENSSL_3.10.0 { global: late; } OPENSSL_3.2.0;"
    )
    said = subprocess.run([*perl, "dso"], capture_output=True, text=True, check=True).stdout
    assert "OSSL_provider_init" in said and "local: *" in said
