/*
 * The program of the image: copies Afterburner from /afterburner into the folder /target, a volume. The image has
 * nothing else, so this program needs no library: it calls the kernel by itself, and every call is made here.
 */
#define _GNU_SOURCE
#include <fcntl.h>

#include "../kernel_calls.h"

#define FROM "/afterburner/"
#define TO "/target/"

enum { FOLDER_MODE = 0755, END_OF_FILE = 0 };

static const char *const folders[] = { TO "bin",
                                       TO "lib",
                                       TO "lib/ossl-modules",
                                       TO "libexec",
                                       TO "libexec/afterburner",
                                       TO "libexec/afterburner/glibc",
                                       TO "libexec/afterburner/musl" };

/* A new file gets its name when it is whole, so that no reader sees a part of it. The configuration comes last. */
static const struct file {
    const char *from, *unnamed, *to;
    unsigned mode;
} files[] = {
    { FROM "bin/afterburner", TO "bin/afterburner.new", TO "bin/afterburner", 0755 },
    { FROM "libexec/afterburner/glibc/afterburner", TO "libexec/afterburner/glibc/afterburner.new",
      TO "libexec/afterburner/glibc/afterburner", 0755 },
    { FROM "libexec/afterburner/musl/afterburner", TO "libexec/afterburner/musl/afterburner.new",
      TO "libexec/afterburner/musl/afterburner", 0755 },
    { FROM "lib/ossl-modules/afterburner.so", TO "lib/ossl-modules/afterburner.so.new",
      TO "lib/ossl-modules/afterburner.so", 0644 },
    { FROM "openssl.cnf", TO "openssl.cnf.new", TO "openssl.cnf", 0644 },
};

/* Write all of a piece. */
static int write_piece(long out, const char *piece, long len)
{
    while (len > 0) {
        long done = call(SYS_write, out, (long)piece, len);

        if (done <= 0)
            return 0;
        piece += done;
        len -= done;
    }
    return 1;
}

static int copy_content(long in, long out)
{
    static char piece[1 << 16];
    long len;

    while ((len = call(SYS_read, in, (long)piece, sizeof(piece))) > 0)
        if (!write_piece(out, piece, len))
            return 0;
    return len == END_OF_FILE;
}

static int copy_file(const struct file *file)
{
    long in = call(SYS_open, (long)file->from, O_RDONLY, 0);
    long out = call(SYS_open, (long)file->unnamed, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, file->mode);

    return in >= 0 && out >= 0 && copy_content(in, out) && call(SYS_fchmod, out, file->mode, 0) == 0
           && call(SYS_close, out, 0, 0) == 0 && call(SYS_rename, (long)file->unnamed, (long)file->to, 0) == 0;
}

static int copy_all(void)
{
    for (unsigned i = 0; i < sizeof(folders) / sizeof(folders[0]); i++)
        call(SYS_mkdir, (long)folders[i], FOLDER_MODE, 0); /* without it, the files cannot be written */
    for (unsigned i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        if (copy_file(&files[i]))
            continue;
        say("afterburner: cannot write ");
        say(files[i].to);
        say("; mount a volume there that user 65532 can write to\n");
        return 0;
    }
    return 1;
}

/* The kernel starts the program here. */
__attribute__((noreturn, used)) void _start(void)
{
    call(SYS_exit_group, copy_all() ? 0 : 1, 0, 0);
    __builtin_unreachable();
}
