/*
 * Work that Linux does in a child process. Windows copies no process, so it is done here, without a limit of time; what
 * a provider of others does wrong ends this command, before it has changed anything.
 */
#include "cli/system/child.h"

#include <io.h>
#include <stdio.h>
#include <unistd.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

enum { ROOM = 1 << 16 }; /* of the pipe: more than any work writes */

int64_t ab_now_ms(void)
{
    return (int64_t)GetTickCount64();
}

static void collect(int fd, size_t max_len, struct ab_text *output)
{
    char buffer[4096];
    int n;

    while (output->len < max_len && (n = _read(fd, buffer, sizeof(buffer))) > 0) {
        const size_t room = max_len - output->len;

        ab_text_add(output, buffer, (size_t)n < room ? (size_t)n : room);
    }
}

static void move_streams(const int from[3], int to[3])
{
    fflush(NULL);
    for (int fd = 0; fd < 3; fd++) {
        if (to != NULL)
            to[fd] = _dup(fd);
        if (from == NULL || from[fd] < 0)
            continue;
        _dup2(from[fd], fd);
        _close(from[fd]);
    }
}

int ab_child_run(ab_child_fn *work, void *arg, unsigned time_limit_s, size_t max_len, struct ab_text *output,
                 char *error, size_t size)
{
    int ends[2], kept[3], status;

    (void)time_limit_s;
    if (_pipe(ends, ROOM, O_CLOEXEC) != 0) {
        snprintf(error, size, "cannot make a pipe to try it");
        return -1;
    }
    move_streams(NULL, kept);
    status = work(arg, ends[1]);
    move_streams(kept, NULL);
    _close(ends[1]);
    collect(ends[0], max_len, output);
    _close(ends[0]);
    return status;
}

void ab_child_silence(void)
{
    int null = _open("NUL", _O_RDWR | O_CLOEXEC);

    for (int fd = 0; null >= 0 && fd < 3; fd++)
        _dup2(null, fd);
    if (null >= 0)
        _close(null);
}
