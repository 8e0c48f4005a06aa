/* Making random messages that fit the mode of a cipher: see message.h. */
#include "message.h"

#include <string.h>

static unsigned long flags_of(const struct cipher *c)
{
    return EVP_CIPHER_get_flags(c->cipher[DEFAULT]);
}

struct mode_traits mode_traits(const struct cipher *c)
{
    struct mode_traits t = { .aead = (flags_of(c) & EVP_CIPH_FLAG_AEAD_CIPHER) != 0, .multiple = 1 };

    switch (EVP_CIPHER_get_mode(c->cipher[DEFAULT])) {
    case EVP_CIPH_CBC_MODE:
        t.cts = t.one_shot = (flags_of(c) & EVP_CIPH_FLAG_CTS) != 0;
        t.padded = !t.cts && !t.aead;
        t.whole_blocks = t.aead; /* AES-CBC-HMAC: outside TLS it is CBC without padding (cbc_hmac_test.c) */
        t.aead = false;
        t.min_len = t.cts ? 16 : 0;
        t.multiple = t.cts ? 1 : 16;
        break;
    case EVP_CIPH_ECB_MODE: t.padded = true, t.multiple = 16; break;
    case EVP_CIPH_GCM_MODE: t.has_iv_len = true; break;
    case EVP_CIPH_OCB_MODE: t.has_iv_len = t.has_tag_len = true; break;
    case EVP_CIPH_CCM_MODE: t.has_iv_len = t.has_tag_len = t.length_first = t.one_shot = true; break;
    case EVP_CIPH_XTS_MODE: t.one_shot = true, t.min_len = 16, t.xts_standard = cipher_is_sm4(c); break;
    case EVP_CIPH_WRAP_MODE:
        t.one_shot = true;
        t.multiple = EVP_CIPHER_get_iv_length(c->cipher[DEFAULT]) == 8 ? 8 : 1;
        t.min_len = t.multiple == 8 ? 16 : 1;
        break;
    case EVP_CIPH_STREAM_CIPHER: t.has_tag_len = t.aead; break;
    case EVP_CIPH_CFB_MODE:
    case EVP_CIPH_OFB_MODE:
    case EVP_CIPH_CTR_MODE: break;
    default: t.one_shot = true; /* SIV, GCM-SIV */
    }
    return t;
}

static size_t random_length(struct random *r, size_t max_len)
{
    static const unsigned near[] = { 0, 1, 15, 16, 17, 31, 32, 33, 48, 64, 96, 127, 128, 129, 240, 256, 512, 1024 };
    size_t len;

    switch (random_below(r, 4)) {
    case 0: len = near[random_below(r, sizeof(near) / sizeof(near[0]))]; break;
    case 1: len = random_below(r, 70); break;
    case 2: len = random_below(r, 300); break;
    default: len = random_below(r, (unsigned)max_len + 1);
    }
    return len < max_len ? len : max_len;
}

/* Return mostly a length that the mode accepts. */
static size_t fit(size_t len, const struct mode_traits *t, unsigned padding, struct random *r)
{
    if (random_chance(r, 4))
        return len;
    if (len < t->min_len)
        len += t->min_len;
    return t->padded && padding ? len : len / t->multiple * t->multiple;
}

static size_t random_iv_len(const struct cipher *c, const struct mode_traits *t, struct random *r)
{
    size_t usual = (size_t)EVP_CIPHER_get_iv_length(c->cipher[DEFAULT]);

    if (!t->has_iv_len || random_chance(r, 60))
        return usual;
    switch (EVP_CIPHER_get_mode(c->cipher[DEFAULT])) {
    case EVP_CIPH_CCM_MODE: return 7 + random_below(r, 7);
    case EVP_CIPH_OCB_MODE: return 1 + random_below(r, 15);
    default: return random_chance(r, 50) ? 16 : 1 + random_below(r, 128);
    }
}

static void choose_variant(struct message *m, const struct mode_traits *t, struct random *r)
{
    static const char *const cts_modes[] = { NULL, "CS1", "CS2", "CS3" }, *const standards[] = { NULL, "GB", "IEEE" };

    m->variant_param = m->variant = NULL;
    if (t->cts)
        m->variant_param = "cts_mode", m->variant = cts_modes[random_below(r, 4)];
    else if (t->xts_standard)
        m->variant_param = "xts_standard", m->variant = standards[random_below(r, 3)];
}

void message_make(struct message *m, const struct cipher *c, struct random *r, size_t max_len)
{
    struct mode_traits t = mode_traits(c);

    random_bytes(r, m->key, sizeof(m->key));
    random_bytes(r, m->iv, sizeof(m->iv));
    if (random_chance(r, 20)) /* the counter is about to wrap */
        memset(m->iv + random_below(r, 14), 0xff, sizeof(m->iv) - 14);
    random_bytes(r, m->aad, sizeof(m->aad));
    random_bytes(r, m->plain, sizeof(m->plain));
    m->padding = random_below(r, 2);
    m->plain_len = fit(random_length(r, max_len), &t, m->padding, r);
    m->aad_len = random_chance(r, 30) ? 0 : random_below(r, random_chance(r, 50) ? 40 : MAX_AAD);
    m->iv_len = random_iv_len(c, &t, r);
    m->tag_len = !t.has_tag_len || random_chance(r, 50) ? 16 : 2 * (2 + random_below(r, 7));
    choose_variant(m, &t, r);
    m->sealed_len = 0;
}

static bool configure(EVP_CIPHER_CTX *ctx, const struct message *m, const struct mode_traits *t)
{
    OSSL_PARAM variant[2] = { OSSL_PARAM_construct_utf8_string(m->variant_param, (char *)m->variant, 0),
                              OSSL_PARAM_END };

    EVP_CIPHER_CTX_set_padding(ctx, (int)m->padding);
    return (!t->has_iv_len || EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IVLEN, (int)m->iv_len, NULL) > 0)
           && (!t->has_tag_len || EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, (int)m->tag_len, NULL) > 0)
           && (m->variant == NULL || EVP_CIPHER_CTX_set_params(ctx, variant));
}

static bool seal_data(EVP_CIPHER_CTX *ctx, struct message *m, const struct mode_traits *t, bool is_wrap)
{
    int len, tail = 0;

    if (t->length_first && !EVP_EncryptUpdate(ctx, NULL, &len, NULL, (int)m->plain_len))
        return false;
    if (t->aead && m->aad_len != 0 && !EVP_EncryptUpdate(ctx, NULL, &len, m->aad, (int)m->aad_len))
        return false;
    if (!EVP_EncryptUpdate(ctx, m->sealed, &len, m->plain, (int)m->plain_len)
        || (!is_wrap && !EVP_EncryptFinal_ex(ctx, m->sealed + len, &tail)))
        return false;
    m->sealed_len = (size_t)(len + tail);
    return !t->aead || EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, (int)m->tag_len, m->tag) > 0;
}

bool message_seal(struct message *m, const struct cipher *c)
{
    struct mode_traits t = mode_traits(c);
    bool is_wrap = EVP_CIPHER_get_mode(c->cipher[DEFAULT]) == EVP_CIPH_WRAP_MODE, ok;
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();

    EVP_CIPHER_CTX_set_flags(ctx, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
    ok = EVP_EncryptInit_ex2(ctx, c->cipher[DEFAULT], NULL, NULL, NULL) && configure(ctx, m, &t)
         && EVP_EncryptInit_ex2(ctx, NULL, m->key, m->iv, NULL) && seal_data(ctx, m, &t, is_wrap);
    EVP_CIPHER_CTX_free(ctx);
    if (!ok)
        m->sealed_len = 0;
    return ok;
}
