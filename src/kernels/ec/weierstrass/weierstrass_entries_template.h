/*
 * What multiplies, as the table of kernels has it, over multiply_base and multiply_point of the file that includes this.
 */
static void base(uint64_t *x, uint64_t *y, const uint64_t *scalar)
{
    uint64_t k[NUM_WORDS], negative = make_odd(k, scalar, ORDER, NUM_WORDS);
    struct point p;

    multiply_base(&p, k);
    to_affine(x, y, &p, negative);
    ab_wipe(k, sizeof(k));
    ab_wipe(&p, sizeof(p));
    leave_vectors();
}

static void multiply(uint64_t *x, uint64_t *y, const uint64_t *scalar, const uint64_t *px, const uint64_t *py)
{
    uint64_t k[NUM_WORDS], negative = make_odd(k, scalar, ORDER, NUM_WORDS);
    struct point p, q;

    from_affine(&q, px, py);
    multiply_point(&p, k, &q);
    to_affine(x, y, &p, negative);
    ab_wipe(k, sizeof(k));
    ab_wipe(&p, sizeof(p));
    leave_vectors();
}
