/* The known-answer test of AES-ECB. */
#include <string.h>

#include "crypto/aes/aes_ecb_kat_data.h"
#include "crypto/aes/aes_kat.h"

enum { NUM_BLOCKS = AB_KAT_LEN / AB_AES_BLOCK };

/* Encrypt and decrypt the whole blocks of the test message: full batches, and every smaller one. */
int ab_kat_check_ecb(const struct ab_aes_kernels *kernels, size_t key_len, uint64_t answer)
{
    uint8_t key[32], message[AB_KAT_LEN], out[AB_KAT_LEN];
    struct ab_aes_ecb c;
    int ok;

    ab_kat_key(key, key_len);
    ab_kat_message(message);
    ab_aes_ecb_set_key(&c, kernels, key, key_len);
    ab_aes_ecb_prepare_decrypt(&c);
    ab_aes_ecb_encrypt(&c, message, out, NUM_BLOCKS);
    ok = ab_kat_fold(out, AB_AES_BLOCK * NUM_BLOCKS) == answer;
    ab_aes_ecb_decrypt(&c, out, out, NUM_BLOCKS);
    ab_aes_ecb_wipe(&c);
    return ok && memcmp(out, message, AB_AES_BLOCK * NUM_BLOCKS) == 0;
}

int ab_aes_ecb_kat(const struct ab_aes_kernels *kernels)
{
    return ab_kat_check_ecb(kernels, 16, AB_KAT_ECB_128) && ab_kat_check_ecb(kernels, 24, AB_KAT_ECB_192)
           && ab_kat_check_ecb(kernels, 32, AB_KAT_ECB_256);
}
