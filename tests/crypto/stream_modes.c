/* The adapters of stream_modes.h, three for each unauthenticated mode, and their table. */
#include "stream_modes.h"

#include <string.h>

#include "afterburner/sm4.h"

static struct ab_ref_key expand(const struct message_key *m)
{
    struct ab_ref_key k;

    ab_ref_expand_for(&k, m->cipher, m->key, m->key_len);
    return k;
}

/* ---- ECB, CBC ---- */

static void ecb_start(void *context, const struct ab_aes_kernels *k, const struct message_key *m, int decrypt)
{
    ab_aes_ecb_set_key(context, k, m->key, m->key_len);
    if (decrypt)
        ab_aes_ecb_prepare_decrypt(context);
}

static void ecb_update(void *context, int decrypt, const uint8_t *in, uint8_t *out, size_t len)
{
    (decrypt ? ab_aes_ecb_decrypt : ab_aes_ecb_encrypt)(context, in, out, len / 16);
}

static void ecb_reference(const struct message_key *m, int decrypt, const uint8_t *in, uint8_t *out, size_t len)
{
    struct ab_ref_key k = expand(m);

    ab_ref_ecb(&k, decrypt, in, out, len);
}

static void ecb_wipe(void *context)
{
    ab_aes_ecb_wipe(context);
}

static void cbc_start(void *context, const struct ab_aes_kernels *k, const struct message_key *m, int decrypt)
{
    struct ab_aes_cbc *c = context;

    ecb_start(&c->aes, k, m, decrypt);
    memcpy(c->iv, m->iv, 16);
}

static void cbc_update(void *context, int decrypt, const uint8_t *in, uint8_t *out, size_t len)
{
    (decrypt ? ab_aes_cbc_decrypt : ab_aes_cbc_encrypt)(context, in, out, len / 16);
}

static void cbc_reference(const struct message_key *m, int decrypt, const uint8_t *in, uint8_t *out, size_t len)
{
    struct ab_ref_key k = expand(m);
    uint8_t iv[16];

    memcpy(iv, m->iv, 16);
    ab_ref_cbc(&k, decrypt, iv, in, out, len);
}

static void cbc_wipe(void *context)
{
    ab_aes_cbc_wipe(context);
}

/* ---- CBC with ciphertext stealing: one message in each call ---- */

static void cts(void *context, enum ab_aes_cts variant, int decrypt, const uint8_t *in, uint8_t *out, size_t len)
{
    (decrypt ? ab_aes_cts_decrypt : ab_aes_cts_encrypt)(context, variant, in, out, len);
}

static void cs1_update(void *context, int decrypt, const uint8_t *in, uint8_t *out, size_t len)
{
    cts(context, AB_AES_CTS_CS1, decrypt, in, out, len);
}

static void cs2_update(void *context, int decrypt, const uint8_t *in, uint8_t *out, size_t len)
{
    cts(context, AB_AES_CTS_CS2, decrypt, in, out, len);
}

static void cs3_update(void *context, int decrypt, const uint8_t *in, uint8_t *out, size_t len)
{
    cts(context, AB_AES_CTS_CS3, decrypt, in, out, len);
}

static void cs1_reference(const struct message_key *m, int decrypt, const uint8_t *in, uint8_t *out, size_t len)
{
    struct ab_ref_key k = expand(m);

    ab_ref_cts(&k, decrypt, 1, m->iv, in, out, len);
}

static void cs2_reference(const struct message_key *m, int decrypt, const uint8_t *in, uint8_t *out, size_t len)
{
    struct ab_ref_key k = expand(m);

    ab_ref_cts(&k, decrypt, 2, m->iv, in, out, len);
}

static void cs3_reference(const struct message_key *m, int decrypt, const uint8_t *in, uint8_t *out, size_t len)
{
    struct ab_ref_key k = expand(m);

    ab_ref_cts(&k, decrypt, 3, m->iv, in, out, len);
}

/* ---- CFB, CFB8, CFB1, OFB ---- */

static void feedback_start(void *context, const struct ab_aes_kernels *k, const struct message_key *m, int decrypt)
{
    struct ab_aes_feedback *c = context;

    (void)decrypt;
    ab_aes_ecb_set_key(&c->aes, k, m->key, m->key_len);
    ab_aes_feedback_set_iv(c, m->iv);
}

static void cfb_update(void *context, int decrypt, const uint8_t *in, uint8_t *out, size_t len)
{
    (decrypt ? ab_aes_cfb_decrypt : ab_aes_cfb_encrypt)(context, in, out, len);
}

static void cfb8_update(void *context, int decrypt, const uint8_t *in, uint8_t *out, size_t len)
{
    (decrypt ? ab_aes_cfb8_decrypt : ab_aes_cfb8_encrypt)(context, in, out, len);
}

static void cfb1_update(void *context, int decrypt, const uint8_t *in, uint8_t *out, size_t len)
{
    (decrypt ? ab_aes_cfb1_decrypt : ab_aes_cfb1_encrypt)(context, in, out, 8 * len);
}

static void ofb_update(void *context, int decrypt, const uint8_t *in, uint8_t *out, size_t len)
{
    (void)decrypt;
    ab_aes_ofb(context, in, out, len);
}

static void cfb_reference(const struct message_key *m, int decrypt, const uint8_t *in, uint8_t *out, size_t len)
{
    struct ab_ref_key k = expand(m);
    uint8_t iv[16];

    memcpy(iv, m->iv, 16);
    ab_ref_cfb(&k, decrypt, iv, in, out, len);
}

static void cfb8_reference(const struct message_key *m, int decrypt, const uint8_t *in, uint8_t *out, size_t len)
{
    struct ab_ref_key k = expand(m);
    uint8_t iv[16];

    memcpy(iv, m->iv, 16);
    ab_ref_cfb8(&k, decrypt, iv, in, out, len);
}

static void cfb1_reference(const struct message_key *m, int decrypt, const uint8_t *in, uint8_t *out, size_t len)
{
    struct ab_ref_key k = expand(m);
    uint8_t iv[16];

    memcpy(iv, m->iv, 16);
    ab_ref_cfb1(&k, decrypt, iv, in, out, 8 * len);
}

static void ofb_reference(const struct message_key *m, int decrypt, const uint8_t *in, uint8_t *out, size_t len)
{
    struct ab_ref_key k = expand(m);
    uint8_t iv[16];

    (void)decrypt;
    memcpy(iv, m->iv, 16);
    ab_ref_ofb(&k, iv, in, out, len);
}

static void feedback_wipe(void *context)
{
    ab_aes_feedback_wipe(context);
}

/* ---- CTR ---- */

static void ctr_start(void *context, const struct ab_aes_kernels *k, const struct message_key *m, int decrypt)
{
    (void)decrypt;
    ab_aes_ctr_set_key(context, k, m->key, m->key_len);
    ab_aes_ctr_set_iv(context, m->iv);
}

static void ctr_update(void *context, int decrypt, const uint8_t *in, uint8_t *out, size_t len)
{
    (void)decrypt;
    ab_aes_ctr_update(context, in, out, len);
}

static void ctr_reference(const struct message_key *m, int decrypt, const uint8_t *in, uint8_t *out, size_t len)
{
    struct ab_ref_key k = expand(m);
    uint8_t iv[16];

    (void)decrypt;
    memcpy(iv, m->iv, 16);
    ab_ref_ctr(&k, iv, in, out, len);
}

static void ctr_wipe(void *context)
{
    ab_aes_ctr_wipe(context);
}

/* ---- XTS: one data unit in each call ---- */

struct xts_unit {
    struct ab_aes_xts xts;
    uint8_t iv[16];
};

static void xts_start(void *context, const struct ab_aes_kernels *k, const struct message_key *m, int decrypt)
{
    struct xts_unit *c = context;

    (void)decrypt;
    ab_aes_xts_set_key(&c->xts, k, m->key, 2 * m->key_len);
    memcpy(c->iv, m->iv, 16);
}

static void xts_update(void *context, int decrypt, const uint8_t *in, uint8_t *out, size_t len)
{
    struct xts_unit *c = context;

    (decrypt ? ab_aes_xts_decrypt : ab_aes_xts_encrypt)(&c->xts, c->iv, in, out, len);
}

static void xts_gb_update(void *context, int decrypt, const uint8_t *in, uint8_t *out, size_t len)
{
    struct xts_unit *c = context;

    (decrypt ? ab_sm4_xts_gb_decrypt : ab_sm4_xts_gb_encrypt)(&c->xts, c->iv, in, out, len);
}

static struct ab_ref_key expand_tweak_key(const struct message_key *m)
{
    struct ab_ref_key k;

    ab_ref_expand_for(&k, m->cipher, m->key + m->key_len, m->key_len);
    return k;
}

static void xts_reference(const struct message_key *m, int decrypt, const uint8_t *in, uint8_t *out, size_t len)
{
    struct ab_ref_key k = expand(m), tweak_key = expand_tweak_key(m);

    ab_ref_xts(&k, &tweak_key, decrypt, m->iv, in, out, len);
}

static void xts_gb_reference(const struct message_key *m, int decrypt, const uint8_t *in, uint8_t *out, size_t len)
{
    struct ab_ref_key k = expand(m), tweak_key = expand_tweak_key(m);

    ab_ref_xts_gb(&k, &tweak_key, decrypt, m->iv, in, out, len);
}

static void xts_wipe(void *context)
{
    struct xts_unit *c = context;

    ab_aes_xts_wipe(&c->xts);
    memset(c->iv, 0, sizeof(c->iv));
}

enum { NOT_192 = 5 };

enum { ALL = 7, LONG = 1100 };

/* name, start, update, wipe, reference, context, unit, shortest, longest, keys, public IV */
const struct stream_mode stream_modes[] = {
    { "ECB", ecb_start, ecb_update, ecb_wipe, ecb_reference, sizeof(struct ab_aes_ecb), 16, 0, LONG, ALL, 0 },
    { "CBC", cbc_start, cbc_update, cbc_wipe, cbc_reference, sizeof(struct ab_aes_cbc), 16, 0, LONG, ALL, 0 },
    { "CBC-CS1", cbc_start, cs1_update, cbc_wipe, cs1_reference, sizeof(struct ab_aes_cbc), 0, 16, LONG, ALL, 0 },
    { "CBC-CS2", cbc_start, cs2_update, cbc_wipe, cs2_reference, sizeof(struct ab_aes_cbc), 0, 16, LONG, ALL, 0 },
    { "CBC-CS3", cbc_start, cs3_update, cbc_wipe, cs3_reference, sizeof(struct ab_aes_cbc), 0, 16, LONG, ALL, 0 },
    { "CFB", feedback_start, cfb_update, feedback_wipe, cfb_reference, sizeof(struct ab_aes_feedback), 1, 0, LONG, ALL,
      0 },
    { "CFB8", feedback_start, cfb8_update, feedback_wipe, cfb8_reference, sizeof(struct ab_aes_feedback), 1, 0, 400,
      ALL, 0 },
    { "CFB1", feedback_start, cfb1_update, feedback_wipe, cfb1_reference, sizeof(struct ab_aes_feedback), 1, 0, 150, 1,
      0 },
    { "OFB", feedback_start, ofb_update, feedback_wipe, ofb_reference, sizeof(struct ab_aes_feedback), 1, 0, LONG, ALL,
      0 },
    { "CTR", ctr_start, ctr_update, ctr_wipe, ctr_reference, sizeof(struct ab_aes_ctr), 1, 0, LONG, ALL, 1 },
    { "XTS", xts_start, xts_update, xts_wipe, xts_reference, sizeof(struct xts_unit), 0, 16, LONG, NOT_192, 0 },
    { "XTS-GB", xts_start, xts_gb_update, xts_wipe, xts_gb_reference, sizeof(struct xts_unit), 0, 16, LONG, NOT_192,
      0 },
};

const size_t num_stream_modes = sizeof(stream_modes) / sizeof(stream_modes[0]);
