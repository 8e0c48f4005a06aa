/*
 * void ab_keccak_permute_avx512(uint64_t state[25])
 * void ab_keccak_permute_x8_avx512(uint64_t states[25][8]), aligned to 64 bytes: states[i][j] is lane i of state j
 * void ab_keccak_first_row_x8_avx512(uint64_t states[25][8], const uint64_t in[25][8])
 *
 * Each state := Keccak-p[1600, 24](state), FIPS 202 sec. 3. Of the permuted states of `in` the last function computes
 * the first five lanes alone, and writes no others. Instructions: AVX-512F and VL. Time does not depend on the states.
 *
 * Every lane has a register, of 128 bits for one state and of 512 for eight; vprolq turns a lane at once, and
 * vpternlogq adds three lanes or does chi at once. Lanes stay in place as in keccak_bmi2.S, which says how: E[X, Y]
 * goes where A[X, X + 2Y] was, and after four rounds all are back. So the registers of a column are the same in each
 * round.
 *
 * 0 to 24               lanes
 * 25 to 29              C[0] to C[4], parities of the columns
 * 30, 31, 27, 29, 25    D[0] to D[4]; D[2], D[3] and D[4] take the places of parities that are not wanted any more
 * 26, 28                then free
 *
 * rdi, rsi, rdx         state or states; in; constants
 * eax, ecx              rounds left / 4; 1: the first five lanes alone
 */
#include "kernels/assembly.h"

    .text

    .macro XOR3 v, c, a, b
    vpternlogq \v\c, \v\a, \v\b, 0x96
    .endm

/* b0 = b0 + not(b1) b2 */
    .macro CHI v, b0, b1, b2
    vpternlogq \v\b0, \v\b1, \v\b2, 0xd2
    .endm

/*
 * The lanes of a column in the order in which the round before ends them. Zen 5 starts half as many vpternlogq a cycle
 * as other operations where more than one operand is new, so the first lanes are added one by one.
 */
    .macro PARITY v, c, a0, a1, a2, a3, a4
    vpxorq \v\c, \v\a0, \v\a1
    vpxorq \v\c, \v\c, \v\a2
    XOR3 \v, \c, \a3, \a4
    .endm

/* D[x] = C[x - 1] + rot(C[x + 1], 1) */
    .macro THETA_D v, d, before, after
    vprolq \v\d, \v\after, 1
    vpxorq \v\d, \v\d, \v\before
    .endm

    .macro ADD_D v, a0, d0, a1, d1, a2, d2, a3, d3, a4, d4
    vpxorq \v\a0, \v\a0, \v\d0
    vpxorq \v\a1, \v\a1, \v\d1
    vpxorq \v\a2, \v\a2, \v\d2
    vpxorq \v\a3, \v\a3, \v\d3
    vpxorq \v\a4, \v\a4, \v\d4
    .endm

/*
 * rho, by the offset after each lane, which goes to the place of the next one meanwhile, the last one to that of the
 * first.
 */
    .macro TURN v, a0, n0, a1, n1, a2, n2, a3, n3, a4, n4
    vprolq \v\()26, \v\a4, \n4
    vprolq \v\a4, \v\a3, \n3
    vprolq \v\a3, \v\a2, \n2
    vprolq \v\a2, \v\a1, \n1
    vprolq \v\a1, \v\a0, \n0
    vmovdqa64 \v\a0, \v\()26
    .endm

    .macro CHI_ROW v, b0, b1, b2, b3, b4
    vmovdqa64 \v\()26, \v\b0
    vmovdqa64 \v\()28, \v\b1
    CHI \v, \b0, \b1, \b2
    CHI \v, \b1, \b2, \b3
    CHI \v, \b2, \b3, \b4
    CHI \v, \b3, \b4, 26
    CHI \v, \b4, 26, 28
    .endm

/*
 * Round number i of four until its first row is ready; the other macro is the whole of it. Lane (x, y) is in the
 * register that the argument of number x + 5y says; num: lanes of a vector.
 */
    .macro FIRST_ROW v, num, i, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, \
        a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24
    PARITY \v, 26, \a1, \a6, \a11, \a16, \a21
    PARITY \v, 29, \a4, \a9, \a14, \a19, \a24
    PARITY \v, 27, \a2, \a7, \a12, \a17, \a22
    PARITY \v, 25, \a0, \a5, \a10, \a15, \a20
    PARITY \v, 28, \a3, \a8, \a13, \a18, \a23
    THETA_D \v, 30, 29, 26
    THETA_D \v, 31, 25, 27
    THETA_D \v, 29, 27, 29
    THETA_D \v, 27, 26, 28
    THETA_D \v, 25, 28, 25
    ADD_D \v, \a0, 30, \a6, 31, \a12, 27, \a18, 29, \a24, 25
    vprolq \v\a6, \v\a6, 44
    vprolq \v\a12, \v\a12, 43
    vprolq \v\a18, \v\a18, 21
    vprolq \v\a24, \v\a24, 14
    CHI_ROW \v, \a0, \a6, \a12, \a18, \a24
    vpxorq \v\a0, \v\a0, qword ptr [rdx + 8 * \i]{1to\num}
    .endm

    .macro ROUND v, num, i, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, \
        a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24
    FIRST_ROW \v, \num, \i, \a0, \a1, \a2, \a3, \a4, \a5, \a6, \a7, \a8, \a9, \a10, \a11, \a12, \
        \a13, \a14, \a15, \a16, \a17, \a18, \a19, \a20, \a21, \a22, \a23, \a24

    ADD_D \v, \a3, 29, \a9, 25, \a10, 30, \a16, 31, \a22, 27
    TURN \v, \a3, 28, \a10, 3, \a22, 61, \a9, 20, \a16, 45
    CHI_ROW \v, \a10, \a16, \a22, \a3, \a9

    ADD_D \v, \a1, 31, \a7, 27, \a13, 29, \a19, 25, \a20, 30
    TURN \v, \a1, 1, \a20, 18, \a19, 8, \a13, 25, \a7, 6
    CHI_ROW \v, \a20, \a1, \a7, \a13, \a19

    ADD_D \v, \a4, 25, \a5, 30, \a11, 31, \a17, 27, \a23, 29
    TURN \v, \a4, 27, \a5, 36, \a11, 10, \a17, 15, \a23, 56
    CHI_ROW \v, \a5, \a11, \a17, \a23, \a4

    ADD_D \v, \a2, 27, \a8, 29, \a14, 25, \a15, 30, \a21, 31
    TURN \v, \a2, 62, \a15, 41, \a8, 55, \a21, 2, \a14, 39
    CHI_ROW \v, \a15, \a21, \a2, \a8, \a14
    .endm

/* All lanes, by `move`: from the states at rsi, or to those at rdi. */
    .macro LOAD_ALL v, move, size
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24
    \move \v\i, [rsi + \size * \i]
    .endr
    .endm

    .macro STORE_ALL v, move, size
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24
    \move [rdi + \size * \i], \v\i
    .endr
    .endm

    .macro FIRST_THREE_ROUNDS v, num
    ROUND \v, \num, 0,  0, 1, 2, 3, 4,  5, 6, 7, 8, 9,  10, 11, 12, 13, 14,  15, 16, 17, 18, 19,  20, 21, 22, 23, 24
    ROUND \v, \num, 1,  0, 6, 12, 18, 24,  10, 16, 22, 3, 9,  20, 1, 7, 13, 19,  5, 11, 17, 23, 4,  15, 21, 2, 8, 14
    ROUND \v, \num, 2,  0, 16, 7, 23, 14,  20, 11, 2, 18, 9,  15, 6, 22, 13, 4,  10, 1, 17, 8, 24,  5, 21, 12, 3, 19
    .endm

/* The fourth round, or its first row. */
    .macro FOURTH round, v, num
    \round \v, \num, 3,  0, 11, 22, 8, 19,  15, 1, 12, 23, 9,  5, 16, 2, 13, 24,  20, 6, 17, 3, 14,  10, 21, 7, 18, 4
    .endm

    .balign 64
    BEGIN ab_keccak_permute_avx512
    FRAME_OF 0
    mov rsi, rdi
    LOAD_ALL xmm, vmovq, 8
    lea rdx, ab_keccak_rc[rip]
    mov eax, 6
    .balign 64
1:
    FIRST_THREE_ROUNDS xmm, 2
    FOURTH ROUND, xmm, 2
    add rdx, 32
    dec eax
    jnz 1b
    STORE_ALL xmm, vmovq, 8
    vzeroupper
    ret
    END ab_keccak_permute_avx512

    .balign 64
    BEGIN ab_keccak_permute_x8_avx512
    FRAME_OF 0
    mov rsi, rdi
    xor ecx, ecx
    jmp 1f
    END ab_keccak_permute_x8_avx512

    .balign 64
    BEGIN ab_keccak_first_row_x8_avx512
    FRAME_OF 0
    mov ecx, 1
1:
    LOAD_ALL zmm, vmovdqa64, 64
    lea rdx, ab_keccak_rc[rip]
    mov eax, 6
    .balign 64
2:
    FIRST_THREE_ROUNDS zmm, 8
    cmp eax, ecx
    je 3f
    FOURTH ROUND, zmm, 8
    add rdx, 32
    dec eax
    jnz 2b
    STORE_ALL zmm, vmovdqa64, 64
    vzeroupper
    ret
3:
    FOURTH FIRST_ROW, zmm, 8
    .irp i, 0, 1, 2, 3, 4
    vmovdqa64 [rdi + 64 * \i], zmm\i
    .endr
    vzeroupper
    ret
    END ab_keccak_first_row_x8_avx512

    END_FILE
