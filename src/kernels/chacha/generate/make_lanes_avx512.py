#!/usr/bin/env python3
"""Writes the assembly of ChaCha's rounds over 32 blocks with AVX-512, beside which Poly1305 absorbs some blocks.

Usage: make_lanes_avx512.py words|text BLOCKS FILE

words: the rounds alone, from memory and back; BLOCKS is 0. text: the key stream of a counter, added to a text.

BLOCKS is the number of blocks absorbed, a multiple of ten, or 0. Their instructions are merged evenly with those of the
rounds.

The 16 words of 16 blocks and those of 16 further blocks take all 32 registers. No operation needs another one, but
compilers keep half of the words in memory all the same. Eight quarter rounds run side by side. The transposition at the
end needs one register beside the 16 of a half, so the last four of the other half wait in memory.
"""

import pathlib
import sys

from poly1305_chain import CHAIN_REGISTERS, SAVED, absorb, load_chain, merge, store_chain

HEAD = """\
/* Made by generate/make_lanes_avx512.py. */
/*
{banner}
 *
 * Instructions: AVX-512F{bmi2}. Time does not depend on the numbers.
 *
{registers}
 */
#include "kernels/assembly.h"

    .text
    .balign 64
    BEGIN {name}
"""
WORDS = """\
 * void {name}(vec words[2][16])
 *
 * words := the 20 rounds of ChaCha (RFC 8439 sec. 2.3) of words, without the sum at their end: words[h][i] has word i
 * of the state of each of 16 blocks."""
TEXT = """\
 * void {name}(const uint32_t key[8], const uint32_t counter[4], const uint8_t *in, uint8_t *out,
 *     struct weave *chain)
 *
 * out := in + 32 blocks of key stream from this counter on (RFC 8439 sec. 2.3; words 0 and 1 of the counter are one
 * number of 64 bits). in may be out."""
MEANWHILE = """ Meanwhile the next {blocks} blocks of 16 bytes at chain->in are absorbed
 * into chain->h (poly1305_words.h), all of them before anything is stored. poly1305_bmi2.h has the layout of chain."""
WORDS_REGISTERS = """\
 * rdi words, ebp double rounds left; zmm0-15 words[0], zmm16-31 words[1]"""
TEXT_REGISTERS = """\
 * rdi key, ebp double rounds left; zmm0-15 the words of 16 blocks, zmm16-31 those of the others; after the rounds rsi
 * counter, rax in, rcx out"""
TAIL = """\
    vzeroupper
    ret
    END {name}
{constants}
    END_FILE
"""
TEXT_CONSTANTS = """
    CONSTANTS
    .balign 64
numbers:
    .long 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    .long 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
one:
    .long 1
sigma:
    .ascii "expand 32-byte k"
"""
DOUBLE_ROUNDS = 10
REGISTERS = [f"zmm{i}" for i in range(32)]
PLACES = [f"[rdi + {64 * i}]" for i in range(32)]
BLOCK, LEFT = 64, 4  # bytes; registers of the second half that wait in memory


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


def rounds(blocks: int) -> list[str]:
    double_round = quarter_rounds(0) + quarter_rounds(1)
    merged = merge(double_round, absorb(blocks // DOUBLE_ROUNDS))
    return [f"mov ebp, {DOUBLE_ROUNDS}", "0:", *merged, "dec ebp", "jnz 0b"]


def words() -> list[str]:
    lines = ["SAVE rbp", "FRAME_OF 0"]
    lines += [f"vmovdqa64 {register}, {place}" for register, place in zip(REGISTERS, PLACES, strict=True)]
    lines += rounds(0)
    lines += [f"vmovdqa64 {place}, {register}" for register, place in zip(REGISTERS, PLACES, strict=True)]
    return [*lines, "RESTORE rbp"]


def source(word: int) -> str:
    """Where a word of the state is that all blocks share."""
    if word < 4:
        return f"[rip + sigma + {4 * word}]"
    return f"[rdi + {4 * (word - 4)}]" if word < 12 else f"[rsi + {4 * (word - 12)}]"


def counters(half: int, low: str) -> list[str]:
    """low := word 12 of the blocks of a half; k1: those where it carries into word 13."""
    numbers = f"[rip + numbers + {BLOCK * half}]"
    return [
        f"vpbroadcastd {low}, {source(12)}",
        f"vpaddd {low}, {low}, {numbers}",
        f"vpcmpltud k1, {low}, {numbers}",
    ]


def carry(high: str) -> str:
    return f"vpaddd {high}{{k1}}, {high}, dword ptr [rip + one]{{1to16}}"


def start() -> list[str]:
    lines = []
    for word in (*range(12), 13, 14, 15):
        lines += [f"vpbroadcastd zmm{word}, {source(word)}", f"vmovdqa64 zmm{16 + word}, zmm{word}"]
    for half in range(2):
        lines += [*counters(half, f"zmm{16 * half + 12}"), carry(f"zmm{16 * half + 13}")]
    return lines


def add_start(half: int, scratch: str) -> list[str]:
    first = 16 * half
    lines = [
        f"vpaddd zmm{first + word}, zmm{first + word}, dword ptr {source(word)}{{1to16}}"
        for word in range(16)
        if word != 12
    ]
    return [
        *lines,
        *counters(half, scratch),
        f"vpaddd zmm{first + 12}, zmm{first + 12}, {scratch}",
        carry(f"zmm{first + 13}"),
    ]


def join_fours(x: list[str], free: str) -> tuple[list[str], list[str], str]:
    """Four words of each block, x, become four registers with whole quarters of blocks; return these and a free one."""
    lines = [
        f"vpunpckldq {free}, {x[0]}, {x[1]}",
        f"vpunpckhdq {x[0]}, {x[0]}, {x[1]}",
        f"vpunpckldq {x[1]}, {x[2]}, {x[3]}",
        f"vpunpckhdq {x[2]}, {x[2]}, {x[3]}",
        f"vpunpcklqdq {x[3]}, {free}, {x[1]}",
        f"vpunpckhqdq {x[1]}, {free}, {x[1]}",
        f"vpunpcklqdq {free}, {x[0]}, {x[2]}",
        f"vpunpckhqdq {x[0]}, {x[0]}, {x[2]}",
    ]
    return lines, [x[3], x[1], free, x[0]], x[2]


def join_blocks(f: list[str], free: str, first: int) -> list[str]:
    """Quarters 0 to 3 of blocks, f, become these blocks, `first` and every fourth one after it. Store their text."""
    lines = [
        f"vshufi32x4 {free}, {f[0]}, {f[1]}, 0x44",
        f"vshufi32x4 {f[0]}, {f[0]}, {f[1]}, 0xee",
        f"vshufi32x4 {f[1]}, {f[2]}, {f[3]}, 0x44",
        f"vshufi32x4 {f[2]}, {f[2]}, {f[3]}, 0xee",
        f"vshufi32x4 {f[3]}, {free}, {f[1]}, 0x88",
        f"vshufi32x4 {free}, {free}, {f[1]}, 0xdd",
        f"vshufi32x4 {f[1]}, {f[0]}, {f[2]}, 0x88",
        f"vshufi32x4 {f[0]}, {f[0]}, {f[2]}, 0xdd",
    ]
    for i, block in enumerate((f[3], free, f[1], f[0])):
        at = BLOCK * (first + 4 * i)
        lines += [f"vpxord {block}, {block}, [rax + {at}]", f"vmovdqu64 [rcx + {at}], {block}"]
    return lines


def store_half(half: int, free: str) -> list[str]:
    lines, fours = add_start(half, free), []
    for i in range(4):
        made, four, free = join_fours([f"zmm{16 * half + 4 * i + j}" for j in range(4)], free)
        lines += made
        fours.append(four)
    for k in range(4):
        lines += join_blocks([four[k] for four in fours], free, 16 * half + k)
        free = fours[2][k]  # the only one of them that holds no block
    return lines


def text(blocks: int) -> list[str]:
    saved = SAVED if blocks else ["rbp"]
    lines = [*(f"SAVE {register}" for register in saved), "SAVE rcx", "SAVE rdx", "SAVE rsi"]
    lines += [f"FRAME_OF {BLOCK * LEFT}", *start()]
    lines += ["mov r15, r8", *load_chain()] if blocks else []
    lines += rounds(blocks)
    lines += store_chain() if blocks else []
    left = [(f"zmm{32 - LEFT + i}", f"[rsp + {BLOCK * i}]") for i in range(LEFT)]
    lines += [f"vmovdqu64 {place}, {register}" for register, place in left]
    lines += [f"mov {r}, [rsp + {BLOCK * LEFT + 8 * i}]" for i, r in enumerate(("rsi", "rax", "rcx"))]
    lines += store_half(0, left[0][0])
    lines += [f"vmovdqu64 {register}, {place}" for register, place in left]
    lines += [*store_half(1, "zmm0"), "vpxord zmm0, zmm0, zmm0"]
    lines += [f"vmovdqu64 {place}, zmm0" for _, place in left]
    return [*lines, f"END_FRAME {BLOCK * LEFT + 24}", *(f"RESTORE {register}" for register in reversed(saved))]


def main() -> None:
    shape, blocks = sys.argv[1], int(sys.argv[2])
    name = f"ab_chacha_{shape}_{blocks}_avx512"
    banner, registers, lines, constants = WORDS, WORDS_REGISTERS, words, ""
    if shape == "text":
        banner, registers, constants = TEXT, TEXT_REGISTERS, TEXT_CONSTANTS
        lines = lambda: text(blocks)  # noqa: E731
    if blocks:
        banner, registers = banner + MEANWHILE, registers + "\n" + CHAIN_REGISTERS
    made = HEAD.format(
        banner=banner.format(name=name, blocks=blocks), name=name, bmi2=", BMI2" if blocks else "", registers=registers
    )
    made += "\n".join(line if line == "0:" else "    " + line for line in lines()) + "\n"
    pathlib.Path(sys.argv[3]).write_text(made + TAIL.format(name=name, constants=constants), encoding="utf-8")


if __name__ == "__main__":
    main()
