/*
 * Marks: the least ratios that are to be reached. A file of lines "level algorithm direction size ratio"; level,
 * algorithm (a pattern of fnmatch), direction (encrypt, decrypt) and size may be "*"; '#' begins a comment.
 */
#ifndef AB_BENCH_EVP_MARKS_H
#define AB_BENCH_EVP_MARKS_H

#include <stddef.h>

struct bench_mark {
    char level[16], algorithm[40], direction[12];
    size_t size; /* 0: any */
    double ratio;
};

struct bench_marks {
    struct bench_mark *marks;
    size_t num;
};

/* Reads a file; 1, or 0 after a line on stderr that says what is wrong with it. */
int bench_marks_read(struct bench_marks *m, const char *path);
void bench_marks_free(struct bench_marks *m);

/* The highest mark that applies to a row; 0 if none does. */
double bench_marks_find(const struct bench_marks *m, const char *level, const char *algorithm, int decrypt, size_t size);

#endif
