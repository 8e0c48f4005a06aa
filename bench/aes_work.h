/* The work of the benches for each AES kernel: one message in memory, under keys of their own. */
#ifndef AB_BENCH_AES_WORK_H
#define AB_BENCH_AES_WORK_H

#include "afterburner/aes_gcm_siv.h"
#include "kernels/aes/aes_kernels.h"

/* The inputs of a kernel. */
struct aes_job {
    const struct ab_aes_kernels *k;
    struct ab_aes_key key, tweak_key;
    struct ab_aes_ocb ocb;
    struct ab_aes_gcm gcm;
    struct ab_aes_gcm_siv gcm_siv;
    struct ab_hash_key ghash;
    uint8_t state[16], tail[16];
    uint8_t *in, *out;
    size_t len;
};

/* The limits of the silicon that bound a kernel. */
enum bound { BOUND_AES, BOUND_CHAIN, BOUND_BYTE_CHAIN, BOUND_WRAP, BOUND_CLMUL, BOUND_AES_CLMUL, BOUND_BOTH_PASSES };

struct aes_kernel {
    const char *name;
    void (*run)(struct aes_job *j); /* of len bytes, a multiple of 16 */
    enum bound bound;
};

extern const struct aes_kernel aes_kernels[];
extern const size_t num_aes_kernels;

/* Set the message, len bytes from `in` to `out`, and a fixed state; keys are set apart. */
void aes_job_begin(struct aes_job *j, const struct ab_aes_kernels *k, uint8_t *in, uint8_t *out, size_t len);
/* Set fixed keys of key_len = 16, 24 or 32 bytes for all kernels of j->k. */
void aes_job_set_keys(struct aes_job *j, size_t key_len);

#endif
