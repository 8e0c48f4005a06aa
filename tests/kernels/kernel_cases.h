/*
 * Each kernel with its reference, in one shape for the driver kernels_suite.c. To add a kernel, write two adapters and
 * a row.
 */
#ifndef AB_TESTS_KERNEL_CASES_H
#define AB_TESTS_KERNEL_CASES_H

#include "kernels/aes/aes_kernels.h"
#include "kernels/aes/aes_reference.h"

enum { MAX_STATE = 64, MAX_LEN = 9000 };

/* Both forms of the keys of a case: for the kernel and for the reference. `second` is the tweak key of XTS. */
struct kernel_keys {
    const struct ab_aes_key *key, *second;
    struct ab_ref_key ref, ref_second;
    uint8_t user_key[32]; /* of `key` */
    size_t key_len;
};

typedef void kernel_run_fn(const struct ab_aes_kernels *k, const struct kernel_keys *keys, uint8_t *state,
                           const uint8_t *in, uint8_t *out, size_t len);
typedef void kernel_ref_fn(const struct kernel_keys *keys, uint8_t *state, const uint8_t *in, uint8_t *out, size_t len);

struct kernel_case {
    const char *name;
    kernel_run_fn *run;
    kernel_ref_fn *reference;
    size_t unit;                     /* len is a multiple of it */
    size_t min_len;                  /* the least len */
    size_t state_len;                /* bytes that the kernel reads and updates */
    size_t carry;                    /* a second call continues after any multiple; 0: a message takes one call */
    size_t counter_bits;             /* the state begins with a big-endian counter that wraps at this width; 0: none */
    void (*prepare)(uint8_t *state); /* turns random bytes into a valid state; NULL: they are one */
};

extern const struct kernel_case stream_kernel_cases[], aead_kernel_cases[];
extern const size_t num_stream_kernel_cases, num_aead_kernel_cases;

#endif
