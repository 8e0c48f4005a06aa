/*
 * Part of the module afterburner_examples_broken, which only the tests build: the linker's --wrap puts these lists in
 * the place of the real ones. In the first implementations of AES-XCTR, MD4 and Schnorr, all but the last of each list,
 * one bit of what the example's kernel computes is wrong.
 */
#include "afterburner/schnorr.h"
#include "crypto/hash/construction.h"
#include "kernels/aes/aes_kernels.h"
#include "kernels/md4/md4_kernels.h"
#include "kernels/schnorr/schnorr_kernels.h"

enum { MAX_IMPLEMENTATIONS = 8 };

/* ---- AES-XCTR; the last kernels are those that every processor with AES can run ---- */

const struct ab_aes_kernels *const *__real_ab_aes_list(void);
const struct ab_aes_kernels *const *__wrap_ab_aes_list(void);

static void broken_xctr(const struct ab_aes_key *key, const uint8_t iv[16], uint64_t *blocks, const uint8_t *in,
                        uint8_t *out, size_t len, uint8_t tail[16])
{
    ab_aes_kernels_aesni.xctr(key, iv, blocks, in, out, len, tail);
    if (len != 0)
        out[len - 1] ^= 1;
}

const struct ab_aes_kernels *const *__wrap_ab_aes_list(void)
{
    static struct ab_aes_kernels broken[MAX_IMPLEMENTATIONS];
    static const struct ab_aes_kernels *list[MAX_IMPLEMENTATIONS + 1];
    const struct ab_aes_kernels *const *real = __real_ab_aes_list();

    for (unsigned i = 0; i < MAX_IMPLEMENTATIONS && real[i] != NULL; i++) {
        broken[i] = *real[i];
        broken[i].xctr = broken_xctr;
        list[i] = real[i + 1] == NULL ? real[i] : &broken[i];
    }
    return list;
}

/* ---- MD4 ---- */

const struct ab_hash *__real_ab_hash_list(enum ab_hash_id id);
const struct ab_hash *__wrap_ab_hash_list(enum ab_hash_id id);

static void broken_compress(uint32_t *state, const uint8_t *in, size_t num_blocks)
{
    ab_md4_compress_scalar(state, in, num_blocks);
    state[0] ^= 1;
}

const struct ab_hash *__wrap_ab_hash_list(enum ab_hash_id id)
{
    static struct ab_hash_kernels kernels;
    static struct ab_hash list[MAX_IMPLEMENTATIONS + 1];
    const struct ab_hash *real = __real_ab_hash_list(id);

    if (id != AB_HASH_MD4)
        return real;
    kernels = *real[0].kernels;
    kernels.compress32 = broken_compress;
    for (unsigned i = 0; i < MAX_IMPLEMENTATIONS && real[i].algorithm != NULL; i++)
        list[i] = real[i];
    list[0].kernels = &kernels;
    return list;
}

/* ---- Schnorr ---- */

const struct ab_schnorr_kernels *const *__wrap_ab_schnorr_list(void);

static uint64_t broken_power(uint64_t base, uint64_t exponent)
{
    return ab_schnorr_scalar.power(base, exponent) ^ 1;
}

const struct ab_schnorr_kernels *const *__wrap_ab_schnorr_list(void)
{
    static struct ab_schnorr_kernels broken;
    static const struct ab_schnorr_kernels *const list[] = { &broken, &ab_schnorr_portable, NULL };

    broken = ab_schnorr_scalar;
    broken.power = broken_power;
    return list;
}
