/*
 * DSA for OpenSSL: src/crypto/dsa/dsa.c. From 3.4 on each pair with a digest has a name of its own too. A digest that is not ours,
 * and one that DSA may not be used with, are the default provider's, and so are keys that our arithmetic does not take.
 */
#include "provider/signature/dsa.h"

#include <stdlib.h>

#include "provider/digest_param.h"
#include "provider/error.h"

/* ---- contexts ---- */

static void freectx(void *ctx)
{
    struct ab_dsa_signing *s = ctx;

    if (s == NULL)
        return;
    ab_message_clear(&s->m);
    ab_ffc_key_free(s->key);
    free(s);
}

static void *dupctx(void *ctx)
{
    const struct ab_dsa_signing *s = ctx;
    struct ab_dsa_signing *copy = ab_message_dup(&s->m, sizeof(*s));

    if (copy != NULL && copy->key != NULL)
        ab_ffc_key_hold(copy->key);
    return copy;
}

/* ---- beginnings ---- */

static int take_key(struct ab_dsa_signing *s, struct ab_ffc_key *key)
{
    if (key == NULL) {
        if (s->key == NULL)
            AB_RAISE(s->m.prov, AB_R_NO_KEY_SET);
        return s->key != NULL;
    }
    ab_ffc_key_hold(key);
    ab_ffc_key_free(s->key);
    s->key = key;
    ab_fallback_op_free(&s->m.fallback);
    return 1;
}

/* What digest is not ours, named or in the parameters, passes on the whole operation. */
static int begin(struct ab_message_signing *m, int id, const char *digest, void *key, const OSSL_PARAM params[])
{
    struct ab_dsa_signing *s = (struct ab_dsa_signing *)m;
    const struct ab_hash *hash = NULL, *other = NULL;
    enum ab_digest_choice choice, told;

    if (!take_key(s, key))
        return 0;
    s->m.begun_by = id;
    choice = ab_dsa_choose_name(s, digest, &hash);
    told = s->m.scheme->digest != NULL ? AB_DIGEST_NONE : ab_dsa_choose_digest(s, params, &other);
    if (choice == AB_DIGEST_REFUSED || told == AB_DIGEST_REFUSED)
        return 0;
    if (s->m.fallback.ctx != NULL || choice == AB_DIGEST_OTHER || told == AB_DIGEST_OTHER)
        return ab_dsa_begin_fallback(s, digest, params);
    return ab_dsa_set_ctx_params(s, params) && (choice == AB_DIGEST_NONE || ab_message_set_digest(m, digest, hash));
}

static const char **query_key_types(void)
{
    static const char *const types[] = { "DSA", NULL };

    return (const char **)types; /* the caller changes nothing */
}

/* ---- names ---- */

static const struct ab_message_operations operations = { begin, ab_dsa_pass_on, ab_dsa_sign_digest,
                                                         ab_dsa_verify_digest };

static void *new(void *provctx, const char *properties, const struct ab_signature_scheme *scheme)
{
    return ab_message_new(sizeof(struct ab_dsa_signing), provctx, properties, scheme, &operations);
}

#define NEW(id, name, digest)                                                                                            \
    static const struct ab_signature_scheme scheme_##id = { name, digest };                                              \
    static void *new_##id(void *provctx, const char *properties) { return new(provctx, properties, &scheme_##id); }

NEW(dsa, "DSA", NULL)
NEW(sha1, "DSA-SHA1", "SHA1")
NEW(sha2_224, "DSA-SHA2-224", "SHA2-224")
NEW(sha2_256, "DSA-SHA2-256", "SHA2-256")
NEW(sha2_384, "DSA-SHA2-384", "SHA2-384")
NEW(sha2_512, "DSA-SHA2-512", "SHA2-512")
NEW(sha3_224, "DSA-SHA3-224", "SHA3-224")
NEW(sha3_256, "DSA-SHA3-256", "SHA3-256")
NEW(sha3_384, "DSA-SHA3-384", "SHA3-384")
NEW(sha3_512, "DSA-SHA3-512", "SHA3-512")

#define SHARED AB_SIGNATURE_FN(FREECTX, freectx), AB_SIGNATURE_FN(DUPCTX, dupctx), AB_MESSAGE_ONE_CALL
#define PARAMETERS(gettable, settable)                                                                                   \
    AB_SIGNATURE_FN(GET_CTX_PARAMS, ab_dsa_get_ctx_params), AB_SIGNATURE_FN(GETTABLE_CTX_PARAMS, gettable),             \
    AB_SIGNATURE_FN(SET_CTX_PARAMS, ab_dsa_set_ctx_params), AB_SIGNATURE_FN(SETTABLE_CTX_PARAMS, settable)
#define OF_SCHEME(id)                                                                                                    \
    { AB_SIGNATURE_FN(NEWCTX, new_##id), SHARED, PARAMETERS(ab_dsa_gettable_3_2, ab_message_settable_of_scheme),         \
      AB_MESSAGE_SIGN_MESSAGE, AB_MESSAGE_VERIFY_MESSAGE, AB_SIGNATURE_LATER(QUERY_KEY_TYPES, query_key_types), { 0, NULL } }

const OSSL_DISPATCH ab_dsa_signature_3_0_functions[] = {
    AB_SIGNATURE_FN(NEWCTX, new_dsa),
    SHARED,
    AB_MESSAGE_DIGEST_SIGN,
    AB_MESSAGE_DIGEST_VERIFY,
    AB_MESSAGE_MD_PARAMS,
    PARAMETERS(ab_dsa_gettable_3_0, ab_dsa_settable_3_0),
    { 0, NULL },
};
const OSSL_DISPATCH ab_dsa_signature_3_2_functions[] = {
    AB_SIGNATURE_FN(NEWCTX, new_dsa),
    SHARED,
    AB_MESSAGE_DIGEST_SIGN,
    AB_MESSAGE_DIGEST_VERIFY,
    AB_MESSAGE_MD_PARAMS,
    PARAMETERS(ab_dsa_gettable_3_2, ab_dsa_settable_3_2),
    { 0, NULL },
};
const OSSL_DISPATCH ab_dsa_sha1_signature_functions[] = OF_SCHEME(sha1);
const OSSL_DISPATCH ab_dsa_sha2_224_signature_functions[] = OF_SCHEME(sha2_224);
const OSSL_DISPATCH ab_dsa_sha2_256_signature_functions[] = OF_SCHEME(sha2_256);
const OSSL_DISPATCH ab_dsa_sha2_384_signature_functions[] = OF_SCHEME(sha2_384);
const OSSL_DISPATCH ab_dsa_sha2_512_signature_functions[] = OF_SCHEME(sha2_512);
const OSSL_DISPATCH ab_dsa_sha3_224_signature_functions[] = OF_SCHEME(sha3_224);
const OSSL_DISPATCH ab_dsa_sha3_256_signature_functions[] = OF_SCHEME(sha3_256);
const OSSL_DISPATCH ab_dsa_sha3_384_signature_functions[] = OF_SCHEME(sha3_384);
const OSSL_DISPATCH ab_dsa_sha3_512_signature_functions[] = OF_SCHEME(sha3_512);
