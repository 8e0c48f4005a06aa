"""
Packing of ML-KEM with AVX2, and of ML-DSA with AVX2 and in C: over GF(2), since it moves bits. Each bit of the output
is the bit of the value that the standard puts there. What makes the values is proved in test_mlkem.py and
test_mldsa.py.
"""

import pytest
from binary import INTRINSICS, BinaryWorld, Bits, Inputs, parts, piece, register_of, terms_of
from exact import Refuted, const
from intrinsics import REGISTER
from machine import Machine
from proof import Kernel

N = 256


class Differences(BinaryWorld):
    """ML-DSA packs top - a, and unpacks top - b: the bits of a difference from a constant stand for themselves."""

    def sub(self, a, b):
        return b if isinstance(b, Bits) else super().sub(a, b)


class Packing:
    def __init__(self, path, replaced=()):
        self.kernel, self.inputs = Kernel(path, replaced=replaced), Inputs()

    def machine(self, **instead):
        return Machine(self.kernel.source, Differences(), instead=INTRINSICS | instead)

    def function(self, name):
        """Of ML-DSA, of this level."""
        return f"ab_mldsa_{name}_avx2" if "avx2" in self.kernel.text else name

    def value(self, i, bits):
        """Value i, of so many bits."""
        return Bits({self.inputs.bit(i, j): 1 << j for j in range(bits)})

    def bytes_of_values(self, num, bits):
        """Values one after another, the lowest bits first: FIPS 203 sec. 4.2.1, FIPS 204 sec. 7.1."""
        result = []
        for at in range(0, num * bits, 8):
            places = [divmod(at + j, bits) for j in range(8)]
            result.append(Bits({self.inputs.bit(i, place): 1 << j for j, (i, place) in enumerate(places)}))
        return result


def same(got, expected, what):
    for i, (a, b) in enumerate(zip(got, expected, strict=True)):
        if terms_of(a) != terms_of(b):
            raise Refuted(f"{what} {i} has other bits")


MLKEM, MLDSA = "kernels/mlkem/mlkem_bytes_avx2.c", "kernels/mldsa/mldsa_bytes_avx2.c"
MLDSA_C = "kernels/mldsa/mldsa_portable.c"


def prove_mlkem_packing(packing, d):
    """Compressed values of d bits, or for 12 bits encoded ones."""

    def values_at(machine, args):
        first = args[0][0].key
        return register_of([packing.value(first + i, d) for i in range(16)], 16), machine.type_of_result("load")

    def compressed(machine, args):
        if args[1][0].lo != d:
            raise Refuted("another number of bits")
        return args[0][0], machine.type_of_result("load")

    machine = packing.machine(load_reduced=values_at, compress_small=compressed, compress_large=compressed)
    out = [None] * (32 * d)
    name, more = ("ab_mlkem_encode_avx2", ()) if d == 12 else ("ab_mlkem_compress_avx2", (d,))
    machine.call(name, out, [const(0)] * N, *more)
    same(out, packing.bytes_of_values(N, d), "byte")


def prove_mlkem_unpacking(packing, d):
    """What is decompressed has the value in its highest bits; what is decoded is the value."""
    taken, compared = [], []

    def top(machine, args):
        if args[1][0].lo != d:
            raise Refuted("another number of bits")
        taken.extend(piece(word, 16 - d, d) for word in parts(args[0][0], 16))
        return args[0][0], machine.type_of_result("load")

    def greater(machine, args):
        compared.extend(parts(args[0][0], 16))
        return (const(0),) * 4, REGISTER[4]

    machine = packing.machine(decompress_top=top, _mm256_cmpgt_epi16=greater)
    out, text = [None] * N, packing.bytes_of_values(N, d)
    name, more = ("ab_mlkem_decode_avx2", ()) if d == 12 else ("ab_mlkem_decompress_avx2", (d,))
    machine.call(name, out, text, *more)
    expected = [packing.value(i, d) for i in range(N)]
    same(out if d == 12 else taken, expected, "value")
    if d == 12:
        same(compared, expected, "compared value")


def prove_mlkem_bit(packing):
    """A bit decompressed: (q + 1) / 2 or 0."""
    machine, out = packing.machine(), [None] * N
    machine.call("ab_mlkem_decompress_avx2", out, packing.bytes_of_values(N, 1), 1)
    same(out, [Bits({packing.inputs.bit(i, 0): (3329 + 1) // 2}) for i in range(N)], "value")


def difference(machine, args):
    """top - a: its bits stand for themselves."""
    return args[1][0], REGISTER[4]


def prove_mldsa_packing(packing, bits):
    machine = packing.machine(_mm256_sub_epi32=difference)
    out = [None] * (32 * bits)
    machine.call(packing.function("pack"), out, [packing.value(i, bits) for i in range(N)], 0, bits)
    same(out, packing.bytes_of_values(N, bits), "byte")


def prove_mldsa_unpacking(packing, bits):
    machine = packing.machine(_mm256_sub_epi32=difference)
    out = [None] * N
    machine.call(packing.function("unpack"), out, packing.bytes_of_values(N, bits), 0, bits)
    same(out, [packing.value(i, bits) for i in range(N)], "value")


def prove_mldsa_high(packing, num_high, bits):
    machine = packing.machine()
    out = [None] * (32 * bits)
    machine.call(packing.function("pack_high"), out, [packing.value(i, bits) for i in range(N)], num_high)
    same(out, packing.bytes_of_values(N, bits), "byte")


@pytest.mark.parametrize("d", [1, 4, 5, 10, 11, 12])
def test_mlkem_packing(d):
    prove_mlkem_packing(Packing(MLKEM), d)


@pytest.mark.parametrize("d", [4, 5, 10, 11, 12])
def test_mlkem_unpacking(d):
    prove_mlkem_unpacking(Packing(MLKEM), d)


def test_mlkem_bit():
    prove_mlkem_bit(Packing(MLKEM))


@pytest.mark.parametrize("path", [MLDSA, MLDSA_C])
@pytest.mark.parametrize("bits", [3, 4, 10, 13, 18, 20])
def test_mldsa(path, bits):
    prove_mldsa_packing(Packing(path), bits)
    prove_mldsa_unpacking(Packing(path), bits)


@pytest.mark.parametrize("path", [MLDSA, MLDSA_C])
@pytest.mark.parametrize("num_high, bits", [(16, 4), (44, 6)])
def test_mldsa_high(path, num_high, bits):
    prove_mldsa_high(Packing(path), num_high, bits)
