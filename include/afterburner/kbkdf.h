/*
 * Key derivation in counter and in feedback mode (SP 800-108 rev. 1 sec. 4.1 and 4.2) with HMAC over any hash function
 * of hash.h with a digest of fixed length, or with AES-CMAC.
 *
 * Units: lengths are bytes, and public, and so are modes and flags. Everything else is secret: time depends on lengths
 * alone. A pointer may be NULL if its length is 0. out overlaps no input.
 */
#ifndef AFTERBURNER_KBKDF_H
#define AFTERBURNER_KBKDF_H

#include "afterburner/cmac.h"
#include "afterburner/hmac.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ab_kbkdf_inputs {
    const uint8_t *label, *context, *iv; /* the IV is K(0) of feedback mode */
    size_t label_len, context_len, iv_len;
    unsigned counter_len; /* r of the standard: 1 to 4 bytes */
    int is_feedback;
    int has_separator; /* a zero byte between label and context */
    int has_length;    /* the length of the output in bits, in four bytes, at the end */
};

/*
 * K(1) | K(2) | ..., where K(i) = MAC(key, [K(i-1)] | i | label | [0] | context | [length]). At most 2^(8 counter_len)
 * - 1 of them.
 */
AB_API void ab_kbkdf_hmac(const struct ab_hmac_key *key, const struct ab_kbkdf_inputs *in, uint8_t *out,
                          size_t out_len);
/* The key of the CMAC is set. A message in progress is lost. */
AB_API void ab_kbkdf_cmac(struct ab_cmac *cmac, const struct ab_kbkdf_inputs *in, uint8_t *out, size_t out_len);

#ifdef __cplusplus
}
#endif
#endif
