/*
 * Fallback of a random generator (provider/fallback/fallback.h): a context of the default provider with the same
 * parent. Each call returns what the default provider returns and raises its errors. The caller locks.
 */
#ifndef AB_PROVIDER_FALLBACK_RAND_H
#define AB_PROVIDER_FALLBACK_RAND_H

#include "provider/fallback/fallback.h"

struct ab_fallback_rand {
    void *_Atomic ctx; /* NULL: no fallback */
    const OSSL_DISPATCH *functions;
};

/* Make a context; there is none yet. Returns 0 with an error raised. */
int ab_fallback_rand_make(struct ab_fallback_rand *r, struct ab_provctx *prov, const char *name, void *parent,
                          const OSSL_DISPATCH *parent_functions);
/* r->ctx may be NULL. */
void ab_fallback_rand_free(struct ab_fallback_rand *r);

/* These require a context. */
int ab_fallback_rand_instantiate(const struct ab_fallback_rand *r, unsigned strength, int prediction_resistance,
                                 const unsigned char *text, size_t text_len, const OSSL_PARAM params[]);
int ab_fallback_rand_uninstantiate(const struct ab_fallback_rand *r);
int ab_fallback_rand_generate(const struct ab_fallback_rand *r, unsigned char *out, size_t len, unsigned strength,
                              int prediction_resistance, const unsigned char *more, size_t more_len);
int ab_fallback_rand_reseed(const struct ab_fallback_rand *r, int prediction_resistance, const unsigned char *entropy,
                            size_t entropy_len, const unsigned char *more, size_t more_len);
int ab_fallback_rand_get_params(const struct ab_fallback_rand *r, OSSL_PARAM params[]);
int ab_fallback_rand_set_params(const struct ab_fallback_rand *r, const OSSL_PARAM params[]);
int ab_fallback_rand_verify_zeroization(const struct ab_fallback_rand *r);

#endif
