"""Compilers are found by their names and their version output; variants know what a toolchain lacks for them."""

from __future__ import annotations

import pathlib

import pytest

from afterburner_lab.compilers import builds, needs, toolchains, variants, zig
from afterburner_lab.core.errors import LabError

SAYS = {"gcc": "{name} (Fictive {number}.2.0-14) {number}.2.0", "clang": "Fictive clang version {number}.0.6"}


def compiler(folder: pathlib.Path, name: str, number: int, family: str) -> None:
    """Make a program that claims to be this compiler."""
    script = folder / name
    said = SAYS[family].format(name=name, number=number)
    script.write_text(
        f"#!/bin/sh\ncase $1 in\n-dumpversion) echo {number}.2.0 ;;\n-print-resource-dir) echo '{folder}' ;;\n"
        f"*) echo '{said}' ;;\nesac\n"
    )
    script.chmod(0o755)


def tools(folder: pathlib.Path, *names: str) -> None:
    for name in names:
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)


@pytest.fixture
def folder(tmp_path, monkeypatch) -> pathlib.Path:
    """Make the only folder of PATH, apart from sh and ls."""
    bin_ = tmp_path / "bin"
    bin_.mkdir()
    monkeypatch.setenv("PATH", str(bin_))
    monkeypatch.setenv("AB_CACHE", str(tmp_path / "cache"))
    return bin_


def test_each_compiler_on_the_path_is_found_once_and_gcc_first(folder):
    for name, number in (("clang-16", 16), ("gcc-9", 9), ("gcc-12", 12), ("gcc", 12), ("clang", 21)):
        compiler(folder, name, number, name.partition("-")[0])
    tools(folder, "ar", "ranlib", "nm", "gcc-ar-12", "llvm-ar-16", "gcc-14-x", "x86_64-gcc-13")
    found = toolchains.find()
    assert [t.name for t in found] == ["gcc-9", "gcc-12", "clang-16", "clang-21"]
    assert [pathlib.Path(t.cc).name for t in found] == ["gcc-9", "gcc-12", "clang-16", "clang"]
    assert [pathlib.Path(t.ar).name for t in found] == ["ar", "gcc-ar-12", "llvm-ar-16", "ar"]
    assert [t.major for t in found] == [9, 12, 16, 21] and found[1].version == "gcc-12 (Fictive 12.2.0-14) 12.2.0"
    assert toolchains.newest("clang").name == "clang-21" and toolchains.newest("gcc").name == "gcc-12"


def test_broken_and_foreign_compilers_are_not_listed(folder):
    compiler(folder, "gcc-15", 15, "clang")  # a clang under gcc's name
    tools(folder, "gcc-13", "ar", "ranlib", "nm")  # prints nothing at all
    assert toolchains.find() == [] and toolchains.newest("gcc") is None


def test_a_toolchain_with_missing_parts_gets_advice(folder):
    compiler(folder, "gcc-12", 12, "gcc")
    tools(folder, "ar", "ranlib", "nm")
    assert [t.name for t in toolchains.find(["gcc-12", "gcc-12"])] == ["gcc-12"]
    with pytest.raises(LabError, match="apt-get install clang-16 lld-16 llvm-16 libclang-rt-16-dev"):
        toolchains.find(["gcc-12", "clang-16"])
    with pytest.raises(LabError, match="must be gcc-N, clang-N or zig; installed: gcc-12, zig"):
        toolchains.find(["icc"])


def test_a_variant_says_what_a_toolchain_lacks_for_it(folder):
    compiler(folder, "gcc-12", 12, "gcc")
    compiler(folder, "clang-16", 16, "clang")
    tools(folder, "ar", "ranlib", "nm")
    gcc, clang = toolchains.find()
    lto, pgo, bolt, plain = variants.find(["lto", "pgo", "bolt", "O3"])
    assert [plain.obstacle(t) for t in (gcc, clang)] == [None, None] == [lto.obstacle(gcc), pgo.obstacle(gcc)]
    assert "apt-get install lld-16" in lto.obstacle(clang) and "apt-get install llvm-16" in pgo.obstacle(clang)
    assert "llvm-bolt" in bolt.obstacle(gcc)
    tools(folder, "ld.lld-16", "llvm-profdata-16", "llvm-bolt-16", "merge-fdata-16")
    assert "libclang-rt-16-dev" in pgo.obstacle(toolchains.newest("clang"))
    (folder / "lib" / "linux").mkdir(parents=True)
    (folder / "lib" / "linux" / "libclang_rt.profile-x86_64.a").touch()
    assert [v.obstacle(t) for v in (lto, pgo, bolt) for t in toolchains.find()] == [None] * 6
    assert "-flto=thin" in lto.flags(clang)[0] and "-flto=auto" in lto.flags(gcc)[1]
    with pytest.raises(LabError, match="--variant O9: no such variant; there are O2, O3"):
        variants.find(["O3", "O9"])


def installer(folder: pathlib.Path, status: int) -> None:
    """Make an apt-get that records its arguments and exits with this status, and the program that runs it as root."""
    tools(folder, "sudo", "env", "make", "perl")
    (folder / "sudo").write_text('#!/bin/sh\nexec "$@"\n')
    (folder / "env").write_text('#!/bin/sh\nshift\nexec "$@"\n')
    (folder / "apt-get").write_text(
        f'#!/bin/sh\necho "$@" >>"{folder}/asked"\necho "E: no such package" >&2\nexit {status}\n'
    )
    (folder / "apt-get").chmod(0o755)


def test_missing_packages_are_named_or_installed(folder):
    installer(folder, 0)
    compiler(folder, "gcc-12", 12, "gcc")
    tools(folder, "ar", "ranlib", "nm")
    needs.require(["gcc-12", "zig"], install=False)
    with pytest.raises(
        LabError, match="lacks clang-16 lld-16 llvm-16 libclang-rt-16-dev gcc-13; fix: apt-get install clang-16"
    ):
        needs.require(["gcc-12", "clang-16", "gcc-13"], install=False)
    assert not (folder / "asked").exists()
    needs.require(["clang-16"], install=True)
    asked = (folder / "asked").read_text().splitlines()
    assert asked[0].startswith("update") and asked[1].endswith("clang-16 lld-16 llvm-16 libclang-rt-16-dev")
    (folder / "make").unlink()
    assert needs.missing() == ["make"]
    installer(folder, 100)
    with pytest.raises(LabError, match="apt-get update -q: E: no such package"):
        needs.require(["gcc-13"], install=True)


def test_zig_becomes_commands_of_one_word(folder, monkeypatch):
    made = []

    def pretend(command: list[str]) -> None:
        made.append(command)
        program = zig.tool("cc").parent / "venv" / "lib" / "python3.11" / "site-packages" / "ziglang" / "zig"
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text("#!/bin/sh\necho clang version 20.9.9 of $*\n")
        program.chmod(0o755)

    monkeypatch.setattr(zig, "_run", pretend)
    assert toolchains.find() == []
    (found,) = toolchains.find(["zig"])
    assert found.version.startswith(f"zig {zig.VERSION}, clang version 20.9.9 of cc -target x86_64-linux-gnu")
    assert f"ziglang=={zig.VERSION}" in made[-1] and toolchains.find() == [found] and len(made) == 2
    assert variants.VARIANTS["pgo"].obstacle(found) == "zig has no run-time library for profiles"


def test_zig_without_a_network_is_reported_in_one_line(folder, monkeypatch):
    monkeypatch.setattr(zig.sys, "executable", "/bin/false")
    with pytest.raises(LabError, match="^zig .* cannot be fetched from PyPI: .*Leave zig out with --toolchain$"):
        zig.fetch()
    assert not zig.is_fetched()


def test_builds_are_found_when_complete(folder):
    build = builds.Build(
        "3.0.22-gcc-12-O3-noasm",
        "3.0.22",
        "0" * 64,
        "gcc-12",
        "gcc",
        "gcc-12 (Fictive) 12.2.0",
        "O3",
        False,
        "-O3",
        "",
        ("no-asm",),
        1.5,
        "log",
        "2026-01-01T00:00:00+00:00",
    )
    assert builds.find() == []
    for name in (build.id, "3.0.22-gcc-12-O2.part"):
        (builds.folder() / name).mkdir(parents=True)
        build.save(builds.folder() / name)
    (builds.folder() / "3.0.22-gcc-12-O2").mkdir()
    assert builds.find() == [build] == [builds.named(build.id)] and build.configuration == "O3-noasm"
    with pytest.raises(LabError, match="nope: no such build; the builds are 3.0.22-gcc-12-O3-noasm"):
        builds.named("nope")
    (builds.folder() / build.id / builds.NOTE).write_text("{}")
    with pytest.raises(LabError, match="made by another version of the lab; remove it"):
        builds.find()
