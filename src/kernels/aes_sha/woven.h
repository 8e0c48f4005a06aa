/*
 * AES-CBC woven with a hash function: the functions of this folder that fill the tables of src/kernels/aes. Their
 * names are those of the members there, which are the contract. They need AB_BIT_SHA besides the level in their name.
 */
#ifndef AB_KERNELS_AES_SHA_WOVEN_H
#define AB_KERNELS_AES_SHA_WOVEN_H

#include "kernels/aes/aes_kernels.h"

/* One block of the hash function and the AES work that belongs to it. */
enum { AB_WOVEN_BLOCKS = 4, AB_WOVEN_STEP = AB_WOVEN_BLOCKS * AB_AES_BLOCK };

ab_woven_encrypt_fn ab_cbc_sha1_encrypt_aesni, ab_cbc_sha256_encrypt_aesni;
ab_woven_decrypt_fn ab_cbc_sha1_decrypt_aesni, ab_cbc_sha256_decrypt_aesni;
ab_woven_encrypt_lanes_fn ab_cbc_sha1_encrypt_lanes_aesni, ab_cbc_sha256_encrypt_lanes_aesni;
ab_woven_encrypt_lanes_fn ab_cbc_sha1_encrypt_lanes_vaes256, ab_cbc_sha256_encrypt_lanes_vaes256;
ab_woven_encrypt_lanes_fn ab_cbc_sha1_encrypt_lanes_vaes512, ab_cbc_sha256_encrypt_lanes_vaes512;

#endif
