"""A client of HTTP/3 with a TLS of its own (aioquic over the library `cryptography`)."""
import asyncio
import hashlib

from aioquic.asyncio import QuicConnectionProtocol, connect
from aioquic.h3.connection import H3_ALPN, H3Connection
from aioquic.h3.events import DataReceived, HeadersReceived
from aioquic.quic.configuration import QuicConfiguration
from aioquic.quic.events import ProtocolNegotiated
from aioquic.tls import CipherSuite

PATIENCE = 60  # seconds for a download


class Client(QuicConnectionProtocol):
    """One connection."""

    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        self.http = None
        self.answers = {}  # by stream: the future of the whole answer, the status, the body so far

    async def get(self, path):
        """Return the body of a file."""
        stream = self._quic.get_next_available_stream_id()
        done = asyncio.get_running_loop().create_future()
        self.answers[stream] = [done, None, bytearray()]
        self.http.send_headers(stream, [(b":method", b"GET"), (b":scheme", b"https"), (b":authority", b"localhost"),
                                        (b":path", path.encode())], end_stream=True)
        self.transmit()
        status, body = await asyncio.wait_for(done, PATIENCE)
        assert status == b"200", status
        return body

    def quic_event_received(self, event):
        if isinstance(event, ProtocolNegotiated):
            self.http = H3Connection(self._quic)
        for found in self.http.handle_event(event) if self.http else ():
            self._collect(found)

    def _collect(self, event):
        if not isinstance(event, (HeadersReceived, DataReceived)):
            return
        answer = self.answers[event.stream_id]
        if isinstance(event, HeadersReceived):
            answer[1] = dict(event.headers)[b":status"]
        else:
            answer[2] += event.data
        if event.stream_ended:
            answer[0].set_result((answer[1], bytes(answer[2])))

    def negotiated(self):
        """Return the cipher suite and whether the session was resumed."""
        tls = self._quic.tls
        return [tls.key_schedule.cipher_suite.name, tls.session_resumed]


def configuration(authority, suite, tickets):
    """Configure a client of one cipher suite that keeps the tickets of its sessions and offers the last one."""
    return QuicConfiguration(
        alpn_protocols=H3_ALPN, cipher_suites=[suite], cafile=str(authority), server_name="localhost",
        max_data=1 << 24, max_stream_data=1 << 24, session_ticket=tickets[-1] if tickets else None)


async def download(port, authority, data, suite, tickets, streams):
    """Download the file on as many streams of one connection at once; return what was negotiated."""
    async with connect("127.0.0.1", port, configuration=configuration(authority, suite, tickets),
                       create_protocol=Client, session_ticket_handler=tickets.append) as client:
        for body in await asyncio.gather(*(client.get("/data") for _ in range(streams))):
            assert body == data, f"{suite.name}: {len(body)} of {len(data)} bytes, or other ones"
        return [*client.negotiated(), hashlib.sha256(data).hexdigest()]


def visit(port, authority, data):
    """Download by each cipher suite, then again with a resumed session on two streams; return what was negotiated."""
    seen = []
    for suite in (CipherSuite.AES_128_GCM_SHA256, CipherSuite.AES_256_GCM_SHA384, CipherSuite.CHACHA20_POLY1305_SHA256):
        tickets = []
        for streams in (1, 2):
            seen.append(asyncio.run(download(port, authority, data, suite, tickets, streams)))
    return seen
