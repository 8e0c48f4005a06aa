"""The peers of tested programs, in this process and with the stock OpenSSL: an HTTPS client, and HTTP and HTTPS
servers."""
import contextlib
import hashlib
import http.server
import socket
import ssl
import threading

from programs import wait_until

# (protocol, cipher or None, group): the usual choices of TLS 1.2 and 1.3, and CBC. (In TLS 1.2 the certificate's curve
# must be among the client's groups.)
V12, V13 = ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3
ROWS = [
    (V12, "ECDHE-ECDSA-AES128-GCM-SHA256", "prime256v1"),
    (V12, "ECDHE-RSA-AES256-GCM-SHA384", "X25519"),
    (V12, "ECDHE-RSA-AES128-SHA", "secp384r1"),
    (V12, "ECDHE-ECDSA-AES256-SHA384", "prime256v1"),
    (V13, None, "X25519"),
    (V13, None, "prime256v1"),
]
RSA_ROWS = [row for row in ROWS if "ECDSA" not in (row[1] or "")]
CCM_ROWS = [(V12, "ECDHE-ECDSA-AES128-CCM", "prime256v1")]
FAMILIES = frozenset({"AES-GCM", "AES-CBC", "curve25519", "P-256", "P-384", "SHA2-256", "SHA2-384", "modular products"})
HANDSHAKES = 60


def client_context(authority, protocol, cipher=None, group=None):
    context = ssl.create_default_context(cafile=str(authority))
    context.verify_flags |= ssl.VERIFY_X509_STRICT   # the default of later Python releases
    context.minimum_version = context.maximum_version = protocol
    if cipher:
        context.set_ciphers(cipher)
    if group:
        context.set_ecdh_curve(group)
    return context


@contextlib.contextmanager
def connected(port, context, session=None):
    with (
        socket.create_connection(("127.0.0.1", port), timeout=30) as plain,
        context.wrap_socket(plain, server_hostname="localhost", session=session) as secure,
    ):
        yield secure


def get_plainly(port, path="/data"):
    """Return the body of a file over plain HTTP."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        return get(connection, path)


def get(connection, path):
    """Make one request on a connection; return the body, read to the end."""
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    got = bytearray()
    while piece := connection.recv(1 << 16):
        got += piece
    head, _, body = bytes(got).partition(b"\r\n\r\n")
    assert b" 200 " in head.split(b"\r\n")[0], head
    return body


def wait_for_tls(port, authority):
    """Wait until a server completes a handshake."""
    def attempt():
        try:
            with connected(port, client_context(authority, V13)):
                return True
        except OSError:
            return False
    wait_until(attempt, f"TLS on port {port}")


def visit(port, authority, data, rows=ROWS, path="/data"):
    """Download by each row, resume a session, and make some handshakes; return what was negotiated and the digest of
    the data."""
    seen = []
    for protocol, cipher, group in rows:
        context = client_context(authority, protocol, cipher, group)
        with connected(port, context) as connection:
            body = get(connection, path)
            assert body == data, f"{protocol.name} {cipher} {group}: {len(body)} of {len(data)} bytes, or other ones"
            seen.append([protocol.name, connection.cipher()[0], group, hashlib.sha256(body).hexdigest()])
            session = connection.session
        with connected(port, context, session) as connection:
            assert get(connection, path) == data
            seen.append(["resumed", connection.session_reused])
    context = client_context(authority, V13)
    for _ in range(HANDSHAKES):
        with connected(port, context) as connection:
            seen.append(connection.version())
    return seen


class Files(http.server.BaseHTTPRequestHandler):
    """Serve one file under every name, and answer an upload with its digest."""
    data = b""
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.answer(self.data)

    def do_PUT(self):
        self.answer(hashlib.sha256(self.rfile.read(int(self.headers["Content-Length"]))).hexdigest().encode())

    def answer(self, body):
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format, *args):  # pylint: disable=redefined-builtin
        pass


class QuietServer(http.server.ThreadingHTTPServer):
    """Make TLS handshakes in the thread of the connection; ignore clients that disconnect."""
    context: ssl.SSLContext | None = None

    def finish_request(self, request, client_address):
        if self.context is not None:
            request = self.context.wrap_socket(request, server_side=True)
        super().finish_request(request, client_address)
        if self.context is not None:
            with contextlib.suppress(OSError):
                request.unwrap()

    def handle_error(self, request, client_address):
        pass


@contextlib.contextmanager
def http_server(data, certificate=None, key=None):
    """Start a server of `data` on loopback, over TLS if it has a certificate; yield its port."""
    with QuietServer(("127.0.0.1", 0), type("Handler", (Files,), {"data": data})) as server:
        if certificate:
            context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            context.load_cert_chain(certificate, key)
            server.context = context
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            thread.join()
