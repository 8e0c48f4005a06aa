/*
 * Rows of the bench: a row is one kernel with one instruction set, with a name and a function that is called again and
 * again. The files rows_FAMILY.c add the rows of their family to a list.
 */
#ifndef AB_BENCH_ROWS_H
#define AB_BENCH_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "afterburner/cpu.h"

enum { BENCH_MAX_ROWS = 2048, BENCH_NAME_LEN = 64, BENCH_MEMORY = 1 << 17 };

struct bench_row {
    char name[BENCH_NAME_LEN]; /* "aes/gcm_encrypt/vaes512/128/8192": family, kernel, instruction set, sizes */
    /* Set the state from which run continues, so that the results in out depend only on the row. */
    void (*prepare)(const struct bench_row *row);
    void (*run)(const struct bench_row *row);
    const void *kernels, *work; /* set by the code that adds the row */
    size_t len, key_len;
    uint8_t *in, *out; /* from the caller: BENCH_MEMORY bytes each */
};

struct bench_rows {
    struct ab_cpu cpu;
    uint8_t *in, *out;
    size_t num;
    struct bench_row row[BENCH_MAX_ROWS];
};

/* Add a copy of `row` with the caller's in and out and this name. Abort if the list is full. */
void bench_add(struct bench_rows *rows, struct bench_row row, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

struct bench_work {
    const char *name;
    void (*run)(const struct bench_row *row);
};

/* Add a row "family/name/level" for each of num works: `row` with its run. */
void bench_add_works(struct bench_rows *rows, struct bench_row row, const struct bench_work *works, size_t num,
                     const char *family, const char *level);

#endif
