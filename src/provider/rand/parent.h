/*
 * The parent of a generator: another generator or a seed source, of any provider, or none. Then the core's own source
 * gives what is asked of it. A parent is called as libcrypto's own generators call theirs: each call between lock and
 * unlock, which before OpenSSL 3.2 are the parent's only lock, and later do nothing.
 */
#ifndef AB_PROVIDER_RAND_PARENT_H
#define AB_PROVIDER_RAND_PARENT_H

#include "provider/provctx.h"

struct ab_rand_parent {
    struct ab_provctx *prov;
    void *ctx; /* NULL: none */
    const OSSL_DISPATCH *functions;
    OSSL_FUNC_rand_lock_fn *lock; /* this and the following may be NULL */
    OSSL_FUNC_rand_unlock_fn *unlock;
    OSSL_FUNC_rand_get_ctx_params_fn *get_params;
    OSSL_FUNC_rand_nonce_fn *nonce;
    OSSL_FUNC_rand_get_seed_fn *get_seed;
    OSSL_FUNC_rand_clear_seed_fn *clear_seed;
    OSSL_FUNC_rand_enable_locking_fn *enable_locking;
};

/* Secret bytes of a source. The buffer is the source's own, except that of a parent's nonce. */
struct ab_rand_bytes {
    unsigned char *data;
    size_t len;
};

void ab_rand_parent_begin(struct ab_rand_parent *p, struct ab_provctx *prov, void *ctx, const OSSL_DISPATCH *functions);

/* Returns 0 with an error raised. */
int ab_rand_parent_enable_locking(const struct ab_rand_parent *p);
int ab_rand_parent_strength(const struct ab_rand_parent *p, unsigned *strength);

/* How often the parent was seeded; 0 if it does not count that. Set *ok to 0, with an error raised, if it is locked. */
unsigned ab_rand_parent_count(const struct ab_rand_parent *p, int *ok);

/*
 * Get at least min_len bytes with that many bits of entropy; `who` tells the parent its children apart. bytes->len is 0
 * without any; at whatever was given, call ..._return_entropy. The caller checks the length.
 */
void ab_rand_parent_entropy(const struct ab_rand_parent *p, unsigned bits, size_t min_len, size_t max_len,
                            int prediction_resistance, const void *who, struct ab_rand_bytes *bytes);
void ab_rand_parent_return_entropy(const struct ab_rand_parent *p, struct ab_rand_bytes *bytes);

/* Whether nonces are to be had: of the parent, or, without one, of the core. */
int ab_rand_parent_has_nonce(const struct ab_rand_parent *p);
/* Get a nonce; bytes->len is 0 without one. `who` makes it unique. */
void ab_rand_parent_nonce(const struct ab_rand_parent *p, unsigned strength, size_t min_len, size_t max_len,
                          const void *who, struct ab_rand_bytes *bytes);
void ab_rand_parent_return_nonce(const struct ab_rand_parent *p, struct ab_rand_bytes *bytes);

#endif
