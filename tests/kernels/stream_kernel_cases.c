/* How to call the kernels of unauthenticated modes, and their references: one row each for kernels_suite.c. */
#include "kernel_cases.h"

#include <string.h>

/* ---- whole blocks with a 16-byte state: CBC, CFB, OFB; without state: ECB ---- */

static void ecb_encrypt(const struct ab_aes_kernels *k, const struct kernel_keys *keys, uint8_t *state,
                        const uint8_t *in, uint8_t *out, size_t len)
{
    (void)state;
    k->ecb_encrypt(keys->key, in, out, len / 16);
}

static void ecb_decrypt(const struct ab_aes_kernels *k, const struct kernel_keys *keys, uint8_t *state,
                        const uint8_t *in, uint8_t *out, size_t len)
{
    (void)state;
    k->ecb_decrypt(keys->key, in, out, len / 16);
}

static void ref_ecb_encrypt(const struct kernel_keys *keys, uint8_t *state, const uint8_t *in, uint8_t *out, size_t len)
{
    (void)state;
    ab_ref_ecb(&keys->ref, 0, in, out, len);
}

static void ref_ecb_decrypt(const struct kernel_keys *keys, uint8_t *state, const uint8_t *in, uint8_t *out, size_t len)
{
    (void)state;
    ab_ref_ecb(&keys->ref, 1, in, out, len);
}

static void cbc_encrypt(const struct ab_aes_kernels *k, const struct kernel_keys *keys, uint8_t *state,
                        const uint8_t *in, uint8_t *out, size_t len)
{
    k->cbc_encrypt(keys->key, state, in, out, len / 16);
}

static void cbc_decrypt(const struct ab_aes_kernels *k, const struct kernel_keys *keys, uint8_t *state,
                        const uint8_t *in, uint8_t *out, size_t len)
{
    k->cbc_decrypt(keys->key, state, in, out, len / 16);
}

static void ref_cbc_encrypt(const struct kernel_keys *keys, uint8_t *state, const uint8_t *in, uint8_t *out, size_t len)
{
    ab_ref_cbc(&keys->ref, 0, state, in, out, len);
}

static void ref_cbc_decrypt(const struct kernel_keys *keys, uint8_t *state, const uint8_t *in, uint8_t *out, size_t len)
{
    ab_ref_cbc(&keys->ref, 1, state, in, out, len);
}

static void cfb_encrypt(const struct ab_aes_kernels *k, const struct kernel_keys *keys, uint8_t *state,
                        const uint8_t *in, uint8_t *out, size_t len)
{
    k->cfb_encrypt(keys->key, state, in, out, len / 16);
}

static void cfb_decrypt(const struct ab_aes_kernels *k, const struct kernel_keys *keys, uint8_t *state,
                        const uint8_t *in, uint8_t *out, size_t len)
{
    k->cfb_decrypt(keys->key, state, in, out, len / 16);
}

static void ref_cfb_encrypt(const struct kernel_keys *keys, uint8_t *state, const uint8_t *in, uint8_t *out, size_t len)
{
    ab_ref_cfb(&keys->ref, 0, state, in, out, len);
}

static void ref_cfb_decrypt(const struct kernel_keys *keys, uint8_t *state, const uint8_t *in, uint8_t *out, size_t len)
{
    ab_ref_cfb(&keys->ref, 1, state, in, out, len);
}

static void ofb(const struct ab_aes_kernels *k, const struct kernel_keys *keys, uint8_t *state, const uint8_t *in,
                uint8_t *out, size_t len)
{
    k->ofb(keys->key, state, in, out, len / 16);
}

static void ref_ofb(const struct kernel_keys *keys, uint8_t *state, const uint8_t *in, uint8_t *out, size_t len)
{
    ab_ref_ofb(&keys->ref, state, in, out, len);
}

static void cfb8_encrypt(const struct ab_aes_kernels *k, const struct kernel_keys *keys, uint8_t *state,
                         const uint8_t *in, uint8_t *out, size_t len)
{
    k->cfb8_encrypt(keys->key, state, in, out, len);
}

static void ref_cfb8_encrypt(const struct kernel_keys *keys, uint8_t *state, const uint8_t *in, uint8_t *out,
                             size_t len)
{
    ab_ref_cfb8(&keys->ref, 0, state, in, out, len);
}

/* CFB1 computes one block for each bit, so only the first bytes are encrypted, less 0 to 7 bits; the rest is copied. */
static size_t cfb1_bits(size_t len)
{
    size_t n = len < 40 ? len : 40;

    return n == 0 ? 0 : 8 * n - n % 8;
}

static void cfb1_encrypt(const struct ab_aes_kernels *k, const struct kernel_keys *keys, uint8_t *state,
                         const uint8_t *in, uint8_t *out, size_t len)
{
    memmove(out, in, len);
    k->cfb1_encrypt(keys->key, state, out, out, cfb1_bits(len));
}

static void ref_cfb1_encrypt(const struct kernel_keys *keys, uint8_t *state, const uint8_t *in, uint8_t *out,
                             size_t len)
{
    memmove(out, in, len);
    ab_ref_cfb1(&keys->ref, 0, state, out, out, cfb1_bits(len));
}

/* ---- CTR: the state is the counter, then the keystream of the last, partial block ---- */

static void ctr(const struct ab_aes_kernels *k, const struct kernel_keys *keys, uint8_t *state, const uint8_t *in,
                uint8_t *out, size_t len)
{
    k->ctr(keys->key, state, in, out, len, state + 16);
}

static void ref_ctr(const struct kernel_keys *keys, uint8_t *state, const uint8_t *in, uint8_t *out, size_t len)
{
    size_t part = len % 16, whole = len - part;
    static const uint8_t zero[16];
    uint8_t last[16];

    ab_ref_ctr(&keys->ref, state, in, out, whole);
    if (part == 0)
        return;
    memcpy(last, in + whole, part);
    ab_ref_ctr(&keys->ref, state, zero, state + 16, 16);
    for (size_t i = 0; i < part; i++)
        out[whole + i] = last[i] ^ state[16 + i];
}

/* ---- XTS: one data unit; the state is the tweak, which the call encrypts, or half of the time its caller ---- */

static const struct ab_aes_key *tweak_key(const struct ab_aes_kernels *k, const struct kernel_keys *keys,
                                          uint8_t *state)
{
    if (state[0] % 2 == 0)
        return keys->second;
    k->ecb_encrypt(keys->second, state, state, 1);
    return NULL;
}

static void xts_encrypt(const struct ab_aes_kernels *k, const struct kernel_keys *keys, uint8_t *state,
                        const uint8_t *in, uint8_t *out, size_t len)
{
    k->xts_encrypt(keys->key, tweak_key(k, keys, state), state, in, out, len);
}

static void xts_decrypt(const struct ab_aes_kernels *k, const struct kernel_keys *keys, uint8_t *state,
                        const uint8_t *in, uint8_t *out, size_t len)
{
    k->xts_decrypt(keys->key, tweak_key(k, keys, state), state, in, out, len);
}

static void ref_xts_encrypt(const struct kernel_keys *keys, uint8_t *state, const uint8_t *in, uint8_t *out, size_t len)
{
    ab_ref_xts(&keys->ref, &keys->ref_second, 0, state, in, out, len);
    ab_ref_encrypt(&keys->ref_second, state, state);
}

static void ref_xts_decrypt(const struct kernel_keys *keys, uint8_t *state, const uint8_t *in, uint8_t *out, size_t len)
{
    ab_ref_xts(&keys->ref, &keys->ref_second, 1, state, in, out, len);
    ab_ref_encrypt(&keys->ref_second, state, state);
}

static void xts_gb_encrypt(const struct ab_aes_kernels *k, const struct kernel_keys *keys, uint8_t *state,
                           const uint8_t *in, uint8_t *out, size_t len)
{
    k->xts_gb_encrypt(keys->key, tweak_key(k, keys, state), state, in, out, len);
}

static void xts_gb_decrypt(const struct ab_aes_kernels *k, const struct kernel_keys *keys, uint8_t *state,
                           const uint8_t *in, uint8_t *out, size_t len)
{
    k->xts_gb_decrypt(keys->key, tweak_key(k, keys, state), state, in, out, len);
}

static void ref_xts_gb_encrypt(const struct kernel_keys *keys, uint8_t *state, const uint8_t *in, uint8_t *out,
                               size_t len)
{
    ab_ref_xts_gb(&keys->ref, &keys->ref_second, 0, state, in, out, len);
    ab_ref_encrypt(&keys->ref_second, state, state);
}

static void ref_xts_gb_decrypt(const struct kernel_keys *keys, uint8_t *state, const uint8_t *in, uint8_t *out,
                               size_t len)
{
    ab_ref_xts_gb(&keys->ref, &keys->ref_second, 1, state, in, out, len);
    ab_ref_encrypt(&keys->ref_second, state, state);
}

/* ---- key wrap, in place: the state is the first semiblock ---- */

static void wrap(const struct ab_aes_kernels *k, const struct kernel_keys *keys, int decrypt, int forward,
                 uint8_t *state, const uint8_t *in, uint8_t *out, size_t len)
{
    memmove(out, in, len);
    (decrypt ? k->key_unwrap : k->key_wrap)(keys->key, forward, state, out, len / 8);
}

static void ref_wrap(const struct kernel_keys *keys, int decrypt, int forward, uint8_t *state, const uint8_t *in,
                     uint8_t *out, size_t len)
{
    static uint8_t semiblocks[8 + MAX_LEN];

    memcpy(semiblocks, state, 8);
    memcpy(semiblocks + 8, in, len);
    ab_ref_wrap(&keys->ref, decrypt, !forward, semiblocks, len / 8 + 1);
    memcpy(state, semiblocks, 8);
    memcpy(out, semiblocks + 8, len);
}

static void key_wrap(const struct ab_aes_kernels *k, const struct kernel_keys *keys, uint8_t *state, const uint8_t *in,
                     uint8_t *out, size_t len)
{
    wrap(k, keys, 0, 1, state, in, out, len);
}

static void key_unwrap(const struct ab_aes_kernels *k, const struct kernel_keys *keys, uint8_t *state,
                       const uint8_t *in, uint8_t *out, size_t len)
{
    wrap(k, keys, 1, 1, state, in, out, len);
}

static void key_wrap_inverse(const struct ab_aes_kernels *k, const struct kernel_keys *keys, uint8_t *state,
                             const uint8_t *in, uint8_t *out, size_t len)
{
    wrap(k, keys, 0, 0, state, in, out, len);
}

static void key_unwrap_inverse(const struct ab_aes_kernels *k, const struct kernel_keys *keys, uint8_t *state,
                               const uint8_t *in, uint8_t *out, size_t len)
{
    wrap(k, keys, 1, 0, state, in, out, len);
}

static void ref_key_wrap(const struct kernel_keys *keys, uint8_t *state, const uint8_t *in, uint8_t *out, size_t len)
{
    ref_wrap(keys, 0, 1, state, in, out, len);
}

static void ref_key_unwrap(const struct kernel_keys *keys, uint8_t *state, const uint8_t *in, uint8_t *out, size_t len)
{
    ref_wrap(keys, 1, 1, state, in, out, len);
}

static void ref_key_wrap_inverse(const struct kernel_keys *keys, uint8_t *state, const uint8_t *in, uint8_t *out,
                                 size_t len)
{
    ref_wrap(keys, 0, 0, state, in, out, len);
}

static void ref_key_unwrap_inverse(const struct kernel_keys *keys, uint8_t *state, const uint8_t *in, uint8_t *out,
                                   size_t len)
{
    ref_wrap(keys, 1, 0, state, in, out, len);
}

const struct kernel_case stream_kernel_cases[] = {
    /* name          run           reference       unit min state carry counter */
    { "ecb_encrypt", ecb_encrypt, ref_ecb_encrypt, 16, 0, 0, 16, 0, NULL },
    { "ecb_decrypt", ecb_decrypt, ref_ecb_decrypt, 16, 0, 0, 16, 0, NULL },
    { "cbc_encrypt", cbc_encrypt, ref_cbc_encrypt, 16, 0, 16, 16, 0, NULL },
    { "cbc_decrypt", cbc_decrypt, ref_cbc_decrypt, 16, 0, 16, 16, 0, NULL },
    { "cfb_encrypt", cfb_encrypt, ref_cfb_encrypt, 16, 0, 16, 16, 0, NULL },
    { "cfb_decrypt", cfb_decrypt, ref_cfb_decrypt, 16, 0, 16, 16, 0, NULL },
    { "ofb", ofb, ref_ofb, 16, 0, 16, 16, 0, NULL },
    { "cfb8_encrypt", cfb8_encrypt, ref_cfb8_encrypt, 1, 0, 16, 1, 0, NULL },
    { "cfb1_encrypt", cfb1_encrypt, ref_cfb1_encrypt, 1, 0, 16, 0, 0, NULL },
    { "ctr", ctr, ref_ctr, 1, 0, 32, 16, 128, NULL },
    { "xts_encrypt", xts_encrypt, ref_xts_encrypt, 1, 16, 16, 0, 0, NULL },
    { "xts_decrypt", xts_decrypt, ref_xts_decrypt, 1, 16, 16, 0, 0, NULL },
    { "xts_gb_encrypt", xts_gb_encrypt, ref_xts_gb_encrypt, 1, 16, 16, 0, 0, NULL },
    { "xts_gb_decrypt", xts_gb_decrypt, ref_xts_gb_decrypt, 1, 16, 16, 0, 0, NULL },
    { "key_wrap", key_wrap, ref_key_wrap, 8, 16, 8, 0, 0, NULL },
    { "key_unwrap", key_unwrap, ref_key_unwrap, 8, 16, 8, 0, 0, NULL },
    { "key_wrap_inverse", key_wrap_inverse, ref_key_wrap_inverse, 8, 16, 8, 0, 0, NULL },
    { "key_unwrap_inverse", key_unwrap_inverse, ref_key_unwrap_inverse, 8, 16, 8, 0, 0, NULL },
};

const size_t num_stream_kernel_cases = sizeof(stream_kernel_cases) / sizeof(stream_kernel_cases[0]);
