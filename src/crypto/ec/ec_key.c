/* Private and public keys, and ECDH. */
#include "crypto/ec/ec_words.h"

int ab_ec_check_private(const struct ab_ec_kernels *c, const uint8_t *private_key)
{
    ab_ec_words k;
    int ok = ab_ec_read_private(c->domain, k, private_key);

    ab_wipe(k, sizeof(k));
    return ok;
}

static void make_public(const struct ab_ec_kernels *c, uint8_t *xy, const ab_ec_words k)
{
    ab_ec_words x, y;

    c->base(x, y, k);
    AB_PUBLIC(x, sizeof(x));
    AB_PUBLIC(y, sizeof(y));
    ab_ec_write_point(c, xy, x, y);
}

int ab_ec_public(const struct ab_ec_kernels *c, uint8_t *xy, const uint8_t *private_key)
{
    ab_ec_words k;

    if (!ab_ec_read_private(c->domain, k, private_key))
        return 0;
    make_public(c, xy, k);
    ab_wipe(k, sizeof(k));
    return 1;
}

int ab_ec_generate(const struct ab_ec_kernels *c, uint8_t *private_key, uint8_t *xy,
                   const struct ab_random_source *random)
{
    ab_ec_words k;

    if (!ab_ec_draw_private(c->domain, k, random))
        return 0;
    ab_words_to_bytes(private_key, ab_curve_order_len(c), k, c->domain->num_words);
    make_public(c, xy, k);
    ab_wipe(k, sizeof(k));
    return 1;
}

int ab_ecdh(const struct ab_ec_kernels *c, uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_xy)
{
    ab_ec_words k, x, y;

    if (!ab_ec_read_point(c, x, y, peer_xy) || !ab_ec_read_private(c->domain, k, private_key))
        return 0;
    c->multiply(x, NULL, k, x, y);
    ab_words_to_bytes(secret, ab_curve_field_len(c), x, c->domain->num_words);
    ab_wipe(k, sizeof(k));
    ab_wipe(x, sizeof(x));
    return 1;
}
