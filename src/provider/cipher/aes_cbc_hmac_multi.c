/*
 * Several records at once, "multi-block": libssl cuts one large write into 4 or 8 records, whose CBC chains run in step
 * (src/crypto/tls/cbc_hmac_lanes.c). There are two steps, tls1multi_aad and tls1multi_enc. The caller allocates what
 * the first returns, so the second accepts only what the first was given.
 *
 * Explicit IVs must be unpredictable (RFC 5246 sec. 6.2.3.2). Each is the encryption, under the record key, of a
 * counter that starts at a secret 128-bit nonce: the first method of SP 800-38A appendix C. The nonce is drawn (from
 * provider/generator.h) for the first records that are sent so; most connections never do, and the draw takes longer
 * than both keys.
 */
#include "provider/cipher/aes_cbc_hmac_multi.h"

#include <openssl/core_names.h>
#include <string.h>

#include "provider/cipher/cipher.h"
#include "provider/error.h"
#include "provider/generator.h"
#include "provider/param.h"

enum {
    RECORD_HEADER = 5,
    OVERHEAD = RECORD_HEADER + AB_AES_BLOCK, /* header and explicit IV */
    MAX_RECORDS = 8,
    MIN_FRAGMENT = 115,     /* shorter fragments have no common step for the lanes */
    MAX_FRAGMENT = 1 << 14, /* RFC 5246 sec. 6.2.1 */
    /* of the data, if the AAD contains its length instead of the caller choosing the number of records */
    LEN_FOR_4 = 4096,
    LEN_FOR_8 = 8192
};

static int refuse(const struct ab_cbc_hmac_ctx *c, const char *why)
{
    AB_RAISE_DETAIL(c->head.prov, AB_R_CIPHER_OPERATION_FAILED, "several records: %s", why);
    return 0;
}

int ab_multi_seed(struct ab_cbc_hmac_ctx *c)
{
    if (!c->has_nonce && !(c->has_nonce = ab_generator_bytes(c->head.prov, c->nonce, sizeof(c->nonce))))
        AB_RAISE(c->head.prov, AB_R_RANDOM_FAILED);
    return c->has_nonce;
}

static void make_iv(struct ab_cbc_hmac_ctx *c, uint8_t iv[AB_AES_BLOCK])
{
    memcpy(iv, c->nonce, AB_AES_BLOCK);
    c->nonce[0]++;
    ab_aes_ecb_encrypt(&c->key.aes, iv, iv, 1);
}

static int find_number(const OSSL_PARAM params[], unsigned *num)
{
    const OSSL_PARAM *p = ab_param_locate_const(params, OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK_INTERLEAVE);

    return ab_param_get_uint(p, num) && (*num == 4 || *num == 8);
}

static size_t last_fragment(const struct ab_multi *m)
{
    return m->len - (m->num - 1) * m->fragment;
}

/*
 * Cut the data into equal fragments; the last one also has the remainder. If the remainder would cost the last record
 * one more block of the hash function, make the other fragments one byte longer, as the default provider does.
 */
static void cut(struct ab_multi *m)
{
    enum { PSEUDO_AND_PADDING = AB_TLS_RECORD_AAD + 9, HASH_BLOCK = 64 };
    size_t last;

    m->fragment = m->len / m->num;
    last = last_fragment(m);
    if (last > m->fragment && (last + PSEUDO_AND_PADDING) % HASH_BLOCK < m->num - 1)
        m->fragment++;
}

/* Compute how many bytes of data go into how many records. */
static int find_lengths(const struct ab_cbc_hmac_ctx *c, struct ab_multi *m, size_t announced, size_t total)
{
    if (announced != 0 && announced < LEN_FOR_4)
        return refuse(c, "too little data");
    if (announced != 0)
        m->num = announced >= LEN_FOR_8 ? 8 : 4;
    m->len = announced != 0 ? announced : total;
    if (m->len > MAX_RECORDS * MAX_FRAGMENT)
        return refuse(c, "too much data");
    cut(m);
    if (m->fragment < MIN_FRAGMENT || last_fragment(m) < MIN_FRAGMENT)
        return refuse(c, "fragments of less than 115 bytes");
    if (m->fragment > MAX_FRAGMENT || last_fragment(m) > MAX_FRAGMENT)
        return refuse(c, "fragments of more than 16384 bytes");
    m->packed_len = (m->num - 1) * (OVERHEAD + ab_cbc_hmac_sealed_len(&c->key, m->fragment)) + OVERHEAD
                    + ab_cbc_hmac_sealed_len(&c->key, last_fragment(m));
    return 1;
}

/* The pointer is to 13 bytes, but the parameter's size is that of all the data: libcrypto passes it on like that. */
int ab_multi_set_aad(struct ab_cbc_hmac_ctx *c, const OSSL_PARAM *aad, const OSSL_PARAM params[])
{
    struct ab_multi m = { .max_fragment = c->multi.max_fragment, .done_len = c->multi.done_len };
    const uint8_t *bytes;
    size_t total;

    c->multi.len = 0;
    if (!ab_cipher_has_key(&c->head))
        return 0;
    if (!ab_param_get_octets(aad, &bytes, &total) || bytes == NULL || total < AB_TLS_RECORD_AAD
        || !find_number(params, &m.num))
        return refuse(c, "no AAD, or not for 4 or 8 records");
    if (!c->head.enc || !ab_has_explicit_iv(bytes))
        return refuse(c, "only to send, and with explicit IVs");
    memcpy(m.header, bytes, sizeof(m.header));
    if (!find_lengths(c, &m, (size_t)bytes[AB_TLS_RECORD_AAD - 2] << 8 | bytes[AB_TLS_RECORD_AAD - 1], total))
        return 0;
    c->multi = m;
    return 1;
}

/* The sequence number of record i is that of the first record plus i. */
static void put_header(uint8_t header[AB_CBC_HMAC_HEADER], const uint8_t first[AB_CBC_HMAC_HEADER], unsigned i)
{
    uint64_t number;

    memcpy(header, first, AB_CBC_HMAC_HEADER);
    memcpy(&number, first, sizeof(number));
    number = __builtin_bswap64(__builtin_bswap64(number) + i);
    memcpy(header, &number, sizeof(number));
}

/* Write the part of a record that is in the clear: type, version, length, explicit IV. */
static void put_clear(uint8_t *out, const struct ab_cbc_hmac_job *job, size_t sealed_len)
{
    size_t len = AB_AES_BLOCK + sealed_len;

    memcpy(out, job->header + AB_CBC_HMAC_HEADER - 3, 3);
    out[3] = (uint8_t)(len >> 8);
    out[4] = (uint8_t)len;
    memcpy(out + RECORD_HEADER, job->iv, AB_AES_BLOCK);
}

static void seal(struct ab_cbc_hmac_ctx *c, const uint8_t *in, uint8_t *out)
{
    struct ab_multi *m = &c->multi;
    struct ab_cbc_hmac_job jobs[MAX_RECORDS];

    for (unsigned i = 0; i < m->num; i++) {
        size_t len = i == m->num - 1 ? last_fragment(m) : m->fragment,
               sealed_len = ab_cbc_hmac_sealed_len(&c->key, len);

        jobs[i] = (struct ab_cbc_hmac_job){ .key = &c->key, .in = in, .out = out + OVERHEAD, .len = len };
        put_header(jobs[i].header, m->header, i);
        make_iv(c, jobs[i].iv);
        put_clear(out, &jobs[i], sealed_len);
        in += len;
        out += OVERHEAD + sealed_len;
    }
    ab_cbc_hmac_seal_many(jobs, m->num);
}

static int overlap(const uint8_t *a, size_t a_len, const uint8_t *b, size_t b_len)
{
    return (uintptr_t)a < (uintptr_t)b + b_len && (uintptr_t)b < (uintptr_t)a + a_len;
}

/* The size of the output parameter is also that of the input; only the caller knows the room in the output buffer. */
int ab_multi_encrypt(struct ab_cbc_hmac_ctx *c, const OSSL_PARAM *out, const OSSL_PARAM params[])
{
    const OSSL_PARAM *in = ab_param_locate_const(params, OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK_ENC_IN);
    struct ab_multi *m = &c->multi;
    const uint8_t *from, *to;
    size_t len, out_len;
    unsigned num;

    if (!ab_param_get_octets(out, &to, &out_len) || !ab_param_get_octets(in, &from, &len) || to == NULL || from == NULL
        || !find_number(params, &num))
        return refuse(c, "no input, no output, or not for 4 or 8 records");
    if (!c->head.enc || m->len == 0 || len != m->len || num != m->num || out_len < len)
        return refuse(c, "not what the AAD has settled");
    if (overlap(from, len, to, m->packed_len))
        return refuse(c, "output over input");
    if (!ab_multi_seed(c))
        return 0;
    seal(c, from, (uint8_t *)out->data);
    m->done_len = m->packed_len;
    m->len = 0;
    return 1;
}

int ab_multi_get_buffer_size(const struct ab_cbc_hmac_ctx *c, OSSL_PARAM *p)
{
    if (c->multi.max_fragment == 0 || !c->head.key_set)
        return refuse(c, "no longest fragment is set");
    return ab_param_set_uint64(p, OVERHEAD + ab_cbc_hmac_sealed_len(&c->key, c->multi.max_fragment));
}
