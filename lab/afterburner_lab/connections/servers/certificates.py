"""Certificates for the servers, made by the openssl command, for one day and for localhost. They protect nothing."""

from __future__ import annotations

import pathlib
import subprocess
from dataclasses import dataclass

from afterburner_lab.connections.servers.program import Program
from afterburner_lab.core.errors import LabError

# Overrides the user's configuration.
CONFIGURATION = (
    "[req]\ndistinguished_name = name\nx509_extensions = leaf\n[name]\n[leaf]\nsubjectAltName = DNS:localhost\n"
)


@dataclass(frozen=True)
class Certificate:
    """A certificate. name: as in the results: RSA-2048, P-256, Ed25519 ... chain, key: PEM files; both: the two in one
    file."""

    name: str
    chain: pathlib.Path
    key: pathlib.Path
    both: pathlib.Path


def make(name: str, folder: pathlib.Path, openssl: Program) -> Certificate:
    """Make a certificate. Raises LabError for a kind of key that this openssl cannot make."""
    paths = [folder / f"{name}.{suffix}" for suffix in ("cert.pem", "key.pem", "both.pem")]
    config = folder / "req.cnf"
    config.write_text(CONFIGURATION)
    command = [
        openssl.path,
        "req",
        "-x509",
        "-config",
        str(config),
        *_key_options(name),
        "-nodes",
        "-subj",
        "/CN=localhost",
        "-days",
        "1",
        "-out",
        str(paths[0]),
        "-keyout",
        str(paths[1]),
    ]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=120, env=openssl.environment({"OPENSSL_CONF": "/dev/null"})
    )
    if done.returncode != 0:
        raise LabError(
            f"{name}: {openssl.path} cannot make such a certificate: {(done.stderr.strip().splitlines() or ['?'])[-1]}"
        )
    paths[2].write_text(paths[0].read_text() + paths[1].read_text())
    return Certificate(name, *paths)


def _key_options(name: str) -> list[str]:
    kind, _, bits = name.partition("-")
    if kind == "RSA":
        return ["-newkey", f"rsa:{bits}"]
    if kind == "P":
        return ["-newkey", "ec", "-pkeyopt", f"ec_paramgen_curve:{name}"]
    return ["-newkey", name.lower()]
