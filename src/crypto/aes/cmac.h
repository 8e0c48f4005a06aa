/*
 * The last steps of CMAC (SP 800-38B), shared by CMAC itself, S2V of SIV and the batches. Everything but lengths is
 * secret. Nothing needs alignment but the key.
 */
#ifndef AB_CRYPTO_AES_CMAC_H
#define AB_CRYPTO_AES_CMAC_H

#include "crypto/aes/block.h"
#include "kernels/aes/aes_kernels.h"

/* Sec. 6.1: the subkeys k1 and k2 are the encryption of zero, doubled once and twice. */
static inline void ab_cmac_make_subkeys(const struct ab_aes_kernels *kernels, const struct ab_aes_key *key,
                                        uint8_t k1[16], uint8_t k2[16])
{
    static const uint8_t zero[16];

    kernels->ecb_encrypt(key, zero, k1, 1);
    ab_aes_double(k1, k1);
    ab_aes_double(k2, k1);
}

/* Sec. 6.2, steps 2 to 4: the last len = 0..16 bytes of the message at in, padded and masked. block may be in. */
static inline void ab_cmac_last_block(uint8_t block[16], const uint8_t *in, size_t len, const uint8_t k1[16],
                                      const uint8_t k2[16])
{
    uint8_t padded[16] = { 0 };

    if (len == 16) {
        ab_aes_xor_block(block, in, k1);
        return;
    }
    if (len != 0)
        ab_aes_copy_part(padded, in, len);
    padded[len] = 0x80;
    ab_aes_xor_block(block, padded, k2);
    ab_aes_wipe_block(padded);
}

#endif
