/*
 * void ab_sha256_compress_avx2(uint32_t state[8], const uint8_t *in, size_t num_blocks)
 *
 * num_blocks (0 too) whole blocks of 64 bytes into the state: FIPS 180-4 sec. 6.2.2, with AVX2 and BMI2. The contract
 * is that of sha_kernels.h; System V calling convention, all that it wants preserved is.
 *
 * Made as SHA-512 is (sha512_two_blocks_template.h), and assembly for the same reason: the rounds run in general
 * registers, beside those of the first of two blocks the message schedule of both, in vectors.
 *
 *   eax ebx ecx edx r8d ... r11d    a to h, which change their names from round to round
 *   r12d r13d                       b ^ c of this round, a ^ b: that of the next
 *   rbp, rsi                        the end of the sixteen words of these rounds, K of those that the schedule makes
 *   r14d r15d rdi                   scratch
 *   ymm0-3                          the last sixteen words of both blocks, four of each in one
 *   ymm4-7                          scratch
 *   ymm8-10                         byte orders: words big-endian, words 0 and 2 to the lower and to the upper half
 *   rsp                             words of all rounds of both blocks, wiped at the end; what is saved
 */
#define A eax
#define B ebx
#define C ecx
#define D edx
#define E r8d
#define F r9d
#define G r10d
#define H r11d
#define X r12d
#define Y r13d
#define T1 r14d
#define T2 r15d
#define T3 edi
#define WK rbp
#define K rsi
#define END r14
#define AT rdi

/* Words in memory, in bytes: one, four of both blocks, sixteen of both, all. */
#define WORD 4
#define FOUR 32
#define SIXTEEN 128
#define ALL 512

#define WK_AT SIXTEEN
#define SIGMA0_A 2
#define SIGMA0_B 13
#define SIGMA0_C 22
#define SIGMA1_A 6
#define SIGMA1_B 11
#define SIGMA1_C 25

#include "kernels/sha/sha2_rounds_avx2_template.h"

/* Words with K added, to memory: the K at `at`, the words at `to`. */
        .macro PASS w, at, to
        vbroadcasti128 ymm4, [K + \at]
        vpaddd  ymm4, ymm4, ymm\w
        vmovdqa [WK + \to], ymm4
        .endm

/*
 * To the lower or the upper two words of w0 sigma1 of two words of w: each is doubled, and a shift of both then rotates
 * the lower.
 */
        .macro SIGMA1 w0, w, doubled, order
        vpshufd ymm4, ymm\w, \doubled
        vpsrlq  ymm5, ymm4, 17
        vpsrlq  ymm6, ymm4, 19
        vpsrld  ymm4, ymm4, 10
        vpxor   ymm5, ymm5, ymm6
        vpxor   ymm4, ymm4, ymm5
        vpshufb ymm4, ymm4, \order
        vpaddd  ymm\w0, ymm\w0, ymm4
        .endm

/*
 * The four words of each block after the sixteen in w0 ... w3, in the place of w0:
 * W(t) = W(t - 16) + sigma0(W(t - 15)) + W(t - 7) + sigma1(W(t - 2)). They are for sixteen rounds later. In two parts,
 * to go between the rounds: the upper two words are made of the lower.
 */
        .macro EXTEND_LOWER w0, w1, w2, w3
        vpalignr ymm4, ymm\w1, ymm\w0, 4
        vpalignr ymm5, ymm\w3, ymm\w2, 4
        vpsrld  ymm6, ymm4, 7
        vpslld  ymm7, ymm4, 25
        vpaddd  ymm\w0, ymm\w0, ymm5
        vpxor   ymm6, ymm6, ymm7
        vpsrld  ymm5, ymm4, 18
        vpslld  ymm7, ymm4, 14
        vpsrld  ymm4, ymm4, 3
        vpxor   ymm5, ymm5, ymm7
        vpxor   ymm6, ymm6, ymm4
        vpxor   ymm6, ymm6, ymm5
        vpaddd  ymm\w0, ymm\w0, ymm6
        SIGMA1  \w0, \w3, 0xfa, ymm9
        .endm

        .macro EXTEND_UPPER w0, at
        SIGMA1  \w0, \w0, 0x50, ymm10
        PASS    \w0, \at/2, \at
        .endm

/* The four words of each block at byte 16 w of the blocks at rdi and r12. */
        .macro LOAD w
        vmovdqu xmm\w, [rdi + 16 * \w]
        vinserti128 ymm\w, ymm\w, [r12 + 16 * \w], 1
        vpshufb ymm\w, ymm\w, ymm8
        PASS    \w, 16*\w, FOUR*\w-SIXTEEN
        .endm

        ENTER_FRAME ab_sha256_compress_avx2
        vbroadcasti128 ymm8, [rip + .Lbig_endian]
        vbroadcasti128 ymm9, [rip + .Llower]
        vbroadcasti128 ymm10, [rip + .Lupper]
        LOAD_STATE

.Ltwo_blocks:
        mov     rdi, IN
        lea     r12, [rdi + 64]
        cmp     qword ptr NUM_BLOCKS, 1
        cmove   r12, rdi                /* the last block, alone: for the second lane it is read twice */
        mov     WK, WORDS
        sub     WK, -SIXTEEN
        lea     K, [rip + ab_sha256_k]
        LOAD    0
        LOAD    1
        LOAD    2
        LOAD    3
        mov     X, B
        xor     X, C
        .p2align 5
.Lrounds_and_schedule:
        add     K, SIXTEEN / 2
        EXTEND_LOWER 0, 1, 2, 3
        ROUNDS_0 0
        EXTEND_UPPER 0, 0*FOUR
        ROUNDS_2 2
        EXTEND_LOWER 1, 2, 3, 0
        ROUNDS_4 4
        EXTEND_UPPER 1, 1*FOUR
        ROUNDS_6 6
        EXTEND_LOWER 2, 3, 0, 1
        ROUNDS_0 8
        EXTEND_UPPER 2, 2*FOUR
        ROUNDS_2 10
        EXTEND_LOWER 3, 0, 1, 2
        ROUNDS_4 12
        EXTEND_UPPER 3, 3*FOUR
        ROUNDS_6 14
        sub     WK, -SIXTEEN
        lea     AT, [rip + ab_sha256_k + 3 * SIXTEEN / 2]
        cmp     K, AT
        jne     .Lrounds_and_schedule
        jmp     .Lrounds                /* the last sixteen of the first block */

.Lsecond_block:
        mov     WK, WORDS
        add     WK, SIXTEEN + FOUR / 2
        mov     X, B
        xor     X, C
        .p2align 5
.Lrounds:
        EIGHT_ROUNDS
        add     WK, SIXTEEN / 2
        mov     END, WORDS
        add     END, ALL + SIXTEEN
        cmp     WK, END
        jb      .Lrounds
        ADD_STATE
        dec     qword ptr NUM_BLOCKS
        jz      .Lwipe
        cmp     WK, END
        je      .Lsecond_block
        sub     qword ptr IN, -128
        jmp     .Ltwo_blocks

.Lwipe:
        LEAVE_FRAME ab_sha256_compress_avx2

        CONSTANTS
        .p2align 4
.Lbig_endian:
        .quad   0x0405060700010203, 0x0c0d0e0f08090a0b
.Llower:
        .quad   0x0b0a090803020100, -1
.Lupper:
        .quad   -1, 0x0b0a090803020100

        END_FILE
