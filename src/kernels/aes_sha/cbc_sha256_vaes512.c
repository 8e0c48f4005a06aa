/* AES-CBC interleaved with SHA-256, for level vaes512. */
#include "kernels/aes/vec_vaes512.h"
#include "kernels/aes_sha/woven.h"
#include "kernels/aes/rounds_template.h"
#include "kernels/aes_sha/sha256_lane.h"

#define WOVEN(name) AB_SYMBOL(ab_cbc_sha256_##name)
#include "kernels/aes_sha/encrypt_template.h"
