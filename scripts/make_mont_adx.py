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
 * rsi a, rdi b, rcx n; {first} to {last}: t; rax, rbx: a product; rdx: its first factor; rbp: 0; [rsp]: n_inverse, [rsp + 8]: r
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
    lines = ["xor ebp, ebp"]
    for i in range(words):
        lines += [f"mulx rbx, rax, [{factor} + {8 * i}]", f"adcx {t[i]}, rax", f"adox {t[i + 1]}, rbx"]
    return [*lines, f"adcx {t[words]}, rbp", f"adox {t[words + 1]}, rbp", f"adcx {t[words + 1]}, rbp"]


def body(words: int, t: list[str]) -> list[str]:
    lines = [line for register in SAVED for line in save(register)]
    lines += ["push rdi", ".cfi_adjust_cfa_offset 8", "push r8", ".cfi_adjust_cfa_offset 8", "mov rdi, rdx"]
    lines += [f"xor {register}d, {register}d" for register in t]
    for i in range(words):
        lines += [f"mov rdx, [rsi + {8 * i}]", *row(t, words, "rdi")]
        lines += [f"mov rdx, {t[0]}", "imul rdx, [rsp]", *row(t, words, "rcx")]
        t = t[1:] + t[:1]
    lines += ["mov rdi, [rsp + 8]"]
    lines += [f"mov [rdi + {8 * i}], {t[i]}" for i in range(words)]
    lines += [f"{'sbb' if i else 'sub'} {t[i]}, [rcx + {8 * i}]" for i in range(words)]
    lines += [f"sbb {t[words]}, 0"]
    lines += [f"cmovc {t[i]}, [rdi + {8 * i}]" for i in range(words)]
    lines += [f"mov [rdi + {8 * i}], {t[i]}" for i in range(words)]
    lines += ["add rsp, 16", ".cfi_adjust_cfa_offset -16"]
    return lines + [line for register in reversed(SAVED) for line in restore(register)]


def main() -> int:
    words, path = int(sys.argv[1]), pathlib.Path(sys.argv[2])
    t = [f"r{8 + i}" for i in range(words + 2)]
    head, tail = HEAD.format(n=words, first=t[0], last=t[-1]), TAIL.format(n=words)
    path.write_text(head + "".join(f"    {line}\n" for line in body(words, t)) + tail)
    return 0


if __name__ == "__main__":
    sys.exit(main())
