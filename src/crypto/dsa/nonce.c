/* Nonces of DSA, deterministic or hedged: see nonce.h. */
#include "crypto/dsa/nonce.h"

#include <stdlib.h>

#include "ct/ct.h"

enum { EXTRA_LEN = 8 };

static size_t q_len(const struct ab_dsa_nonces *n)
{
    return (n->q_bits + 7) / 8;
}

int ab_dsa_digest_number(const struct ab_modulus *q, size_t q_bits, uint64_t *r, const struct ab_dsa_digest *d)
{
    size_t len = d->len < (q_bits + 7) / 8 ? d->len : (q_bits + 7) / 8;

    return ab_words_from_bytes(r, q->num_words, d->bytes, len) && ab_mod_reduce(q, r, r, q->num_words);
}

/* Whether a candidate is accepted is public: it says nothing about the accepted one. */
static int is_usable(uint64_t good)
{
    AB_PUBLIC(&good, sizeof(good));
    return good != 0;
}

/* ---- RFC 6979 ---- */

/* bits2int of sec. 2.3.2 for as many bytes as q has: the leftmost q_bits bits. */
static void take_leftmost(const struct ab_dsa_nonces *n, uint64_t *r, const uint8_t *bytes, size_t len)
{
    ab_words_from_bytes(r, n->q->num_words, bytes, len);
    for (size_t surplus = 8 * len > n->q_bits ? 8 * len - n->q_bits : 0; surplus > 0; surplus--)
        ab_words_shift_right_1(r, r, 0, n->q->num_words);
}

/* int2octets of sec. 2.3.3 for a number below q. It fits; do not check, since it is secret. */
static void to_octets(const struct ab_dsa_nonces *n, uint8_t *out, const uint64_t *a)
{
    (void)ab_words_to_bytes(out, q_len(n), a, n->q->num_words);
}

/* bits2octets of sec. 2.3.4 */
static int digest_octets(const struct ab_dsa_nonces *n, uint8_t *out)
{
    size_t len = n->digest->len < q_len(n) ? n->digest->len : q_len(n);
    uint64_t *z = malloc(n->q->num_words * sizeof(*z));
    int ok;

    if (z == NULL)
        return 0;
    take_leftmost(n, z, n->digest->bytes, len);
    ok = ab_mod_reduce(n->q, z, z, n->q->num_words);
    to_octets(n, out, z);
    ab_wipe(z, n->q->num_words * sizeof(*z));
    free(z);
    return ok;
}

static int begin_deterministic(struct ab_dsa_nonces *n)
{
    size_t len = 2 * q_len(n);
    uint8_t *seed = malloc(len);
    int ok;

    if (seed == NULL)
        return 0;
    to_octets(n, seed, n->x);
    ok = digest_octets(n, seed + q_len(n));
    if (ok)
        ab_nonce_seed(&n->drbg, n->hash, seed, seed + q_len(n), q_len(n));
    ab_wipe(seed, len);
    free(seed);
    return ok;
}

static int draw_deterministic(struct ab_dsa_nonces *n, uint64_t *k, uint8_t *bytes)
{
    do {
        ab_nonce_next(&n->drbg, bytes, q_len(n));
        take_leftmost(n, k, bytes, q_len(n));
    } while (!is_usable(~ab_words_is_zero(k, n->q->num_words) & ab_words_lt(k, n->q->n, n->q->num_words)));
    return 1;
}

/* ---- hedged ---- */

/* bytes has room for the long number, followed by the private key. */
static int draw_hedged(const struct ab_dsa_nonces *n, uint64_t *k, uint8_t *bytes)
{
    size_t len = q_len(n) + EXTRA_LEN, num = AB_WORDS(len);
    const struct ab_nonce_subject subject = { bytes + len, n->digest->bytes, q_len(n), n->digest->len };
    uint64_t *wide = malloc(num * sizeof(*wide));
    int ok = wide != NULL;

    to_octets(n, bytes + len, n->x);
    do {
        ok = ok && ab_nonce_hedged(n->hash, n->random, &subject, bytes, len)
             && ab_words_from_bytes(wide, num, bytes, len) && ab_mod_reduce(n->q, k, wide, num);
    } while (ok && is_usable(ab_words_is_zero(k, n->q->num_words)));
    if (wide != NULL)
        ab_wipe(wide, num * sizeof(*wide));
    free(wide);
    return ok;
}

int ab_dsa_nonces_begin(struct ab_dsa_nonces *n)
{
    return n->random != NULL || begin_deterministic(n);
}

int ab_dsa_nonces_next(struct ab_dsa_nonces *n, uint64_t *k)
{
    size_t len = 2 * q_len(n) + EXTRA_LEN;
    uint8_t *bytes = malloc(len);
    int ok;

    if (bytes == NULL)
        return 0;
    ok = n->random == NULL ? draw_deterministic(n, k, bytes) : draw_hedged(n, k, bytes);
    ab_wipe(bytes, len);
    free(bytes);
    return ok;
}
