/* Convert private keys and points between bytes and words, and draw random scalars. */
#include "crypto/ec/ec_words.h"

void ab_ec_leftmost_bits(const struct ab_curve_domain *d, ab_ec_words r, const uint8_t *bytes, size_t len)
{
    const size_t order_len = ab_ec_order_len(d);
    const unsigned shift = (unsigned)(8 * order_len) - d->order_bits;

    ab_words_from_bytes(r, d->num_words, bytes, len < order_len ? len : order_len);
    if (len < order_len || shift == 0)
        return;
    for (unsigned i = 0; i < d->num_words; i++)
        r[i] = r[i] >> shift | (i + 1u < d->num_words ? r[i + 1] << (64 - shift) : 0);
}

/* r = a, with a word `high` above it, less n if that is not negative. */
static void subtract_order(const struct ab_curve_domain *d, ab_ec_words r, const ab_ec_words a, uint64_t high)
{
    ab_ec_words less;
    const uint64_t borrow = ab_words_sub(less, a, d->n, d->num_words);

    ab_words_select(r, ab_ct_mask(borrow & ~high), a, less, d->num_words);
    ab_wipe(less, sizeof(less));
}

void ab_ec_subtract_order_once(const struct ab_curve_domain *d, ab_ec_words r, const ab_ec_words a)
{
    subtract_order(d, r, a, 0);
}

void ab_ec_order_add(const struct ab_curve_domain *d, ab_ec_words r, const ab_ec_words a, const ab_ec_words b)
{
    ab_ec_words sum;
    const uint64_t carry = ab_words_add(sum, a, b, d->num_words);

    subtract_order(d, r, sum, carry);
    ab_wipe(sum, sizeof(sum));
}

int ab_ec_is_scalar(const struct ab_curve_domain *d, const ab_ec_words a)
{
    uint64_t in_range = ab_words_lt(a, d->n, d->num_words) & ~ab_words_is_zero(a, d->num_words);

    AB_PUBLIC(&in_range, sizeof(in_range));
    return in_range != 0;
}

int ab_ec_read_private(const struct ab_curve_domain *d, ab_ec_words r, const uint8_t *private_key)
{
    ab_words_from_bytes(r, d->num_words, private_key, ab_ec_order_len(d));
    if (ab_ec_is_scalar(d, r))
        return 1;
    ab_wipe(r, sizeof(ab_ec_words));
    return 0;
}

int ab_ec_draw_private(const struct ab_curve_domain *d, ab_ec_words k, const struct ab_random_source *random)
{
    const size_t len = ab_ec_order_len(d);
    uint8_t bytes[AB_EC_MAX_ORDER_LEN];

    do {
        if (!random->bytes(random->arg, bytes, len))
            return 0;
        ab_ec_leftmost_bits(d, k, bytes, len);
    } while (!ab_ec_is_scalar(d, k));
    ab_wipe(bytes, sizeof(bytes));
    return 1;
}

int ab_ec_read_point(const struct ab_ec_kernels *c, ab_ec_words x, ab_ec_words y, const uint8_t *xy)
{
    const struct ab_curve_domain *d = c->domain;
    const size_t len = ab_ec_field_len(d);

    ab_words_from_bytes(x, d->num_words, xy, len);
    ab_words_from_bytes(y, d->num_words, xy + len, len);
    return ab_words_lt(x, d->p, d->num_words) && ab_words_lt(y, d->p, d->num_words) && c->is_on_curve(x, y);
}

void ab_ec_write_point(const struct ab_ec_kernels *c, uint8_t *xy, const ab_ec_words x, const ab_ec_words y)
{
    const size_t len = ab_ec_field_len(c->domain);

    ab_words_to_bytes(xy, len, x, c->domain->num_words);
    ab_words_to_bytes(xy + len, len, y, c->domain->num_words);
}
