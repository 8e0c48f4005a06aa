/* clang-format off */
/* Functions of assembly in ELF objects, whose C has the System V calling convention: the parts of assembly.h. */
    .macro BEGIN name
    .globl \name
    .hidden \name
    .type \name, @function
\name:
    .cfi_startproc
    _CET_ENDBR
    .endm

    .macro END name
    .cfi_endproc
    .size \name, . - \name
    .endm

    .macro SAVED reg
    .endm

    .macro FRAME_IS len:vararg
    .endm

    .macro CONSTANTS
    .section .rodata
    .endm

    .macro END_FILE
    .section .note.GNU-stack, "", @progbits
    .endm
