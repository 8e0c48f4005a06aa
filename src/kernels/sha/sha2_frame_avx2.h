/* clang-format off */
/*
 * The frame that sha256_avx2.S and sha512_avx2.S share. Before this come the registers A to H, WK and AT by name, and
 *
 *     WORD    bytes of a word of the hash: 4 or 8
 *     ALL     bytes of the words of all rounds of two blocks, a multiple of 128
 *
 * The frame has those words from a multiple of 32 on, then what has no register.
 */
#include "kernels/assembly.h"

#define STATE [rsp + ALL + 32]
#define IN [rsp + ALL + 40]
#define NUM_BLOCKS [rsp + ALL + 48]
#define WORDS [rsp + ALL + 56]
#define FRAME (ALL + 72)

/* Begin the function: return at once for no blocks (.Lnothing), else save registers and fill the frame. */
    .macro ENTER_FRAME name
    .text
    .globl \name
    .hidden \name
    .type \name, @function
    .p2align 6
    .skip 60, 0x90                  /* what follows _CET_ENDBR is aligned */
\name:
    .cfi_startproc
    _CET_ENDBR
    test rdx, rdx
    jz .Lnothing
    SAVE_ALL
    sub rsp, FRAME
    .cfi_adjust_cfa_offset FRAME
    mov STATE, rdi
    mov IN, rsi
    mov NUM_BLOCKS, rdx
    lea WK, [rsp + 31]
    and WK, -32
    mov WORDS, WK
    .endm

/* Load A to H from the state at rdi. D is rdx or part of it, so this follows ENTER_FRAME. */
    .macro LOAD_STATE
    mov A, [rdi]
    mov B, [rdi + WORD]
    mov C, [rdi + 2 * WORD]
    mov D, [rdi + 3 * WORD]
    mov E, [rdi + 4 * WORD]
    mov F, [rdi + 5 * WORD]
    mov G, [rdi + 6 * WORD]
    mov H, [rdi + 7 * WORD]
    .endm

    .macro ADD_WORD reg, at
    add \reg, [AT + \at]
    mov [AT + \at], \reg
    .endm

/* Add A to H to the state, whose address goes to AT; both keep the sums. */
    .macro ADD_STATE
    mov AT, STATE
    ADD_WORD A, 0
    ADD_WORD B, WORD
    ADD_WORD C, 2*WORD
    ADD_WORD D, 3*WORD
    ADD_WORD E, 4*WORD
    ADD_WORD F, 5*WORD
    ADD_WORD G, 6*WORD
    ADD_WORD H, 7*WORD
    .endm

/* End the function: wipe the words, restore registers, return. */
    .macro LEAVE_FRAME name
    vpxor xmm0, xmm0, xmm0
    mov WK, WORDS
    lea AT, [WK + ALL]
.Lwipe_words:
    vmovdqa [WK], ymm0
    vmovdqa [WK + 32], ymm0
    vmovdqa [WK + 64], ymm0
    vmovdqa [WK + 96], ymm0
    sub WK, -128
    cmp WK, AT
    jb .Lwipe_words
    vzeroupper
    add rsp, FRAME
    .cfi_adjust_cfa_offset -FRAME
    RESTORE_ALL
.Lnothing:
    ret
    .cfi_endproc
    .size \name, . - \name
    .endm
