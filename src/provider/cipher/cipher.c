/* The calls and parameters that every cipher shares. */
#include "provider/cipher/cipher.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <string.h>

#include "provider/cipher/pipes.h"
#include "provider/context.h"
#include "provider/error.h"
#include "provider/health.h"
#include "provider/param.h"

static const void *find_kernels(struct ab_provctx *prov, enum ab_family family)
{
    if (family >= AB_FAMILY_CHACHA20 && family <= AB_FAMILY_CHACHA20_POLY1305)
        return ab_health_chacha(prov, family);
    return ab_health_kernels(prov, family);
}

void *ab_cipher_new(void *provctx, const struct ab_cipher_desc *desc)
{
    struct ab_provctx *prov = provctx;
    const void *kernels = find_kernels(prov, desc->family);
    struct ab_cipher *c;

    if (kernels == NULL || (c = ab_context_alloc(prov, desc->ops->ctx_size)) == NULL)
        return NULL;
    memset(c, 0, desc->ops->ctx_size - desc->ops->set_later);
    c->prov = prov;
    c->desc = desc;
    c->kernels = kernels;
    if (desc->ops->prepare != NULL)
        desc->ops->prepare(c);
    return c;
}

void ab_cipher_free(void *ctx)
{
    struct ab_cipher *c = ctx;

    if (c == NULL)
        return;
    ab_pipes_free(c);
    ab_context_free(c, c->desc->ops->ctx_size);
}

void *ab_cipher_dup(void *ctx)
{
    struct ab_cipher *c = ctx, *copy = ab_context_alloc(c->prov, c->desc->ops->ctx_size);

    if (copy == NULL)
        return NULL;
    memcpy(copy, c, c->desc->ops->ctx_size);
    if (ab_pipes_dup(copy, c))
        return copy;
    ab_context_free(copy, c->desc->ops->ctx_size);
    return NULL;
}

/* The usual call, a new IV for a message, has neither pipes nor parameters and ends in that of the mode. */
static inline int init(struct ab_cipher *c, bool enc, const unsigned char *key, size_t key_len, const unsigned char *iv,
                       size_t iv_len, const OSSL_PARAM params[])
{
    if (c->pipes != NULL)
        ab_pipes_free(c);
    c->enc = enc;
    if (params == NULL)
        return c->desc->ops->init(c, key, key_len, iv, iv_len);
    return c->desc->ops->init(c, key, key_len, iv, iv_len) && ab_cipher_set_ctx_params(c, params);
}

int ab_cipher_encrypt_init(void *ctx, const unsigned char *key, size_t key_len, const unsigned char *iv, size_t iv_len,
                           const OSSL_PARAM params[])
{
    return init(ctx, true, key, key_len, iv, iv_len, params);
}

int ab_cipher_decrypt_init(void *ctx, const unsigned char *key, size_t key_len, const unsigned char *iv, size_t iv_len,
                           const OSSL_PARAM params[])
{
    return init(ctx, false, key, key_len, iv, iv_len, params);
}

static int get_param(struct ab_cipher *c, OSSL_PARAM *p)
{
    return ab_param_is(p, AB_PARAM_PIPELINE_TAG) ? ab_pipes_get_tags(c, p) : c->desc->ops->get_param(c, p);
}

static int set_param(struct ab_cipher *c, const OSSL_PARAM *p)
{
    if (ab_param_is(p, AB_PARAM_PIPELINE_TAG))
        return ab_pipes_set_tags(c, p);
    return c->desc->ops->set_param(c, p) && (c->pipes == NULL || ab_pipes_set_param(c, p));
}

int ab_cipher_get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    struct ab_cipher *c = ctx;

    for (; params != NULL && params->key != NULL; params++)
        if (!get_param(c, params)) {
            AB_RAISE_DETAIL(c->prov, AB_R_INVALID_PARAMETER, "%s", params->key);
            return 0;
        }
    return 1;
}

int ab_cipher_set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct ab_cipher *c = ctx;

    for (; params != NULL && params->key != NULL; params++)
        if (!set_param(c, params)) {
            AB_RAISE_DETAIL(c->prov, AB_R_INVALID_PARAMETER, "%s", params->key);
            return 0;
        }
    return 1;
}

int ab_cipher_empty_final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    (void)ctx, (void)out, (void)out_size;
    *out_len = 0;
    return 1;
}

int ab_cipher_check_key_len(const struct ab_cipher *c, size_t key_len)
{
    if (key_len == c->desc->key_len)
        return 1;
    AB_RAISE_DETAIL(c->prov, AB_R_INVALID_KEY_LENGTH, "%zu bytes", key_len);
    return 0;
}

int ab_cipher_check_iv_len(const struct ab_cipher *c, size_t iv_len)
{
    if (iv_len == c->desc->iv_len)
        return 1;
    AB_RAISE_DETAIL(c->prov, AB_R_INVALID_IV_LENGTH, "%zu bytes", iv_len);
    return 0;
}

int ab_cipher_refuse_no_key(const struct ab_cipher *c)
{
    AB_RAISE(c->prov, AB_R_NO_KEY_SET);
    return 0;
}

int ab_cipher_refuse_room(const struct ab_cipher *c, size_t out_size, size_t len)
{
    AB_RAISE_DETAIL(c->prov, AB_R_OUTPUT_BUFFER_TOO_SMALL, "%zu bytes for %zu", out_size, len);
    return 0;
}

int ab_cipher_is_key_len(const struct ab_cipher *c, const OSSL_PARAM *p)
{
    size_t key_len;

    return ab_param_get_size(p, &key_len) && key_len == c->desc->key_len;
}

int ab_cipher_check_fixed_len(const struct ab_cipher *c, const OSSL_PARAM *p)
{
    int is_key = ab_param_is(p, OSSL_CIPHER_PARAM_KEYLEN);
    size_t len;

    if (!is_key && !ab_param_is(p, OSSL_CIPHER_PARAM_IVLEN))
        return 1;
    return ab_param_get_size(p, &len) && (is_key ? ab_cipher_check_key_len : ab_cipher_check_iv_len)(c, len);
}

#define PARAM_ENCRYPT_THEN_MAC "encrypt-then-mac" /* OSSL_CIPHER_PARAM_ENCRYPT_THEN_MAC, since 3.6: stitched ciphers */

const OSSL_PARAM *ab_cipher_gettable_params(void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_MODE, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_BLOCK_SIZE, NULL),
        OSSL_PARAM_int(OSSL_CIPHER_PARAM_AEAD, NULL),
        OSSL_PARAM_int(OSSL_CIPHER_PARAM_CUSTOM_IV, NULL),
        OSSL_PARAM_int(OSSL_CIPHER_PARAM_CTS, NULL),
        OSSL_PARAM_int(OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK, NULL),
        OSSL_PARAM_int(OSSL_CIPHER_PARAM_HAS_RAND_KEY, NULL),
        OSSL_PARAM_int(PARAM_ENCRYPT_THEN_MAC, NULL),
        OSSL_PARAM_END,
    };

    (void)provctx;
    return list;
}

struct answer {
    const char *key;
    uint64_t value;
};

enum { NUM_ANSWERS = 10 };

/* Answer a parameter, if it is known. *next: the answer to try first; set to the one after. */
static int answer_param(const struct answer answers[NUM_ANSWERS], OSSL_PARAM *p, size_t *next)
{
    for (size_t i = 0; i < NUM_ANSWERS; i++) {
        const struct answer *a = &answers[(*next + i) % NUM_ANSWERS];

        if (ab_param_is(p, a->key)) {
            *next = (size_t)(a - answers) + 1;
            return ab_param_set_uint64(p, a->value);
        }
    }
    return 1;
}

/* Every process that uses a cipher pays for this once for each: libcrypto queries all, in the order of the answers. */
int ab_cipher_get_desc_params(const struct ab_cipher_desc *desc, OSSL_PARAM params[])
{
    const struct answer answers[NUM_ANSWERS] = {
        { OSSL_CIPHER_PARAM_BLOCK_SIZE, desc->block_len },
        { OSSL_CIPHER_PARAM_IVLEN, desc->iv_len },
        { OSSL_CIPHER_PARAM_KEYLEN, desc->key_len },
        { OSSL_CIPHER_PARAM_MODE, desc->mode },
        { OSSL_CIPHER_PARAM_AEAD, (desc->flags & AB_CIPHER_AEAD) != 0 },
        { OSSL_CIPHER_PARAM_CUSTOM_IV, (desc->flags & AB_CIPHER_CUSTOM_IV) != 0 },
        { OSSL_CIPHER_PARAM_CTS, (desc->flags & AB_CIPHER_CTS) != 0 },
        { OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK, (desc->flags & AB_CIPHER_TLS1_MULTIBLOCK) != 0 },
        { OSSL_CIPHER_PARAM_HAS_RAND_KEY, (desc->flags & AB_CIPHER_RAND_KEY) != 0 },
        { PARAM_ENCRYPT_THEN_MAC, 0 },
    };
    size_t next = 0;

    for (OSSL_PARAM *p = params; p != NULL && p->key != NULL; p++)
        if (!answer_param(answers, p, &next))
            return 0;
    return 1;
}
