/*
 * void ab_sha1_compress_avx2(uint32_t state[5], const uint8_t *in, size_t num_blocks)
 *
 * num_blocks (0 too) whole blocks of 64 bytes into the state: FIPS 180-4 sec. 6.1.2, with AVX2 and BMI2. The contract
 * is that of sha_kernels.h; System V calling convention, all that it wants preserved is.
 *
 * As in sha512_avx2.S the rounds run in general registers, and beside those of the first of two blocks the message
 * schedule of both, in vectors. A round takes no less than two cycles, a rotation and an addition; all else is in time
 * for the last addition.
 *
 *   eax ebx ecx edx r8d             a to e, which change their names from round to round
 *   r9d r10d r11d                   scratch
 *   rsi, rdi                        words of the rounds; state, input, ends of loops
 *   ymm0-3                          the last sixteen words of both blocks, four of each in one
 *   ymm4 ymm5                       scratch
 *   ymm8-11                         K of the four stages
 *   ymm12                           byte order: words big-endian
 *   rsp                             words of all rounds, of one block and of the other, wiped at the end; what is saved
 */
#define A eax
#define B ebx
#define C ecx
#define D edx
#define E r8d
#define T1 r9d
#define T2 r10d
#define T3 r11d
#define WK rsi
#define END rdi
#define AT rdi

/*
 * Words in memory, in bytes: of five rounds, of a stage, of a block, all. WK points into the middle of a block: short
 * offsets.
 */
#define FIVE 20
#define STAGE 80
#define BLOCK 320
#define ALL 640
#define MIDDLE 128

#define SAVE_USED SAVE rbx
#define RESTORE_USED RESTORE rbx
#include "kernels/sha/sha_frame_avx2_template.h"

/*
 * A round: e += f(b, c, d) + wk + (a <<< 5); b <<<= 30, with the three f of FIPS 180-4 sec. 4.1.1: b, which comes late,
 * goes in last. Ch = d ^ (b & (c ^ d)); Maj = (c & d) + (b & (c ^ d)), terms that have no bit in common.
 */
        .macro LAST_TERMS a, b, e
        rorx    T3, \a, 27
        add     \e, T2
        rorx    \b, \b, 2
        add     \e, T3
        .endm

        .macro CH a, b, c, d, e, at
        add     \e, [WK + \at - MIDDLE]
        mov     T2, \c
        xor     T2, \d
        and     T2, \b
        xor     T2, \d
        LAST_TERMS \a, \b, \e
        .endm

        .macro PARITY a, b, c, d, e, at
        add     \e, [WK + \at - MIDDLE]
        mov     T2, \c
        xor     T2, \d
        xor     T2, \b
        LAST_TERMS \a, \b, \e
        .endm

        .macro MAJ a, b, c, d, e, at
        add     \e, [WK + \at - MIDDLE]
        mov     T1, \c
        mov     T2, \c
        and     T1, \d
        xor     T2, \d
        add     \e, T1
        and     T2, \b
        LAST_TERMS \a, \b, \e
        .endm

        .macro FIVE_ROUNDS f, at
        \f A, B, C, D, E, \at
        \f E, A, B, C, D, \at+4
        \f D, E, A, B, C, \at+8
        \f C, D, E, A, B, \at+12
        \f B, C, D, E, A, \at+16
        .endm

/* Four words of each block with the K of their stage added, to memory. */
        .macro PASS w, k, at
        vpaddd  ymm4, ymm\w, \k
        vmovdqa [WK + \at - MIDDLE], xmm4
        vextracti128 [WK + \at + BLOCK - MIDDLE], ymm4, 1
        .endm

/*
 * The four words of each block after the sixteen in w0 ... w3, in the place of w0:
 * W(t) = (W(t - 16) ^ W(t - 14) ^ W(t - 8) ^ W(t - 3)) <<< 1. The fourth wants the first of the four, which is the
 * first of the sums before rotation, rotated by one: it goes there rotated by two.
 */
        .macro EXTEND w0, w1, w2, w3, k, at
        vpalignr ymm4, ymm\w1, ymm\w0, 8
        vpsrldq ymm5, ymm\w3, 4
        vpxor   ymm\w0, ymm\w0, ymm\w2
        vpxor   ymm4, ymm4, ymm5
        vpxor   ymm\w0, ymm\w0, ymm4
        vpslldq ymm4, ymm\w0, 12
        vpaddd  ymm5, ymm\w0, ymm\w0
        vpsrld  ymm\w0, ymm\w0, 31
        vpor    ymm\w0, ymm\w0, ymm5
        vpsrld  ymm5, ymm4, 30
        vpslld  ymm4, ymm4, 2
        vpxor   ymm\w0, ymm\w0, ymm5
        vpxor   ymm\w0, ymm\w0, ymm4
        PASS    \w0, \k, \at
        .endm

/* The four words of each block at byte 16 w of the blocks at END and r9. */
        .macro LOAD w
        vmovdqu xmm\w, [END + 16 * \w]
        vinserti128 ymm\w, ymm\w, [r9 + 16 * \w], 1
        vpshufb ymm\w, ymm\w, ymm12
        PASS    \w, ymm8, 16*\w
        .endm

/* A stage of the second block. */
        .macro STAGE_ROUNDS f
        lea     END, [WK + STAGE]
        .p2align 4
2:      FIVE_ROUNDS \f, 0
        add     WK, FIVE
        cmp     WK, END
        jb      2b
        .endm

        .macro ADD_TO_STATE
        mov     AT, STATE
        ADD_WORD A, 0
        ADD_WORD B, 4
        ADD_WORD C, 8
        ADD_WORD D, 12
        ADD_WORD E, 16
        .endm

        ENTER_FRAME ab_sha1_compress_avx2
        mov     A, [rdi]
        mov     B, [rdi + 4]
        mov     C, [rdi + 8]
        mov     D, [rdi + 12]
        mov     E, [rdi + 16]
        vpbroadcastd ymm8, [rip + .Lk]
        vpbroadcastd ymm9, [rip + .Lk + 4]
        vpbroadcastd ymm10, [rip + .Lk + 8]
        vpbroadcastd ymm11, [rip + .Lk + 12]
        vbroadcasti128 ymm12, [rip + .Lbig_endian]

.Ltwo_blocks:
        mov     END, IN
        lea     r9, [END + 64]
        cmp     qword ptr NUM_BLOCKS, 1
        cmove   r9, END                 /* the last block, alone: for the second lane it is read twice */
        mov     WK, WORDS
        sub     WK, -MIDDLE
        LOAD    0
        LOAD    1
        LOAD    2
        LOAD    3
        EXTEND  0, 1, 2, 3, ymm8, 64
        FIVE_ROUNDS CH, 0*FIVE
        EXTEND  1, 2, 3, 0, ymm9, 80
        FIVE_ROUNDS CH, 1*FIVE
        EXTEND  2, 3, 0, 1, ymm9, 96
        FIVE_ROUNDS CH, 2*FIVE
        EXTEND  3, 0, 1, 2, ymm9, 112
        FIVE_ROUNDS CH, 3*FIVE
        EXTEND  0, 1, 2, 3, ymm9, 128
        FIVE_ROUNDS PARITY, 4*FIVE
        EXTEND  1, 2, 3, 0, ymm9, 144
        FIVE_ROUNDS PARITY, 5*FIVE
        EXTEND  2, 3, 0, 1, ymm10, 160
        FIVE_ROUNDS PARITY, 6*FIVE
        EXTEND  3, 0, 1, 2, ymm10, 176
        FIVE_ROUNDS PARITY, 7*FIVE
        EXTEND  0, 1, 2, 3, ymm10, 192
        FIVE_ROUNDS MAJ, 8*FIVE
        EXTEND  1, 2, 3, 0, ymm10, 208
        FIVE_ROUNDS MAJ, 9*FIVE
        EXTEND  2, 3, 0, 1, ymm10, 224
        FIVE_ROUNDS MAJ, 10*FIVE
        EXTEND  3, 0, 1, 2, ymm11, 240
        FIVE_ROUNDS MAJ, 11*FIVE
        EXTEND  0, 1, 2, 3, ymm11, 256
        FIVE_ROUNDS PARITY, 12*FIVE
        EXTEND  1, 2, 3, 0, ymm11, 272
        FIVE_ROUNDS PARITY, 13*FIVE
        EXTEND  2, 3, 0, 1, ymm11, 288
        FIVE_ROUNDS PARITY, 14*FIVE
        EXTEND  3, 0, 1, 2, ymm11, 304
        FIVE_ROUNDS PARITY, 15*FIVE
        ADD_TO_STATE
        dec     qword ptr NUM_BLOCKS
        jz      .Lwipe

        mov     WK, WORDS
        add     WK, BLOCK + MIDDLE
        STAGE_ROUNDS CH
        STAGE_ROUNDS PARITY
        STAGE_ROUNDS MAJ
        STAGE_ROUNDS PARITY
        ADD_TO_STATE
        sub     qword ptr IN, -128
        dec     qword ptr NUM_BLOCKS
        jnz     .Ltwo_blocks

.Lwipe:
        LEAVE_FRAME ab_sha1_compress_avx2

        CONSTANTS
        .p2align 4
.Lbig_endian:
        .quad   0x0405060700010203, 0x0c0d0e0f08090a0b
.Lk:
        .long   0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6

        END_FILE
