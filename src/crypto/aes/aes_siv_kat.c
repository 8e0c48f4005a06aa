/* The known-answer test of AES-SIV. */
#include <string.h>

#include "crypto/aes/aes_kat.h"
#include "crypto/aes/aes_siv_kat_data.h"

enum { AAD_LEN = 75 };

/* The tag precedes the ciphertext. */
static int check_long(const struct ab_aes_kernels *kernels, size_t key_len, uint64_t answer)
{
    uint8_t key[64], message[AB_KAT_LEN], out[AB_AES_BLOCK + AB_KAT_LEN], *data = out + AB_AES_BLOCK;
    struct ab_aes_siv c;
    int ok;

    ab_kat_key(key, key_len);
    ab_kat_message(message);
    ab_aes_siv_set_key(&c, kernels, key, key_len);
    ab_aes_siv_aad(&c, message, AAD_LEN);
    ab_aes_siv_aad(&c, message, AB_AES_BLOCK);
    ab_aes_siv_encrypt(&c, message, data, AB_KAT_LEN, out);
    ok = ab_kat_fold(out, sizeof(out)) == answer;
    ok = ab_aes_siv_decrypt(&c, data, data, AB_KAT_LEN, out) && ok;
    ab_aes_siv_wipe(&c);
    return ok && memcmp(data, message, AB_KAT_LEN) == 0;
}

int ab_aes_siv_kat(const struct ab_aes_kernels *kernels)
{
    return check_long(kernels, 32, AB_KAT_SIV_128) && check_long(kernels, 48, AB_KAT_SIV_192)
           && check_long(kernels, 64, AB_KAT_SIV_256);
}
