/* clang-format off */
/*
 * A function of libcrypto that the command calls where it is linked with none: jumps to the address in its slot of
 * ab_openssl_addresses, and has all slots filled first if that is still 0. The build writes one line for each function.
 */
#include <cet.h>

    .intel_syntax noprefix
    .text

    .macro openssl_call name index
    .globl \name
    .hidden \name
    .type \name, @function
\name:
    _CET_ENDBR
    cmp qword ptr [rip + ab_openssl_addresses + 8 * \index], 0
    jne 1f
    call fill
1:
    jmp [rip + ab_openssl_addresses + 8 * \index]
    .size \name, . - \name
    .pushsection .rodata.names, "aMS", @progbits, 1
2:
    .asciz "\name"
    .popsection
    .pushsection .data.rel.ro.names, "aw", @progbits
    .quad 2b
    .popsection
    .endm

/* Preserve what has arguments: System V ABI, x86-64 supplement, sec. 3.2.3. */
    .type fill, @function
fill:
    .cfi_startproc
    .irp register, rdi, rsi, rdx, rcx, r8, r9, rax
    push \register
    .cfi_adjust_cfa_offset 8
    .endr
    sub rsp, 136
    .cfi_adjust_cfa_offset 136
    .irp number, 0, 1, 2, 3, 4, 5, 6, 7
    movups [rsp + 16 * \number], xmm\number
    .endr
    call ab_openssl_find
    .irp number, 0, 1, 2, 3, 4, 5, 6, 7
    movups xmm\number, [rsp + 16 * \number]
    .endr
    add rsp, 136
    .cfi_adjust_cfa_offset -136
    .irp register, rax, r9, r8, rcx, rdx, rsi, rdi
    pop \register
    .cfi_adjust_cfa_offset -8
    .endr
    ret
    .cfi_endproc
    .size fill, . - fill

/* What openssl_find.h declares. */
    .macro end_openssl_calls
    .bss
    .balign 8
    .globl ab_openssl_addresses
    .hidden ab_openssl_addresses
ab_openssl_addresses:
    .skip 8 * NUM_OPENSSL_CALLS
    .section .rodata
    .balign 4
    .globl ab_openssl_num
    .hidden ab_openssl_num
ab_openssl_num:
    .long NUM_OPENSSL_CALLS
    .section .note.GNU-stack, "", @progbits
    .endm

    .section .data.rel.ro.names, "aw", @progbits
    .balign 8
    .globl ab_openssl_names
    .hidden ab_openssl_names
ab_openssl_names:

    .text
