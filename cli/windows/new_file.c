/* Making a file that is not there yet. */
#include "cli/windows/new_file.h"

#include <io.h>
#include <unistd.h>

#include "cli/conf/file.h"

int ab_new_file(const char *path, int mode, const struct ab_text *text)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode), ok;

    if (fd < 0)
        return 0;
    ok = ab_write_all(fd, text->data, text->len) && _commit(fd) == 0;
    if (close(fd) != 0)
        ok = 0;
    if (!ok)
        unlink(path);
    return ok;
}
