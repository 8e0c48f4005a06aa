/*
 * The Camellia kernels. They fill the same table as AES (src/kernels/aes/aes_kernels.h), whose modes take any cipher
 * with blocks of 16 bytes, and their round keys stand in a struct ab_aes_key. Its contract holds. Members that no mode
 * of Camellia uses are NULL: all but expand_*, ecb_*, cbc_encrypt, cbc_decrypt, cfb_encrypt, cfb_decrypt, cfb8_encrypt,
 * cfb1_encrypt, ofb and ctr.
 */
#ifndef AB_KERNELS_CAMELLIA_KERNELS_H
#define AB_KERNELS_CAMELLIA_KERNELS_H

#include "afterburner/camellia.h"
#include "kernels/aes/aes_kernels.h"

extern const struct ab_aes_kernels ab_camellia_kernels_gfni256;
extern const struct ab_aes_kernels ab_camellia_kernels_gfni512;

#endif
