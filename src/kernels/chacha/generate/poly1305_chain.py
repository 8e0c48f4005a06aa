"""Poly1305 in words of 64 bits as a stream of integer instructions, for the generators that merge it with rounds of
ChaCha: struct weave of poly1305_bmi2.h, whose address is in r15."""

CHAIN_REGISTERS = """\
 * r15 chain; rcx chain->in; rdx, r8 (after an odd number of blocks rsi), r9 h; r12, r13 r, r14 s1; rax, rbx, r10, r11
 * products"""
SAVED = ["rbp", "rbx", "r12", "r13", "r14", "r15"]

# h := (h + m) r mod p, with h in rdx, {h1}, r9. The new h[1] is in {c}, so the two names change places.
ABSORB = """\
add rdx, [rcx + {at}]
adc {h1}, [rcx + {at} + 8]
adc r9, 1
mulx r11, r10, r12
mulx rbx, {c}, r13
mov rdx, {h1}
mulx {h1}, rax, r14
add r10, rax
adc r11, {h1}
mulx {h1}, rax, r12
add {c}, rax
adc rbx, {h1}
mov rax, r9
imul rax, r14
imul r9, r12
add r11, rax
add {c}, r11
adc r9, rbx
mov rdx, r9
mov r11, r9
and rdx, -4
shr r11, 2
and r9d, 3
add rdx, r11
add rdx, r10
adc {c}, 0
adc r9, 0"""


def absorb(blocks: int) -> list[str]:
    lines = []
    for i in range(blocks):
        h1, c = ("r8", "rsi") if i % 2 == 0 else ("rsi", "r8")
        lines += ABSORB.format(h1=h1, c=c, at=16 * i).split("\n")
    if blocks % 2 == 1:
        lines.append("mov r8, rsi")
    return [*lines, f"add rcx, {16 * blocks}"] if blocks else []


def merge(vectors: list[str], integers: list[str]) -> list[str]:
    lines, done = [], 0
    for i, line in enumerate(vectors):
        lines.append(line)
        upto = (i + 1) * len(integers) // len(vectors)
        lines += integers[done:upto]
        done = upto
    return lines


def load_chain() -> list[str]:
    words = {"rdx": 0, "r8": 8, "r9": 16, "r12": 24, "r13": 32, "r14": 40, "rcx": 48}
    return [f"mov {register}, [r15 + {at}]" for register, at in words.items()]


def store_chain() -> list[str]:
    return [f"mov [r15 + {at}], {register}" for register, at in {"rdx": 0, "r8": 8, "r9": 16, "rcx": 48}.items()]
