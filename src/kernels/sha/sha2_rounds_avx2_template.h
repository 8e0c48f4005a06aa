/* clang-format off */
/*
 * What the rounds of sha256_avx2.S and sha512_avx2.S share. Before this come the registers A to H, T1 to T3, WK and AT
 * by name, ALL (sha_frame_avx2_template.h), and
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
 * A round. Ch and Maj are sums of two terms that have no bit in common, (e & f) + (~e & g) and (a & (b ^ c)) + (b & ~(b
 * ^ c)).
 *
 *   d += h + wk + Ch(e, f, g) + Sigma1(e);  h = d - (old d) + Sigma0(a) + Maj(a, b, c);  y = a ^ b, where x = b ^ c
 */
    .macro ROUND a, b, c, d, e, f, g, h, x, y, at
    add     \h, [WK + \at - WK_AT]
    andn    T2, \x, \b
    mov     T1, \f
    rorx    T3, \e, SIGMA1_C
    sub     T2, \d
    add     \d, \h
    and     T1, \e
    rorx    \h, \e, SIGMA1_B
    and     \x, \a
    add     \d, T1
    xor     T3, \h
    andn    T1, \e, \g
    rorx    \h, \e, SIGMA1_A
    add     T2, \x
    add     \d, T1
    xor     T3, \h
    rorx    T1, \a, SIGMA0_C
    rorx    \x, \a, SIGMA0_B
    add     \d, T3
    mov     \y, \a
    xor     T1, \x
    rorx    \x, \a, SIGMA0_A
    xor     \y, \b
    xor     T1, \x
    lea     \h, [T2 + \d]
    add     \h, T1
    .endm
