/* A linear map of bytes: its values on the low nibble and on the high one, of which it is the sum. */
#ifndef AB_KERNELS_AES_BYTE_MAP_H
#define AB_KERNELS_AES_BYTE_MAP_H

#include <stdint.h>

typedef uint8_t ab_byte_map[2][16];

#endif
