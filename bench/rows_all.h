/*
 * The rows of all families: every kernel of the library at every instruction set that the processor has. They form a
 * shared object, bench/rows.so, so that one process (builds.c) can load the rows of several builds and measure them in
 * turn.
 */
#ifndef AB_BENCH_ROWS_ALL_H
#define AB_BENCH_ROWS_ALL_H

#include "bench/rows.h"

/*
 * The only exported symbol of rows.so. The rows use `in` and `out`, BENCH_MEMORY bytes each and aligned to 64 bytes,
 * which must stay valid for as long as the rows are in use. Not thread-safe: a second call overwrites the list of the
 * first.
 */
AB_API const struct bench_rows *ab_bench_rows(uint8_t *in, uint8_t *out);

void bench_add_aes(struct bench_rows *rows);
void bench_add_hashes(struct bench_rows *rows);
void bench_add_curves(struct bench_rows *rows);
void bench_add_bignum(struct bench_rows *rows);
void bench_add_mlkem(struct bench_rows *rows);
void bench_add_mldsa(struct bench_rows *rows);
void bench_add_slhdsa(struct bench_rows *rows);
void bench_add_chacha(struct bench_rows *rows);
void bench_add_ciphers(struct bench_rows *rows);

#endif
