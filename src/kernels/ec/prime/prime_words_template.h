/*
 * The functions of struct ab_prime_words for numbers of NUM words, which the file that includes this defines, in C:
 * mul_NUM, add_NUM, sub_NUM and half_NUM. The file also defines MONT_MUL, a product as words_mont_mul.
 */
#define JOIN(name, num) name##_##num
#define NAMED(name, num) JOIN(name, num)

static void NAMED(mul, NUM)(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *m, uint64_t inverse)
{
    MONT_MUL(r, a, b, m, inverse, NUM);
}

static void NAMED(add, NUM)(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *m)
{
    words_mod_add(r, a, b, m, NUM);
}

static void NAMED(sub, NUM)(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *m)
{
    words_mod_sub(r, a, b, m, NUM);
}

static void NAMED(half, NUM)(uint64_t *r, const uint64_t *a, const uint64_t *m)
{
    words_mod_half(r, a, m, NUM);
}

#undef NUM
#undef NAMED
#undef JOIN
