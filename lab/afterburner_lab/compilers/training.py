"""Work for a build: the training run of a profile, and handshakes that check keys and ciphers."""

from __future__ import annotations

import pathlib
import re
import subprocess
import time

from afterburner_lab.compilers.steps import Steps, clean_environment
from afterburner_lab.core import guarded

# One second each, at one length. A version skips names that it does not have.
BULK = (
    "md4",
    "md5",
    "hmac",
    "sha1",
    "sha256",
    "sha512",
    "rmd160",
    "rc4",
    "des-cbc",
    "des-ede3",
    "rc2-cbc",
    "bf-cbc",
    "cast-cbc",
    "aes-128-cbc",
    "aes-192-cbc",
    "aes-256-cbc",
)
BULK_EVP = ("sha3-256", "aes-128-gcm", "aes-256-gcm", "chacha20-poly1305")
KEYS = (
    "rsa512",
    "rsa1024",
    "rsa2048",
    "rsa4096",
    "dsa1024",
    "dsa2048",
    "ecdsap256",
    "ecdsap384",
    "ecdsap521",
    "ecdhp256",
    "ecdhp384",
    "ecdhp521",
    "ecdhx25519",
    "ed25519",
)
BYTES = "8192"
HANDSHAKES = (("-tls1_3", "rsa"), ("-tls1_3", "ec"), ("-tls1_2", "rsa"), ("-tls1_2", "ec"))
ROUNDS = 5  # handshakes in a training
KEY_OF = {"rsa": ("rsa:2048",), "ec": ("ec", "-pkeyopt", "ec_paramgen_curve:P-256")}
PATIENCE = 60  # seconds for a server to print its address


def train(install: pathlib.Path, work: pathlib.Path, steps: Steps) -> None:
    """Run `openssl speed` over the compared algorithms, and handshakes, with an instrumented installation. work: a
    folder for keys."""
    work.mkdir(exist_ok=True)
    words: tuple[str, ...]
    command: list[str | pathlib.Path] = [
        install / "bin" / "openssl",
        "speed",
        "-provider",
        "legacy",
        "-provider",
        "default",
        "-seconds",
        "1",
        "-bytes",
        BYTES,
    ]
    for words in (*((name,) for name in BULK), *(("-evp", name) for name in BULK_EVP), *((name,) for name in KEYS)):
        steps.run(
            f"training: {words[-1]}",
            [*command, *words],
            work,
            may_fail=True,
            OPENSSL_MODULES=str(install / "lib" / "ossl-modules"),
        )
    shake_hands(install, work, steps, "training: handshakes", ROUNDS)


def shake_hands(install: pathlib.Path, work: pathlib.Path, steps: Steps, step: str, rounds: int = 1) -> None:
    """Make handshakes with each kind of key and each protocol; raises BuildFailed if one fails."""
    work.mkdir(exist_ok=True)
    program = install / "bin" / "openssl"
    for kind, words in KEY_OF.items():
        steps.run(
            step,
            [
                program,
                "req",
                "-x509",
                "-newkey",
                *words,
                "-nodes",
                "-subj",
                "/CN=localhost",
                "-keyout",
                f"{kind}.key",
                "-out",
                f"{kind}.crt",
            ],
            work,
            OPENSSL_CONF=str(install / "ssl" / "openssl.cnf"),
        )
    for protocol, kind in HANDSHAKES * rounds:
        _handshake(program, protocol, kind, work, steps, step)


def _handshake(program: pathlib.Path, protocol: str, kind: str, work: pathlib.Path, steps: Steps, step: str) -> None:
    """Start a server for one connection, on a port that the system chooses; it exits by itself, so its counts are
    written.

    (It serves web pages, or else it would exit when its input ends.)"""
    said = work / "server.log"
    with said.open("w") as out:
        server = guarded.start(
            [
                program,
                "s_server",
                "-www",
                "-accept",
                "127.0.0.1:0",
                "-naccept",
                "1",
                "-cert",
                f"{kind}.crt",
                "-key",
                f"{kind}.key",
            ],
            cwd=work,
            stdout=out,
            stderr=subprocess.STDOUT,
            env=clean_environment(),
        )
    try:
        port = _port(said, server)
        if port is None:
            steps.fail(step, f"s_server does not listen: {said.read_text()[-200:]}")
        steps.run(step, [program, "s_client", "-connect", f"127.0.0.1:{port}", protocol], work)
        steps.wait(server)
    finally:
        guarded.end(server)


def _port(said: pathlib.Path, server: subprocess.Popen) -> str | None:
    """Read the port from its output: ACCEPT 127.0.0.1:PORT."""
    deadline, has_ended = time.monotonic() + PATIENCE, False
    while not has_ended and time.monotonic() < deadline:
        has_ended = server.poll() is not None
        if match := re.search(r"^ACCEPT \S*:(\d+)$", said.read_text(), re.M):
            return match[1]
        time.sleep(0.02)
    return None
