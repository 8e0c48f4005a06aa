/* RSAES-OAEP: RFC 8017 sec. 7.1. 00 || maskedSeed || maskedDB, with DB = Hash(label) || 00 ... 00 01 message. */
#include <string.h>

#include "crypto/hash/mgf1.h"
#include "crypto/rsa/encoding.h"
#include "crypto/rsa/key.h"
#include "ct/ct.h"

/* Room for two hashes, and the bytes 00 and 01. */
static int has_room(size_t k, size_t hash_len)
{
    return k >= 2 * hash_len + 2;
}

static void hash_label(const struct ab_rsa_oaep *oaep, uint8_t *digest)
{
    struct ab_hash_ctx c;

    ab_hash_init(&c, oaep->hash);
    ab_hash_update(&c, oaep->label, oaep->label_len);
    ab_hash_final(&c, digest);
}

enum ab_rsa_result ab_rsa_encrypt_oaep(const struct ab_rsa_key *key, const struct ab_random_source *random,
                                       const struct ab_rsa_oaep *oaep, const uint8_t *message, size_t len,
                                       uint8_t *ciphertext)
{
    size_t k = ab_rsa_size(key), hash_len = oaep->hash->algorithm->digest_len, db_len = k - hash_len - 1;
    uint8_t em[AB_RSA_MAX_BYTES], *seed = em + 1, *db = seed + hash_len;
    enum ab_rsa_result result;

    if (!has_room(k, hash_len) || len > k - 2 * hash_len - 2)
        return AB_RSA_TOO_LONG;
    em[0] = 0;
    hash_label(oaep, db);
    memset(db + hash_len, 0, db_len - hash_len - len - 1);
    db[db_len - len - 1] = 1;
    memcpy(db + db_len - len, message, len);
    if (random->bytes(random->arg, seed, hash_len)) {
        ab_mgf1_xor(oaep->mgf1_hash, db, db_len, seed, hash_len);
        ab_mgf1_xor(oaep->mgf1_hash, seed, hash_len, db, db_len);
        result = ab_rsa_public(key, ciphertext, em, k);
    } else
        result = AB_RSA_NO_RANDOM;
    ab_wipe(em, k);
    return result;
}

/* Return a mask, set if the hash and the padding are right, and where the message begins in db. */
static uint64_t find_message(const struct ab_rsa_oaep *oaep, const uint8_t *db, size_t db_len, uint64_t *start)
{
    size_t hash_len = oaep->hash->algorithm->digest_len;
    uint8_t digest[AB_HASH_MAX_DIGEST];
    uint64_t good, found = 0, at = 0;

    hash_label(oaep, digest);
    good = ab_ct_is_zero((uint64_t)ab_ct_memcmp(db, digest, hash_len));
    for (size_t i = hash_len; i < db_len; i++) {
        uint64_t is_one = ab_ct_eq(db[i], 1);

        at = ab_ct_select(is_one & ~found, i, at);
        found |= is_one;
        good &= found | ab_ct_is_zero(db[i]);
    }
    *start = at + 1;
    return good & found;
}

/* Collect every error in one mask: which one it was, or when, must not show (J. Manger, 2001). */
static enum ab_rsa_result unpad(const struct ab_rsa_oaep *oaep, uint8_t *em, size_t k, uint8_t *message,
                                size_t out_size, size_t *len)
{
    size_t hash_len = oaep->hash->algorithm->digest_len, db_len = k - hash_len - 1;
    uint8_t *seed = em + 1, *db = seed + hash_len;
    uint64_t good = ab_ct_is_zero(em[0]), start;

    ab_mgf1_xor(oaep->mgf1_hash, seed, hash_len, db, db_len);
    ab_mgf1_xor(oaep->mgf1_hash, db, db_len, seed, hash_len);
    good &= find_message(oaep, db, db_len, &start);
    start = ab_ct_select(good, start, hash_len + 1);
    good &= ~ab_ct_lt(out_size, db_len - start);
    ab_rsa_copy_secret(message, out_size, db, db_len, hash_len + 1, start, good);
    *len = (size_t)ab_ct_select(good, db_len - start, 0);
    return (enum ab_rsa_result)ab_ct_select(good, AB_RSA_OK, (uint64_t)AB_RSA_BAD_CIPHERTEXT);
}

enum ab_rsa_result ab_rsa_decrypt_oaep(const struct ab_rsa_key *key, const struct ab_random_source *random,
                                       const struct ab_rsa_oaep *oaep, uint8_t *message, size_t out_size, size_t *len,
                                       const uint8_t *ciphertext, size_t ciphertext_len)
{
    uint8_t em[AB_RSA_MAX_BYTES];
    size_t k = ab_rsa_size(key);
    enum ab_rsa_result result;

    result = ab_rsa_private(key, random, em, ciphertext, ciphertext_len);
    if (result != AB_RSA_OK)
        return result;
    result = has_room(k, oaep->hash->algorithm->digest_len) ? unpad(oaep, em, k, message, out_size, len)
                                                            : AB_RSA_BAD_CIPHERTEXT;
    ab_wipe(em, k);
    return result;
}
