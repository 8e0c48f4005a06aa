"""Check whether an installation works. This is the first check of a build, since compilers and flags have been wrong
before."""

from __future__ import annotations

import hashlib
import pathlib
import subprocess

from afterburner_lab.compilers.steps import clean_environment

KNOWN = {
    "md5": "md5",
    "sha1": "sha1",
    "sha256": "sha256",
    "sha512": "sha512",
    "sha3-256": "sha3_256",
}  # OpenSSL's name: Python's name
TEXT = bytes(range(256)) * 9


def fault(install: pathlib.Path, prefix: pathlib.Path) -> str | None:
    """Return what is wrong with an installation, or None.

    The command must run with its own library and not the system's, both providers must load, and digests must equal
    Python's. prefix: the prefix given to Configure."""
    if f'"{prefix}/ssl"' not in (said := _said(install, "version", "-d")):
        return f"openssl version -d: {said[-200:]}, not {prefix}/ssl: the command runs with another libcrypto"
    providers = _said(install, "list", "-providers", "-provider", "legacy", "-provider", "default")
    if not {"default", "legacy"} <= set(providers.split()):
        return f"openssl list -providers: {providers[-200:]}"
    for name, python in KNOWN.items():
        wanted, got = hashlib.new(python, TEXT).hexdigest(), _said(install, "dgst", "-r", f"-{name}")
        if got.split()[:1] != [wanted]:
            return f"openssl dgst -{name}: {got[:200]}, not {wanted}: miscompiled"
    return None


def _said(install: pathlib.Path, *words: str) -> str:
    """Return what the command prints for TEXT, or its error output."""
    environment = clean_environment() | {"OPENSSL_MODULES": str(install / "lib" / "ossl-modules")}
    done = subprocess.run([install / "bin" / "openssl", *words], input=TEXT, capture_output=True, env=environment)
    return (done.stdout if done.returncode == 0 else done.stderr).decode(errors="replace").strip()
