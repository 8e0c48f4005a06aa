/*
 * An operation that is passed on whole: a context of the default provider's signature, key exchange, asymmetric cipher or KEM of a
 * name that is ours too, over a twin (provider/fallback/twin.h) or with a digest that is not ours. From its init on every call goes
 * to it and is answered as the default provider does, its errors raised. A function that its release lacks answers 0.
 *
 * Calls with the same arguments are one function here; id says which it is: OSSL_FUNC_SIGNATURE_SIGN, OSSL_FUNC_KEM_ENCAPSULATE ...
 */
#ifndef AB_PROVIDER_FALLBACK_OPERATION_H
#define AB_PROVIDER_FALLBACK_OPERATION_H

#include <openssl/core_dispatch.h>

#include "provider/fallback/fallback.h"

struct ab_fallback_op {
    const OSSL_DISPATCH *functions;
    int operation; /* OSSL_OP_SIGNATURE ... */
    void *ctx;     /* NULL: nothing is passed on */
};

/* A new context in place of one that may be there; properties are a signature's alone. 0 with an error raised. */
int ab_fallback_op_make(struct ab_fallback_op *p, struct ab_provctx *prov, int operation, const char *name,
                        const char *properties);
/* A NULL context is allowed. */
void ab_fallback_op_free(struct ab_fallback_op *p);
/* copy need not be initialised. A NULL context gives one. */
int ab_fallback_op_dup(struct ab_fallback_op *copy, const struct ab_fallback_op *p);

/* sign_init, verify_init, verify_recover_init, sign_message_init ..., encrypt_init, decrypt_init, a key exchange's and a KEM's */
int ab_fallback_op_init(const struct ab_fallback_op *p, int id, void *keydata, const OSSL_PARAM params[]);
/* digest_sign_init, digest_verify_init */
int ab_fallback_op_digest_init(const struct ab_fallback_op *p, int id, const char *digest, void *keydata,
                               const OSSL_PARAM params[]);
/* set_peer; a KEM's auth_encapsulate_init and auth_decapsulate_init take parameters too */
int ab_fallback_op_set_peer(const struct ab_fallback_op *p, void *keydata);
int ab_fallback_op_auth_init(const struct ab_fallback_op *p, int id, void *keydata, void *auth_keydata,
                             const OSSL_PARAM params[]);

/* sign, verify_recover, digest_sign, encrypt, decrypt */
int ab_fallback_op_convert(const struct ab_fallback_op *p, int id, unsigned char *out, size_t *out_len, size_t out_size,
                           const unsigned char *in, size_t in_len);
/* verify, digest_verify */
int ab_fallback_op_verify(const struct ab_fallback_op *p, int id, const unsigned char *signature, size_t signature_len,
                          const unsigned char *data, size_t len);
/* ..._update */
int ab_fallback_op_update(const struct ab_fallback_op *p, int id, const unsigned char *data, size_t len);
/* digest_sign_final, sign_message_final, derive */
int ab_fallback_op_final(const struct ab_fallback_op *p, int id, unsigned char *out, size_t *out_len, size_t out_size);
/* digest_verify_final; verify_message_final takes the context alone: its signature is a parameter */
int ab_fallback_op_verify_final(const struct ab_fallback_op *p, const unsigned char *signature, size_t signature_len);
int ab_fallback_op_verify_message_final(const struct ab_fallback_op *p);
int ab_fallback_op_encapsulate(const struct ab_fallback_op *p, unsigned char *out, size_t *out_len,
                               unsigned char *secret, size_t *secret_len);
int ab_fallback_op_decapsulate(const struct ab_fallback_op *p, unsigned char *secret, size_t *secret_len,
                               const unsigned char *in, size_t in_len);

/* get_ctx_params, get_ctx_md_params; set_... */
int ab_fallback_op_get_params(const struct ab_fallback_op *p, int id, OSSL_PARAM params[]);
int ab_fallback_op_set_params(const struct ab_fallback_op *p, int id, const OSSL_PARAM params[]);
/* gettable_ctx_md_params, settable_ctx_md_params: NULL if there is none. */
const OSSL_PARAM *ab_fallback_op_md_list(const struct ab_fallback_op *p, int id);

#endif
