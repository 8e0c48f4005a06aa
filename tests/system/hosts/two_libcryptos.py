"""Use the interpreter's OpenSSL (ssl) and the static one of `cryptography` in one process, in turn and in threads."""
import hashlib
import json
import ssl
import sys
import threading

from cryptography.hazmat.backends.openssl import backend
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

KEY_FILE, CERT_FILE = sys.argv[1:3]
MESSAGE = bytes(range(256)) * 4000


def pump(client, server, up, down):
    """Pass each side what the other wrote."""
    down_data, up_data = server[1].read(), client[1].read()
    client[0].write(down_data)
    server[0].write(up_data)
    up.append(len(up_data))
    down.append(len(down_data))


def tls(version):
    """Connect two SSLObjects in memory."""
    server_context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server_context.load_cert_chain(CERT_FILE, KEY_FILE)
    client_context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client_context.check_hostname, client_context.verify_mode = False, ssl.CERT_NONE
    client_context.minimum_version = client_context.maximum_version = version
    client_context.set_ciphers("ECDHE-ECDSA-AES128-GCM-SHA256:@SECLEVEL=0")
    client, server = (ssl.MemoryBIO(), ssl.MemoryBIO()), (ssl.MemoryBIO(), ssl.MemoryBIO())
    one, two = client_context.wrap_bio(*client), server_context.wrap_bio(*server, server_side=True)
    ready = set()
    while len(ready) < 2:
        for side in (one, two):
            try:
                side.do_handshake()
                ready.add(side)
            except ssl.SSLWantReadError:
                pass
            pump(client, server, [], [])
    one.write(MESSAGE)
    pump(client, server, [], [])
    got = b""
    while len(got) < len(MESSAGE):
        got += two.read(65536)
    assert got == MESSAGE
    return one.cipher()[0]


def wheel():
    cipher = Cipher(algorithms.AES(bytes(range(16))), modes.CTR(bytes(16)))
    sealed = cipher.encryptor().update(MESSAGE)
    assert cipher.decryptor().update(sealed) == MESSAGE
    return hashlib.sha256(sealed).hexdigest()


def both(results):
    for _ in range(5):
        results.append((tls(ssl.TLSVersion.TLSv1_2), tls(ssl.TLSVersion.TLSv1_3), wheel()))


def main():
    results, threads = [], []
    both(results)
    for _ in range(4):
        threads.append(threading.Thread(target=both, args=(results,)))
        threads[-1].start()
    for thread in threads:
        thread.join()
    assert len(results) == 25 and len(set(results)) == 1, set(results)
    json.dump({"ssl": ssl.OPENSSL_VERSION, "wheel": backend.openssl_version_text(), "result": results[0]}, sys.stdout)


main()
