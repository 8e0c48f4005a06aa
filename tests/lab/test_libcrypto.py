"""The named libcrypto is measured and no other, whatever the environment and the system's configuration say."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
from collections.abc import Sequence

import pytest

from afterburner_lab.core import sides
from afterburner_lab.core.driver import Driver

LAB = os.environ["AB_LAB"]
AFTERBURNER = pathlib.Path(os.environ["AB_LAB_BUILD"], "afterburner")


def lab(*arguments: object, prefix: Sequence[str] = (), **environment: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [*prefix, LAB, *map(str, arguments)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=600,
    )


def compile_library(path: pathlib.Path, code: str) -> pathlib.Path:
    source = path.with_suffix(".c")
    source.write_text(code)
    subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-o", path, source], check=True)
    return path


@pytest.fixture(scope="module")
def system_libcrypto() -> pathlib.Path:
    with Driver(sides.standard()) as driver:
        return pathlib.Path(driver.hello()["libcrypto_path"])


@pytest.fixture(scope="module")
def enabled(tmp_path_factory) -> pathlib.Path:
    """Make an openssl.cnf that enables Afterburner for every program that reads it."""
    path = tmp_path_factory.mktemp("enabled") / "openssl.cnf"
    path.touch()
    subprocess.run([AFTERBURNER, "enable", "--config", path], check=True, capture_output=True)
    assert "afterburner" in path.read_text()
    return path


def check_sides(driver: Driver) -> None:
    """The default sides load the default provider only; the candidate loads the module, at the processor's level."""
    loaded = driver.hello()["sides"]
    assert [p["name"] for p in loaded["default"]] == [p["name"] for p in loaded["control"]] == ["default"]
    levels = {p["name"]: p.get("level") for p in loaded["afterburner"]}
    assert levels == {"default": None, "afterburner": uncapped_level()}
    assert {o.providers["default"] for o in driver.offers()} <= {"default", None}


def uncapped_level() -> str:
    """Return the level that `afterburner status` reports in a clean environment, as the driver writes it."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("OPENSSL_", "AFTERBURNER_"))}
    done = subprocess.run(
        [AFTERBURNER, "status", "--json"],
        capture_output=True,
        text=True,
        check=True,
        env={**environment, "OPENSSL_CONF": "/dev/null"},
    )
    module = json.loads(done.stdout)["module"]
    return module["level"] + ("+vaes" if "vaes" in module["bits"] else "")


def test_a_copy_elsewhere_is_the_one_that_is_loaded(tmp_path, system_libcrypto):
    copy = tmp_path / "libcrypto.so.3"
    shutil.copy(system_libcrypto, copy)
    for name in (copy, tmp_path):
        with Driver(sides.standard(), libcrypto=str(name)) as driver:
            assert driver.hello()["libcrypto_path"] == str(copy)
            check_sides(driver)


def write(path: pathlib.Path, text: str) -> pathlib.Path:
    path.write_text(text)
    return path


OTHER = "int zero(void) { return 0; }"
OPENSSL_1_1 = 'const char *OpenSSL_version(int t) { return t ? 0 : "OpenSSL 1.1.1"; }'
PART = "void *OSSL_LIB_CTX_new(void) { return 0; }"
BAD = {
    "absent": (lambda folder: folder / "libcrypto.so.9", "no such file"),
    "an empty folder": (lambda folder: folder, "no libcrypto.so in this folder"),
    "no library": (lambda folder: write(folder / "libcrypto.so", "text"), "wants a libcrypto.so of OpenSSL 3.0"),
    "another library": (lambda folder: compile_library(folder / "libother.so", OTHER), "has no OSSL_LIB_CTX_new"),
    "OpenSSL 1.1": (lambda folder: compile_library(folder / "libcrypto.so", OPENSSL_1_1), "has no OSSL_LIB_CTX_new"),
    "part of a libcrypto": (lambda folder: compile_library(folder / "libcrypto.so", PART), "undefined symbol"),
    "a name unknown to the loader": (lambda folder: "libcrypto-of-nobody.so", "cannot open shared object file"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_file_that_is_no_libcrypto_gets_one_line(tmp_path, what):
    """Run in Python's development mode, which also reports pipes left open to a driver that has ended."""
    make, wanted = BAD[what]
    done = lab("list", "--libcrypto", make(tmp_path), PYTHONDEVMODE="1")
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1 and done.stderr.startswith("afterburner-lab: ") and wanted in done.stderr


def test_variables_of_the_user_do_not_reach_the_sides(monkeypatch, enabled):
    for name, value in {
        "OPENSSL_CONF": str(enabled),
        "OPENSSL_MODULES": str(enabled.parent),
        "AFTERBURNER_CPU": "aesni",
        "OPENSSL_ia32cap": "~0x200000000000000",
        "LD_BIND_NOW": "1",
    }.items():
        monkeypatch.setenv(name, value)
    with Driver(sides.standard()) as driver:
        check_sides(driver)


def test_an_enabled_afterburner_does_not_reach_the_sides(enabled):
    """Replace the system's openssl.cnf, in a mount namespace, for every process below."""
    folder = subprocess.run(["openssl", "version", "-d"], capture_output=True, text=True, check=True).stdout.split('"')[
        1
    ]
    conf = pathlib.Path(folder, "openssl.cnf").resolve()
    inside = [
        "unshare",
        "--map-root-user",
        "--mount",
        "sh",
        "-c",
        f'mount --bind "{enabled}" "{conf}" && exec "$@"',
        "sh",
    ]
    if subprocess.run([*inside, "true"], capture_output=True).returncode != 0:
        pytest.skip("no mount namespaces here")
    served = lab("list", prefix=[*inside, "env", "-u", "OPENSSL_CONF"])
    assert served.returncode == 0 and served.stdout == lab("list").stdout
    live = subprocess.run(
        [*inside, "env", "-u", "OPENSSL_CONF", "openssl", "list", "-providers"], capture_output=True, text=True
    )
    assert "afterburner" in live.stdout, "the system's configuration was not replaced"
