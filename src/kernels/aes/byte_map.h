/* A linear map of bytes, in two tables: it is the sum of its values for the low nibble and for the high one. */
#ifndef AB_KERNELS_AES_BYTE_MAP_H
#define AB_KERNELS_AES_BYTE_MAP_H

#include <stdint.h>

typedef uint8_t ab_byte_map[2][16];

#endif
