"""Use the PyPI package `cryptography`: `make FOLDER` encrypts, signs and writes; `open FOLDER` decrypts and verifies
what another process made.

Prints the results that do not depend on random numbers.
"""
import datetime
import hashlib
import json
import multiprocessing
import pathlib
import sys

from cryptography import x509
from cryptography.fernet import Fernet
from cryptography.hazmat.primitives import hashes, hmac, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa, x25519
from cryptography.hazmat.primitives.ciphers import Cipher, aead, algorithms, modes
from cryptography.hazmat.primitives.kdf import hkdf, pbkdf2, scrypt
from cryptography.hazmat.primitives.serialization import pkcs12

KEY = bytes(range(32))
PASSWORD = b"password"
SHA256, PSS = hashes.SHA256(), padding.PSS(padding.MGF1(hashes.SHA256()), 32)
OAEP = padding.OAEP(padding.MGF1(hashes.SHA256()), hashes.SHA256(), None)
FERNET = Fernet("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
KINDS = {"rsa": lambda: rsa.generate_private_key(65537, 2048), "p256": lambda: ec.generate_private_key(ec.SECP256R1()),
         "p384": lambda: ec.generate_private_key(ec.SECP384R1()), "ed25519": ed25519.Ed25519PrivateKey.generate}


def sign(key, data):
    if isinstance(key, rsa.RSAPrivateKey):
        return key.sign(data, PSS, SHA256)
    return key.sign(data, *([ec.ECDSA(SHA256)] if isinstance(key, ec.EllipticCurvePrivateKey) else []))


def verify(key, signature, data):
    if isinstance(key, rsa.RSAPublicKey):
        key.verify(signature, data, PSS, SHA256)
    else:
        key.verify(signature, data, *([ec.ECDSA(SHA256)] if isinstance(key, ec.EllipticCurvePublicKey) else []))


def certificate(key):
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "test")])
    start = datetime.datetime(2020, 1, 1)
    builder = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(7)
    )
    builder = builder.not_valid_before(start).not_valid_after(start.replace(year=2120))
    return builder.sign(key, None if isinstance(key, ed25519.Ed25519PrivateKey) else SHA256)


def bulk(data):
    """Compute results that depend on the data only."""
    digests = {name: hashlib.sha256() for name in ("gcm", "cbc", "ctr", "hmac", "hkdf")}
    for n in range(40):
        piece = data[n * 1000:n * 1000 + 400000]
        digests["gcm"].update(aead.AESGCM(KEY).encrypt(n.to_bytes(12, "big"), piece, b"more"))
        digests["cbc"].update(Cipher(algorithms.AES(KEY), modes.CBC(KEY[:16])).encryptor().update(piece))
        digests["ctr"].update(Cipher(algorithms.AES(KEY), modes.CTR(KEY[:16])).encryptor().update(piece))
        mac = hmac.HMAC(KEY, hashes.SHA512())
        mac.update(piece)
        digests["hmac"].update(mac.finalize())
        digests["hkdf"].update(hkdf.HKDF(SHA256, 64, piece[:16], b"info").derive(KEY))
    answers = {name: digest.hexdigest() for name, digest in digests.items()}
    answers["pbkdf2"] = pbkdf2.PBKDF2HMAC(SHA256, 32, b"salt", 100000).derive(PASSWORD).hex()
    answers["scrypt"] = scrypt.Scrypt(b"salt", 32, 4096, 8, 1).derive(PASSWORD).hex()
    answers["ed25519"] = ed25519.Ed25519PrivateKey.from_private_bytes(KEY).sign(data[:1000]).hex()
    answers["x25519"] = (
        x25519.X25519PrivateKey.from_private_bytes(KEY)
        .exchange(x25519.X25519PrivateKey.from_private_bytes(KEY[::-1]).public_key())
        .hex()
    )
    return answers


def make(folder, data):
    for kind, generate in KINDS.items():
        key = generate()
        (folder / f"{kind}.crt").write_bytes(certificate(key).public_bytes(serialization.Encoding.PEM))
        (folder / f"{kind}.sig").write_bytes(sign(key, data))
        (folder / f"{kind}.key").write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.BestAvailableEncryption(PASSWORD),
            )
        )
        (folder / f"{kind}.p12").write_bytes(pkcs12.serialize_key_and_certificates(
            b"name", key, certificate(key), None, serialization.BestAvailableEncryption(PASSWORD)))
        if kind == "rsa":
            (folder / "oaep").write_bytes(key.public_key().encrypt(PASSWORD, OAEP))
    (folder / "fernet").write_bytes(FERNET.encrypt(data))


def open_all(folder, data):
    for kind in KINDS:
        cert = x509.load_pem_x509_certificate((folder / f"{kind}.crt").read_bytes())
        cert.verify_directly_issued_by(cert)
        verify(cert.public_key(), (folder / f"{kind}.sig").read_bytes(), data)
        key = serialization.load_pem_private_key((folder / f"{kind}.key").read_bytes(), PASSWORD)
        again, _, _ = pkcs12.load_key_and_certificates((folder / f"{kind}.p12").read_bytes(), PASSWORD)
        assert key.public_key() == cert.public_key() == again.public_key()
        verify(cert.public_key(), sign(again, data), data)
        if kind == "rsa":
            assert key.decrypt((folder / "oaep").read_bytes(), OAEP) == PASSWORD
    assert FERNET.decrypt((folder / "fernet").read_bytes()) == data


def work(task):
    what, folder = task
    data = pathlib.Path(sys.argv[3]).read_bytes()
    {"make": make, "open": open_all}[what](pathlib.Path(folder), data)
    return bulk(data)


if __name__ == "__main__":
    tasks = [(sys.argv[1], sys.argv[2])]
    answers = [work(tasks[0])]
    with multiprocessing.get_context("fork").Pool(2) as pool:   # and in children that were forked after use
        answers += pool.map(work, tasks * 2 if sys.argv[1] == "open" else tasks)
    assert all(a == answers[0] for a in answers)
    print(json.dumps(answers[0]))
