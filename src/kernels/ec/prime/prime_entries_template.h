/*
 * The functions of struct ab_ec_kernels for one curve over the shared body (prime_kernels.h). The file that includes
 * this, made by generate/make_prime_curves.py, defines CURVE, the name of the curve and the level, and prime_CURVE
 * before it. So there are base_CURVE, multiply_CURVE, check_CURVE, is_on_curve_CURVE, decompress_CURVE, order_mul_CURVE
 * and order_invert_CURVE.
 */
#define JOIN(name, curve) name##_##curve
#define NAMED(name, curve) JOIN(name, curve)

static void NAMED(base, CURVE)(uint64_t *x, uint64_t *y, const uint64_t *scalar)
{
    ab_prime_base(x, y, scalar, &NAMED(prime, CURVE));
}

static void NAMED(multiply, CURVE)(uint64_t *x, uint64_t *y, const uint64_t *scalar, const uint64_t *px,
                                   const uint64_t *py)
{
    ab_prime_multiply(x, y, scalar, px, py, &NAMED(prime, CURVE));
}

static int NAMED(check, CURVE)(const uint64_t *u, const uint64_t *v, const uint64_t *qx, const uint64_t *qy,
                               const uint64_t *r)
{
    return ab_prime_check(u, v, qx, qy, r, &NAMED(prime, CURVE));
}

static int NAMED(is_on_curve, CURVE)(const uint64_t *x, const uint64_t *y)
{
    return ab_prime_is_on_curve(x, y, &NAMED(prime, CURVE));
}

static int NAMED(decompress, CURVE)(uint64_t *y, const uint64_t *x, unsigned is_odd)
{
    return ab_prime_decompress(y, x, is_odd, &NAMED(prime, CURVE));
}

static void NAMED(order_mul, CURVE)(uint64_t *r, const uint64_t *a, const uint64_t *b)
{
    ab_prime_order_mul(r, a, b, &NAMED(prime, CURVE));
}

static void NAMED(order_invert, CURVE)(uint64_t *r, const uint64_t *a)
{
    ab_prime_order_invert(r, a, &NAMED(prime, CURVE));
}

#undef NAMED
#undef JOIN
#undef CURVE
