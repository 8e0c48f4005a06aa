/*
 * Many signatures of SLH-DSA under one key. Verification takes up to eight signatures in step on one core: their
 * chains, sorted by length, share the lanes, and so do the hash functions of the trees above. A message that is signed
 * fills the lanes by itself, so messages are signed one after another.
 *
 *     ab_slhdsa_sign_many(&key, signatures, messages, addrnds, NUM);
 *     if (!ab_slhdsa_verify_many(&key, signatures, messages, valid, NUM))
 *         ... valid[i] is 0 where signature i is not valid
 *
 * Shapes     Any number of signatures, including none.
 * Memory     Nothing is allocated. An operation takes up to 64 KB of the stack.
 * Values, secrecy and errors are those of slhdsa.h; element i of each array belongs to signature i. A signature is
 * params->signature_len bytes. No output overlaps another array or a message.
 */
#ifndef AFTERBURNER_SLHDSA_BATCH_H
#define AFTERBURNER_SLHDSA_BATCH_H

#include "afterburner/slhdsa.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What ab_slhdsa_sign_with does. Each addrnds[i], or addrnds itself, may be NULL. Needs a private key. */
AB_API void ab_slhdsa_sign_many(const struct ab_slhdsa_key *key, uint8_t *const signatures[],
                                const struct ab_slhdsa_message *const messages[], const uint8_t *const addrnds[],
                                size_t num);

/* What ab_slhdsa_verify does: valid[i] := 1 or 0. Return 1 if all are valid. Needs a public key. */
AB_API int ab_slhdsa_verify_many(const struct ab_slhdsa_key *key, const uint8_t *const signatures[],
                                 const struct ab_slhdsa_message *const messages[], int valid[], size_t num);

#ifdef __cplusplus
}
#endif
#endif
