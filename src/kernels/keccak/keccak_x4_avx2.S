/*
 * void ab_keccak_permute_x4_avx2(uint64_t states[25][4])
 * void ab_keccak_first_row_x4_avx2(uint64_t states[25][4], const uint64_t in[25][4])
 *
 * states := Keccak-p[1600, 24] of each, or of each state of `in` (FIPS 202 sec. 3), one state to each word of a vector;
 * the second function computes the first five lanes alone, and leaves anything in the others. Instructions: AVX2. Time
 * does not depend on the states.
 *
 * Lanes stay in memory, in place, and the parities of the columns in registers: keccak_bmi2.S says where and how. The
 * first round reads the lanes of `in`. The first five are what the last round computes first.
 *
 * rdi, rsi, rax    states + 128, so that the first eight lanes are within a displacement of one byte; in + 128;
 *                  constants
 * ecx, edx         rounds left / 4; 1: the first five lanes alone
 * ymm0 to ymm4     C[0] to C[4], parities of the columns
 * ymm5 to ymm9     D[0] to D[4]
 * ymm10 to ymm14   B[0, Y] to B[4, Y]
 * ymm15            temporary
 */
#include "kernels/assembly.h"

    .text

#define LANE_OF(states, a) [states + 32 * (a) - 128]
#define LANE(a) LANE_OF(rdi, a)

/* theta and rho: b = rot(A + D, n), of the lane at place a. */
    .macro TURN from, b, a, d, n
    vpxor ymm\b, ymm\d, LANE_OF(\from, \a)
    .if \n == 8 || \n == 56
    vpshufb ymm\b, ymm\b, rotate_by_\n[rip]
    .else
    vpsllq ymm15, ymm\b, \n
    vpsrlq ymm\b, ymm\b, 64 - \n
    vpor ymm\b, ymm\b, ymm15
    .endif
    .endm

/* chi: e = b0 + not(b1) b2, stored at place a. */
    .macro CHI a, e, b0, b1, b2
    vpandn ymm\e, ymm\b1, ymm\b2
    vpxor ymm\e, ymm\e, ymm\b0
    vmovdqa LANE(\a), ymm\e
    .endm

    .macro CHI_ADD a, c, b0, b1, b2
    CHI \a, 15, \b0, \b1, \b2
    vpxor ymm\c, ymm\c, ymm15
    .endm

/* The five of a row: to places a0 to a4 and into the parities. */
    .macro CHI_ROW a0, a1, a2, a3, a4
    CHI_ADD \a0, 0, 10, 11, 12
    CHI_ADD \a1, 1, 11, 12, 13
    CHI_ADD \a2, 2, 12, 13, 14
    CHI_ADD \a3, 3, 13, 14, 10
    CHI_ADD \a4, 4, 14, 10, 11
    .endm

/* D[x] = C[x - 1] + rot(C[x + 1], 1) */
    .macro THETA_D d, before, after
    vpaddq ymm15, ymm\after, ymm\after
    vpsrlq ymm\d, ymm\after, 63
    vpxor ymm15, ymm15, ymm\before
    vpxor ymm\d, ymm\d, ymm15
    .endm

/*
 * Round number i of four until its first row is ready; the other macro is the whole of it. Lanes come from the states
 * at `from`. Lane (x, y) is at the place that the argument of number x + 5y says.
 */
    .macro FIRST_ROW from, i, a0, a6, a12, a18, a24
    THETA_D 5, 4, 1
    THETA_D 6, 0, 2
    THETA_D 7, 1, 3
    THETA_D 8, 2, 4
    THETA_D 9, 3, 0

    vpxor ymm10, ymm5, LANE_OF(\from, \a0)
    TURN \from, 11, \a6, 6, 44
    TURN \from, 12, \a12, 7, 43
    TURN \from, 13, \a18, 8, 21
    TURN \from, 14, \a24, 9, 14
    vpbroadcastq ymm15, [rax + 8 * \i]
    vpxor ymm15, ymm15, ymm10   /* iota */
    CHI \a0, 0, 15, 11, 12
    CHI \a6, 1, 11, 12, 13
    CHI \a12, 2, 12, 13, 14
    CHI \a18, 3, 13, 14, 10
    CHI \a24, 4, 14, 10, 11
    .endm

    .macro ROUND from, i, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, \
        a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24
    FIRST_ROW \from, \i, \a0, \a6, \a12, \a18, \a24

    TURN \from, 10, \a3, 8, 28
    TURN \from, 11, \a9, 9, 20
    TURN \from, 12, \a10, 5, 3
    TURN \from, 13, \a16, 6, 45
    TURN \from, 14, \a22, 7, 61
    CHI_ROW \a10, \a16, \a22, \a3, \a9

    TURN \from, 10, \a1, 6, 1
    TURN \from, 11, \a7, 7, 6
    TURN \from, 12, \a13, 8, 25
    TURN \from, 13, \a19, 9, 8
    TURN \from, 14, \a20, 5, 18
    CHI_ROW \a20, \a1, \a7, \a13, \a19

    TURN \from, 10, \a4, 9, 27
    TURN \from, 11, \a5, 5, 36
    TURN \from, 12, \a11, 6, 10
    TURN \from, 13, \a17, 7, 15
    TURN \from, 14, \a23, 8, 56
    CHI_ROW \a5, \a11, \a17, \a23, \a4

    TURN \from, 10, \a2, 7, 62
    TURN \from, 11, \a8, 8, 55
    TURN \from, 12, \a14, 9, 39
    TURN \from, 13, \a15, 5, 41
    TURN \from, 14, \a21, 6, 2
    CHI_ROW \a15, \a21, \a2, \a8, \a14
    .endm

    .macro PARITY c
    vmovdqa ymm\c, LANE_OF(rsi, \c)
    vpxor ymm\c, ymm\c, LANE_OF(rsi, \c + 5)
    vpxor ymm\c, ymm\c, LANE_OF(rsi, \c + 10)
    vpxor ymm\c, ymm\c, LANE_OF(rsi, \c + 15)
    vpxor ymm\c, ymm\c, LANE_OF(rsi, \c + 20)
    .endm

    .balign 64
    BEGIN ab_keccak_permute_x4_avx2
    FRAME_OF 0
    mov rsi, rdi
    xor edx, edx
    jmp 1f
    END ab_keccak_permute_x4_avx2

    .balign 64
    BEGIN ab_keccak_first_row_x4_avx2
    FRAME_OF 0
    mov edx, 1
1:
    sub rdi, -128
    sub rsi, -128
    lea rax, ab_keccak_rc[rip]
    mov ecx, 6
    PARITY 0
    PARITY 1
    PARITY 2
    PARITY 3
    PARITY 4
    ROUND rsi, 0,  0, 1, 2, 3, 4,  5, 6, 7, 8, 9,  10, 11, 12, 13, 14,  15, 16, 17, 18, 19,  20, 21, 22, 23, 24
    jmp 3f
    .balign 64
2:
    ROUND rdi, 0,  0, 1, 2, 3, 4,  5, 6, 7, 8, 9,  10, 11, 12, 13, 14,  15, 16, 17, 18, 19,  20, 21, 22, 23, 24
3:
    ROUND rdi, 1,  0, 6, 12, 18, 24,  10, 16, 22, 3, 9,  20, 1, 7, 13, 19,  5, 11, 17, 23, 4,  15, 21, 2, 8, 14
    ROUND rdi, 2,  0, 16, 7, 23, 14,  20, 11, 2, 18, 9,  15, 6, 22, 13, 4,  10, 1, 17, 8, 24,  5, 21, 12, 3, 19
    cmp ecx, edx
    je 4f
    ROUND rdi, 3,  0, 11, 22, 8, 19,  15, 1, 12, 23, 9,  5, 16, 2, 13, 24,  20, 6, 17, 3, 14,  10, 21, 7, 18, 4
    add rax, 32
    dec ecx
    jnz 2b
    vzeroupper
    ret
4:
    FIRST_ROW rdi, 3,  0, 1, 2, 3, 4
    vzeroupper
    ret
    END ab_keccak_first_row_x4_avx2

    CONSTANTS
    .balign 32
/* Shuffles that rotate words to the left by 8 and by 56 bits. */
rotate_by_8:
    .rept 2
    .byte 7, 0, 1, 2, 3, 4, 5, 6,  15, 8, 9, 10, 11, 12, 13, 14
    .endr
rotate_by_56:
    .rept 2
    .byte 1, 2, 3, 4, 5, 6, 7, 0,  9, 10, 11, 12, 13, 14, 15, 8
    .endr
    END_FILE
