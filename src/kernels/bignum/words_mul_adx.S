/*
 * void ab_words_mul_adx(uint64_t *t, const uint64_t *a, const uint64_t *b, size_t num_blocks)
 *
 * t := a b, of 16 num_blocks words, for a and b of 8 num_blocks words, num_blocks > 0; t lies on neither. Instructions:
 * BMI2 (mulx), ADX. Time depends on num_blocks alone.
 *
 * Eight words of b at a time are multiplied by all of a, in blocks (adx_rows.h); the first time nothing is added.
 *
 * rdi   words of t that the block is added to         rsi   eight words of a
 * rcx   eight words of b                              r8 to r15   the words of t above
 * [rsp] a, [rsp + 8] num_blocks, [rsp + 16] blocks left of a, [rsp + 24] left of b
 */
#include "kernels/bignum/adx_rows.h"

    .text
    .balign 64
    BEGIN ab_words_mul_adx
    SAVE_ALL
    FRAME_OF 32
    mov [rsp], rsi
    mov [rsp + 8], rcx
    mov [rsp + 16], rcx
    mov [rsp + 24], rcx
    mov rcx, rdx
    CLEAR_ROW
    .balign 64
1:
    BLOCK 0
    add rdi, 64
    add rsi, 64
    dec qword ptr [rsp + 16]
    jnz 1b
    STORE_ROW rdi
    jmp 4f
    .balign 64
2:
    mov rax, [rsp + 8]
    mov [rsp + 16], rax
    dec rax
    shl rax, 6
    sub rdi, rax                /* a block up from where the last pass began */
    add rcx, 64
    mov rsi, [rsp]
    CLEAR_ROW
    .balign 64
3:
    BLOCK 1
    add rdi, 64
    add rsi, 64
    dec qword ptr [rsp + 16]
    jnz 3b
    STORE_ROW rdi
4:
    dec qword ptr [rsp + 24]
    jnz 2b
    END_FRAME 32
    RESTORE_ALL
    ret
    END ab_words_mul_adx

    END_FILE
