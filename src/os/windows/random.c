/* Random bytes from the operating system: BCryptGenRandom with the generator that the system prefers. */
#include "os/random.h"

#include <stdint.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <bcrypt.h>

int ab_random(void *out, size_t len)
{
    uint8_t *p = out;

    while (len > 0) {
        ULONG piece = len < UINT32_MAX ? (ULONG)len : UINT32_MAX;

        if (!BCRYPT_SUCCESS(BCryptGenRandom(NULL, p, piece, BCRYPT_USE_SYSTEM_PREFERRED_RNG)))
            return 0;
        p += piece;
        len -= piece;
    }
    return 1;
}
