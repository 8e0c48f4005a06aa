"""Fetch over TLS with a libcurl for Windows from a server of this process, by both versions of TLS and several ciphers,
and write what came into the file that is named. Server and client have an OpenSSL each. The lines are the same with the
module and without.

usage: curl_work.py FOLDER FILE     FOLDER: has libcurl's DLLs
"""

import ctypes
import hashlib
import pathlib
import socket
import ssl
import sys
import threading

CERTIFICATES = pathlib.Path(ssl.__file__).parent / "test" / "certdata"
TEXT = bytes(range(251)) * 16_000
TLS_1_2, TLS_1_3 = 6, 7
WITH_ALTERED_SEARCH_PATH = 8  # of LoadLibraryEx: also the DLLs beside it
# Numbers of curl.h.
OPENSSL = 1
URL, CAINFO, SSL_CIPHER_LIST, RESOLVE, TLS13_CIPHERS = 10002, 10065, 10083, 10203, 10276
WRITEFUNCTION, TIMEOUT, SSLVERSION = 20011, 13, 32
WAYS = [
    ("localhost", TLS_1_3, "TLS_AES_128_GCM_SHA256"),
    ("localhost", TLS_1_3, "TLS_AES_256_GCM_SHA384"),
    ("localhost-ecc", TLS_1_3, "TLS_CHACHA20_POLY1305_SHA256"),
    ("localhost", TLS_1_2, "ECDHE-RSA-AES256-GCM-SHA384"),
    ("localhost-ecc", TLS_1_2, "ECDHE-ECDSA-AES128-SHA256"),
    ("localhost-ecc", TLS_1_2, "ECDHE-ECDSA-CHACHA20-POLY1305"),
]


def load(folder: pathlib.Path) -> ctypes.CDLL:
    (file,) = folder.glob("libcurl-*.dll")
    library = ctypes.CDLL(str(file), winmode=WITH_ALTERED_SEARCH_PATH)
    if library.curl_global_sslset(OPENSSL, None, None) != 0:
        sys.exit("this libcurl has no OpenSSL")
    library.curl_version.restype = ctypes.c_char_p
    library.curl_easy_init.restype = library.curl_slist_append.restype = ctypes.c_void_p
    library.curl_slist_append.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    library.curl_easy_setopt.argtypes = [ctypes.c_void_p, ctypes.c_int]
    library.curl_easy_perform.argtypes = library.curl_easy_cleanup.argtypes = [ctypes.c_void_p]
    return library


def serve(name: str, listener: socket.socket) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATES / ("keycertecc.pem" if name.endswith("ecc") else "keycert3.pem"))
    with listener, context.wrap_socket(listener.accept()[0], server_side=True) as stream:
        stream.recv(16384)
        stream.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(TEXT) + TEXT)


def fetch(library: ctypes.CDLL, name: str, version: int, cipher: str) -> str:
    """Return cipher, libcurl's verdict (0: all is well), and the digest of what came."""
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    threading.Thread(target=serve, args=(name, listener), daemon=True).start()
    digest = hashlib.sha256()

    @ctypes.CFUNCTYPE(ctypes.c_size_t, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t, ctypes.c_void_p)
    def take(data: int, size: int, count: int, _: int) -> int:
        digest.update(ctypes.string_at(data, size * count))
        return size * count

    curl = library.curl_easy_init()
    place = library.curl_slist_append(None, f"{name}:{port}:127.0.0.1".encode())
    options = {
        URL: f"https://{name}:{port}/".encode(),
        RESOLVE: ctypes.c_void_p(place),
        CAINFO: str(CERTIFICATES / "pycacert.pem").encode(),
        SSLVERSION: ctypes.c_long(version | version << 16),
        TLS13_CIPHERS if version == TLS_1_3 else SSL_CIPHER_LIST: cipher.encode(),
        WRITEFUNCTION: take,
        TIMEOUT: ctypes.c_long(60),
    }
    if any(library.curl_easy_setopt(curl, option, value) for option, value in options.items()):
        sys.exit("libcurl refuses an option")
    verdict = library.curl_easy_perform(curl)
    library.curl_easy_cleanup(curl)
    return f"{cipher} {verdict} {digest.hexdigest()}"


libcurl = load(pathlib.Path(sys.argv[1]))
with open(sys.argv[2], "w", encoding="utf-8", newline="\n") as report:
    print(libcurl.curl_version().decode(), file=report)
    for way in WAYS:
        print(fetch(libcurl, *way), file=report)
    print("sent", hashlib.sha256(TEXT).hexdigest(), file=report)
