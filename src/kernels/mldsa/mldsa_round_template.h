/*
 * Rounding of ML-DSA (FIPS 204 sec. 7.4) in vectors of VEC_LEN coefficients. Included after mldsa_ring_template.h.
 * mldsa_portable.c has the arguments why quotients and hints are right.
 */
enum { GROUP = 4 * VEC_LEN }; /* coefficients whose high bits are stored together */

/* A parameter set's numbers, constants where a loop is inlined. */
struct rounding {
    int32_t gamma2, num_high;
};

INLINE struct rounding rounding_of(unsigned num_high)
{
    return (struct rounding){ ab_mldsa_gamma2(num_high), (int32_t)num_high };
}

static void power2round(ab_mldsa_poly minus_t1, ab_mldsa_poly t0, const ab_mldsa_poly a)
{
    for (unsigned i = 0; i < N; i += VEC_LEN) {
        const vec c = reduce_fully(load(a + i)), high = (c + all((1 << (AB_MLDSA_D - 1)) - 1)) >> AB_MLDSA_D;

        store(minus_t1 + i, -high);
        store(t0 + i, c - (high << AB_MLDSA_D));
    }
}

/* *low, and return the high bits. */
INLINE vec decompose_vec(vec *low, vec a, struct rounding r)
{
    const vec x = reduce_fully(a), shifted = x + all(r.gamma2 - 1);
    const vec high = r.num_high == AB_MLDSA_HIGH_16 ? (shifted >> 9) * all(32801) >> 25
                                                    : (shifted >> 11) * all(11276) >> 20;
    const vec is_over = high == all(r.num_high);

    *low = x - high * all(2 * r.gamma2) + is_over;
    return high & ~is_over;
}

INLINE void decompose_poly(ab_mldsa_bytes high, ab_mldsa_poly low, const ab_mldsa_poly a, struct rounding r)
{
    for (unsigned i = 0; i < N; i += GROUP) {
        vec v[4];

    UNROLL
        for (unsigned j = 0; j < 4; j++) {
            vec rest;

            v[j] = decompose_vec(&rest, load(a + i + j * VEC_LEN), r);
            store(low + i + j * VEC_LEN, rest);
        }
        store_bytes(high + i, v);
    }
}

static void decompose(ab_mldsa_bytes high, ab_mldsa_poly low, const ab_mldsa_poly a, unsigned num_high)
{
    if (num_high == AB_MLDSA_HIGH_16)
        decompose_poly(high, low, a, rounding_of(AB_MLDSA_HIGH_16));
    else
        decompose_poly(high, low, a, rounding_of(AB_MLDSA_HIGH_44));
}

/* all ones where there is a hint */
INLINE vec hint_vec(vec high, vec low, int32_t gamma2)
{
    return (low > all(gamma2)) | (low < all(-gamma2)) | ((low == all(-gamma2)) & (high != all(0)));
}

static unsigned make_hint(ab_mldsa_bytes hints, const ab_mldsa_bytes high, const ab_mldsa_poly low, unsigned num_high)
{
    const int32_t gamma2 = ab_mldsa_gamma2(num_high);
    vec minus_num = { 0 };
    unsigned num = 0;

    for (unsigned i = 0; i < N; i += GROUP) {
        vec v[4];

        UNROLL
        for (unsigned j = 0; j < 4; j++) {
            const unsigned at = i + j * VEC_LEN;
            const vec is_hint = hint_vec(load_bytes(high + at), load(low + at), gamma2);

            minus_num += is_hint;
            v[j] = -is_hint;
        }
        store_bytes(hints + i, v);
    }
    for (unsigned i = 0; i < VEC_LEN; i++)
        num -= (unsigned)minus_num[i];
    return num;
}

/* One more or one less modulo num_high where there is a hint, 1. */
INLINE vec use_hint_vec(vec a, vec hint, struct rounding r)
{
    vec low, high = decompose_vec(&low, a, r);
    const vec is_positive = low > all(0), step = (is_positive & all(2)) - all(1);

    high += step & -hint;
    high += all(r.num_high) & (high >> 31);
    return high & (high < all(r.num_high));
}

INLINE void use_hint_poly(ab_mldsa_bytes high, const ab_mldsa_poly a, const ab_mldsa_bytes hints, struct rounding r)
{
    for (unsigned i = 0; i < N; i += GROUP) {
        vec v[4];

        UNROLL
        for (unsigned j = 0; j < 4; j++)
            v[j] = use_hint_vec(load(a + i + j * VEC_LEN), load_bytes(hints + i + j * VEC_LEN), r);
        store_bytes(high + i, v);
    }
}

static void use_hint(ab_mldsa_bytes high, const ab_mldsa_poly a, const ab_mldsa_bytes hints, unsigned num_high)
{
    if (num_high == AB_MLDSA_HIGH_16)
        use_hint_poly(high, a, hints, rounding_of(AB_MLDSA_HIGH_16));
    else
        use_hint_poly(high, a, hints, rounding_of(AB_MLDSA_HIGH_44));
}
