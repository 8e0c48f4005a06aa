"""curl, and two substitutes for a wget with OpenSSL."""
import hashlib

from application import Application, Identity, find, output, shared, shared_openssl, version
from bench import DATA
from visits import FAMILIES, http_server

CURL_ROWS = [
    ["--tls-max", "1.2", "--ciphers", "ECDHE-RSA-AES128-GCM-SHA256", "--curves", "X25519"],
    ["--tls-max", "1.2", "--ciphers", "ECDHE-RSA-AES256-SHA384", "--curves", "P-384"],
    ["--tlsv1.3", "--tls13-ciphers", "TLS_AES_256_GCM_SHA384", "--curves", "P-256"],
    ["--tlsv1.3", "--tls13-ciphers", "TLS_AES_128_GCM_SHA256", "--curves", "X25519"],
]
TIMES = 4   # the same download over one connection, so that the time can be measured


def curl(side):
    folder = side.folder
    seen = []

    def download(port, *options):
        side.run(
            [
                *base,
                *options,
                *(word for n in range(TIMES) for word in (f"https://localhost:{port}/{n}", "-o", f"got{n}")),
            ]
        )
        for n in range(TIMES):
            assert (folder / f"got{n}").read_bytes() == DATA, options
            (folder / f"got{n}").unlink()

    with http_server(DATA, folder / "server-rsa.pem", folder / "rsa.key") as port:
        base = [find("curl"), "-sS", "--cacert", side.bench.authority, "--ipv4"]
        for row in CURL_ROWS:
            download(port, *row)
            seen.append(side.run([*base, *row, "-T", folder / "data", f"https://localhost:{port}/up"]).decode())
        download(port, "--parallel", "--parallel-immediate")
    assert seen == [hashlib.sha256(DATA).hexdigest()] * len(CURL_ROWS)
    return seen


def without_wget(side):
    """`openssl s_client` with HTTP inside, as BusyBox's wget uses it; and GNU Wget with GnuTLS, which the module must
    not disturb."""
    folder = side.folder
    request = b"GET /data HTTP/1.0\r\nHost: localhost\r\n\r\n"
    seen = []
    with http_server(DATA, folder / "server-ec.pem", folder / "ec.key") as port:
        for protocol in ("-tls1_2", "-tls1_3"):
            for _ in range(TIMES):
                answer = side.run(
                    [
                        find("openssl"),
                        "s_client",
                        "-quiet",
                        "-ign_eof",
                        "-connect",
                        f"127.0.0.1:{port}",
                        "-CAfile",
                        side.bench.authority,
                        "-verify_return_error",
                        protocol,
                    ],
                    data=request,
                )
                body = answer.partition(b"\r\n\r\n")[2]
                assert body == DATA
                seen.append(hashlib.sha256(body).hexdigest())
        before = side.log
        body = side.run(
            [find("wget"), "-q", "-O", "-", "--ca-certificate", side.bench.authority, f"https://localhost:{port}/"]
        )
        assert body == DATA
        assert ("afterburner" in side.log[len(before) :]) == (
            side.on and tls_of_wget() == "OpenSSL"
        )  # as Ubuntu builds it
    return seen


def tls_of_wget():
    return "OpenSSL" if "+ssl/openssl" in output([find("wget"), "--version"]) else "GnuTLS"


def identify_without_wget():
    number = version([find("wget"), "--version"], r"Wget (\S+)")
    return Identity(f"Wget {number} ({tls_of_wget()})", shared_openssl(find("openssl")), False)


CLIENTS = [
    Application(
        "curl",
        ("curl",),
        "downloads of 5 MB by TLS 1.2 and 1.3, four on a connection and four connections at once; uploads",
        "a process for each call",
        FAMILIES,
        shared("curl", ["--version"], r"curl (\S+)"),
        curl,
    ),
    Application(
        "no wget",
        ("openssl", "wget"),
        "Debian's wget uses GnuTLS, so the module cannot serve it: it downloads 5 MB undisturbed, and openssl "
        "s_client, "
        "which BusyBox's wget calls, downloads the same by TLS 1.2 and 1.3",
        "a process for each call",
        frozenset({"AES-GCM", "P-256", "curve25519", "SHA2-256"}),
        identify_without_wget,
        without_wget,
    ),
]
