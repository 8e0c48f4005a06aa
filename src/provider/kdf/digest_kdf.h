/*
 * The frame of KDFs over a digest whose other inputs are byte strings and a few numbers (SSHKDF, PKCS12KDF, X942KDF):
 * contexts, parameters, fallback. A descriptor makes a KDF. What a KDF does not do itself, a digest that the module
 * lacks for example, makes a context of the default provider, which then does everything until a reset.
 */
#ifndef AB_PROVIDER_KDF_DIGEST_KDF_H
#define AB_PROVIDER_KDF_DIGEST_KDF_H

#include "afterburner/hash.h"
#include "provider/error.h"
#include "provider/fallback/kdf.h"
#include "provider/kdf/kdf.h"

enum { AB_DIGEST_KDF_PARTS = 6, AB_DIGEST_KDF_NUMBERS = 2 };

struct ab_digest_kdf;

/* A KDF. `parts` names its byte strings, whose numbers are the KDF's own; unused entries at the end have no key. */
struct ab_digest_kdf_desc {
    const char *name;
    struct {
        const char *key, *synonym; /* the synonym counts where the key is absent; NULL: none */
    } parts[AB_DIGEST_KDF_PARTS];
    int (*set_part)(const struct ab_provctx *prov, struct ab_octets *o, const OSSL_PARAM *p);
    int (*is_foreign)(const OSSL_PARAM params[]); /* 1: only the default provider does this. May be NULL */
    void (*set_defaults)(struct ab_digest_kdf *k);
    int (*set_numbers)(struct ab_digest_kdf *k, const OSSL_PARAM params[]);
    /* Write the numbers that are set to next, at most AB_DIGEST_KDF_NUMBERS, and return the end. */
    OSSL_PARAM *(*add_numbers)(struct ab_digest_kdf *k, OSSL_PARAM *next);
    int (*derive)(struct ab_digest_kdf *k, uint8_t *out, size_t len); /* k->hash may be NULL. Raises its errors */
    unsigned lenient_since; /* the release from which it is no error to query other parameters than "size" */
    int has_digest_size;    /* "size" is that of the digest; otherwise it is unbounded */
};

struct ab_digest_kdf {
    struct ab_provctx *prov;
    const struct ab_digest_kdf_desc *desc;
    struct ab_fallback_kdf fallback; /* once it has a context, it does everything, and the rest is unused */
    const struct ab_hash *hash;      /* NULL: not set */
    struct ab_octets parts[AB_DIGEST_KDF_PARTS];
    union {
        char letter[2]; /* of SSHKDF */
        struct {
            uint64_t num_iterations;
            int id;
        } pkcs12;
        struct {
            const struct ab_x942_wrap *wrap;
            int has_key_bits;
        } x942;
    } u;
};

/* For the dispatch tables. The function of NEWCTX calls ab_digest_kdf_new. */
void *ab_digest_kdf_new(struct ab_provctx *prov, const struct ab_digest_kdf_desc *desc);
OSSL_FUNC_kdf_dupctx_fn ab_digest_kdf_dup;
OSSL_FUNC_kdf_freectx_fn ab_digest_kdf_free;
OSSL_FUNC_kdf_reset_fn ab_digest_kdf_reset;
OSSL_FUNC_kdf_derive_fn ab_digest_kdf_derive;
OSSL_FUNC_kdf_set_ctx_params_fn ab_digest_kdf_set_ctx_params;
OSSL_FUNC_kdf_get_ctx_params_fn ab_digest_kdf_get_ctx_params;

#define AB_DIGEST_KDF_CONTEXT_ENTRIES                                                                          \
    AB_KDF_FN(DUPCTX, ab_digest_kdf_dup), AB_KDF_FN(FREECTX, ab_digest_kdf_free),                              \
        AB_KDF_FN(RESET, ab_digest_kdf_reset), AB_KDF_FN(DERIVE, ab_digest_kdf_derive)
#define AB_DIGEST_KDF_PARAM_ENTRIES                                                                            \
    AB_KDF_FN(GETTABLE_CTX_PARAMS, ab_kdf_gettable_size), AB_KDF_FN(GET_CTX_PARAMS, ab_digest_kdf_get_ctx_params), \
        AB_KDF_FN(SET_CTX_PARAMS, ab_digest_kdf_set_ctx_params)

/* Make the default provider's context with all that is set here. Returns 0 with an error raised. */
int ab_digest_kdf_fall_back(struct ab_digest_kdf *k);

/* Whether part number i is set; otherwise raises the reason. */
int ab_digest_kdf_has(const struct ab_digest_kdf *k, unsigned i, enum ab_reason reason);

#endif
