/*
 * void ab_mont_reduce_adx(uint64_t *r, uint64_t *t, const uint64_t *n, uint64_t n_inverse, size_t num_blocks)
 *
 * r := t / R modulo n, for R = 2^(512 num_blocks) and t < R^2: below R, not always below n. n is odd and has 8
 * num_blocks words, num_blocks > 0, n_inverse is -1/n modulo 2^64. t, of 16 num_blocks words, is lost; r lies on none.
 * Instructions: BMI2 (mulx), ADX. Time depends on num_blocks alone.
 *
 * Eight words of t at a time are cleared by the multiples of n that do it: q, eight words, put in their place. With the
 * lowest eight words of n word by word, as each word of q follows from the one before; then in blocks (adx_rows.h). In
 * the end (t + q n) / R < R + n, from which n is taken where it is not below R.
 *
 * rdi   words of t that the block is added to         rsi   eight words of n
 * rcx   eight words of q                              r8 to r15   the words of t above
 * [rsp] n, [rsp + 8] num_blocks, [rsp + 16] blocks left of n, [rsp + 24] left of t, [rsp + 32] n_inverse, [rsp + 40]
 * what runs over, as a mask, [rsp + 48] r
 */
#include "kernels/bignum/adx_rows.h"

/* Clears the lowest word, a0, of which it stores the word of q. */
    .macro CLEARING_ROW j, a0, a1, a2, a3, a4, a5, a6, a7
    mov rdx, [rsp + 32]
    imul rdx, \a0
    xor ebp, ebp
    mov [rcx + 8 * \j], rdx
    STEP 0, \a0, \a1
    STEPS_1_TO_7 \a0, \a1, \a2, \a3, \a4, \a5, \a6, \a7
    .endm

/* a word of t, with a carry, and where it goes */
    .macro ADD_WORD i, a
    adc \a, [rdi + 8 * \i]
    mov [rdi + 8 * \i], \a
    .endm

    .macro SUBTRACT_WORD i, a
    mov rax, [rsi + 8 * \i]
    sbb rax, \a
    mov [rdi + 8 * \i], rax
    .endm

    .macro LOAD_MASKED i, a
    mov \a, [rdx + 8 * \i]
    and \a, rbx
    .endm

    .text
    .balign 64
    BEGIN ab_mont_reduce_adx
    SAVE_ALL
    FRAME_OF 56
    mov [rsp], rdx
    mov [rsp + 8], r8
    mov [rsp + 24], r8
    mov [rsp + 32], rcx
    mov qword ptr [rsp + 40], 0
    mov [rsp + 48], rdi
    mov rcx, rsi
    .balign 64
1:
    mov rsi, [rsp]
    mov rax, [rsp + 8]
    mov [rsp + 16], rax
    mov rdi, rcx
    mov r8, [rcx]
    mov r9, [rcx + 8]
    mov r10, [rcx + 16]
    mov r11, [rcx + 24]
    mov r12, [rcx + 32]
    mov r13, [rcx + 40]
    mov r14, [rcx + 48]
    mov r15, [rcx + 56]
    CLEARING_ROW 0, r8, r9, r10, r11, r12, r13, r14, r15
    CLEARING_ROW 1, r9, r10, r11, r12, r13, r14, r15, r8
    CLEARING_ROW 2, r10, r11, r12, r13, r14, r15, r8, r9
    CLEARING_ROW 3, r11, r12, r13, r14, r15, r8, r9, r10
    CLEARING_ROW 4, r12, r13, r14, r15, r8, r9, r10, r11
    CLEARING_ROW 5, r13, r14, r15, r8, r9, r10, r11, r12
    CLEARING_ROW 6, r14, r15, r8, r9, r10, r11, r12, r13
    CLEARING_ROW 7, r15, r8, r9, r10, r11, r12, r13, r14
    jmp 3f
    .balign 64
2:
    BLOCK 1
3:
    add rdi, 64
    add rsi, 64
    dec qword ptr [rsp + 16]
    jnz 2b
    neg qword ptr [rsp + 40]    /* CF */
    ADD_WORD 0, r8
    ADD_WORD 1, r9
    ADD_WORD 2, r10
    ADD_WORD 3, r11
    ADD_WORD 4, r12
    ADD_WORD 5, r13
    ADD_WORD 6, r14
    ADD_WORD 7, r15
    sbb rax, rax
    mov [rsp + 40], rax
    add rcx, 64
    dec qword ptr [rsp + 24]
    jnz 1b

    mov rsi, rcx                /* the upper half of t */
    mov rdi, [rsp + 48]
    mov rdx, [rsp]
    mov rcx, [rsp + 8]
    mov rbx, [rsp + 40]
    xor ebp, ebp                /* the borrow, as a mask */
    .balign 64
4:
    LOAD_MASKED 0, r8
    LOAD_MASKED 1, r9
    LOAD_MASKED 2, r10
    LOAD_MASKED 3, r11
    LOAD_MASKED 4, r12
    LOAD_MASKED 5, r13
    LOAD_MASKED 6, r14
    LOAD_MASKED 7, r15
    add rbp, rbp
    SUBTRACT_WORD 0, r8
    SUBTRACT_WORD 1, r9
    SUBTRACT_WORD 2, r10
    SUBTRACT_WORD 3, r11
    SUBTRACT_WORD 4, r12
    SUBTRACT_WORD 5, r13
    SUBTRACT_WORD 6, r14
    SUBTRACT_WORD 7, r15
    sbb rbp, rbp
    add rdx, 64
    add rsi, 64
    add rdi, 64
    dec rcx
    jnz 4b
    END_FRAME 56
    RESTORE_ALL
    ret
    END ab_mont_reduce_adx

    END_FILE
