/* The known-answer test of AES-CBC. */
#include <string.h>

#include "crypto/aes/aes_cbc_kat_data.h"
#include "crypto/aes/aes_kat.h"

enum { NUM_BLOCKS = AB_KAT_LEN / AB_AES_BLOCK, FIRST = 3 };

/* Encrypt the whole blocks of the test message; decrypt them in two parts, so that the chain is carried over. */
int ab_kat_check_cbc(const struct ab_aes_kernels *kernels, size_t key_len, uint64_t answer)
{
    uint8_t key[32], message[AB_KAT_LEN], out[AB_KAT_LEN];
    struct ab_aes_cbc c;
    int ok;

    ab_kat_key(key, key_len);
    ab_kat_message(message);
    ab_aes_ecb_set_key(&c.aes, kernels, key, key_len);
    ab_aes_ecb_prepare_decrypt(&c.aes);
    ab_kat_iv(c.iv, sizeof(c.iv));
    ab_aes_cbc_encrypt(&c, message, out, NUM_BLOCKS);
    ok = ab_kat_fold(out, AB_AES_BLOCK * NUM_BLOCKS) == answer;
    ab_kat_iv(c.iv, sizeof(c.iv));
    ab_aes_cbc_decrypt(&c, out, out, FIRST);
    ab_aes_cbc_decrypt(&c, out + AB_AES_BLOCK * FIRST, out + AB_AES_BLOCK * FIRST, NUM_BLOCKS - FIRST);
    ab_aes_cbc_wipe(&c);
    return ok && memcmp(out, message, AB_AES_BLOCK * NUM_BLOCKS) == 0;
}

int ab_aes_cbc_kat(const struct ab_aes_kernels *kernels)
{
    return ab_kat_check_cbc(kernels, 16, AB_KAT_CBC_128) && ab_kat_check_cbc(kernels, 24, AB_KAT_CBC_192)
           && ab_kat_check_cbc(kernels, 32, AB_KAT_CBC_256);
}
