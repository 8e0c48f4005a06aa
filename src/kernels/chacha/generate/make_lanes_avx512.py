#!/usr/bin/env python3
"""Writes the assembly of ChaCha's rounds over 32 blocks with AVX-512, beside which Poly1305 absorbs some blocks.

Usage: make_lanes_avx512.py BLOCKS FILE

BLOCKS is the number of blocks absorbed, a multiple of ten, or 0. Their instructions are merged evenly with those of the
rounds.

The 16 words of 16 blocks and those of 16 further blocks take all 32 registers. No operation needs another one, but
compilers keep half of the words in memory all the same. Eight quarter rounds run side by side.
"""

import pathlib
import sys

from poly1305_chain import CHAIN_REGISTERS, SAVED, absorb, load_chain, merge, store_chain

HEAD = """\
/* Made by generate/make_lanes_avx512.py. */
/*
 * void {name}({arguments})
 *
 * words := the 20 rounds of ChaCha (RFC 8439 sec. 2.3) of words, without the sum at their end: words[h][i] has word i
 * of the state of each of 16 blocks.{meanwhile}
 *
 * Instructions: AVX-512F{bmi2}. Time does not depend on the numbers.
 *
 * rdi words, ebp double rounds left; zmm0-15 words[0], zmm16-31 words[1]{registers}
 */
#include "kernels/assembly.h"

    .text
    .balign 64
    BEGIN {name}
"""
MEANWHILE = """ Meanwhile the next {blocks} blocks of 16 bytes at chain->in are
 * absorbed into chain->h (poly1305_words.h). poly1305_bmi2.h has the layout of chain."""
TAIL = """\
    vzeroupper
    ret
    END {name}

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


def head(name: str, blocks: int) -> str:
    if blocks == 0:
        return HEAD.format(name=name, arguments="vec words[2][16]", meanwhile="", bmi2="", registers="")
    arguments, meanwhile = "vec words[2][16], struct weave *chain", MEANWHILE.format(blocks=blocks)
    registers = "\n" + CHAIN_REGISTERS
    return HEAD.format(
        name=name, arguments=arguments, meanwhile=meanwhile, bmi2=", BMI2", registers=registers
    )


def function(blocks: int) -> list[str]:
    saved = SAVED if blocks else ["rbp"]
    lines = [*(f"SAVE {register}" for register in saved), "FRAME_OF 0"]
    lines += ["mov r15, rsi", *load_chain()] if blocks else []
    lines += [f"vmovdqa64 {register}, {place}" for register, place in zip(REGISTERS, PLACES, strict=True)]
    double_round = quarter_rounds(0) + quarter_rounds(1)
    lines += [f"mov ebp, {DOUBLE_ROUNDS}", "0:", *merge(double_round, absorb(blocks // DOUBLE_ROUNDS))]
    lines += ["dec ebp", "jnz 0b"]
    lines += [f"vmovdqa64 {place}, {register}" for register, place in zip(REGISTERS, PLACES, strict=True)]
    lines += store_chain() if blocks else []
    return lines + [f"RESTORE {register}" for register in reversed(saved)]


def main() -> None:
    blocks = int(sys.argv[1])
    name = f"ab_chacha_lanes_{blocks}_avx512"
    text = "\n".join(line if line == "0:" else "    " + line for line in function(blocks))
    made = head(name, blocks) + text + "\n" + TAIL.format(name=name)
    pathlib.Path(sys.argv[2]).write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
