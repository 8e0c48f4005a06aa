"""An HTTPS server made like Python's pre-forking servers: the context first, then two workers that accept.

SIGHUP starts new workers; SIGTERM ends the server. argv: the file to serve, then certificates (each with its key in the
file). Prints "port N".
"""
import os
import signal
import socket
import ssl
import sys

WORKERS = 2


def serve(listener, context, body):
    """Serve one connection after the other, as a worker."""
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    while True:
        plain, _ = listener.accept()
        try:
            with context.wrap_socket(plain, server_side=True) as connection:
                request = b""
                while b"\r\n\r\n" not in request and (piece := connection.recv(65536)):
                    request += piece
                if request:
                    connection.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + body)
                    connection.unwrap()
        except OSError:
            pass  # the client has left


def fork_workers(work):
    pids = []
    for _ in range(WORKERS):
        if not (pid := os.fork()):
            try:
                work()
            finally:
                os._exit(1)
        pids.append(pid)
    return pids


def end(pids):
    for pid in pids:
        os.kill(pid, signal.SIGTERM)
    for pid in pids:
        os.waitpid(pid, 0)


def main(path, *certificates):
    with open(path, "rb") as file:
        body = file.read()
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    for certificate in certificates:
        context.load_cert_chain(certificate)
    context.set_ciphers("ECDHE+AESGCM:ECDHE+AESCCM:ECDHE+AES")
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    signals = {signal.SIGHUP, signal.SIGTERM}
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    workers: list[int] = []
    while True:
        old = workers
        workers = fork_workers(lambda: serve(listener, context, body))
        end(old)
        print("port", listener.getsockname()[1], flush=True)
        if signal.sigwait(signals) == signal.SIGTERM:
            end(workers)
            return


main(*sys.argv[1:])
