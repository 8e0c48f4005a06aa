/* The kernels of the authenticated modes. For a kernel without output, the adapter copies the input to the output. */
#include "kernel_cases.h"

#include <string.h>

#include "afterburner/aes_gcm.h"
#include "harness/harness.h"

/* ---- OCB: the state is struct ab_aes_ocb_run ---- */

static void make_run(uint8_t *state)
{
    static const uint64_t starts[] = { 0, 1, 30, 65500, 0xffff8, 0x1fffff0, 0xffffffe8u, 0x7fffffffffe0u };
    struct ab_aes_ocb_run run;

    memcpy(&run, state, sizeof(run));
    run.blocks = starts[t_random_below(sizeof(starts) / sizeof(starts[0]))] + t_random_below(36);
    memcpy(state, &run, sizeof(run));
}

enum ocb_kind { ENCRYPT, DECRYPT, HASH };

static void ocb(const struct ab_aes_kernels *k, const struct kernel_keys *keys, enum ocb_kind kind, uint8_t *state,
                const uint8_t *in, uint8_t *out, size_t len)
{
    static _Alignas(64) struct ab_aes_ocb c;
    struct ab_aes_ocb_run run;

    ab_aes_ocb_set_key(&c, k, keys->user_key, keys->key_len);
    memcpy(&run, state, sizeof(run));
    if (kind == HASH) {
        k->ocb_hash(keys->key, &c.table, &run, in, len);
        memmove(out, in, len);
    } else {
        (kind == ENCRYPT ? k->ocb_encrypt : k->ocb_decrypt)(keys->key, &c.table, &run, in, out, len);
    }
    memcpy(state, &run, sizeof(run));
}

static void ref_xor(uint8_t x[16], const uint8_t *y)
{
    for (unsigned i = 0; i < 16; i++)
        x[i] ^= y[i];
}

/* Encrypt or decrypt the last len = 1..15 bytes; l_star is E(0). */
static void ref_ocb_part(const struct kernel_keys *keys, enum ocb_kind kind, struct ab_aes_ocb_run *run,
                         const uint8_t l_star[16], const uint8_t *in, uint8_t *out, size_t len)
{
    uint8_t pad[16], text[16] = { 0 };

    ref_xor(run->offset, l_star);
    ab_ref_encrypt(&keys->ref, run->offset, pad);
    for (size_t i = 0; i < len; i++) {
        text[i] = kind == DECRYPT ? in[i] ^ pad[i] : in[i];
        out[i] = kind == HASH ? in[i] : in[i] ^ pad[i];
    }
    text[len] = 0x80;
    if (kind == HASH) {
        ref_xor(text, run->offset);
        ab_ref_encrypt(&keys->ref, text, text);
    }
    ref_xor(run->sum, text);
}

/* RFC 7253 sec. 4.1 to 4.3, one block at a time. */
static void ref_ocb(const struct kernel_keys *keys, enum ocb_kind kind, uint8_t *state, const uint8_t *in, uint8_t *out,
                    size_t len)
{
    struct ab_aes_ocb_run run;
    uint8_t l_star[16] = { 0 }, l0[16];
    size_t at;

    memcpy(&run, state, sizeof(run));
    ab_ref_encrypt(&keys->ref, l_star, l_star);
    memcpy(l0, l_star, 16);
    ab_ref_double(l0);
    ab_ref_double(l0);
    for (at = 0; at + 16 <= len; at += 16) {
        uint8_t l[16], block[16];

        memcpy(l, l0, 16);
        run.blocks++;
        for (uint64_t i = run.blocks; i % 2 == 0; i /= 2)
            ab_ref_double(l);
        for (unsigned i = 0; i < 16; i++) {
            run.offset[i] ^= l[i];
            block[i] = in[at + i] ^ run.offset[i];
        }
        (kind == DECRYPT ? ab_ref_decrypt : ab_ref_encrypt)(&keys->ref, block, block);
        for (unsigned i = 0; i < 16; i++) {
            uint8_t text = block[i] ^ run.offset[i], data = in[at + i];

            run.sum[i] ^= kind == ENCRYPT ? data : kind == DECRYPT ? text : block[i];
            out[at + i] = kind == HASH ? data : text;
        }
    }
    if (at < len)
        ref_ocb_part(keys, kind, &run, l_star, in + at, out + at, len - at);
    memcpy(state, &run, sizeof(run));
}

static void ocb_encrypt(const struct ab_aes_kernels *k, const struct kernel_keys *keys, uint8_t *state,
                        const uint8_t *in, uint8_t *out, size_t len)
{
    ocb(k, keys, ENCRYPT, state, in, out, len);
}

static void ocb_decrypt(const struct ab_aes_kernels *k, const struct kernel_keys *keys, uint8_t *state,
                        const uint8_t *in, uint8_t *out, size_t len)
{
    ocb(k, keys, DECRYPT, state, in, out, len);
}

static void ocb_hash(const struct ab_aes_kernels *k, const struct kernel_keys *keys, uint8_t *state, const uint8_t *in,
                     uint8_t *out, size_t len)
{
    ocb(k, keys, HASH, state, in, out, len);
}

static void ref_ocb_encrypt(const struct kernel_keys *keys, uint8_t *state, const uint8_t *in, uint8_t *out, size_t len)
{
    ref_ocb(keys, ENCRYPT, state, in, out, len);
}

static void ref_ocb_decrypt(const struct kernel_keys *keys, uint8_t *state, const uint8_t *in, uint8_t *out, size_t len)
{
    ref_ocb(keys, DECRYPT, state, in, out, len);
}

static void ref_ocb_hash(const struct kernel_keys *keys, uint8_t *state, const uint8_t *in, uint8_t *out, size_t len)
{
    ref_ocb(keys, HASH, state, in, out, len);
}

/* ---- CBC-MAC and CCM: the state is the counter, which does not change, then the MAC ---- */

static void cbc_mac(const struct ab_aes_kernels *k, const struct kernel_keys *keys, uint8_t *state, const uint8_t *in,
                    uint8_t *out, size_t len)
{
    k->cbc_mac(keys->key, state, in, len / 16);
    memmove(out, in, len);
}

/* The last block is padded with zeros. */
static void ref_mac(const struct kernel_keys *keys, uint8_t mac[16], const uint8_t *in, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        mac[i % 16] ^= in[i];
        if (i % 16 == 15 || i + 1 == len)
            ab_ref_encrypt(&keys->ref, mac, mac);
    }
}

static void ref_cbc_mac(const struct kernel_keys *keys, uint8_t *state, const uint8_t *in, uint8_t *out, size_t len)
{
    ref_mac(keys, state, in, len);
    memmove(out, in, len);
}

static void ccm_encrypt(const struct ab_aes_kernels *k, const struct kernel_keys *keys, uint8_t *state,
                        const uint8_t *in, uint8_t *out, size_t len)
{
    k->ccm_encrypt(keys->key, state + 16, state, in, out, len);
}

static void ccm_decrypt(const struct ab_aes_kernels *k, const struct kernel_keys *keys, uint8_t *state,
                        const uint8_t *in, uint8_t *out, size_t len)
{
    k->ccm_decrypt(keys->key, state + 16, state, in, out, len);
}

static void ref_ccm_encrypt(const struct kernel_keys *keys, uint8_t *state, const uint8_t *in, uint8_t *out, size_t len)
{
    uint8_t counter[16];

    memcpy(counter, state, 16);
    ref_mac(keys, state + 16, in, len);
    ab_ref_ctr(&keys->ref, counter, in, out, len);
}

static void ref_ccm_decrypt(const struct kernel_keys *keys, uint8_t *state, const uint8_t *in, uint8_t *out, size_t len)
{
    uint8_t counter[16];

    memcpy(counter, state, 16);
    ab_ref_ctr(&keys->ref, counter, in, out, len);
    ref_mac(keys, state + 16, out, len);
}

/* ---- GHASH: the state is the sum; the hash key is the first round key of the second key ---- */

static void reverse(uint8_t block[16])
{
    for (unsigned i = 0; i < 8; i++) {
        uint8_t first = block[i];

        block[i] = block[15 - i];
        block[15 - i] = first;
    }
}

static void ghash(const struct ab_aes_kernels *k, const struct kernel_keys *keys, uint8_t *state, const uint8_t *in,
                  uint8_t *out, size_t len)
{
    static struct ab_hash_key hash;

    k->ghash_init(&hash, keys->second->enc[0]);
    k->ghash(&hash, state, in, len / 16);
    memmove(out, in, len);
}

static void ref_ghash(const struct kernel_keys *keys, uint8_t *state, const uint8_t *in, uint8_t *out, size_t len)
{
    reverse(state); /* the kernel keeps the sum with its bytes reversed */
    ab_ref_ghash(state, keys->ref_second.round_key[0], in, len);
    reverse(state);
    memmove(out, in, len);
}

/*
 * ---- GCM: the state is J0, written directly instead of by set_iv so that the counter wraps in the message, then the
 * tag ----
 */

static void gcm(const struct ab_aes_kernels *k, const struct kernel_keys *keys, int decrypt, uint8_t *state,
                const uint8_t *in, uint8_t *out, size_t len)
{
    static struct ab_aes_gcm g;

    ab_aes_gcm_set_key(&g, k, keys->user_key, keys->key_len);
    ab_aes_gcm_set_iv(&g, state, 12);
    memcpy(g.counter, state, 16);
    reverse(g.counter);
    (decrypt ? ab_aes_gcm_decrypt : ab_aes_gcm_encrypt)(&g, in, out, len);
    ab_aes_gcm_tag(&g, state + 16);
}

/* Increment the last 32 bits modulo 2^32: SP 800-38D sec. 6.2. */
static void increment_32(uint8_t block[16])
{
    for (unsigned i = 15; i >= 12 && ++block[i] == 0; i--) {
    }
}

static void ref_gcm(const struct kernel_keys *keys, int decrypt, uint8_t *state, const uint8_t *in, uint8_t *out,
                    size_t len)
{
    uint8_t h[16] = { 0 }, sum[16] = { 0 }, lengths[16] = { 0 }, counter[16], stream[16] = { 0 }, *tag = state + 16;

    ab_ref_encrypt(&keys->ref, h, h);
    for (unsigned i = 0; i < 8; i++)
        lengths[15 - i] = (uint8_t)((uint64_t)len * 8 >> 8 * i);
    if (decrypt)
        ab_ref_ghash(sum, h, in, len);
    memcpy(counter, state, 16);
    for (size_t i = 0; i < len; i++) {
        if (i % 16 == 0) {
            increment_32(counter);
            ab_ref_encrypt(&keys->ref, counter, stream);
        }
        out[i] = in[i] ^ stream[i % 16];
    }
    if (!decrypt)
        ab_ref_ghash(sum, h, out, len);
    ab_ref_ghash(sum, h, lengths, 16);
    ab_ref_encrypt(&keys->ref, state, tag);
    for (unsigned i = 0; i < 16; i++)
        tag[i] ^= sum[i];
}

static void gcm_encrypt(const struct ab_aes_kernels *k, const struct kernel_keys *keys, uint8_t *state,
                        const uint8_t *in, uint8_t *out, size_t len)
{
    gcm(k, keys, 0, state, in, out, len);
}

static void gcm_decrypt(const struct ab_aes_kernels *k, const struct kernel_keys *keys, uint8_t *state,
                        const uint8_t *in, uint8_t *out, size_t len)
{
    gcm(k, keys, 1, state, in, out, len);
}

static void ref_gcm_encrypt(const struct kernel_keys *keys, uint8_t *state, const uint8_t *in, uint8_t *out, size_t len)
{
    ref_gcm(keys, 0, state, in, out, len);
}

static void ref_gcm_decrypt(const struct kernel_keys *keys, uint8_t *state, const uint8_t *in, uint8_t *out, size_t len)
{
    ref_gcm(keys, 1, state, in, out, len);
}

const struct kernel_case aead_kernel_cases[] = {
    /* name          run           reference       unit min state carry counter prepare */
    { "ocb_encrypt", ocb_encrypt, ref_ocb_encrypt, 1, 0, sizeof(struct ab_aes_ocb_run), 16, 0, make_run },
    { "ocb_decrypt", ocb_decrypt, ref_ocb_decrypt, 1, 0, sizeof(struct ab_aes_ocb_run), 16, 0, make_run },
    { "ocb_hash", ocb_hash, ref_ocb_hash, 1, 0, sizeof(struct ab_aes_ocb_run), 16, 0, make_run },
    { "cbc_mac", cbc_mac, ref_cbc_mac, 16, 0, 16, 16, 0, NULL },
    { "ccm_encrypt", ccm_encrypt, ref_ccm_encrypt, 1, 0, 32, 0, 32, NULL },
    { "ccm_decrypt", ccm_decrypt, ref_ccm_decrypt, 1, 0, 32, 0, 32, NULL },
    { "ghash", ghash, ref_ghash, 16, 0, 16, 16, 0, NULL },
    { "gcm_encrypt", gcm_encrypt, ref_gcm_encrypt, 1, 0, 32, 0, 32, NULL },
    { "gcm_decrypt", gcm_decrypt, ref_gcm_decrypt, 1, 0, 32, 0, 32, NULL },
};

const size_t num_aead_kernel_cases = sizeof(aead_kernel_cases) / sizeof(aead_kernel_cases[0]);
