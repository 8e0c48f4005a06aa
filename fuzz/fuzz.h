/* What all fuzz targets need: the entry point, a check, and words taken from the input. */
#ifndef AB_FUZZ_H
#define AB_FUZZ_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static inline void expect(int ok)
{
    if (!ok)
        abort();
}

/* Take num words, least significant byte first, from the start of the input; what it lacks is zero. */
static inline void take_words(uint64_t *r, size_t num, const uint8_t **data, size_t *len)
{
    size_t part = *len < 8 * num ? *len : 8 * num;

    memset(r, 0, 8 * num);
    memcpy(r, *data, part);
    *data += part;
    *len -= part;
}

#endif
