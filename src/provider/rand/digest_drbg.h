/* What HASH-DRBG and HMAC-DRBG share: the parameter "digest". */
#ifndef AB_PROVIDER_RAND_DIGEST_DRBG_H
#define AB_PROVIDER_RAND_DIGEST_DRBG_H

#include "provider/rand/drbg.h"

/* Set *hash if a digest is named and is ours; otherwise it stays. */
enum ab_drbg_choice ab_drbg_choose_digest(struct ab_drbg *d, const OSSL_PARAM params[], const struct ab_hash **hash);

/* Strength and lengths that follow from the digest (SP 800-57 part 1 rev. 5 table 3, SP 800-90A table 2). */
void ab_drbg_set_digest_lengths(struct ab_drbg *d, const struct ab_hash *hash);

/* Answer "digest"; 0 if none was named. Another parameter is none of ours: 1. */
int ab_drbg_get_digest(const struct ab_hash *hash, OSSL_PARAM *p);

int ab_drbg_no_own_param(struct ab_drbg *d, OSSL_PARAM *p);

OSSL_FUNC_rand_gettable_ctx_params_fn ab_drbg_gettable_digest;

#endif
