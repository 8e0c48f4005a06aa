/* Add rows to the list of rows. */
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

void bench_add_works(struct bench_rows *rows, struct bench_row row, const struct bench_work *works, size_t num,
                     const char *family, const char *level)
{
    for (size_t i = 0; i < num; i++) {
        row.run = works[i].run;
        bench_add(rows, row, "%s/%s/%s", family, works[i].name, level);
    }
}
