#!/usr/bin/env python3
"""Writes the assembly of ChaCha's rounds over 32 blocks with AVX-512.

Usage: make_lanes_avx512.py FILE

The 16 words of 16 blocks and those of 16 further blocks take all 32 registers. No operation needs another one, but
compilers keep half of the words in memory all the same. Eight quarter rounds run side by side.
"""

import pathlib
import sys

NAME = "ab_chacha_lanes_avx512"
HEAD = f"""\
/* Made by generate/make_lanes_avx512.py. */
/*
 * void {NAME}(vec words[2][16])
 *
 * words := the 20 rounds of ChaCha (RFC 8439 sec. 2.3) of words, without the sum at their end: words[h][i] has word i
 * of the state of each of 16 blocks.
 *
 * Instructions: AVX-512F. Time does not depend on the numbers.
 *
 * rdi words, eax double rounds left; zmm0-15 words[0], zmm16-31 words[1]
 */
#include "kernels/assembly.h"

    .text
    .balign 64
    BEGIN {NAME}
"""
TAIL = f"""\
    vzeroupper
    ret
    END {NAME}

    END_FILE
"""
DOUBLE_ROUNDS = 10
REGISTERS = [f"zmm{i}" for i in range(32)]
PLACES = [f"[rdi + {64 * i}]" for i in range(32)]


def row(number: int, turned: int) -> list[str]:
    """The words of a row of both states, by turns, in the order of the columns that they meet after so many turns."""
    return [f"zmm{16 * half + 4 * number + (i + turned) % 4}" for i in range(4) for half in range(2)]


def quarter(to: list[str], by: list[str], turned: list[str], rotation: int) -> list[str]:
    """One pair after the other: rotations, which half of the units do, are spread evenly."""
    lines = []
    for i in (0, 2, 4, 6):
        pair = list(zip(to, by, turned, strict=True))[i : i + 2]
        lines += [f"vpaddd {x}, {x}, {y}" for x, y, _ in pair]
        lines += [f"vpxord {z}, {z}, {x}" for x, _, z in pair]
        lines += [f"vprold {z}, {z}, {rotation}" for _, _, z in pair]
    return lines


def quarter_rounds(is_diagonal: int) -> list[str]:
    a, b, c, d = (row(i, i * is_diagonal) for i in range(4))
    return quarter(a, b, d, 16) + quarter(c, d, b, 12) + quarter(a, b, d, 8) + quarter(c, d, b, 7)


def main() -> None:
    lines = ["FRAME_OF 0"]
    lines += [f"vmovdqa64 {register}, {place}" for register, place in zip(REGISTERS, PLACES, strict=True)]
    lines += [f"mov eax, {DOUBLE_ROUNDS}", "0:", *quarter_rounds(0), *quarter_rounds(1), "dec eax", "jnz 0b"]
    lines += [f"vmovdqa64 {place}, {register}" for register, place in zip(REGISTERS, PLACES, strict=True)]
    text = "\n".join(line if line == "0:" else "    " + line for line in lines)
    pathlib.Path(sys.argv[1]).write_text(HEAD + text + "\n" + TAIL, encoding="utf-8")


if __name__ == "__main__":
    main()
