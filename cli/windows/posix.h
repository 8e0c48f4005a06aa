/*
 * What the command and the tests of tests/evp call of POSIX and GNU that the C library of mingw-w64 lacks. Compiled in
 * front of every file.
 */
#ifndef AB_CLI_WINDOWS_POSIX_H
#define AB_CLI_WINDOWS_POSIX_H

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>

#define O_CLOEXEC (_O_NOINHERIT | _O_BINARY)
#define O_NONBLOCK 0
#define O_NOCTTY 0
#define PIPE_BUF 4096

/* Numbers of users and groups are Linux's; structures that have room for them leave it empty. */
typedef unsigned uid_t, gid_t;

char *secure_getenv(const char *name);
int setenv(const char *name, const char *value, int replace);
int unsetenv(const char *name);
void *reallocarray(void *array, size_t num, size_t size);
void *memmem(const void *in, size_t in_len, const void *part, size_t part_len);
char *strndup(const char *text, size_t len);
char *strsep(char **rest, const char *ends);
char *strcasestr(const char *text, const char *part);
int strverscmp(const char *a, const char *b);
struct tm *localtime_r(const time_t *time, struct tm *local);
ssize_t getline(char **line, size_t *room, FILE *f);

/* A link is neither a regular file nor a directory. */
int lstat(const char *path, struct stat *st);

#endif
