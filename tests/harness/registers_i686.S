/*
 * uint64_t t_changed_registers(t_any_fn *function, void *a, const void *b, size_t c, uint64_t d, int e)
 *
 * Call function(a, b, c, d, e). Returns 0 if everything that the System V calling convention for the Intel386 preserves
 * is unchanged: ebx, ebp, esi, edi, the direction flag. Otherwise one bit is set for each that changed, in this order.
 *
 * void t_spoil_registers(void) is the deliberate offender: it changes esi and sets the direction flag.
 */
#include "registers_check_x86.h"

        .macro AGAIN                    /* push the word that is twelve words up */
        push    dword ptr [esp + 48]
        .endm

        .text
        .globl  t_changed_registers
        .type   t_changed_registers, @function
t_changed_registers:
        push    ebx
        push    ebp
        push    esi
        push    edi
        mov     eax, [esp + 20]
        sub     esp, 4                  /* the stack is aligned at the call */
        .rept   6                       /* e, the halves of d, c, b, a */
        AGAIN
        .endr
        mov     ebx, 0x5a01
        mov     ebp, 0x5a02
        mov     esi, 0x5a03
        mov     edi, 0x5a04
        call    eax
        pushfd
        pop     eax
        cld
        shr     eax, 6                  /* the direction flag, bit 10, to bit 4 */
        and     eax, 0x10
        CHECK   ebx, 0x5a01, 0
        CHECK   ebp, 0x5a02, 1
        CHECK   esi, 0x5a03, 2
        CHECK   edi, 0x5a04, 3
        add     esp, 28
        pop     edi
        pop     esi
        pop     ebp
        pop     ebx
        xor     edx, edx
        ret
        .size   t_changed_registers, . - t_changed_registers

        .globl  t_spoil_registers
        .type   t_spoil_registers, @function
t_spoil_registers:
        mov     esi, eax
        std
        ret
        .size   t_spoil_registers, . - t_spoil_registers

#define SPOILED (1 << 2 | 1 << 4)
#include "registers_spoiled.h"
