/*
 * Ciphers and AEADs: encrypt or decrypt one message through EVP as an application would, with a new IV for each (and 13
 * bytes of associated data for AEADs), keeping the context and its key; or a piece of one message ("encrypt-stream");
 * or one message in a new context ("encrypt-context", "encrypt-fetch"). Only this file knows the order of calls of each
 * mode.
 */
#include <limits.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "lab.h"
#include "messages.h"
#include "names.h"
#include "state.h"
#include "system.h"

#ifndef EVP_CIPH_GCM_SIV_MODE /* OpenSSL 3.2 and later */
# define EVP_CIPH_GCM_SIV_MODE 0x10005
#endif

enum { ROOM = 128, AAD_LEN = 13, TAG_LEN = 16, TLS_VERSION = 0x303, TLS_MOST = 16384 };

/* The order of calls of a mode. */
enum shape {
    SHAPE_PLAIN,  /* init(iv), update, final */
    SHAPE_ONCE,   /* init(iv), one update with the whole message: XTS, CTS, key wrap */
    SHAPE_TLS,    /* AES-CBC-HMAC, used as libssl does: tls1-aad, one update with a record */
    SHAPE_AEAD,   /* init(iv), [tag], associated data, update, final, [tag] */
    SHAPE_CCM,    /* init(iv), [tag], length, associated data, update, [tag] */
    SHAPE_SIV,    /* as AEAD without an IV; the key is set again, since OpenSSL allows one message for each key setup */
    SHAPE_GCM_SIV /* as AEAD, but after an empty AAD, since OpenSSL would add to that of the last message */
};

/* The parts of a message besides its text. in_len: for decryption, the length of the sealed text. */
struct envelope {
    size_t in_len;
    unsigned char iv[16], tag[TAG_LEN];
};

struct cipher_state {
    struct lab_state state;
    EVP_CIPHER *cipher;
    EVP_CIPHER_CTX *ctx;
    OSSL_LIB_CTX *libctx;
    char name[LAB_NAME_LEN];
    enum shape shape;
    enum lab_calls calls;
    int decrypt;
    struct lab_messages messages;
    struct envelope envelopes[LAB_MAX_MESSAGES];
    unsigned char *out;
    size_t prefix, out_len; /* prefix: the length of a record's explicit IV */
    unsigned char key[64], tag[TAG_LEN];
};

/* OpenSSL calls these AEADs, but they have no tag: it belongs to the record. */
static int is_stitched(const EVP_CIPHER *cipher)
{
    const OSSL_PARAM *settable = EVP_CIPHER_settable_ctx_params(cipher);

    return (EVP_CIPHER_get_flags(cipher) & EVP_CIPH_FLAG_AEAD_CIPHER) != 0 && settable != NULL
           && OSSL_PARAM_locate_const(settable, OSSL_CIPHER_PARAM_AEAD_TAG) == NULL;
}

static enum shape find_shape(const EVP_CIPHER *cipher)
{
    if (is_stitched(cipher))
        return SHAPE_TLS;
    switch (EVP_CIPHER_get_mode(cipher)) {
    case EVP_CIPH_XTS_MODE:
    case EVP_CIPH_WRAP_MODE: return SHAPE_ONCE;
    case EVP_CIPH_CCM_MODE: return SHAPE_CCM;
    case EVP_CIPH_SIV_MODE: return SHAPE_SIV;
    case EVP_CIPH_GCM_SIV_MODE: return SHAPE_GCM_SIV;
    default: break;
    }
    if (EVP_CIPHER_get_flags(cipher) & EVP_CIPH_FLAG_AEAD_CIPHER)
        return SHAPE_AEAD;
    return EVP_CIPHER_get_flags(cipher) & EVP_CIPH_FLAG_CTS ? SHAPE_ONCE : SHAPE_PLAIN;
}

/* Return whether it takes update after update. XTS starts each of them anew. */
static int takes_pieces(const EVP_CIPHER *cipher)
{
    enum shape shape = find_shape(cipher);

    return shape == SHAPE_PLAIN || shape == SHAPE_AEAD || EVP_CIPHER_get_mode(cipher) == EVP_CIPH_XTS_MODE;
}

static int is_aead(const struct cipher_state *c)
{
    return c->shape >= SHAPE_AEAD;
}

/* ---- keys ---- */

static int set_mac(struct cipher_state *c, EVP_CIPHER_CTX *ctx)
{
    int version = TLS_VERSION;
    size_t mac_size = 0; /* nothing for the cipher to remove */
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_int(OSSL_CIPHER_PARAM_TLS_VERSION, &version),
        OSSL_PARAM_construct_size_t(OSSL_CIPHER_PARAM_TLS_MAC_SIZE, &mac_size),
        OSSL_PARAM_construct_end(),
    };

    return EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_MAC_KEY, 32, c->key) > 0
           && EVP_CIPHER_CTX_set_params(ctx, params);
}

/* Set the cipher, the key and, unless it is NULL, the IV: by one init, except where parameters come between. */
static int set_key(struct cipher_state *c, EVP_CIPHER_CTX *ctx, int encrypt, const unsigned char *iv)
{
    EVP_CIPHER_CTX_set_flags(ctx, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
    if (c->shape == SHAPE_CCM
        && (!EVP_CipherInit_ex2(ctx, c->cipher, NULL, NULL, encrypt, NULL)
            || EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IVLEN, 12, NULL) <= 0
            || EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, TAG_LEN, NULL) <= 0))
        return 0;
    if (!EVP_CipherInit_ex2(ctx, c->shape == SHAPE_CCM ? NULL : c->cipher, c->key, iv, encrypt, NULL))
        return 0;
    if (c->shape == SHAPE_TLS)
        return set_mac(c, ctx);
    return c->shape != SHAPE_PLAIN || EVP_CIPHER_get_block_size(c->cipher) == 1 || EVP_CIPHER_CTX_set_padding(ctx, 0);
}

/* ---- one message ---- */

static int add_data(struct cipher_state *c, EVP_CIPHER_CTX *ctx, int encrypt, int len, unsigned char *tag)
{
    static const unsigned char aad[AAD_LEN] = { 1, 2, 3, 4, 5, 6, 7, 8, 23, 3, 3, 0, 0 };
    int n;

    if (!encrypt && EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, TAG_LEN, tag) <= 0)
        return 0;
    if (c->shape == SHAPE_CCM && EVP_CipherUpdate(ctx, NULL, &n, NULL, len) <= 0)
        return 0;
    if (c->shape == SHAPE_GCM_SIV && EVP_CipherUpdate(ctx, NULL, &n, aad, 0) <= 0)
        return 0;
    return EVP_CipherUpdate(ctx, NULL, &n, aad, AAD_LEN) > 0;
}

/* Process a record of TLS 1.2. Unlike libssl's it is not in place, so that the same input can be decrypted again. */
static int send_record(struct cipher_state *c, EVP_CIPHER_CTX *ctx, int encrypt, const unsigned char *in, size_t len)
{
    unsigned char aad[AAD_LEN] = { 0, 0, 0, 0, 0, 0, 0, 1, 23, 3, 3, (unsigned char)(len >> 8), (unsigned char)len };
    int n = 0, added = EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_TLS1_AAD, AAD_LEN, aad);

    if (added <= 0 || EVP_CipherUpdate(ctx, c->out, &n, in, (int)len + (encrypt ? added : 0)) <= 0)
        return 0;
    c->out_len = (size_t)n;
    return 1;
}

/*
 * Process a message in a context that has its key and IV. The tag is written when encrypting, and checked when
 * decrypting.
 */
static int finish(struct cipher_state *c, EVP_CIPHER_CTX *ctx, int encrypt, size_t i, unsigned char *tag)
{
    const struct envelope *e = &c->envelopes[i];
    int n = 0, last = 0;

    if (c->shape == SHAPE_TLS)
        return send_record(c, ctx, encrypt, c->messages.text[i], e->in_len);
    if (is_aead(c) && !add_data(c, ctx, encrypt, (int)e->in_len, tag))
        return 0;
    if (EVP_CipherUpdate(ctx, c->out, &n, c->messages.text[i], (int)e->in_len) <= 0)
        return 0;
    if (c->shape != SHAPE_ONCE && (encrypt || c->shape != SHAPE_CCM) && EVP_CipherFinal_ex(ctx, c->out + n, &last) <= 0)
        return 0;
    c->out_len = (size_t)n + (size_t)last;
    return !is_aead(c) || !encrypt || EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, TAG_LEN, tag) > 0;
}

/* Process a message in a context that has its key. */
static int send(struct cipher_state *c, EVP_CIPHER_CTX *ctx, int encrypt, size_t i, unsigned char *tag)
{
    int is_siv = c->shape == SHAPE_SIV;

    if (c->shape != SHAPE_TLS
        && !EVP_CipherInit_ex2(ctx, NULL, is_siv ? c->key : NULL, is_siv ? NULL : c->envelopes[i].iv, -1, NULL))
        return 0;
    return finish(c, ctx, encrypt, i, tag);
}

static int send_in_new_context(struct cipher_state *c, size_t i, unsigned char *tag)
{
    const unsigned char *iv = c->shape == SHAPE_SIV ? NULL : c->envelopes[c->shape == SHAPE_TLS ? 0 : i].iv;
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    int ok = ctx != NULL && set_key(c, ctx, !c->decrypt, iv) && finish(c, ctx, !c->decrypt, i, tag);

    EVP_CIPHER_CTX_free(ctx);
    return ok;
}

static int send_fetched(struct cipher_state *c, size_t i, unsigned char *tag)
{
    EVP_CIPHER *kept = c->cipher;
    int ok;

    c->cipher = EVP_CIPHER_fetch(c->libctx, c->name, NULL);
    ok = c->cipher != NULL && send_in_new_context(c, i, tag);
    EVP_CIPHER_free(c->cipher);
    c->cipher = kept;
    return ok;
}

/* Process `num` pieces of one message, whose end and tag nobody asks for. */
static int run_stream(struct cipher_state *c, size_t num)
{
    int n = 0;

    if (!EVP_CipherInit_ex2(c->ctx, NULL, NULL, c->envelopes[0].iv, -1, NULL))
        return 0;
    for (; num > 0; num--)
        if (EVP_CipherUpdate(c->ctx, c->out, &n, c->messages.text[lab_messages_turn(&c->messages)],
                             (int)c->envelopes[0].in_len)
            <= 0)
            return 0;
    c->out_len = (size_t)n;
    return 1;
}

static int run_cipher(void *state, size_t num)
{
    struct cipher_state *c = state;

    if (c->calls == LAB_CALLS_STREAM)
        return run_stream(c, num);
    for (size_t n = 0; n < num; n++) {
        size_t i = lab_messages_turn(&c->messages);
        struct envelope *e = &c->envelopes[i];
        unsigned char *tag = c->decrypt ? e->tag : c->tag;
        int ok;

        if (!c->decrypt)
            (c->prefix != 0 ? c->messages.text[i] : e->iv)[3]++;
        switch (c->calls) {
        case LAB_CALLS_CONTEXT: ok = send_in_new_context(c, i, tag); break;
        case LAB_CALLS_FETCH: ok = send_fetched(c, i, tag); break;
        default: ok = send(c, c->ctx, !c->decrypt, i, tag); break;
        }
        if (!ok)
            return 0;
    }
    return 1;
}

/* ---- setup ---- */

/* Return the length used for `len` in this mode, cut to whole blocks if the mode requires it; 0 if none fits. */
static size_t fit_length(const struct cipher_state *c, size_t len)
{
    size_t unit = 1, least = 1, most = c->shape == SHAPE_TLS ? TLS_MOST : INT_MAX / 2;

    if (EVP_CIPHER_get_mode(c->cipher) == EVP_CIPH_WRAP_MODE) {
        least = 16;
        unit = EVP_CIPHER_get_iv_length(c->cipher) == 4 ? 1 : 8; /* RFC 5649 pads, RFC 3394 does not */
    } else if (c->shape == SHAPE_ONCE) {
        least = 16;
    } else if (c->shape == SHAPE_PLAIN) {
        unit = (size_t)EVP_CIPHER_get_block_size(c->cipher);
    }
    len = len / unit * unit;
    return len < least || len > most ? 0 : len;
}

/* Replace every message by its encryption. */
static int seal(struct cipher_state *c)
{
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    int ok = ctx != NULL && set_key(c, ctx, 1, c->shape == SHAPE_TLS ? c->envelopes[0].iv : NULL);

    for (size_t i = 0; i < c->messages.num && ok; i++) {
        ok = send(c, ctx, 1, i, c->envelopes[i].tag);
        memcpy(c->messages.text[i], c->out, c->out_len);
        c->envelopes[i].in_len = c->out_len;
    }
    EVP_CIPHER_CTX_free(ctx);
    return ok;
}

static int fetch(struct cipher_state *c, const struct lab_side *side, const struct lab_request *request, char *why)
{
    c->decrypt = strncmp(request->operation, "decrypt", strlen("decrypt")) == 0;
    c->calls = lab_calls_of(request->operation);
    c->libctx = side->libctx;
    snprintf(c->name, sizeof(c->name), "%s", request->algorithm);
    c->cipher = EVP_CIPHER_fetch(side->libctx, request->algorithm, NULL);
    if (c->cipher == NULL)
        return lab_refuse(why, "not offered");
    c->state.provider = OSSL_PROVIDER_get0_name(EVP_CIPHER_get0_provider(c->cipher));
    c->shape = find_shape(c->cipher);
    if (c->calls == LAB_CALLS_STREAM && !takes_pieces(c->cipher))
        return lab_refuse(why, "takes a message as a whole");
    c->state.bytes = fit_length(c, request->bytes);
    if (c->state.bytes == 0)
        return lab_refuse(why, "does not accept messages of this length");
    if (c->shape == SHAPE_TLS && c->decrypt && EVP_CIPHER_get_mode(c->cipher) == EVP_CIPH_STREAM_CIPHER)
        return lab_refuse(why, "a record can be read only after all those before it");
    return 1;
}

static int prepare(struct cipher_state *c, char *why)
{
    c->prefix = c->shape == SHAPE_TLS && EVP_CIPHER_get_mode(c->cipher) == EVP_CIPH_CBC_MODE ? 16 : 0;
    c->ctx = EVP_CIPHER_CTX_new();
    c->out = lab_pages(c->state.bytes + ROOM, why);
    if (c->ctx == NULL || c->out == NULL || !lab_messages_make(&c->messages, c->prefix + c->state.bytes, ROOM, why))
        return 0;
    for (size_t i = 0; i < c->messages.num; i++) {
        c->envelopes[i].in_len = c->messages.len;
        memset(c->envelopes[i].iv, (int)(0xa5 + i), sizeof(c->envelopes[i].iv));
    }
    for (size_t i = 0; i < sizeof(c->key); i++)
        c->key[i] = (unsigned char)(7 * i + 1);
    if ((!c->decrypt || c->calls == LAB_CALLS_STREAM || seal(c))
        && set_key(c, c->ctx, !c->decrypt, c->shape == SHAPE_TLS ? c->envelopes[0].iv : NULL))
        return 1;
    lab_why(why, "cannot be set up with a key and messages alone");
    return 0;
}

static void free_cipher(void *state)
{
    struct cipher_state *c = state;

    EVP_CIPHER_free(c->cipher);
    EVP_CIPHER_CTX_free(c->ctx);
    lab_messages_free(&c->messages);
    lab_pages_free(c->out);
    free(c);
}

static void *new_cipher(const struct lab *lab, const struct lab_side *side, const struct lab_request *request,
                        char *why)
{
    struct cipher_state *c = calloc(1, sizeof(*c));

    (void)lab;
    if (c == NULL || (fetch(c, side, request, why) && prepare(c, why)))
        return c;
    free_cipher(c);
    return NULL;
}

/* ---- outputs ---- */

/* Return whether a key wrap without an IV parameter draws one at random (RFC 3217). */
static int is_random(const struct cipher_state *c)
{
    return !c->decrypt && EVP_CIPHER_get_mode(c->cipher) == EVP_CIPH_WRAP_MODE
           && EVP_CIPHER_get_iv_length(c->cipher) == 0;
}

/* The tag, if any, follows the text. */
static void output_of(const void *state, const unsigned char **out, size_t *len)
{
    const struct cipher_state *c = state;

    *out = c->out + (c->decrypt ? c->prefix : 0);
    *len = is_random(c) ? 0 : c->out_len;
    if (is_aead(c) && !c->decrypt && c->calls != LAB_CALLS_STREAM) {
        memcpy(c->out + c->out_len, c->tag, TAG_LEN);
        *len += TAG_LEN;
    }
}

static void list_ciphers(const struct lab_side *side, lab_found_fn *found, void *arg)
{
    struct lab_names names = { 0 };

    lab_names_of_ciphers(side, &names);
    for (size_t i = 0; i < names.num; i++) {
        EVP_CIPHER *cipher = EVP_CIPHER_fetch(side->libctx, names.list[i].text, NULL);
        const char *provider = cipher == NULL ? "?" : OSSL_PROVIDER_get0_name(EVP_CIPHER_get0_provider(cipher));

        for (const char *const *o = lab_kind_cipher.operations; *o != NULL; o++)
            if (lab_calls_of(*o) != LAB_CALLS_STREAM || cipher == NULL || takes_pieces(cipher))
                found(arg, names.list[i].text, *o, LAB_SIZED, provider);
        EVP_CIPHER_free(cipher);
    }
    ERR_clear_error();
    lab_names_free(&names);
}

const struct lab_kind lab_kind_cipher = {
    .name = "cipher",
    .operations = { "encrypt", "decrypt", "encrypt-stream", "decrypt-stream", "encrypt-context", "decrypt-context",
                    "encrypt-fetch", "decrypt-fetch" },
    .list = list_ciphers,
    .new = new_cipher,
    .free = free_cipher,
    .bytes = lab_state_bytes,
    .provider = lab_state_provider,
    .run = run_cipher,
    .output = output_of,
};
