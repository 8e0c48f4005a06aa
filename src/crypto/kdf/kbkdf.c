/* Key derivation in counter and in feedback mode (SP 800-108). */
#include "afterburner/kbkdf.h"

#include <string.h>

#include "ct/ct.h"

static void add_number(struct ab_hash_ctx *message, uint32_t number, unsigned len)
{
    uint32_t big_endian = __builtin_bswap32(number);

    ab_hash_update(message, (const uint8_t *)&big_endian + sizeof(big_endian) - len, len);
}

/* The separator, the context and the length. */
static void add_end(struct ab_hash_ctx *message, const struct ab_kbkdf_inputs *in, uint32_t num_bits)
{
    static const uint8_t separator;

    if (in->has_separator)
        ab_hash_update(message, &separator, 1);
    ab_hash_update(message, in->context, in->context_len);
    if (in->has_length)
        add_number(message, num_bits, sizeof(num_bits));
}

void ab_kbkdf_hmac(const struct ab_hmac_key *key, const struct ab_kbkdf_inputs *in, uint8_t *out, size_t out_len)
{
    uint8_t digest[AB_HASH_MAX_DIGEST];
    const uint8_t *last = in->iv;
    size_t digest_len = key->hash->algorithm->digest_len, last_len = in->iv_len;
    uint32_t num_bits = (uint32_t)(8 * out_len);
    struct ab_hash_ctx message;

    for (uint32_t number = 1; out_len != 0; number++) {
        size_t len = out_len < digest_len ? out_len : digest_len;

        ab_hmac_init(&message, key);
        if (in->is_feedback)
            ab_hash_update(&message, last, last_len);
        add_number(&message, number, in->counter_len);
        ab_hash_update(&message, in->label, in->label_len);
        add_end(&message, in, num_bits);
        ab_hmac_final(&message, key, digest);
        last = digest;
        last_len = digest_len;
        memcpy(out, digest, len);
        out += len;
        out_len -= len;
    }
    ab_wipe(digest, digest_len);
}
