"""`afterburner estimate` against the truth: what it predicts for servers under load, and what the module really saves.

Each server runs without the module and with it; clients load both in turns, and the processor time for each connection,
of PostgreSQL for each query, is compared.
"""
import contextlib
import functools
import json
import pathlib
import re
import statistics
import subprocess
import sys
import threading
import time

import pytest

import databases
from application import find
from bench import Side, free_port
from hosting import BUILD
from servers import NGINX_HEAD
from visits import wait_for_tls

ROUNDS, SECONDS, POINTS = 9, 2, 0.05
ROWS = "select repeat('0123456789abcdef', 65536) from generate_series(1, 4);"

NGINX = """\
master_process off;
""" + NGINX_HEAD + """\
    server {{
        listen 127.0.0.1:{port} ssl;
        root {folder};
        ssl_certificate {folder}/server-rsa.pem; ssl_certificate_key {folder}/rsa.key;
        ssl_session_tickets off;
        ssl_session_cache off;
    }}
}}
"""

HAPROXY = """\
global
    nbthread 1
    tune.ssl.cachesize 0
defaults
    mode http
    timeout connect 10s
    timeout client 10s
    timeout server 10s
frontend outside
    bind 127.0.0.1:{port} ssl crt {folder}/server-rsa.both no-tls-tickets
    http-request return status 200 content-type text/plain string x
"""

PYTHON = """\
import http.server, ssl
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
    def log_message(self, *_):
        pass
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("{folder}/server-rsa.pem", "{folder}/rsa.key")
context.num_tickets = 0
server = http.server.HTTPServer(("127.0.0.1", {port}), Handler)
server.socket = context.wrap_socket(server.socket, server_side=True)
server.serve_forever()
"""

SERVERS = {
    "nginx": (NGINX, lambda file: [find("nginx"), "-c", file]),
    "haproxy": (HAPROXY, lambda file: [find("haproxy"), "-db", "-f", file]),
    "python": (PYTHON, lambda file: [sys.executable, file]),
}


def connect(stock, port, seconds):
    """Make new connections to a server, one after another, and return how many."""
    said = stock.run(["openssl", "s_time", "-connect", f"127.0.0.1:{port}", "-new", "-time", seconds, "-www", "/names"])
    return int(re.search(rb"(\d+) connections in", said)[1])


@contextlib.contextmanager
def serving_connections(side, kind):
    text, command = SERVERS[kind]
    port = free_port()
    file = side.folder / f"estimate-{kind}-{side.on}"
    file.write_text(text.format(folder=side.folder, port=port))
    with side.server(command(file)) as program:
        wait_for_tls(port, side.bench.authority)
        yield program.process.pid, functools.partial(connect, Side(side.bench, False), port)


class Session:
    """A connection to PostgreSQL, whose process does the work of all queries."""

    def __init__(self, client):
        self.client = client
        self.pid = int(self.ask("select pg_backend_pid();"))

    def ask(self, line):
        self.client.stdin.write(f"{line}\n".encode())
        self.client.stdin.flush()
        return self.client.stdout.readline()

    def load(self, seconds):
        """Have ROWS sent over TLS again and again, and return how often."""
        number, end = 0, time.monotonic() + seconds
        while time.monotonic() < end:
            self.ask(f"\\o /dev/null\n{ROWS}\n\\o\n\\echo sent")
            number += 1
        return number


@contextlib.contextmanager
def serving_rows(side):
    data, port = side.folder / f"postgres-{side.on}", free_port()
    subprocess.run(["cp", "-a", databases.make_cluster(side), data], check=True)
    stock = side.bench.stock
    environment = stock.environment(PGPASSWORD=databases.PASSWORD, PGSSLROOTCERT=str(side.bench.authority))
    with databases.serving(side, data, port), subprocess.Popen(
        databases.psql(port), env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as client:
        session = Session(client)
        yield session.pid, session.load
        client.stdin.close()


def serving(side, kind):
    """Start the server; yield the number of the process that works, and a function that loads it for some seconds and
    returns how much it did."""
    return serving_rows(side) if kind == "postgres" else serving_connections(side, kind)


def processor_seconds(pid):
    return 1e-9 * int(pathlib.Path(f"/proc/{pid}/schedstat").read_text().split()[0])


def measure(servers):
    """Return the processor seconds of a connection or query to each of the servers, in turns: a list of each, by
    rounds."""
    seen = [[], []]
    for i in range(2 * ROUNDS):
        pid, load = servers[(i + i // 2) % 2]
        before = processor_seconds(pid)
        number = load(SECONDS)
        seen[(i + i // 2) % 2].append((processor_seconds(pid) - before) / number)
    return seen


def notch(times):
    """Return how far, as a share, the median may be off by chance (McGill, Tukey, Larsen 1978)."""
    first, middle, third = statistics.quantiles(times, n=4)
    return 1.57 * (third - first) / len(times) ** 0.5 / middle


def predict(stock, server):
    """Return the predicted saving for the server while it is under load."""
    pid, load = server
    done = threading.Event()

    def load_on():
        while not done.is_set():
            load(1)

    client = threading.Thread(target=load_on)
    client.start()
    try:
        found = json.loads(stock.run([BUILD / "afterburner", "estimate", "--json", pid]))
    finally:
        done.set()
        client.join()
    return found["saving"]["middle"]


def is_there(kind):
    if kind == "postgres":
        return None not in map(databases.program, ("postgres", "initdb", "psql"))
    return kind == "python" or find(kind)


@pytest.mark.parametrize("kind", [*SERVERS, "postgres"])
def test_prediction(bench, kind):
    if not is_there(kind):
        pytest.skip(f"no {kind}; fix: scripts/bootstrap.sh applications")
    with serving(bench.stock, kind) as without, serving(Side(bench, True), kind) as with_module:
        predicted = predict(bench.stock, without)
        before, after = measure([without, with_module])
    measured = 1 - statistics.median(after) / statistics.median(before)
    noise = notch(before) + notch(after)
    print(f"{kind}: predicted {predicted:.3f}, measured {measured:.3f}, give or take {noise:.3f}")
    assert abs(predicted - measured) <= POINTS + noise
