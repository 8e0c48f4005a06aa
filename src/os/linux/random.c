/* Random bytes from the operating system, by getrandom(2). */
#include "os/random.h"

#include <errno.h>
#include <stdint.h>
#include <sys/random.h>

int ab_random(void *out, size_t len)
{
    uint8_t *p = out;

    while (len > 0) {
        ssize_t got = getrandom(p, len, 0);

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return 0;
        p += got;
        len -= (size_t)got;
    }
    return 1;
}
