/* Verification for several keys in step, after curve25519_batch_template.h: the member check. Public. */

/* r = the same element in all lanes. */
static void fe_from_word(struct fe *r, const uint64_t word[4])
{
    vec w[4];

    for (unsigned i = 0; i < 4; i++)
        w[i] = word[i] - (vec){ 0 };
    fe_from_words(r, w);
}

/* Return a mask: a is 0 modulo p. */
static vec fe_is_zero(const struct fe *a)
{
    vec any = { 0 };
    struct fe t;

    fe_reduce_fully(&t, a);
    for (unsigned i = 0; i < NUM_LIMBS; i++)
        any |= t.v[i];
    return (vec)(any == 0);
}

/* fe_decode_negated of fe25519_template.h in each lane. Return a mask: it is a point. */
static vec decode_negated(struct fe *x, struct fe *y, const uint8_t (*in)[32])
{
    struct fe u, v, w, square, d, sqrt_m1;
    vec words[4], is_root, is_root_of_minus;

    fe_from_word(&d, ab_ed25519_d.v);
    fe_from_word(&sqrt_m1, ab_ed25519_sqrt_m1.v);
    load_words(words, in);
    fe_from_words(y, words);
    fe_sqr(&w, y);
    fe_sub(&u, &w, &ONE);
    fe_mul_once(&v, &w, &d);
    fe_add(&v, &v, &ONE);
    fe_sqr(&w, &v);
    fe_mul_once(&w, &w, &v); /* v^3 */
    fe_sqr(x, &w);
    fe_mul_once(x, x, &v);
    fe_mul_once(x, x, &u); /* u v^7 */
    fe_power_root(x, x);
    fe_mul_once(x, x, &w);
    fe_mul_once(x, x, &u);
    fe_sqr(&square, x);
    fe_mul_once(&square, &square, &v);
    fe_sub(&w, &square, &u);
    is_root = fe_is_zero(&w);
    fe_add(&w, &square, &u);
    is_root_of_minus = fe_is_zero(&w);
    fe_mul_once(&w, x, &sqrt_m1);
    fe_select(x, &w, is_root_of_minus & ~is_root);
    fe_sub(&w, &ZERO, x);
    fe_select(x, &w, ~(fe_is_odd(x) ^ (0 - (words[3] >> 63))));
    return is_root | is_root_of_minus;
}

static void to_addend(struct addend *r, const struct point *p, const struct fe *two_d)
{
    fe_add(&r->plus, &p->y, &p->x);
    fe_sub(&r->minus, &p->y, &p->x);
    fe_add(&r->z2, &p->z, &p->z);
    fe_mul(&r->t2d, &p->t, two_d);
}

/* table[i] = (i + 1) p */
static void multiples(struct addend table[NUM_MULTIPLES], const struct point *p)
{
    struct point q = *p;
    struct fe two_d;

    fe_from_word(&two_d, ab_ed25519_2d.v);
    to_addend(&table[0], &q, &two_d);
    for (unsigned i = 1; i < NUM_MULTIPLES; i++) {
        add(&q, &q, &table[0], 0);
        to_addend(&table[i], &q, &two_d);
    }
}

INLINE void look_up_multiple(struct addend *r, const struct addend table[NUM_MULTIPLES], vec magnitude, vec negative)
{
    *r = (struct addend){ .minus = ONE, .plus = ONE };
    fe_add(&r->z2, &ONE, &ONE);
    for (unsigned i = 0; i < NUM_MULTIPLES; i++) {
        vec chosen = (vec)(magnitude == i + 1);

        fe_select(&r->minus, &table[i].minus, chosen);
        fe_select(&r->plus, &table[i].plus, chosen);
        fe_select(&r->z2, &table[i].z2, chosen);
        fe_select(&r->t2d, &table[i].t2d, chosen);
    }
    negate(r, negative);
}

/* Bit i is lane i of the mask. */
static uint32_t lanes_of(vec mask)
{
    uint64_t lane[LANES];
    uint32_t bits = 0;

    memcpy(lane, &mask, sizeof(lane));
    for (unsigned i = 0; i < LANES; i++)
        bits |= (uint32_t)(lane[i] & 1) << i;
    return bits;
}

static uint32_t check(uint8_t (*out)[32], const uint8_t (*s)[32], const uint8_t (*h)[32], const uint8_t (*a)[32])
{
    struct point p = { .y = ONE, .z = ONE }, minus_a = { .z = ONE };
    struct addend table[NUM_MULTIPLES], entry;
    struct digits of_base, of_a;
    vec is_point = decode_negated(&minus_a.x, &minus_a.y, a);

    fe_mul(&minus_a.t, &minus_a.x, &minus_a.y);
    multiples(table, &minus_a);
    cut_digits(&of_base, s);
    cut_digits(&of_a, h);
    for (unsigned i = NUM_DIGITS; i-- > 0;) {
        for (unsigned j = 0; j < 4; j++)
            twice(&p, &p);
        look_up_multiple(&entry, table, of_a.magnitude[i], of_a.negative[i]);
        add(&p, &p, &entry, 0);
        look_up_base(&entry, ab_ed25519_base[0], of_base.magnitude[i], of_base.negative[i]);
        add(&p, &p, &entry, 1);
    }
    encode(out, &p);
    return lanes_of(is_point);
}
