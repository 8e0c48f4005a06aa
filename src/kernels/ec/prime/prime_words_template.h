/*
 * The functions of struct ab_prime_words for numbers of NUM words, which the file that includes this defines, in C:
 * ab_prime_mul_NUM, ab_prime_add_NUM, ab_prime_sub_NUM and ab_prime_half_NUM. The file also defines MONT_MUL, a product
 * as words_mont_mul.
 */
#define JOIN(name, num) ab_prime_##name##_##num
#define NAMED(name, num) JOIN(name, num)

void NAMED(mul, NUM)(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *m, uint64_t inverse)
{
    MONT_MUL(r, a, b, m, inverse, NUM);
}

void NAMED(add, NUM)(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *m)
{
    words_mod_add(r, a, b, m, NUM);
}

void NAMED(sub, NUM)(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *m)
{
    words_mod_sub(r, a, b, m, NUM);
}

void NAMED(half, NUM)(uint64_t *r, const uint64_t *a, const uint64_t *m)
{
    words_mod_half(r, a, m, NUM);
}

#undef NUM
#undef NAMED
#undef JOIN
