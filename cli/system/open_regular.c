/* Opening a regular file that was found by its path. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "cli/system/place.h"

int ab_open_regular(const struct ab_view *view, const char *path)
{
    struct ab_place place;
    char error[256];
    int fd = -1, saved;

    if (!ab_place_find(view, path, &place, error, sizeof(error)))
        return -1;
    if (S_ISREG(place.stat.st_mode))
        fd = ab_place_open(&place, O_RDONLY | O_NONBLOCK);
    else
        errno = EINVAL;
    saved = errno;
    ab_place_free(&place);
    errno = saved;
    return fd;
}
