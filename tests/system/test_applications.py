"""Unmodified programs with the module switched on: what one side writes, the other reads."""
import json
import pathlib
import random

import pytest

from conftest import HOSTS, PYTHON, served_families, served_hashes
from programs import listening_port, running

WITH, WITHOUT = "log = info", None
DATA = random.Random(3).randbytes(700001)


@pytest.fixture
def data_file(tmp_path):
    path = tmp_path / "data"
    path.write_bytes(DATA)
    return path


def openssl(host, settings, *words, folder):
    return host.run(["openssl", *map(str, words)], settings, cwd=folder)


# ---- openssl enc ----

ENC_MODES = ["ecb", "cbc", "cfb", "cfb1", "cfb8", "ofb", "ctr"]


@pytest.mark.parametrize("mode", ENC_MODES)
@pytest.mark.parametrize("bits", [128, 192, 256])
def test_enc(host, offered, data_file, tmp_path, bits, mode):
    """Both sides write the same file, and each reads it."""
    options = [f"-aes-{bits}-{mode}", "-K", "1" * (bits // 4), "-in"]
    options_iv = [] if mode == "ecb" else ["-iv", "2" * 32]
    if mode == "cfb1":
        data_file.write_bytes(DATA[:20000])   # CFB1 computes a block for every bit
    _, log = openssl(host, WITH, "enc", *options, data_file, *options_iv, "-out", "ours", folder=tmp_path)
    openssl(host, WITHOUT, "enc", *options, data_file, *options_iv, "-out", "theirs", folder=tmp_path)
    assert (tmp_path / "ours").read_bytes() == (tmp_path / "theirs").read_bytes()
    openssl(host, WITH, "enc", "-d", *options, "theirs", *options_iv, "-out", "back", folder=tmp_path)
    assert (tmp_path / "back").read_bytes() == data_file.read_bytes()
    assert {f"AES-{mode.upper()}"} & offered <= served_families(log)


def test_enc_password(host, data_file, tmp_path):
    """With a password, a salt and PBKDF2, as in common use."""
    options = ["-aes-256-cbc", "-pbkdf2", "-pass", "pass:secret"]
    for one, other in ((WITH, WITHOUT), (WITHOUT, WITH)):
        openssl(host, one, "enc", *options, "-in", data_file, "-out", "sealed", folder=tmp_path)
        openssl(host, other, "enc", "-d", *options, "-in", "sealed", "-out", "back", folder=tmp_path)
        assert (tmp_path / "back").read_bytes() == DATA


# ---- hash functions ----

HASHES = {
    "md5": "MD5",
    "sha1": "SHA1",
    "sha224": "SHA2-224",
    "sha256": "SHA2-256",
    "sha384": "SHA2-384",
    "sha512": "SHA2-512",
    "sha512-224": "SHA2-512/224",
    "sha512-256": "SHA2-512/256",
    "sha3-224": "SHA3-224",
    "sha3-256": "SHA3-256",
    "sha3-384": "SHA3-384",
    "sha3-512": "SHA3-512",
    "shake128": "SHAKE-128",
    "shake256": "SHAKE-256",
    "sm3": "SM3",
    "ripemd160": "RIPEMD-160",
    "blake2b512": "BLAKE2B-512",
    "blake2s256": "BLAKE2S-256",
    "md5-sha1": "MD5-SHA1",
}


@pytest.mark.parametrize("option", HASHES)
def test_dgst(host, hashes, data_file, tmp_path, option):
    words = ["dgst", f"-{option}", *(["-xoflen", "100"] if option.startswith("shake") else []), data_file]
    ours, log = openssl(host, WITH, *words, folder=tmp_path)
    theirs, _ = openssl(host, WITHOUT, *words, folder=tmp_path)
    assert ours == theirs and len(ours.split()[-1]) >= 32
    assert {HASHES[option]} & hashes <= served_hashes(log)


def test_hashlib(host, hashes):
    """Python's hashlib, its HMAC and PBKDF2, which fetch their digest from the module."""
    command = [PYTHON, str(HOSTS / "python_hashes.py")]
    ours, log = host.run(command, WITH)
    theirs, _ = host.run(command, WITHOUT)
    assert json.loads(ours) == json.loads(theirs) and "sha256" in json.loads(ours)["answers"]
    names = {HASHES[name.replace("_", "-")] for name in ("sha224", "sha256", "sha384", "sha512", "sha3_256")}
    assert names & hashes <= served_hashes(log)


# ---- messages and keys ----

@pytest.mark.parametrize("one,other", [(WITH, WITHOUT), (WITHOUT, WITH)], ids=["sealed with", "opened with"])
@pytest.mark.parametrize("cipher", ["aes-128-cbc", "aes-256-cbc", "aes-128-gcm", "aes-256-gcm"])
def test_cms(host, offered, certificate, data_file, tmp_path, cipher, one, other):
    """CMS for an EC key: the content by CBC or GCM, its key by AES key wrap (RFC 5753, RFC 5083)."""
    key, cert = certificate
    _, sealing = openssl(host, one, "cms", "-encrypt", "-binary", f"-{cipher}", "-in", data_file, "-outform", "DER",
                         "-out", "message", "-recip", cert, "-keyopt", "ecdh_kdf_md:sha256", folder=tmp_path)
    _, opening = openssl(host, other, "cms", "-decrypt", "-binary", "-inform", "DER", "-in", "message", "-inkey", key,
                         "-recip", cert, "-out", "back", folder=tmp_path)
    assert (tmp_path / "back").read_bytes() == DATA
    expected = {"AES-" + cipher[-3:].upper(), "AES-WRAP"} & offered
    assert expected <= served_families(sealing if one else opening)


@pytest.mark.parametrize("one,other", [(WITH, WITHOUT), (WITHOUT, WITH)], ids=["sealed with", "opened with"])
def test_encrypted_keys(host, certificate, tmp_path, one, other):
    """PKCS#8 and PKCS#12 with a password: AES-256-CBC."""
    key, cert = certificate
    openssl(host, one, "pkcs8", "-topk8", "-v2", "aes-256-cbc", "-in", key, "-out", "p8", "-passout", "pass:x",
            folder=tmp_path)
    openssl(host, other, "pkey", "-in", "p8", "-passin", "pass:x", "-out", "key", folder=tmp_path)
    assert (tmp_path / "key").read_text() == pathlib.Path(key).read_text()
    openssl(host, one, "pkcs12", "-export", "-inkey", key, "-in", cert, "-passout", "pass:x", "-out", "p12",
            folder=tmp_path)
    openssl(host, other, "pkcs12", "-in", "p12", "-passin", "pass:x", "-nodes", "-out", "all", folder=tmp_path)
    assert pathlib.Path(cert).read_text() in (tmp_path / "all").read_text()


# ---- curl ----

@pytest.mark.parametrize("client,server", [(WITH, WITHOUT), (WITHOUT, WITH), (WITH, WITH)],
                         ids=["client", "server", "both"])
@pytest.mark.parametrize("version,cipher,family", [
    ("1.2", "ECDHE-ECDSA-AES128-GCM-SHA256", "AES-GCM"), ("1.2", "ECDHE-ECDSA-AES256-SHA384", "AES-CBC"),
    ("1.2", "ECDHE-ECDSA-AES128-CCM", "AES-CCM"), ("1.3", "TLS_AES_256_GCM_SHA384", "AES-GCM")])
def test_curl(host, offered, certificate, data_file, tmp_path, version, cipher, family, client, server):
    key, cert = certificate
    names = ["-ciphersuites", cipher] if version == "1.3" else ["-cipher", cipher]
    command = ["openssl", "s_server", "-accept", "127.0.0.1:0", "-key", key, "-cert", cert, "-WWW", *names]
    with running(command, host.environment(server), tmp_path) as serving:
        url = f"https://localhost:{listening_port(serving)}/data"
        names = ["--tls13-ciphers", cipher] if version == "1.3" else ["--ciphers", cipher, "--tls-max", "1.2"]
        _, log = host.run(["curl", "-sS", "--cacert", cert, "--ipv4", *names, url, "-o", "got"], client, cwd=tmp_path)
    assert (tmp_path / "got").read_bytes() == DATA
    if family in offered:
        assert (family in served_families(log)) == (client is not None)
        assert (family in served_families(serving.err.decode())) == (server is not None)
