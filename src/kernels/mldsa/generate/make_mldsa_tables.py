#!/usr/bin/env python3
"""Writes the constants of src/kernels/mldsa/mldsa_tables.h as C (FIPS 204 appendix B).

usage: make_mldsa_tables.py OUT
"""
from __future__ import annotations

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "ntt/generate"))
import ntt_tables

NTT = ntt_tables.Transform(q=8380417, zeta=1753, levels=8, word_bits=32)
NUM_OUTER = 32  # powers of zeta for the levels between vectors of eight

TABLES = {
    "ab_mldsa_zetas": ("int32_t", [NTT.zeta_pair(i)[0] for i in range(256)]),
    "ab_mldsa_zetas_over_q": ("int32_t", [NTT.zeta_pair(i)[1] for i in range(NUM_OUTER)]),
    "ab_mldsa_tail_8": ("int32_t", NTT.tail(8, inverse=False)),
    "ab_mldsa_tail_16": ("int32_t", NTT.tail(16, inverse=False)),
    "ab_mldsa_inverse_tail_8": ("int32_t", NTT.tail(8, inverse=True)),
    "ab_mldsa_inverse_tail_16": ("int32_t", NTT.tail(16, inverse=True)),
    "ab_mldsa_compaction": ("uint8_t", ntt_tables.compaction(1)),
}


def main() -> int:
    pathlib.Path(sys.argv[1]).write_text(ntt_tables.source("mldsa", TABLES, per_line=8))
    return 0


if __name__ == "__main__":
    sys.exit(main())
