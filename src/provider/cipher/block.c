/*
 * ECB and CBC of AES, SM4, ARIA and Camellia for OpenSSL: buffering and padding (PKCS #7, RFC 5652 sec. 6.3).
 * The modes are in src/crypto/aes/aes_ecb.c and aes_cbc.c.
 */
#include "provider/cipher/block.h"

#include <openssl/evp.h>
#include <string.h>

#include "afterburner/aes_batch.h"
#include "crypto/aes/block.h"
#include "ct/ct.h"
#include "provider/cipher/pipeline.h"
#include "provider/error.h"
#include "provider/health.h"
#include "threads/split.h"

static OSSL_FUNC_cipher_update_fn update;
static OSSL_FUNC_cipher_final_fn final;

/*
 * Set the key, if there is one, and make what the direction and the TLS parameters require. Not inlined, so that an
 * init without a key does not save the registers that it takes.
 */
__attribute__((noinline)) static int prepare_key(struct ab_block *c, const uint8_t *key, size_t key_len)
{
    if (key != NULL) {
        if (!ab_cipher_check_key_len(&c->g.head, key_len))
            return 0;
        ab_aes_ecb_set_key(&c->cbc.aes, c->g.head.kernels, key, key_len);
        c->g.head.key_set = true;
        c->can_decrypt = false;
    }
    if (!c->g.head.enc && c->g.head.key_set && !c->can_decrypt) {
        ab_aes_ecb_prepare_decrypt(&c->cbc.aes);
        c->can_decrypt = true;
    }
    return ab_tls_cbc_prepare(c);
}

/*
 * Without an IV, start again from the last one set. A call without a key may still change the direction. The usual call
 * sets an IV alone.
 */
int ab_block_init(void *ctx, const uint8_t *key, size_t key_len, const uint8_t *iv, size_t iv_len)
{
    struct ab_block *c = ctx;

    c->held = 0;
    c->num = 0;
    c->done = false;
    if (!ab_generic_set_iv(&c->g, iv, iv_len))
        return 0;
    if (c->g.head.iv_set)
        memcpy(c->cbc.iv, c->g.iv, AB_AES_BLOCK);
    if (key == NULL && (c->g.head.enc || c->can_decrypt) && c->g.tls_version == 0)
        return 1;
    return prepare_key(c, key, key_len);
}

/* Process a long call on several threads. Returns 0 for CBC encryption, whose blocks depend on each other. */
static int share(struct ab_block *c, const uint8_t *in, uint8_t *out, size_t num_blocks)
{
    struct ab_pool *pool = c->g.head.prov->pool;
    bool ecb = c->g.head.desc->mode == EVP_CIPH_ECB_MODE;

    if (ecb)
        (c->g.head.enc ? ab_split_ecb_encrypt : ab_split_ecb_decrypt)(pool, &c->cbc.aes, in, out, num_blocks);
    else if (!c->g.head.enc)
        ab_split_cbc_decrypt(pool, &c->cbc, in, out, num_blocks);
    return ecb || !c->g.head.enc;
}

static void crypt_blocks(struct ab_block *c, const uint8_t *in, uint8_t *out, size_t num_blocks)
{
    bool ecb = c->g.head.desc->mode == EVP_CIPH_ECB_MODE;

    if (ab_cipher_is_long(&c->g.head, num_blocks * AB_AES_BLOCK) && share(c, in, out, num_blocks))
        return;
    if (c->g.head.enc)
        ecb ? ab_aes_ecb_encrypt(&c->cbc.aes, in, out, num_blocks) : ab_aes_cbc_encrypt(&c->cbc, in, out, num_blocks);
    else
        ecb ? ab_aes_ecb_decrypt(&c->cbc.aes, in, out, num_blocks) : ab_aes_cbc_decrypt(&c->cbc, in, out, num_blocks);
}

/*
 * The number of bytes to output out of `len` available ones. With padding, decryption holds back the last block for
 * final.
 */
static size_t ready(const struct ab_block *c, size_t len)
{
    if (!c->g.head.enc && c->g.pad && len != 0)
        len--;
    return len / AB_AES_BLOCK * AB_AES_BLOCK;
}

/*
 * The held block is written before the rest of the input is read, so the output must not overlap the remaining len
 * input bytes, unless both start at the same address.
 */
static int runs_over(const uint8_t *rest_out, const uint8_t *rest_in, size_t len)
{
    uintptr_t ahead = (uintptr_t)rest_out - (uintptr_t)rest_in;

    return len != 0 && ahead != 0 && ahead < len + AB_AES_BLOCK;
}

/* Check that an update can proceed. Returns 0 with an error raised and without output. */
static int can_update(const struct ab_block *c, const uint8_t *out, size_t out_size, const uint8_t *in, size_t in_len)
{
    size_t len = ready(c, c->held + in_len), fill = AB_AES_BLOCK - c->held;

    if (!ab_cipher_has_room(&c->g.head, out_size, len))
        return 0;
    if (len != 0 && c->held != 0 && runs_over(out + AB_AES_BLOCK, in + fill, in_len - fill)) {
        AB_RAISE_DETAIL(c->g.head.prov, AB_R_PARTIALLY_OVERLAPPING, "in place with %zu bytes held back", c->held);
        return 0;
    }
    return 1;
}

/* The rest of an update: whole blocks, followed by bytes to hold. */
struct rest {
    const uint8_t *in;
    uint8_t *out;
    size_t num_blocks, to_hold;
    size_t in_len; /* of the whole update */
};

/* Output the held block, if it is complete and may leave. *out_len is the length of the whole update. */
static struct rest finish_held(struct ab_block *c, uint8_t *out, size_t *out_len, const uint8_t *in, size_t in_len)
{
    size_t len = ready(c, c->held + in_len), fill = AB_AES_BLOCK - c->held, all = in_len;

    *out_len = len;
    if (len != 0 && c->held != 0) {
        ab_aes_fill(c->buf, c->held, in, in_len);
        crypt_blocks(c, c->buf, out, 1);
        c->held = 0;
        in += fill;
        in_len -= fill;
        out += AB_AES_BLOCK;
        len -= AB_AES_BLOCK;
    }
    return (struct rest){ in, out, len / AB_AES_BLOCK, in_len - len, all };
}

/* Hold the last len bytes of an update of in_len, which ends there. */
static void hold_last(struct ab_block *c, const uint8_t *end, size_t len, size_t in_len)
{
    ab_aes_hold(c->buf, c->held, end, len, in_len);
    c->held += len;
}

static void hold_rest(struct ab_block *c, const struct rest *r)
{
    if (r->to_hold != 0)
        hold_last(c, r->in + AB_AES_BLOCK * r->num_blocks + r->to_hold, r->to_hold, r->in_len);
}

/* The general case. Not inlined, so that update does not save the registers that it takes. */
__attribute__((noinline)) static int update_in_parts(struct ab_block *c, uint8_t *out, size_t *out_len, size_t out_size,
                                                     const uint8_t *in, size_t in_len)
{
    struct rest r;

    if (!ab_cipher_has_key(&c->g.head))
        return 0;
    if (c->g.tls_version != 0)
        return ab_tls_cbc_update(c, out, out_len, out_size, in, in_len);
    if (!can_update(c, out, out_size, in, in_len))
        return 0;
    r = finish_held(c, out, out_len, in, in_len);
    if (r.num_blocks != 0)
        crypt_blocks(c, r.in, r.out, r.num_blocks);
    hold_rest(c, &r);
    return 1;
}

/* The usual call: whole blocks and room for them, no byte held from before, and no block to hold back. */
static bool is_whole(const struct ab_block *c, size_t out_size, size_t in_len)
{
    return c->g.head.key_set && c->held == 0 && in_len % AB_AES_BLOCK == 0 && out_size >= in_len
           && (c->g.head.enc || !c->g.pad) && c->g.tls_version == 0;
}

/* A few bytes that leave the block unfinished. */
static bool is_held(const struct ab_block *c, size_t in_len)
{
    return c->g.head.key_set && c->held + in_len < AB_AES_BLOCK && c->g.tls_version == 0;
}

static int update(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                  size_t in_len)
{
    struct ab_block *c = ctx;

    if (!is_whole(c, out_size, in_len)) {
        if (!is_held(c, in_len))
            return update_in_parts(c, out, out_len, out_size, in, in_len);
        *out_len = 0;
        if (in_len != 0)
            hold_last(c, in + in_len, in_len, in_len);
        return 1;
    }
    *out_len = in_len;
    if (in_len != 0)
        crypt_blocks(c, in, out, in_len / AB_AES_BLOCK);
    return 1;
}

/* Encrypt the CBC chains of all pipes in step, under the first pipe's copy of the common key. */
static void encrypt_together(const struct ab_pipes *pipes, const struct rest r[], const struct ab_aes_kernels *kernels)
{
    const struct ab_aes_ecb *key = &((const struct ab_block *)(const void *)pipes->pipe[0])->cbc.aes;
    struct ab_aes_job jobs[AB_MAX_PIPES];
    struct ab_aes_batch batch;

    ab_aes_batch_init(&batch, kernels, AB_AES_BATCH_CBC, pipes->pipe[0]->desc->key_len);
    for (size_t i = 0; i < pipes->num; i++) {
        struct ab_block *c = (void *)pipes->pipe[i];

        ab_aes_batch_add_cbc(&batch, &jobs[i], key, c->cbc.iv, r[i].in, r[i].out, AB_AES_BLOCK * r[i].num_blocks);
    }
    ab_aes_batch_flush(&batch);
    for (size_t i = 0; i < pipes->num; i++)
        memcpy(((struct ab_block *)(void *)pipes->pipe[i])->cbc.iv, jobs[i].block, AB_AES_BLOCK);
    ab_aes_batch_wipe(&batch);
}

static int update_alone(const struct ab_pipes *pipes, uint8_t *const out[], size_t out_len[], const size_t out_size[],
                        const uint8_t *const in[], const size_t in_len[])
{
    for (size_t i = 0; i < pipes->num; i++)
        if (!update(pipes->pipe[i], out[i], &out_len[i], out_size[i], in[i], in_len[i]))
            return 0;
    return 1;
}

/* Check all pipes before any output. */
static int update_pipes(const struct ab_pipes *pipes, uint8_t *const out[], size_t out_len[], const size_t out_size[],
                        const uint8_t *const in[], const size_t in_len[])
{
    const struct ab_block *first = (void *)pipes->pipe[0];
    const struct ab_aes_kernels *kernels;
    struct rest r[AB_MAX_PIPES];

    if (pipes->num < 2 || !first->g.head.enc || first->g.tls_version != 0)
        return update_alone(pipes, out, out_len, out_size, in, in_len);
    for (size_t i = 0; i < pipes->num; i++)
        if (!ab_cipher_has_key(pipes->pipe[i])
            || !can_update((void *)pipes->pipe[i], out[i], out_size[i], in[i], in_len[i]))
            return 0;
    if ((kernels = ab_health_kernels(first->g.head.prov, AB_FAMILY_AES_LANES)) == NULL)
        return 0;
    for (size_t i = 0; i < pipes->num; i++)
        r[i] = finish_held((void *)pipes->pipe[i], out[i], &out_len[i], in[i], in_len[i]);
    encrypt_together(pipes, r, kernels);
    for (size_t i = 0; i < pipes->num; i++)
        hold_rest((void *)pipes->pipe[i], &r[i]);
    return 1;
}

static int final_encrypt(struct ab_block *c, uint8_t *out, size_t *out_len, size_t out_size)
{
    *out_len = 0;
    if (!c->g.pad && c->held == 0)
        return 1;
    if (!c->g.pad) {
        AB_RAISE_DETAIL(c->g.head.prov, AB_R_WRONG_FINAL_BLOCK_LENGTH, "%zu bytes", c->held);
        return 0;
    }
    if (!ab_cipher_has_room(&c->g.head, out_size, AB_AES_BLOCK))
        return 0;
    memset(c->buf + c->held, (int)(AB_AES_BLOCK - c->held), AB_AES_BLOCK - c->held);
    crypt_blocks(c, c->buf, out, 1);
    c->held = 0;
    *out_len = AB_AES_BLOCK;
    return 1;
}

/*
 * Return the length of the data before the padding, or AB_AES_BLOCK if the padding is wrong. Reads every byte whatever
 * the padding is; the result itself is not hidden, since the caller's interface reveals it.
 */
static size_t unpadded_len(const uint8_t block[AB_AES_BLOCK])
{
    unsigned pad = block[AB_AES_BLOCK - 1], bad = (pad - 1) >> 4;

    for (unsigned i = 0; i < AB_AES_BLOCK; i++)
        bad |= (block[i] ^ pad) & (0 - ((AB_AES_BLOCK - 1 - i - pad) >> 31));
    return bad != 0 ? AB_AES_BLOCK : AB_AES_BLOCK - pad;
}

static int final_decrypt(struct ab_block *c, uint8_t *out, size_t *out_len, size_t out_size)
{
    uint8_t block[AB_AES_BLOCK];
    size_t len = AB_AES_BLOCK;
    int ok = 0;

    *out_len = 0;
    if (!c->g.pad && c->held == 0)
        return 1;
    if (c->held != AB_AES_BLOCK) {
        AB_RAISE_DETAIL(c->g.head.prov, AB_R_WRONG_FINAL_BLOCK_LENGTH, "%zu bytes", c->held);
        return 0;
    }
    crypt_blocks(c, c->buf, block, 1);
    c->held = 0;
    if (c->g.pad && (len = unpadded_len(block)) == AB_AES_BLOCK) {
        AB_RAISE(c->g.head.prov, AB_R_BAD_DECRYPT);
    } else if (ab_cipher_has_room(&c->g.head, out_size, len)) {
        memcpy(out, block, len);
        *out_len = len;
        ok = 1;
    }
    ab_wipe(block, sizeof(block));
    return ok;
}

static int final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    struct ab_block *c = ctx;

    if (!ab_cipher_has_key(&c->g.head))
        return 0;
    if (c->g.tls_version != 0) {
        AB_RAISE_DETAIL(c->g.head.prov, AB_R_CIPHER_OPERATION_FAILED, "a TLS record has no final");
        return 0;
    }
    return c->g.head.enc ? final_encrypt(c, out, out_len, out_size) : final_decrypt(c, out, out_len, out_size);
}

/* EVP_Cipher: whole blocks, without buffer or padding. */
int ab_block_cipher(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                    size_t in_len)
{
    struct ab_block *c = ctx;

    if (!ab_cipher_has_key(&c->g.head) || !ab_cipher_has_room(&c->g.head, out_size, in_len))
        return 0;
    if (in_len % AB_AES_BLOCK != 0) {
        AB_RAISE_DETAIL(c->g.head.prov, AB_R_WRONG_FINAL_BLOCK_LENGTH, "%zu bytes", in_len);
        return 0;
    }
    crypt_blocks(c, in, out, in_len / AB_AES_BLOCK);
    *out_len = in_len;
    return 1;
}

int ab_block_get_param(void *ctx, OSSL_PARAM *p)
{
    struct ab_block *c = ctx;

    return ab_generic_get_param(&c->g, p, c->cbc.iv, c->num);
}

int ab_block_set_param(void *ctx, const OSSL_PARAM *p)
{
    struct ab_block *c = ctx;

    return ab_generic_set_param(&c->g, p, &c->num) && (c->g.tls_version == 0 || ab_tls_cbc_prepare(c));
}

static const struct ab_cipher_ops ops = {
    .ctx_size = sizeof(struct ab_block),
    .prepare = ab_generic_prepare,
    .init = ab_block_init,
    .get_param = ab_block_get_param,
    .set_param = ab_block_set_param,
    .update = update,
    .cipher = ab_block_cipher,
};

static const struct ab_cipher_ops cbc_ops = {
    .ctx_size = sizeof(struct ab_block),
    .prepare = ab_generic_prepare,
    .init = ab_block_init,
    .get_param = ab_block_get_param,
    .set_param = ab_block_set_param,
    .update = update,
    .cipher = ab_block_cipher,
    .final = final,
    .update_pipes = update_pipes,
};

#define CALLS AB_FN(UPDATE, update), AB_FN(FINAL, final), AB_FN(CIPHER, ab_block_cipher)
#define PARAMS AB_FN(GETTABLE_CTX_PARAMS, ab_generic_gettable_ctx_params), \
    AB_FN(SETTABLE_CTX_PARAMS, ab_generic_settable_ctx_params)
#define TABLE(name) AB_CIPHER_TABLE(name, rest)
#define CBC_TABLE(name) AB_CIPHER_TABLE(name, cbc_rest)

AB_CIPHER_REST(rest, CALLS, PARAMS)
AB_CIPHER_REST(cbc_rest, CALLS, PARAMS, AB_PIPES_ENTRIES)

static const struct ab_cipher_desc aes_128_ecb_desc = { &ops, AB_FAMILY_AES_ECB, EVP_CIPH_ECB_MODE, 0, 16, 16, 0 };
static const struct ab_cipher_desc aes_192_ecb_desc = { &ops, AB_FAMILY_AES_ECB, EVP_CIPH_ECB_MODE, 0, 24, 16, 0 };
static const struct ab_cipher_desc aes_256_ecb_desc = { &ops, AB_FAMILY_AES_ECB, EVP_CIPH_ECB_MODE, 0, 32, 16, 0 };
static const struct ab_cipher_desc aes_128_cbc_desc = { &cbc_ops, AB_FAMILY_AES_CBC, EVP_CIPH_CBC_MODE, 0, 16, 16, 16 };
static const struct ab_cipher_desc aes_192_cbc_desc = { &cbc_ops, AB_FAMILY_AES_CBC, EVP_CIPH_CBC_MODE, 0, 24, 16, 16 };
static const struct ab_cipher_desc aes_256_cbc_desc = { &cbc_ops, AB_FAMILY_AES_CBC, EVP_CIPH_CBC_MODE, 0, 32, 16, 16 };
static const struct ab_cipher_desc sm4_ecb_desc = { &ops, AB_FAMILY_SM4_ECB, EVP_CIPH_ECB_MODE, 0, 16, 16, 0 };
static const struct ab_cipher_desc sm4_cbc_desc = { &cbc_ops, AB_FAMILY_SM4_CBC, EVP_CIPH_CBC_MODE, 0, 16, 16, 16 };
static const struct ab_cipher_desc aria_128_ecb_desc = { &ops, AB_FAMILY_ARIA_ECB, EVP_CIPH_ECB_MODE, 0, 16, 16, 0 };
static const struct ab_cipher_desc aria_192_ecb_desc = { &ops, AB_FAMILY_ARIA_ECB, EVP_CIPH_ECB_MODE, 0, 24, 16, 0 };
static const struct ab_cipher_desc aria_256_ecb_desc = { &ops, AB_FAMILY_ARIA_ECB, EVP_CIPH_ECB_MODE, 0, 32, 16, 0 };
static const struct ab_cipher_desc aria_128_cbc_desc = { &ops, AB_FAMILY_ARIA_CBC, EVP_CIPH_CBC_MODE, 0, 16, 16, 16 };
static const struct ab_cipher_desc aria_192_cbc_desc = { &ops, AB_FAMILY_ARIA_CBC, EVP_CIPH_CBC_MODE, 0, 24, 16, 16 };
static const struct ab_cipher_desc aria_256_cbc_desc = { &ops, AB_FAMILY_ARIA_CBC, EVP_CIPH_CBC_MODE, 0, 32, 16, 16 };
static const struct ab_cipher_desc camellia_128_ecb_desc = { &ops, AB_FAMILY_CAMELLIA_ECB, EVP_CIPH_ECB_MODE, 0, 16, 16,
                                                             0 };
static const struct ab_cipher_desc camellia_192_ecb_desc = { &ops, AB_FAMILY_CAMELLIA_ECB, EVP_CIPH_ECB_MODE, 0, 24, 16,
                                                             0 };
static const struct ab_cipher_desc camellia_256_ecb_desc = { &ops, AB_FAMILY_CAMELLIA_ECB, EVP_CIPH_ECB_MODE, 0, 32, 16,
                                                             0 };
static const struct ab_cipher_desc camellia_128_cbc_desc = {
    &cbc_ops, AB_FAMILY_CAMELLIA_CBC, EVP_CIPH_CBC_MODE, 0, 16, 16, 16
};
static const struct ab_cipher_desc camellia_192_cbc_desc = {
    &cbc_ops, AB_FAMILY_CAMELLIA_CBC, EVP_CIPH_CBC_MODE, 0, 24, 16, 16
};
static const struct ab_cipher_desc camellia_256_cbc_desc = {
    &cbc_ops, AB_FAMILY_CAMELLIA_CBC, EVP_CIPH_CBC_MODE, 0, 32, 16, 16
};

AB_CIPHER_NAME(aes_128_ecb)
AB_CIPHER_NAME(aes_192_ecb)
AB_CIPHER_NAME(aes_256_ecb)
AB_CIPHER_NAME(aes_128_cbc)
AB_CIPHER_NAME(aes_192_cbc)
AB_CIPHER_NAME(aes_256_cbc)
AB_CIPHER_NAME(sm4_ecb)
AB_CIPHER_NAME(sm4_cbc)
AB_CIPHER_NAME(aria_128_ecb)
AB_CIPHER_NAME(aria_192_ecb)
AB_CIPHER_NAME(aria_256_ecb)
AB_CIPHER_NAME(aria_128_cbc)
AB_CIPHER_NAME(aria_192_cbc)
AB_CIPHER_NAME(aria_256_cbc)
AB_CIPHER_NAME(camellia_128_ecb)
AB_CIPHER_NAME(camellia_192_ecb)
AB_CIPHER_NAME(camellia_256_ecb)
AB_CIPHER_NAME(camellia_128_cbc)
AB_CIPHER_NAME(camellia_192_cbc)
AB_CIPHER_NAME(camellia_256_cbc)

const OSSL_DISPATCH ab_aes_128_ecb_functions[] = TABLE(aes_128_ecb);
const OSSL_DISPATCH ab_aes_192_ecb_functions[] = TABLE(aes_192_ecb);
const OSSL_DISPATCH ab_aes_256_ecb_functions[] = TABLE(aes_256_ecb);
const OSSL_DISPATCH ab_aes_128_cbc_functions[] = CBC_TABLE(aes_128_cbc);
const OSSL_DISPATCH ab_aes_192_cbc_functions[] = CBC_TABLE(aes_192_cbc);
const OSSL_DISPATCH ab_aes_256_cbc_functions[] = CBC_TABLE(aes_256_cbc);
const OSSL_DISPATCH ab_sm4_ecb_functions[] = TABLE(sm4_ecb);
const OSSL_DISPATCH ab_sm4_cbc_functions[] = TABLE(sm4_cbc);
const OSSL_DISPATCH ab_aria_128_ecb_functions[] = TABLE(aria_128_ecb);
const OSSL_DISPATCH ab_aria_192_ecb_functions[] = TABLE(aria_192_ecb);
const OSSL_DISPATCH ab_aria_256_ecb_functions[] = TABLE(aria_256_ecb);
const OSSL_DISPATCH ab_aria_128_cbc_functions[] = TABLE(aria_128_cbc);
const OSSL_DISPATCH ab_aria_192_cbc_functions[] = TABLE(aria_192_cbc);
const OSSL_DISPATCH ab_aria_256_cbc_functions[] = TABLE(aria_256_cbc);
const OSSL_DISPATCH ab_camellia_128_ecb_functions[] = TABLE(camellia_128_ecb);
const OSSL_DISPATCH ab_camellia_192_ecb_functions[] = TABLE(camellia_192_ecb);
const OSSL_DISPATCH ab_camellia_256_ecb_functions[] = TABLE(camellia_256_ecb);
const OSSL_DISPATCH ab_camellia_128_cbc_functions[] = TABLE(camellia_128_cbc);
const OSSL_DISPATCH ab_camellia_192_cbc_functions[] = TABLE(camellia_192_cbc);
const OSSL_DISPATCH ab_camellia_256_cbc_functions[] = TABLE(camellia_256_cbc);
