/*
 * HKDF (RFC 5869) over any hash function of hash.h with a digest of fixed length, and TLS 1.3's use of it (RFC 8446
 * sec. 7.1).
 *
 * Units: lengths are bytes, and public. Everything else is secret: time depends on lengths alone. A pointer may be
 * NULL if its length is 0.
 */
#ifndef AFTERBURNER_HKDF_H
#define AFTERBURNER_HKDF_H

#include "afterburner/hash.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    AB_HKDF_MAX_BLOCKS = 255, /* the most digests that one key yields */
    AB_TLS13_MAX_PART = 255   /* longest prefix and label together, and longest context */
};

/* HKDF-Extract: write digest_len bytes to prk, which may overlap salt and key. */
AB_API void ab_hkdf_extract(const struct ab_hash *hash, const uint8_t *salt, size_t salt_len, const uint8_t *key,
                            size_t key_len, uint8_t *prk);

/* HKDF-Expand: write out_len bytes, which overlap neither input; 0, with nothing done, above 255 digests. */
AB_API int ab_hkdf_expand(const struct ab_hash *hash, const uint8_t *prk, size_t prk_len, const uint8_t *info,
                          size_t info_len, uint8_t *out, size_t out_len);

/* TLS 1.3's label, in two parts ("tls13 ", "derived"), and its context, a hash of messages. */
struct ab_tls13_label {
    const uint8_t *prefix, *label, *context;
    size_t prefix_len, label_len, context_len;
};

/* HKDF-Expand-Label: as ab_hkdf_expand; 0 also if a part of the label is too long. */
AB_API int ab_tls13_expand_label(const struct ab_hash *hash, const uint8_t *secret, size_t secret_len,
                                 const struct ab_tls13_label *label, uint8_t *out, size_t out_len);

#ifdef __cplusplus
}
#endif
#endif
