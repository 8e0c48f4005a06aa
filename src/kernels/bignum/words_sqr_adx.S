/*
 * void ab_words_sqr_adx(uint64_t *t, const uint64_t *a, size_t num_blocks)
 *
 * t := a^2, of 16 num_blocks words, for a of 8 num_blocks words, num_blocks > 0; t does not lie on a. Instructions:
 * BMI2 (mulx), ADX. Time depends on num_blocks alone.
 *
 * Products of different words are summed once: for each eight words of a those among them, TRIANGLE, and those with all
 * words above, BLOCK (adx_rows.h). In the end the sum is doubled, by ADCX, and squares are added, by ADOX.
 *
 * rdi   words of t that the block is added to         rsi   eight words of a
 * rcx   eight words of a, not above                   r8 to r15   the words of t above
 * [rsp] a, [rsp + 8] num_blocks, [rsp + 16] blocks left in the pass, [rsp + 24] passes left, [rsp + 32] t
 */
#include "kernels/bignum/adx_rows.h"

/* word i at rcx times rdx; the last of a row makes its highest word. */
    .macro PRODUCT i, low, high
    mulx rbx, rax, [rcx + 8 * \i]
    adcx \low, rax
    adox \high, rbx
    .endm

    .macro LAST_PRODUCT low, high
    mulx \high, rax, [rcx + 56]
    adcx \low, rax
    adox \high, rbp
    adcx \high, rbp
    .endm

/*
 * Words 1 to 7 of the block lie in r9 to r15, those of memory already among them; r8 becomes word 8, and so on round.
 * In the end r8 to r15 are words 8 to 15.
 */
    .macro TRIANGLE
    mov rdx, [rcx]
    xor ebp, ebp
    PRODUCT 1, r9, r10
    mov [rdi + 8], r9
    PRODUCT 2, r10, r11
    mov [rdi + 16], r10
    PRODUCT 3, r11, r12
    PRODUCT 4, r12, r13
    PRODUCT 5, r13, r14
    PRODUCT 6, r14, r15
    LAST_PRODUCT r15, r8
    mov rdx, [rcx + 8]
    xor ebp, ebp
    PRODUCT 2, r11, r12
    mov [rdi + 24], r11
    PRODUCT 3, r12, r13
    mov [rdi + 32], r12
    PRODUCT 4, r13, r14
    PRODUCT 5, r14, r15
    PRODUCT 6, r15, r8
    LAST_PRODUCT r8, r9
    mov rdx, [rcx + 16]
    xor ebp, ebp
    PRODUCT 3, r13, r14
    mov [rdi + 40], r13
    PRODUCT 4, r14, r15
    mov [rdi + 48], r14
    PRODUCT 5, r15, r8
    PRODUCT 6, r8, r9
    LAST_PRODUCT r9, r10
    mov rdx, [rcx + 24]
    xor ebp, ebp
    PRODUCT 4, r15, r8
    mov [rdi + 56], r15
    PRODUCT 5, r8, r9
    PRODUCT 6, r9, r10
    LAST_PRODUCT r10, r11
    mov rdx, [rcx + 32]
    xor ebp, ebp
    PRODUCT 5, r9, r10
    PRODUCT 6, r10, r11
    LAST_PRODUCT r11, r12
    mov rdx, [rcx + 40]
    xor ebp, ebp
    PRODUCT 6, r11, r12
    LAST_PRODUCT r12, r13
    mov rdx, [rcx + 48]
    xor ebp, ebp
    LAST_PRODUCT r13, r14
    xor r15d, r15d
    .endm

/* words 2i and 2i + 1 of t, of which CF and OF carry on */
    .macro DOUBLE_AND_SQUARE i
    mov rdx, [rsi + 8 * \i]
    mulx rbx, rax, rdx
    mov r8, [rdi + 16 * \i]
    mov r9, [rdi + 16 * \i + 8]
    adcx r8, r8
    adox r8, rax
    adcx r9, r9
    adox r9, rbx
    mov [rdi + 16 * \i], r8
    mov [rdi + 16 * \i + 8], r9
    .endm

    .text
    .balign 64
    BEGIN ab_words_sqr_adx
    SAVE_ALL
    FRAME_OF 40
    mov [rsp], rsi
    mov [rsp + 8], rdx
    mov [rsp + 16], rdx
    mov [rsp + 24], rdx
    mov [rsp + 32], rdi
    mov rcx, rsi
    CLEAR_ROW
    mov [rdi], r8
    TRIANGLE
    dec qword ptr [rsp + 16]
    jz 2f
    .balign 64
1:
    add rdi, 64
    add rsi, 64
    BLOCK 0
    dec qword ptr [rsp + 16]
    jnz 1b
2:
    STORE_ROW rdi + 64
    jmp 5f
    .balign 64
3:
    mov rdx, [rsp + 24]         /* two blocks up from where the last pass began; rdi is at its last block */
    mov [rsp + 16], rdx
    lea rax, [rdx - 2]
    shl rax, 6
    sub rdi, rax
    add rcx, 64
    mov rsi, rcx
    mov r9, [rdi + 8]
    mov r10, [rdi + 16]
    mov r11, [rdi + 24]
    mov r12, [rdi + 32]
    mov r13, [rdi + 40]
    mov r14, [rdi + 48]
    mov r15, [rdi + 56]
    TRIANGLE
    dec qword ptr [rsp + 16]
    jz 2b
    .balign 64
4:
    add rdi, 64
    add rsi, 64
    BLOCK 1
    dec qword ptr [rsp + 16]
    jnz 4b
    jmp 2b
5:
    dec qword ptr [rsp + 24]
    jnz 3b
    mov rsi, [rsp]
    mov rdi, [rsp + 32]
    mov rcx, [rsp + 8]
    xor eax, eax                /* CF and OF */
    .balign 64
6:
    DOUBLE_AND_SQUARE 0
    DOUBLE_AND_SQUARE 1
    DOUBLE_AND_SQUARE 2
    DOUBLE_AND_SQUARE 3
    DOUBLE_AND_SQUARE 4
    DOUBLE_AND_SQUARE 5
    DOUBLE_AND_SQUARE 6
    DOUBLE_AND_SQUARE 7
    lea rdi, [rdi + 128]
    lea rsi, [rsi + 64]
    lea rcx, [rcx - 1]
    jrcxz 7f
    jmp 6b
7:
    END_FRAME 40
    RESTORE_ALL
    ret
    END ab_words_sqr_adx

    END_FILE
