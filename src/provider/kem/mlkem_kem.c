/* Key encapsulation with ML-KEM (FIPS 203) for OpenSSL. An operation allocates nothing. */
#include <openssl/params.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/context.h"
#include "provider/counters.h"
#include "provider/error.h"
#include "provider/kem/kem.h"
#include "provider/kem/kem_lengths.h"
#include "provider/keymgmt/mlkem_key.h"
#include "provider/param.h"

#define IKME "ikme" /* since 3.2 */

struct encapsulation {
    struct ab_provctx *prov;
    struct ab_mlkem_keydata *key; /* NULL: no init yet */
    bool encapsulates, has_message;
    uint8_t message[AB_MLKEM_MESSAGE_LEN]; /* for one encapsulation, set by "ikme" for tests; secret */
};

static void *newctx(void *provctx)
{
    struct encapsulation *e = ab_alloc_zeros(provctx, sizeof(*e), "key encapsulation");

    if (e != NULL)
        e->prov = provctx;
    return e;
}

static void forget_message(struct encapsulation *e)
{
    if (e->has_message)
        ab_wipe(e->message, sizeof(e->message));
    e->has_message = false;
}

static void freectx(void *ctx)
{
    struct encapsulation *e = ctx;

    if (e == NULL)
        return;
    forget_message(e);
    ab_mlkem_keydata_free(e->key);
    free(e);
}

static int set_message(struct encapsulation *e, const OSSL_PARAM *p)
{
    const uint8_t *message;
    size_t len;

    forget_message(e);
    if (!ab_param_get_octets(p, &message, &len) || message == NULL || len != AB_MLKEM_MESSAGE_LEN) {
        AB_RAISE(e->prov, AB_R_INVALID_SEED_LENGTH);
        return 0;
    }
    memcpy(e->message, message, AB_MLKEM_MESSAGE_LEN);
    e->has_message = true;
    return 1;
}

/* Decapsulation has no parameter. */
static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct encapsulation *e = ctx;
    const OSSL_PARAM *p = ab_param_locate_const(params, IKME);

    return e != NULL && (p == NULL || !e->encapsulates || set_message(e, p));
}

static const OSSL_PARAM *settable(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = { OSSL_PARAM_octet_string(IKME, NULL, 0), OSSL_PARAM_END };

    (void)ctx, (void)provctx;
    return list;
}

static int init(struct encapsulation *e, struct ab_mlkem_keydata *key, int selection, const OSSL_PARAM params[])
{
    if (!ab_mlkem_keydata_has(key, selection)) {
        AB_RAISE(e->prov, AB_R_MISSING_KEY);
        return 0;
    }
    ab_mlkem_keydata_hold(key);
    ab_mlkem_keydata_free(e->key);
    e->key = key;
    e->encapsulates = selection == OSSL_KEYMGMT_SELECT_PUBLIC_KEY;
    forget_message(e);
    return set_ctx_params(e, params);
}

static int encapsulate_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return init(ctx, key, OSSL_KEYMGMT_SELECT_PUBLIC_KEY, params);
}

static int decapsulate_init(void *ctx, void *key, const OSSL_PARAM params[])
{
    return init(ctx, key, OSSL_KEYMGMT_SELECT_PRIVATE_KEY, params);
}

static struct ab_kem_lengths lengths_of(const struct encapsulation *e)
{
    return (struct ab_kem_lengths){ e->key->key.params->ciphertext_len, AB_MLKEM_SECRET_LEN };
}

static int encapsulate_now(struct encapsulation *e, unsigned char *ciphertext, unsigned char *secret)
{
    ab_count(e->prov, ab_family_of_mlkem(e->key->key.params->id), AB_COUNTED_ENCAPSULATE, 0);
    if (e->has_message) {
        ab_mlkem_encapsulate_message(&e->key->key, ciphertext, secret, e->message);
        return 1;
    }
    if (ab_mlkem_encapsulate(&e->key->key, ciphertext, secret, &e->prov->random))
        return 1;
    AB_RAISE(e->prov, AB_R_RANDOM_FAILED);
    return 0;
}

/* A message serves once, whether the call succeeds or not; a query of the lengths leaves it. */
static int encapsulate(void *ctx, unsigned char *ciphertext, size_t *ciphertext_len, unsigned char *secret,
                       size_t *secret_len)
{
    struct encapsulation *e = ctx;
    struct ab_kem_lengths lengths;
    enum ab_kem_request request;
    int ok;

    if (e->key == NULL) {
        AB_RAISE(e->prov, AB_R_MISSING_KEY);
        return 0;
    }
    lengths = lengths_of(e);
    request = ab_kem_encapsulate_request(e->prov, &lengths, ciphertext, ciphertext_len, secret, secret_len);
    if (request == AB_KEM_LENGTHS)
        return 1;
    ok = request == AB_KEM_OPERATION && encapsulate_now(e, ciphertext, secret);
    forget_message(e);
    return ok;
}

static int decapsulate(void *ctx, unsigned char *secret, size_t *secret_len, const unsigned char *ciphertext,
                       size_t ciphertext_len)
{
    struct encapsulation *e = ctx;
    struct ab_kem_lengths lengths;

    if (e->key == NULL || !e->key->key.has_private) {
        AB_RAISE(e->prov, AB_R_MISSING_KEY);
        return 0;
    }
    lengths = lengths_of(e);
    switch (ab_kem_decapsulate_request(e->prov, &lengths, secret, secret_len, ciphertext_len)) {
    case AB_KEM_OPERATION:
        ab_count(e->prov, ab_family_of_mlkem(e->key->key.params->id), AB_COUNTED_DECAPSULATE, 0);
        return ab_mlkem_decapsulate(&e->key->key, secret, ciphertext, ciphertext_len);
    case AB_KEM_LENGTHS: return 1;
    default: return 0;
    }
}

const OSSL_DISPATCH ab_mlkem_kem_functions[] = {
    AB_KEM_FN(NEWCTX, newctx),
    AB_KEM_FN(FREECTX, freectx),
    AB_KEM_FN(ENCAPSULATE_INIT, encapsulate_init),
    AB_KEM_FN(DECAPSULATE_INIT, decapsulate_init),
    AB_KEM_FN(ENCAPSULATE, encapsulate),
    AB_KEM_FN(DECAPSULATE, decapsulate),
    AB_KEM_FN(SET_CTX_PARAMS, set_ctx_params),
    AB_KEM_FN(SETTABLE_CTX_PARAMS, settable),
    { 0, NULL },
};
