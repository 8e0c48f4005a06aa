/* Key derivation in counter and in feedback mode (SP 800-108). */
#include "afterburner/kbkdf.h"

#include <string.h>

#include "ct/ct.h"

/* The MAC of one message after another under the same key. */
struct mac {
    const struct ab_hmac_key *hmac; /* NULL: CMAC */
    struct ab_cmac *cmac;
    struct ab_hash_ctx message; /* of HMAC */
    size_t len;
};

static void begin(struct mac *m)
{
    if (m->hmac != NULL)
        ab_hmac_init(&m->message, m->hmac);
    else
        ab_cmac_start(m->cmac);
}

static void add(struct mac *m, const uint8_t *data, size_t len)
{
    if (m->hmac != NULL)
        ab_hash_update(&m->message, data, len);
    else
        ab_cmac_update(m->cmac, data, len);
}

static void end(struct mac *m, uint8_t *tag)
{
    if (m->hmac != NULL)
        ab_hmac_final(&m->message, m->hmac, tag);
    else
        ab_cmac_final(m->cmac, tag);
}

static void add_number(struct mac *m, uint32_t number, unsigned len)
{
    uint32_t big_endian = __builtin_bswap32(number);

    add(m, (const uint8_t *)&big_endian + sizeof(big_endian) - len, len);
}

/* The label and what follows it. */
static void add_fixed(struct mac *m, const struct ab_kbkdf_inputs *in, uint32_t num_bits)
{
    static const uint8_t separator;

    add(m, in->label, in->label_len);
    if (in->has_separator)
        add(m, &separator, 1);
    add(m, in->context, in->context_len);
    if (in->has_length)
        add_number(m, num_bits, sizeof(num_bits));
}

static void derive(struct mac *m, const struct ab_kbkdf_inputs *in, uint8_t *out, size_t out_len)
{
    uint32_t num_bits = (uint32_t)(8 * out_len);
    uint8_t tag[AB_HASH_MAX_DIGEST];
    const uint8_t *last = in->iv;
    size_t last_len = in->iv_len;

    for (uint32_t number = 1; out_len != 0; number++) {
        size_t len = out_len < m->len ? out_len : m->len;

        begin(m);
        if (in->is_feedback)
            add(m, last, last_len);
        add_number(m, number, in->counter_len);
        add_fixed(m, in, num_bits);
        end(m, tag);
        last = tag;
        last_len = m->len;
        memcpy(out, tag, len);
        out += len;
        out_len -= len;
    }
    ab_wipe(tag, sizeof(tag));
}

void ab_kbkdf_hmac(const struct ab_hmac_key *key, const struct ab_kbkdf_inputs *in, uint8_t *out, size_t out_len)
{
    struct mac m;

    m.hmac = key;
    m.len = key->hash->algorithm->digest_len;
    derive(&m, in, out, out_len);
}

void ab_kbkdf_cmac(struct ab_cmac *cmac, const struct ab_kbkdf_inputs *in, uint8_t *out, size_t out_len)
{
    struct mac m;

    m.hmac = NULL;
    m.cmac = cmac;
    m.len = AB_AES_BLOCK;
    derive(&m, in, out, out_len);
}
