/*
 * void ab_keccak_permute_bmi2(uint64_t state[25])
 *
 * state := Keccak-p[1600, 24](state), FIPS 202 sec. 3. Instructions: BMI1 (andn), BMI2 (rorx). Time does not depend on
 * the state.
 *
 * Lanes stay in memory, in place. With B[X, Y] the lane that pi takes to (X, Y), a row Y of B is made of five lanes A[X
 * + 3Y, X] of which each column x has one, and chi makes five of it again. So E[X, Y], the new A[X, Y], is stored where
 * the one of its column was: A[X, X + 2Y]. The lane (x, y) then is where (x, x + 2y) was before; the matrix (1 0; 1 2)
 * has order 4 modulo 5, so that after four rounds all are back ("Keccak implementation overview" sec. 2.5), and columns
 * remain together all the time. While a row is stored, its lanes are added to the parities that theta wants next.
 *
 * rdi         state + 96: each lane is within a displacement of one byte
 * r8 to r12   C[0] to C[4], parities of the columns
 * rax rbx rcx D[0] to D[2]; D[3], D[4] on the stack, wiped in the end
 * rsi rbp r13 r14 rdx   B[0, Y] to B[4, Y]
 * r15         one lane of E
 */
#include "kernels/assembly.h"

    .text

/* theta and rho: b = rot(A + D, n), of the lane at place a. */
    .macro TURN b, a, d, n
    mov \b, [rdi + 8 * \a - 96]
    xor \b, \d
    rol \b, \n
    .endm

/* chi: e = b0 + not(b1) b2, stored at place a. */
    .macro CHI a, e, b0, b1, b2
    andn \e, \b1, \b2
    xor \e, \b0
    mov [rdi + 8 * \a - 96], \e
    .endm

/* The five of a row: to places a0 to a4 and into the parities. */
    .macro CHI_ROW a0, a1, a2, a3, a4
    CHI \a0, r15, rsi, rbp, r13
    xor r8, r15
    CHI \a1, r15, rbp, r13, r14
    xor r9, r15
    CHI \a2, r15, r13, r14, rdx
    xor r10, r15
    CHI \a3, r15, r14, rdx, rsi
    xor r11, r15
    CHI \a4, r15, rdx, rsi, rbp
    xor r12, r15
    .endm

/* D[x] = C[x - 1] + rot(C[x + 1], 1) */
    .macro THETA_D d, before, after
    rorx \d, \after, 63
    xor \d, \before
    .endm

/* Round number i of four; lane (x, y) is at the place that the argument of number x + 5y says. */
    .macro ROUND i, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, \
        a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24
    THETA_D rax, r12, r9
    THETA_D rbx, r8, r10
    THETA_D rcx, r9, r11
    THETA_D rdx, r10, r12
    mov [rsp], rdx
    THETA_D rdx, r11, r8
    mov [rsp + 8], rdx

    mov rsi, [rdi + 8 * \a0 - 96]
    xor rsi, rax
    TURN rbp, \a6, rbx, 44
    TURN r13, \a12, rcx, 43
    TURN r14, \a18, [rsp], 21
    TURN rdx, \a24, [rsp + 8], 14
    mov r15, [rsp + 16]
    andn r8, rbp, r13
    xor r8, [r15 + 8 * \i]      /* iota */
    xor r8, rsi
    mov [rdi + 8 * \a0 - 96], r8
    CHI \a6, r9, rbp, r13, r14
    CHI \a12, r10, r13, r14, rdx
    CHI \a18, r11, r14, rdx, rsi
    CHI \a24, r12, rdx, rsi, rbp

    TURN rsi, \a3, [rsp], 28
    TURN rbp, \a9, [rsp + 8], 20
    TURN r13, \a10, rax, 3
    TURN r14, \a16, rbx, 45
    TURN rdx, \a22, rcx, 61
    CHI_ROW \a10, \a16, \a22, \a3, \a9

    TURN rsi, \a1, rbx, 1
    TURN rbp, \a7, rcx, 6
    TURN r13, \a13, [rsp], 25
    TURN r14, \a19, [rsp + 8], 8
    TURN rdx, \a20, rax, 18
    CHI_ROW \a20, \a1, \a7, \a13, \a19

    TURN rsi, \a4, [rsp + 8], 27
    TURN rbp, \a5, rax, 36
    TURN r13, \a11, rbx, 10
    TURN r14, \a17, rcx, 15
    TURN rdx, \a23, [rsp], 56
    CHI_ROW \a5, \a11, \a17, \a23, \a4

    TURN rsi, \a2, rcx, 62
    TURN rbp, \a8, [rsp], 55
    TURN r13, \a14, [rsp + 8], 39
    TURN r14, \a15, rax, 41
    TURN rdx, \a21, rbx, 2
    CHI_ROW \a15, \a21, \a2, \a8, \a14
    .endm

    .macro PARITY c, x
    mov \c, [rdi + 8 * \x - 96]
    xor \c, [rdi + 8 * \x - 56]
    xor \c, [rdi + 8 * \x - 16]
    xor \c, [rdi + 8 * \x + 24]
    xor \c, [rdi + 8 * \x + 64]
    .endm

    .balign 64
    BEGIN ab_keccak_permute_bmi2
    SAVE_ALL
    FRAME_OF 32                 /* D[3], D[4], constants of the four rounds, rounds left */
    add rdi, 96
    lea rax, ab_keccak_rc[rip]
    mov [rsp + 16], rax
    mov dword ptr [rsp + 24], 24
    PARITY r8, 0
    PARITY r9, 1
    PARITY r10, 2
    PARITY r11, 3
    PARITY r12, 4
    .balign 64
1:
    ROUND 0,  0, 1, 2, 3, 4,  5, 6, 7, 8, 9,  10, 11, 12, 13, 14,  15, 16, 17, 18, 19,  20, 21, 22, 23, 24
    ROUND 1,  0, 6, 12, 18, 24,  10, 16, 22, 3, 9,  20, 1, 7, 13, 19,  5, 11, 17, 23, 4,  15, 21, 2, 8, 14
    ROUND 2,  0, 16, 7, 23, 14,  20, 11, 2, 18, 9,  15, 6, 22, 13, 4,  10, 1, 17, 8, 24,  5, 21, 12, 3, 19
    ROUND 3,  0, 11, 22, 8, 19,  15, 1, 12, 23, 9,  5, 16, 2, 13, 24,  20, 6, 17, 3, 14,  10, 21, 7, 18, 4
    add qword ptr [rsp + 16], 32
    sub dword ptr [rsp + 24], 4
    jnz 1b
    xor eax, eax
    mov [rsp], rax
    mov [rsp + 8], rax
    END_FRAME 32
    RESTORE_ALL
    ret
    END ab_keccak_permute_bmi2

    END_FILE
