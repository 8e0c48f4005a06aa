"""Compute every hash of this Python's hashlib, HMAC and PBKDF2; print {"answers": {name: digest of the results}}."""
import hashlib
import hmac
import json
import random

LENGTHS = [0, 1, 55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 135, 136, 137, 300, 1000, 4097, 70001]
XOF_BYTES = {"shake_128": 33, "shake_256": 65}


def finish(state, name):
    return state.digest(XOF_BYTES[name]) if name in XOF_BYTES else state.digest()


def answers(name):
    """Hash at once, in pieces, and through a copy made in between."""
    source = random.Random(name)
    for length in LENGTHS:
        data = source.randbytes(length)
        pieces = hashlib.new(name)
        at = 0
        while at < length:
            step = source.randrange(1, length - at + 1)
            pieces.update(data[at:at + step])
            at += step
            copy = pieces.copy()
        at_once = finish(hashlib.new(name, data), name)
        assert finish(pieces, name) == at_once and (length == 0 or finish(copy, name) == at_once)
        yield at_once
    if name not in XOF_BYTES:
        yield hmac.digest(b"key" * 30, b"message" * 100, name)
        yield hashlib.pbkdf2_hmac(name, b"password", b"salt", 100)


def usable(name):
    try:
        hashlib.new(name)
    except ValueError:
        return False  # part of OpenSSL's legacy provider
    return True


names = sorted(name for name in hashlib.algorithms_available if usable(name))
print(json.dumps({"answers": {name: hashlib.sha256(b"".join(answers(name))).hexdigest() for name in names}}))
