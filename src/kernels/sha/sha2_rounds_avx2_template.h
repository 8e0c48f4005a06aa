/* clang-format off */
/*
 * What the rounds of sha256_avx2.S and sha512_two_blocks_template.h share. Before this come the registers A to H, T1 to
 * T3, WK and AT by name, ALL (sha_frame_avx2_template.h), and
 *
 *     WORD                          bytes of a word of the hash: 4 or 8
 *     WK_AT                         how far behind the words of sixteen rounds' first WK points
 *     SIGMA0_A, SIGMA0_B, SIGMA0_C  the three rotations of Sigma0; SIGMA1_A ... those of Sigma1 (FIPS 180-4 sec. 4.1)
 */
#define SAVE_USED SAVE_ALL
#define RESTORE_USED RESTORE_ALL
#include "kernels/sha/sha_frame_avx2_template.h"

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

/*
 * A round, in 22 operations. Ch is a sum of two terms that have no bit in common, (e & f) + (~e & g), and Maj is
 * ((a ^ b) & (b ^ c)) ^ b. The order is the best of some hundred that were measured (docs/decisions/0012-sha512.md).
 *
 *   h += wk + Ch(e, f, g) + Sigma1(e);  d += h;  h += Maj(a, b, c) + Sigma0(a);  y = a ^ b, where x = b ^ c
 */
    .macro ROUND a, b, c, d, e, f, g, h, x, y, at
    andn    T1, \e, \g
    rorx    T2, \e, SIGMA1_C
    add     \h, [WK + \at - WK_AT]
    rorx    T3, \e, SIGMA1_B
    xor     T2, T3
    rorx    T3, \e, SIGMA1_A
    add     \h, T1
    mov     \y, \a
    xor     \y, \b
    mov     T1, \f
    and     T1, \e
    add     \h, T1
    xor     T2, T3
    rorx    T1, \a, SIGMA0_C
    add     \h, T2
    rorx    T3, \a, SIGMA0_B
    add     \d, \h
    and     \x, \y
    rorx    T2, \a, SIGMA0_A
    xor     \x, \b
    xor     T1, T3
    xor     T1, T2
    add     \h, \x
    add     \h, T1
    .endm

/* Where word i of a block is: each row of 32 bytes holds 16 bytes of the first block, then 16 of the second. */
#define WORD_AT(i) (i)*WORD/16*16+(i)*WORD

/* Rounds by two, with words i and i + 1; after the fourth pair each word has its name back. */
    .macro ROUNDS_0 i
    ROUND A, B, C, D, E, F, G, H, X, Y, WORD_AT(\i)
    ROUND H, A, B, C, D, E, F, G, Y, X, WORD_AT(\i+1)
    .endm
    .macro ROUNDS_2 i
    ROUND G, H, A, B, C, D, E, F, X, Y, WORD_AT(\i)
    ROUND F, G, H, A, B, C, D, E, Y, X, WORD_AT(\i+1)
    .endm
    .macro ROUNDS_4 i
    ROUND E, F, G, H, A, B, C, D, X, Y, WORD_AT(\i)
    ROUND D, E, F, G, H, A, B, C, Y, X, WORD_AT(\i+1)
    .endm
    .macro ROUNDS_6 i
    ROUND C, D, E, F, G, H, A, B, X, Y, WORD_AT(\i)
    ROUND B, C, D, E, F, G, H, A, Y, X, WORD_AT(\i+1)
    .endm

/* The rounds of the first eight words at WK. */
    .macro EIGHT_ROUNDS
    ROUNDS_0 0
    ROUNDS_2 2
    ROUNDS_4 4
    ROUNDS_6 6
    .endm
