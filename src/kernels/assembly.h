/* clang-format off */
/*
 * What every assembly file includes: the frame of a function, with what debuggers and unwinders need of it, and the
 * compiler's <cet.h>, which marks the object as compatible with indirect branch tracking and shadow stacks if C is
 * compiled so. Intel syntax is in force from here on.
 *
 *     BEGIN name                 a function begins; it may be called through a pointer
 *     SAVE reg, RESTORE reg      push and pop one register
 *     SAVE_ALL, RESTORE_ALL      rbx, rbp and r12 to r15, all that the System V calling convention wants preserved
 *     FRAME_OF len               take len bytes of the stack, or 0: once in every function, after the last SAVE
 *     END_FRAME len              give them back
 *     END name                   the function ends
 *     CONSTANTS                  read-only data follow
 *     END_FILE                   at the end of every file
 *
 * Every function is written for the System V calling convention. On Windows, whose C has another one, callers enter by
 * a gate in front of it (assembly_windows.h).
 */
#include <cet.h>

    .intel_syntax noprefix

#ifdef __ELF__
# include "kernels/assembly_elf.h"
#else
# include "kernels/assembly_windows.h"
#endif

    .macro SAVE reg
    push \reg
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset \reg, 0
    SAVED \reg
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

    .macro FRAME_OF len:vararg
    .if \len
    sub rsp, \len
    .cfi_adjust_cfa_offset \len
    .endif
    FRAME_IS \len
    .endm

    .macro END_FRAME len:vararg
    add rsp, \len
    .cfi_adjust_cfa_offset -(\len)
    .endm
