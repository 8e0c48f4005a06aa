"""ARIA (RFC 5794) and its modes, plain and slow, for the answers of the known-answer tests.

Its S-boxes come from their definitions in sec. 2.4.2, not from the tables of the kernels.
"""
from collections.abc import Callable

Block = Callable[[bytes], bytes]

SB2_ROWS = ["01011110", "00111101", "11010111", "10011101", "00101100", "10000001", "01011101", "11010011"]
INPUTS = [
    (3, 4, 6, 8, 9, 13, 14), (2, 5, 7, 8, 9, 12, 15), (1, 4, 6, 10, 11, 12, 15), (0, 5, 7, 10, 11, 13, 14),
    (0, 2, 5, 8, 11, 14, 15), (1, 3, 4, 9, 10, 14, 15), (0, 2, 7, 9, 10, 12, 13), (1, 3, 6, 8, 11, 12, 13),
    (0, 1, 4, 7, 10, 13, 15), (0, 1, 5, 6, 11, 12, 14), (2, 3, 5, 6, 8, 13, 15), (2, 3, 4, 7, 9, 12, 14),
    (1, 2, 6, 7, 9, 11, 12), (0, 3, 6, 7, 8, 10, 13), (0, 3, 4, 5, 9, 11, 14), (1, 2, 4, 5, 8, 10, 15),
]
CONSTANTS = [
    0x517CC1B727220A94FE13ABE8FA9A6EE0, 0x6DB14ACC9E21C820FF28B1D5EF5DE2B0, 0xDB92371D2126E9700324977504E8C90E,
]


def times(a: int, b: int) -> int:
    product = 0
    while b:
        product ^= a if b & 1 else 0
        a = a << 1 ^ (0x11B if a & 0x80 else 0)
        b >>= 1
    return product


def power(x: int, n: int) -> int:
    result = 1
    for _ in range(n):
        result = times(result, x)
    return result


def parity_of(text: str, x: int) -> int:
    """One row of a matrix, the coefficient of bit 0 first."""
    return sum(int(c) & x >> i for i, c in enumerate(text)) & 1


def sboxes() -> list[list[int]]:
    sb1_row = "10001111"
    rows = [sb1_row[-i:] + sb1_row[:-i] for i in range(8)]
    sb1 = [sum(parity_of(r, power(x, 254)) << i for i, r in enumerate(rows)) ^ 0x63 for x in range(256)]
    sb2 = [sum(parity_of(r, power(x, 247)) << i for i, r in enumerate(SB2_ROWS)) ^ 0xE2 for x in range(256)]
    return [sb1, sb2, [sb1.index(x) for x in range(256)], [sb2.index(x) for x in range(256)]]


SBOXES = sboxes()


def substitute(x: bytes, first: int) -> bytes:
    """first: 0 for SL1, 2 for SL2."""
    return bytes(SBOXES[(i + first) % 4][b] for i, b in enumerate(x))


def xor(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b, strict=False))


def diffuse(x: bytes) -> bytes:
    out = []
    for inputs in INPUTS:
        total = 0
        for i in inputs:
            total ^= x[i]
        out.append(total)
    return bytes(out)


def round_keys(key: bytes) -> list[bytes]:
    """Sec. 2.2."""
    first = len(key) // 8 - 2
    w = [key[:16]]
    before = key[16:].ljust(16, b"\0")
    for i in range(3):
        mixed = xor(w[i], CONSTANTS[(first + i) % 3].to_bytes(16, "big"))
        w.append(xor(diffuse(substitute(mixed, 0 if i % 2 == 0 else 2)), before))
        before = w[i]
    numbers = [int.from_bytes(x, "big") for x in w]
    keys = []
    for i in range(len(key) // 4 + 9):
        n = (19, 31, 128 - 61, 128 - 31, 128 - 19)[i // 4]
        plain, turned = numbers[i % 4], numbers[(i + 1) % 4]
        keys.append((plain ^ (turned >> n | turned << 128 - n) & (1 << 128) - 1).to_bytes(16, "big"))
    return keys


def encryptor(key: bytes) -> Block:
    keys = round_keys(key)

    def encrypt(block: bytes) -> bytes:
        for i, k in enumerate(keys[:-1]):
            block = substitute(xor(block, k), 0 if i % 2 == 0 else 2)
            block = diffuse(block) if i < len(keys) - 2 else xor(block, keys[-1])
        return block

    return encrypt


# The modes, SP 800-38A, 38C and 38D.


def blocks_of(data: bytes) -> list[bytes]:
    return [data[i : i + 16] for i in range(0, len(data), 16)]


def ecb(block: Block, message: bytes) -> bytes:
    return b"".join(block(m) for m in blocks_of(message))


def cbc(block: Block, iv: bytes, message: bytes) -> bytes:
    out = [iv]
    for m in blocks_of(message):
        out.append(block(xor(m, out[-1])))
    return b"".join(out[1:])


def cfb(block: Block, iv: bytes, message: bytes, size: int) -> bytes:
    """size: bytes of a segment."""
    register, out = iv, b""
    for i in range(0, len(message), size):
        part = xor(message[i : i + size], block(register))
        register = (register + part)[-16:]
        out += part
    return out


def cfb1(block: Block, iv: bytes, message: bytes) -> bytes:
    register, out = int.from_bytes(iv, "big"), 0
    for i in range(8 * len(message)):
        bit = message[i // 8] >> (7 - i % 8) & 1 ^ block(register.to_bytes(16, "big"))[0] >> 7
        register = (register << 1 | bit) & (1 << 128) - 1
        out = out << 1 | bit
    return out.to_bytes(len(message), "big")


def ofb(block: Block, iv: bytes, message: bytes) -> bytes:
    out = b""
    for m in blocks_of(message):
        iv = block(iv)
        out += xor(m, iv)
    return out


def ctr(block: Block, start: bytes, message: bytes, bits: int = 128) -> bytes:
    """bits: how many of the block count."""
    counter, out = int.from_bytes(start, "big"), b""
    for m in blocks_of(message):
        out += xor(m, block(counter.to_bytes(16, "big")))
        counter = counter >> bits << bits | (counter + 1) & (1 << bits) - 1
    return out


def pad(data: bytes) -> bytes:
    return data + bytes(-len(data) % 16)


def ccm(block: Block, nonce: bytes, tag_len: int, message: bytes, aad: bytes) -> bytes:
    """0 < len(aad) < 65280."""
    q = 15 - len(nonce)
    first = bytes([0x40 | (tag_len - 2) // 2 << 3 | q - 1]) + nonce + len(message).to_bytes(q, "big")
    mac = cbc(block, bytes(16), first + pad(len(aad).to_bytes(2, "big") + aad) + pad(message))[-16:]
    sealed = ctr(block, bytes([q - 1]) + nonce + bytes(q), mac + message)
    return sealed[16:] + sealed[:tag_len]


def ghash(h: bytes, data: bytes) -> bytes:
    factor, y = int.from_bytes(h, "big"), 0
    for m in blocks_of(data):
        y ^= int.from_bytes(m, "big")
        product, v = 0, factor
        for i in range(127, -1, -1):
            product ^= v if y >> i & 1 else 0
            v = v >> 1 ^ (0xE1 << 120 if v & 1 else 0)
        y = product
    return y.to_bytes(16, "big")


def gcm(block: Block, iv: bytes, message: bytes, aad: bytes) -> bytes:
    def lengths(a: bytes, b: bytes) -> bytes:
        return (8 * len(a)).to_bytes(8, "big") + (8 * len(b)).to_bytes(8, "big")

    h = block(bytes(16))
    start = iv + b"\0\0\0\1" if len(iv) == 12 else ghash(h, pad(iv) + lengths(b"", iv))
    out = ctr(block, start, bytes(16) + message, 32)
    tag = xor(out[:16], ghash(h, pad(aad) + pad(out[16:]) + lengths(aad, message)))
    return out[16:] + tag
