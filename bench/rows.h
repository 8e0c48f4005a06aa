/*
 * Every kernel of the library at every instruction set that the processor has, each as a row: a name and a function to be called
 * again and again. The rows make a shared object, bench/rows.so, so that one process (builds.c) can load those of several builds
 * of the library and measure them by turns.
 */
#ifndef AB_BENCH_ROWS_H
#define AB_BENCH_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "afterburner/cpu.h"

enum { BENCH_MAX_ROWS = 1024, BENCH_NAME_LEN = 64, BENCH_MEMORY = 1 << 17 };

struct bench_row {
    char name[BENCH_NAME_LEN]; /* "aes/gcm_encrypt/vaes512/128/8192": family, kernel, instruction set, sizes */
    /* Sets the state of things that run goes on from; results in out then follow from the row alone. */
    void (*prepare)(const struct bench_row *row);
    void (*run)(const struct bench_row *row);
    const void *kernels, *work; /* of whoever added the row */
    size_t len, key_len;
    uint8_t *in, *out; /* the caller's: BENCH_MEMORY bytes each */
};

struct bench_rows {
    struct ab_cpu cpu;
    uint8_t *in, *out;
    size_t num;
    struct bench_row row[BENCH_MAX_ROWS];
};

/* The one symbol of rows.so. The rows stay as they are, and so must `in` and `out`, aligned to 64 bytes. One thread. */
AB_API const struct bench_rows *ab_bench_rows(uint8_t *in, uint8_t *out);

/* A row is added as it is given, with in and out and this name. */
void bench_add(struct bench_rows *rows, struct bench_row row, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

void bench_add_aes(struct bench_rows *rows);
void bench_add_hashes(struct bench_rows *rows);
void bench_add_curves(struct bench_rows *rows);
void bench_add_bignum(struct bench_rows *rows);

#endif
