"""`afterburner estimate` against the truth: what it predicts for servers under load, and what the module really saves.

Each server runs without the module and with it; clients load both in turns, and the processor time for each connection
is compared.
"""
import contextlib
import json
import pathlib
import re
import statistics
import sys
import threading

import pytest

from application import find
from bench import Side, free_port
from hosting import BUILD
from servers import NGINX_HEAD
from visits import wait_for_tls

ROUNDS, SECONDS, POINTS = 9, 2, 0.05

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


@contextlib.contextmanager
def serving(side, kind):
    """Start the server; yield its process number and port."""
    text, command = SERVERS[kind]
    port = free_port()
    file = side.folder / f"estimate-{kind}-{side.on}"
    file.write_text(text.format(folder=side.folder, port=port))
    with side.server(command(file)) as program:
        wait_for_tls(port, side.bench.authority)
        yield program.process.pid, port


def connect(stock, port, seconds):
    """Make new connections to a server, one after another, and return how many."""
    said = stock.run(["openssl", "s_time", "-connect", f"127.0.0.1:{port}", "-new", "-time", seconds, "-www", "/names"])
    return int(re.search(rb"(\d+) connections in", said)[1])


def processor_seconds(pid):
    return 1e-9 * int(pathlib.Path(f"/proc/{pid}/schedstat").read_text().split()[0])


def measure(stock, servers):
    """Return the processor seconds of a connection to each of the servers, in turns: a list of each, by rounds."""
    seen = [[], []]
    for i in range(2 * ROUNDS):
        pid, port = servers[(i + i // 2) % 2]
        before = processor_seconds(pid)
        number = connect(stock, port, SECONDS)
        seen[(i + i // 2) % 2].append((processor_seconds(pid) - before) / number)
    return seen


def notch(times):
    """Return how far, as a share, the median may be off by chance (McGill, Tukey, Larsen 1978)."""
    first, middle, third = statistics.quantiles(times, n=4)
    return 1.57 * (third - first) / len(times) ** 0.5 / middle


def predict(stock, server):
    """Return the predicted saving for the server while it is under load."""
    pid, port = server
    done = threading.Event()

    def load():
        while not done.is_set():
            connect(Side(stock.bench, False), port, 1)

    client = threading.Thread(target=load)
    client.start()
    try:
        found = json.loads(stock.run([BUILD / "afterburner", "estimate", "--json", pid]))
    finally:
        done.set()
        client.join()
    return found["saving"]["middle"]


@pytest.mark.parametrize("kind", SERVERS)
def test_prediction(bench, kind):
    if kind != "python" and not find(kind):
        pytest.skip(f"no {kind}; fix: scripts/bootstrap.sh applications")
    with serving(bench.stock, kind) as without, serving(Side(bench, True), kind) as with_module:
        predicted = predict(bench.stock, without)
        before, after = measure(bench.stock, [without, with_module])
    measured = 1 - statistics.median(after) / statistics.median(before)
    noise = notch(before) + notch(after)
    print(f"{kind}: predicted {predicted:.3f}, measured {measured:.3f}, give or take {noise:.3f}")
    assert abs(predicted - measured) <= POINTS + noise
