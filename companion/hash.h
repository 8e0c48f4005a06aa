/* FNV-1a of texts, for tables. */
#ifndef AB_COMPANION_HASH_H
#define AB_COMPANION_HASH_H

#include <stdint.h>

#define AB_HASH_START UINT32_C(2166136261)

/* The hash of what led to `hash`, and a text. */
static inline uint32_t ab_hash_text(uint32_t hash, const char *text)
{
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * UINT32_C(16777619);
    return hash;
}

#endif
