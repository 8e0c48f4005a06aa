/* clang-format off */
/*
 * The frame that the SHA functions with AVX2 share. Before this come by name WK and AT, general registers, and
 *
 *     ALL              bytes of the words of all rounds of two blocks, a multiple of 128
 *     SAVE_USED        saves the callee-saved registers that the function uses (assembly.h), RESTORE_USED restores them
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
    .p2align 6
    .skip 60, 0x90                  /* what follows _CET_ENDBR is aligned */
    BEGIN \name
    test rdx, rdx
    jz .Lnothing
    SAVE_USED
    FRAME_OF FRAME
    mov STATE, rdi
    mov IN, rsi
    mov NUM_BLOCKS, rdx
    lea WK, [rsp + 31]
    and WK, -32
    mov WORDS, WK
    .endm

/* Add to a word of the state, which begins at AT. */
    .macro ADD_WORD reg, at
    add \reg, [AT + \at]
    mov [AT + \at], \reg
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
    END_FRAME FRAME
    RESTORE_USED
.Lnothing:
    ret
    END \name
    .endm
