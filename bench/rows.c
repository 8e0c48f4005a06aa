#include "bench/rows.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void bench_add(struct bench_rows *rows, struct bench_row row, const char *format, ...)
{
    va_list words;

    if (rows->num == BENCH_MAX_ROWS)
        abort();
    row.in = rows->in;
    row.out = rows->out;
    va_start(words, format);
    vsnprintf(row.name, sizeof(row.name), format, words);
    va_end(words);
    rows->row[rows->num++] = row;
}

const struct bench_rows *ab_bench_rows(uint8_t *in, uint8_t *out)
{
    static struct bench_rows rows;

    rows.num = 0;
    rows.in = in;
    rows.out = out;
    ab_cpu_detect(&rows.cpu);
    bench_add_aes(&rows);
    bench_add_hashes(&rows);
    bench_add_curves(&rows);
    bench_add_bignum(&rows);
    return &rows;
}
