/*
 * Open a record in constant time. The length of the data depends on the padding, which is secret until the MAC has been
 * verified (Lucky Thirteen, IEEE S&P 2013), so the work depends only on the record's length. With data of min_len to
 * max_len bytes, the hash blocks that end before min_len are compressed while they are decrypted. Each of the others,
 * up to six, is compressed as if it were the last, and a mask selects the state after the block that is.
 */
#include "crypto/tls/cbc_hmac.h"

#include "crypto/tls/cbc_record.h"
#include "ct/ct.h"

typedef uint8_t bytes __attribute__((vector_size(AB_CHUNK)));

enum {
    MAX_BLOCKS = 6,        /* blocks that may be the last: padding is at most 256 bytes, the end of the message 1 + 8 */
    LEAD = 4 * HASH_BLOCK, /* bytes decrypted before hashing begins: stored long before they are read */
    LEN_LEN = 8
};

/* A record being opened. data_len is secret. */
struct record {
    const struct ab_cbc_hmac *c;
    uint8_t *out;
    size_t len, min_len, max_len; /* lengths of the record; of the data, from its length field */
    uint64_t data_len;
    size_t num_plain; /* blocks of the MAC that hold only header and data for any padding */
};

static void decrypt_blocks(const struct ab_cbc_hmac *c, const uint8_t *before, const uint8_t *in, uint8_t *out,
                           size_t len)
{
    uint8_t iv[AB_AES_BLOCK];

    memcpy(iv, before, sizeof(iv));
    c->aes.kernels->cbc_decrypt(&c->aes.key, iv, in, out, len / AB_AES_BLOCK);
}

/* The padding length in the last byte; padding that does not fit counts as none. */
static void find_data_len(struct record *r)
{
    uint64_t pad = ab_ct_barrier(r->out[r->len - 1]);

    r->data_len = r->max_len - ab_ct_select(ab_ct_lt(r->max_len, pad), 0, pad);
}

static void hash_head(const struct record *r, const uint8_t *header, uint32_t state[8])
{
    _Alignas(AB_CHUNK) uint8_t block[HASH_BLOCK];

    put_head(block, header, r->out, r->data_len);
    r->c->hash->kernels->compress32(state, block, 1);
    ab_wipe(block, sizeof(block));
}

/* Decrypt everything, first the end, where the padding is, and compress the plain blocks into the state. */
static void decrypt_and_hash(struct record *r, const uint8_t *iv, const uint8_t *header, const uint8_t *in,
                             uint32_t state[8])
{
    const struct ab_cbc_hmac *c = r->c;
    ab_woven_decrypt_fn *woven = is_sha1(c) ? c->aes.kernels->cbc_sha1_decrypt : c->aes.kernels->cbc_sha256_decrypt;
    size_t num_steps = r->num_plain > 1 ? r->num_plain - 1 : 0,
           rest = num_steps == 0 ? 0 : LEAD + HASH_BLOCK * num_steps;
    uint8_t before[AB_AES_BLOCK];

    decrypt_blocks(c, rest == 0 ? iv : in + rest - AB_AES_BLOCK, in + rest, r->out + rest, r->len - rest);
    find_data_len(r);
    if (num_steps != 0) {
        memcpy(before, in + LEAD - AB_AES_BLOCK, sizeof(before));
        decrypt_blocks(c, iv, in, r->out, LEAD);
    }
    if (r->num_plain != 0)
        hash_head(r, header, state);
    if (num_steps != 0)
        woven(&c->aes.key, before, in + LEAD, r->out + LEAD, state, r->out + HEAD_DATA, num_steps);
}

/* Copy what may still be hashed, from the first block that is not plain on, with zeros after it. */
static void gather(const struct record *r, const uint8_t *header, uint8_t part[MAX_BLOCKS * HASH_BLOCK])
{
    size_t at = 0, from = 0;

    memset(part, 0, MAX_BLOCKS * HASH_BLOCK);
    if (r->num_plain == 0) {
        put_pseudo_header(part, header, r->data_len);
        at = PSEUDO_LEN;
    } else {
        from = HASH_BLOCK * r->num_plain - PSEUDO_LEN;
    }
    memcpy(part + at, r->out + from, r->max_len - from);
}

/*
 * A block, if the message ends `end` bytes after the block's beginning (modulo 2^64, secret): a one bit at the end,
 * zeros after it.
 */
static void cut(uint8_t block[HASH_BLOCK], uint64_t end)
{
    uint64_t is_before = ab_ct_mask(end >> 63), inside = ab_ct_lt(end & INT64_MAX, HASH_BLOCK) & ~is_before;
    uint64_t whole = ~is_before & ~inside;
    bytes keep = (bytes){ 0 } + (uint8_t)ab_ct_select(inside, end, whole & HASH_BLOCK);
    bytes mark = (bytes){ 0 } + (uint8_t)ab_ct_select(inside, end, UINT8_MAX);
    bytes place = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 }, b;

    for (size_t i = 0; i < HASH_BLOCK; i += AB_CHUNK, place += AB_CHUNK) {
        memcpy(&b, block + i, AB_CHUNK);
        b = (b & (bytes)(place < keep)) | ((bytes)(place == mark) & 0x80);
        memcpy(block + i, &b, AB_CHUNK);
    }
}

/* The inner digest's state: the one after the last block. */
static void hash_end(const struct record *r, const uint8_t *header, uint32_t state[8])
{
    _Alignas(AB_CHUNK) uint8_t part[MAX_BLOCKS * HASH_BLOCK];
    uint64_t end = PSEUDO_LEN + r->data_len, last = (end + LEN_LEN) / HASH_BLOCK;
    uint64_t num_bits = __builtin_bswap64(8 * (r->c->num_keyed + end));
    size_t num = (PSEUDO_LEN + r->max_len + LEN_LEN) / HASH_BLOCK + 1 - r->num_plain;
    uint32_t kept[8] = { 0 };

    gather(r, header, part);
    for (size_t i = 0; i < num; i++) {
        uint64_t is_last = ab_ct_eq(r->num_plain + i, last), bits = num_bits & is_last, old;
        uint8_t *block = part + HASH_BLOCK * i;

        cut(block, end - HASH_BLOCK * (r->num_plain + i));
        memcpy(&old, block + HASH_BLOCK - LEN_LEN, LEN_LEN);
        bits |= old;
        memcpy(block + HASH_BLOCK - LEN_LEN, &bits, LEN_LEN);
        r->c->hash->kernels->compress32(state, block, 1);
        for (size_t j = 0; j < 8; j++)
            kept[j] |= state[j] & (uint32_t)is_last;
    }
    memcpy(state, kept, sizeof(kept));
    ab_wipe(part, sizeof(part));
    ab_wipe(kept, sizeof(kept));
}

static void outer_hash(const struct ab_cbc_hmac *c, const uint32_t state[8], uint8_t mac[AB_CBC_HMAC_MAX_MAC])
{
    _Alignas(AB_CHUNK) uint8_t block[2 * HASH_BLOCK];
    _Alignas(AB_CHUNK) uint32_t outer[8];

    put_outer_block(c, block, state);
    memcpy(outer, c->outer, sizeof(outer));
    c->hash->kernels->compress32(outer, block, 1);
    read_digest(c, outer, mac);
    ab_wipe(block, HASH_BLOCK);
    ab_wipe(outer, sizeof(outer));
}

/* 1 if padding and MAC are correct. With wrong padding the record's MAC counts as the complement of the correct one. */
static int check(const struct record *r, const uint8_t *mac)
{
    uint8_t other[AB_CBC_HMAC_MAX_MAC], found[AB_TLS_MAX_MAC];
    size_t mac_len = mac_len_of(r->c), data_len;
    int wrong;

    for (size_t i = 0; i < mac_len; i++)
        other[i] = (uint8_t)~mac[i];
    ab_tls_cbc_unpad(r->out, r->len, mac_len, AB_TLS_PADDING_TLS, other, found, &data_len);
    wrong = ab_ct_memcmp(found, mac, mac_len);
    ab_wipe(found, sizeof(found));
    ab_wipe(other, sizeof(other));
    AB_PUBLIC(&wrong, sizeof(wrong)); /* declassified: the record is accepted, or the connection ends */
    return wrong == 0;
}

int ab_cbc_hmac_open(const struct ab_cbc_hmac *c, uint8_t iv[AB_AES_BLOCK], const uint8_t header[AB_CBC_HMAC_HEADER],
                     const uint8_t *in, uint8_t *out, size_t len, size_t *data_len)
{
    struct record r = { .c = c, .out = out, .len = len };
    _Alignas(AB_CHUNK) uint8_t mac[AB_CBC_HMAC_MAX_MAC], next_iv[AB_AES_BLOCK];
    _Alignas(AB_CHUNK) uint32_t state[8];
    int ok;

    *data_len = 0;
    if (len % AB_AES_BLOCK != 0 || len < mac_len_of(c) + 1) {
        memset(out, 0, len);
        return 0;
    }
    memcpy(next_iv, in + len - AB_AES_BLOCK, sizeof(next_iv));
    memcpy(state, c->inner, sizeof(state));
    r.max_len = len - mac_len_of(c) - 1;
    r.min_len = r.max_len < AB_TLS_MAX_PAD ? 0 : r.max_len - (AB_TLS_MAX_PAD - 1);
    r.num_plain = (PSEUDO_LEN + r.min_len) / HASH_BLOCK;
    decrypt_and_hash(&r, iv, header, in, state);
    memcpy(iv, next_iv, sizeof(next_iv));
    hash_end(&r, header, state);
    outer_hash(c, state, mac);
    ok = check(&r, mac);
    if (ok) {
        AB_PUBLIC(&r.data_len, sizeof(r.data_len));
        *data_len = (size_t)r.data_len;
    } else {
        ab_wipe(out, len);
    }
    ab_wipe(mac, sizeof(mac));
    ab_wipe(state, sizeof(state));
    return ok;
}

void ab_cbc_hmac_open_many(struct ab_cbc_hmac_job *jobs, size_t num)
{
    for (struct ab_cbc_hmac_job *j = jobs; j < jobs + num; j++)
        j->ok = ab_cbc_hmac_open(j->key, j->iv, j->header, j->in, j->out, j->len, &j->num_bytes);
}
