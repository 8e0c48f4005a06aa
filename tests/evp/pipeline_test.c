/*
 * Pipelines (EVP_CipherPipelineEncryptInit and its relatives, OpenSSL 3.5): compare every pipe with the same message
 * alone in the default provider. Covers 0 to 32 pipes of unequal lengths, in pieces, in place and to other memory, new
 * IVs under a key and new keys, copies within a message, wrong tags, and too little room. Earlier releases have no such
 * interface.
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <string.h>

#include "harness.h"

#if OPENSSL_VERSION_NUMBER >= 0x30500000L

enum { MAX_PIPES = 32, MAX_LEN = 1200, ROOM = MAX_LEN + 32, MAX_AAD = 40, TAG = 16 };

struct pipeline {
    const struct cipher *cipher;
    EVP_CIPHER_CTX *ctx;
    struct random rnd;
    size_t num;
    bool enc, pad, in_place, is_aead;
    uint8_t key[32], iv[MAX_PIPES][16], aad[MAX_PIPES][MAX_AAD], tag[MAX_PIPES][TAG];
    uint8_t text[MAX_PIPES][ROOM], sealed[MAX_PIPES][ROOM], got[MAX_PIPES][ROOM];
    size_t aad_len[MAX_PIPES], text_len[MAX_PIPES], sealed_len[MAX_PIPES], got_len[MAX_PIPES];
};

static unsigned num_messages;

static bool is_mode(const struct pipeline *p, int mode)
{
    return EVP_CIPHER_get_mode(p->cipher->cipher[DEFAULT]) == mode;
}

/* Seal message i alone with the default provider. */
static void seal_alone(struct pipeline *p, size_t i)
{
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    int n = 0, last = 0, ignored;

    EVP_EncryptInit_ex2(ctx, p->cipher->cipher[DEFAULT], p->key, p->iv[i], NULL);
    EVP_CIPHER_CTX_set_padding(ctx, p->pad);
    if (p->is_aead && p->aad_len[i] != 0)
        EVP_EncryptUpdate(ctx, NULL, &ignored, p->aad[i], (int)p->aad_len[i]);
    if (!EVP_EncryptUpdate(ctx, p->sealed[i], &n, p->text[i], (int)p->text_len[i])
        || !EVP_EncryptFinal_ex(ctx, p->sealed[i] + n, &last)
        || (p->is_aead && !EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, TAG, p->tag[i])))
        fail("%s: the default provider fails", p->cipher->name);
    p->sealed_len[i] = (size_t)(n + last);
    EVP_CIPHER_CTX_free(ctx);
}

static void draw_messages(struct pipeline *p)
{
    random_bytes(&p->rnd, p->text, sizeof(p->text));
    random_bytes(&p->rnd, p->aad, sizeof(p->aad));
    for (size_t i = 0; i < p->num; i++) {
        p->text_len[i] = random_below(&p->rnd, random_chance(&p->rnd, 40) ? 50 : MAX_LEN);
        if (!p->pad && is_mode(p, EVP_CIPH_CBC_MODE))
            p->text_len[i] &= ~(size_t)15;
        p->aad_len[i] = p->is_aead ? random_below(&p->rnd, MAX_AAD) : 0;
        seal_alone(p, i);
    }
}

static int begin(struct pipeline *p, bool with_key, bool with_iv)
{
    const unsigned char *iv[MAX_PIPES];
    const uint8_t *key = with_key ? p->key : NULL;
    const EVP_CIPHER *cipher = p->cipher->cipher[MODULE];
    size_t key_len = (size_t)EVP_CIPHER_get_key_length(cipher), iv_len = (size_t)EVP_CIPHER_get_iv_length(cipher);
    bool is_fresh = EVP_CIPHER_CTX_get0_cipher(p->ctx)
                    == NULL; /* naming a cipher again makes libcrypto forget the pipes */
    int ok;

    for (size_t i = 0; i < p->num; i++)
        iv[i] = p->iv[i];
    ok = (p->enc ? EVP_CipherPipelineEncryptInit : EVP_CipherPipelineDecryptInit)(
        p->ctx, is_fresh ? cipher : NULL, key, key_len, p->num, with_iv ? iv : NULL, iv_len);
    return ok && EVP_CIPHER_CTX_set_padding(p->ctx, p->pad);
}

static int feed_aad(struct pipeline *p)
{
    const unsigned char *in[MAX_PIPES];
    size_t done[MAX_PIPES];

    for (size_t i = 0; i < p->num; i++)
        in[i] = p->aad[i];
    return EVP_CipherPipelineUpdate(p->ctx, NULL, done, NULL, in, p->aad_len);
}

/*
 * Pass the next piece of each pipe, up to `most` bytes. Returns true while there are more. In place, no part of a block
 * may be held back.
 */
static bool feed(struct pipeline *p, const uint8_t *from[], const size_t len[], size_t at[], size_t most)
{
    const unsigned char *in[MAX_PIPES];
    unsigned char *out[MAX_PIPES];
    size_t in_len[MAX_PIPES], room[MAX_PIPES], done[MAX_PIPES];
    bool more = false;

    for (size_t i = 0; i < p->num; i++) {
        size_t left = len[i] - at[i], piece = random_below(&p->rnd, (unsigned)most);

        in_len[i] = piece < left && !p->in_place ? piece : left;
        in[i] = from[i] + at[i];
        out[i] = p->got[i] + p->got_len[i];
        room[i] = in_len[i] + 32;
        at[i] += in_len[i];
        more = more || at[i] < len[i];
    }
    if (!EVP_CipherPipelineUpdate(p->ctx, out, done, room, in, in_len)) {
        fail("%s: update of %zu pipes fails", p->cipher->name, p->num);
        return false;
    }
    for (size_t i = 0; i < p->num; i++)
        p->got_len[i] += done[i];
    return more;
}

static int finish(struct pipeline *p)
{
    unsigned char *out[MAX_PIPES];
    size_t room[MAX_PIPES], done[MAX_PIPES];

    for (size_t i = 0; i < p->num; i++) {
        out[i] = p->got[i] + p->got_len[i];
        room[i] = 16;
    }
    if (!EVP_CipherPipelineFinal(p->ctx, out, done, room))
        return 0;
    for (size_t i = 0; i < p->num; i++)
        p->got_len[i] += done[i];
    return 1;
}

static int tags(struct pipeline *p, uint8_t tag[][TAG], bool set)
{
    unsigned char *tag_of[MAX_PIPES], **all = tag_of;
    OSSL_PARAM params[] = { OSSL_PARAM_construct_octet_ptr("pipeline-tag", (void **)&all, TAG), OSSL_PARAM_END };

    for (size_t i = 0; i < p->num; i++)
        tag_of[i] = tag[i];
    return set ? EVP_CIPHER_CTX_set_params(p->ctx, params) : EVP_CIPHER_CTX_get_params(p->ctx, params);
}

/* Sometimes continue with a copy made within the message. */
static void maybe_copy(struct pipeline *p)
{
    EVP_CIPHER_CTX *copy;

    if (!random_chance(&p->rnd, 20))
        return;
    copy = EVP_CIPHER_CTX_dup(p->ctx);
    EVP_CIPHER_CTX_free(p->ctx);
    p->ctx = copy;
}

/* Pass all data. Returns 1 if final succeeds. */
static int run(struct pipeline *p)
{
    const uint8_t *from[MAX_PIPES];
    const size_t *len = p->enc ? p->text_len : p->sealed_len;
    size_t at[MAX_PIPES] = { 0 }, most = random_chance(&p->rnd, 50) ? 40 : 2 * MAX_LEN;

    memset(p->got_len, 0, sizeof(p->got_len));
    for (size_t i = 0; i < p->num; i++) {
        const uint8_t *in = p->enc ? p->text[i] : p->sealed[i];

        memcpy(p->got[i], in, ROOM);
        from[i] = p->in_place ? p->got[i] : in;
    }
    if (p->is_aead && !feed_aad(p))
        fail("%s: associated data fails", p->cipher->name);
    while (feed(p, from, len, at, most))
        maybe_copy(p);
    return finish(p);
}

static void check_result(struct pipeline *p)
{
    uint8_t tag[MAX_PIPES][TAG];

    if (p->is_aead && p->enc && !tags(p, tag, false))
        fail("%s: no tags", p->cipher->name);
    for (size_t i = 0; i < p->num; i++) {
        size_t len = p->enc ? p->sealed_len[i] : p->text_len[i];

        num_messages++;
        if (p->got_len[i] != len || memcmp(p->got[i], p->enc ? p->sealed[i] : p->text[i], len) != 0)
            fail("%s: pipe %zu of %zu, %zu bytes, %s: wrong", p->cipher->name, i, p->num, p->text_len[i],
                 p->enc ? "encryption" : "decryption");
        if (p->is_aead && p->enc && memcmp(tag[i], p->tag[i], TAG) != 0)
            fail("%s: pipe %zu of %zu: wrong tag", p->cipher->name, i, p->num);
    }
}

/* With a wrong tag in one pipe, final fails. */
static void check_wrong_tag(struct pipeline *p)
{
    size_t i = random_below(&p->rnd, (unsigned)p->num);
    int ok;

    p->tag[i][3] ^= 0x10;
    ok = begin(p, true, true) && tags(p, p->tag, true) && run(p);
    if (ok)
        fail("%s: the wrong tag of pipe %zu is right", p->cipher->name, i);
    p->tag[i][3] ^= 0x10;
    ERR_clear_error();
}

/* Process all messages in one direction. The key comes with the IVs, before them, or stays that of the last round. */
static void check_round(struct pipeline *p, bool is_new_key)
{
    bool apart = is_new_key && random_chance(&p->rnd, 30);
    int ok = apart ? begin(p, true, false) && begin(p, false, true) : begin(p, is_new_key, true);

    if (!ok || (p->is_aead && !p->enc && !tags(p, p->tag, true)) || !run(p))
        fail("%s: %zu pipes are not worked off", p->cipher->name, p->num);
    else
        check_result(p);
    if (p->is_aead && !p->enc && p->num != 0)
        check_wrong_tag(p);
}

/* A pipe without enough room, or without a start, is an error, and the other pipes are unchanged. */
static void check_refusals(struct pipeline *p)
{
    const unsigned char *in[MAX_PIPES];
    unsigned char *out[MAX_PIPES];
    size_t len[MAX_PIPES], room[MAX_PIPES], done[MAX_PIPES];

    for (size_t i = 0; i < p->num; i++) {
        in[i] = p->text[i];
        out[i] = p->got[i];
        len[i] = 48;
        room[i] = i + 1 == p->num ? 31 : 48;
    }
    memset(p->got, 0xa5, sizeof(p->got));
    if (begin(p, true, true) && EVP_CipherPipelineUpdate(p->ctx, out, done, room, in, len))
        fail("%s: the last of %zu pipes lacks room", p->cipher->name, p->num);
    if (is_mode(p, EVP_CIPH_CBC_MODE) && p->enc && p->got[0][0] != 0xa5)
        fail("%s: a pipe went on when another could not", p->cipher->name);
    if (!EVP_CipherInit_ex2(p->ctx, p->cipher->cipher[MODULE], p->key, p->iv[0], p->enc, NULL)
        || EVP_CipherPipelineUpdate(p->ctx, out, done, len, in, len))
        fail("%s: a pipeline outlives an ordinary init", p->cipher->name);
    ERR_clear_error();
}

static void check_cipher(const struct cipher *c)
{
    struct pipeline p = { .cipher = c, .rnd = { 7 }, .ctx = EVP_CIPHER_CTX_new() };

    p.is_aead = (EVP_CIPHER_get_flags(c->cipher[MODULE]) & EVP_CIPH_FLAG_AEAD_CIPHER) != 0;
    for (p.num = 0; p.num <= MAX_PIPES; p.num++)
        for (unsigned round = 0; round < 8; round++) {
            bool is_new_key = round % 4 < 2 || p.num == 0;

            p.enc = round < 4;
            p.pad = round % 2 == 0;
            p.in_place = random_chance(&p.rnd, 50);
            if (is_new_key)
                random_bytes(&p.rnd, p.key, sizeof(p.key));
            random_bytes(&p.rnd, p.iv, sizeof(p.iv));
            draw_messages(&p);
            check_round(&p, is_new_key || round == 0);
            if (p.num != 0 && round % 4 == 3)
                check_refusals(&p);
            if (p.num != 0 && round % 4 == 3) { /* a final leaves no pipes: the next round sets a key */
                EVP_CIPHER_CTX_free(p.ctx);
                p.ctx = EVP_CIPHER_CTX_new();
            }
        }
    EVP_CIPHER_CTX_free(p.ctx);
}

static const char *const offered[] = {
    "AES-128-CBC", "AES-192-CBC", "AES-256-CBC", "AES-128-GCM", "AES-192-GCM",
    "AES-256-GCM", "AES-128-CTR", "AES-192-CTR", "AES-256-CTR", "ChaCha20-Poly1305"
};

int main(void)
{
    static struct harness h;

    harness_open(&h);
    for (size_t i = 0; i < sizeof(offered) / sizeof(offered[0]); i++) {
        const struct cipher *c = harness_find(&h, offered[i]);

        if (c->cipher[MODULE] == NULL && strcmp(offered[i], "ChaCha20-Poly1305") == 0)
            continue; /* OpenSSL's own is as fast on this processor, or may be */
        if (!EVP_CIPHER_can_pipeline(c->cipher[MODULE], 1) || !EVP_CIPHER_can_pipeline(c->cipher[MODULE], 0))
            fail("%s has no pipeline", offered[i]);
        else
            check_cipher(c);
    }
    printf("%u messages in pipelines, %u failures\n", num_messages, failures);
    harness_close(&h);
    return failures != 0;
}

#else

int main(void)
{
    printf("SKIP: OpenSSL before 3.5 has no pipelines\n");
    return SKIPPED;
}

#endif
