/*
 * The portable command's own functions beside those of the portable module (src/os/linux/older_libc.c), for the same
 * reasons: glibc has had stat, fstat, lstat and fstatat as functions since 2.33, explicit_bzero since 2.25 and
 * reallocarray since 2.26. This file is compiled without _FORTIFY_SOURCE.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int __open_2(const char *path, int flags);
int __openat_2(int dir, const char *path, int flags);
int __poll_chk(struct pollfd *fds, nfds_t num, int timeout, size_t room);
ssize_t __read_chk(int fd, void *to, size_t len, size_t room);
ssize_t __pread_chk(int fd, void *to, size_t len, off_t at, size_t room);
ssize_t __recv_chk(int fd, void *to, size_t len, size_t room, int flags);
ssize_t __readlink_chk(const char *path, char *to, size_t len, size_t room);
ssize_t __readlinkat_chk(int dir, const char *path, char *to, size_t len, size_t room);
char *__getcwd_chk(char *to, size_t len, size_t room);
char *__fgets_chk(char *to, size_t room, int len, FILE *file);
size_t __fread_chk(void *to, size_t room, size_t size, size_t num, FILE *file);
void __explicit_bzero_chk(void *to, size_t len, size_t room);
int __getgroups_chk(int num, gid_t *to, size_t room);
int __printf_chk(int flag, const char *format, ...);
int __vprintf_chk(int flag, const char *format, va_list args);
int __dprintf_chk(int fd, int flag, const char *format, ...);
int __vdprintf_chk(int fd, int flag, const char *format, va_list args);
long __isoc23_strtol(const char *text, char **end, int base);
int __isoc23_sscanf(const char *text, const char *format, ...);
int __isoc23_fscanf(FILE *file, const char *format, ...);

/* What the headers of glibc 2.38 and later give the names of C23. */
long first_strtol(const char *text, char **end, int base) __asm__("strtol");
int first_vsscanf(const char *text, const char *format, va_list args) __asm__("__isoc99_vsscanf");
int first_vfscanf(FILE *file, const char *format, va_list args) __asm__("__isoc99_vfscanf");

/* ---- what older C libraries lack; their struct stat is the kernel's on x86-64 ---- */

int fstatat(int dir, const char *path, struct stat *st, int flags)
{
    return (int)syscall(SYS_newfstatat, dir, path, st, flags);
}

int stat(const char *path, struct stat *st)
{
    return (int)syscall(SYS_stat, path, st);
}

int lstat(const char *path, struct stat *st)
{
    return (int)syscall(SYS_lstat, path, st);
}

int fstat(int fd, struct stat *st)
{
    return (int)syscall(SYS_fstat, fd, st);
}

void explicit_bzero(void *to, size_t len)
{
    memset(to, 0, len);
    __asm__ volatile("" : : "r"(to) : "memory");
}

void *reallocarray(void *old, size_t num, size_t size)
{
    size_t len;

    if (!__builtin_mul_overflow(num, size, &len))
        return realloc(old, len);
    return NULL;
}

long __isoc23_strtol(const char *text, char **end, int base)
{
    return first_strtol(text, end, base);
}

int __isoc23_sscanf(const char *text, const char *format, ...)
{
    va_list args;
    int n;

    va_start(args, format);
    n = first_vsscanf(text, format, args);
    va_end(args);
    return n;
}

int __isoc23_fscanf(FILE *file, const char *format, ...)
{
    va_list args;
    int n;

    va_start(args, format);
    n = first_vfscanf(file, format, args);
    va_end(args);
    return n;
}

/* ---- checked calls, which end the process ---- */

static void check(size_t len, size_t room)
{
    if (len > room)
        abort();
}

/* A file that may be made needs a mode. */
static void check_flags(int flags)
{
    if ((flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE)
        abort();
}

int __open_2(const char *path, int flags)
{
    check_flags(flags);
    return open(path, flags);
}

int __openat_2(int dir, const char *path, int flags)
{
    check_flags(flags);
    return openat(dir, path, flags);
}

int __poll_chk(struct pollfd *fds, nfds_t num, int timeout, size_t room)
{
    check(num, room / sizeof(*fds));
    return poll(fds, num, timeout);
}

ssize_t __read_chk(int fd, void *to, size_t len, size_t room)
{
    check(len, room);
    return read(fd, to, len);
}

ssize_t __pread_chk(int fd, void *to, size_t len, off_t at, size_t room)
{
    check(len, room);
    return pread(fd, to, len, at);
}

ssize_t __recv_chk(int fd, void *to, size_t len, size_t room, int flags)
{
    check(len, room);
    return recv(fd, to, len, flags);
}

ssize_t __readlink_chk(const char *path, char *to, size_t len, size_t room)
{
    check(len, room);
    return readlink(path, to, len);
}

ssize_t __readlinkat_chk(int dir, const char *path, char *to, size_t len, size_t room)
{
    check(len, room);
    return readlinkat(dir, path, to, len);
}

char *__getcwd_chk(char *to, size_t len, size_t room)
{
    check(len, room);
    return getcwd(to, len);
}

char *__fgets_chk(char *to, size_t room, int len, FILE *file)
{
    if (len <= 0)
        return NULL;
    check((size_t)len, room);
    return fgets(to, len, file);
}

size_t __fread_chk(void *to, size_t room, size_t size, size_t num, FILE *file)
{
    check(num, size == 0 ? num : room / size);
    return fread(to, size, num, file);
}

void __explicit_bzero_chk(void *to, size_t len, size_t room)
{
    check(len, room);
    explicit_bzero(to, len);
}

int __getgroups_chk(int num, gid_t *to, size_t room)
{
    check(num < 0 ? 0 : (size_t)num, room / sizeof(*to));
    return getgroups(num, to);
}

int __vprintf_chk(int flag, const char *format, va_list args)
{
    (void)flag; /* refuse %n, of which the command has none */
    return vfprintf(stdout, format, args);
}

int __printf_chk(int flag, const char *format, ...)
{
    va_list args;
    int n;

    va_start(args, format);
    n = __vprintf_chk(flag, format, args);
    va_end(args);
    return n;
}

int __vdprintf_chk(int fd, int flag, const char *format, va_list args)
{
    (void)flag;
    return vdprintf(fd, format, args);
}

int __dprintf_chk(int fd, int flag, const char *format, ...)
{
    va_list args;
    int n;

    va_start(args, format);
    n = __vdprintf_chk(fd, flag, format, args);
    va_end(args);
    return n;
}
