/*
 * EMSA-PSS: RFC 8017 sec. 9.1. maskedDB || H || bc, with DB = 00 ... 00 01 salt and H = Hash(eight zeros || digest ||
 * salt).
 */
#include <string.h>

#include "crypto/hash/mgf1.h"
#include "crypto/rsa/encoding.h"
#include "crypto/rsa/key.h"

enum { TRAILER = 0xbc };

/* The encoding has one bit less than n. If that is a whole number of bytes, a zero byte precedes it. */
struct shape {
    size_t offset;    /* 1 if the zero byte precedes, else 0 */
    size_t hash_len;  /* of H */
    size_t db_len;    /* of DB, 1 at least */
    uint8_t top_mask; /* bits that the first byte of DB may have */
};

/* Return 0 if hash, trailer and the byte 01 do not fit. */
static int find_shape(struct shape *s, size_t num_bits, size_t hash_len)
{
    size_t em_bits = num_bits - 1, em_len = (em_bits + 7) / 8;

    if (em_len < hash_len + 2)
        return 0;
    s->offset = em_bits % 8 == 0;
    s->hash_len = hash_len;
    s->db_len = em_len - hash_len - 1;
    s->top_mask = (uint8_t)(0xff >> (8 * em_len - em_bits));
    return 1;
}

/* Return the length of the salt by this rule; -1 for an unknown rule, or if the salt does not fit. */
static int signing_salt_len(const struct shape *s, int salt_len)
{
    int max = (int)s->db_len - 1, digest = (int)s->hash_len;

    switch (salt_len) {
    case AB_RSA_SALT_DIGEST: return digest <= max ? digest : -1;
    case AB_RSA_SALT_AUTO:
    case AB_RSA_SALT_MAX: return max;
    case AB_RSA_SALT_AUTO_DIGEST_MAX: return digest <= max ? digest : max;
    default: return salt_len >= 0 && salt_len <= max ? salt_len : -1;
    }
}

static void hash_with_salt(const struct ab_hash *hash, uint8_t *h, const uint8_t *digest, size_t len,
                           const uint8_t *salt, size_t salt_len)
{
    static const uint8_t zeros[8];
    struct ab_hash_ctx c;

    ab_hash_init(&c, hash);
    ab_hash_update(&c, zeros, sizeof(zeros));
    ab_hash_update(&c, digest, len);
    ab_hash_update(&c, salt, salt_len);
    ab_hash_final(&c, h);
}

static enum ab_rsa_result check_scheme(struct shape *s, size_t num_bits, const struct ab_rsa_scheme *scheme, size_t len)
{
    if (scheme->salt_len < AB_RSA_SALT_AUTO_DIGEST_MAX)
        return AB_RSA_BAD_SALT_LENGTH;
    if (len != scheme->hash->algorithm->digest_len)
        return AB_RSA_BAD_INPUT_LENGTH;
    return find_shape(s, num_bits, len) ? AB_RSA_OK : AB_RSA_TOO_LONG;
}

enum ab_rsa_result ab_rsa_pss_encode(uint8_t *em, size_t num_bits, const struct ab_random_source *random,
                                     const struct ab_rsa_scheme *scheme, const uint8_t *digest, size_t len)
{
    struct shape s;
    enum ab_rsa_result result = check_scheme(&s, num_bits, scheme, len);
    uint8_t *db, *salt, *h;
    int salt_len;

    if (result != AB_RSA_OK)
        return result;
    salt_len = signing_salt_len(&s, scheme->salt_len);
    if (salt_len < 0)
        return AB_RSA_TOO_LONG;
    db = em + s.offset;
    h = db + s.db_len;
    salt = h - salt_len;
    memset(em, 0, (size_t)(salt - em));
    salt[-1] = 1;
    if (salt_len > 0 && !random->bytes(random->arg, salt, (size_t)salt_len))
        return AB_RSA_NO_RANDOM;
    hash_with_salt(scheme->hash, h, digest, len, salt, (size_t)salt_len);
    ab_mgf1_xor(scheme->mgf1_hash, db, s.db_len, h, s.hash_len);
    db[0] &= s.top_mask;
    h[s.hash_len] = TRAILER;
    return AB_RSA_OK;
}

/* Remove the mask from db, and find the salt. */
static enum ab_rsa_result find_salt(const struct shape *s, const struct ab_rsa_scheme *scheme, uint8_t *db,
                                    const uint8_t *h, const uint8_t **salt, size_t *salt_len)
{
    int want = scheme->salt_len == AB_RSA_SALT_DIGEST ? (int)s->hash_len : scheme->salt_len;
    size_t i = 0;

    if (want == AB_RSA_SALT_MAX)
        want = (int)s->db_len - 1;
    if (want > (int)s->db_len - 1)
        return AB_RSA_TOO_LONG;
    ab_mgf1_xor(scheme->mgf1_hash, db, s->db_len, h, s->hash_len);
    db[0] &= s->top_mask;
    while (i < s->db_len - 1 && db[i] == 0)
        i++;
    if (db[i] != 1)
        return AB_RSA_NO_END_OF_PADDING;
    *salt = db + i + 1;
    *salt_len = s->db_len - i - 1;
    return want >= 0 && *salt_len != (size_t)want ? AB_RSA_BAD_SALT_LENGTH : AB_RSA_OK;
}

enum ab_rsa_result ab_rsa_pss_compare(const uint8_t *em, size_t num_bits, const struct ab_rsa_scheme *scheme,
                                      const uint8_t *digest, size_t len)
{
    uint8_t db[AB_RSA_MAX_BYTES], right[AB_HASH_MAX_DIGEST];
    struct shape s;
    enum ab_rsa_result result = check_scheme(&s, num_bits, scheme, len);
    const uint8_t *h, *salt;
    size_t salt_len;

    if (result != AB_RSA_OK)
        return result;
    h = em + s.offset + s.db_len;
    if (s.offset != 0 ? em[0] != 0 : (em[0] & ~s.top_mask) != 0)
        return AB_RSA_BAD_FIRST_BYTE;
    if (h[s.hash_len] != TRAILER)
        return AB_RSA_BAD_LAST_BYTE;
    memcpy(db, em + s.offset, s.db_len);
    result = find_salt(&s, scheme, db, h, &salt, &salt_len);
    if (result != AB_RSA_OK)
        return result;
    hash_with_salt(scheme->hash, right, digest, len, salt, salt_len);
    return memcmp(right, h, s.hash_len) == 0 ? AB_RSA_OK : AB_RSA_BAD_SIGNATURE;
}
