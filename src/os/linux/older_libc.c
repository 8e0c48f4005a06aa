/*
 * The portable module's own functions in place of those that the headers of newer C libraries call: getrandom (glibc
 * 2.25), the conversions by their names of C23 (glibc 2.38), and the calls that check the size of a buffer
 * (_FORTIFY_SOURCE; musl has none), for clang those with a va_list. The checked calls end the process before they would
 * write past the end. The linker binds all of them inside the module, whose map exports none. This file is compiled
 * without _FORTIFY_SOURCE.
 */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

ssize_t getrandom(void *out, size_t len, unsigned flags);
void *__memcpy_chk(void *to, const void *from, size_t len, size_t room);
void *__memmove_chk(void *to, const void *from, size_t len, size_t room);
void *__memset_chk(void *to, int byte, size_t len, size_t room);
char *__strcpy_chk(char *to, const char *from, size_t room);
char *__strcat_chk(char *to, const char *from, size_t room);
char *__strncpy_chk(char *to, const char *from, size_t len, size_t room);
int __snprintf_chk(char *to, size_t len, int flag, size_t room, const char *format, ...);
int __vsnprintf_chk(char *to, size_t len, int flag, size_t room, const char *format, va_list args);
int __fprintf_chk(FILE *file, int flag, const char *format, ...);
int __vfprintf_chk(FILE *file, int flag, const char *format, va_list args);
unsigned long __isoc23_strtoul(const char *text, char **end, int base);
unsigned long long __isoc23_strtoull(const char *text, char **end, int base);

/* The headers of glibc 2.38 and later give calls of strtoul the name of C23; these are the functions of before. */
unsigned long first_strtoul(const char *text, char **end, int base) __asm__("strtoul");
unsigned long long first_strtoull(const char *text, char **end, int base) __asm__("strtoull");

ssize_t getrandom(void *out, size_t len, unsigned flags)
{
    return syscall(SYS_getrandom, out, len, flags);
}

static void check(size_t len, size_t room)
{
    if (len > room)
        abort();
}

void *__memcpy_chk(void *to, const void *from, size_t len, size_t room)
{
    check(len, room);
    return memcpy(to, from, len);
}

void *__memmove_chk(void *to, const void *from, size_t len, size_t room)
{
    check(len, room);
    return memmove(to, from, len);
}

void *__memset_chk(void *to, int byte, size_t len, size_t room)
{
    check(len, room);
    return memset(to, byte, len);
}

char *__strcpy_chk(char *to, const char *from, size_t room)
{
    size_t len = strlen(from) + 1;

    check(len, room);
    return memcpy(to, from, len);
}

char *__strcat_chk(char *to, const char *from, size_t room)
{
    size_t used = strlen(to), len = strlen(from) + 1;

    check(used, room);
    check(len, room - used);
    memcpy(to + used, from, len);
    return to;
}

char *__strncpy_chk(char *to, const char *from, size_t len, size_t room)
{
    check(len, room);
    return strncpy(to, from, len);
}

int __vsnprintf_chk(char *to, size_t len, int flag, size_t room, const char *format, va_list args)
{
    (void)flag; /* refuse %n, of which the module has none */
    check(len, room);
    return vsnprintf(to, len, format, args);
}

int __snprintf_chk(char *to, size_t len, int flag, size_t room, const char *format, ...)
{
    va_list args;
    int n;

    va_start(args, format);
    n = __vsnprintf_chk(to, len, flag, room, format, args);
    va_end(args);
    return n;
}

int __vfprintf_chk(FILE *file, int flag, const char *format, va_list args)
{
    (void)flag;
    return vfprintf(file, format, args);
}

int __fprintf_chk(FILE *file, int flag, const char *format, ...)
{
    va_list args;
    int n;

    va_start(args, format);
    n = __vfprintf_chk(file, flag, format, args);
    va_end(args);
    return n;
}

unsigned long __isoc23_strtoul(const char *text, char **end, int base)
{
    return first_strtoul(text, end, base);
}

unsigned long long __isoc23_strtoull(const char *text, char **end, int base)
{
    return first_strtoull(text, end, base);
}
