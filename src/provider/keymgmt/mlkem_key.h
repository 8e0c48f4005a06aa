/*
 * A key of ML-KEM (FIPS 203) as key management, key encapsulation and the hybrids of TLS share it: reference-counted,
 * and wiped with its last reference. It stays expanded, so encapsulation and decapsulation sample no matrix.
 *
 * Like the default provider's, a key that has a public part never changes. Only an empty key takes one, by import or
 * encoded-pub-key, and its owner alone does that.
 */
#ifndef AB_PROVIDER_KEYMGMT_MLKEM_KEY_H
#define AB_PROVIDER_KEYMGMT_MLKEM_KEY_H

#include <stdatomic.h>

#include "afterburner/mlkem.h"
#include "provider/provctx.h"

struct ab_mlkem_keydata {
    struct ab_mlkem_key key; /* secret; first, for its alignment */
    struct ab_provctx *prov;
    _Atomic unsigned references;
};

/* Allocate an empty key with one reference. NULL with an error raised. */
struct ab_mlkem_keydata *ab_mlkem_keydata_new(struct ab_provctx *prov, enum ab_mlkem_id id);
struct ab_mlkem_keydata *ab_mlkem_keydata_hold(struct ab_mlkem_keydata *k);
/* k may be NULL. */
void ab_mlkem_keydata_free(struct ab_mlkem_keydata *k);

/*
 * A new key with the parts of `selection` (OSSL_KEYMGMT_SELECT_...) that k has: nothing, the public key, or all of it.
 * NULL with an error raised.
 */
struct ab_mlkem_keydata *ab_mlkem_keydata_dup(const struct ab_mlkem_keydata *k, int selection);

/* 1 if the key has what is selected, as the default provider counts: a private key includes the public one. */
int ab_mlkem_keydata_has(const struct ab_mlkem_keydata *k, int selection);

/*
 * Make a new key: from the seed, or at random if seed is NULL. Keep the seed if the configuration says so. Returns 0
 * with an error raised.
 */
int ab_mlkem_keydata_generate(struct ab_mlkem_keydata *k, const uint8_t seed[AB_MLKEM_SEED_LEN]);

/*
 * Fill an empty key from the encodings of FIPS 203, and check them as sec. 7.2 and 7.3 demand. Returns 0 with an error
 * raised, and the key empty.
 */
int ab_mlkem_keydata_set_public(struct ab_mlkem_keydata *k, const uint8_t *in, size_t len);
int ab_mlkem_keydata_set_private(struct ab_mlkem_keydata *k, const uint8_t *in, size_t len);

/* The part of an encoded private key that is the public key, params->public_len bytes. */
const uint8_t *ab_mlkem_public_in_private(const struct ab_mlkem_params *params, const uint8_t *private_key);

/*
 * Encapsulate and decapsulate once: 1 if both sides find the same secret. The message is random, or fixed if
 * `is_fixed`. Returns 0 with an error raised. A key without a private part passes.
 */
int ab_mlkem_keydata_check_pair(const struct ab_mlkem_keydata *k, int is_fixed);
/* The same for an imported key, with the message that the configuration demands: random, fixed, or no test at all. */
int ab_mlkem_keydata_passes_import(const struct ab_mlkem_keydata *k);

/*
 * The configuration of ML-KEM: "ml-kem.retain_seed", "ml-kem.prefer_seed" and "ml-kem.import_pct_type" of the module's
 * section or, where that lacks them, of the default provider's; read at the first use. A set of these bits.
 */
enum ab_mlkem_setting {
    AB_MLKEM_RETAIN_SEED = 1, /* a generated key keeps its seed */
    AB_MLKEM_PREFER_SEED = 2, /* an import uses the seed, if there is one beside the private key */
    AB_MLKEM_RANDOM_TEST = 4, /* test an imported private key with a random message */
    AB_MLKEM_FIXED_TEST = 8   /* test it with a fixed one */
};
unsigned ab_mlkem_settings(struct ab_provctx *prov);

#endif
