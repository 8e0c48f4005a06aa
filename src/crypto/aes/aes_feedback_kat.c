/* The known-answer tests of AES-CFB, CFB8, CFB1 and OFB. */
#include <string.h>

#include "crypto/aes/aes_feedback_kat_data.h"
#include "crypto/aes/aes_kat.h"

/*
 * For the serial modes, whole chunks of their parallel decryption and a partial one in each part. CFB1 takes a block
 * for each bit; its bits are enough to replace the whole initialisation vector.
 */
enum { SHORT = 75, SHORT_OF_BITS = 19, FIRST = 37 };

typedef void crypt_fn(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t len);

/* Encrypt len bytes of the test message at once, then decrypt them in two parts. */
static int check(const struct ab_aes_kernels *kernels, size_t key_len, size_t len, crypt_fn *encrypt, crypt_fn *decrypt,
                 uint64_t answer)
{
    uint8_t key[32], iv[AB_AES_BLOCK], message[AB_KAT_LEN], out[AB_KAT_LEN];
    const size_t first = len < 2 * FIRST ? len / 2 : FIRST;
    struct ab_aes_feedback c;
    int ok;

    ab_kat_key(key, key_len);
    ab_kat_iv(iv, sizeof(iv));
    ab_kat_message(message);
    ab_aes_ecb_set_key(&c.aes, kernels, key, key_len);
    ab_aes_feedback_set_iv(&c, iv);
    encrypt(&c, message, out, len);
    ok = ab_kat_fold(out, len) == answer;
    ab_aes_feedback_set_iv(&c, iv);
    decrypt(&c, out, out, first);
    decrypt(&c, out + first, out + first, len - first);
    ab_aes_feedback_wipe(&c);
    return ok && memcmp(out, message, len) == 0;
}

int ab_kat_check_cfb(const struct ab_aes_kernels *kernels, size_t key_len, uint64_t answer)
{
    return check(kernels, key_len, AB_KAT_LEN, ab_aes_cfb_encrypt, ab_aes_cfb_decrypt, answer);
}

int ab_aes_cfb_kat(const struct ab_aes_kernels *kernels)
{
    return ab_kat_check_cfb(kernels, 16, AB_KAT_CFB_128) && ab_kat_check_cfb(kernels, 24, AB_KAT_CFB_192)
           && ab_kat_check_cfb(kernels, 32, AB_KAT_CFB_256);
}

int ab_kat_check_cfb8(const struct ab_aes_kernels *kernels, size_t key_len, uint64_t answer)
{
    return check(kernels, key_len, SHORT, ab_aes_cfb8_encrypt, ab_aes_cfb8_decrypt, answer);
}

int ab_aes_cfb8_kat(const struct ab_aes_kernels *kernels)
{
    return ab_kat_check_cfb8(kernels, 16, AB_KAT_CFB8_128) && ab_kat_check_cfb8(kernels, 24, AB_KAT_CFB8_192)
           && ab_kat_check_cfb8(kernels, 32, AB_KAT_CFB8_256);
}

static void cfb1_encrypt_bytes(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t len)
{
    ab_aes_cfb1_encrypt(c, in, out, 8 * len);
}

static void cfb1_decrypt_bytes(struct ab_aes_feedback *c, const uint8_t *in, uint8_t *out, size_t len)
{
    ab_aes_cfb1_decrypt(c, in, out, 8 * len);
}

int ab_kat_check_cfb1(const struct ab_aes_kernels *kernels, size_t key_len, uint64_t answer)
{
    return check(kernels, key_len, SHORT_OF_BITS, cfb1_encrypt_bytes, cfb1_decrypt_bytes, answer);
}

int ab_aes_cfb1_kat(const struct ab_aes_kernels *kernels)
{
    return ab_kat_check_cfb1(kernels, 16, AB_KAT_CFB1_128) && ab_kat_check_cfb1(kernels, 24, AB_KAT_CFB1_192)
           && ab_kat_check_cfb1(kernels, 32, AB_KAT_CFB1_256);
}

int ab_kat_check_ofb(const struct ab_aes_kernels *kernels, size_t key_len, uint64_t answer)
{
    return check(kernels, key_len, AB_KAT_LEN, ab_aes_ofb, ab_aes_ofb, answer);
}

int ab_aes_ofb_kat(const struct ab_aes_kernels *kernels)
{
    return ab_kat_check_ofb(kernels, 16, AB_KAT_OFB_128) && ab_kat_check_ofb(kernels, 24, AB_KAT_OFB_192)
           && ab_kat_check_ofb(kernels, 32, AB_KAT_OFB_256);
}
