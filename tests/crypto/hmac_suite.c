/*
 * HMAC over every implementation of every hash function with a digest of fixed length: against its definition (FIPS
 * 198-1 sec. 4), one hash inside another, with keys shorter and longer than a block and messages cut anywhere; and the
 * MAC of a record whose length is secret, for every possible length. HKDF ends after 255 blocks.
 */
#include <string.h>

#include "afterburner/hkdf.h"
#include "afterburner/hmac.h"
#include "crypto/hash/md_secret_len.h"
#include "crypto/hmac/hmac_tls.h"
#include "harness/harness.h"
#include "harness/suites.h"

enum { IN, OUT }; /* names of the regions */
enum { MAX_KEY = 300, MAX_MESSAGE = 700, MAX_PAD = 256 };

static uint8_t key[MAX_KEY], message[AB_HMAC_TLS_HEADER + MAX_MESSAGE];

/* hash(a | b) */
static void hash_two(const struct ab_hash *h, const uint8_t *a, size_t a_len, const uint8_t *b, size_t b_len,
                     uint8_t *out)
{
    struct ab_hash_ctx c;

    ab_hash_init(&c, h);
    ab_hash_update(&c, a, a_len);
    ab_hash_update(&c, b, b_len);
    ab_hash_final(&c, out);
}

static void define(const struct ab_hash *h, size_t key_len, size_t len, uint8_t *mac)
{
    size_t block = h->algorithm->block_len, digest = h->algorithm->digest_len;
    uint8_t inner[AB_HASH_MAX_BLOCK] = { 0 }, outer[AB_HASH_MAX_BLOCK], inner_digest[AB_HASH_MAX_DIGEST];

    if (key_len > block)
        hash_two(h, key, key_len, NULL, 0, inner);
    else
        memcpy(inner, key, key_len);
    for (size_t i = 0; i < block; i++) {
        outer[i] = inner[i] ^ 0x5c;
        inner[i] ^= 0x36;
    }
    hash_two(h, inner, block, message, len, inner_digest);
    hash_two(h, outer, block, inner_digest, digest, mac);
}

/* Update in two parts, with a copy of the key; the message ends at an inaccessible page. */
static void check_message(const struct ab_hash *h, const struct ab_hmac_key *k, size_t key_len, size_t len, size_t cut)
{
    size_t digest = h->algorithm->digest_len;
    uint8_t want[AB_HASH_MAX_DIGEST], *out = t_place(OUT, T_AT_END, 0, digest), *in = t_place(IN, T_AT_END, 0, len);
    struct ab_hmac_key copy;
    struct ab_hash_ctx c;

    t_where.key_len = key_len;
    t_where.len = len;
    t_where.extra = cut;
    define(h, key_len, len, want);
    memcpy(in, message, len);
    t_poison(OUT, out, digest);
    ab_hmac_copy_key(&copy, k);
    ab_hmac_init(&c, &copy);
    ab_hash_update(&c, in, cut);
    ab_hash_update(&c, in + cut, len - cut);
    ab_hmac_final(&c, &copy, out);
    CHECK_BYTES(out, want, digest);
    CHECK(t_margins_intact(OUT, out, digest));
    ab_hmac(k, in, len, out);
    CHECK_BYTES(out, want, digest);
}

static void check_key(const struct ab_hash *h, size_t key_len)
{
    size_t block = h->algorithm->block_len;
    struct ab_hmac_key k;

    t_random_bytes(key, key_len);
    ab_hmac_set_key(&k, h, key, key_len);
    for (size_t len = 0; len <= 2 * block + 20; len += t_is_slow() ? 7 : 1)
        check_message(h, &k, key_len, len, t_random_below(len + 1));
    ab_hmac_wipe(&k);
}

static void check_keys(const struct ab_hash *h)
{
    size_t block = h->algorithm->block_len;
    const size_t lens[] = { 0, 1, h->algorithm->digest_len, block - 1, block, block + 1, MAX_KEY };

    t_where.check = "HMAC by its definition";
    for (size_t i = 0; i < sizeof(lens) / sizeof(lens[0]); i++)
        check_key(h, lens[i]);
}

/* Check every length that the padding allows; the record itself ends at an inaccessible page. */
static void check_record(const struct ab_hash *h, const struct ab_hmac_key *k, size_t key_len, size_t record_len)
{
    size_t digest = h->algorithm->digest_len, most = digest + MAX_PAD,
           first = record_len > most ? record_len - most : 0;
    uint8_t want[AB_HASH_MAX_DIGEST], got[AB_HASH_MAX_DIGEST], *in = t_place(IN, T_AT_END, 0, record_len);

    memcpy(in, message + AB_HMAC_TLS_HEADER, record_len);
    t_where.len = record_len;
    for (size_t len = first; len <= record_len; len += t_is_slow() ? 13 : 1) {
        t_where.extra = len;
        define(h, key_len, AB_HMAC_TLS_HEADER + len, want);
        CHECK(ab_hmac_tls(k, message, in, len, record_len, got));
        CHECK_BYTES(got, want, digest);
    }
}

static void check_records(const struct ab_hash *h)
{
    static const size_t lens[] = { 0, 1, 16, 63, 64, 128, 256, 272, 333, 400, 512, MAX_MESSAGE };
    size_t key_len = h->algorithm->digest_len;
    struct ab_hmac_key k;

    t_where.check = "HMAC of a record of secret length";
    t_where.key_len = key_len;
    ab_hmac_set_key(&k, h, key, key_len);
    if (ab_md_has_secret_len(h))
        for (size_t i = 0; i < sizeof(lens) / sizeof(lens[0]); i++)
            check_record(h, &k, key_len, lens[i]);
    else
        CHECK(!ab_hmac_tls(&k, message, message, 0, 0, key));
}

/* The number of a block is a byte from 1 on (RFC 5869 sec. 2.3). */
static void check_longest_hkdf(const struct ab_hash *h)
{
    static uint8_t out[AB_HKDF_MAX_BLOCKS * AB_HASH_MAX_DIGEST + 1];
    const size_t digest = h->algorithm->digest_len, longest = AB_HKDF_MAX_BLOCKS * digest;
    uint8_t last[AB_HASH_MAX_DIGEST];
    struct ab_hmac_key k;
    struct ab_hash_ctx c;

    t_where.check = "HKDF of 255 blocks";
    memset(out, 0, sizeof(out));
    CHECK(!ab_hkdf_expand(h, key, digest, message, 9, out, longest + 1));
    CHECK(ab_hkdf_expand(h, key, digest, message, 9, out, longest));
    CHECK(out[longest] == 0);
    ab_hmac_set_key(&k, h, key, digest);
    ab_hmac_init(&c, &k);
    ab_hash_update(&c, out + longest - 2 * digest, digest);
    ab_hash_update(&c, message, 9);
    ab_hash_update(&c, &(uint8_t){ AB_HKDF_MAX_BLOCKS }, 1);
    ab_hmac_final(&c, &k, last);
    CHECK_BYTES(out + longest - digest, last, digest);
}

void ab_suite_hmac(void)
{
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    memset(&t_where, 0, sizeof(t_where));
    t_random_bytes(message, sizeof(message));
    for (unsigned id = 0; id < AB_NUM_HASHES; id++)
        for (const struct ab_hash *h = ab_hash_list((enum ab_hash_id)id); h->algorithm != NULL; h++) {
            t_where.subject = h->algorithm->name;
            t_where.level = ab_hash_level(h);
            if (h->algorithm->is_xof || !ab_hash_is_usable(h, &cpu))
                continue;
            check_keys(h);
            check_records(h);
            check_longest_hkdf(h);
        }
}
