/*
 * Numbers modulo p in the lanes of a register, as poly1305_ifma.h describes them. Include it after OF(vec), OF(all),
 * OF(plus), OF(and), OF(left), OF(right), OF(madd_low) and OF(madd_high). It is included twice.
 */

/* A number in each lane. */
struct OF(numbers) {
    OF(vec) limb[LIMBS];
};

/* f, and twenty times its limbs 1 and 2. */
struct OF(factor) {
    struct OF(numbers) f;
    OF(vec) f20[LIMBS - 1];
};

/* The low and the upper parts of products, limb by limb. */
struct OF(sums) {
    OF(vec) low[LIMBS], high[LIMBS];
};

INLINE OF(vec) OF(mask)(unsigned bits)
{
    return OF(all)(((uint64_t)1 << bits) - 1);
}

INLINE OF(vec) OF(times_5)(OF(vec) a)
{
    return OF(plus)(a, OF(left)(a, 2));
}

/* sums += a f */
INLINE void OF(multiply)(struct OF(sums) * sums, const struct OF(numbers) * a, const struct OF(factor) * f)
{
    UNROLL for (unsigned i = 0; i < LIMBS; i++) {
        UNROLL for (unsigned j = 0; j < LIMBS; j++) {
            const OF(vec) b = i + j < LIMBS ? f->f.limb[j] : f->f20[j - 1];
            const unsigned k = (i + j) % LIMBS;

            sums->low[k] = OF(madd_low)(sums->low[k], a->limb[i], b);
            sums->high[k] = OF(madd_high)(sums->high[k], a->limb[i], b);
        }
    }
}

/*
 * out := the number whose parts these are: low ones below 2^56, upper ones below 2^46. What limb 2 has beyond 42 bits
 * returns as five times as much.
 */
INLINE void OF(carry)(struct OF(numbers) *out, const struct OF(sums) *sums)
{
    const OF(vec) top = OF(times_5)(OF(left)(sums->high[2], 10));
    const OF(vec) limb0 = OF(plus)(sums->low[0], top);
    const OF(vec) limb1 = OF(plus)(OF(plus)(sums->low[1], OF(left)(sums->high[0], 8)), OF(right)(limb0, 44));
    const OF(vec) limb2 = OF(plus)(OF(plus)(sums->low[2], OF(left)(sums->high[1], 8)), OF(right)(limb1, 44));

    out->limb[0] = OF(plus)(OF(and)(limb0, OF(mask)(44)), OF(times_5)(OF(right)(limb2, 42)));
    out->limb[1] = OF(and)(limb1, OF(mask)(44));
    out->limb[2] = OF(and)(limb2, OF(mask)(42));
}

/* out := a f */
INLINE void OF(product)(struct OF(numbers) *out, const struct OF(numbers) *a, const struct OF(factor) *f)
{
    struct OF(sums) sums = { 0 };

    OF(multiply)(&sums, a, f);
    OF(carry)(out, &sums);
}

INLINE void OF(set_factor)(struct OF(factor) *out, const struct OF(numbers) *a)
{
    out->f = *a;
    UNROLL for (unsigned i = 1; i < LIMBS; i++)
        out->f20[i - 1] = OF(left)(OF(times_5)(a->limb[i]), 2);
}
