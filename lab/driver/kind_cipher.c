/*
 * Ciphers and AEADs: one message through EVP, as an application would send it: a new IV for each (13 bytes of associated
 * data for AEADs), the context and its key kept. Each mode's own order of calls is known here and nowhere else.
 */
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/provider.h>
#include <stdlib.h>
#include <string.h>

#include "lab.h"
#include "names.h"

#ifndef EVP_CIPH_GCM_SIV_MODE /* OpenSSL 3.2 and later */
# define EVP_CIPH_GCM_SIV_MODE 0x10005
#endif

enum { MAX_MESSAGES = 8, RING_BYTES = 16384, ROOM = 64, AAD_LEN = 13, TAG_LEN = 16, ALIGNMENT = 4096 };

/* How a mode wants to be called. */
enum shape {
    SHAPE_PLAIN,  /* init(iv), update, final */
    SHAPE_ECB,    /* no IV: update */
    SHAPE_ONCE,   /* init(iv), one update that is the whole message: XTS, CTS, key wrap */
    SHAPE_AEAD,   /* init(iv), [tag], associated data, update, final, [tag] */
    SHAPE_CCM,    /* init(iv), [tag], length, associated data, update, [tag] */
    SHAPE_SIV,    /* as AEAD without an IV; the key is set anew, since OpenSSL's allows one message a key setup */
    SHAPE_GCM_SIV /* as AEAD, but an empty AAD first, since OpenSSL's would add to that of the last message */
};

struct message {
    unsigned char *in;
    size_t in_len;
    unsigned char iv[16], tag[TAG_LEN];
};

struct cipher_state {
    EVP_CIPHER *cipher;
    EVP_CIPHER_CTX *ctx;
    enum shape shape;
    int decrypt;
    size_t num_messages, next;
    struct message messages[MAX_MESSAGES];
    unsigned char *in, *out;
    size_t len, capacity, out_len; /* len: of a message */
    unsigned char key[64], tag[TAG_LEN];
};

static enum shape find_shape(const EVP_CIPHER *cipher)
{
    switch (EVP_CIPHER_get_mode(cipher)) {
    case EVP_CIPH_ECB_MODE: return SHAPE_ECB;
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

static int is_aead(const struct cipher_state *c)
{
    return c->shape >= SHAPE_AEAD;
}

static int set_key(struct cipher_state *c, EVP_CIPHER_CTX *ctx, int encrypt)
{
    EVP_CIPHER_CTX_set_flags(ctx, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
    if (!EVP_CipherInit_ex2(ctx, c->cipher, NULL, NULL, encrypt, NULL))
        return 0;
    if (c->shape == SHAPE_CCM
        && (EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IVLEN, 12, NULL) <= 0
            || EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, TAG_LEN, NULL) <= 0))
        return 0;
    return EVP_CipherInit_ex2(ctx, NULL, c->key, NULL, encrypt, NULL) && EVP_CIPHER_CTX_set_padding(ctx, 0);
}

static unsigned char *allocate(size_t size)
{
    unsigned char *p = aligned_alloc(ALIGNMENT, (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);

    if (p != NULL)
        memset(p, 0x5a, size);
    return p;
}

static void free_cipher(void *state)
{
    struct cipher_state *c = state;

    EVP_CIPHER_free(c->cipher);
    EVP_CIPHER_CTX_free(c->ctx);
    free(c->in);
    free(c->out);
    free(c);
}

static const char *provider_of(const void *state)
{
    const struct cipher_state *c = state;

    return OSSL_PROVIDER_get0_name(EVP_CIPHER_get0_provider(c->cipher));
}

/* The length that stands for `len` under this mode: cut to whole blocks where the mode wants them; 0 if none fits. */
static size_t fit_length(const struct cipher_state *c, size_t len)
{
    size_t unit = 1, least = 1;

    if (EVP_CIPHER_get_mode(c->cipher) == EVP_CIPH_WRAP_MODE) {
        least = 16;
        unit = EVP_CIPHER_get_iv_length(c->cipher) == 4 ? 1 : 8; /* RFC 5649 pads, RFC 3394 does not */
    } else if (c->shape == SHAPE_ONCE) {
        least = 16;
    } else if (!is_aead(c)) {
        unit = (size_t)EVP_CIPHER_get_block_size(c->cipher);
    }
    len = len / unit * unit;
    return len < least ? 0 : len;
}

static size_t bytes_of(const void *state)
{
    const struct cipher_state *c = state;

    return c->len;
}

/* One message, in any context keyed for it. The tag is written (encryption) or wanted (decryption). */
static int send(struct cipher_state *c, EVP_CIPHER_CTX *ctx, int encrypt, const struct message *m, unsigned char *tag)
{
    static const unsigned char aad[AAD_LEN] = { 1, 2, 3, 4, 5, 6, 7, 8, 23, 3, 3, 0, 0 };
    int n = 0, last = 0, len = (int)m->in_len;

    c->out_len = 0;
    if (c->shape != SHAPE_ECB
        && !EVP_CipherInit_ex2(ctx, NULL, c->shape == SHAPE_SIV ? c->key : NULL,
                               c->shape == SHAPE_SIV ? NULL : m->iv, -1, NULL))
        return 0;
    if (is_aead(c)) {
        if (!encrypt && EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, TAG_LEN, tag) <= 0)
            return 0;
        if (c->shape == SHAPE_CCM && EVP_CipherUpdate(ctx, NULL, &n, NULL, len) <= 0)
            return 0;
        if (c->shape == SHAPE_GCM_SIV && EVP_CipherUpdate(ctx, NULL, &n, aad, 0) <= 0)
            return 0;
        if (EVP_CipherUpdate(ctx, NULL, &n, aad, AAD_LEN) <= 0)
            return 0;
    }
    if (EVP_CipherUpdate(ctx, c->out, &n, m->in, len) <= 0)
        return 0;
    if (c->shape != SHAPE_ONCE && (encrypt || c->shape != SHAPE_CCM)
        && EVP_CipherFinal_ex(ctx, c->out + n, &last) <= 0)
        return 0;
    c->out_len = (size_t)n + (size_t)last;
    return !is_aead(c) || !encrypt || EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, TAG_LEN, tag) > 0;
}

/* Turns message m, a plaintext, into what it encrypts to. */
static int seal(struct cipher_state *c, EVP_CIPHER_CTX *ctx, struct message *m)
{
    if (!send(c, ctx, 1, m, m->tag))
        return 0;
    memcpy(m->in, c->out, c->out_len);
    m->in_len = c->out_len;
    return 1;
}

static int seal_all(struct cipher_state *c)
{
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    int ok = ctx != NULL && set_key(c, ctx, 1);

    for (size_t i = 0; i < c->num_messages && ok; i++)
        ok = seal(c, ctx, &c->messages[i]);
    EVP_CIPHER_CTX_free(ctx);
    return ok;
}

/* For decryption, up to eight sealed messages, all within 16 KiB or so, to be opened in turn. */
static int prepare(struct cipher_state *c)
{
    size_t num = RING_BYTES / c->len;

    c->num_messages = num < 1 ? 1 : num > MAX_MESSAGES ? MAX_MESSAGES : num;
    for (size_t i = 0; i < c->num_messages; i++) {
        struct message *m = &c->messages[i];

        m->in = c->in + i * ((c->len + ROOM) / 64 * 64 + 64);
        m->in_len = c->len;
        for (size_t j = 0; j < c->len; j++)
            m->in[j] = (unsigned char)(j + 31 * i);
        memset(m->iv, (int)(0xa5 + i), sizeof(m->iv));
    }
    return !c->decrypt || seal_all(c);
}

static int set_up(struct cipher_state *c, const struct lab_side *side, const struct lab_request *request, char *why)
{
    c->decrypt = strcmp(request->operation, "decrypt") == 0;
    c->cipher = EVP_CIPHER_fetch(side->libctx, request->algorithm, NULL);
    c->ctx = EVP_CIPHER_CTX_new();
    if (c->cipher == NULL || c->ctx == NULL) {
        lab_why(why, "not offered");
        return 0;
    }
    c->shape = find_shape(c->cipher);
    c->len = fit_length(c, request->bytes);
    c->capacity = (c->len > RING_BYTES ? c->len : RING_BYTES) + MAX_MESSAGES * 2 * ROOM;
    c->in = allocate(c->capacity);
    c->out = allocate(c->capacity);
    for (size_t i = 0; i < sizeof(c->key); i++)
        c->key[i] = (unsigned char)(7 * i + 1);
    if (c->in != NULL && c->out != NULL && set_key(c, c->ctx, !c->decrypt) && (c->len == 0 || prepare(c)))
        return 1;
    lab_why(why, "cannot be set up with a key and messages alone");
    return 0;
}

static void *new_cipher(const struct lab *lab, const struct lab_side *side, const struct lab_request *request, char *why)
{
    struct cipher_state *c = calloc(1, sizeof(*c));

    (void)lab;
    if (c == NULL || set_up(c, side, request, why))
        return c;
    free_cipher(c);
    return NULL;
}

static int run_cipher(void *state, size_t num)
{
    struct cipher_state *c = state;

    if (c->len == 0)
        return 0;
    for (size_t i = 0; i < num; i++) {
        struct message *m = &c->messages[c->next];

        if (!c->decrypt)
            m->iv[3]++;
        if (!send(c, c->ctx, !c->decrypt, m, c->decrypt ? m->tag : c->tag))
            return 0;
        if (++c->next == c->num_messages)
            c->next = 0;
    }
    return 1;
}

/* The tag, if there is one, follows the text. */
static void output_of(const void *state, const unsigned char **out, size_t *len)
{
    const struct cipher_state *c = state;

    *out = c->out;
    *len = c->out_len;
    if (is_aead(c) && !c->decrypt) {
        memcpy(c->out + c->out_len, c->tag, TAG_LEN);
        *len += TAG_LEN;
    }
}

struct listing {
    const struct lab_side *side;
    lab_found_fn *found;
    void *arg;
};

/* Called once for each implementation; a fetch by name tells which of them would serve. */
static void list_cipher(EVP_CIPHER *cipher, void *arg)
{
    const struct listing *l = arg;
    struct lab_name name = { "" };
    EVP_CIPHER *served;

    EVP_CIPHER_names_do_all(cipher, lab_name_offer, &name);
    served = EVP_CIPHER_fetch(l->side->libctx, name.text, NULL);
    if (served != NULL) {
        const char *provider = OSSL_PROVIDER_get0_name(EVP_CIPHER_get0_provider(served));

        l->found(l->arg, name.text, "encrypt", LAB_SIZED, provider);
        l->found(l->arg, name.text, "decrypt", LAB_SIZED, provider);
    }
    EVP_CIPHER_free(served);
    ERR_clear_error();
}

static void list_ciphers(const struct lab_side *side, lab_found_fn *found, void *arg)
{
    struct listing listing = { side, found, arg };

    EVP_CIPHER_do_all_provided(side->libctx, list_cipher, &listing);
}

const struct lab_kind lab_kind_cipher = {
    .name = "cipher",
    .list = list_ciphers,
    .new = new_cipher,
    .free = free_cipher,
    .bytes = bytes_of,
    .provider = provider_of,
    .run = run_cipher,
    .output = output_of,
};
