/*
 * CBC interleaved with HMAC, at every level that has it: compare the kernels with CBC and the hash function one after
 * the other, whole records with the references, and many records at once with each alone; every altered bit of a record
 * must be detected.
 */
#include <string.h>

#include "afterburner/cbc_hmac.h"
#include "afterburner/hmac.h"
#include "crypto/hash/construction.h"
#include "harness/harness.h"
#include "harness/levels.h"
#include "harness/sound.h"
#include "harness/suites.h"
#include "kernels/aes/aes_kernels.h"
#include "kernels/aes/aes_reference.h"

enum { IN, OUT, HASHED, SMALL }; /* names of the regions */
enum { STEP = 64, MAX_STEPS = 40, MAX_RECORD = 4096, ROOM = MAX_RECORD + 64, MAC_KEY = 20, PREFIX = 16, MAX_JOBS = 9 };

static const size_t KEY_LENS[] = { 16, 24, 32 };

static uint8_t text[ROOM], expected[ROOM], header[AB_CBC_HMAC_HEADER], user_key[32], mac_key[2 * STEP + 1];
static size_t mac_key_len;
static const struct ab_hash *portable;
static struct ab_ref_key reference;
static struct ab_cbc_hmac c;

static const struct ab_hash *portable_of(enum ab_hash_id id)
{
    const struct ab_hash *h = ab_hash_list(id);

    while (h[1].algorithm != NULL)
        h++;
    return h;
}

static void set_mac_key(size_t len)
{
    mac_key_len = len;
    t_random_bytes(mac_key, len);
    ab_cbc_hmac_set_mac_key(&c, mac_key, len);
}

static void make_key(const struct ab_aes_kernels *k, enum ab_hash_id id, size_t key_len)
{
    portable = portable_of(id);
    t_random_bytes(text, sizeof(text));
    t_random_bytes(header, sizeof(header));
    t_random_bytes(user_key, sizeof(user_key));
    ab_ref_expand(&reference, user_key, key_len);
    ab_cbc_hmac_set_key(&c, k, id, user_key, key_len);
    set_mac_key(MAC_KEY);
    ab_aes_ecb_prepare_decrypt(&c.aes);
    t_where.subject = c.hash->algorithm->name;
    t_where.key_len = key_len;
}

/* ---- kernels ---- */

struct woven_state {
    uint8_t iv[AB_AES_BLOCK];
    _Alignas(16) uint32_t hash[8];
};

/* The hashed data begin `ahead` bytes from the data that are encrypted or decrypted, in the same memory if in_place. */
static void check_woven(int decrypt, size_t num_steps, int in_place, enum t_end end, ptrdiff_t ahead)
{
    int is_sha1 = c.hash->algorithm->id == AB_HASH_SHA1;
    const struct ab_aes_kernels *k = c.aes.kernels;
    size_t len = STEP * num_steps, before = ahead < 0 ? (size_t)-ahead : 0, after = ahead > 0 ? (size_t)ahead : 0;
    uint8_t *in = t_place(IN, end, 0, before + len + after) + before, *hashed, *out = t_place(OUT, end, 0, len);
    struct woven_state ours, right;

    t_where.len = num_steps;
    t_random_bytes(&right, sizeof(right));
    ours = right;
    memcpy(in - before, text, before + len + after);
    hashed = in_place ? in + ahead : t_place(HASHED, end, 0, len);
    if (!in_place)
        memcpy(hashed, text + 64, len);
    ab_ref_cbc(&reference, decrypt, right.iv, in, expected, len);
    portable->kernels->compress32(right.hash, hashed, num_steps);
    if (in_place)
        out = in;
    else
        t_poison(OUT, out, len);
    (decrypt   ? (is_sha1 ? k->cbc_sha1_decrypt : k->cbc_sha256_decrypt)
     : is_sha1 ? k->cbc_sha1_encrypt
               : k->cbc_sha256_encrypt)(&c.aes.key, ours.iv, in, out, ours.hash, hashed, num_steps);
    CHECK(!t_upper_halves_dirty());
    CHECK_BYTES(out, expected, len);
    CHECK_BYTES(ours.iv, right.iv, sizeof(ours.iv));
    CHECK_BYTES(ours.hash, right.hash, is_sha1 ? 20 : 32);
    if (!in_place)
        CHECK(t_margins_intact(OUT, out, len));
}

static void every_number_of_steps(void)
{
    t_where.check = "len steps of a woven kernel (extra: hashed ahead in place)";
    for (size_t n = 0; n <= (t_is_slow() ? 5 : MAX_STEPS); n++)
        for (enum t_end end = T_AT_START; end <= T_AT_END; end++)
            for (int decrypt = 0; decrypt < 2; decrypt++)
                check_woven(decrypt, n, 0, end, 0);
    for (size_t n = 0; n < 7; n++)
        for (size_t ahead = 0; ahead < 70; ahead += t_is_slow() ? 23 : 1) {
            t_where.extra = ahead;
            check_woven(0, n, 1, T_AT_END, (ptrdiff_t)ahead);
        }
}

/* ---- records ---- */

/* Build the record from its parts in `expected`. Returns its length, prefix included. */
static size_t make_record(uint8_t iv[AB_AES_BLOCK], const uint8_t *in, size_t prefix_len, size_t len)
{
    uint8_t *end = expected + prefix_len + len, pad;
    size_t mac_len = portable->algorithm->digest_len, total = ab_cbc_hmac_sealed_len(&c, len);
    uint8_t length[2] = { (uint8_t)(len >> 8), (uint8_t)len };
    struct ab_hmac_key key;
    struct ab_hash_ctx message;

    CHECK(total % AB_AES_BLOCK == 0 && total > len + mac_len && total <= len + mac_len + AB_AES_BLOCK);
    memcpy(expected, in, prefix_len + len);
    ab_hmac_set_key(&key, portable, mac_key, mac_key_len);
    ab_hmac_init(&message, &key);
    ab_hash_update(&message, header, sizeof(header));
    ab_hash_update(&message, length, sizeof(length));
    ab_hash_update(&message, in + prefix_len, len);
    ab_hmac_final(&message, &key, end);
    pad = (uint8_t)(total - len - mac_len);
    memset(end + mac_len, pad - 1, pad);
    ab_ref_cbc(&reference, 0, iv, expected, expected, prefix_len + total);
    return prefix_len + total;
}

static void check_record(size_t len, size_t prefix_len, int in_place, enum t_end end)
{
    uint8_t iv[AB_AES_BLOCK], right_iv[AB_AES_BLOCK], first_iv[AB_AES_BLOCK];
    size_t total, data_len;
    uint8_t *in, *out, *back;

    t_where.len = len;
    t_where.extra = prefix_len;
    t_random_bytes(iv, sizeof(iv));
    memcpy(right_iv, iv, sizeof(iv));
    memcpy(first_iv, iv, sizeof(iv));
    total = make_record(right_iv, text, prefix_len, len);
    out = t_place(OUT, end, 0, total);
    t_poison(OUT, out, total);
    in = in_place ? out : t_place(IN, end, 0, prefix_len + len);
    memcpy(in, text, prefix_len + len);
    ab_cbc_hmac_seal(&c, iv, header, in, out, prefix_len, len);
    CHECK(!t_upper_halves_dirty());
    CHECK_BYTES(out, expected, total);
    CHECK_BYTES(iv, right_iv, sizeof(iv));
    CHECK(t_margins_intact(OUT, out, total));
    memcpy(iv, prefix_len != 0 ? expected : first_iv, sizeof(iv));
    total -= prefix_len;
    in = t_place(IN, end, 0, total);
    memcpy(in, expected + prefix_len, total);
    back = in_place ? in : t_place(OUT, end, 0, total);
    t_poison(OUT, t_place(OUT, end, 0, total), total);
    CHECK(ab_cbc_hmac_open(&c, iv, header, in, back, total, &data_len) == 1 && data_len == len);
    CHECK(!t_upper_halves_dirty());
    CHECK_BYTES(back, text + prefix_len, len);
    CHECK_BYTES(iv, right_iv, sizeof(iv));
    if (!in_place)
        CHECK(t_margins_intact(OUT, back, total));
}

static void every_length(void)
{
    t_where.check = "every length of a record (extra: of the explicit IV)";
    for (size_t len = 0; len <= T_LONG; len = t_next_len(len))
        for (int i = 0; i < 4; i++)
            check_record(len, i & 1 ? PREFIX : 0, i >> 1, (enum t_end)((i ^ (int)len) & 1));
    for (size_t len = T_LONG; len < MAX_RECORD - 100; len += 577)
        check_record(len, PREFIX, 1, T_AT_END);
}

/* A key of a block of the hash function is used as it is, a longer one is hashed. */
static void every_mac_key(void)
{
    t_where.check = "MAC keys of every length";
    for (size_t len = 0; len <= sizeof(mac_key); len += t_is_slow() && len != STEP ? STEP : 1) {
        set_mac_key(len);
        check_record(STEP, 0, 0, T_AT_END);
    }
    set_mac_key(MAC_KEY);
}

/* Alter each bit of a record in turn: the record is refused, and no plaintext is left. */
static void every_bit(size_t len)
{
    uint8_t first_iv[AB_AES_BLOCK], iv[AB_AES_BLOCK], *out;
    size_t total, data_len, left;

    t_where.check = "each bit altered (extra: the bit)";
    t_where.len = len;
    t_random_bytes(first_iv, sizeof(first_iv));
    memcpy(iv, first_iv, sizeof(iv));
    total = make_record(iv, text, 0, len);
    out = t_place(OUT, T_AT_END, 0, total);
    for (size_t bit = 0; bit < 8 * total; bit += t_is_slow() ? 101 : 1) {
        t_where.extra = bit;
        memcpy(iv, first_iv, sizeof(iv));
        memcpy(out, expected, total);
        out[bit / 8] ^= (uint8_t)(1u << bit % 8);
        CHECK(ab_cbc_hmac_open(&c, iv, header, out, out, total, &data_len) == 0 && data_len == 0);
        left = 0;
        for (size_t i = 0; i < total; i++)
            left += out[i] != 0;
        CHECK(left == 0);
    }
    memcpy(out, expected, total);
    for (size_t cut = 0; cut < total; cut += cut < 64 ? 1 : AB_AES_BLOCK) { /* never the length of this record */
        memcpy(iv, first_iv, sizeof(iv));
        CHECK(ab_cbc_hmac_open(&c, iv, header, expected, out, cut, &data_len) == 0);
    }
}

/* ---- many records ---- */

static uint8_t many[MAX_JOBS][ROOM];

/* Process every third record in place. */
static void make_job(struct ab_cbc_hmac_job *job, struct ab_cbc_hmac *key, size_t i, size_t len)
{
    *key = c;
    mac_key[0] = (uint8_t)i;
    ab_cbc_hmac_set_mac_key(key, mac_key, mac_key_len);
    *job = (struct ab_cbc_hmac_job){ .key = key, .in = text + i, .out = many[i], .len = len };
    memset(many[i], 0xee, ROOM);
    if (i % 3 == 2) {
        memcpy(many[i], text + i, len);
        job->in = many[i];
    }
    t_random_bytes(job->header, sizeof(job->header));
    t_random_bytes(job->iv, sizeof(job->iv));
}

static void check_many(size_t num, size_t least, size_t spread)
{
    struct ab_cbc_hmac_job jobs[MAX_JOBS];
    struct ab_cbc_hmac keys[MAX_JOBS];
    uint8_t one[ROOM], iv[MAX_JOBS][AB_AES_BLOCK];

    t_where.len = least;
    t_where.extra = num;
    for (size_t i = 0; i < num; i++) {
        make_job(&jobs[i], &keys[i], i, least + t_random_below(spread));
        memcpy(iv[i], jobs[i].iv, AB_AES_BLOCK);
    }
    ab_cbc_hmac_seal_many(jobs, num);
    CHECK(!t_upper_halves_dirty());
    for (size_t i = 0; i < num; i++) {
        size_t total = ab_cbc_hmac_sealed_len(&c, jobs[i].len);

        ab_cbc_hmac_seal(&keys[i], iv[i], jobs[i].header, text + i, one, 0, jobs[i].len);
        CHECK_BYTES(many[i], one, total);
        CHECK(jobs[i].num_bytes == total && many[i][total] == 0xee);
        CHECK_BYTES(jobs[i].iv, iv[i], sizeof(iv[i]));
    }
}

static void many_at_once(void)
{
    t_where.check = "many records (len: the least of data; extra: records)";
    for (size_t least = 0; least <= (t_is_slow() ? 130 : 700); least += t_is_slow() ? 29 : 1)
        check_many(1 + least % MAX_JOBS, least, least % 3 == 0 ? 1 : least % 3 == 1 ? 3 : 400);
    check_many(8, 2900, 1);
    check_many(8, 2900, 2);
}

static void open_them(void)
{
    struct ab_cbc_hmac_job jobs[MAX_JOBS];

    t_where.check = "many records opened, one of them spoilt (extra: which)";
    for (size_t i = 0; i < MAX_JOBS; i++) {
        jobs[i] = (struct ab_cbc_hmac_job){ .key = &c, .in = text, .out = many[i], .len = 200 + 99 * i };
        memcpy(jobs[i].iv, user_key, AB_AES_BLOCK);
        memcpy(jobs[i].header, header, sizeof(header));
    }
    ab_cbc_hmac_seal_many(jobs, MAX_JOBS);
    for (size_t i = 0; i < MAX_JOBS; i++) {
        memcpy(jobs[i].iv, user_key, AB_AES_BLOCK);
        jobs[i].in = many[i];
        jobs[i].len = jobs[i].num_bytes;
    }
    many[5][100] ^= 1;
    ab_cbc_hmac_open_many(jobs, MAX_JOBS);
    for (size_t i = 0; i < MAX_JOBS; i++) {
        t_where.extra = i;
        CHECK(jobs[i].ok == (i != 5));
        CHECK(jobs[i].num_bytes == (i != 5 ? 200 + 99 * i : 0));
        CHECK(i == 5 || memcmp(many[i], text, jobs[i].num_bytes) == 0);
    }
}

static void check_level(const struct ab_aes_kernels *k)
{
    static const enum ab_hash_id ids[] = { AB_HASH_SHA1, AB_HASH_SHA256 };

    for (size_t i = t_is_sha1_sound() ? 0 : 1; i < sizeof(ids) / sizeof(ids[0]); i++)
        for (size_t j = 0; j < sizeof(KEY_LENS) / sizeof(KEY_LENS[0]); j += t_is_brief() ? 2 : 1) {
            make_key(k, ids[i], KEY_LENS[j]);
            every_number_of_steps();
            every_length();
            every_mac_key();
            every_bit(10 * j);
            every_bit(330 + 10 * i);
            many_at_once();
            make_key(k, ids[i], KEY_LENS[j]);
            open_them();
        }
}

void ab_suite_cbc_hmac(void)
{
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    if (cpu.bits & AB_BIT_SHA)
        t_each_level(check_level);
    else
        t_put("no SHA instructions on this processor: not tested\n");
}
