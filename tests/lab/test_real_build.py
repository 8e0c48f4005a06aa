"""Build OpenSSL itself once with the installed compiler, and pack it; full tier only."""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import tarfile
from collections.abc import Iterator

import pytest

from afterburner_lab.compilers import builds, sources, toolchains
from afterburner_lab.compilers.builds import Build
from afterburner_lab.core.driver import Driver
from afterburner_lab.core.errors import LabError
from afterburner_lab.core.sides import BASELINE, Side

LAB = os.environ["AB_LAB"]
OUTSIDE = {k: v for k, v in os.environ.items() if not k.startswith(("OPENSSL_", "LD_"))}


@pytest.fixture(scope="module")
def build(tmp_path_factory) -> Iterator[Build]:
    """Build in a cache of the test's own, from the source in the shared cache."""
    try:
        source = sources.fetch("3.0").archive
    except LabError as e:
        pytest.skip(str(e))
    with pytest.MonkeyPatch.context() as environment:
        cache = tmp_path_factory.mktemp("cache")
        environment.setenv("AB_CACHE", str(cache))
        (cache / "compilers").mkdir()
        (cache / "compilers" / "sources").symlink_to(source.parent)
        compiler = (toolchains.newest("gcc") or toolchains.newest("clang")).name
        done = subprocess.run(
            [LAB, "compilers", "--toolchain", compiler, "--variant", "O2", "--asm", "without", "--build-only"],
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        (made,) = builds.find()
        assert made.id.endswith(f"-{compiler}-O2-noasm") and not list(builds.folder().glob("*.part"))
        yield made


@pytest.fixture(scope="module")
def homes(build, tmp_path_factory) -> Iterator[list[pathlib.Path]]:
    """Unpack the build's archive in two places, and move the build itself away."""
    folder = tmp_path_factory.mktemp("unpacked")
    archive = folder / "package.tar.gz"
    subprocess.run([LAB, "compilers", "--package", build.id, "--output", archive], check=True)
    aside = build.install.rename(build.folder / "aside")
    places = [folder / "one", folder / "an other"]
    for place in places:
        with tarfile.open(archive) as tar:
            tar.extractall(place, filter="data")
    yield [place / f"openssl-{build.id}" for place in places]
    aside.rename(build.install)


def said(*words: str | pathlib.Path) -> str:
    return subprocess.run(words, capture_output=True, text=True, check=True, env=OUTSIDE).stdout


def test_the_build_has_the_requested_flags_and_no_assembly(build):
    names = said(shutil.which("nm"), build.libcrypto)
    assert "avx2" not in names and "sha256_block_data_order" in names, "no symbols, or assembly in them"
    assert build.seconds > 1 and re.match(r"3\.0\.\d+$", build.openssl)


def test_the_lab_measures_it_with_algorithms_that_distributions_leave_out(build):
    loaded = said(build.program, "list", "-provider", "legacy", "-provider", "default", "-digest-algorithms")
    assert "MD2" in loaded and "SHA3-256" in loaded
    with Driver([Side(BASELINE)], libcrypto=str(build.libcrypto)) as driver:
        assert driver.hello()["libcrypto_path"] == str(build.libcrypto)


def test_the_archive_runs_from_any_folder(build, homes):
    assert not build.install.exists()
    for home in homes:
        program = home / "bin" / "openssl"
        assert build.openssl in said(program, "version")
        providers = said(program, "list", "-providers", "-provider", "legacy", "-provider", "default")
        assert "legacy" in providers and "default" in providers
        libraries = re.findall(r"lib(?:ssl|crypto)\S+ => (\S.*) \(0x", said("ldd", home / "libexec" / "openssl"))
        assert len(libraries) == 2 and all(
            pathlib.Path(lib).resolve().is_relative_to(home.resolve()) for lib in libraries
        )
        assert said(home / "bin" / "with-openssl", "openssl", "version") == said(program, "version")
        key = home / "key.pem"
        said(
            program,
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-subj",
            "/CN=here",
            "-keyout",
            key,
            "-out",
            "/dev/null",
        )
        assert "BEGIN" in key.read_text(), "its openssl.cnf is not found"
