#!/usr/bin/env python3
"""Writes the constants of src/kernels/mlkem/mlkem_tables.h as C (FIPS 203 appendix A).

usage: make_mlkem_tables.py OUT
"""
from __future__ import annotations

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "ntt/generate"))
import ntt_tables

NTT = ntt_tables.Transform(q=3329, zeta=17, levels=7, word_bits=16)


def factors() -> list[int]:
    """The constants of prepare: 2^16, and gamma 2^16 for odd coefficients."""
    gammas = (pow(NTT.zeta, 2 * NTT.bit_reversed(i // 2) + 1, NTT.q) if i % 2 else 1 for i in range(256))
    pairs = [NTT.product_pair(2**16 * gamma) for gamma in gammas]
    return [z for z, _ in pairs] + [over_q for _, over_q in pairs]


TABLES = {
    "ab_mlkem_zetas": ("int16_t", [NTT.zeta_pair(i)[0] for i in range(128)]),
    "ab_mlkem_zetas_over_q": ("int16_t", [NTT.zeta_pair(i)[1] for i in range(128)]),
    "ab_mlkem_tail_16": ("int16_t", NTT.tail(16, inverse=False)),
    "ab_mlkem_tail_32": ("int16_t", NTT.tail(32, inverse=False)),
    "ab_mlkem_inverse_tail_16": ("int16_t", NTT.tail(16, inverse=True)),
    "ab_mlkem_inverse_tail_32": ("int16_t", NTT.tail(32, inverse=True)),
    "ab_mlkem_factors": ("int16_t", factors()),
    "ab_mlkem_compaction": ("uint8_t", ntt_tables.compaction(2)),
}


def text() -> str:
    return ntt_tables.source("mlkem", TABLES, per_line=16)


def main() -> int:
    pathlib.Path(sys.argv[1]).write_text(text())
    return 0


if __name__ == "__main__":
    sys.exit(main())
