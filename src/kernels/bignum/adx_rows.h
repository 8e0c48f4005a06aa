/* clang-format off */
/*
 * Macros of the products with MULX and two chains of carries. A block is the product of eight words of one factor, at
 * rsi, and eight of the other, at rcx. It goes row by row: a row multiplies the eight words at rsi by one word, adds
 * the low halves by ADCX, which carries in CF, and the high halves, one word up, by ADOX, which carries in OF. The
 * eight words that are not final yet are in r8 to r15, rotated by one register each row. A row also adds one word of
 * memory if `add` is 1, and stores the word that becomes final. Nothing overflows: (2^512 - 1) + (2^512 - 1)(2^64 - 1)
 * + (2^64 - 1) = 2^576 - 1.
 *
 * The macros clobber rax, rbx, rdx, rbp and the flags.
 */
#include "kernels/assembly.h"

    .macro CLEAR_ROW
    xor r8d, r8d
    xor r9d, r9d
    xor r10d, r10d
    xor r11d, r11d
    xor r12d, r12d
    xor r13d, r13d
    xor r14d, r14d
    xor r15d, r15d
    .endm

    .macro STORE_ROW at
    mov [\at], r8
    mov [\at + 8], r9
    mov [\at + 16], r10
    mov [\at + 24], r11
    mov [\at + 32], r12
    mov [\at + 40], r13
    mov [\at + 48], r14
    mov [\at + 56], r15
    .endm

/* word i at rsi times rdx */
    .macro STEP i, low, high
    mulx rbx, rax, [rsi + 8 * \i]
    adcx \low, rax
    adox \high, rbx
    .endm

/* The rest of a row whose first word is added: a0 becomes the highest. */
    .macro STEPS_1_TO_7 a0, a1, a2, a3, a4, a5, a6, a7
    STEP 1, \a1, \a2
    STEP 2, \a2, \a3
    STEP 3, \a3, \a4
    STEP 4, \a4, \a5
    STEP 5, \a5, \a6
    STEP 6, \a6, \a7
    mulx \a0, rax, [rsi + 56]
    adcx \a7, rax
    adox \a0, rbp
    adcx \a0, rbp
    .endm

    .macro ROW add, j, a0, a1, a2, a3, a4, a5, a6, a7
    mov rdx, [rcx + 8 * \j]
    xor ebp, ebp
    .if \add
    adox \a0, [rdi + 8 * \j]
    .endif
    STEP 0, \a0, \a1
    mov [rdi + 8 * \j], \a0
    STEPS_1_TO_7 \a0, \a1, \a2, \a3, \a4, \a5, \a6, \a7
    .endm

/* The product goes to eight words at rdi, to which it is added if add is 1, and to r8 to r15. */
    .macro BLOCK add
    ROW \add, 0, r8, r9, r10, r11, r12, r13, r14, r15
    ROW \add, 1, r9, r10, r11, r12, r13, r14, r15, r8
    ROW \add, 2, r10, r11, r12, r13, r14, r15, r8, r9
    ROW \add, 3, r11, r12, r13, r14, r15, r8, r9, r10
    ROW \add, 4, r12, r13, r14, r15, r8, r9, r10, r11
    ROW \add, 5, r13, r14, r15, r8, r9, r10, r11, r12
    ROW \add, 6, r14, r15, r8, r9, r10, r11, r12, r13
    ROW \add, 7, r15, r8, r9, r10, r11, r12, r13, r14
    .endm
