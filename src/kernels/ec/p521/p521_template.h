/*
 * P-521 over fe_add, fe_sub, fe_half, fe_mul and fe_sqr, which the file that includes this defines.
 */
#include "kernels/bignum/adx_words.h"
#include "kernels/ec/p521/p521_element_template.h"

/* r = a^((p + 1) / 4) = a^(2^519), a square root since p is 3 modulo 4. Public. */
static void fe_sqrt(struct fe *r, const struct fe *a)
{
    *r = *a;
    for (unsigned i = 0; i < 519; i++)
        fe_sqr(r, r);
}

#include "kernels/ec/weierstrass/weierstrass_template.h"

/* ---- modulo the order ---- */

/* Montgomery's product modulo the order. */
static void order_product(uint64_t *r, const uint64_t *a, const uint64_t *b)
{
    ab_mont_mul_9_adx(r, a, b, ORDER, 0x1d2f5ccd79a995c7);
}

static void order_mul(uint64_t *r, const uint64_t *a, const uint64_t *b)
{
    static const uint64_t square[NUM_WORDS] = {
        0x137cd04dcf15dd04, 0xf707badce5547ea3, 0x12a78d38794573ff,
        0xd3721ef557f75e06, 0xdd6e23d82e49c7db, 0xcff3d142b7756e3e,
        0x5bcc6d61a8e567bc, 0x2d8e03d1492d0d45, 0x3d,
    };
    uint64_t t[NUM_WORDS];

    order_product(t, a, b);
    order_product(r, t, square);
    ab_wipe(t, sizeof(t));
}

static void order_invert(uint64_t *r, const uint64_t *a)
{
    static const struct ab_invert521_modulus order = {
        { 0x3b6fb71e91386409, 0x2ed726e226711eba, 0x3cc0148f709a5d03, 0x21a1e0efcbe59adf, 0x3ffffffffffffa51,
          0x3fffffffffffffff, 0x3fffffffffffffff, 0x3fffffffffffffff, 0x1ffffff },
        0x22d0a33286566a39,
    };

    ab_invert521(r, a, &order);
}
