/* Functions of POSIX and GNU for Windows. */
#include <ctype.h>
#include <stdint.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

/* No program of Windows has more rights than the user who started it. */
char *secure_getenv(const char *name)
{
    return getenv(name);
}

int setenv(const char *name, const char *value, int replace)
{
    return replace == 0 && getenv(name) != NULL ? 0 : _putenv_s(name, value);
}

int unsetenv(const char *name)
{
    return _putenv_s(name, "");
}

void *reallocarray(void *array, size_t num, size_t size)
{
    return size != 0 && num > SIZE_MAX / size ? NULL : realloc(array, num * size);
}

void *memmem(const void *in, size_t in_len, const void *part, size_t part_len)
{
    const char *at = in, *end = at + in_len;

    while (part_len != 0 && (size_t)(end - at) >= part_len) {
        at = memchr(at, *(const char *)part, (size_t)(end - at) - part_len + 1);
        if (at == NULL || memcmp(at, part, part_len) == 0)
            return (void *)at;
        at++;
    }
    return part_len == 0 ? (void *)in : NULL;
}

char *strndup(const char *text, size_t len)
{
    const size_t copied = strnlen(text, len);
    char *copy = malloc(copied + 1);

    if (copy == NULL)
        return NULL;
    memcpy(copy, text, copied);
    copy[copied] = '\0';
    return copy;
}

char *strsep(char **rest, const char *ends)
{
    char *part = *rest;

    if (part == NULL)
        return NULL;
    *rest = strpbrk(part, ends);
    if (*rest != NULL)
        *(*rest)++ = '\0';
    return part;
}

char *strcasestr(const char *text, const char *part)
{
    for (; *text != '\0'; text++)
        if (_strnicmp(text, part, strlen(part)) == 0)
            return (char *)text;
    return *part == '\0' ? (char *)text : NULL;
}

/* Digits count as a number. */
int strverscmp(const char *a, const char *b)
{
    while (*a != '\0' && *b != '\0') {
        if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
            char *end_a, *end_b;
            const unsigned long x = strtoul(a, &end_a, 10), y = strtoul(b, &end_b, 10);

            if (x != y)
                return x < y ? -1 : 1;
            a = end_a;
            b = end_b;
        } else if (*a != *b) {
            break;
        } else {
            a++;
            b++;
        }
    }
    return (unsigned char)*a - (unsigned char)*b;
}

struct tm *localtime_r(const time_t *time, struct tm *local)
{
    return localtime_s(local, time) == 0 ? local : NULL;
}

static int make_room(char **line, size_t *room, size_t wanted)
{
    char *grown;

    if (wanted <= *room)
        return 1;
    grown = realloc(*line, 2 * wanted + 128);
    if (grown == NULL)
        return 0;
    *line = grown;
    *room = 2 * wanted + 128;
    return 1;
}

ssize_t getline(char **line, size_t *room, FILE *f)
{
    size_t len = 0;

    for (int c = 0; c != '\n' && (c = getc(f)) != EOF;) {
        if (!make_room(line, room, len + 2))
            return -1;
        (*line)[len++] = (char)c;
        (*line)[len] = '\0';
    }
    return len == 0 ? -1 : (ssize_t)len;
}

int lstat(const char *path, struct stat *st)
{
    const DWORD attributes = GetFileAttributesA(path);

    if (stat(path, st) != 0)
        return -1;
    if ((attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0)
        st->st_mode = 0;
    return 0;
}

/* Of the two C libraries, UCRT does not tell. */
size_t __fpending(FILE *f)
{
    (void)f;
    return PIPE_BUF;
}
