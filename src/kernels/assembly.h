/* clang-format off */
/*
 * What every assembly file includes: pushes and pops of callee-saved registers with their CFI, and the compiler's
 * <cet.h>, which marks the object as compatible with indirect branch tracking and shadow stacks if C is compiled so.
 * Intel syntax is in force from here on.
 *
 *     _CET_ENDBR                 where each function begins: it may be called through a pointer
 *     SAVE reg, RESTORE reg      one register
 *     SAVE_ALL, RESTORE_ALL      rbx, rbp and r12 to r15, all that the System V calling convention wants preserved
 */
#include <cet.h>

    .intel_syntax noprefix

    .macro SAVE reg
    push \reg
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset \reg, 0
    .endm

    .macro RESTORE reg
    pop \reg
    .cfi_adjust_cfa_offset -8
    .cfi_restore \reg
    .endm

    .macro SAVE_ALL
    SAVE rbx
    SAVE rbp
    SAVE r12
    SAVE r13
    SAVE r14
    SAVE r15
    .endm

    .macro RESTORE_ALL
    RESTORE r15
    RESTORE r14
    RESTORE r13
    RESTORE r12
    RESTORE rbp
    RESTORE rbx
    .endm
