#include "kernels/aes/vec_vaes256.h"

static inline vec bench_clmul(vec a, vec b) { return _mm256_clmulepi64_epi128(a, b, 0x11); }

#include "limits_template.h"
