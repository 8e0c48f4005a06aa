/* AES-CBC interleaved with SHA-1, for level aesni. */
#include "kernels/aes/vec_aesni.h"
#include "kernels/aes_sha/woven.h"
#include "kernels/aes/rounds_template.h"
#include "kernels/aes_sha/sha1_lane.h"

#define WOVEN(name) AB_SYMBOL(ab_cbc_sha1_##name)
#include "kernels/aes_sha/encrypt_template.h"
#include "kernels/aes_sha/single_template.h"
