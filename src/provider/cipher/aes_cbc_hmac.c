/*
 * AES-CBC-HMAC-SHA1 and -SHA256 for OpenSSL: libssl's ciphers for records of TLS 1.0 to 1.2 without encrypt-then-MAC
 * (docs/tls-contract.md). The computation is in src/crypto/tls/cbc_hmac.c.
 *
 * After "tlsaad" the next update is one record. Without it they are CBC over whole blocks; the default provider hashes
 * these blocks too, but the hash can never be read, so it is not computed here.
 */
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <string.h>

#include "kernels/aes/aes_kernels.h"
#include "provider/cipher/aes_cbc_hmac_multi.h"
#include "provider/cipher/cipher.h"
#include "provider/error.h"
#include "provider/param.h"

static OSSL_FUNC_cipher_dupctx_fn dup;
static OSSL_FUNC_cipher_encrypt_init_fn encrypt_init;
static OSSL_FUNC_cipher_decrypt_init_fn decrypt_init;
static OSSL_FUNC_cipher_update_fn update;
static OSSL_FUNC_cipher_final_fn final;
static OSSL_FUNC_cipher_cipher_fn cipher;
static OSSL_FUNC_cipher_set_ctx_params_fn set_ctx_params;
static OSSL_FUNC_cipher_gettable_ctx_params_fn gettable_ctx_params;
static OSSL_FUNC_cipher_settable_ctx_params_fn settable_ctx_params;

/* ---- keys and IVs ---- */

static enum ab_hash_id hash_of(const struct ab_cbc_hmac_ctx *c)
{
    return c->head.desc->family == AB_FAMILY_AES_CBC_HMAC_SHA1 ? AB_HASH_SHA1 : AB_HASH_SHA256;
}

static int set_iv(struct ab_cbc_hmac_ctx *c, const uint8_t *iv, size_t iv_len)
{
    if (iv != NULL && iv_len != AB_AES_BLOCK) {
        AB_RAISE_DETAIL(c->head.prov, AB_R_INVALID_IV_LENGTH, "%zu bytes", iv_len);
        return 0;
    }
    if (iv != NULL) {
        memcpy(c->first_iv, iv, AB_AES_BLOCK);
        c->head.iv_set = true;
    }
    if (c->head.iv_set)
        memcpy(c->iv, c->first_iv, AB_AES_BLOCK);
    return 1;
}

/*
 * A new AES key discards the state of the MAC, as in the default provider. Without an IV, start again from the last one
 * set.
 */
static int init(void *ctx, const uint8_t *key, size_t key_len, const uint8_t *iv, size_t iv_len)
{
    struct ab_cbc_hmac_ctx *c = ctx;

    if (!set_iv(c, iv, iv_len))
        return 0;
    if (key != NULL) {
        if (!ab_cipher_check_key_len(&c->head, key_len))
            return 0;
        ab_cbc_hmac_set_key(&c->key, c->head.kernels, hash_of(c), key, key_len);
        c->head.key_set = true;
        c->can_decrypt = c->has_nonce = false;
        c->multi.len = 0;
    }
    if (key != NULL || c->aad.enc != c->head.enc)
        c->aad.is_set = false;
    if (!c->head.enc && c->head.key_set && !c->can_decrypt) {
        ab_aes_ecb_prepare_decrypt(&c->key.aes);
        c->can_decrypt = true;
    }
    return 1;
}

/* The copy gets a nonce of its own, so its explicit IVs differ from the original's. */
static void *dup(void *ctx)
{
    struct ab_cbc_hmac_ctx *copy = ab_cipher_dup(ctx);

    if (copy == NULL || !copy->has_nonce)
        return copy;
    copy->has_nonce = false;
    if (ab_multi_seed(copy))
        return copy;
    ab_cipher_free(copy);
    return NULL;
}

static int set_mac_key(struct ab_cbc_hmac_ctx *c, const OSSL_PARAM *p)
{
    const uint8_t *key;
    size_t len;

    if (!ab_param_get_octets(p, &key, &len) || (key == NULL && len != 0) || !ab_cipher_has_key(&c->head))
        return 0;
    ab_cbc_hmac_set_mac_key(&c->key, key, len);
    return 1;
}

/* ---- records ---- */

static size_t record_len(const uint8_t aad[AB_TLS_RECORD_AAD])
{
    return (size_t)aad[AB_TLS_RECORD_AAD - 2] << 8 | aad[AB_TLS_RECORD_AAD - 1];
}

static size_t prefix_len(const struct ab_cbc_hmac_ctx *c)
{
    return ab_has_explicit_iv(c->aad.bytes) ? AB_AES_BLOCK : 0;
}

/*
 * The length in the AAD is that of explicit IV and data. It is ignored when decrypting, since only the padding reveals
 * the length of the data.
 */
static int set_aad(struct ab_cbc_hmac_ctx *c, const OSSL_PARAM *p)
{
    const uint8_t *aad;
    size_t len;

    c->aad.is_set = false;
    if (!ab_param_get_octets(p, &aad, &len) || aad == NULL || len != AB_TLS_RECORD_AAD || !ab_cipher_has_key(&c->head))
        return 0;
    memcpy(c->aad.bytes, aad, len);
    if (c->head.enc) {
        if (record_len(aad) < prefix_len(c))
            return 0;
        len = record_len(aad) - prefix_len(c);
        c->aad.added = ab_cbc_hmac_sealed_len(&c->key, len) - len;
    } else {
        c->aad.added = c->key.hash->algorithm->digest_len;
    }
    c->aad.enc = c->head.enc;
    c->aad.is_set = true;
    return 1;
}

static int fail(const struct ab_cbc_hmac_ctx *c, const char *why)
{
    AB_RAISE_DETAIL(c->head.prov, AB_R_CIPHER_OPERATION_FAILED, "%s", why);
    return 0;
}

static int seal(struct ab_cbc_hmac_ctx *c, uint8_t *out, const uint8_t *in, size_t len)
{
    size_t prefix = prefix_len(c), data_len = record_len(c->aad.bytes) - prefix;

    if (len != prefix + ab_cbc_hmac_sealed_len(&c->key, data_len))
        return fail(c, "not the length that tlsaad and tlsaadpad say");
    ab_cbc_hmac_seal(&c->key, c->iv, c->aad.bytes, in, out, prefix, data_len);
    return 1;
}

/*
 * The explicit IV of TLS 1.1 and later. The default provider decrypts it too with SHA-256, as the first block of the
 * record, and leaves it as it is with SHA-1; only a caller who reads the whole buffer sees the difference.
 */
static void take_explicit_iv(struct ab_cbc_hmac_ctx *c, uint8_t *out, const uint8_t *in)
{
    const struct ab_aes_kernels *kernels = c->head.kernels;

    if (hash_of(c) == AB_HASH_SHA256)
        kernels->cbc_decrypt(&c->key.aes.key, c->iv, in, out, 1);
    else
        memcpy(c->iv, in, AB_AES_BLOCK);
}

static int open_record(struct ab_cbc_hmac_ctx *c, uint8_t *out, const uint8_t *in, size_t len, size_t *data_len)
{
    size_t prefix = prefix_len(c);

    if (len < prefix + c->key.hash->algorithm->digest_len + 1)
        return fail(c, "a record of a wrong length");
    if (prefix != 0)
        take_explicit_iv(c, out, in);
    if (ab_cbc_hmac_open(&c->key, c->iv, c->aad.bytes, in + prefix, out + prefix, len - prefix, data_len))
        return 1;
    if (hash_of(c) == AB_HASH_SHA256)
        memset(out, 0, prefix);
    return fail(c, "padding or MAC");
}

static int crypt_blocks(struct ab_cbc_hmac_ctx *c, uint8_t *out, const uint8_t *in, size_t len)
{
    const struct ab_aes_kernels *kernels = c->head.kernels;

    if (c->head.enc)
        kernels->cbc_encrypt(&c->key.aes.key, c->iv, in, out, len / AB_AES_BLOCK);
    else
        kernels->cbc_decrypt(&c->key.aes.key, c->iv, in, out, len / AB_AES_BLOCK);
    return 1;
}

/*
 * Process one record if tlsaad is set, otherwise whole blocks. *data_len is the number of data bytes of a received
 * record, otherwise len.
 */
static int crypt(struct ab_cbc_hmac_ctx *c, uint8_t *out, const uint8_t *in, size_t len, size_t *data_len)
{
    bool is_record = c->aad.is_set;

    c->aad.is_set = false;
    *data_len = len;
    if (len == 0)
        return 1;
    if (out == NULL || in == NULL || len % AB_AES_BLOCK != 0)
        return fail(c, "no whole blocks, or nowhere to put them");
    if (!is_record)
        return crypt_blocks(c, out, in, len);
    return c->head.enc ? seal(c, out, in, len) : open_record(c, out, in, len, data_len);
}

static int update(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                  size_t in_len)
{
    struct ab_cbc_hmac_ctx *c = ctx;
    size_t data_len;

    *out_len = 0;
    if (!ab_cipher_has_key(&c->head) || !ab_cipher_has_room(&c->head, out_size, in_len))
        return 0;
    if (!c->head.enc && c->tls_version != 0 && !c->aad.is_set)
        return fail(c, "a record without tlsaad");
    if (!crypt(c, out, in, in_len, &data_len))
        return 0;
    *out_len = c->tls_version != 0 ? data_len : in_len;
    return 1;
}

/* EVP_Cipher: the returned length is always that of the input. */
static int cipher(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                  size_t in_len)
{
    struct ab_cbc_hmac_ctx *c = ctx;
    size_t data_len;

    if (!ab_cipher_has_key(&c->head) || !ab_cipher_has_room(&c->head, out_size, in_len)
        || !crypt(c, out, in, in_len, &data_len))
        return 0;
    *out_len = in_len;
    return 1;
}

static int final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    struct ab_cbc_hmac_ctx *c = ctx;

    return ab_cipher_has_key(&c->head) && ab_cipher_empty_final(ctx, out, out_len, out_size);
}

/* ---- parameters ---- */

static int set_param(void *ctx, const OSSL_PARAM *p, const OSSL_PARAM params[])
{
    struct ab_cbc_hmac_ctx *c = ctx;

    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TLS1_AAD))
        return set_aad(c, p);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_MAC_KEY))
        return set_mac_key(c, p);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_TLS_VERSION))
        return ab_param_get_uint(p, &c->tls_version);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_KEYLEN))
        return ab_cipher_is_key_len(&c->head, p);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK_MAX_SEND_FRAGMENT))
        return ab_param_get_size(p, &c->multi.max_fragment);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK_AAD))
        return ab_multi_set_aad(c, p, params);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK_ENC))
        return ab_multi_encrypt(c, p, params);
    return 1;
}

/* Not the function that all ciphers share, because some parameters are read together with others of the same list. */
static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct ab_cipher *head = ctx;

    for (const OSSL_PARAM *p = params; p != NULL && p->key != NULL; p++)
        if (!set_param(ctx, p, params)) {
            AB_RAISE_DETAIL(head->prov, AB_R_INVALID_PARAMETER, "%s", p->key);
            return 0;
        }
    return 1;
}

static int init_and_set(void *ctx, bool enc, const uint8_t *key, size_t key_len, const uint8_t *iv, size_t iv_len,
                        const OSSL_PARAM params[])
{
    struct ab_cipher *head = ctx;

    head->enc = enc;
    return init(ctx, key, key_len, iv, iv_len) && set_ctx_params(ctx, params);
}

static int encrypt_init(void *ctx, const unsigned char *key, size_t key_len, const unsigned char *iv, size_t iv_len,
                        const OSSL_PARAM params[])
{
    return init_and_set(ctx, true, key, key_len, iv, iv_len, params);
}

static int decrypt_init(void *ctx, const unsigned char *key, size_t key_len, const unsigned char *iv, size_t iv_len,
                        const OSSL_PARAM params[])
{
    return init_and_set(ctx, false, key, key_len, iv, iv_len, params);
}

static int get_param(void *ctx, OSSL_PARAM *p)
{
    struct ab_cbc_hmac_ctx *c = ctx;

    if (ab_param_is(p, OSSL_CIPHER_PARAM_AEAD_TLS1_AAD_PAD))
        return ab_param_set_uint64(p, c->aad.added);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_KEYLEN))
        return ab_param_set_uint64(p, c->head.desc->key_len);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_IVLEN))
        return ab_param_set_uint64(p, AB_AES_BLOCK);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_IV))
        return ab_param_set_octets(p, c->first_iv, AB_AES_BLOCK);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_UPDATED_IV))
        return ab_param_set_octets(p, c->iv, AB_AES_BLOCK);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK_MAX_BUFSIZE))
        return ab_multi_get_buffer_size(c, p);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK_INTERLEAVE))
        return ab_param_set_uint64(p, c->multi.num);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK_AAD_PACKLEN))
        return ab_param_set_uint64(p, c->multi.packed_len);
    if (ab_param_is(p, OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK_ENC_LEN))
        return ab_param_set_uint64(p, c->multi.done_len);
    return 1;
}

static const OSSL_PARAM *gettable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK_MAX_BUFSIZE, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK_INTERLEAVE, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK_AAD_PACKLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK_ENC_LEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD_PAD, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_IV, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_UPDATED_IV, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx, (void)provctx;
    return list;
}

/*
 * All releases accept "tls-version", and an octet string as "tls1multi_aad". But before 4.0 the list of parameters
 * lacks the former, and it declares the latter as a number, except in 3.5.9 and later releases of 3.5.
 */
static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    enum { NUM_SINCE_4_0 = 1, NUM_AAD_AS_OCTETS = 2 }; /* how many the older lists lack at their start */
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_TLS_VERSION, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK_AAD, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_MAC_KEY, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD, NULL, 0),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK_MAX_SEND_FRAGMENT, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK_AAD, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK_INTERLEAVE, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK_ENC, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK_ENC_IN, NULL, 0),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_END,
    };
    const unsigned release = ((const struct ab_provctx *)provctx)->release;

    (void)ctx;
    if (release >= AB_RELEASE(4, 0))
        return list;
    return list + (ab_release_is_of_3_5(release, 9) ? NUM_SINCE_4_0 : NUM_AAD_AS_OCTETS);
}

/* ---- names ---- */

static const struct ab_cipher_ops ops = {
    .ctx_size = sizeof(struct ab_cbc_hmac_ctx),
    .init = init,
    .get_param = get_param,
    .update = update,
    .cipher = cipher,
};

enum { FLAGS = AB_CIPHER_AEAD | AB_CIPHER_TLS1_MULTIBLOCK };

#define CONTEXTS                                                                                              \
    AB_FN(FREECTX, ab_cipher_free), AB_FN(DUPCTX, dup), AB_FN(GETTABLE_PARAMS, ab_cipher_gettable_params)
#define CALLS                                                                                                 \
    AB_FN(ENCRYPT_INIT, encrypt_init), AB_FN(DECRYPT_INIT, decrypt_init), AB_FN(UPDATE, update), AB_FN(FINAL, final), \
    AB_FN(GET_CTX_PARAMS, ab_cipher_get_ctx_params), AB_FN(SET_CTX_PARAMS, set_ctx_params)
#define LISTS AB_FN(GETTABLE_CTX_PARAMS, gettable_ctx_params), AB_FN(SETTABLE_CTX_PARAMS, settable_ctx_params)

AB_REST(rest, CONTEXTS, CALLS, AB_FN(CIPHER, cipher), LISTS)

static const struct ab_cipher_desc aes_128_cbc_hmac_sha1_desc = {
    &ops, AB_FAMILY_AES_CBC_HMAC_SHA1, EVP_CIPH_CBC_MODE, FLAGS, 16, 16, 16,
};
static const struct ab_cipher_desc aes_256_cbc_hmac_sha1_desc = {
    &ops, AB_FAMILY_AES_CBC_HMAC_SHA1, EVP_CIPH_CBC_MODE, FLAGS, 32, 16, 16,
};
static const struct ab_cipher_desc aes_128_cbc_hmac_sha256_desc = {
    &ops, AB_FAMILY_AES_CBC_HMAC_SHA256, EVP_CIPH_CBC_MODE, FLAGS, 16, 16, 16,
};
static const struct ab_cipher_desc aes_256_cbc_hmac_sha256_desc = {
    &ops, AB_FAMILY_AES_CBC_HMAC_SHA256, EVP_CIPH_CBC_MODE, FLAGS, 32, 16, 16,
};

AB_CIPHER_NAME(aes_128_cbc_hmac_sha1)
AB_CIPHER_NAME(aes_256_cbc_hmac_sha1)
AB_CIPHER_NAME(aes_128_cbc_hmac_sha256)
AB_CIPHER_NAME(aes_256_cbc_hmac_sha256)

const OSSL_DISPATCH ab_aes_128_cbc_hmac_sha1_functions[] = AB_CIPHER_TABLE(aes_128_cbc_hmac_sha1, rest);
const OSSL_DISPATCH ab_aes_256_cbc_hmac_sha1_functions[] = AB_CIPHER_TABLE(aes_256_cbc_hmac_sha1, rest);
const OSSL_DISPATCH ab_aes_128_cbc_hmac_sha256_functions[] = AB_CIPHER_TABLE(aes_128_cbc_hmac_sha256, rest);
const OSSL_DISPATCH ab_aes_256_cbc_hmac_sha256_functions[] = AB_CIPHER_TABLE(aes_256_cbc_hmac_sha256, rest);
