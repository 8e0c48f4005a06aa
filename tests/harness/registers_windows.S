/*
 * t_changed_registers and t_spoil_registers of registers_x86.S for Windows, whose functions also preserve rdi, rsi
 * (bits 7 and 8) and xmm6 to xmm15 (bits 9 to 18). t_spoil_registers changes r12, the direction flag, rsi and xmm15.
 *
 * uint64_t t_changed_registers(t_any_fn *function, void *a, const void *b, size_t c, uint64_t d, int e)
 *
 * Frame: shadow space for the callee and its fifth argument, then the vectors of the caller.
 */
#include "registers_check_x86.h"

#define VECTORS 40
#define FRAME (VECTORS + 160)
#define SHADOW 32
#define ABOVE (FRAME + 8 * 8 + 8)     /* the caller's shadow space: above frame, registers and return address */

        .macro EACH_VECTOR what
        .irp i, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        \what   \i
        .endr
        .endm

        .macro KEEP i
        movups  [rsp + VECTORS + 16 * (\i - 6)], xmm\i
        .endm

        .macro RETURN i
        movups  xmm\i, [rsp + VECTORS + 16 * (\i - 6)]
        .endm

        .macro MARK i
        mov     r10d, 0x5b00 + \i
        movq    xmm\i, r10
        punpcklqdq xmm\i, xmm\i
        .endm

/* Both halves of a vector. */
        .macro CHECK_VECTOR i
        movhlps xmm0, xmm\i
        movq    rcx, xmm\i
        CHECK   rcx, 0x5b00 + \i, \i + 3
        movq    rcx, xmm0
        CHECK   rcx, 0x5b00 + \i, \i + 3
        .endm

        .text
        .globl  t_changed_registers
t_changed_registers:
        push    rbx
        push    rbp
        push    rdi
        push    rsi
        push    r12
        push    r13
        push    r14
        push    r15
        sub     rsp, FRAME
        EACH_VECTOR KEEP
        EACH_VECTOR MARK
        mov     rax, rcx
        mov     rcx, rdx
        mov     rdx, r8
        mov     r8, r9
        mov     r9, [rsp + ABOVE + SHADOW]
        movsxd  r10, dword ptr [rsp + ABOVE + SHADOW + 8] /* an int: the upper half of its place is anything */
        mov     [rsp + SHADOW], r10
        mov     rbx, 0x5a01
        mov     rbp, 0x5a02
        mov     r12, 0x5a03
        mov     r13, 0x5a04
        mov     r14, 0x5a05
        mov     r15, 0x5a06
        mov     rdi, 0x5a07
        mov     rsi, 0x5a08
        call    rax
        pushfq
        pop     rax
        cld
        shr     eax, 4                  /* the direction flag, bit 10, to bit 6 */
        and     eax, 0x40
        CHECK   rbx, 0x5a01, 0
        CHECK   rbp, 0x5a02, 1
        CHECK   r12, 0x5a03, 2
        CHECK   r13, 0x5a04, 3
        CHECK   r14, 0x5a05, 4
        CHECK   r15, 0x5a06, 5
        CHECK   rdi, 0x5a07, 7
        CHECK   rsi, 0x5a08, 8
        EACH_VECTOR CHECK_VECTOR
        EACH_VECTOR RETURN
        add     rsp, FRAME
        pop     r15
        pop     r14
        pop     r13
        pop     r12
        pop     rsi
        pop     rdi
        pop     rbp
        pop     rbx
        ret

        .globl  t_spoil_registers
t_spoil_registers:
        mov     r12, rcx
        mov     rsi, rcx
        pxor    xmm15, xmm15
        std
        ret

#define SPOILED (1 << 2 | 1 << 6 | 1 << 8 | 1 << 18)
#include "registers_spoiled.h"
