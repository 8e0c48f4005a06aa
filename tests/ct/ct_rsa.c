/* RSA: primes, private numbers, plaintexts and random bytes are secret. */
#include <string.h>

#include "afterburner/rsa.h"
#include "crypto/bignum/bignum.h"
#include "ct/ct.h"
#include "ct/ct_case.h"
#include "harness/harness.h"
#include "harness/random_source.h"

enum { MAX_LEN = 128, MESSAGE_LEN = 20 };

static struct ab_cpu cpu;
static struct ab_bignum bignum;
static size_t len; /* of a modulus in bytes */
static uint8_t text[MAX_LEN], result[MAX_LEN];

static void begin(const char *check)
{
    t_random_bytes(text, sizeof(text));
    ct_begin(check);
    AB_SECRET(text, sizeof(text));
}

static void end(enum ab_rsa_result made)
{
    AB_PUBLIC(&made, sizeof(made)); /* of a decryption it is secret until the caller reveals it */
    CHECK(ct_errors() == 0);
    CHECK(made == AB_RSA_OK);
    AB_PUBLIC(text, sizeof(text));
    AB_PUBLIC(result, sizeof(result));
}

static void check_signatures(const struct ab_rsa_key *key)
{
    const struct ab_hash *sha1 = ab_hash_pick(AB_HASH_SHA1, &cpu);
    const struct ab_rsa_scheme pkcs1 = { .padding = AB_RSA_PKCS1, .digest = AB_RSA_SHA1 };
    const struct ab_rsa_scheme x931 = { .padding = AB_RSA_X931, .digest = AB_RSA_SHA1 };
    const struct ab_rsa_scheme pss = {
        .padding = AB_RSA_PSS, .hash = sha1, .mgf1_hash = sha1, .salt_len = AB_RSA_SALT_DIGEST
    };

    begin("PKCS#1 signature");
    end(ab_rsa_sign(key, &t_random_source, &pkcs1, text, MESSAGE_LEN, result));
    begin("X9.31 signature");
    end(ab_rsa_sign(key, &t_random_source, &x931, text, MESSAGE_LEN, result));
    begin("PSS signature");
    end(ab_rsa_sign(key, &t_random_source, &pss, text, MESSAGE_LEN, result));
}

/* A ciphertext is public, also one with wrong padding; that the padding is wrong is secret. */
static void decrypt(const struct ab_rsa_key *key, const char *check, const struct ab_hash *sha256,
                    const uint8_t *ciphertext)
{
    size_t out_len;

    begin(check);
    end(ab_rsa_decrypt_pkcs1(key, &t_random_source, sha256, result, sizeof(result), &out_len, ciphertext, len));
}

static void check_pkcs1(const struct ab_rsa_key *key)
{
    const struct ab_hash *sha256 = ab_hash_pick(AB_HASH_SHA256, &cpu);
    uint8_t ciphertext[MAX_LEN];

    begin("PKCS#1 encryption");
    end(ab_rsa_encrypt_pkcs1(key, &t_random_source, text, AB_RSA_PREMASTER_LEN, ciphertext));
    AB_PUBLIC(ciphertext, len);
    if (ct_either(0, 1)) /* a wrong padding on one side */
        memset(ciphertext, 1, len);
    decrypt(key, "PKCS#1 decryption", NULL, ciphertext);
    decrypt(key, "PKCS#1 decryption with implicit rejection", sha256, ciphertext);
    begin("premaster secret");
    end(ab_rsa_decrypt_premaster(key, &t_random_source, 0x303, 0x302, result, ciphertext, len));
    memset(ciphertext, 1, len);
    decrypt(key, "implicit rejection", sha256, ciphertext);
}

static void check_oaep(const struct ab_rsa_key *key)
{
    const struct ab_hash *sha1 = ab_hash_pick(AB_HASH_SHA1, &cpu);
    const struct ab_rsa_oaep oaep = { sha1, sha1, (const uint8_t *)"label", 5 };
    uint8_t ciphertext[MAX_LEN];
    enum ab_rsa_result refused;
    size_t out_len;

    begin("OAEP encryption");
    end(ab_rsa_encrypt_oaep(key, &t_random_source, &oaep, text, MESSAGE_LEN, ciphertext));
    AB_PUBLIC(ciphertext, len);
    if (ct_either(0, 1))
        memset(ciphertext, 1, len);
    begin("OAEP decryption");
    end(ab_rsa_decrypt_oaep(key, &t_random_source, &oaep, result, sizeof(result), &out_len, ciphertext, len));
    memset(ciphertext, ct_either(1, 2), len);
    begin("OAEP decryption of anything");
    refused = ab_rsa_decrypt_oaep(key, &t_random_source, &oaep, result, sizeof(result), &out_len, ciphertext, len);
    AB_PUBLIC(&refused, sizeof(refused));
    CHECK(refused == AB_RSA_BAD_CIPHERTEXT);
    end(AB_RSA_OK);
}

static void check_operations(const struct ab_rsa_key *key)
{
    uint8_t ciphertext[MAX_LEN];

    check_signatures(key);
    check_pkcs1(key);
    check_oaep(key);
    begin("RSASVE");
    end(ab_rsa_encapsulate(key, &t_random_source, result, ciphertext));
}

/* Import the same key from secret numbers: all of them, d alone, and the primes alone. */
static void check_imports(const struct ab_rsa_key *key)
{
    struct ab_rsa_numbers all, some;
    struct ab_rsa_key *other;

    ab_rsa_key_numbers(key, &all);
    for (unsigned i = 0; i < 3; i++) {
        some = all;
        if (i == 1)
            some.num_primes = 0;
        if (i == 2)
            some.coefficient[0].len = 0;
        t_where.extra = i;
        begin("import");
        other = ab_rsa_key_new(&bignum, &some);
        CHECK(other != NULL);
        end(ab_rsa_private(other, &t_random_source, result, text + 1, len - 1));
        ab_rsa_key_free(other);
    }
}

/*
 * Make a key of its own for each side, at the same address. The number of candidates for primes that are rejected
 * differs, and with it what has been allocated, so each side generates both keys and imports one of them.
 */
static struct ab_rsa_key *make_key(const struct ab_rsa_generation *how)
{
    struct ab_rsa_key *keys[2], *key;
    struct ab_rsa_numbers numbers;

    for (int i = 0; i < 2; i++) {
        ct_draw_as(i);
        keys[i] = ab_rsa_generate(&bignum, &t_random_source, how);
        CHECK(keys[i] != NULL);
    }
    ct_draw_as(-1);
    ab_rsa_key_numbers(keys[ct_either(0, 1)], &numbers);
    key = ab_rsa_key_new(&bignum, &numbers);
    CHECK(key != NULL);
    ab_rsa_key_free(keys[0]);
    ab_rsa_key_free(keys[1]);
    return key;
}

static void check_generation(const struct ab_rsa_generation *how)
{
    struct ab_rsa_key *key;

    begin("generation");
    key = ab_rsa_generate(&bignum, &t_random_source, how);
    end(key != NULL ? AB_RSA_OK : AB_RSA_NO_MEMORY);
    ab_rsa_key_free(key);
}

void ct_rsa(void)
{
    struct ab_rsa_generation how = { 0 };
    struct ab_rsa_key *key;

    len = ct_scope.is_whole ? MAX_LEN : MAX_LEN / 2;
    how.num_bits = 8 * len;
    ab_cpu_detect(&cpu);
    ab_bignum_pick(&bignum, &cpu);
    t_where.subject = "RSA";
    t_where.level = bignum.kernels->needs.name;
    key = make_key(&how);
    check_operations(key);
    check_imports(key);
    check_generation(&how);
    ab_rsa_key_free(key);
    t_where.level = NULL;
}
