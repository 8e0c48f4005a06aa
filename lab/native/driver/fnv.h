/* FNV-1a, 64 bits (draft-eastlake-fnv): a short hash to compare outputs of several processes. No secret is involved. */
#ifndef AB_LAB_FNV_H
#define AB_LAB_FNV_H

#include <stddef.h>
#include <stdint.h>

#define LAB_FNV_START 0xcbf29ce484222325

/* Continue from LAB_FNV_START, or from the hash of what came before. */
static inline uint64_t lab_fnv(uint64_t hash, const unsigned char *data, size_t len)
{
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ data[i]) * 0x100000001b3;
    return hash;
}

#endif
