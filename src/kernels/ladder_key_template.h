/*
 * The Montgomery ladder for one key, RFC 7748 sec. 5: the member `ladder` in the tables of kernels of curve25519 and
 * curve448. Before this come ladder_template.h, fe_cswap, fe_invert, fe_store and ONE of the field, and
 *
 *     LADDER_LEN, LADDER_BITS          bytes of scalar and u-coordinate; bits of the scalar that count
 *     load_u(r, u)                     the element of a u-coordinate, decoded as sec. 5 wants
 */
static void ladder(uint8_t out[LADDER_LEN], const uint8_t scalar[LADDER_LEN], const uint8_t u[LADDER_LEN])
{
    struct rung s = { .x2 = ONE, .z3 = ONE };
    uint64_t swapped = 0;
    struct fe x1;

    load_u(&x1, u);
    s.x3 = x1;
    for (unsigned i = LADDER_BITS; i-- > 0;) {
        uint64_t bit = ab_ct_mask(scalar[i / 8] >> i % 8 & 1);

        fe_cswap(&s.x2, &s.x3, ab_ct_barrier(swapped ^ bit));
        fe_cswap(&s.z2, &s.z3, ab_ct_barrier(swapped ^ bit));
        swapped = bit;
        climb(&s, &x1);
    }
    fe_cswap(&s.x2, &s.x3, swapped);
    fe_cswap(&s.z2, &s.z3, swapped);
    fe_invert(&s.z2, &s.z2);
    fe_mul(&s.x2, &s.x2, &s.z2);
    fe_store(out, &s.x2);
    ab_wipe(&s, sizeof(s));
}
