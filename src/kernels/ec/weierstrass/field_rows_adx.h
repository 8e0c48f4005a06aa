/*
 * Rows of products with MULX, and two chains of carries at once: ADCX carries in CF, ADOX in OF. The low words of a row's products
 * are added by one chain, their high words, a word up, by the other. Text for inline assembly whose operands are [a], the address
 * of what is multiplied, rdx, the multiplier, [t], scratch, and those that the macros name.
 */
#ifndef AB_KERNELS_EC_WEIERSTRASS_FIELD_ROWS_ADX_H
#define AB_KERNELS_EC_WEIERSTRASS_FIELD_ROWS_ADX_H

/* The word at this offset times rdx, added to two words; u is scratch. A row begins with both carries clear. */
#define CLEAR "xorl %k[t], %k[t]\n\t"
#define MAC(at, low, high, u) \
    "mulxq " at "(%[a]), %[t], %[" u "]\n\tadcxq %[t], %[" low "]\n\tadoxq %[" u "], %[" high "]\n\t"
/* The last of a row: the high word is a new one, and ends both chains. */
#define MAC_LAST(at, low, high) "mulxq " at "(%[a]), %[t], %[" high "]\n\tadcxq %[t], %[" low "]\n\t" \
    "movl $0, %k[t]\n\tadcxq %[t], %[" high "]\n\tadoxq %[t], %[" high "]\n\t"
/* In a row that is added to nothing: add is addq for the second of its products, then adcq. */
#define MUL(at, add, low, high) "mulxq " at "(%[a]), %[t], %[" high "]\n\t" add " %[t], %[" low "]\n\t"

/* The square of the word at this offset in t, u; and one of them added to twice the word of [w] at this offset. */
#define SQUARE(at) "movq " at "(%[a]), %%rdx\n\tmulxq %%rdx, %[t], %[u]\n\t"
#define TWICE_ADD(at, word) "movq " at "(%[w]), %[x]\n\tadcxq %[x], %[x]\n\t" \
    "adoxq %[" word "], %[x]\n\tmovq %[x], " at "(%[w])\n\t"

#endif
