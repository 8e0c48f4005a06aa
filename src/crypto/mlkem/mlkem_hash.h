/*
 * The hash functions G, H and J of FIPS 203 sec. 4.1: SHA3-512, SHA3-256 and SHAKE256 over num messages of the same
 * length, each in one piece. num is from 1 to the max_lanes of the kernels. Messages and digests are secret; time
 * depends on num and len alone. out[i] is the digest of in[i], and may overlap any of them; nothing needs alignment.
 */
#ifndef AB_CRYPTO_MLKEM_HASH_H
#define AB_CRYPTO_MLKEM_HASH_H

#include "afterburner/mlkem.h"

enum { AB_MLKEM_H_LEN = 32, AB_MLKEM_G_LEN = 64 };

void ab_mlkem_g(const struct ab_mlkem_kernels *k, uint8_t (*out)[AB_MLKEM_G_LEN], const uint8_t *const in[], size_t len,
                unsigned num);
void ab_mlkem_h(const struct ab_mlkem_kernels *k, uint8_t (*out)[AB_MLKEM_H_LEN], const uint8_t *const in[], size_t len,
                unsigned num);
void ab_mlkem_j(const struct ab_mlkem_kernels *k, uint8_t (*out)[AB_MLKEM_SECRET_LEN], const uint8_t *const in[],
                size_t len, unsigned num);

#endif
