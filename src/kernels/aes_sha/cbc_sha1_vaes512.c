/*
 * AES-CBC of several messages interleaved with SHA-1, for level vaes512: one block a vector,
 * in the encoding and the 32 registers of AVX-512.
 */
#include "kernels/aes/vec_aesni.h"
#include "kernels/aes_sha/woven.h"
#include "kernels/aes/rounds_template.h"
#include "kernels/aes_sha/sha1_lane.h"

#define WOVEN(name) ab_cbc_sha1_##name##_vaes512
#include "kernels/aes_sha/encrypt_template.h"
