/* clang-format off */
/*
 * SHA-512 (FIPS 180-4 sec. 6.4.2) of whole blocks, two at a time: what sha512_avx2.S and sha512_short_avx512.S share.
 * The contract is that of sha_kernels.h; System V calling convention, all that it wants preserved is.
 *
 * The rounds run in general registers and take their words, K added, from memory. The message schedule runs in vectors,
 * of two blocks at once, beside the rounds of the first. Assembly, since compilers lose up to a fifth: rounds with
 * vectors between them take every register, and compilers spill them, or change the order of sums whose last terms come
 * late.
 *
 * Before this comes FUNCTION, the name of the function. The including file supplies two macros and ends with END_FILE:
 *
 *     SIGMAS w0, w1, w4, w5, w7   w0 += sigma0(the words after w0) + the words after w4 + sigma1(w7); ymm8-11 are free
 *     SIGMAS_CONSTANTS            load what it needs to ymm13
 *
 *   rax rbx rcx rdx r8 r9 r10 r11   a to h, which change their names from round to round
 *   r12 r13                         b ^ c of this round, a ^ b: that of the next
 *   rbp, rsi                        words of the rounds, K of those that the schedule makes
 *   r14 r15 rdi                     scratch
 *   ymm0-7                          the last sixteen words of both blocks, two of each in one
 *   ymm8-11                         scratch
 *   ymm12                           the order of big-endian bytes
 *   rsp                             words of all rounds of both blocks, wiped at the end; what is saved
 */
#define A rax
#define B rbx
#define C rcx
#define D rdx
#define E r8
#define F r9
#define G r10
#define H r11
#define X r12
#define Y r13
#define T1 r14
#define T2 r15
#define T3 rdi
#define AT rdi
#define WK rbp
#define K rsi

/*
 * Words in memory, in bytes: one, two of both blocks, sixteen of both, all. WK and K point into the middle of sixteen.
 */
#define WORD 8
#define PAIR 32
#define SIXTEEN 256
#define ALL 1280
#define MIDDLE 128

#define WK_AT MIDDLE
#define SIGMA0_A 28
#define SIGMA0_B 34
#define SIGMA0_C 39
#define SIGMA1_A 14
#define SIGMA1_B 18
#define SIGMA1_C 41

#include "kernels/sha/sha2_rounds_avx2_template.h"

/* Words with K added, to memory: the K at `at`, the words at `to`. */
        .macro PASS w, at, to
        vbroadcasti128 ymm11, [K + \at - MIDDLE / 2]
        vpaddq  ymm11, ymm11, ymm\w
        vmovdqa [WK + \to - MIDDLE], ymm11
        .endm

/*
 * The two words of each block after the sixteen in w0 ... w7, in the place of w0:
 * W(t) = W(t - 16) + sigma0(W(t - 15)) + W(t - 7) + sigma1(W(t - 2)). They are for sixteen rounds later.
 */
        .macro EXTEND w0, w1, w4, w5, w7, at
        SIGMAS  \w0, \w1, \w4, \w5, \w7
        PASS    \w0, \at/2, \at+SIXTEEN
        .endm

/* The two words of each block at byte 16 w of the blocks at rdi and r12. */
        .macro LOAD w
        vmovdqu xmm\w, [rdi + 16 * \w]
        vinserti128 ymm\w, ymm\w, [r12 + 16 * \w], 1
        vpshufb ymm\w, ymm\w, ymm12
        PASS    \w, 16*\w, PAIR*\w
        .endm

        ENTER_FRAME FUNCTION
        vbroadcasti128 ymm12, [rip + .Lbig_endian]
        SIGMAS_CONSTANTS
        LOAD_STATE

.Ltwo_blocks:
        mov     rdi, IN
        lea     r12, [rdi + 128]
        cmp     qword ptr NUM_BLOCKS, 1
        cmove   r12, rdi                /* the last block, alone: for the second lane it is read twice */
        mov     WK, WORDS
        add     WK, MIDDLE
        lea     K, [rip + ab_sha512_k + MIDDLE / 2]
        LOAD    0
        LOAD    1
        LOAD    2
        LOAD    3
        LOAD    4
        LOAD    5
        LOAD    6
        LOAD    7
        mov     X, B
        xor     X, C
        .p2align 5
.Lrounds_and_schedule:
        add     K, SIXTEEN / 2
        EXTEND  0, 1, 4, 5, 7, 0*PAIR
        ROUNDS_0 0
        EXTEND  1, 2, 5, 6, 0, 1*PAIR
        ROUNDS_2 2
        EXTEND  2, 3, 6, 7, 1, 2*PAIR
        ROUNDS_4 4
        EXTEND  3, 4, 7, 0, 2, 3*PAIR
        ROUNDS_6 6
        EXTEND  4, 5, 0, 1, 3, 4*PAIR
        ROUNDS_0 8
        EXTEND  5, 6, 1, 2, 4, 5*PAIR
        ROUNDS_2 10
        EXTEND  6, 7, 2, 3, 5, 6*PAIR
        ROUNDS_4 12
        EXTEND  7, 0, 3, 4, 6, 7*PAIR
        ROUNDS_6 14
        add     WK, SIXTEEN
        lea     AT, [rip + ab_sha512_k + 4 * SIXTEEN / 2 + MIDDLE / 2]
        cmp     K, AT
        jne     .Lrounds_and_schedule
        jmp     .Lrounds                /* the last sixteen of the first block */

.Lsecond_block:
        mov     WK, WORDS
        add     WK, MIDDLE + PAIR / 2
        mov     X, B
        xor     X, C
        .p2align 5
.Lrounds:
        EIGHT_ROUNDS
        add     WK, SIXTEEN / 2
        mov     T3, WORDS
        add     T3, ALL + MIDDLE
        cmp     WK, T3
        jb      .Lrounds
        mov     T1, T3
        ADD_STATE
        dec     qword ptr NUM_BLOCKS
        jz      .Lwipe
        cmp     WK, T1
        je      .Lsecond_block
        add     qword ptr IN, 256
        jmp     .Ltwo_blocks

.Lwipe:
        LEAVE_FRAME FUNCTION

        CONSTANTS
        .p2align 4
.Lbig_endian:
        .quad   0x0001020304050607, 0x08090a0b0c0d0e0f
