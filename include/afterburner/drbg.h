/*
 * The deterministic random bit generators of NIST SP 800-90A rev. 1: CTR_DRBG over AES (sec. 10.2.1), Hash_DRBG
 * (10.1.1) and HMAC_DRBG (10.1.2). These are the mechanisms alone. The caller brings entropy input, and says when it is
 * time to reseed; a state that a child process inherits repeats its parent's output until then.
 *
 * What all functions have in common:
 *
 * States     Flat structs without pointers to memory of their own. Members are private to the library. Secret.
 * Time       depends on lengths alone.
 * Inputs     are lists of strings: entropy input, nonce and personalization string for ..._instantiate, entropy input
 *            and additional input for ..._reseed. The mechanism sees their concatenation; CTR_DRBG without derivation
 *            function sees their sum (XOR), and none is longer than its seed. `more` is additional input, which may be
 *            empty. Pointers may be NULL where the length is 0.
 * Output     may have any length; the standard allows 65536 bytes a call (table 2, table 3).
 */
#ifndef AFTERBURNER_DRBG_H
#define AFTERBURNER_DRBG_H

#include "afterburner/aes.h"
#include "afterburner/hash.h"
#include "afterburner/hmac.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ab_drbg_input {
    const uint8_t *data;
    size_t len;
};

/* ---- CTR_DRBG ---- */

enum { AB_CTR_DRBG_MAX_SEED = 48 };

struct ab_ctr_drbg {
    struct ab_aes_key key;                /* of Key */
    const struct ab_aes_kernels *kernels; /* for CTR */
    const struct ab_aes_kernels *df;      /* for the derivation function's ECB; NULL: not used */
    uint8_t next[AB_AES_BLOCK];           /* V + 1: the counter block that comes next */
    uint32_t key_len;                     /* 16, 24 or 32 */
};

/* seedlen of table 3, in bytes. */
static inline size_t ab_ctr_drbg_seed_len(size_t key_len)
{
    return key_len + AB_AES_BLOCK;
}

/*
 * Choose AES with keys of key_len = 16, 24 or 32 bytes, with the derivation function over df or, if that is NULL,
 * without. Instantiate next.
 */
AB_API void ab_ctr_drbg_init(struct ab_ctr_drbg *c, const struct ab_aes_kernels *kernels,
                             const struct ab_aes_kernels *df, size_t key_len);
AB_API void ab_ctr_drbg_instantiate(struct ab_ctr_drbg *c, const struct ab_drbg_input *in, size_t num_in);
AB_API void ab_ctr_drbg_reseed(struct ab_ctr_drbg *c, const struct ab_drbg_input *in, size_t num_in);
AB_API void ab_ctr_drbg_generate(struct ab_ctr_drbg *c, const uint8_t *more, size_t more_len, uint8_t *out, size_t len);

/* ---- Hash_DRBG ---- */

enum { AB_HASH_DRBG_MAX_SEED = 111 };

struct ab_hash_drbg {
    const struct ab_hash *hash; /* with a digest of fixed length, at most AB_HASH_DRBG_MAX_SEED bytes */
    size_t seed_len;
    uint32_t reseed_counter; /* requests since the last reseed, from 1 */
    uint8_t v[AB_HASH_DRBG_MAX_SEED], c[AB_HASH_DRBG_MAX_SEED];
};

/* seedlen of table 2 by the digest's length, in bytes: 55 up to 32, 111 above. */
static inline size_t ab_hash_drbg_seed_len(size_t digest_len)
{
    return digest_len <= 32 ? 55 : AB_HASH_DRBG_MAX_SEED;
}

AB_API void ab_hash_drbg_instantiate(struct ab_hash_drbg *h, const struct ab_hash *hash, const struct ab_drbg_input *in,
                                     size_t num_in);
AB_API void ab_hash_drbg_reseed(struct ab_hash_drbg *h, const struct ab_drbg_input *in, size_t num_in);
AB_API void ab_hash_drbg_generate(struct ab_hash_drbg *h, const uint8_t *more, size_t more_len, uint8_t *out,
                                  size_t len);

/* ---- HMAC_DRBG ---- */

struct ab_hmac_drbg {
    struct ab_hmac_key key; /* of K */
    uint8_t k[AB_HASH_MAX_DIGEST], v[AB_HASH_MAX_DIGEST];
};

AB_API void ab_hmac_drbg_instantiate(struct ab_hmac_drbg *h, const struct ab_hash *hash, const struct ab_drbg_input *in,
                                     size_t num_in);
/* Go on from the same bytes of K and V, zeros behind the end of either, with another hash. */
AB_API void ab_hmac_drbg_set_hash(struct ab_hmac_drbg *h, const struct ab_hash *hash);
AB_API void ab_hmac_drbg_reseed(struct ab_hmac_drbg *h, const struct ab_drbg_input *in, size_t num_in);
AB_API void ab_hmac_drbg_generate(struct ab_hmac_drbg *h, const uint8_t *more, size_t more_len, uint8_t *out,
                                  size_t len);

#ifdef __cplusplus
}
#endif
#endif
