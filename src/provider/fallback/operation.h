/*
 * Fallback of a whole operation: a context of the default provider's signature, key exchange, asymmetric cipher or KEM
 * of the same name, over a twin (provider/fallback/twin.h) or with a digest that the module lacks. From its init on,
 * every call is forwarded, with the default provider's results and errors. A function that its release lacks returns 0.
 *
 * Functions with the same arguments share one function here; id selects among them: OSSL_FUNC_SIGNATURE_SIGN,
 * OSSL_FUNC_KEM_ENCAPSULATE ...
 */
#ifndef AB_PROVIDER_FALLBACK_OPERATION_H
#define AB_PROVIDER_FALLBACK_OPERATION_H

#include <openssl/core_dispatch.h>

#include "provider/fallback/fallback.h"

struct ab_fallback_op {
    const OSSL_DISPATCH *functions;
    int operation; /* OSSL_OP_SIGNATURE ... */
    void *ctx;     /* NULL: no fallback */
};

/* Make a new context and free the old one, if any. Only signatures take properties. Returns 0 with an error raised. */
int ab_fallback_op_make(struct ab_fallback_op *p, struct ab_provctx *prov, int operation, const char *name,
                        const char *properties);
/* p->ctx may be NULL. */
void ab_fallback_op_free(struct ab_fallback_op *p);
/* copy may be uninitialised. Copies a NULL context as NULL. */
int ab_fallback_op_dup(struct ab_fallback_op *copy, const struct ab_fallback_op *p);

/*
 * For sign_init, verify_init, verify_recover_init, sign_message_init ..., encrypt_init, decrypt_init, and init of key
 * exchanges and KEMs.
 */
int ab_fallback_op_init(const struct ab_fallback_op *p, int id, void *keydata, const OSSL_PARAM params[]);
/* For digest_sign_init and digest_verify_init. */
int ab_fallback_op_digest_init(const struct ab_fallback_op *p, int id, const char *digest, void *keydata,
                               const OSSL_PARAM params[]);
/* For set_peer. */
int ab_fallback_op_set_peer(const struct ab_fallback_op *p, void *keydata);
/*
 * For the inits of a KEM: auth_encapsulate_init and auth_decapsulate_init if auth_keydata is not NULL. Returns the
 * default provider's result, which may be negative.
 */
int ab_fallback_op_kem_init(const struct ab_fallback_op *p, int id, void *keydata, void *auth_keydata,
                            const OSSL_PARAM params[]);

/* For sign, verify_recover, digest_sign, encrypt and decrypt. */
int ab_fallback_op_convert(const struct ab_fallback_op *p, int id, unsigned char *out, size_t *out_len, size_t out_size,
                           const unsigned char *in, size_t in_len);
/* For verify and digest_verify. */
int ab_fallback_op_verify(const struct ab_fallback_op *p, int id, const unsigned char *signature, size_t signature_len,
                          const unsigned char *data, size_t len);
/* For every ..._update. */
int ab_fallback_op_update(const struct ab_fallback_op *p, int id, const unsigned char *data, size_t len);
/* For digest_sign_final, sign_message_final and derive. */
int ab_fallback_op_final(const struct ab_fallback_op *p, int id, unsigned char *out, size_t *out_len, size_t out_size);
/* For digest_verify_final; and for verify_message_final, whose signature is a parameter. */
int ab_fallback_op_verify_final(const struct ab_fallback_op *p, const unsigned char *signature, size_t signature_len);
int ab_fallback_op_verify_message_final(const struct ab_fallback_op *p);
int ab_fallback_op_encapsulate(const struct ab_fallback_op *p, unsigned char *out, size_t *out_len,
                               unsigned char *secret, size_t *secret_len);
int ab_fallback_op_decapsulate(const struct ab_fallback_op *p, unsigned char *secret, size_t *secret_len,
                               const unsigned char *in, size_t in_len);

/* For get_ctx_params and get_ctx_md_params; set_ctx_params and set_ctx_md_params. */
int ab_fallback_op_get_params(const struct ab_fallback_op *p, int id, OSSL_PARAM params[]);
int ab_fallback_op_set_params(const struct ab_fallback_op *p, int id, const OSSL_PARAM params[]);
/* For gettable_ctx_md_params and settable_ctx_md_params. NULL if the release has none. */
const OSSL_PARAM *ab_fallback_op_md_list(const struct ab_fallback_op *p, int id);

#endif
