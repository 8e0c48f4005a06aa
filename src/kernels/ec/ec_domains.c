/* The parameters of P-256, P-384 and P-521: SP 800-186 sec. 3.2.1.3 to 3.2.1.5. */
#include "kernels/ec/ec_kernels.h"

const struct ab_curve_domain ab_p256_domain = {
    .id = AB_P256,
    .name = "P-256",
    .field_bits = 256,
    .order_bits = 256,
    .num_words = 4,
    .cofactor = 1,
    .p = { 0xffffffffffffffff, 0x00000000ffffffff, 0x0000000000000000, 0xffffffff00000001 },
    .n = { 0xf3b9cac2fc632551, 0xbce6faada7179e84, 0xffffffffffffffff, 0xffffffff00000000 },
};

const struct ab_curve_domain ab_p384_domain = {
    .id = AB_P384,
    .name = "P-384",
    .field_bits = 384,
    .order_bits = 384,
    .num_words = 6,
    .cofactor = 1,
    .p = { 0x00000000ffffffff, 0xffffffff00000000, 0xfffffffffffffffe, 0xffffffffffffffff, 0xffffffffffffffff,
           0xffffffffffffffff },
    .n = { 0xecec196accc52973, 0x581a0db248b0a77a, 0xc7634d81f4372ddf, 0xffffffffffffffff, 0xffffffffffffffff,
           0xffffffffffffffff },
};

const struct ab_curve_domain ab_p521_domain = {
    .id = AB_P521,
    .name = "P-521",
    .field_bits = 521,
    .order_bits = 521,
    .num_words = 9,
    .cofactor = 1,
    .p = { 0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff,
           0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff, 0x00000000000001ff },
    .n = { 0xbb6fb71e91386409, 0x3bb5c9b8899c47ae, 0x7fcc0148f709a5d0, 0x51868783bf2f966b, 0xfffffffffffffffa,
           0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff, 0x00000000000001ff },
};
