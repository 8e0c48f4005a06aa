"""Processes that communicate over loopback: start them, write to them, read from them, and end them by their id in
every case."""
import contextlib
import os
import pathlib
import pwd
import random
import re
import signal
import socket
import subprocess
import threading
import time

PATIENCE = 600   # seconds

# The user and the group of a server that refuses to run as root, or drops its rights.
IS_ROOT = os.geteuid() == 0
USER = "nobody" if IS_ROOT else pwd.getpwuid(os.geteuid()).pw_name
GROUP = "nogroup" if IS_ROOT else str(os.getegid())


def end_group(process):
    """End what is left of a process started in a session of its own: children that it left behind."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


class Program:
    """A process in a session of its own, whose stdout and stderr are collected by threads."""

    def __init__(self, command, environment, folder=None):
        self.process = subprocess.Popen(
            command,
            env=environment,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        self.out, self.err = bytearray(), bytearray()
        self.changed = threading.Condition()
        self.readers = [threading.Thread(target=self._read, args=pair, daemon=True)
                        for pair in ((self.process.stdout, self.out), (self.process.stderr, self.err))]
        for reader in self.readers:
            reader.start()

    def _read(self, stream, into):
        while data := stream.read(65536):
            with self.changed:
                into.extend(data)
                self.changed.notify_all()
        with self.changed:
            self.changed.notify_all()

    def write(self, data):
        """Write to its stdin in a thread, so that a full pipe blocks nobody."""
        threading.Thread(target=self._write, args=(bytes(data),), daemon=True).start()

    def _write(self, data):
        with contextlib.suppress(OSError, ValueError):
            while data:
                data = data[self.process.stdin.write(data):]

    def wait_for(self, condition, what):
        """Wait until condition() holds for its output so far."""
        with self.changed:
            done = self.changed.wait_for(condition, PATIENCE)
        assert done, f"{self.process.args!r}: no {what}\n{bytes(self.out[-2000:])!r}\n{bytes(self.err[-2000:])!r}"

    def wait_for_text(self, pattern):
        self.wait_for(lambda: re.search(pattern, self.out + self.err), pattern)
        return re.search(pattern, self.out + self.err)

    def wait_for_bytes(self, count):
        self.wait_for(lambda: len(self.out) >= count, f"{count} bytes")
        return bytes(self.out)

    def end(self):
        """End it by its id, and return its stderr."""
        for sign in (signal.SIGTERM, signal.SIGKILL):
            if self.process.poll() is None:
                self.process.send_signal(sign)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self.process.wait(5)
        end_group(self.process)
        for reader in self.readers:
            reader.join(5)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            stream.close()
        return self.err.decode(errors="replace")


@contextlib.contextmanager
def running(command, environment, folder=None):
    program = Program([str(word) for word in command], environment, folder)
    try:
        yield program
    finally:
        program.end()


def _sockets_of(pid):
    """Return the inodes of the sockets that a process holds; none if it has ended."""
    found = set()
    folder = pathlib.Path(f"/proc/{pid}/fd")
    for entry in folder.iterdir() if folder.exists() else ():
        with contextlib.suppress(OSError):
            if match := re.fullmatch(r"socket:\[(\d+)\]", os.readlink(entry)):
                found.add(match.group(1))
    return found


def _bound_port(pid, table):
    """Find the port in a table of proc(5): sl, local_address, rem_address, st ...; state 0A is LISTEN, 07 an
    unconnected datagram socket."""
    inodes = _sockets_of(pid)
    for line in pathlib.Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
        fields = line.split()
        if fields[9] in inodes and fields[3] in ("0A", "07"):
            return int(fields[1].split(":")[1], 16)
    return None


def wait_until(condition, what):
    """Poll until the condition holds; return what it returned."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if result := condition():
            return result
        time.sleep(0.01)
    raise AssertionError(f"no {what}")


def listening_port(program, table="tcp"):
    """Return the port that the kernel assigned to a server started with port 0."""
    wait_until(lambda: program.process.poll() is not None or _bound_port(program.process.pid, table), "listener")
    port = _bound_port(program.process.pid, table)
    assert port, f"{program.process.args!r} does not listen: {bytes(program.err)!r}"
    return port


def exchange(source, target, data):
    """What is written to one side's stdin comes out of the other's stdout."""
    before = len(target.out)
    source.write(data)
    assert target.wait_for_bytes(before + len(data))[before:] == data


def free_port():
    """Find a free port of loopback for programs that do not accept port 0; it lies below the system's ephemeral ports.
    """
    while True:
        port = random.SystemRandom().randrange(20000, 32000)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


class Proxy:
    """A proxy between a TLS client and a server on loopback. `alter(number, record)` may rewrite the client's
    application records, which are numbered from 0.
    """

    def __init__(self, server_port, alter):
        self.alter, self.server_port = alter, server_port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.sockets = [self.listener]
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def _serve(self):
        with contextlib.suppress(OSError):
            client, _ = self.listener.accept()
            server = socket.create_connection(("127.0.0.1", self.server_port))
            self.sockets += [client, server]
            back = threading.Thread(target=self._copy, args=(server, client), daemon=True)
            back.start()
            self._copy_records(client, server)
            back.join()

    def _copy(self, source, target):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)

    def _copy_records(self, source, target):
        stream = source.makefile("rb")
        count = 0
        with contextlib.suppress(OSError):
            while len(header := stream.read(5)) == 5:
                body = stream.read(int.from_bytes(header[3:], "big"))
                if header[0] == 23:
                    body = self.alter(count, body)
                    count += 1
                target.sendall(header[:3] + len(body).to_bytes(2, "big") + body)
            target.shutdown(socket.SHUT_WR)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for each in self.sockets:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        self.thread.join(5)


def openssl_programs():
    """Return the openssl commands to test with: the system's, or those in AB_OPENSSL_PROGRAMS (full tier)."""
    return os.environ.get("AB_OPENSSL_PROGRAMS", "openssl").split()
