#!/usr/bin/env python3
"""Certificates, CMS and TLS 1.3 with ML-DSA and SLH-DSA between an OpenSSL with the module and a stock one.

Usage:
  pure_chains.py BUILD_DIR OURS STOCK     releases of tests/evp/build_openssl.sh, 3.2 to 3.5 and 4.0

Each side makes chains of an SLH-DSA root, an ML-DSA intermediate and an ML-DSA leaf, and the other side verifies
them. CMS from 3.5 on. TLS with certificates on both sides, in both roles.
"""
from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = "SLH-DSA-SHA2-128f"
LEAVES = ("ML-DSA-44", "ML-DSA-65", "ML-DSA-87")
TIMEOUT = 300
CONFIG = """openssl_conf = start
[start]
providers = providers
alg_section = properties
[properties]
{properties}
[providers]
default = standard
{ours}
[standard]
activate = 1
[afterburner]
module = {module}
algorithms = ALL, {root}
activate = 1
[req]
distinguished_name = subject
[subject]
[ca]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
[leaf]
basicConstraints = CA:FALSE
subjectAltName = DNS:localhost
"""


class Side:
    """An `openssl` with its configuration, and the folder of what it makes."""

    def __init__(self, name: str, release: str, folder: pathlib.Path, module: pathlib.Path | None) -> None:
        home = subprocess.run([HERE.parent / "evp/build_openssl.sh", release], check=True, text=True,
                              stdout=subprocess.PIPE).stdout.split()[-1]
        self.name, self.release, self.folder, self.program = name, release, folder / name, f"{home}/bin/openssl"
        self.folder.mkdir()
        config = self.folder / "openssl.cnf"
        config.write_text(CONFIG.format(properties="default_properties = ?provider=afterburner" if module else "",
                                        ours="afterburner = afterburner" if module else "", module=module, root=ROOT))
        self.environment = {**os.environ, "OPENSSL_CONF": str(config), "LD_LIBRARY_PATH": f"{home}/lib"}

    def run(self, *args: str | pathlib.Path, ok: bool = True) -> str:
        done = subprocess.run([self.program, *args], env=self.environment, text=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIMEOUT)
        assert (done.returncode == 0) == ok, f"{self.name}: openssl {' '.join(map(str, args))}\n{done.stdout}"
        return done.stdout

    def start(self, *args: str | pathlib.Path) -> subprocess.Popen[str]:
        return subprocess.Popen([self.program, *args], env=self.environment, text=True, stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def file(self, name: str) -> pathlib.Path:
        return self.folder / name

    def key(self, kind: str, name: str) -> pathlib.Path:
        self.run("genpkey", "-algorithm", kind, "-out", self.file(f"{name}.key"))
        return self.file(f"{name}.key")

    def sign(self, name: str, kind: str, issuer: str, section: str) -> None:
        self.run("req", "-new", "-key", self.key(kind, name), "-subj", f"/CN={name}", "-out", self.file(f"{name}.csr"))
        self.run("x509", "-req", "-in", self.file(f"{name}.csr"), "-CA", self.file(f"{issuer}.pem"), "-CAkey",
                 self.file(f"{issuer}.key"), "-days", "30", "-extfile", self.environment["OPENSSL_CONF"],
                 "-extensions", section, "-out", self.file(f"{name}.pem"))

    def make_chains(self) -> None:
        self.run("req", "-x509", "-new", "-key", self.key(ROOT, "root"), "-subj", "/CN=root", "-days", "30",
                 "-extensions", "ca", "-out", self.file("root.pem"))
        self.sign("middle", "ML-DSA-65", "root", "ca")
        for kind in LEAVES:
            self.sign(kind, kind, "middle", "leaf")


def check_provider(ours: Side, stock: Side) -> None:
    """The module signs on our side, and is absent on the other."""
    listed = ours.run("list", "-signature-algorithms")
    for kind in LEAVES:
        assert re.search(rf"{kind}\b.*@ afterburner", listed), f"{kind} is not the module's\n{listed}"
    assert "afterburner" not in stock.run("list", "-signature-algorithms")


def check_chains(maker: Side, verifier: Side) -> None:
    """The other side verifies each chain, and none under the root of another."""
    for kind in LEAVES:
        args = ("verify", "-untrusted", maker.file("middle.pem"), "-CAfile")
        verifier.run(*args, maker.file("root.pem"), maker.file(f"{kind}.pem"))
        verifier.run(*args, verifier.file("root.pem"), maker.file(f"{kind}.pem"), ok=False)


def check_cms(maker: Side, verifier: Side) -> None:
    text, out = maker.file("text"), verifier.file("verified")
    text.write_bytes(bytes(range(256)) * 20)
    for kind in LEAVES:
        message = maker.file(f"{kind}.cms")
        # Without -md, 3.5 knows no digest for these keys.
        maker.run("cms", "-sign", "-md", "SHA512", "-binary", "-nodetach", "-in", text, "-signer",
                  maker.file(f"{kind}.pem"), "-inkey", maker.file(f"{kind}.key"), "-certfile",
                  maker.file("middle.pem"), "-outform", "DER", "-out", message)
        args = ("cms", "-verify", "-binary", "-inform", "DER", "-purpose", "any", "-CAfile", maker.file("root.pem"),
                "-out", out, "-in")
        verifier.run(*args, message)
        assert out.read_bytes() == text.read_bytes()
        spoilt = bytearray(message.read_bytes())
        spoilt[-1] ^= 1  # the end of the signature
        message.write_bytes(spoilt)
        verifier.run(*args, message, ok=False)


def identity(side: Side, kind: str, peer: Side) -> tuple[str | pathlib.Path, ...]:
    return ("-cert", side.file(f"{kind}.pem"), "-key", side.file(f"{kind}.key"), "-cert_chain",
            side.file("middle.pem"), "-CAfile", peer.file("root.pem"), "-verify_return_error", "-tls1_3")


def shake_hands(server: Side, client: Side, kind: str) -> None:
    """Both present a certificate of this kind, and both verify the other's."""
    process = server.start("s_server", "-accept", "127.0.0.1:0", "-naccept", "1", "-Verify", "4",
                           *identity(server, kind, client))
    try:
        log = ""
        for line in process.stdout:
            log += line
            if line.startswith("ACCEPT"):
                break
        port = re.search(r"ACCEPT \S*:(\d+)", log)
        assert port, f"{server.name}: no server\n{log}"
        shown = client.run("s_client", "-connect", f"127.0.0.1:{port[1]}", *identity(client, kind, server))
        log += process.communicate(timeout=TIMEOUT)[0]
    finally:
        process.kill()
        process.wait()
    name = "(id-)?" + kind.replace("-", "-?")  # mldsa44, or id-ml-dsa-44 before 3.5
    for side, text in ((client, shown), (server, log)):
        assert re.search(rf"(?i)peer signature type: {name}", text), f"{side.name}: no {name}\n{text}"
        assert "verify error" not in text, f"{side.name}\n{text}"
    assert "Verify return code: 0 (ok)" in shown, shown


def main(build: str, ours_release: str, stock_release: str) -> None:
    module = pathlib.Path(build).resolve() / "afterburner.so"
    with tempfile.TemporaryDirectory() as folder:
        ours = Side("ours", ours_release, pathlib.Path(folder), module)
        stock = Side("stock", stock_release, pathlib.Path(folder), None)
        check_provider(ours, stock)
        for side in (ours, stock):
            side.make_chains()
        for one, other in ((ours, stock), (stock, ours)):
            check_chains(one, other)
            if ours_release >= "3.5":
                check_cms(one, other)
            for kind in LEAVES:
                shake_hands(one, other, kind)
    print(f"{ours_release} with the module against {stock_release}: chains, handshakes"
          + (", CMS" if ours_release >= "3.5" else ""))


if __name__ == "__main__":
    main(*sys.argv[1:])
