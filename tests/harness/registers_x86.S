/*
 * uint64_t t_changed_registers(t_any_fn *function, void *a, const void *b, size_t c, uint64_t d, int e)
 *
 * Call function(a, b, c, d, e). Returns 0 if everything that the System V calling convention preserves (its
 * sec. 3.2.1) is unchanged: rbx, rbp, r12 to r15, the direction flag. Otherwise one bit is set for each that changed,
 * in this order.
 *
 * void t_spoil_registers(void) is the deliberate offender: it changes r12 and sets the direction flag.
 */
#include "registers_check_x86.h"

        .text
        .globl  t_changed_registers
        .type   t_changed_registers, @function
t_changed_registers:
        push    rbx
        push    rbp
        push    r12
        push    r13
        push    r14
        push    r15
        sub     rsp, 8
        mov     rax, rdi
        mov     rdi, rsi
        mov     rsi, rdx
        mov     rdx, rcx
        mov     rcx, r8
        mov     r8, r9
        mov     rbx, 0x5a01
        mov     rbp, 0x5a02
        mov     r12, 0x5a03
        mov     r13, 0x5a04
        mov     r14, 0x5a05
        mov     r15, 0x5a06
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
        add     rsp, 8
        pop     r15
        pop     r14
        pop     r13
        pop     r12
        pop     rbp
        pop     rbx
        ret
        .size   t_changed_registers, . - t_changed_registers

        .globl  t_spoil_registers
        .type   t_spoil_registers, @function
t_spoil_registers:
        mov     r12, rdi
        std
        ret
        .size   t_spoil_registers, . - t_spoil_registers

#define SPOILED (1 << 2 | 1 << 6)
#include "registers_spoiled.h"
