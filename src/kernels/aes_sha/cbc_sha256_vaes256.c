/*
 * AES-CBC of several messages interleaved with SHA-256, for level vaes256: one block a vector, in the
 * encoding of AVX.
 */
#include "kernels/aes/vec_aesni.h"
#include "kernels/aes_sha/woven.h"
#include "kernels/aes/rounds_template.h"
#include "kernels/aes_sha/sha256_lane.h"

#define WOVEN(name) ab_cbc_sha256_##name##_vaes256
#include "kernels/aes_sha/encrypt_template.h"
