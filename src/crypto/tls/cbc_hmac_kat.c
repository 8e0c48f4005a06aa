/* The known-answer tests of AES-CBC with HMAC, for one record and for several. */
#include <string.h>

#include "afterburner/cbc_hmac.h"
#include "crypto/aes/aes_kat.h"
#include "crypto/tls/cbc_hmac_kat_data.h"

enum {
    PREFIX = AB_AES_BLOCK,
    DATA = 1000,
    ROOM = AB_KAT_LEN,
    MAC_KEY = 20,
    LANES = 4,
    LANE_DATA = 250,
    LANE_ROOM = 320
};

static void make_key(struct ab_cbc_hmac *c, const struct ab_aes_kernels *kernels, enum ab_hash_id id, size_t key_len)
{
    uint8_t key[32];

    ab_kat_key(key, key_len);
    ab_cbc_hmac_set_key(c, kernels, id, key, key_len);
    ab_kat_iv(key, MAC_KEY);
    ab_cbc_hmac_set_mac_key(c, key, MAC_KEY);
    ab_aes_ecb_prepare_decrypt(&c->aes);
}

/* Seal; open the result, and refuse it with one bit changed. */
static int check_one(const struct ab_cbc_hmac *c, const uint8_t *message, uint64_t answer)
{
    uint8_t iv[AB_AES_BLOCK], header[AB_CBC_HMAC_HEADER], sealed[ROOM], opened[ROOM];
    size_t len = ab_cbc_hmac_sealed_len(c, DATA), data_len;
    int ok;

    ab_kat_iv(iv, sizeof(iv));
    ab_kat_key(header, sizeof(header));
    ab_cbc_hmac_seal(c, iv, header, message, sealed, PREFIX, DATA);
    ok = ab_kat_fold(sealed, PREFIX + len) == answer;
    memcpy(iv, sealed, sizeof(iv));
    ok &= ab_cbc_hmac_open(c, iv, header, sealed + PREFIX, opened, len, &data_len);
    ok &= data_len == DATA && memcmp(opened, message + PREFIX, DATA) == 0;
    memcpy(iv, sealed, sizeof(iv));
    sealed[PREFIX + DATA / 2] ^= 1;
    return ok && !ab_cbc_hmac_open(c, iv, header, sealed + PREFIX, sealed + PREFIX, len, &data_len);
}

/* Records in step must equal each record alone. */
static int check_lanes(const struct ab_cbc_hmac *c, const uint8_t *message)
{
    uint8_t many[LANES][LANE_ROOM], one[LANE_ROOM], iv[AB_AES_BLOCK];
    struct ab_cbc_hmac_job jobs[LANES];
    int ok = 1;

    for (unsigned i = 0; i < LANES; i++) {
        jobs[i] = (struct ab_cbc_hmac_job){ .key = c, .in = message + 99 * i, .out = many[i], .len = LANE_DATA + i };
        ab_kat_iv(jobs[i].iv, sizeof(jobs[i].iv));
        ab_kat_key(jobs[i].header, sizeof(jobs[i].header));
        jobs[i].iv[0] = jobs[i].header[0] = (uint8_t)i;
    }
    ab_cbc_hmac_seal_many(jobs, LANES);
    for (unsigned i = 0; i < LANES; i++) {
        ab_kat_iv(iv, sizeof(iv));
        iv[0] = (uint8_t)i;
        ab_cbc_hmac_seal(c, iv, jobs[i].header, jobs[i].in, one, 0, jobs[i].len);
        ok &= memcmp(one, many[i], ab_cbc_hmac_sealed_len(c, jobs[i].len)) == 0;
    }
    return ok;
}

static int check(const struct ab_aes_kernels *kernels, enum ab_hash_id id, size_t key_len, uint64_t answer)
{
    uint8_t message[AB_KAT_LEN];
    struct ab_cbc_hmac c;
    int ok;

    ab_kat_message(message);
    make_key(&c, kernels, id, key_len);
    ok = check_one(&c, message, answer) && check_lanes(&c, message);
    ab_cbc_hmac_wipe(&c);
    return ok;
}

int ab_aes_cbc_hmac_sha1_kat(const struct ab_aes_kernels *kernels)
{
    return check(kernels, AB_HASH_SHA1, 16, AB_KAT_CBC_HMAC_SHA1_128)
           && check(kernels, AB_HASH_SHA1, 24, AB_KAT_CBC_HMAC_SHA1_192)
           && check(kernels, AB_HASH_SHA1, 32, AB_KAT_CBC_HMAC_SHA1_256);
}

int ab_aes_cbc_hmac_sha256_kat(const struct ab_aes_kernels *kernels)
{
    return check(kernels, AB_HASH_SHA256, 16, AB_KAT_CBC_HMAC_SHA256_128)
           && check(kernels, AB_HASH_SHA256, 24, AB_KAT_CBC_HMAC_SHA256_192)
           && check(kernels, AB_HASH_SHA256, 32, AB_KAT_CBC_HMAC_SHA256_256);
}
