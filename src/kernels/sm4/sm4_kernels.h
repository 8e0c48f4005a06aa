/*
 * The SM4 kernels. They fill the same table as AES (src/kernels/aes/aes_kernels.h), whose modes take any cipher with
 * blocks of 16 bytes, and keep their round keys in a struct ab_aes_key. Its contract holds, with keys of 16 bytes.
 * Members that no mode of SM4 uses are NULL: all but expand_*, ecb_*, cbc_encrypt, cbc_decrypt, cfb_encrypt,
 * cfb_decrypt, ofb, ctr, xts_*, cbc_mac, ccm_*, ghash* and gcm_encrypt, gcm_decrypt and gcm_tag.
 */
#ifndef AB_KERNELS_SM4_KERNELS_H
#define AB_KERNELS_SM4_KERNELS_H

#include "afterburner/sm4.h"
#include "kernels/aes/aes_kernels.h"

extern const struct ab_aes_kernels ab_sm4_kernels_aesni;
extern const struct ab_aes_kernels ab_sm4_kernels_vaes256;
extern const struct ab_aes_kernels ab_sm4_kernels_gfni512;

#endif
