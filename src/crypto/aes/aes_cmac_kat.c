/* The known-answer test of AES-CMAC. */
#include "afterburner/cmac.h"
#include "crypto/aes/aes_cmac_kat_data.h"
#include "crypto/aes/aes_kat.h"

/* The tags of the test message cut at these lengths, each in two updates. */
static int check(const struct ab_aes_kernels *kernels, size_t key_len, uint64_t answer)
{
    static const size_t lens[] = { 0, 1, 16, 17, 32, AB_KAT_LEN };
    enum { NUM = sizeof(lens) / sizeof(lens[0]) };
    uint8_t key[32], message[AB_KAT_LEN], tags[NUM][AB_AES_BLOCK];
    struct ab_cmac c;

    ab_kat_key(key, key_len);
    ab_kat_message(message);
    ab_cmac_set_key(&c.key, kernels, key, key_len);
    for (unsigned i = 0; i < NUM; i++) {
        ab_cmac_start(&c);
        ab_cmac_update(&c, message, lens[i] / 3);
        ab_cmac_update(&c, message + lens[i] / 3, lens[i] - lens[i] / 3);
        ab_cmac_final(&c, tags[i]);
    }
    ab_cmac_wipe(&c);
    return ab_kat_fold(tags[0], sizeof(tags)) == answer;
}

int ab_aes_cmac_kat(const struct ab_aes_kernels *kernels)
{
    return check(kernels, 16, AB_KAT_CMAC_128) && check(kernels, 24, AB_KAT_CMAC_192)
           && check(kernels, 32, AB_KAT_CMAC_256);
}
