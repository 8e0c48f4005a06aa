#!/usr/bin/env python3
"""Shows what Afterburner does for the OpenSSL of this machine: the same real work with and without it, the same bytes,
another time. Nothing outside a temporary folder is changed. Standard library only.

Usage: run.py [--build build] [--size MIB] [--runs N]
"""
from __future__ import annotations

import argparse
import contextlib
import ctypes
import hashlib
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass

KEY, IV = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"
MIB = 1 << 20
LIMIT_S = 120  # for any one process


class Failure(Exception):
    """What went wrong, in one line."""


@dataclass
class Run:
    """What one process took, in seconds."""

    wall: float
    cpu: float  # user time; system time is the kernel's, copying to and from files


@dataclass
class Row:
    """One line of the table: medians without and with, and their ratio, above 1 if Afterburner is ahead."""

    what: str
    without: str
    with_it: str
    ratio: float
    note: str = ""


# ---- output ----

TTY = sys.stdout.isatty()
COLOUR = TTY and "NO_COLOR" not in os.environ


def styled(code: str, text: str) -> str:
    return f"\033[{code}m{text}\033[0m" if COLOUR else text


def step(title: str) -> None:
    progress("")
    print(f"\n{styled('1;36', '==')} {styled('1', title)}", flush=True)


def detail(text: str) -> None:
    progress("")
    print(f"   {text}", flush=True)


def progress(text: str) -> None:
    """A line that the next one replaces; on a terminal only."""
    if TTY:
        print(f"\r\033[K{styled('2', '   ' + text) if text else ''}", end="", flush=True)


# ---- processes: none outlives this one ----

libc = ctypes.CDLL(None)
started: list[subprocess.Popen] = []
STOPPING = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)


def remembered(*args, **options) -> subprocess.Popen:
    """A process that is ended with this one: no signal comes between its start and its entry in the list."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
    try:
        options |= {"preexec_fn": die_with_parent, "start_new_session": True}
        process = subprocess.Popen(*args, **options)
        started.append(process)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return process


def die_with_parent() -> None:
    libc.prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)


def user_seconds() -> float:
    """User time of all children that have ended."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


class Sides:
    """How to run a program without Afterburner (False) and with it (True): two copies of this machine's openssl.cnf,
    one that `afterburner disable` has seen and one that `afterburner enable` has."""

    def __init__(self, build: pathlib.Path, work: pathlib.Path):
        self.module, self.tool, self.lab = (
            build / name for name in ("afterburner.so", "afterburner", "afterburner-lab")
        )
        self.base = {k: v for k, v in os.environ.items() if k not in ("OPENSSL_CONF", "AFTERBURNER_CPU")}
        system = self.system_config()
        self.environments = []
        for command in ("disable", "enable"):
            config = work / f"{command}d.cnf"
            config.write_bytes(system)
            self.call(str(self.tool), command, "--config", str(config))
            self.environments.append({**self.base, "OPENSSL_CONF": str(config)})

    def call(self, *argv: str) -> str:
        """A short command's output; Failure with its own words if it fails."""
        done = subprocess.run(argv, env=self.base, capture_output=True, text=True, timeout=LIMIT_S)
        if done.returncode != 0:
            raise Failure(f"{' '.join(argv)}: {(done.stderr or done.stdout).strip()}")
        return done.stdout

    def system_config(self) -> bytes:
        folder = re.search(r'"(.*)"', self.call("openssl", "version", "-d"))[1]
        path = pathlib.Path(os.environ.get("OPENSSL_CONF") or f"{folder}/openssl.cnf")
        return path.read_bytes() if path.exists() else b""

    def start(self, with_it: bool, argv: list[str], **options) -> subprocess.Popen:
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, **options}
        return remembered(argv, env=self.environments[with_it], **options)

    def run(self, with_it: bool, argv: list[str], **options) -> tuple[Run, str, str]:
        """Runs to the end; the times, stdout (if asked for) and stderr. An exit status other than 0 is a Failure."""
        before, begin = user_seconds(), time.monotonic()
        process = self.start(with_it, argv, **options)
        try:
            out, err = process.communicate(timeout=LIMIT_S)
        except subprocess.TimeoutExpired as e:
            raise Failure(f"{' '.join(argv[:3])} ... took more than {LIMIT_S} s") from e
        run = Run(time.monotonic() - begin, user_seconds() - before)
        if process.returncode != 0:
            last = (err or b"").decode(errors="replace").strip().splitlines()
            raise Failure(f"{' '.join(argv[:3])} ... {'with' if with_it else 'without'} Afterburner: exit status "
                          f"{process.returncode}{': ' + last[-1] if last else ''}")
        return run, (out or b"").decode(errors="replace"), (err or b"").decode(errors="replace")


def end(process: subprocess.Popen) -> None:
    """Ends a process and all that it started."""
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


# ---- measuring ----


def alternate(runs: int, what: str, once) -> tuple[list, list]:
    """once(with_it) `runs` times each way, neighbours in random order; the results without and with."""
    results: tuple[list, list] = ([], [])
    for i in range(runs):
        for with_it in random.sample((False, True), 2):
            progress(f"{what}: run {i + 1} of {runs}, {'with' if with_it else 'without'} Afterburner")
            results[with_it].append(once(with_it))
    progress("")
    return results


def time_rows(what: str, cpu_what: str, runs: tuple[list[Run], list[Run]], note: str) -> list[Row]:
    """Two rows, of the elapsed time and of the processor time in user space."""
    rows = []
    for field, label, remark in (("wall", what, note), ("cpu", cpu_what, "")):
        a, b = (statistics.median(getattr(r, field) for r in side) for side in runs)
        rows.append(Row(label, f"{a:.3f} s", f"{b:.3f} s", a / b if b > 0 else float("inf"), remark))
    return rows


# ---- the parts ----


def show_status(sides: Sides) -> None:
    step("afterburner status")
    for line in sides.call(str(sides.tool), "status").rstrip().splitlines():
        detail(line)


def make_file(path: pathlib.Path, size: int) -> None:
    """A tar stream of this machine's own /usr, cut to size (and begun again, should /usr be smaller)."""
    done = 0
    with path.open("wb") as out:
        while done < size:
            tar = remembered(["tar", "-C", "/", "--sort=name", "-cf", "-", "usr"], stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL)
            before = done
            while done < size and (chunk := tar.stdout.read(min(MIB, size - done))):
                done += out.write(chunk)
                if done % (16 * MIB) == 0:
                    progress(f"{done // MIB} of {size // MIB} MiB")
            end(tar)
            if done == before:
                raise Failure("tar gives nothing of /usr")
    progress("")


def same_bytes(a: pathlib.Path, b: pathlib.Path) -> None:
    if subprocess.run(["cmp", a, b], capture_output=True).returncode != 0:
        raise Failure(f"THE BYTES DIFFER: {a.name} and {b.name}")


def enc(sides: Sides, work: pathlib.Path, cipher: str, decrypt: bool, source: pathlib.Path, runs: int) -> list[Row]:
    """`openssl enc` from file to file, each way; the outputs are compared."""
    outputs = (work / "enc-without", work / "enc-with")

    def once(with_it: bool) -> Run:
        outputs[with_it].unlink(missing_ok=True)
        argv = ["openssl", "enc", *(["-d"] if decrypt else []), f"-{cipher}", "-K", KEY, "-iv", IV]
        return sides.run(with_it, [*argv, "-in", str(source), "-out", str(outputs[with_it])])[0]

    name = f"openssl enc {cipher}{' -d' if decrypt else ''}"
    results = alternate(runs, name, once)
    same_bytes(*outputs)
    size = source.stat().st_size // MIB
    detail(f"{name}: {size} MiB, both outputs the same, byte by byte")
    return time_rows(f"{name}, {size} MiB", "  its processor time (user)", results, "file to file")


def enc_rows(sides: Sides, work: pathlib.Path, source: pathlib.Path, runs: int) -> list[Row]:
    step("openssl enc on a real file, with and without")
    rows = enc(sides, work, "aes-256-ctr", False, source, runs)
    sealed = work / "sealed"
    sides.run(False, ["openssl", "enc", "-aes-256-cbc", "-K", KEY, "-iv", IV, "-in", str(source), "-out", str(sealed)])
    rows += enc(sides, work, "aes-256-cbc", True, sealed, runs)
    same_bytes(work / "enc-with", source)
    detail("the decrypted file is the file that was encrypted")
    for name in ("enc-with", "enc-without", "sealed"):
        (work / name).unlink()
    return rows


SPEEDS = [("AES-256-CTR", "encrypt", 16384), ("AES-256-GCM", "encrypt", 16384), ("AES-256-GCM", "encrypt", 1350),
          ("AES-256-CBC", "decrypt", 16384), ("AES-256-CBC", "encrypt", 16384)]


def find_row(result: dict, side: str, wanted: tuple[str, str, int]) -> dict:
    """The row of all runs of a result of the lab."""
    for row in result["rows"]:
        if row["run"] == "all" and row["side"] == side and (row["algorithm"], row["operation"], row["bytes"]) == wanted:
            return row
    raise Failure(f"the lab has no figure of {wanted[0]} {wanted[1]} for {side}")


def speed_row(result: dict, algorithm: str, operation: str, size: int) -> Row:
    base, row = (find_row(result, side, (algorithm, operation, size)) for side in ("default", "afterburner"))
    name = f"{algorithm} {operation}, {size} bytes"
    without, with_it = (f"{r['value']:.0f} {r['unit']}" for r in (base, row))
    shown = Row(name, without, with_it, row["ratio"], f"{row['ratio_low']:.2f} to {row['ratio_high']:.2f}")
    detail(f"{name}: {shown.without} -> {shown.with_it}")
    return shown


def speed_rows(sides: Sides, work: pathlib.Path) -> list[Row]:
    """The bare speed of each mode, measured by the lab: both in one process, neighbours in random order."""
    step("The modes themselves, measured by the lab (build/afterburner-lab speed)")
    output = work / "speed.json"
    algorithms, sizes = (sorted({str(speed[i]) for speed in SPEEDS}) for i in (0, 2))
    progress("the lab measures ...")
    sides.run(False, [str(sides.lab), "speed", *algorithms, "--sizes", ",".join(sizes), "--module", str(sides.module),
                      "--json", str(output)])
    result = json.loads(output.read_text())
    rows = [speed_row(result, *speed) for speed in SPEEDS]
    control = result["control"]
    detail(f"The default provider against itself gives {control['low']:.3f} to {control['high']:.3f}.")
    return rows


HANDSHAKES = [("P-256", "X25519"), ("RSA-2048", "X25519")]


def handshake_row(result: dict, certificate: str, group: str) -> Row:
    """What one core does of a server's full TLS 1.3 handshakes, with and without."""
    rows = [r for r in result["rows"] if r["run"] == "all" and (r["certificate"], r["group"]) == (certificate, group)]
    base, row = (next(r for r in rows if r["side"] == side) for side in ("default", "afterburner"))
    without, with_it = (f"{r['value']:.0f}" for r in (base, row))
    shown = Row(f"TLS 1.3 handshakes/s, {certificate}/{group}", without, with_it, row["ratio"],
                f"{row['ratio_low']:.2f} to {row['ratio_high']:.2f}, one core of a server")
    detail(f"{shown.what}: {shown.without} -> {shown.with_it}")
    return shown


def handshake_rows(sides: Sides, work: pathlib.Path) -> list[Row]:
    """A server's share of full handshakes, 32 connections at once in memory, measured by the lab."""
    step("TLS 1.3 handshakes of a server, measured by the lab (build/afterburner-lab connections)")
    output = work / "connections.json"
    pairs = [f"{certificate}/{group}" for certificate, group in HANDSHAKES]
    progress("the lab measures ...")
    sides.run(False, [str(sides.lab), "connections", "full", "TLSv1.3", *pairs, "--quick", "--connections", "32",
                      "--module", str(sides.module), "--json", str(output)])
    result = json.loads(output.read_text())
    return [handshake_row(result, *pair) for pair in HANDSHAKES]


def maps_module(process: subprocess.Popen, sides: Sides) -> bool:
    return str(sides.module) in pathlib.Path(f"/proc/{process.pid}/maps").read_text()


def start_server(sides: Sides, with_it: bool, work: pathlib.Path) -> tuple[subprocess.Popen, int]:
    """A server of one connection, on a port that the system chooses."""
    argv = ["openssl", "s_server", "-accept", "127.0.0.1:0", "-naccept", "1", "-cert", "cert.pem", "-key", "key.pem",
            "-tls1_3", "-ciphersuites", "TLS_AES_256_GCM_SHA384", "-WWW"]
    server = sides.start(with_it, argv, cwd=work, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    watchdog = threading.Timer(10, end, [server])
    watchdog.start()
    for line in server.stdout:
        if found := re.match(rb"ACCEPT .*:(\d+)$", line.strip()):
            break
    else:
        raise Failure("openssl s_server does not start")
    watchdog.cancel()
    if maps_module(server, sides) != with_it:
        raise Failure(f"openssl s_server has {'not ' if with_it else ''}the module in its memory")
    return server, int(found[1])


def download(sides: Sides, with_it: bool, work: pathlib.Path, target: str) -> Run:
    """One download of `plain` from a server of its own; the processor time is that of both ends."""
    before = user_seconds()
    server, port = start_server(sides, with_it, work)
    try:
        run, _, _ = sides.run(with_it, ["curl", "-sS", "--fail", "--noproxy", "*", "--cacert", str(work / "cert.pem"),
                                        "-o", target, f"https://localhost:{port}/plain",
                                        "--resolve", f"localhost:{port}:127.0.0.1"])
        server.communicate(timeout=60)
    finally:
        end(server)
    return Run(run.wall, user_seconds() - before)


def checksum(path: pathlib.Path) -> str:
    with path.open("rb") as f:
        return hashlib.file_digest(f, "sha256").hexdigest()


def tls_rows(sides: Sides, work: pathlib.Path, source: pathlib.Path, runs: int) -> list[Row]:
    step("A TLS 1.3 download over loopback, openssl s_server to curl, with and without")
    sides.run(False, ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                      "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                      "-keyout", str(work / "key.pem"), "-out", str(work / "cert.pem")])
    wanted, fetched = checksum(source), work / "fetched"
    for with_it in (False, True):
        download(sides, with_it, work, str(fetched))
        if checksum(fetched) != wanted:
            raise Failure(f"THE CHECKSUMS DIFFER: download {'with' if with_it else 'without'} Afterburner")
        fetched.unlink()
    detail(f"SHA-256 of both downloads and of the file: {wanted[:32]}...")
    results = alternate(runs, "TLS 1.3 download", lambda with_it: download(sides, with_it, work, "/dev/null"))
    return time_rows(f"TLS 1.3 download, {source.stat().st_size // MIB} MiB", "  both ends' processor time (user)",
                     results, "loopback sockets")


def show_table(rows: list[Row]) -> None:
    step("The difference")
    width = max(len(r.what) for r in rows)
    detail(styled("1", f"{'':{width}}  {'without':>12}  {'with':>12}  {'ratio':>7}"))
    for r in rows:
        shown = styled("1;32" if r.ratio >= 1.05 else "0", f"{r.ratio:6.2f}x")
        detail(f"{r.what:{width}}  {r.without:>12}  {r.with_it:>12}  {shown}  {r.note}".rstrip())
    detail("")
    detail("Elapsed times hold reading, writing and sockets, which stay as they are; processor times show the cipher's")
    detail(
        "share. A ratio above 1 is in favour of Afterburner; medians of interleaved runs. MB/s are the lab's, with the "
        "95 %"
    )
    detail("interval of the ratio; all of them, against the limit of the silicon: build/afterburner-lab speed")
    sudo = "" if os.geteuid() == 0 else "sudo "
    print(f"\nSwitch it on for every program of this machine:  "
          f"{styled('1;32', f'{sudo}make install && {sudo}afterburner enable')}\n"
          f"and off again:                                    {sudo}afterburner disable", flush=True)


# ---- all of it ----


def choose_folder(size: int) -> str | None:
    """Memory, if there is plenty: a disk would be measured otherwise."""
    shm = pathlib.Path("/dev/shm")
    available = int(re.search(r"MemAvailable:\s+(\d+)", pathlib.Path("/proc/meminfo").read_text())[1]) * 1024
    fits = shm.is_dir() and os.access(shm, os.W_OK) and min(shutil.disk_usage(shm).free, available) > 6 * size
    return str(shm) if fits else None


def demonstrate(build: pathlib.Path, size: int, runs: int) -> None:
    with tempfile.TemporaryDirectory(prefix="afterburner-run-", dir=choose_folder(size)) as name:
        work = pathlib.Path(name)
        if shutil.disk_usage(work).free < 5 * size:
            raise Failure(f"{work}: {5 * size // MIB} MiB of free space are wanted (TMPDIR names another folder)")
        sides = Sides(build, work)
        try:
            show_status(sides)
            step(f"A real file: {size // MIB} MiB of this machine's /usr, in {work}")
            source = work / "plain"
            make_file(source, size)
            rows = handshake_rows(sides, work)
            rows += tls_rows(sides, work, source, runs)
            rows += speed_rows(sides, work)
            rows += enc_rows(sides, work, source, runs)
            show_table(rows)
        finally:
            for process in started:
                end(process)


def on_signal(number: int, _frame) -> None:
    raise Failure(f"stopped by {signal.Signals(number).name}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default="build")
    parser.add_argument("--size", type=int, default=256, help="MiB of the real file")
    parser.add_argument("--runs", type=int, default=4, help="times that each file goes through, each way")
    args = parser.parse_args()
    for number in STOPPING:
        signal.signal(number, on_signal)
    try:
        demonstrate(args.build.resolve(), args.size * MIB, args.runs)
    except (Failure, OSError, subprocess.SubprocessError) as e:
        progress("")
        print(f"afterburner: make run failed: {e}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
