"""Maps of bytes, and the S-box of AES, for the generators of ciphers that compute their S-boxes by AES instructions.

A map is a list of its 256 values. An S-box that is affinely equivalent to inversion in GF(2^8) is AES's S-box (FIPS 197
sec. 5.1.1) between two affine maps, and a linear map of bytes is the sum of two lookups, by low and by high nibble.
"""
import pathlib
import sys

AES_FIELD = 0x11B

Map = list[int]


def multiply(a: int, b: int, modulus: int = AES_FIELD) -> int:
    product = 0
    while b:
        product ^= a if b & 1 else 0
        a = a << 1 ^ (modulus if a & 0x80 else 0)
        b >>= 1
    return product


def power(a: int, n: int, modulus: int = AES_FIELD) -> int:
    result = 1
    for _ in range(n):
        result = multiply(result, a, modulus)
    return result


def matrix(rows: list[int]) -> Map:
    """The linear map whose bit i is the parity of x under the mask rows[i]."""
    return [sum((row & x).bit_count() % 2 << i for i, row in enumerate(rows)) for x in range(256)]


def circulant(row: int) -> Map:
    """The matrix whose row i is `row`, rotated to the left by i bits."""
    return matrix([(row << i | row >> 8 - i) & 0xFF for i in range(8)])


def compose(*maps: Map) -> Map:
    """The last one is applied first."""
    result = list(range(256))
    for m in reversed(maps):
        result = [m[x] for x in result]
    return result


def add(*maps: Map) -> Map:
    result = [0] * 256
    for m in maps:
        result = [x ^ y for x, y in zip(result, m, strict=True)]
    return result


def inverse(m: Map) -> Map:
    result = [0] * 256
    for x, y in enumerate(m):
        result[y] = x
    return result


IDENTITY = list(range(256))
AES_LINEAR = circulant(0xF1)
AES_SBOX = [AES_LINEAR[power(x, 254)] ^ 0x63 for x in range(256)]


def in_rows(values: list[int] | bytes, indent: str = "    ") -> str:
    """Bytes in rows of 16."""
    rows = [", ".join(f"0x{x:02x}" for x in values[i : i + 16]) for i in range(0, len(values), 16)]
    return f",\n{indent}".join(rows)


def nibbles(m: Map) -> str:
    """A linear map as its values on the low and on the high nibble of a byte."""
    rows = [in_rows([m[x << s] for x in range(16)]) for s in (0, 4)]
    return "{ { " + rows[0] + " },\n      { " + rows[1] + " } }"


def affine_matrix(m: Map) -> str:
    """A linear map as GF2P8AFFINEQB takes it: byte 7 - i of a word is the mask whose parity is bit i of the result."""
    rows = [sum((m[1 << j] >> i & 1) << j for j in range(8)) for i in range(8)]
    return f"0x{int.from_bytes(bytes(rows), 'big'):016x}"


def write_or_check(path: pathlib.Path, text: str) -> int:
    """What a generator does: write a file or, with --check, compare it with what is there. Return the exit status."""
    if sys.argv[1:] != ["--check"]:
        path.write_text(text)
    elif path.read_text() != text:
        print(f"{path.name} is not what {pathlib.Path(sys.argv[0]).name} makes")
        return 1
    return 0
