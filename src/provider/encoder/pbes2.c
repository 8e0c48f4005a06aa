/* EncryptedPrivateKeyInfo by PBES2. */
#include "provider/encoder/pbes2.h"

#include <string.h>

#include "afterburner/aes.h"
#include "afterburner/pbkdf2.h"
#include "ct/ct.h"
#include "provider/der.h"
#include "provider/error.h"
#include "provider/health.h"

enum { SALT_LEN = 16, NUM_ITERATIONS = 2048, MAX_KEY_LEN = 32 };

/* ---- the structure ---- */

static const uint8_t pbes2[] = { 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05, 0x0d };  /* 1.2.840.113549.1.5.13 */
static const uint8_t pbkdf2[] = { 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05, 0x0c }; /* 1.2.840.113549.1.5.12 */
static const uint8_t hmac_sha256[] = { 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02, 0x09 };  /* 1.2.840.113549.2.9 */
static const uint8_t aes_128_cbc[] = {
    0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01, 0x02
}; /* 2.16.840.1.101.3.4.1.2 */
static const uint8_t num_iterations[] = { NUM_ITERATIONS >> 8, NUM_ITERATIONS & 0xff };

/*
 * Write from the inside out, that is from the last byte to the first: no length has to be known beforehand. Returns
 * where the element begins.
 */
static uint8_t *prepend(uint8_t *end, uint8_t tag, const uint8_t *content, size_t len)
{
    uint8_t *start = end - ab_der_element_len(len);

    ab_der_write(start, tag, content, len);
    return start;
}

/* Put tag and length before what lies between start and end. */
static uint8_t *enclose(uint8_t *start, const uint8_t *end, uint8_t tag)
{
    size_t len = (size_t)(end - start);

    start -= ab_der_element_len(len) - len;
    ab_der_write_head(start, tag, len);
    return start;
}

static uint8_t *prepend_cipher(uint8_t *end, size_t key_len, const uint8_t iv[AB_AES_BLOCK])
{
    uint8_t *at = prepend(end, AB_DER_OCTET_STRING, iv, AB_AES_BLOCK);

    at = prepend(at, AB_DER_OID, aes_128_cbc, sizeof(aes_128_cbc));
    at[2 + sizeof(aes_128_cbc) - 1] = key_len == 16 ? 2 : key_len == 24 ? 22 : 42;
    return enclose(at, end, AB_DER_SEQUENCE);
}

static uint8_t *prepend_kdf(uint8_t *end, const uint8_t salt[SALT_LEN])
{
    uint8_t *at = prepend(end, AB_DER_NULL, NULL, 0);

    at = prepend(at, AB_DER_OID, hmac_sha256, sizeof(hmac_sha256));
    at = enclose(at, end, AB_DER_SEQUENCE);
    at = prepend(at, AB_DER_INTEGER, num_iterations, sizeof(num_iterations));
    at = prepend(at, AB_DER_OCTET_STRING, salt, SALT_LEN);
    at = enclose(at, end, AB_DER_SEQUENCE);
    at = prepend(at, AB_DER_OID, pbkdf2, sizeof(pbkdf2));
    return enclose(at, end, AB_DER_SEQUENCE);
}

/* Put everything before the ciphertext that lies between start and end. */
static uint8_t *prepend_parameters(uint8_t *start, const uint8_t *end, size_t key_len, const uint8_t salt[SALT_LEN],
                                   const uint8_t iv[AB_AES_BLOCK])
{
    uint8_t *data = enclose(start, end, AB_DER_OCTET_STRING), *at = prepend_cipher(data, key_len, iv);

    at = prepend_kdf(at, salt);
    at = enclose(at, data, AB_DER_SEQUENCE);
    at = prepend(at, AB_DER_OID, pbes2, sizeof(pbes2));
    at = enclose(at, data, AB_DER_SEQUENCE);
    return enclose(at, end, AB_DER_SEQUENCE);
}

/* ---- encryption ---- */

/* Encrypt with padding (RFC 8018 sec. 6.1.1 step 4); returns the length. */
static size_t encrypt(const struct ab_aes_kernels *kernels, const uint8_t *key, size_t key_len, const uint8_t *iv,
                      const uint8_t *in, size_t len, uint8_t *out)
{
    size_t pad = AB_AES_BLOCK - len % AB_AES_BLOCK;
    struct ab_aes_cbc cbc;

    memcpy(out, in, len);
    memset(out + len, (int)pad, pad);
    ab_aes_ecb_set_key(&cbc.aes, kernels, key, key_len);
    memcpy(cbc.iv, iv, AB_AES_BLOCK);
    ab_aes_cbc_encrypt(&cbc, out, out, (len + pad) / AB_AES_BLOCK);
    ab_aes_cbc_wipe(&cbc);
    return len + pad;
}

size_t ab_pbes2_encrypt(struct ab_provctx *prov, size_t key_len, const char *password, size_t password_len,
                        const uint8_t *in, size_t len, uint8_t *out)
{
    const struct ab_aes_kernels *kernels = ab_health_kernels(prov, AB_FAMILY_AES_CBC);
    const struct ab_hash *sha256 = ab_health_hash(prov, AB_HASH_SHA256);
    uint8_t salt_and_iv[SALT_LEN + AB_AES_BLOCK], key[MAX_KEY_LEN], *data = out + AB_PBES2_OVERHEAD - AB_AES_BLOCK;
    size_t data_len;
    uint8_t *start;

    if (kernels == NULL || sha256 == NULL)
        return 0;
    if (!prov->random.bytes(prov->random.arg, salt_and_iv, sizeof(salt_and_iv))) {
        AB_RAISE(prov, AB_R_RANDOM_FAILED);
        return 0;
    }
    ab_pbkdf2(sha256, (const uint8_t *)password, password_len, salt_and_iv, SALT_LEN, NUM_ITERATIONS, key, key_len);
    data_len = encrypt(kernels, key, key_len, salt_and_iv + SALT_LEN, in, len, data);
    ab_wipe(key, sizeof(key));
    start = prepend_parameters(data, data + data_len, key_len, salt_and_iv, salt_and_iv + SALT_LEN);
    data_len = (size_t)(data + data_len - start);
    memmove(out, start, data_len);
    return data_len;
}
