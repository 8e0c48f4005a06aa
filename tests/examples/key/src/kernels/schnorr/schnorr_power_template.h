/*
 * base^exponent by square and always multiply, from the highest bit. The file that includes this defines before it:
 * NAME; NEEDS; DOMAIN_ONE, the number 1 as its products take it; uint64_t multiply(a, b), a product mod p of such
 * numbers; uint64_t enter(a) and leave(a), the way into that form and out of it.
 */
static uint64_t power(uint64_t base, uint64_t exponent)
{
    uint64_t r = DOMAIN_ONE, b = enter(base), times;

    for (int i = AB_SCHNORR_BITS - 1; i >= 0; i--) {
        r = multiply(r, r);
        times = multiply(r, b);
        r = ab_ct_select(ab_ct_barrier(0 - (exponent >> i & 1)), times, r);
    }
    return leave(r);
}

const struct ab_schnorr_kernels NAME = { NEEDS, power };
