/*
 * The functions of struct ab_ec_kernels that do not multiply points, for kernels with IFMA: those of WORDS_KERNELS,
 * which the file that includes this one defines. kernels/ec/ec_kernels.h has their contracts.
 */
static int is_on_curve(const uint64_t *x, const uint64_t *y)
{
    return WORDS_KERNELS.is_on_curve(x, y);
}

static int decompress(uint64_t *y, const uint64_t *x, unsigned is_odd)
{
    return WORDS_KERNELS.decompress(y, x, is_odd);
}

static void order_mul(uint64_t *r, const uint64_t *a, const uint64_t *b)
{
    WORDS_KERNELS.order_mul(r, a, b);
}

static void order_invert(uint64_t *r, const uint64_t *a)
{
    WORDS_KERNELS.order_invert(r, a);
}
