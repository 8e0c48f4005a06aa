/*
 * The authenticated modes of the crypto layer in one shape for aead_suite.c. To add a mode, write an adapter or two and
 * a row.
 */
#ifndef AB_TESTS_AEAD_MODES_H
#define AB_TESTS_AEAD_MODES_H

#include "afterburner/aes.h"
#include "kernels/aes/aes_reference.h"

enum { MAX_AEAD_CONTEXT = 16384 };

/* Where to cut the associated data in two and the message in three updates, in modes that stream. */
struct cuts {
    size_t aad, first, second;
};

struct aead_mode {
    const char *name;
    /*
     * Seal to out and tag, or open. Returns 1, or 0 if the tag is wrong. Leaves the context for the caller to inspect.
     */
    int (*run)(void *context, const struct ab_aes_kernels *k, const struct ab_ref_aead *a, int decrypt,
               const uint8_t *in, uint8_t *out, size_t len, uint8_t tag[16], const struct cuts *cuts);
    void (*reference)(const struct ab_ref_aead *a, int decrypt, const uint8_t *in, uint8_t *out, size_t len,
                      uint8_t tag[16]);
    void (*wipe)(void *context);
    size_t context_len;
    size_t cut_unit; /* cuts are multiples of it; 0: the mode does not stream */
    size_t nonce_min, nonce_max;
    size_t tag_min, tag_step; /* the longest is 16 */
    size_t num_keys;          /* of 16, 24 or 32 bytes each, concatenated */
    size_t key_sizes;         /* bits 0, 1, 2: 16, 24, 32 */
    int zeroes;               /* opening with a wrong tag leaves zeros */
};

extern const struct aead_mode aead_modes[];
extern const size_t num_aead_modes;

#endif
