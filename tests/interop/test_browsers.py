"""Browsers as clients: Chromium (BoringSSL) and Firefox (NSS) offer X25519MLKEM768 first and fetch a page over it from
the system's `openssl s_server` with the module."""
import re
import shutil

import pytest

from hosting import clean_environment
from programs import listening_port, running

HYBRID = 0x11ec


def chromium(folder, url):
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    return program and [program, "--headless", "--no-sandbox", "--disable-gpu", "--ignore-certificate-errors",
                        "--no-first-run", f"--user-data-dir={folder}", "--dump-dom", url]


def firefox(folder, url):
    program = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
    return program and [program, "--headless", "--no-remote", "--profile", str(folder), "--screenshot",
                        str(folder / "page.png"), url]


def group_of(trace):
    """Return the group of the first ServerHello in the trace of s_server."""
    return int(re.search(rb"NamedGroup: [^\n]*\((\d+)\)", trace[trace.index(b"ServerHello, Length"):])[1])


@pytest.mark.parametrize("browser", [chromium, firefox])
def test_browser(host, certificate, tmp_path, browser):
    key, cert = certificate
    words = ["openssl", "s_server", "-accept", "127.0.0.1:0", "-key", key, "-cert", cert, "-tls1_3", "-groups",
             "X25519MLKEM768:X25519", "-trace", "-www"]
    if browser(tmp_path, "") is None:
        pytest.skip(f"no {browser.__name__} here")
    with running(words, host.environment("log = info")) as server:
        url = f"https://localhost:{listening_port(server)}/"
        environment = clean_environment() | {"HOME": str(tmp_path)}
        with running(browser(tmp_path, url), environment) as client:
            # Firefox does not trust the certificate: its alert comes after the hellos, encrypted with the new keys.
            server.wait_for_text(rb"Inner Content Type = (Alert|ApplicationData)")
            if browser is chromium:
                client.wait_for_text(rb"s_server -accept")
    assert group_of(bytes(server.out)) == HYBRID
    assert re.search(r"^afterburner: ML-KEM-768: serves with \w+$", server.err.decode(), re.M)
