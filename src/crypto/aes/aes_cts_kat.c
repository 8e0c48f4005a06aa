/* The known-answer test of AES-CBC-CTS. */
#include <string.h>

#include "crypto/aes/aes_kat.h"

/* RFC 3962 appendix B, the 31-byte and the 32-byte message under the key "chicken teriyaki": CS3, zero IV. */
static const char key[16 + 1] = "chicken teriyaki";
static const char text[32 + 1] = "I would like the General Gau's C";
static const uint8_t cipher_31[31] = {
    0xfc, 0x00, 0x78, 0x3e, 0x0e, 0xfd, 0xb2, 0xc1, 0xd4, 0x45, 0xd4, 0xc8, 0xef, 0xf7, 0xed, 0x22,
    0x97, 0x68, 0x72, 0x68, 0xd6, 0xec, 0xcc, 0xc0, 0xc0, 0x7b, 0x25, 0xe2, 0x5e, 0xcf, 0xe5,
};
static const uint8_t cipher_32[32] = {
    0x39, 0x31, 0x25, 0x23, 0xa7, 0x86, 0x62, 0xd5, 0xbe, 0x7f, 0xcb, 0xcc, 0x98, 0xeb, 0xf5, 0xa8,
    0x97, 0x68, 0x72, 0x68, 0xd6, 0xec, 0xcc, 0xc0, 0xc0, 0x7b, 0x25, 0xe2, 0x5e, 0xcf, 0xe5, 0x84,
};

/* CS2 is CS3 for a partial last block; CS1 has the last two blocks in the other order. */
static void expected(uint8_t *out, enum ab_aes_cts variant, const uint8_t *cs3, size_t len)
{
    size_t last = len - AB_AES_BLOCK;

    memcpy(out, cs3, len);
    if (variant == AB_AES_CTS_CS3 || (variant == AB_AES_CTS_CS2 && last != AB_AES_BLOCK))
        return;
    memcpy(out, cs3 + AB_AES_BLOCK, last);
    memcpy(out + last, cs3, AB_AES_BLOCK);
}

static int check(const struct ab_aes_kernels *kernels, enum ab_aes_cts variant, const uint8_t *cs3, size_t len)
{
    uint8_t out[32], want[32];
    struct ab_aes_cbc c = { 0 };
    int ok;

    ab_aes_ecb_set_key(&c.aes, kernels, (const uint8_t *)key, 16);
    ab_aes_ecb_prepare_decrypt(&c.aes);
    expected(want, variant, cs3, len);
    ok = ab_aes_cts_encrypt(&c, variant, (const uint8_t *)text, out, len) && memcmp(out, want, len) == 0;
    memset(c.iv, 0, sizeof(c.iv));
    ok = ok && ab_aes_cts_decrypt(&c, variant, out, out, len) && memcmp(out, text, len) == 0;
    ab_aes_cbc_wipe(&c);
    return ok;
}

/* The test message in CS3, whose variants are AES's. */
int ab_kat_check_cts(const struct ab_aes_kernels *kernels, size_t key_len, uint64_t answer)
{
    uint8_t user_key[32], message[AB_KAT_LEN], out[AB_KAT_LEN];
    struct ab_aes_cbc c = { 0 };
    int ok;

    ab_kat_key(user_key, key_len);
    ab_kat_message(message);
    ab_aes_ecb_set_key(&c.aes, kernels, user_key, key_len);
    ab_aes_ecb_prepare_decrypt(&c.aes);
    ab_kat_iv(c.iv, sizeof(c.iv));
    ok = ab_aes_cts_encrypt(&c, AB_AES_CTS_CS3, message, out, AB_KAT_LEN) && ab_kat_fold(out, AB_KAT_LEN) == answer;
    ab_kat_iv(c.iv, sizeof(c.iv));
    ok = ok && ab_aes_cts_decrypt(&c, AB_AES_CTS_CS3, out, out, AB_KAT_LEN) && memcmp(out, message, AB_KAT_LEN) == 0;
    ab_aes_cbc_wipe(&c);
    return ok;
}

int ab_aes_cbc_cts_kat(const struct ab_aes_kernels *kernels)
{
    for (int variant = AB_AES_CTS_CS1; variant <= AB_AES_CTS_CS3; variant++)
        if (!check(kernels, (enum ab_aes_cts)variant, cipher_31, sizeof(cipher_31))
            || !check(kernels, (enum ab_aes_cts)variant, cipher_32, sizeof(cipher_32)))
            return 0;
    return ab_aes_cbc_kat(kernels);
}
