/* clang-format off */
/*
 * What the assembly files share: pushes and pops of callee-saved registers with their CFI. Intel syntax is in force
 * from here on.
 *
 *     SAVE reg, RESTORE reg      one register
 *     SAVE_ALL, RESTORE_ALL      rbx, rbp and r12 to r15, all that the System V calling convention wants preserved
 */
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
