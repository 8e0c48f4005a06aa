"""Use every AES mode of the PyPI wheel `cryptography` (a static OpenSSL); print {family: digest of results}."""
import hashlib
import json
import random
import sys

from cryptography.hazmat.backends.openssl import backend
from cryptography.hazmat.primitives import keywrap
from cryptography.hazmat.primitives.ciphers import Cipher, aead, algorithms, modes

RANDOM = random.Random(2)
LENGTHS = [0, 1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 500, 1000, 1023, 4097, 20000]


def pieces(data):
    """Cut the data into random pieces."""
    while data:
        n = RANDOM.randint(1, len(data))
        yield data[:n]
        data = data[n:]


def stream(context, data):
    return b"".join(context.update(piece) for piece in pieces(data)) + context.finalize()


def plain_mode(mode, unit=1, key_sizes=(16, 24, 32), smallest=0):
    digest = hashlib.sha256()
    for key_size in key_sizes:
        for length in LENGTHS:
            length = max(smallest, length // unit * unit)
            key, data = RANDOM.randbytes(key_size), RANDOM.randbytes(length)
            cipher = Cipher(algorithms.AES(key), mode())
            sealed = stream(cipher.encryptor(), data)
            assert stream(cipher.decryptor(), sealed) == data
            digest.update(sealed)
    return digest.hexdigest()


def xts():
    digest = hashlib.sha256()
    for key_size in (32, 64):
        for length in (n for n in LENGTHS if n >= 16):
            key, tweak, data = RANDOM.randbytes(key_size), RANDOM.randbytes(16), RANDOM.randbytes(length)
            cipher = Cipher(algorithms.AES(key), modes.XTS(tweak))
            encryptor, decryptor = cipher.encryptor(), cipher.decryptor()
            sealed = encryptor.update(data) + encryptor.finalize()
            assert decryptor.update(sealed) + decryptor.finalize() == data
            digest.update(sealed)
    return digest.hexdigest()


def streaming_gcm():
    digest = hashlib.sha256()
    for key_size in (16, 24, 32):
        for length in LENGTHS:
            key, nonce, data = RANDOM.randbytes(key_size), RANDOM.randbytes(12), RANDOM.randbytes(length)
            encryptor = Cipher(algorithms.AES(key), modes.GCM(nonce)).encryptor()
            encryptor.authenticate_additional_data(data[:77])
            sealed = stream(encryptor, data)
            decryptor = Cipher(algorithms.AES(key), modes.GCM(nonce, encryptor.tag)).decryptor()
            decryptor.authenticate_additional_data(data[:77])
            assert stream(decryptor, sealed) == data
            digest.update(sealed + encryptor.tag)
    return digest.hexdigest()


def one_shot(kind, key_sizes=(16, 24, 32), nonce_size=12, smallest=0):
    digest = hashlib.sha256()
    for key_size in key_sizes:
        for length in (n for n in LENGTHS if n >= smallest):
            cipher = kind(RANDOM.randbytes(key_size))
            nonce, data = RANDOM.randbytes(nonce_size), RANDOM.randbytes(length)
            extra = data[:30]
            arguments = (nonce, data, extra) if nonce_size else (data, [extra, nonce])
            sealed = cipher.encrypt(*arguments)
            back = (nonce, sealed, extra) if nonce_size else (sealed, [extra, nonce])
            assert cipher.decrypt(*back) == data
            refuse(cipher, back, sealed)
            digest.update(sealed)
    return digest.hexdigest()


def refuse(cipher, arguments, sealed):
    """Check that a message with any one bit altered is refused."""
    altered = bytearray(sealed)
    altered[RANDOM.randrange(len(altered))] ^= 1 << RANDOM.randrange(8)
    try:
        cipher.decrypt(*(bytes(altered) if a is sealed else a for a in arguments))
    except Exception as error:  # pylint: disable=broad-except
        assert type(error).__name__ == "InvalidTag", error
    else:
        raise AssertionError("an altered message was taken")


def wrapping():
    digest = hashlib.sha256()
    for key_size in (16, 24, 32):
        for length in range(16, 200, 8):
            key, data = RANDOM.randbytes(key_size), RANDOM.randbytes(length)
            wrapped = keywrap.aes_key_wrap(key, data)
            assert keywrap.aes_key_unwrap(key, wrapped) == data
            padded = keywrap.aes_key_wrap_with_padding(key, data[:-3])
            assert keywrap.aes_key_unwrap_with_padding(key, padded) == data[:-3]
            digest.update(wrapped + padded)
    return digest.hexdigest()


def cmac():
    from cryptography.hazmat.primitives.cmac import CMAC
    digest = hashlib.sha256()
    for key_size in (16, 24, 32):
        for length in LENGTHS:
            mac = CMAC(algorithms.AES(RANDOM.randbytes(key_size)))
            mac.update(RANDOM.randbytes(length))
            digest.update(mac.finalize())
    return digest.hexdigest()


WORK = {
    "AES-ECB": lambda: plain_mode(modes.ECB, 16),
    "AES-CBC": lambda: plain_mode(lambda: modes.CBC(RANDOM.randbytes(16)), 16),
    "AES-CTR": lambda: plain_mode(lambda: modes.CTR(RANDOM.randbytes(16))),
    "AES-OFB": lambda: plain_mode(lambda: modes.OFB(RANDOM.randbytes(16))),
    "AES-CFB": lambda: plain_mode(lambda: modes.CFB(RANDOM.randbytes(16))),
    "AES-CFB8": lambda: plain_mode(lambda: modes.CFB8(RANDOM.randbytes(16))),
    "AES-XTS": xts,
    "AES-GCM": lambda: streaming_gcm() + one_shot(aead.AESGCM),
    "AES-CCM": lambda: one_shot(aead.AESCCM),
    "AES-OCB": lambda: one_shot(aead.AESOCB3),
    "AES-SIV": lambda: one_shot(aead.AESSIV, (32, 48, 64), 0, 1),
    "AES-GCM-SIV": lambda: one_shot(aead.AESGCMSIV),
    "key wrapping": wrapping,
    "CMAC": cmac,
}

if __name__ == "__main__":
    answers = {name: work() for name, work in WORK.items()}
    json.dump({"openssl": backend.openssl_version_text(), "answers": answers}, sys.stdout)
