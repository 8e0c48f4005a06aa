#!/usr/bin/env python3
"""Writes the assembly of ChaCha's rounds over several blocks with AVX2, beside which Poly1305 absorbs some blocks.

Usage: make_rounds_avx2.py lanes|rows BLOCKS FILE

BLOCKS is the number of blocks absorbed: as many beside each double round, what is left before the first and after the
last. The vector and the integer instructions are two streams without any dependence on each other; they are merged
evenly, so that a short window of instructions, half of one beside a busy sibling thread, holds both.

lanes: eight blocks, a word of each in a vector. The sixteen words of the state and a scratch register for rotations by
shifts are one more than there are registers. But a is at rest while b is rotated: one of the four a waits in memory,
another one each time, which is the first to be ready and the last to be needed. Four quarter rounds run side by side,
in two pairs.

rows: six blocks, four words of two blocks in a vector. Rows a, c and d turn for the diagonals, and b, the last to be
ready, stays.
"""

import pathlib
import sys
from collections.abc import Sequence

from poly1305_chain import CHAIN_REGISTERS, SAVED, absorb, load_chain, merge, store_chain

HEAD = """\
/* Made by generate/make_rounds_avx2.py. */
/*
{banner}
 * Instructions: AVX2, BMI2. Time does not depend on the numbers.
 *
{registers}
 */
#include "kernels/assembly.h"

    .text
    .balign 64
    BEGIN {name}
"""
LANES = """\
 * void {name}(struct lanes *l, struct weave *chain)
 *
 * l->sum := l->start + the 20 rounds of ChaCha (RFC 8439 sec. 2.3) of l->start, word by word: each of the 16 vectors
 * has one word of each of 8 blocks. Meanwhile the next {blocks} blocks of 16 bytes at chain->in are absorbed into
 * chain->h (poly1305_words.h). chacha_lanes.h and poly1305_bmi2.h have the layouts."""
ROWS = """\
 * void {name}(const uint32_t key[8], const uint32_t counter[4], const uint8_t *in, uint8_t *out,
 *     struct weave *chain)
 *
 * out := in + six blocks of key stream from this counter on (RFC 8439 sec. 2.3; words 0 and 1 of the counter are one
 * number of 64 bits). in may be out. Meanwhile the next {blocks} blocks of 16 bytes at chain->in are absorbed into
 * chain->h (poly1305_words.h), all of them before anything is stored. poly1305_bmi2.h has the layout of chain."""
LANES_REGISTERS = """\
 * rdi l, ebp double rounds left; ymm12-15 words 0 to 3 (a), of which two wait in l->sum in turn; ymm0-3, 4-7, 8-11
 * words 4 to 7, 8 to 11 and 12 to 15 (b, c, d)
"""
ROWS_REGISTERS = """\
 * rdi key, [rsp] counter, [rsp + 8] in, [rsp + 16] out, ebp double rounds left; ymm0-2, 3-5, 6-8, 9-11 rows a, b, c, d
"""
TAIL = """\
    vzeroupper
    ret
    END {name}

    CONSTANTS
    .balign 32
rotate_16:
    .byte 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13
rotate_8:
    .byte 3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14, 3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14
{constants}
    END_FILE
"""
ROWS_CONSTANTS = """\
numbers:
    .quad 0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0
sigma:
    .ascii "expand 32-byte k"
"""
DOUBLE_ROUNDS = 10

def loop(double_round: list[str], blocks: int) -> list[str]:
    lines = [f"mov ebp, {DOUBLE_ROUNDS}", ".balign 64", "0:"]
    return [*lines, *merge(double_round, absorb(blocks)), "dec ebp", "jnz 0b"]


def rotate(registers: Sequence[str], rotation: int, scratch: Sequence[str]) -> list[str]:
    """Rotate each word left."""
    if rotation % 8 == 0:
        return [f"vpshufb {r}, {r}, [rip + rotate_{rotation}]" for r in registers]
    lines = []
    for part in (registers[i : i + len(scratch)] for i in range(0, len(registers), len(scratch))):
        lines += [f"vpslld {t}, {r}, {rotation}" for r, t in zip(part, scratch, strict=False)]
        lines += [f"vpsrld {r}, {r}, {32 - rotation}" for r in part]
        lines += [f"vpor {r}, {r}, {t}" for r, t in zip(part, scratch, strict=False)]
    return lines


def add_rotate(
    to: Sequence[str], by: Sequence[str], turned: Sequence[str], rotation: int, scratch: Sequence[str]
) -> list[str]:
    """to += by, turned = (turned ^ to) rotated."""
    lines = [f"vpaddd {a}, {a}, {b}" for a, b in zip(to, by, strict=True)]
    lines += [f"vpxor {d}, {d}, {a}" for d, a in zip(turned, to, strict=True)]
    return lines + rotate(turned, rotation, scratch)


class Lanes:
    BANNER, REGISTERS, CONSTANTS = LANES, LANES_REGISTERS, ""
    A = ("ymm14", "ymm15", "ymm12", "ymm13")
    B, C, D = (tuple(f"ymm{first + i}" for i in range(4)) for first in (0, 4, 8))
    STATE = (*A, *B, *C, *D)

    def half_a(self, order: tuple[int, ...], rotation: int, loaded: int, kept: int, diagonal: int) -> list[str]:
        """a += b, d = (d ^ a) rotated, by quarter rounds in this order; a[loaded] is in memory, a[kept] goes there."""
        lines = []
        for pair in (order[:2], order[2:]):
            turned = [self.D[(q + 3 * diagonal) % 4] for q in pair]
            for q in pair:
                old = f"[rdi + 512 + {32 * q}]" if q == loaded else self.A[q]
                lines.append(f"vpaddd {self.A[q]}, {self.B[(q + diagonal) % 4]}, {old}")
            lines += [f"vpxor {d}, {d}, {self.A[q]}" for d, q in zip(turned, pair, strict=True)]
            lines += rotate(turned, rotation, [])
        return [*lines, f"vmovdqa [rdi + 512 + {32 * kept}], {self.A[kept]}"]

    def half_c(self, order: tuple[int, ...], rotation: int, scratch: str, diagonal: int) -> list[str]:
        """c += d, b = (b ^ c) rotated."""
        lines = []
        for pair in (order[:2], order[2:]):
            b = [self.B[(q + diagonal) % 4] for q in pair]
            c = [self.C[(q + 2 * diagonal) % 4] for q in pair]
            d = [self.D[(q + 3 * diagonal) % 4] for q in pair]
            lines += add_rotate(c, d, b, rotation, [scratch])
        return lines

    def double_round(self) -> list[str]:
        lines = []
        for diagonal in (0, 1):
            lines += self.half_a((0, 2, 1, 3), 16, 1, 0, diagonal)
            lines += self.half_c((0, 2, 1, 3), 12, self.A[0], diagonal)
            lines += self.half_a((1, 3, 2, 0), 8, 0, 1, diagonal)
            lines += self.half_c((1, 3, 2, 0), 7, self.A[1], diagonal)
        return lines

    def function(self, blocks: int) -> list[str]:
        beside, rest = divmod(blocks, DOUBLE_ROUNDS)
        start = [f"vmovdqa {register}, [rdi + {32 * i}]" for i, register in enumerate(self.STATE)]
        start += [f"vmovdqa [rdi + 512 + 32], {self.A[1]}"]
        end = [f"vmovdqa {self.A[1]}, [rdi + 512 + 32]"]
        for i, register in enumerate(self.STATE):
            end += [f"vpaddd {register}, {register}, [rdi + {32 * i}]", f"vmovdqa [rdi + 512 + {32 * i}], {register}"]
        if blocks == 0:
            return ["SAVE rbp", "FRAME_OF 0", *start, *loop(self.double_round(), 0), *end, "RESTORE rbp"]
        lines = [*(f"SAVE {register}" for register in SAVED), "FRAME_OF 0", "mov r15, rsi", *load_chain()]
        lines += merge(start, absorb(rest - rest // 2)) + loop(self.double_round(), beside)
        lines += merge(end, absorb(rest // 2)) + store_chain()
        return lines + [f"RESTORE {register}" for register in reversed(SAVED)]


class Rows:
    BANNER, REGISTERS, CONSTANTS = ROWS, ROWS_REGISTERS, ROWS_CONSTANTS
    A, B, C, D = (tuple(f"ymm{first + i}" for i in range(3)) for first in (0, 3, 6, 9))
    SCRATCH = ("ymm12", "ymm13", "ymm14")

    def double_round(self) -> list[str]:
        lines = []
        for turn_a, turn_c in ((0x93, 0x39), (0x39, 0x93)):
            for to, by, turned, rotation in (
                (self.A, self.B, self.D, 16),
                (self.C, self.D, self.B, 12),
                (self.A, self.B, self.D, 8),
                (self.C, self.D, self.B, 7),
            ):
                lines += add_rotate(to, by, turned, rotation, self.SCRATCH)
            for a, c, d in zip(self.A, self.C, self.D, strict=True):
                lines += [f"vpshufd {a}, {a}, {turn_a}", f"vpshufd {d}, {d}, 0x4e", f"vpshufd {c}, {c}, {turn_c}"]
        return lines

    def counter(self) -> list[str]:
        """Half of it was stored as a word of 64 bits just before, so it is loaded as two such words."""
        return ["vmovq xmm12, [rsi]", "vpinsrq xmm12, xmm12, [rsi + 8], 1", "vinserti128 ymm12, ymm12, xmm12, 1"]

    def start(self) -> list[str]:
        lines = [f"vpaddq {d}, ymm12, [rip + numbers + {32 * i}]" for i, d in enumerate(self.D)]
        for row, source in ((self.A, "rip + sigma"), (self.B, "rdi"), (self.C, "rdi + 16")):
            lines += [f"vbroadcasti128 {row[0]}, [{source}]", *(f"vmovdqa {other}, {row[0]}" for other in row[1:])]
        return lines

    def add_start(self) -> list[str]:
        lines = ["vbroadcasti128 ymm12, [rip + sigma]", "vbroadcasti128 ymm13, [rdi]"]
        lines += ["vbroadcasti128 ymm14, [rdi + 16]"]
        for row, source in ((self.A, "ymm12"), (self.B, "ymm13"), (self.C, "ymm14")):
            lines += [f"vpaddd {register}, {register}, {source}" for register in row]
        lines += ["mov rdi, [rsp]", "vbroadcasti128 ymm12, [rdi]"]
        for i, d in enumerate(self.D):
            lines += [f"vpaddq ymm13, ymm12, [rip + numbers + {32 * i}]", f"vpaddd {d}, {d}, ymm13"]
        return lines

    def store(self) -> list[str]:
        lines = ["mov rax, [rsp + 8]", "mov rcx, [rsp + 16]"]
        for i, (a, b, c, d) in enumerate(zip(self.A, self.B, self.C, self.D, strict=True)):
            for at, (low, high, half) in enumerate(((a, b, 0x20), (c, d, 0x20), (a, b, 0x31), (c, d, 0x31))):
                place = 128 * i + 32 * at
                lines += [f"vperm2i128 ymm12, {low}, {high}, {half}", f"vpxor ymm12, ymm12, [rax + {place}]"]
                lines += [f"vmovdqu [rcx + {place}], ymm12"]
        return lines

    def function(self, blocks: int) -> list[str]:
        beside, rest = divmod(blocks, DOUBLE_ROUNDS)
        lines = [*(f"SAVE {register}" for register in SAVED), "SAVE rcx", "SAVE rdx", "SAVE rsi", "FRAME_OF 0"]
        lines += ["mov r15, r8", *self.counter(), *load_chain(), *merge(self.start(), absorb(rest - rest // 2))]
        lines += loop(self.double_round(), beside)
        lines += merge(self.add_start(), absorb(rest // 2)) + store_chain() + self.store()
        return [*lines, "END_FRAME 24", *(f"RESTORE {r}" for r in reversed(SAVED))]


def main() -> None:
    shape, blocks = sys.argv[1], int(sys.argv[2])
    makers: dict[str, type[Lanes] | type[Rows]] = {"lanes": Lanes, "rows": Rows}
    maker = makers[shape]()
    name = f"ab_chacha_{shape}_{blocks}_avx2"
    banner = maker.BANNER.format(name=name, blocks=blocks)
    lines = [line if line == "0:" else "    " + line for line in maker.function(blocks)]
    text = HEAD.format(name=name, banner=banner, registers=maker.REGISTERS + CHAIN_REGISTERS) + "\n".join(lines) + "\n"
    pathlib.Path(sys.argv[3]).write_text(text + TAIL.format(name=name, constants=maker.CONSTANTS), encoding="utf-8")


if __name__ == "__main__":
    main()
