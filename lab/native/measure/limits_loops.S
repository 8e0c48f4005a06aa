/*
 * The loops behind limits.c: lab_loop_NAME(turns) does what its body says `turns` (> 0) times, and touches no memory
 * but where it is given some. The bodies are about a hundred instructions long, so that the two of the loop do not
 * count. Suffix x, y, z: registers of 128, 256, 512 bits; x uses the encodings without AVX where there are such. The
 * System V ABI leaves every vector register to the callee; rax, rcx, rdx, rsi, rdi, r8 to r11 too.
 */
#include <cet.h>

    .intel_syntax noprefix
    .text

    .macro LOOP name
    .globl lab_loop_\name
    .hidden lab_loop_\name
    .type lab_loop_\name, @function
    .balign 64
lab_loop_\name:
    .cfi_startproc
    _CET_ENDBR
1:
    .endm

    .macro END name
    dec rdi
    jnz 1b
    ret
    .cfi_endproc
    .size lab_loop_\name, . - lab_loop_\name
    .endm

/* Like END, after code that uses registers wider than 128 bits. */
    .macro END_WIDE name
    dec rdi
    jnz 1b
    vzeroupper
    ret
    .cfi_endproc
    .size lab_loop_\name, . - lab_loop_\name
    .endm

/* insn on one register, with register 15 as the other operand. */
    .macro ONE insn, w, i, imm:vararg
    .ifc \w, x
    \insn xmm\i, xmm15 \imm
    .else
    \insn \w\()mm\i, \w\()mm\i, \w\()mm15 \imm
    .endif
    .endm

/* Twelve independent chains: more than latency times rate of any of these units. */
    .macro TWELVE insn, w, imm:vararg
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    ONE \insn, \w, \i, \imm
    .endr
    .endm

    .macro RATE name, insn, w, imm:vararg
    LOOP \name
    .rept 8
    TWELVE \insn, \w, \imm
    .endr
    END_OF \w, \name
    .endm

    .macro LATENCY name, insn, w, imm:vararg
    LOOP \name
    .rept 96
    ONE \insn, \w, 0, \imm
    .endr
    END_OF \w, \name
    .endm

    .macro END_OF w, name
    .ifc \w, x
    END \name
    .else
    END_WIDE \name
    .endif
    .endm

/* ---- 64-bit integers ---- */

LOOP add
    .rept 14
    .irp r, rax, rcx, rdx, r8, r9, r10, r11
    add \r, rsi
    .endr
    .endr
END add

LOOP rotate
    .rept 14
    .irp r, rax, rcx, rdx, r8, r9, r10, r11
    ror \r, 7
    .endr
    .endr
END rotate

/* The product overwrites rax; the copy that restores it costs nothing, thanks to register renaming. */
LOOP mul
    .rept 48
    mov rax, rsi
    mul rsi
    .endr
END mul

LOOP mulx
    .rept 24
    .irp r, rcx, r8, r9, r10
    mulx \r, rax, rsi
    .endr
    .endr
END mulx

LOOP mulx_latency
    .rept 96
    mulx rcx, rdx, rsi
    .endr
END mulx_latency

/* One step of a row of a big number's product: a multiply, and an add on each of the two carry chains. */
LOOP mulx_adx
    .rept 12
    .irp r, r8, r9, r10, r11
    mulx \r, rax, rsi
    adcx rcx, rax
    adox \r, rsi
    .endr
    .endr
END mulx_adx

LOOP rdrand
    rdrand rax
END rdrand

/* ---- AES and carry-less multiplies ---- */

RATE aes_x, aesenc, x
RATE aes_y, vaesenc, y
RATE aes_z, vaesenc, z
LATENCY aes_latency_x, aesenc, x
LATENCY aes_latency_y, vaesenc, y
LATENCY aes_latency_z, vaesenc, z
RATE clmul_x, pclmulqdq, x, , 0x11
RATE clmul_y, vpclmulqdq, y, , 0x11
RATE clmul_z, vpclmulqdq, z, , 0x11
LATENCY clmul_latency_x, pclmulqdq, x, , 0x11
LATENCY clmul_latency_y, vpclmulqdq, y, , 0x11
LATENCY clmul_latency_z, vpclmulqdq, z, , 0x11

    .macro AES_ROUND aes, w
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
    ONE \aes, \w, \i
    .endr
    .endm

    .macro MIXED_ROUND aes, clmul, w, a, b, c
    AES_ROUND \aes, \w
    .irp i, \a, \b, \c
    ONE \clmul, \w, \i, , 0x11
    .endr
    .endm

/*
 * Ten vectors through `rounds` rounds of AES; thirty multiplies beside the first ten rounds make three for each vector.
 */
    .macro MIX rounds, aes, clmul, w
LOOP gcm_\rounds\()_\w
    .rept 2
    MIXED_ROUND \aes, \clmul, \w, 10, 11, 12
    MIXED_ROUND \aes, \clmul, \w, 13, 14, 10
    MIXED_ROUND \aes, \clmul, \w, 11, 12, 13
    MIXED_ROUND \aes, \clmul, \w, 14, 10, 11
    MIXED_ROUND \aes, \clmul, \w, 12, 13, 14
    .endr
    .rept \rounds - 10
    AES_ROUND \aes, \w
    .endr
END_OF \w, gcm_\rounds\()_\w
    .endm

    .irp rounds, 10, 12, 14
    MIX \rounds, aesenc, pclmulqdq, x
    MIX \rounds, vaesenc, vpclmulqdq, y
    MIX \rounds, vaesenc, vpclmulqdq, z
    .endr

/* ---- hashes ---- */

LATENCY sha1_latency, sha1rnds4, x, , 0
RATE sha1, sha1rnds4, x, , 0
RATE sha256msg2, sha256msg2, x

/* The two halves of the state swap at each step, so that each step waits for the one before. */
LOOP sha256_latency
    .rept 48
    sha256rnds2 xmm1, xmm2
    sha256rnds2 xmm2, xmm1
    .endr
END sha256_latency

LOOP sha256
    .rept 8
    .irp i, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
    sha256rnds2 xmm\i, xmm15
    .endr
    .endr
END sha256

/*
 * The instructions are in bytes, since older assemblers lack them: vsha512rnds2 ymm0, ymm1, xmm2 and vsm3rnds2 xmm0,
 * xmm1, xmm2, 0.
 */
LOOP sha512_latency
    .rept 48
    .byte 0xc4, 0xe2, 0x77, 0xcb, 0xc2 /* ymm0, ymm1, xmm2 */
    .byte 0xc4, 0xe2, 0x7f, 0xcb, 0xca /* ymm1, ymm0, xmm2 */
    .endr
END_WIDE sha512_latency

LOOP sm3_latency
    .rept 48
    .byte 0xc4, 0xe3, 0x71, 0xde, 0xc2, 0x00 /* xmm0, xmm1, xmm2 */
    .byte 0xc4, 0xe3, 0x79, 0xde, 0xca, 0x00 /* xmm1, xmm0, xmm2 */
    .endr
END_WIDE sm3_latency

/* ---- vectors of integers ---- */

RATE mul32_x, pmuludq, x
RATE mul32_y, vpmuludq, y
RATE mul32_z, vpmuludq, z
RATE ifma_y, vpmadd52luq, y
RATE ifma_z, vpmadd52luq, z

/* {vex} vpmadd52luq ymm0..7, ymm14, ymm15, in bytes for older assemblers. */
LOOP avxifma_y
    .rept 12
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    .byte 0xc4, 0xc2, 0x8d, 0xb4, 0xc7 + 8 * \i
    .endr
    .endr
END_WIDE avxifma_y

/* Half adds, half exclusive ors, since neither kind alone may be able to use every port. */
    .macro VECTOR_ALU w, add, xor
LOOP alu_\w
    .rept 4
    TWELVE \add, \w
    TWELVE \xor, \w
    .endr
END_OF \w, alu_\w
    .endm

    VECTOR_ALU x, paddd, pxor
    VECTOR_ALU y, vpaddd, vpxor
    VECTOR_ALU z, vpaddd, vpxord

    .macro VECTOR_ROTATE w
LOOP rotate_\w
    .rept 8
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    vprold \w\()mm\i, \w\()mm\i, 7
    .endr
    .endr
END_WIDE rotate_\w
    .endm

    VECTOR_ROTATE y
    VECTOR_ROTATE z

/* The basic step of hashes: rotate, three operands in one instruction (here an exclusive or), add. */
LOOP alu_latency
    .rept 32
    vprold xmm0, xmm0, 7
    vpternlogd xmm0, xmm14, xmm15, 0x96
    vpaddd xmm0, xmm0, xmm15
    .endr
END_WIDE alu_latency

LOOP permute_latency
    .rept 96
    vpermq zmm0, zmm15, zmm0
    .endr
END_WIDE permute_latency

/* ---- memory: (turns, source, target, bytes); bytes a multiple of 512, both aligned ---- */

    .macro EIGHT_LOADS w, move, bytes
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    \move \w\()mm\i, [rsi + rax + \i * \bytes]
    .endr
    .endm

    .macro EIGHT_STORES w, move, bytes
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    \move [rdx + rax + \i * \bytes], \w\()mm\i
    .endr
    .endm

/* A turn processes all of the memory; `stores` is EIGHT_STORES or NOTHING. */
    .macro PASS name, w, move, bytes, stores
LOOP \name\()_\w
    xor eax, eax
2:
    EIGHT_LOADS \w, \move, \bytes
    \stores \w, \move, \bytes
    add rax, 8 * \bytes
    cmp rax, rcx
    jb 2b
END_OF \w, \name\()_\w
    .endm

    .macro NOTHING w, move, bytes
    .endm

    PASS read, x, movdqa, 16, NOTHING
    PASS read, y, vmovdqa, 32, NOTHING
    PASS read, z, vmovdqa64, 64, NOTHING
    PASS copy, x, movdqa, 16, EIGHT_STORES
    PASS copy, y, vmovdqa, 32, EIGHT_STORES
    PASS copy, z, vmovdqa64, 64, EIGHT_STORES

    .section .note.GNU-stack, "", @progbits
