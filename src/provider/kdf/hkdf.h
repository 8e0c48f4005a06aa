/* What HKDF and TLS13-KDF share: contexts, and the parameters that both take. */
#ifndef AB_PROVIDER_KDF_HKDF_H
#define AB_PROVIDER_KDF_HKDF_H

#include "afterburner/hkdf.h"
#include "provider/fallback/kdf.h"
#include "provider/kdf/kdf.h"
#include "provider/kdf/octets.h"

/* The values of EVP_KDF_HKDF_MODE_*. */
enum ab_hkdf_mode { AB_HKDF_EXTRACT_AND_EXPAND, AB_HKDF_EXTRACT_ONLY, AB_HKDF_EXPAND_ONLY, AB_HKDF_NUM_MODES };

/* The caller's inputs; the last three are for TLS 1.3 only. */
enum ab_hkdf_part {
    AB_HKDF_KEY,
    AB_HKDF_SALT,
    AB_HKDF_INFO,
    AB_HKDF_PREFIX,
    AB_HKDF_LABEL,
    AB_HKDF_DATA,
    AB_HKDF_NUM_PARTS
};

struct ab_hkdf {
    struct ab_provctx *prov;
    struct ab_fallback_kdf
        fallback;               /* its context derives if the digest is not the module's; both get every parameter */
    const struct ab_hash *hash; /* NULL: not set */
    int is_fixed;               /* the name of the KDF determines hash */
    enum ab_hkdf_mode mode;
    struct ab_octets parts[AB_HKDF_NUM_PARTS];
};

OSSL_FUNC_kdf_newctx_fn ab_hkdf_new;
OSSL_FUNC_kdf_dupctx_fn ab_hkdf_dup;
OSSL_FUNC_kdf_freectx_fn ab_hkdf_free;
OSSL_FUNC_kdf_reset_fn ab_hkdf_reset;
OSSL_FUNC_kdf_gettable_ctx_params_fn ab_hkdf_gettable_ctx_params;
OSSL_FUNC_kdf_get_ctx_params_fn ab_hkdf_get_ctx_params;

/*
 * Set digest, mode, key and salt, in this order. Returns 0 with an error raised at the first that is not acceptable.
 * name is the KDF's, for the fallback.
 */
int ab_hkdf_set_common(struct ab_hkdf *h, const char *name, const OSSL_PARAM params[]);

/* Forward the parameters to the fallback, if there is one, after all of them were read. */
int ab_hkdf_forward_params(struct ab_hkdf *h, const OSSL_PARAM params[]);

/* Set this part if the parameter is present. */
int ab_hkdf_set_part(struct ab_hkdf *h, enum ab_hkdf_part part, const OSSL_PARAM params[], const char *key);

/* Return 0 with an error raised. */
int ab_hkdf_has_hash(const struct ab_hkdf *h);
int ab_hkdf_has_key(const struct ab_hkdf *h);
int ab_hkdf_is_prk_len(const struct ab_hkdf *h, size_t len);

#define AB_HKDF_SHARED_ENTRIES                                                                                 \
    AB_KDF_FN(DUPCTX, ab_hkdf_dup), AB_KDF_FN(FREECTX, ab_hkdf_free), AB_KDF_FN(RESET, ab_hkdf_reset),         \
    AB_KDF_FN(GETTABLE_CTX_PARAMS, ab_hkdf_gettable_ctx_params), AB_KDF_FN(GET_CTX_PARAMS, ab_hkdf_get_ctx_params)

#endif
