"""ARIA (RFC 5794), plain and slow, for the answers of the known-answer tests.

Its S-boxes come from their definitions in sec. 2.4.2, not from the tables of the kernels.
"""
from block_modes import Block, xor

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
