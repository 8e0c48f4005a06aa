#include "kernels/aes/vec_aesni.h"

static inline vec bench_clmul(vec a, vec b) { return _mm_clmulepi64_si128(a, b, 0x11); }

#include "limits_template.h"
