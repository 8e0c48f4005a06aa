#!/usr/bin/env python3
"""Writes the assembly of Montgomery's product for moduli of one length, with MULX, ADCX and ADOX: one function a
length.

Usage: make_mont_adx.py WORDS FILE

Word by word of a: t += a_i b, then t += q n with the q that clears the lowest word, which is dropped. t has two words
more, for what runs over: t is below 2n before, and below (2^65 + 1) n after. A row adds low halves by ADCX, which
carries in CF, and high halves, a word up, by ADOX, which carries in OF. Up to eight words t lies in registers, and all
is unrolled; above that it lies in memory, and the rows of one word of a are the body of a loop.
"""
import pathlib
import sys

HEAD = """\
/* Made by generate/make_mont_adx.py. */
/*
 * void ab_mont_mul_{n}_adx(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *n, uint64_t n_inverse)
 *
 * r := a b / R modulo n, of {n} words, for b < n and any a; r < n. r may be a or b. n_inverse is -1/n modulo 2^64.
 * Instructions: BMI2 (mulx), ADX. Time does not depend on the numbers.
 *
 * {where}
 */
#include "kernels/assembly.h"

    .text
    .balign 64
    BEGIN ab_mont_mul_{n}_adx
"""
WHERE_SHORT = """\
rsi b, rcx n; {registers}: t; rax, rbx: a product, rax also 0; rdx: its first factor;
 * [rsp] to [rsp + {last}]: a, [rsp + {inverse}]: n_inverse, [rsp + {result}]: r"""
WHERE_LONG = """\
rdi r, rsi the word of a, r9 b, rcx n, r8 n_inverse, rbx words of a left; rax, r10, r11: products; rdx: their first
 * factor; [rsp] to [rsp + {over}]: t"""
TAIL = """\
    ret
    END ab_mont_mul_{n}_adx

    END_FILE
"""
MAX_SHORT = 8


def row(t: list[str], words: int, factor: str) -> list[str]:
    """t += rdx times the words at the register `factor`."""
    lines = ["xor eax, eax"]
    for i in range(words):
        lines += [f"mulx rbx, rax, [{factor} + {8 * i}]", f"adcx {t[i]}, rax", f"adox {t[i + 1]}, rbx"]
    return [*lines, "mov eax, 0", f"adcx {t[words]}, rax", f"adox {t[words + 1]}, rax", f"adcx {t[words + 1]}, rax"]


def subtract(t: list[str], words: int) -> list[str]:
    """t, below 2n, less n where that is not below 0, to r."""
    lines = [f"mov [rax + {8 * i}], {t[i]}" for i in range(words)]
    lines += [f"{'sbb' if i else 'sub'} {t[i]}, [rcx + {8 * i}]" for i in range(words)]
    lines += [f"sbb {t[words]}, 0"]
    lines += [f"cmovc {t[i]}, [rax + {8 * i}]" for i in range(words)]
    return lines + [f"mov [rax + {8 * i}], {t[i]}" for i in range(words)]


def long_row(words: int, factor: str, down: int) -> list[str]:
    """t += rdx times the words at the register `factor`, and shift t down by this many words."""
    high, last = "r10", "r11"
    lines = ["xor r11d, r11d"]
    for i in range(words):
        lines += [f"mulx {high}, rax, [{factor} + {8 * i}]", f"adcx rax, [rsp + {8 * i}]", f"adox rax, {last}"]
        lines += [f"mov [rsp + {8 * (i - down)}], rax"] if i >= down else []
        high, last = last, high
    lines += [
        "mov eax, 0",
        f"adcx {last}, [rsp + {8 * words}]",
        f"adox {last}, rax",
        f"mov [rsp + {8 * (words - down)}], {last}",
    ]
    return [*lines, f"mov {last}, 0", f"adcx rax, {last}", f"adox rax, {last}"]


def long_subtract(words: int) -> list[str]:
    """t, below 2n, less n where that is not below 0, to r."""
    lines = []
    for i in range(words):
        lines += [
            f"mov rax, [rsp + {8 * i}]",
            f"{'sbb' if i else 'sub'} rax, [rcx + {8 * i}]",
            f"mov [rdi + {8 * i}], rax",
        ]
    lines += [f"mov rax, [rsp + {8 * words}]", "sbb rax, 0"]
    for i in range(words):
        lines += [f"mov rax, [rdi + {8 * i}]", f"cmovc rax, [rsp + {8 * i}]", f"mov [rdi + {8 * i}], rax"]
    return lines


def long_body(words: int) -> list[str]:
    """Between the rows, and after them, rax is what runs over the words that they store."""
    room = 8 * (words + 2)
    lines = ["SAVE rbx", f"FRAME_OF {room}", "mov r9, rdx", "xor eax, eax"]
    lines += [f"mov [rsp + {8 * i}], rax" for i in range(words + 1)]
    lines += [f"mov ebx, {words}", ".balign 64", "1:"]
    lines += ["mov rdx, [rsi]", *long_row(words, "r9", 0), f"mov [rsp + {8 * words + 8}], rax"]
    lines += ["mov rdx, [rsp]", "imul rdx, r8", *long_row(words, "rcx", 1)]
    lines += [f"add rax, [rsp + {8 * words + 8}]", f"mov [rsp + {8 * words}], rax", "add rsi, 8", "dec ebx", "jnz 1b"]
    lines += [*long_subtract(words), f"END_FRAME {room}"]
    return [*lines, "RESTORE rbx"]


def body(words: int, t: list[str]) -> list[str]:
    lines = ["SAVE_ALL", "SAVE rdi", "SAVE r8", f"FRAME_OF {8 * words}"]
    for i in range(words):
        lines += [f"mov rax, [rsi + {8 * i}]", f"mov [rsp + {8 * i}], rax"]
    lines += ["mov rsi, rdx", *(f"xor {register}, {register}" for register in t)]
    for i in range(words):
        lines += [f"mov rdx, [rsp + {8 * i}]", *row(t, words, "rsi")]
        lines += [f"mov rdx, {t[0]}", f"imul rdx, [rsp + {8 * words}]", *row(t, words, "rcx")]
        t = t[1:] + t[:1]
    lines += [f"mov rax, [rsp + {8 * words + 8}]", *subtract(t, words)]
    return [*lines, f"END_FRAME {8 * words + 16}", "RESTORE_ALL"]


def main() -> int:
    words, path = int(sys.argv[1]), pathlib.Path(sys.argv[2])
    t = ["r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "rbp", "rdi"][:words + 2]
    is_long = words > MAX_SHORT
    where = (WHERE_LONG if is_long else WHERE_SHORT).format(
        registers=", ".join(t), last=8 * words - 8, inverse=8 * words, result=8 * words + 8, over=8 * words + 8
    )
    lines = long_body(words) if is_long else body(words, t)
    head = HEAD.format(n=words, where=where)
    tail = TAIL.format(n=words)
    path.write_text(head + "".join(f"    {line}\n" for line in lines) + tail)
    return 0


if __name__ == "__main__":
    sys.exit(main())
