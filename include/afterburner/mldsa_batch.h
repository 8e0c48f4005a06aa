/*
 * Many operations of ML-DSA in one call: signing and verification, each under its own key. The hash functions of
 * several operations run in step on one core, four with AVX2 and up to eight with AVX-512; without either the
 * operations run one by one.
 *
 *     uint8_t *signatures[NUM], mus[NUM][AB_MLDSA_MU_LEN], randoms[NUM][AB_MLDSA_RANDOM_LEN];
 *     int valid[NUM];
 *
 *     ab_mldsa_sign_many(keys, signatures, mus, randoms, NUM)
 *     ab_mldsa_verify_many(keys, signatures, mus, valid, NUM)
 *
 * Shapes     Any number of operations, including none. All keys of a call have the same params and kernels; a key may
 *            occur more than once, and is expanded once, when it is made.
 * Memory     Nothing is allocated. Signing takes up to 150 KB of the stack, verification up to 32 KB.
 * Values, secrecy and errors are those of mldsa.h; element i of each array belongs to operation i. A signature is
 * params->signature_len bytes. No output overlaps another array.
 */
#ifndef AFTERBURNER_MLDSA_BATCH_H
#define AFTERBURNER_MLDSA_BATCH_H

#include "afterburner/mldsa.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * What ab_mldsa_sign_with does, with private keys. A signature whose loop ends is followed by the next one in its lane.
 * Return 0 if one of them fails, which has a probability below num 2^-256; the output of that one is untouched.
 */
AB_API int ab_mldsa_sign_many(const struct ab_mldsa_key *const keys[], uint8_t *const signatures[],
                              const uint8_t (*mus)[AB_MLDSA_MU_LEN], const uint8_t (*randoms)[AB_MLDSA_RANDOM_LEN],
                              size_t num);

/* What ab_mldsa_verify does: valid[i] := 1 or 0. Return 1 if all are valid. */
AB_API int ab_mldsa_verify_many(const struct ab_mldsa_key *const keys[], const uint8_t *const signatures[],
                                const uint8_t (*mus)[AB_MLDSA_MU_LEN], int valid[], size_t num);

#ifdef __cplusplus
}
#endif
#endif
