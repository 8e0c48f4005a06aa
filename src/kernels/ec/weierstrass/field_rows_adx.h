/*
 * Rows of products with MULX and two carry chains, for inline assembly of P-384 and P-521: ADCX adds the low words of a
 * row with the carry in CF, ADOX the high words, one word up, with the carry in OF. The operands of the assembly are
 * [a], the address of one factor, rdx, a word of the other factor, [t], scratch, and those that are arguments of the
 * macros.
 */
#ifndef AB_KERNELS_EC_WEIERSTRASS_FIELD_ROWS_ADX_H
#define AB_KERNELS_EC_WEIERSTRASS_FIELD_ROWS_ADX_H

/* Add the word at offset `at` times rdx to low and high; u is scratch. CLEAR begins a row: both carries are 0. */
#define CLEAR "xorl %k[t], %k[t]\n\t"
#define MAC(at, low, high, u) \
    "mulxq " at "(%[a]), %[t], %[" u "]\n\tadcxq %[t], %[" low "]\n\tadoxq %[" u "], %[" high "]\n\t"
/* End a row: as MAC, but high is a new word, which takes both carries. */
#define MAC_LAST(at, low, high) "mulxq " at "(%[a]), %[t], %[" high "]\n\tadcxq %[t], %[" low "]\n\t" \
    "movl $0, %k[t]\n\tadcxq %[t], %[" high "]\n\tadoxq %[t], %[" high "]\n\t"
/* A product of the first row, which is added to nothing: add is addq for the second product of the row, then adcq. */
#define MUL(at, add, low, high) "mulxq " at "(%[a]), %[t], %[" high "]\n\t" add " %[t], %[" low "]\n\t"

/*
 * SQUARE: t, u = the square of the word at offset `at`. TWICE_ADD: double the word of [w] at offset `at` and add word.
 */
#define SQUARE(at) "movq " at "(%[a]), %%rdx\n\tmulxq %%rdx, %[t], %[u]\n\t"
#define TWICE_ADD(at, word) "movq " at "(%[w]), %[x]\n\tadcxq %[x], %[x]\n\t" \
    "adoxq %[" word "], %[x]\n\tmovq %[x], " at "(%[w])\n\t"

#endif
