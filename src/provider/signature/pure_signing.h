/*
 * What the contexts of ML-DSA and SLH-DSA share: the parameters of a pure signature (FIPS 204 sec. 5.2, FIPS 205
 * sec. 10.2) and the identifier of the algorithm. As in the default provider, parameters outlast an init.
 */
#ifndef AB_PROVIDER_SIGNATURE_PURE_SIGNING_H
#define AB_PROVIDER_SIGNATURE_PURE_SIGNING_H

#include "provider/signature/signature_context.h"

enum { AB_PURE_MAX_CONTEXT_LEN = 255, AB_PURE_MAX_ENTROPY_LEN = 32 };

/* A context begins with it. */
struct ab_pure_signing {
    struct ab_signature base;
    int is_encoded_here; /* 0: the caller has encoded the message, with its context string */
    int deterministic;   /* not 0: no random bytes */
    size_t context_len;
    uint8_t context[AB_PURE_MAX_CONTEXT_LEN];
    size_t entropy_len;                       /* 0: none */
    uint8_t entropy[AB_PURE_MAX_ENTROPY_LEN]; /* for tests, in place of random bytes */
};

/* A context of all zeros whose messages are encoded here. NULL with an error raised. */
void *ab_pure_signing_new(struct ab_provctx *prov, const struct ab_signature_scheme *scheme);

/*
 * Read context-string, test-entropy of entropy_len bytes, deterministic and message-encoding. Returns 0 if one of them
 * is refused.
 */
int ab_pure_signing_set_params(struct ab_pure_signing *s, const OSSL_PARAM params[], size_t entropy_len);
/* Read an integer into *value if the list has it. Returns 0 if it is none. */
int ab_pure_signing_set_int(const OSSL_PARAM params[], const char *name, int *value);

/* Write the identifier of the algorithm 2.16.840.1.101.3.4.3.`arc`; 0: no key, and so none. */
int ab_pure_signing_get_params(OSSL_PARAM params[], uint8_t arc);
OSSL_FUNC_signature_gettable_ctx_params_fn ab_pure_signing_gettable;

/* Returns 0 with an error raised if a digest is named. family: "ML-DSA", "SLH-DSA" */
int ab_pure_signing_check_digest(const struct ab_pure_signing *s, const char *digest, const char *family);

/* The parameters that both take, for their lists. */
#define AB_PURE_SIGNING_SETTABLE                                                                       \
    OSSL_PARAM_octet_string(AB_PURE_CONTEXT, NULL, 0), OSSL_PARAM_octet_string(AB_PURE_ENTROPY, NULL, 0), \
    OSSL_PARAM_int(AB_PURE_DETERMINISTIC, NULL), OSSL_PARAM_int(AB_PURE_ENCODING, NULL)

/* Names that the headers of OpenSSL 3.0 lack: since 3.2 and 3.5. */
#define AB_PURE_CONTEXT "context-string"
#define AB_PURE_ENTROPY "test-entropy"
#define AB_PURE_DETERMINISTIC "deterministic"
#define AB_PURE_ENCODING "message-encoding"

#endif
