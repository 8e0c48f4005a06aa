/*
 * t_changed_registers and t_spoil_registers of registers_x86.S for arm64. A function preserves x19 to x28 and the low
 * halves of v8 to v15 (Procedure Call Standard for the Arm 64-bit Architecture, sec. 6.1). Checked are x19 to x24 (bits
 * 0 to 5) and d8 (bit 6), of which t_spoil_registers changes x21 and d8.
 */
        .macro CHECK reg, value, bit
        mov     x9, \value
        cmp     \reg, x9
        cset    x10, ne
        orr     x0, x0, x10, lsl \bit
        .endm

        .text
        .globl  t_changed_registers
        .type   t_changed_registers, %function
t_changed_registers:
        stp     x29, x30, [sp, -80]!
        stp     x19, x20, [sp, 16]
        stp     x21, x22, [sp, 32]
        stp     x23, x24, [sp, 48]
        str     d8, [sp, 64]
        mov     x9, x0
        mov     x0, x1
        mov     x1, x2
        mov     x2, x3
        mov     x3, x4
        mov     x4, x5
        mov     x19, 0x5a01
        mov     x20, 0x5a02
        mov     x21, 0x5a03
        mov     x22, 0x5a04
        mov     x23, 0x5a05
        mov     x24, 0x5a06
        mov     x10, 0x5a07
        fmov    d8, x10
        blr     x9
        mov     x0, 0
        fmov    x11, d8
        CHECK   x19, 0x5a01, 0
        CHECK   x20, 0x5a02, 1
        CHECK   x21, 0x5a03, 2
        CHECK   x22, 0x5a04, 3
        CHECK   x23, 0x5a05, 4
        CHECK   x24, 0x5a06, 5
        CHECK   x11, 0x5a07, 6
        ldr     d8, [sp, 64]
        ldp     x23, x24, [sp, 48]
        ldp     x21, x22, [sp, 32]
        ldp     x19, x20, [sp, 16]
        ldp     x29, x30, [sp], 80
        ret
        .size   t_changed_registers, . - t_changed_registers

        .globl  t_spoil_registers
        .type   t_spoil_registers, %function
t_spoil_registers:
        mov     x21, x0
        fmov    d8, x0
        ret
        .size   t_spoil_registers, . - t_spoil_registers

#define SPOILED (1 << 2 | 1 << 6)
#include "registers_spoiled.h"
