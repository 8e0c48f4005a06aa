#!/usr/bin/env python3
"""Writes the assembly of Montgomery's product for short moduli, unrolled, with MULX, ADCX and ADOX: one function a length.

Usage: make_mont_adx.py WORDS FILE

Word by word of a: t += a_i b, then t += q n with the q that clears the lowest word, which is dropped. t lies in as many
registers as words, and two for what runs over: t is below 2n before, and below (2^65 + 1) n after. A row adds low
halves by ADCX, which carries in CF, and high halves, a word up, by ADOX, which carries in OF.
"""
import pathlib
import sys

HEAD = """\
/* Made by scripts/make_mont_adx.py. */
/*
 * void ab_mont_mul_{n}_adx(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *n, uint64_t n_inverse)
 *
 * r := a b / R modulo n, of {n} words, for b < n and any a; r < n. r may be a or b. n_inverse is -1/n modulo 2^64. Instructions:
 * BMI2 (mulx), ADX. Time does not depend on the numbers.
 *
 * rsi b, rcx n; {registers}: t; rax, rbx: a product, rax also 0; rdx: its first factor;
 * [rsp] to [rsp + {last}]: a, [rsp + {inverse}]: n_inverse, [rsp + {result}]: r
 */
    .intel_syntax noprefix
    .text
    .globl ab_mont_mul_{n}_adx
    .hidden ab_mont_mul_{n}_adx
    .type ab_mont_mul_{n}_adx, @function
    .balign 64
ab_mont_mul_{n}_adx:
    .cfi_startproc
    endbr64
"""
TAIL = """\
    ret
    .cfi_endproc
    .size ab_mont_mul_{n}_adx, . - ab_mont_mul_{n}_adx

    .section .note.GNU-stack, "", @progbits
"""
SAVED = ["rbx", "rbp", "r12", "r13", "r14", "r15"]


def save(register: str) -> list[str]:
    return [f"push {register}", ".cfi_adjust_cfa_offset 8", f".cfi_rel_offset {register}, 0"]


def restore(register: str) -> list[str]:
    return [f"pop {register}", ".cfi_adjust_cfa_offset -8", f".cfi_restore {register}"]


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


def body(words: int, t: list[str]) -> list[str]:
    lines = [line for register in SAVED for line in save(register)]
    lines += ["push rdi", ".cfi_adjust_cfa_offset 8", "push r8", ".cfi_adjust_cfa_offset 8"]
    lines += [f"sub rsp, {8 * words}", f".cfi_adjust_cfa_offset {8 * words}"]
    for i in range(words):
        lines += [f"mov rax, [rsi + {8 * i}]", f"mov [rsp + {8 * i}], rax"]
    lines += ["mov rsi, rdx", *(f"xor {register}, {register}" for register in t)]
    for i in range(words):
        lines += [f"mov rdx, [rsp + {8 * i}]", *row(t, words, "rsi")]
        lines += [f"mov rdx, {t[0]}", f"imul rdx, [rsp + {8 * words}]", *row(t, words, "rcx")]
        t = t[1:] + t[:1]
    lines += [f"mov rax, [rsp + {8 * words + 8}]", *subtract(t, words)]
    lines += [f"add rsp, {8 * words + 16}", f".cfi_adjust_cfa_offset -{8 * words + 16}"]
    return lines + [line for register in reversed(SAVED) for line in restore(register)]


def main() -> int:
    words, path = int(sys.argv[1]), pathlib.Path(sys.argv[2])
    t = ["r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "rbp", "rdi"][:words + 2]
    head = HEAD.format(n=words, registers=", ".join(t), last=8 * words - 8, inverse=8 * words,
                       result=8 * words + 8)
    tail = TAIL.format(n=words)
    path.write_text(head + "".join(f"    {line}\n" for line in body(words, t)) + tail)
    return 0


if __name__ == "__main__":
    sys.exit(main())
