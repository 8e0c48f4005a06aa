/* The part of X448 beside the curve that keys and key exchange share. */
#ifndef AB_CRYPTO_CURVE448_PARTS_H
#define AB_CRYPTO_CURVE448_PARTS_H

#include "afterburner/curve448.h"

/* scalar := decodeScalar448(private_key), RFC 7748 sec. 5. Both may be the same memory. Secret. */
void ab_x448_clamp(uint8_t scalar[AB_X448_LEN], const uint8_t private_key[AB_X448_LEN]);

#endif
