/* Reading a file whole, and writing all of something. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/conf/file.h"

enum { MAX_FILE = 16 << 20 };

int ab_file_read_all(int fd, struct ab_text *text)
{
    char buffer[65536];
    ssize_t n;

    ab_text_add(text, "", 0);
    while ((n = read(fd, buffer, sizeof(buffer))) > 0 && text->len < MAX_FILE)
        ab_text_add(text, buffer, (size_t)n);
    if (n > 0)
        errno = EFBIG;
    return n == 0;
}

static int read_place(struct ab_file *file, char *error, size_t size)
{
    int fd, ok;

    if (!S_ISREG(file->place.stat.st_mode) && !ab_is_null_device(&file->place.stat)) {
        snprintf(error, size, "not a regular file");
        errno = EINVAL;
        return 0;
    }
    fd = ab_place_open(&file->place, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    if (fd < 0) {
        snprintf(error, size, "%s", strerror(errno));
        return 0;
    }
    /* Not the state when it was found: what is read from now on is compared with it before the file is replaced. */
    ok = fstat(fd, &file->place.stat) == 0 && ab_file_read_all(fd, &file->text);
    if (!ok)
        snprintf(error, size, "cannot read it: %s", strerror(errno));
    close(fd);
    return ok;
}

int ab_file_read(const struct ab_view *view, const char *path, struct ab_file *file, char *error, size_t size)
{
    memset(file, 0, sizeof(*file));
    if (!ab_place_find(view, path, &file->place, error, size))
        return 0;
    if (read_place(file, error, size))
        return 1;
    ab_file_free(file);
    return 0;
}

void ab_file_free(struct ab_file *file)
{
    ab_place_free(&file->place);
    ab_text_free(&file->text);
}

int ab_write_all(int fd, const void *bytes, size_t len)
{
    const char *from = bytes;

    while (len > 0) {
        ssize_t n = write(fd, from, len < MAX_FILE ? (unsigned)len : MAX_FILE);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return 0;
        from += n;
        len -= (size_t)n;
    }
    return 1;
}
