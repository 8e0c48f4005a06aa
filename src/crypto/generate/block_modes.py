"""The modes of SP 800-38A, 38C and 38D and XTS, plain and slow, for block ciphers that PyPI `cryptography` lacks or has
without them.
"""
from collections.abc import Callable

Block = Callable[[bytes], bytes]  # the encryption of a block of 16 bytes


def xor(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b, strict=False))


def blocks_of(data: bytes) -> list[bytes]:
    return [data[i : i + 16] for i in range(0, len(data), 16)]


def ecb(block: Block, message: bytes) -> bytes:
    return b"".join(block(m) for m in blocks_of(message))


def cbc(block: Block, iv: bytes, message: bytes) -> bytes:
    out = [iv]
    for m in blocks_of(message):
        out.append(block(xor(m, out[-1])))
    return b"".join(out[1:])


def cbc_cs3(block: Block, iv: bytes, message: bytes) -> bytes:
    """Ciphertext stealing; the message is longer than a block."""
    out, cut = cbc(block, iv, message + bytes(-len(message) % 16)), (len(message) - 1) // 16 * 16
    return out[: cut - 16] + out[cut:] + out[cut - 16 : len(message) - 16]


def next_tweak(tweak: bytes, is_gb: bool) -> bytes:
    """The tweak times x: IEEE 1619 sec. 5.2; in GB/T 17964-2021 the highest bit of the first byte is that of x^0."""
    if is_gb:
        t = int.from_bytes(tweak, "big")
        return (t >> 1 ^ (t & 1) * (0xE1 << 120)).to_bytes(16, "big")
    t = int.from_bytes(tweak, "little") << 1
    return (t ^ (t >> 128) * (1 << 128 | 0x87)).to_bytes(16, "little")


def xts(block: Block, tweak_block: Block, iv: bytes, message: bytes, is_gb: bool = False) -> bytes:
    """With ciphertext stealing."""
    tweak, out = tweak_block(iv), [b""]
    for m in blocks_of(message):
        before = out[-1]
        out.append(xor(block(xor(m + before[len(m) :], tweak)), tweak))
        if len(m) < 16:
            out[-2:] = [out[-1], before[: len(m)]]
        tweak = next_tweak(tweak, is_gb)
    return b"".join(out)


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
