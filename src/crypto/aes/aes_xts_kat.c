/* The known-answer test of AES-XTS. */
#include <string.h>

#include "crypto/aes/aes_kat.h"
#include "crypto/aes/aes_xts_kat_data.h"

enum { SHORT_LEN = 31 };

/* Encrypt one data unit and decrypt it in place. */
static int check_unit(const struct ab_kat_xts *x, const struct ab_aes_xts *c, size_t len, uint64_t answer)
{
    uint8_t iv[AB_AES_BLOCK], message[AB_KAT_LEN], out[AB_KAT_LEN];
    int ok;

    ab_kat_iv(iv, sizeof(iv));
    ab_kat_message(message);
    x->encrypt(c, iv, message, out, len);
    ok = ab_kat_fold(out, len) == answer;
    x->decrypt(c, iv, out, out, len);
    return ok && memcmp(out, message, len) == 0;
}

int ab_kat_check_xts(const struct ab_aes_kernels *kernels, size_t key_len, const struct ab_kat_xts *x)
{
    struct ab_aes_xts c;
    uint8_t key[64];
    int ok;

    ab_kat_key(key, key_len);
    ab_aes_xts_set_key(&c, kernels, key, key_len);
    ok = check_unit(x, &c, AB_KAT_LEN, x->answer) && check_unit(x, &c, SHORT_LEN, x->short_answer);
    ab_aes_xts_wipe(&c);
    return ok;
}

int ab_aes_xts_kat(const struct ab_aes_kernels *kernels)
{
    static const struct ab_kat_xts of_128 = { ab_aes_xts_encrypt, ab_aes_xts_decrypt, AB_KAT_XTS_128,
                                              AB_KAT_XTS_128_SHORT },
                                   of_256 = { ab_aes_xts_encrypt, ab_aes_xts_decrypt, AB_KAT_XTS_256,
                                              AB_KAT_XTS_256_SHORT };

    return ab_kat_check_xts(kernels, 32, &of_128) && ab_kat_check_xts(kernels, 64, &of_256);
}
