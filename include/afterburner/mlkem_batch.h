/*
 * Many operations of ML-KEM in one call: generation of keys, encapsulation and decapsulation, each under its own key.
 * The hash functions of several operations run in step on one core, four with AVX2 and eight with AVX-512; without
 * either the operations run one by one.
 *
 * Shapes     Any number of operations, also none. All keys of a call have the same params and kernels.
 * Values, memory, secrecy and errors are those of mlkem.h; element i of each array belongs to operation i.
 */
#ifndef AFTERBURNER_MLKEM_BATCH_H
#define AFTERBURNER_MLKEM_BATCH_H

#include "afterburner/mlkem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What ab_mlkem_set_seed does, for keys that ab_mlkem_init has started. */
AB_API void ab_mlkem_set_seeds(struct ab_mlkem_key *const keys[], const uint8_t (*seeds)[AB_MLKEM_SEED_LEN],
                               size_t num);

/* What ab_mlkem_encapsulate_message does. A key may occur more than once. */
AB_API void ab_mlkem_encapsulate_messages(const struct ab_mlkem_key *const keys[], uint8_t *const ciphertexts[],
                                          uint8_t (*secrets)[AB_MLKEM_SECRET_LEN],
                                          const uint8_t (*messages)[AB_MLKEM_MESSAGE_LEN], size_t num);

/*
 * What ab_mlkem_decapsulate does, with ciphertexts of params->ciphertext_len bytes each. A key may occur more than
 * once.
 */
AB_API void ab_mlkem_decapsulate_many(const struct ab_mlkem_key *const keys[], uint8_t (*secrets)[AB_MLKEM_SECRET_LEN],
                                      const uint8_t *const ciphertexts[], size_t num);

#ifdef __cplusplus
}
#endif
#endif
