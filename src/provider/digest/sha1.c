/*
 * SHA-1 for OpenSSL; the hash is in src/crypto/hash/sha1.c. The parameter "ssl3-ms" turns a message in progress into the inner
 * hash of SSL 3.0's CertificateVerify (RFC 6101 sec. 5.6.8) and begins the outer one.
 */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/digest/digest.h"
#include "provider/param.h"

enum { MASTER_LEN = 48, PAD_LEN = 40, DIGEST_LEN = 20 };

static const struct ab_digest_desc sha1_desc = { AB_HASH_SHA1, AB_DIGEST_ALGID_ABSENT, 64, DIGEST_LEN };

static void add_master_and_pad(void *ctx, const uint8_t *master, int pad_byte)
{
    uint8_t pad[PAD_LEN];

    memset(pad, pad_byte, sizeof(pad));
    ab_digest_update(ctx, master, MASTER_LEN);
    ab_digest_update(ctx, pad, sizeof(pad));
}

static int set_master(void *ctx, const OSSL_PARAM *p)
{
    uint8_t inner[DIGEST_LEN];
    const uint8_t *master;
    size_t len;

    if (!ab_param_get_octets(p, &master, &len))
        return 1; /* one of another type is passed over in the default provider too */
    if (len != MASTER_LEN)
        return 0;
    add_master_and_pad(ctx, master, 0x36);
    ab_digest_final(ctx, inner, &len, sizeof(inner));
    ab_digest_init(ctx, NULL);
    add_master_and_pad(ctx, master, 0x5c);
    ab_digest_update(ctx, inner, sizeof(inner));
    ab_wipe(inner, sizeof(inner));
    return 1;
}

static int set_params(void *ctx, const OSSL_PARAM params[])
{
    const OSSL_PARAM *p = ab_param_locate_const(params, OSSL_DIGEST_PARAM_SSL3_MS);

    return p == NULL || set_master(ctx, p);
}

static const OSSL_PARAM *settable_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        { OSSL_DIGEST_PARAM_SSL3_MS, OSSL_PARAM_OCTET_STRING, NULL, 0, 0 },
        OSSL_PARAM_END,
    };

    (void)ctx;
    (void)provctx;
    return list;
}

static int init(void *ctx, const OSSL_PARAM params[])
{
    return ab_digest_init(ctx, NULL) && set_params(ctx, params);
}

AB_DIGEST_NAME(sha1)

const OSSL_DISPATCH ab_sha1_functions[] = {
    AB_DIGEST_NAME_ENTRIES(sha1), AB_DIGEST_SHARED_ENTRIES, AB_DIGEST_FN(INIT, init),
    AB_DIGEST_FN(SET_CTX_PARAMS, set_params), AB_DIGEST_FN(SETTABLE_CTX_PARAMS, settable_params), { 0, NULL },
};
