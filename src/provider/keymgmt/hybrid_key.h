/*
 * A key of a hybrid of TLS (draft-ietf-tls-ecdhe-mlkem): one of ML-KEM and one of an elliptic curve, whose encodings
 * stand behind each other. Shared by key management and key encapsulation: reference-counted, and wiped with its last
 * reference. Only an empty key takes key material, and its owner alone does that.
 */
#ifndef AB_PROVIDER_KEYMGMT_HYBRID_KEY_H
#define AB_PROVIDER_KEYMGMT_HYBRID_KEY_H

#include <stdatomic.h>
#include <stdbool.h>

#include "provider/keymgmt/hybrid_curve.h"
#include "provider/keymgmt/hybrid_ids.h"
#include "provider/keymgmt/mlkem_key.h"

struct ab_hybrid {
    const char *name;
    enum ab_mlkem_id mlkem;
    struct ab_hybrid_curve curve;
    bool mlkem_is_first; /* in public and private keys, ciphertexts and secrets */
    unsigned tls_id;     /* of the group of TLS 1.3; 0: none */
};

extern const struct ab_hybrid ab_hybrids[AB_NUM_HYBRIDS];

enum {
    AB_HYBRID_MAX_PUBLIC_LEN = AB_MLKEM_MAX_PUBLIC_LEN + AB_HYBRID_MAX_POINT_LEN,
    AB_HYBRID_MAX_PRIVATE_LEN = AB_MLKEM_MAX_PRIVATE_LEN + AB_HYBRID_MAX_SCALAR_LEN
};

struct ab_hybrid_key {
    struct ab_provctx *prov;
    _Atomic unsigned references;
    const struct ab_hybrid *hybrid;
    struct ab_mlkem_keydata *mlkem; /* owned; both halves have what it has */
    uint8_t point[AB_HYBRID_MAX_POINT_LEN];
    uint8_t scalar[AB_HYBRID_MAX_SCALAR_LEN]; /* secret */
};

/* Where the halves of an encoding of both begin, and its length; the halves are mlkem_len and curve_len bytes. */
struct ab_hybrid_layout {
    size_t mlkem_at, curve_at, len;
};
struct ab_hybrid_layout ab_hybrid_layout(const struct ab_hybrid *h, size_t mlkem_len, size_t curve_len);
struct ab_hybrid_layout ab_hybrid_public_layout(const struct ab_hybrid *h);
struct ab_hybrid_layout ab_hybrid_private_layout(const struct ab_hybrid *h);

/* Allocate an empty key with one reference. NULL with an error raised. */
struct ab_hybrid_key *ab_hybrid_key_new(struct ab_provctx *prov, const struct ab_hybrid *h);
struct ab_hybrid_key *ab_hybrid_key_hold(struct ab_hybrid_key *k);
/* k may be NULL. */
void ab_hybrid_key_free(struct ab_hybrid_key *k);

/* Fill an empty key; in the exact lengths of its layouts. Each returns 0 with an error raised, and the key empty. */
int ab_hybrid_key_generate(struct ab_hybrid_key *k);
int ab_hybrid_key_set_public(struct ab_hybrid_key *k, const uint8_t *in);
int ab_hybrid_key_set_private(struct ab_hybrid_key *k, const uint8_t *in);

/* Write the part, which the key must have, in the length of its layout. */
void ab_hybrid_key_get_public(const struct ab_hybrid_key *k, uint8_t *out);
void ab_hybrid_key_get_private(const struct ab_hybrid_key *k, uint8_t *out);

#endif
