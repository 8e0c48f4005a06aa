/*
 * Pass one message in every possible way: in one update; in two, cut at every place; one byte at a time; with a copy
 * made at every place and both copies continued; in place and to other memory; through EVP_Cipher. All must return the
 * bytes that the default provider returns for the whole message. Counters wrap in the message, and final must fail in a
 * context that has refused a forgery.
 */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdio.h>
#include <string.h>

#include "message.h"

enum { MAX_LEN = 70, OUT_SIZE = TWIN_MAX_OUT, ONE_IN = 11, CUTS_ONE_IN = 61 };

static unsigned long ways;

struct way {
    const char *name;
    size_t cut; /* the second update begins here */
    bool in_place, copy;
};

static bool is_mode(const struct cipher *c, int mode)
{
    return EVP_CIPHER_get_mode(c->cipher[MODULE]) == mode;
}

static bool is_wrap(const struct cipher *c)
{
    return is_mode(c, EVP_CIPH_WRAP_MODE);
}

/* Pass everything but the data: cipher, lengths, key, IV, tag, additional data. */
static EVP_CIPHER_CTX *start(const struct cipher *c, const struct message *m, int enc)
{
    struct mode_traits t = mode_traits(c);
    OSSL_PARAM variant[2] = { OSSL_PARAM_construct_utf8_string(m->variant_param, (char *)m->variant, 0),
                              OSSL_PARAM_END };
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    size_t half = m->aad_len / 2;
    int len, ok;

    EVP_CIPHER_CTX_set_flags(ctx, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
    ok = EVP_CipherInit_ex2(ctx, c->cipher[MODULE], NULL, NULL, enc, NULL);
    EVP_CIPHER_CTX_set_padding(ctx, (int)m->padding);
    if (m->variant != NULL)
        ok = ok && EVP_CIPHER_CTX_set_params(ctx, variant);
    if (t.has_iv_len)
        ok = ok && EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IVLEN, (int)m->iv_len, NULL) > 0;
    if (t.has_tag_len && !t.length_first) /* OCB: first the length, then the tag */
        ok = ok && EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, (int)m->tag_len, NULL) > 0;
    if (t.aead && (t.has_tag_len || !enc))
        ok = ok && EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, (int)m->tag_len, enc ? NULL : (void *)m->tag) > 0;
    ok = ok && EVP_CipherInit_ex2(ctx, NULL, m->key, m->iv, enc, NULL);
    if (t.length_first)
        ok = ok && EVP_CipherUpdate(ctx, NULL, &len, NULL, (int)m->plain_len);
    if (t.aead && m->aad_len != 0 && (t.one_shot || half == 0))
        ok = ok && EVP_CipherUpdate(ctx, NULL, &len, m->aad, (int)m->aad_len);
    else if (t.aead && m->aad_len != 0)
        ok = ok && EVP_CipherUpdate(ctx, NULL, &len, m->aad, (int)half)
             && EVP_CipherUpdate(ctx, NULL, &len, m->aad + half, (int)(m->aad_len - half));
    if (ok)
        return ctx;
    EVP_CIPHER_CTX_free(ctx);
    return NULL;
}

/* Pass the rest of a message, from `done` on; *out_len bytes were returned before. In place: `out` holds the input. */
static bool finish(const struct cipher *c, EVP_CIPHER_CTX *ctx, const uint8_t *in, size_t done, size_t len,
                   uint8_t *out, size_t *out_len, bool in_place)
{
    int n = 0;

    if (len != done || done == 0) {
        if (!EVP_CipherUpdate(ctx, out + *out_len, &n, in_place ? out + done : in + done, (int)(len - done)))
            return false;
        *out_len += (size_t)n;
    }
    if (is_wrap(c))
        return true;
    if (!EVP_CipherFinal_ex(ctx, out + *out_len, &n))
        return false;
    *out_len += (size_t)n;
    return true;
}

static void compare(const struct cipher *c, const struct message *m, int enc, const struct way *w, const uint8_t *out,
                    size_t out_len, EVP_CIPHER_CTX *ctx, bool ok)
{
    const uint8_t *want = enc ? m->sealed : m->plain;
    size_t want_len = enc ? m->sealed_len : m->plain_len;
    uint8_t tag[16];

    ways++;
    if (ok && enc && mode_traits(c).aead)
        ok = EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, (int)m->tag_len, tag) > 0
             && memcmp(tag, m->tag, m->tag_len) == 0;
    if (!ok || out_len != want_len || memcmp(out, want, want_len) != 0)
        fail("%s %s %zu bytes, %s, cut at %zu, aad %zu, iv %zu: %s", c->name, enc ? "encrypt" : "decrypt", m->plain_len,
             w->name, w->cut, m->aad_len, m->iv_len, ok ? "wrong bytes" : "refused, or a wrong tag");
}

static void go(const struct cipher *c, const struct message *m, int enc, const struct way *w)
{
    const uint8_t *in = enc ? m->plain : m->sealed;
    size_t len = enc ? m->plain_len : m->sealed_len, out_len = 0, copy_len = 0;
    uint8_t out[OUT_SIZE], copy_out[OUT_SIZE];
    EVP_CIPHER_CTX *ctx = start(c, m, enc), *copy = NULL;
    bool ok = ctx != NULL;
    int n = 0;

    if (w->in_place)
        memcpy(out, in, len);
    if (ok && w->cut != 0) {
        ok = EVP_CipherUpdate(ctx, out, &n, w->in_place ? out : in, (int)w->cut);
        out_len = (size_t)n;
    }
    if (ok && w->copy) {
        copy = EVP_CIPHER_CTX_new();
        memcpy(copy_out, out, sizeof(out));
        copy_len = out_len;
        ok = EVP_CIPHER_CTX_copy(copy, ctx);
    }
    ok = ok && finish(c, ctx, in, w->cut, len, out, &out_len, w->in_place);
    compare(c, m, enc, w, out, out_len, ctx, ok);
    if (copy != NULL) { /* after the original has finished */
        EVP_CIPHER_CTX_reset(ctx);
        ok = finish(c, copy, in, w->cut, len, copy_out, &copy_len, w->in_place);
        compare(c, m, enc, w, copy_out, copy_len, copy, ok);
    }
    EVP_CIPHER_CTX_free(copy);
    EVP_CIPHER_CTX_free(ctx);
}

static void byte_by_byte(const struct cipher *c, const struct message *m, int enc)
{
    struct way w = { .name = "a byte at a time" };
    const uint8_t *in = enc ? m->plain : m->sealed;
    size_t len = enc ? m->plain_len : m->sealed_len, out_len = 0;
    uint8_t out[OUT_SIZE];
    EVP_CIPHER_CTX *ctx = start(c, m, enc);
    bool ok = ctx != NULL;
    int n = 0;

    for (size_t i = 0; i < len && ok; i++) {
        ok = EVP_CipherUpdate(ctx, out + out_len, &n, in + i, 1);
        out_len += (size_t)n;
    }
    if (ok) {
        ok = EVP_CipherFinal_ex(ctx, out + out_len, &n);
        out_len += (size_t)n;
    }
    compare(c, m, enc, &w, out, out_len, ctx, ok);
    EVP_CIPHER_CTX_free(ctx);
}

/* The function below EVP_CipherUpdate: whole blocks, no padding. Left out for modes that have no such function. */
static void through_evp_cipher(const struct cipher *c, const struct message *m, int enc)
{
    struct way w = { .name = "EVP_Cipher" };
    size_t len = enc ? m->plain_len : m->sealed_len;
    uint8_t out[OUT_SIZE];
    EVP_CIPHER_CTX *ctx = start(c, m, enc);
    bool ok = ctx != NULL && EVP_Cipher(ctx, out, enc ? m->plain : m->sealed, (unsigned)len) >= 0;

    if (ok && mode_traits(c).aead)
        ok = EVP_Cipher(ctx, NULL, NULL, 0) >= 0;
    compare(c, m, enc, &w, out, len, ctx, ok);
    EVP_CIPHER_CTX_free(ctx);
}

/* EVP_EncryptInit(3) allows in-place operation where no part of a block is held back. */
static bool may_cut_in_place(const struct cipher *c, int enc, size_t cut)
{
    bool holds = is_mode(c, EVP_CIPH_ECB_MODE) || is_mode(c, EVP_CIPH_CBC_MODE) || is_mode(c, EVP_CIPH_OCB_MODE);

    return cut == 0 || !holds || (cut % 16 == 0 && enc);
}

static void every_way(const struct cipher *c, const struct message *m, int enc)
{
    struct mode_traits t = mode_traits(c);
    size_t len = enc ? m->plain_len : m->sealed_len;
    bool blocks = !t.padded || (m->padding == 0 && len % 16 == 0);
    static unsigned cuts, bytes, whole;

    for (size_t cut = 0; cut <= (t.one_shot ? 0 : len); cut += t.whole_blocks ? 16 : 1) {
        if (!is_turn(&cuts, CUTS_ONE_IN))
            continue;
        go(c, m, enc, &(struct way){ "apart", cut, false, false });
        go(c, m, enc, &(struct way){ "copied", cut, false, true });
        if (may_cut_in_place(c, enc, cut))
            go(c, m, enc, &(struct way){ "in place", cut, true, false });
    }
    if (!t.one_shot && !t.whole_blocks && is_turn(&bytes, ONE_IN))
        byte_by_byte(c, m, enc);
    if (blocks && len != 0 && !t.cts && !is_wrap(c) && is_turn(&whole, ONE_IN))
        through_evp_cipher(c, m, enc);
}

/*
 * Open a forgery: an update or the final is refused, no later final succeeds, and no plaintext is left of refused data.
 */
static void forge(const struct cipher *c, const struct message *m)
{
    struct message forged = *m;
    uint8_t out[OUT_SIZE], before[OUT_SIZE];
    EVP_CIPHER_CTX *ctx;
    int n = 0, updated, ended;

    forged.tag[m->tag_len - 1] ^= 1;
    memset(out, 0xa5, sizeof(out));
    memcpy(before, out, sizeof(out));
    ctx = start(c, &forged, 0);
    if (ctx == NULL) {
        fail("%s: cannot start", c->name);
        return;
    }
    updated = EVP_CipherUpdate(ctx, out, &n, forged.sealed, (int)forged.sealed_len);
    if (!updated)
        for (size_t i = 0; i < sizeof(out); i++)
            if (out[i] != 0 && out[i] != before[i]) {
                fail("%s: a forgery of %zu bytes leaves plaintext", c->name, m->plain_len);
                break;
            }
    ended = EVP_CipherFinal_ex(ctx, out, &n);
    if (ended || EVP_CipherFinal_ex(ctx, out, &n))
        fail("%s: a forgery of %zu bytes ends well", c->name, m->plain_len);
    EVP_CIPHER_CTX_free(ctx);
    ways++;
}

/* Choose IVs from which a counter of 32, 64 or 128 bits wraps soon. */
static void wrap_iv(struct message *m, unsigned which)
{
    memset(m->iv, 0x11 * (int)(which / 4), 16);
    switch (which % 4) {
    case 0: memset(m->iv + 12, 0xff, 4); break;
    case 1: memset(m->iv + 8, 0xff, 8); break;
    case 2: memset(m->iv, 0xff, 16); break;
    default: memset(m->iv + 4, 0xff, 12);
    }
    m->iv[15] = (uint8_t)(m->iv[15] - which % 3);
}

static void try_message(const struct cipher *c, struct message *m, bool all)
{
    static unsigned forgeries;

    if (!message_seal(m, c))
        return;
    if (all) {
        every_way(c, m, 1);
        every_way(c, m, 0);
    } else {
        go(c, m, 1, &(struct way){ "apart", 0, false, false });
        go(c, m, 0, &(struct way){ "in place", 0, true, false });
    }
    if (mode_traits(c).aead && m->plain_len != 0 && is_turn(&forgeries, ONE_IN))
        forge(c, m);
}

static void run_cipher(const struct cipher *c, struct random *r)
{
    static struct message m;
    static unsigned turn;

    for (size_t len = 0; len <= MAX_LEN; len++) {
        message_make(&m, c, r, 0);
        m.plain_len = len;
        try_message(c, &m, true);
    }
    for (unsigned which = 0; which < 24; which++) { /* long enough for the widest kernels */
        if (!is_turn(&turn, ONE_IN))
            continue;
        message_make(&m, c, r, 0);
        m.plain_len = which % 2 == 0 ? 1024 : 1337;
        if (!mode_traits(c).has_iv_len || is_mode(c, EVP_CIPH_GCM_MODE)) {
            wrap_iv(&m, which);
            m.iv_len = is_mode(c, EVP_CIPH_GCM_MODE) ? 16 : m.iv_len;
        }
        try_message(c, &m, false);
    }
}

int main(int argc, char **argv)
{
    static struct harness h;
    struct random rnd = { 5 };
    const char *only = option(argc, argv, "--cipher");

    harness_open(&h);
    for (unsigned i = 0; i < h.num_ciphers && failures < 40; i++)
        if (cipher_is_shared(&h.ciphers[i], only))
            run_cipher(&h.ciphers[i], &rnd);
    printf("%lu ways, %u failures\n", ways, failures);
    harness_close(&h);
    return failures != 0 || ways == 0;
}
