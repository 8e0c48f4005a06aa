#include "kernels/aes/vec_vaes512.h"

static inline vec bench_clmul(vec a, vec b) { return _mm512_clmulepi64_epi128(a, b, 0x11); }

#include "limits_template.h"
