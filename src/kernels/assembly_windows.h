/* clang-format off */
/*
 * Functions of assembly in objects for Windows: the parts of assembly.h.
 *
 * NAME is a gate to the function itself, NAME_body. It takes arguments in rcx, rdx, r8, r9 and on the stack and passes
 * up to five of them in rdi, rsi, rdx, rcx and r8. It saves rdi, rsi and xmm6 to xmm15, which callers on Windows
 * expect to be preserved and which System V functions may change. Gate and body each have structured unwind data. The
 * CFI goes to .debug_frame.
 */
    .cfi_sections .debug_frame

    .macro BEGIN name
\name\()_body:
    .seh_proc \name\()_body
    .cfi_startproc
    .endm

    .macro SAVED reg
    .seh_pushreg \reg
    .endm

    .macro FRAME_IS len:vararg
    .if \len
    .seh_stackalloc \len
    .endif
    .seh_endprologue
    .endm

    .macro SAVE_VECTOR i, at
    movaps [rsp + \at], xmm\i
    .seh_savexmm xmm\i, \at
    .endm

    .macro RESTORE_VECTOR i, at
    movaps xmm\i, [rsp + \at]
    .endm

/* Apply `what` to every vector register that callers rely on, and its place in the frame of the gate. */
    .macro EACH_VECTOR what
    \what 6, 0
    \what 7, 16
    \what 8, 32
    \what 9, 48
    \what 10, 64
    \what 11, 80
    \what 12, 96
    \what 13, 112
    \what 14, 128
    \what 15, 144
    .endm

    .macro END name
    .cfi_endproc
    .seh_endproc
    .balign 16
    .globl \name
    .def \name
    .scl 2
    .type 32
    .endef
\name:
    .seh_proc \name
    push rdi
    .seh_pushreg rdi
    push rsi
    .seh_pushreg rsi
    sub rsp, 168                    /* ten vectors, and 8 that align them */
    .seh_stackalloc 168
    EACH_VECTOR SAVE_VECTOR
    .seh_endprologue
    mov rdi, rcx
    mov rsi, rdx
    mov rdx, r8
    mov rcx, r9
    mov r8, [rsp + 168 + 16 + 8 + 32] /* the fifth argument, above two registers, return address and shadow space */
    call \name\()_body
    EACH_VECTOR RESTORE_VECTOR
    add rsp, 168
    pop rsi
    pop rdi
    ret
    .seh_endproc
    .endm

    .macro CONSTANTS
    .section .rdata, "dr"
    .endm

    .macro END_FILE
    .endm
