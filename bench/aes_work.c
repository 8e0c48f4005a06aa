/* Run one message through each AES kernel, as the benches of kernels and of builds time it. */
#include "bench/aes_work.h"

#include <string.h>

static void run_ecb_encrypt(struct aes_job *j)
{
    j->k->ecb_encrypt(&j->key, j->in, j->out, j->len / 16);
}
static void run_ecb_decrypt(struct aes_job *j)
{
    j->k->ecb_decrypt(&j->key, j->in, j->out, j->len / 16);
}
static void run_cbc_encrypt(struct aes_job *j)
{
    j->k->cbc_encrypt(&j->key, j->state, j->in, j->out, j->len / 16);
}
static void run_cbc_decrypt(struct aes_job *j)
{
    j->k->cbc_decrypt(&j->key, j->state, j->in, j->out, j->len / 16);
}
static void run_cfb_encrypt(struct aes_job *j)
{
    j->k->cfb_encrypt(&j->key, j->state, j->in, j->out, j->len / 16);
}
static void run_cfb_decrypt(struct aes_job *j)
{
    j->k->cfb_decrypt(&j->key, j->state, j->in, j->out, j->len / 16);
}
static void run_ofb(struct aes_job *j)
{
    j->k->ofb(&j->key, j->state, j->in, j->out, j->len / 16);
}
static void run_cfb8_encrypt(struct aes_job *j)
{
    j->k->cfb8_encrypt(&j->key, j->state, j->in, j->out, j->len);
}
static void run_ctr(struct aes_job *j)
{
    j->k->ctr(&j->key, j->state, j->in, j->out, j->len, j->tail);
}

static void run_xts_encrypt(struct aes_job *j)
{
    j->k->xts_encrypt(&j->key, &j->tweak_key, j->state, j->in, j->out, j->len);
}
static void run_xts_decrypt(struct aes_job *j)
{
    j->k->xts_decrypt(&j->key, &j->tweak_key, j->state, j->in, j->out, j->len);
}
static void run_ocb_encrypt(struct aes_job *j)
{
    j->ocb.data.blocks = 0;
    j->k->ocb_encrypt(&j->key, &j->ocb.table, &j->ocb.data, j->in, j->out, j->len);
}
static void run_ocb_decrypt(struct aes_job *j)
{
    j->ocb.data.blocks = 0;
    j->k->ocb_decrypt(&j->key, &j->ocb.table, &j->ocb.data, j->in, j->out, j->len);
}
static void run_ocb_hash(struct aes_job *j)
{
    j->ocb.aad.blocks = 0;
    j->k->ocb_hash(&j->key, &j->ocb.table, &j->ocb.aad, j->in, j->len);
}
static void run_cbc_mac(struct aes_job *j)
{
    j->k->cbc_mac(&j->key, j->state, j->in, j->len / 16);
}
static void run_ccm_encrypt(struct aes_job *j)
{
    j->k->ccm_encrypt(&j->key, j->tail, j->state, j->in, j->out, j->len);
}
static void run_ccm_decrypt(struct aes_job *j)
{
    j->k->ccm_decrypt(&j->key, j->tail, j->state, j->in, j->out, j->len);
}
static void run_key_wrap(struct aes_job *j)
{
    j->k->key_wrap(&j->key, 1, j->state, j->out, j->len / 8);
}
static void run_key_unwrap(struct aes_job *j)
{
    j->k->key_unwrap(&j->key, 1, j->state, j->out, j->len / 8);
}
static void run_ghash(struct aes_job *j)
{
    j->k->ghash(&j->ghash, j->state, j->in, j->len / 16);
}

/* A whole message: the kernels of GCM hash a short one together with its tag. */
static void run_gcm_encrypt(struct aes_job *j)
{
    ab_aes_gcm_set_iv(&j->gcm, j->state, 12);
    ab_aes_gcm_encrypt(&j->gcm, j->in, j->out, j->len);
    ab_aes_gcm_tag(&j->gcm, j->tail);
}
static void run_gcm_decrypt(struct aes_job *j)
{
    ab_aes_gcm_set_iv(&j->gcm, j->state, 12);
    ab_aes_gcm_decrypt(&j->gcm, j->in, j->out, j->len);
    ab_aes_gcm_tag(&j->gcm, j->tail);
}

/* Likewise, with the two keys derived from each nonce. The tag is computed before the text is encrypted: two passes. */
static void run_gcm_siv_seal(struct aes_job *j)
{
    ab_aes_gcm_siv_set_nonce(&j->gcm_siv, j->state);
    ab_aes_gcm_siv_seal(&j->gcm_siv, j->in, j->out, j->len, j->tail);
}

/* The tag is wrong, but the kernel does not compare it. */
static void run_gcm_siv_open(struct aes_job *j)
{
    uint8_t right[16];

    ab_aes_gcm_siv_set_nonce(&j->gcm_siv, j->state);
    j->k->gcm_siv_open(&j->gcm_siv, j->in, j->out, j->len, j->tail, right);
}

const struct aes_kernel aes_kernels[] = {
    { "ecb_encrypt", run_ecb_encrypt, BOUND_AES },
    { "ecb_decrypt", run_ecb_decrypt, BOUND_AES },
    { "cbc_encrypt", run_cbc_encrypt, BOUND_CHAIN },
    { "cbc_decrypt", run_cbc_decrypt, BOUND_AES },
    { "cfb_encrypt", run_cfb_encrypt, BOUND_CHAIN },
    { "cfb_decrypt", run_cfb_decrypt, BOUND_AES },
    { "cfb8_encrypt", run_cfb8_encrypt, BOUND_BYTE_CHAIN },
    { "ofb", run_ofb, BOUND_CHAIN },
    { "ctr", run_ctr, BOUND_AES },
    { "xts_encrypt", run_xts_encrypt, BOUND_AES },
    { "xts_decrypt", run_xts_decrypt, BOUND_AES },
    { "ocb_encrypt", run_ocb_encrypt, BOUND_AES },
    { "ocb_decrypt", run_ocb_decrypt, BOUND_AES },
    { "ocb_hash", run_ocb_hash, BOUND_AES },
    { "cbc_mac", run_cbc_mac, BOUND_CHAIN },
    { "ccm_encrypt", run_ccm_encrypt, BOUND_CHAIN },
    { "ccm_decrypt", run_ccm_decrypt, BOUND_CHAIN },
    { "key_wrap", run_key_wrap, BOUND_WRAP },
    { "key_unwrap", run_key_unwrap, BOUND_WRAP },
    { "ghash", run_ghash, BOUND_CLMUL },
    { "gcm_encrypt", run_gcm_encrypt, BOUND_AES_CLMUL },
    { "gcm_decrypt", run_gcm_decrypt, BOUND_AES_CLMUL },
    { "gcm_siv_seal", run_gcm_siv_seal, BOUND_BOTH_PASSES },
    { "gcm_siv_open", run_gcm_siv_open, BOUND_AES_CLMUL },
};

const size_t num_aes_kernels = sizeof(aes_kernels) / sizeof(aes_kernels[0]);

void aes_job_begin(struct aes_job *j, const struct ab_aes_kernels *k, uint8_t *in, uint8_t *out, size_t len)
{
    j->k = k;
    j->in = in;
    j->out = out;
    j->len = len;
    memset(j->state, 1, sizeof(j->state));
    memset(j->tail, 2, sizeof(j->tail));
}

void aes_job_set_keys(struct aes_job *j, size_t key_len)
{
    static const uint8_t key[32] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 }, other[32] = { 10, 11, 12 }, nonce[12] = { 13 };

    j->k->expand_encrypt(&j->key, key, key_len);
    j->k->expand_decrypt(&j->key);
    j->k->expand_encrypt(&j->tweak_key, other, key_len);
    j->k->ghash_init(&j->ghash, key);
    ab_aes_ocb_set_key(&j->ocb, j->k, key, key_len);
    ab_aes_ocb_start(&j->ocb, nonce, sizeof(nonce), 16);
    ab_aes_gcm_set_key(&j->gcm, j->k, key, key_len);
    ab_aes_gcm_siv_set_key(&j->gcm_siv, j->k, key, key_len);
}
